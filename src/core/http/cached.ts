import { wholeNumber } from '../../errors.ts'
import { unixSeconds } from '../domain/time/zones.ts'
import type { Site } from '../mount/site.ts'
import type { Timed } from './due.ts'
import { createLook } from './freshness.ts'
import { type CachedResponse, type ResponseCache, revisionOf } from './response-cache.ts'

export interface Looked<Host> extends Timed<Host> {
  /** The storage's revision before anything was read, if the response can be cached. */
  readonly revision: string | number | undefined
  readonly cached: CachedResponse | undefined
}

/** Looks for the response to a visitor: in the cache, at the revision of the storage. `freshness`: in milliseconds. */
export function createCached<Host>(site: Site, cache: ResponseCache, freshness = 0) {
  wholeNumber('freshness', freshness, 0)
  const lookAt = freshness > 0 ? createLook(freshness, site, cache) : undefined

  return async (turn: Timed<Host>): Promise<Looked<Host>> => {
    if (!turn.isPublic) return { ...turn, revision: undefined, cached: undefined }
    const { request, now, cancellation } = turn
    const look = lookAt?.(turn, now)
    const reading = look?.fresh === undefined ? revisionOf(site, site.storage, cancellation) : undefined
    const revision = reading === undefined ? undefined : await cancellation.race(reading)
    look?.saw(revision)
    const cached = revision === undefined ? look?.fresh : cache.find(revision, request.url, unixSeconds(now))
    return { ...turn, revision, cached }
  }
}
