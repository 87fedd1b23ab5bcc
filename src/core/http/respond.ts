import { ApiError } from '../../errors.ts'
import type { PlainRequest, PlainResponse } from '../../types/index.ts'
import { BodyHash } from '../domain/body-hash.ts'
import { conditionsIn, judge, type Validators } from '../domain/conditions.ts'
import type { Answer, LongText } from '../mount/request.ts'
import { addVary, type HeaderFields } from './plain-response.ts'

/** Header fields of every response. An answer can replace the content type. */
const COMMON = {
  'content-type': 'application/json; charset=UTF-8',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const

const encoder = new TextEncoder()

export interface RepresentationFacts {
  /** Whether other credentials could change the response. */
  readonly variesByCaller: boolean
  readonly now: Date
  /** The methods of the path. */
  readonly allow: string
}

type Asked = Pick<PlainRequest, 'method' | 'headers'>

export const encode = (content: string | LongText): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? encoder.encode(content) : content.bytes

function hashOf(content: string | LongText, body: Uint8Array): string {
  if (typeof content !== 'string') return content.hash
  const hash = new BodyHash()
  hash.add(body)
  return hash.text()
}

/**
 * A representation (RFC 9110, section 3.2): the header fields of a successful answer. Every response with this content is
 * made of it and, unless it needs none, the body. Its ETag is strong: the version of the record, and a hash of the bytes,
 * because other records in the answer change without the version.
 */
export class Representation implements Validators {
  readonly status: 200 | 201 | 202 | 207
  readonly etag: string
  /** Bytes of the body. */
  readonly length: number
  readonly modified: number | undefined
  readonly #hasTag: boolean
  readonly #isSecret: boolean
  readonly #fields: HeaderFields
  /** Header fields by index of `#headers`, made on first use. */
  readonly #variants: (Readonly<HeaderFields> | undefined)[] = []

  constructor(
    answer: Answer<string | LongText>,
    body: Uint8Array<ArrayBuffer>,
    { variesByCaller, now, allow }: RepresentationFacts,
  ) {
    this.status = answer.status
    this.length = body.length
    this.etag = `"${answer.version ?? 'list'}.${hashOf(answer.content, body)}"`
    this.#isSecret = answer.secret === true
    const fields: HeaderFields = { ...COMMON, ...answer.headers, allow }
    this.#hasTag = answer.isReport !== true
    if (this.#hasTag) fields.etag = this.etag
    if (variesByCaller) addVary(fields, 'Authorization, Cookie')
    this.modified = answer.modified === undefined ? undefined : lastModified(answer.modified, now)
    if (this.modified !== undefined) fields['last-modified'] = new Date(this.modified).toUTCString()
    if (answer.totals !== undefined) {
      fields['x-tec-total'] = String(answer.totals.total)
      fields['x-tec-totalpages'] = String(answer.totals.total_pages)
    }
    this.#fields = fields
  }

  hasTag(tag: string): boolean {
    return this.etag === `"${tag}"`
  }

  /** The response to a request. Throws 412 for a condition that it does not meet. `undefined`: it needs the body. Responses share their parts, so nobody may change them. */
  responseTo(request: Asked, isAnonymous: boolean, body: Uint8Array<ArrayBuffer>): PlainResponse
  responseTo(
    request: Asked,
    isAnonymous: boolean,
    body: Uint8Array<ArrayBuffer> | undefined,
  ): PlainResponse | undefined
  responseTo(
    request: Asked,
    isAnonymous: boolean,
    body: Uint8Array<ArrayBuffer> | undefined,
  ): PlainResponse | undefined {
    const isHead = request.method === 'HEAD'
    const isRead = isHead || request.method === 'GET'
    const verdict = isRead && this.#hasTag ? judge(conditionsIn(request.headers), this, true) : 'met'
    if (verdict === 'failed') throw new ApiError('rest_precondition_failed')
    if (verdict === 'known') return { status: 304, headers: this.#headers('known', isAnonymous), body: null }
    if (body === undefined && !isHead) return undefined
    const headers = this.#headers('whole', isAnonymous)
    return { status: this.status, headers, body: isHead || body === undefined ? null : body }
  }

  #headers(form: 'whole' | 'known', isAnonymous: boolean): Readonly<HeaderFields> {
    const variant = FORMS.indexOf(form) + (isAnonymous ? FORMS.length : 0)
    const made = this.#variants[variant]
    if (made !== undefined) return made
    const cacheControl = this.#cacheControl(isAnonymous)
    const fields: HeaderFields =
      form === 'known'
        ? { ...withoutType(this.#fields), 'cache-control': cacheControl }
        : { ...this.#fields, 'cache-control': cacheControl, 'content-length': String(this.length) }
    this.#variants[variant] = fields
    return fields
  }

  #cacheControl(isAnonymous: boolean): string {
    if (this.#isSecret) return 'private, no-store'
    return isAnonymous ? 'no-cache' : 'private, no-cache'
  }
}

const withoutType = ({ 'content-type': _, ...rest }: HeaderFields): HeaderFields => rest

const FORMS = ['whole', 'known'] as const

/** Bytes in memory of the header fields and of the objects around them, approximately. */
export const FIELDS_SIZE = 2000

/** Full seconds, not in the future (RFC 9110, section 8.8.2.1). The date of a scheduled venue would be. */
const lastModified = (modified: string, now: Date): number =>
  Math.floor(Math.min(timeOf(modified), now.getTime()) / 1000) * 1000

/** Milliseconds of a UTC text. */
export const timeOf = (modified: string): number => Date.parse(`${modified.replace(' ', 'T')}Z`)

export interface RefusalFacts {
  /** The methods of the path, if they are known. */
  readonly allow?: string | undefined
  /** `WWW-Authenticate` of a 401. */
  readonly challenges?: readonly string[] | undefined
}

/** The response for an error. */
export function refuse(
  request: Pick<PlainRequest, 'method'>,
  error: ApiError,
  { allow, challenges = [] }: RefusalFacts = {},
): PlainResponse {
  const headers: HeaderFields = { ...COMMON, 'cache-control': 'no-store' }
  for (const [name, value] of Object.entries(error.headers)) headers[name.toLowerCase()] = value
  if (error.status === 401 && headers['www-authenticate'] === undefined) {
    headers['www-authenticate'] = challenges.join(', ')
  }
  if (allow !== undefined) headers.allow = allow
  const body = encoder.encode(JSON.stringify(error))
  headers['content-length'] = String(body.length)
  return { status: error.status, headers, body: request.method === 'HEAD' ? null : body }
}
