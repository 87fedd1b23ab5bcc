import type { Storage } from '../../storage/contract.ts'
import { BoundedMap } from '../domain/bounded.ts'
import type { Site } from '../mount/site.ts'
import type { LongResponse } from '../operations/reading/long-responses.ts'
import type { Cancellation } from './deadline.ts'
import type { RequestLog } from './report.ts'
import { FIELDS_SIZE, type Representation } from './respond.ts'
import type { Target } from './target.ts'

/** The response to an anonymous request. */
export interface CachedResponse {
  readonly target: Target
  readonly representation: Representation
  /** `undefined` if it is too large to be cached. */
  readonly body: Uint8Array<ArrayBuffer> | undefined
  /** Has the body of a long response while it is sent to others. */
  readonly long?: LongResponse | undefined
  readonly record: RequestLog['record']
  /** In seconds: valid from, and until before. Infinite if the response does not depend on the clock. */
  readonly from: number
  readonly until: number
}

/**
 * Responses to anonymous requests, by URL. They are valid until the revision of the storage changes, which every commit
 * does. With the cache, a read by ID from memory costs 6 µs more than `node:http` alone, and not 150.
 */
export interface ResponseCache {
  /** The target of a URL with an entry, valid or not. */
  readonly targetOf: (url: string) => Target | undefined
  /** The entry that is valid at this revision and second. */
  readonly find: (revision: string | number, url: string, second: number) => CachedResponse | undefined
  /** `revision`: the one before anything was read for the response. True if the response is cached with its body. */
  readonly put: (revision: string | number, url: string, response: CachedResponse) => boolean
}

/** The revision of the storage. `undefined` when the storage has none or the cache is off. */
export const revisionOf = (
  { limits }: Site,
  storage: Storage,
  cancellation?: Pick<Cancellation, 'signal'>,
) => (limits.cache === 0 ? undefined : storage.revision?.(cancellation))

/** `max`: bytes. */
export function createResponseCache(max: number): ResponseCache {
  let responses = new BoundedMap<string, CachedResponse>(max)
  let current: string | number | undefined

  return {
    targetOf: (url) => responses.get(url)?.target,

    find(revision, url, second) {
      if (revision !== current) {
        responses = new BoundedMap(max)
        current = revision
        return undefined
      }
      const found = responses.get(url)
      return found !== undefined && found.from <= second && second < found.until ? found : undefined
    },

    put(revision, url, response) {
      // After a commit, the response may be older than what others have seen.
      if (revision !== current) return false
      const size = FIELDS_SIZE + 2 * url.length
      const whole = size + (response.body?.length ?? 0)
      // Without its body, the entry of a long feed still answers 304 and HEAD.
      const isWhole = whole <= max / 4
      if (isWhole) responses.set(url, { ...response, long: undefined }, whole)
      else if (size <= max / 4) responses.set(url, { ...response, body: undefined }, size)
      else responses.delete(url)
      return isWhole
    },
  }
}
