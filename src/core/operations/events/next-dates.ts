import { readableBy } from '../../access/policy.ts'
import type { EventRecord } from '../../domain/records/records.ts'
import { secondsOf } from '../../domain/time/calendar.ts'
import { atInstant, UTC, unixSeconds } from '../../domain/time/zones.ts'
import { builtInKey } from '../../fields/built-in-key.ts'
import type { RequestContext } from '../../mount/request.ts'

const CANCELED = builtInKey('event_status', 'canceled')

/**
 * The start of the next date of each series that the caller may see and that takes place, or null. The answer is right until
 * one of these dates begins.
 */
export async function nextDates(
  events: readonly EventRecord[],
  context: RequestContext,
): Promise<ReadonlyMap<number, string | null>> {
  const { clock, caller, site } = context
  const now = atInstant(unixSeconds(clock.moment), UTC).wall
  const series = events.filter((event) => event.series !== undefined)
  const starts = series.map(async ({ id }) => {
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
    if (next !== undefined) clock.expires(secondsOf(next.keys.utc_start))
    return [id, next?.keys.start ?? null] as const
  })
  return new Map(await Promise.all(starts))
}
