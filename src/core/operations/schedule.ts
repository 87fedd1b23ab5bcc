import type { Condition, Document } from '../../storage/contract.ts'
import type { PostKind } from '../domain/records/records.ts'
import { fromDocument } from '../domain/records/stored-record.ts'
import { atInstant, UTC, unixSeconds } from '../domain/time/zones.ts'
import type { Site, Writer } from '../mount/site.ts'
import { dueSeries, isPast, type LookOptions } from './events/series/due-series.ts'
import type { Extender } from './events/series/extend-series.ts'
import { ownedBy } from './journal/owned-by.ts'
import { findInParts } from './reading/parts.ts'

/** Records that are loaded at a time. */
const BATCH = 50

const POST_KINDS = ['event', 'venue', 'organizer'] as const satisfies PostKind[]

export interface Scheduler {
  /** Whether it is time to look, or a request must continue what another one began. */
  readonly isDue: (now: Date) => boolean
  /** Throws when due records cannot be read. Records that cannot be written stay until the next look. */
  readonly writeDue: (site: Site, now: Date, options: LookOptions) => Promise<void>
}

/**
 * Writes what is due as time passes: it publishes scheduled records when their date has come, extends series, and
 * completes interrupted work of features. There is no timer: at most `LOOK_AGAIN` seconds later, a request publishes all records before it is answered. It extends
 * series for a moment; the rest follows after the response, in slices, or with the next requests. One at a time extends
 * series. If its host ends it, another one begins `LOOK_AGAIN` seconds after its last step: what is done is committed.
 * `clock` measures what a request waits for.
 */
export function createScheduler(clock: () => Date): Scheduler {
  let lastLook: number | undefined
  /** Loaded when the first series, or work of a feature, is due. */
  let extender: Extender | undefined

  const isLookDue = (second: number) => lastLook === undefined || isPast(lastLook, second)

  function isDue(now: Date): boolean {
    const second = unixSeconds(now)
    return isLookDue(second) || extender?.isWaiting(second) === true
  }

  async function writeDue(site: Site, now: Date, options: LookOptions): Promise<void> {
    if (!isDue(now)) return
    const second = unixSeconds(now)
    // Throws on a clock that is broken, so before any work begins.
    const utc = atInstant(second, UTC).wall
    const isLook = isLookDue(second)
    if (isLook) lastLook = second
    try {
      await Promise.all([
        extend(site, now, options),
        isLook ? publishAll({ site, now }, utc, options) : undefined,
      ])
    } catch (error) {
      // The look is incomplete: the next request repeats it.
      lastLook = undefined
      throw error
    }
  }

  async function extend(site: Site, now: Date, options: LookOptions): Promise<void> {
    if (extender === undefined) {
      const [series, works] = await Promise.all([
        site.storage.find('event', dueSeries(now, 0, 1)),
        interrupted(site),
      ])
      if (series.length + works.length === 0) return
      const { createExtender } = await import('./writes.ts')
      extender ??= createExtender(clock)
    }
    await extender.extend(site, now, options)
  }

  return { isDue, writeDue }
}

/** Whether work of a feature was interrupted: one find for all of them. */
const interrupted = async ({ storage, due }: Site): Promise<readonly unknown[]> =>
  due.length === 0
    ? []
    : storage.find(
        'extra',
        ownedBy(
          due.map(({ owner }) => owner),
          1,
        ),
      )

/** Publishes what is due at `utc`. */
async function publishAll(
  { site, now }: Pick<Writer, 'site' | 'now'>,
  utc: string,
  { signal, onRefusal }: LookOptions,
): Promise<void> {
  let isRefusing = false

  async function publishKind(kind: PostKind): Promise<void> {
    const due: Condition<PostKind>[] = [
      { key: 'status', in: ['future'] },
      { key: 'date', lte: utc },
    ]
    for await (const document of findInParts(site.storage, kind, due, BATCH)) {
      if (isRefusing) return
      await publish(kind, document)
    }
  }

  async function publish(kind: PostKind, document: Document<PostKind>): Promise<void> {
    // Loaded with the first write, as everywhere: most processes read first.
    const { commit } = await import('./writes.ts')
    const due = fromDocument(kind, document)
    try {
      await commit({ site, caller: null, now }, async (plan) => {
        // Another process has changed the record. It is published there, or by the next look.
        if (plan.attempt === 1) plan.put({ ...due, status: 'publish' }, due)
      })
    } catch (error) {
      if (signal.aborted) throw error
      // If the storage accepts no writes, each further attempt would delay the request for the same error.
      if (!onRefusal(error)) isRefusing = true
    }
  }

  await Promise.all(POST_KINDS.map(publishKind))
}
