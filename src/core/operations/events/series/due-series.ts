import type { Query } from '../../../../storage/contract.ts'
import { atInstant, UTC, unixSeconds } from '../../../domain/time/zones.ts'
import type { Site } from '../../../mount/site.ts'

/** Seconds between two looks. A scheduled record appears at most this late. */
const LOOK_AGAIN = 15

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

/** The series that need more occurrences, or whose change was interrupted, with IDs above `after`. */
export const dueSeries = (now: Date, after: number, limit: number): Query<'event'> => ({
  where: [
    { key: 'series', in: [true] },
    { key: 'due', lte: atInstant(unixSeconds(now), UTC).wall },
    { key: 'id', gt: after },
  ],
  order: 'id',
  limit,
  keysOnly: true,
})

/** Whether a look, or a step of an extension, is so long ago that another one begins. A clock that was set back counts as passed. */
export const isPast = (since: number, second: number): boolean =>
  second < since || second >= since + LOOK_AGAIN
