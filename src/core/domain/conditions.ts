import { httpDateOf } from './http-date.ts'

/** Header fields of a request that set conditions. */
export interface Conditions {
  readonly ifMatch?: string | null | undefined
  readonly ifUnmodifiedSince?: string | null | undefined
  readonly ifNoneMatch?: string | null | undefined
  readonly ifModifiedSince?: string | null | undefined
}

/** What they are compared with. */
export interface Validators {
  /** Whether an ETag, without its quotes, is one of it. */
  readonly hasTag: (tag: string) => boolean
  /** Milliseconds of the last change. `undefined`: conditions with dates have no effect. */
  readonly modified: number | undefined
}

export const conditionsIn = (headers: { get(name: string): string | null }): Conditions => ({
  ifMatch: headers.get('if-match'),
  ifUnmodifiedSince: headers.get('if-unmodified-since'),
  ifNoneMatch: headers.get('if-none-match'),
  ifModifiedSince: headers.get('if-modified-since'),
})

/**
 * RFC 9110, section 13.2.2, in its order. `failed`: 412. `known`: the client has what it asks for, 304. A tag is compared
 * alike in all fields: `W/` before one of ours says only that it came in another coding.
 */
export function judge(conditions: Conditions, own: Validators, isRead: boolean): 'met' | 'known' | 'failed' {
  const { ifMatch, ifUnmodifiedSince, ifNoneMatch, ifModifiedSince } = conditions
  if (ifMatch != null) {
    if (!names(ifMatch, own)) return 'failed'
  } else if (isLater(own, ifUnmodifiedSince) === true) return 'failed'
  if (ifNoneMatch != null) {
    if (names(ifNoneMatch, own)) return isRead ? 'known' : 'failed'
  } else if (isRead && isLater(own, ifModifiedSince) === false) return 'known'
  return 'met'
}

const TAGS = /(?<=^|,)\s*(?:W\/)?"([^"]*)"\s*(?=,|$)/g

const names = (field: string, own: Validators): boolean =>
  field.trim() === '*' || [...field.matchAll(TAGS)].some(([, tag = '']) => own.hasTag(tag))

/** Whether it was changed after a date. `undefined` without a date on one side. */
function isLater({ modified }: Validators, date: string | null | undefined): boolean | undefined {
  if (date == null || modified === undefined) return undefined
  const since = httpDateOf(date)
  return since === undefined ? undefined : modified > since
}
