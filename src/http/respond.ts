import type { ApiError } from '../errors.ts'
import type { Answer } from '../routes/route.ts'

/** What every answer says of itself: JSON unless it has a type of its own, not to be sniffed, not to be indexed. */
const COMMON = {
  'content-type': 'application/json; charset=UTF-8',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const

export interface ReplyFacts {
  /** Whether the answer could be another one with other credentials. */
  readonly variesByCaller: boolean
  readonly isAnonymous: boolean
  readonly now: Date
}

/**
 * A successful answer. Its ETag is strong: the record's version, then a hash of the very bytes, since what an
 * answer shows of other records changes without it.
 */
export function reply(request: Request, answer: Answer, facts: ReplyFacts): Response {
  const text = answer.html ?? JSON.stringify(answer.body)
  const etag = `"${answer.version ?? 'list'}.${hash(text)}"`
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isKnown = isRead && matches(request.headers.get('if-none-match'), etag)
  const response = new Response(isKnown || request.method === 'HEAD' ? null : text, {
    status: isKnown ? 304 : answer.status,
    headers: { ...COMMON, ...answer.headers },
  })
  const { headers } = response
  if (isKnown) headers.delete('content-type')
  else if (request.method === 'HEAD') headers.set('content-length', lengthOf(text))
  headers.set('etag', etag)
  headers.set('cache-control', cacheControl(answer, facts))
  if (facts.variesByCaller) headers.append('vary', 'Authorization, Cookie')
  if (answer.modified !== undefined) {
    headers.set('last-modified', lastModified(answer.modified, facts.now))
  }
  if (answer.totals !== undefined) {
    headers.set('x-tec-total', String(answer.totals.total))
    headers.set('x-tec-totalpages', String(answer.totals.total_pages))
  }
  return response
}

/** No later than now (RFC 9110, section 8.8.2.1), which the date of a scheduled venue would be. */
function lastModified(modified: string, now: Date): string {
  const time = Date.parse(`${modified.replace(' ', 'T')}Z`)
  return new Date(Math.min(time, now.getTime())).toUTCString()
}

function cacheControl(answer: Answer, { isAnonymous }: ReplyFacts): string {
  if (answer.secret === true) return 'private, no-store'
  return isAnonymous ? 'no-cache' : 'private, no-cache'
}

/** RFC 9110, section 13.1.2: any of the listed tags, compared weakly, or `*`. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === '*') return true
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag)
}

export function refuse(request: Request, error: ApiError): Response {
  const headers = new Headers({ ...COMMON, 'cache-control': 'no-store', ...error.headers })
  // RFC 9110, section 15.5.2 demands a challenge. Ours makes no browser ask for a password.
  if (error.status === 401 && !headers.has('www-authenticate')) headers.set('www-authenticate', 'Bearer')
  const text = JSON.stringify(error)
  if (request.method !== 'HEAD') return new Response(text, { status: error.status, headers })
  headers.set('content-length', lengthOf(text))
  return new Response(null, { status: error.status, headers })
}

/** In bytes. Of an answer without its body some hosts would say 0 (RFC 9110, section 8.6). */
const lengthOf = (text: string): string => String(new TextEncoder().encode(text).length)

/** 64 bits in two lanes of multiplication: tells versions apart, and need not withstand forgery. */
function hash(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x9e3779b1)
    b = Math.imul(b ^ unit, 0x5f356495)
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35)
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  return (a >>> 0).toString(36) + (b >>> 0).toString(36)
}
