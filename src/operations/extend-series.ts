import { STATUSES, seriesStatus } from '../domain/records.ts'
import { atInstant, UTC, unixSeconds } from '../domain/zones.ts'
import type { Site } from '../site.ts'

export interface LookOptions {
  /** When it is aborted, the look throws its reason. */
  readonly signal: AbortSignal
  /**
   * Called with the reason when a record cannot be written. Returns whether the storage is likely to accept other
   * writes.
   */
  readonly onRefusal: (error: unknown) => boolean
  /** Lets work go on after the response, if the host can wait for it. `site` does not end with the request. */
  readonly later: ((work: (site: Site) => Promise<void>) => void) | undefined
}

/** Series that one request extends at most. Most need one more occurrence each: together they take about 20 ms. */
const MOST_SERIES = 20
/** After so many new occurrences, a request extends no further series. */
const MOST_OCCURRENCES = 100

const ALL_SERIES = STATUSES.map(seriesStatus)

/**
 * Makes occurrences for series that need more as time passes, and completes interrupted writes of series: those with
 * IDs above `after`, as many as one request can wait for. Returns the ID to continue after; `undefined` if none remains.
 */
export async function extendSeries(
  site: Site,
  now: Date,
  after: number,
  { signal, onRefusal }: LookOptions,
): Promise<number | undefined> {
  const due = await site.storage.find('event', {
    where: [
      { key: 'status', in: ALL_SERIES },
      { key: 'utc_start', lte: atInstant(unixSeconds(now), UTC).wall },
      { key: 'id', gt: after },
    ],
    order: 'id',
    limit: MOST_SERIES,
    keysOnly: true,
  })
  if (due.length === 0) return undefined
  // Loaded with the first series that is due.
  const { completeSeries } = await import('./writes.ts')
  let made = 0
  for (const { id } of due) {
    try {
      made += await completeSeries(site, id, now)
    } catch (error) {
      if (signal.aborted) throw error
      if (!onRefusal(error)) return undefined
    }
    if (made >= MOST_OCCURRENCES) return id
  }
  return due.length < MOST_SERIES ? undefined : due.at(-1)?.id
}
