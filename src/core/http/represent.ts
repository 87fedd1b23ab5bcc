import { unixSeconds } from '../domain/time/zones.ts'
import type { Answer, LongText } from '../mount/request.ts'
import type { Site } from '../mount/site.ts'
import { responseTooLarge } from '../operations/reading/answer-size.ts'
import type { LongResponse } from '../operations/reading/long-responses.ts'
import { type Making, maxBytes, type Read } from './context.ts'
import { encode, Representation, timeOf } from './respond.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'
import type { SharedWork } from './sharing.ts'

export type Made = CachedResponse & {
  readonly body: Uint8Array<ArrayBuffer>
  readonly long: LongResponse | undefined
}

/** Makes the representation of an answer, for all who ask for it, and keeps it in the cache if it stays the same. */
export function createRepresent(site: Site, cache: ResponseCache, variesByCaller: boolean) {
  return (
    { request, target, inside, allow, now, revision }: Read<unknown>,
    { until, long }: Making,
    answer: Answer<string | LongText>,
    work: SharedWork,
  ): Made => {
    const { id, version } = answer
    const record = id === undefined || version === undefined ? undefined : { id, version }
    const body = encode(answer.content)
    const representation = new Representation(answer, body, { variesByCaller, now, allow })
    const { limits } = inside?.site ?? site
    if (representation.length > maxBytes(request, { limits })) throw responseTooLarge(limits.response)
    const from = until === Number.POSITIVE_INFINITY ? 0 : unixSeconds(now)
    const made = { target, representation, body, record, from, until, long }
    if (!isCacheable(answer, now)) work.isPrivate = true
    else if (revision !== undefined && cache.put(revision, request.url, made))
      return { ...made, long: undefined }
    return made
  }
}

/** Whether the response stays the same: it is not secret, and its `Last-Modified` is not in the future. */
const isCacheable = ({ secret, modified }: Answer<unknown>, now: Date): boolean =>
  secret !== true && (modified === undefined || timeOf(modified) <= now.getTime())
