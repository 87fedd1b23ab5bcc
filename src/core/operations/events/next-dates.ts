import { readableBy } from '../../access/policy.ts'
import { secondsOf } from '../../domain/time/calendar.ts'
import { atInstant, UTC, unixSeconds } from '../../domain/time/zones.ts'
import { builtInKey } from '../../fields/built-in-key.ts'
import { isObject } from '../../fields/row.ts'
import type { RequestContext } from '../../mount/request.ts'

const CANCELED = builtInKey('event_status', 'canceled')

/**
 * Adds `next` to the `recurrence` of series in an answer: the start of the next date that the caller may see and that takes
 * place, or null. The answer is right until one of these dates begins.
 */
export async function addNextDates(
  events: readonly Record<string, unknown>[],
  context: RequestContext,
): Promise<void> {
  const { clock, caller, site } = context
  const now = atInstant(unixSeconds(clock.moment), UTC).wall
  await Promise.all(
    events.map(async ({ id, recurrence }) => {
      if (typeof id !== 'number' || !isObject(recurrence)) return
      const [next] = await site.storage.find('event', {
        where: [
          { key: 'parent', in: [id] },
          { key: 'series', in: [false] },
          { key: 'status', notIn: ['trash'] },
          { key: 'utc_start', gt: now },
          { key: 'field', notIn: [CANCELED] },
          ...readableBy(caller),
        ],
        order: 'start',
        limit: 1,
        keysOnly: true,
      })
      Reflect.set(recurrence, 'next', next?.keys.start ?? null)
      if (next !== undefined) clock.expires(secondsOf(next.keys.utc_start))
    }),
  )
}
