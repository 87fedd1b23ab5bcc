import { type PostKind, seriesStatus } from '../domain/records.ts'
import { fromDocument } from '../domain/stored-record.ts'
import { atInstant, UTC, unixSeconds } from '../domain/zones.ts'
import type { Site } from '../site.ts'
import type { Condition, Document } from '../storage/contract.ts'
import { extendSeries, type LookOptions } from './extend-series.ts'
import { findInParts } from './parts.ts'

/** Seconds between two looks. A scheduled record appears at most this late. */
const LOOK_AGAIN = 15

/** Records that are loaded at a time. */
const BATCH = 50

const KINDS = ['event', 'venue', 'organizer'] as const satisfies PostKind[]

export interface Scheduler {
  /** Whether it is time to look. */
  readonly isDue: (now: Date) => boolean
  /** Throws when due records cannot be read. Records that cannot be written stay until the next look. */
  readonly writeDue: (site: Site, now: Date, options: LookOptions) => Promise<void>
}

/**
 * Writes what is due as time passes: it publishes scheduled records when their date has come, and extends series. There
 * is no timer: at most `LOOK_AGAIN` seconds later, a request publishes all records before it is answered. It extends as
 * many series as one request can wait for; the next requests extend the others, or work that goes on after the response.
 */
export function createScheduler(): Scheduler {
  let lastLook: number | undefined
  /** The last series that was extended, while others remain. */
  let lastSeries: number | undefined

  /** After the clock was set back, the last look does not count. */
  function isDue(now: Date): boolean {
    const second = unixSeconds(now)
    return lastLook === undefined || second < lastLook || second >= lastLook + LOOK_AGAIN
  }

  async function writeDue(site: Site, now: Date, options: LookOptions): Promise<void> {
    if (!isDue(now)) return
    lastLook = unixSeconds(now)
    try {
      const utc = atInstant(unixSeconds(now), UTC).wall
      const [next] = await Promise.all([
        extendSeries(site, now, lastSeries ?? 0, options),
        publishAll(site, utc, options),
      ])
      lastSeries = next
      // Without a host that waits, the next request continues.
      if (lastSeries === undefined) return
      if (options.later === undefined) lastLook = undefined
      else options.later((site) => extendRest(site, now, options))
    } catch (error) {
      // The look is incomplete: the next request repeats it.
      lastLook = undefined
      throw error
    }
  }

  async function extendRest(site: Site, now: Date, options: LookOptions): Promise<void> {
    while (lastSeries !== undefined) lastSeries = await extendSeries(site, now, lastSeries, options)
  }

  return { isDue, writeDue }
}

/** Publishes what is due at `utc`. */
async function publishAll(site: Site, utc: string, { signal, onRefusal }: LookOptions): Promise<void> {
  let isRefusing = false

  async function publishKind(kind: PostKind): Promise<void> {
    const due: Condition<PostKind>[] = [
      { key: 'status', in: kind === 'event' ? ['future', seriesStatus('future')] : ['future'] },
      { key: 'date', lte: utc },
    ]
    for await (const document of findInParts(site.storage, kind, due, BATCH)) {
      if (isRefusing) return
      await publish(kind, document)
    }
  }

  async function publish(kind: PostKind, document: Document<PostKind>): Promise<void> {
    // Loaded with the first write, as everywhere: most processes read first.
    const { commitChanges, putChange } = await import('./writes.ts')
    try {
      // A conflict means that another process has changed the record. It is published there, or by the next look.
      const due = putChange({ ...fromDocument(kind, document), status: 'publish' })
      await commitChanges(site, [due], null)
    } catch (error) {
      if (signal.aborted) throw error
      // If the storage accepts no writes, each further attempt would delay the request for the same error.
      if (!onRefusal(error)) isRefusing = true
    }
  }

  await Promise.all(KINDS.map(publishKind))
}
