import type { PlainRequest } from '../../types/index.ts'
import { unixSeconds } from '../domain/time/zones.ts'
import type { Site } from '../mount/site.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'
import type { Running } from './running.ts'

/** One request's look at the cache, which begins before the revision is read for it. */
export interface Look {
  /** What the request may be answered with, whole, without reading the revision. */
  readonly fresh: CachedResponse | undefined
  /** To be told the revision, if it was read, at once and before the cache is. */
  readonly saw: (revision: string | number | undefined) => void
}

/**
 * Answers from the cache for `milliseconds` without asking the storage: from before the revision was read, and only while
 * this process has neither read anything else for an answer nor written. So what it has shown never goes back. Revisions
 * cannot be compared, but what begins to be read after an answer is at least as new as that answer. Of two that were read
 * at the same time, nobody knows which is newer, so the next request asks again.
 */
export function createLook(milliseconds: number, { epoch }: Pick<Site, 'epoch'>, cache: ResponseCache) {
  let current: string | number | undefined
  /** When `current` was last known to be the newest, and the epoch that this holds for. */
  let newest: { readonly at: number; readonly epoch: number } | undefined

  function freshAt(at: number, { request, target }: Running): CachedResponse | undefined {
    if (current === undefined || newest?.epoch !== epoch.count) return undefined
    const age = at - newest.at
    // Below 0, the clock was set back.
    if (!(age >= 0 && age < milliseconds) || isExact({ request, target })) return undefined
    const cached = cache.find(current, request.url, unixSeconds(new Date(at)))
    return cached?.body === undefined ? undefined : cached
  }

  return (running: Running, now: Date): Look => {
    const at = now.getTime()
    const began = epoch.count
    const fresh = freshAt(at, running)
    return {
      fresh,
      saw(revision) {
        if (fresh !== undefined) return
        const isNewest = epoch.count === began
        if (revision !== current) epoch.count++
        current = revision
        if (isNewest) newest = { at, epoch: epoch.count }
      },
    }
  }
}

/** `/changes` tells mirrors what they have not seen. Whoever has just been told of a change must find it there. */
const isExact = ({ request, target }: Pick<Running, 'request' | 'target'>): boolean =>
  target.endpoint.operation === 'listChanges' || asksAgain(request)

/** RFC 9111, sections 5.2.1.1 and 5.2.1.4. Browsers send one or the other when a page is loaded again. */
const asksAgain = ({ headers }: PlainRequest): boolean =>
  /\bno-cache\b|\bmax-age=0/i.test(headers.get('cache-control') ?? '')
