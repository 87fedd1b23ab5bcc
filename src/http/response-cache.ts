import { BoundedMap } from '../domain/bounded.ts'
import type { Site } from '../site.ts'
import type { Storage } from '../storage/contract.ts'
import type { Cancellation } from './deadline.ts'
import type { RequestLog } from './report.ts'
import type { Representation } from './respond.ts'
import type { Target } from './target.ts'

/** The response to an anonymous request. */
export interface CachedResponse {
  readonly target: Target
  readonly representation: Representation
  readonly record: RequestLog['record']
  /** The second for which the response is valid, if it depends on the clock. */
  readonly second: number | undefined
}

/**
 * Responses to anonymous requests, by URL. They are valid until the revision of the storage changes, which every commit
 * does. With the cache, a read by ID from memory costs 6 µs more than `node:http` alone, and not 150.
 */
export interface ResponseCache {
  /** The target of a URL with an entry, valid or not. */
  readonly targetOf: (url: string) => Target | undefined
  /** The entry that is valid at this revision and second. */
  readonly find: (
    revision: string | number,
    url: string,
    second: number,
  ) => Pick<CachedResponse, 'representation' | 'record'> | undefined
  /** `revision`: the one before anything was read for the response. */
  readonly put: (revision: string | number, url: string, response: CachedResponse) => void
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
      return found?.second === undefined || found.second === second ? found : undefined
    },

    put(revision, url, response) {
      // After a commit, the response may be older than what others have seen.
      if (revision !== current) return
      const size = response.representation.size + 2 * url.length
      if (size > max / 4) responses.delete(url)
      else responses.set(url, response, size)
    },
  }
}
