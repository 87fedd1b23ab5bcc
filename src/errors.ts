import { REFUSALS as REVISIONS } from './features/revisions/refusals.ts'
import { REFUSALS as SUGGESTIONS } from './features/suggestions/refusals.ts'

/**
 * Every code that an answer can carry: its HTTP status and what it means. `docs/errors.md` is made from this. Features have
 * rows of their own, one line each.
 */
export const ERRORS = {
  rest_no_route: [404, 'No route has this path.'],
  rest_method_not_allowed: [405, 'The path is known, but not with this method; `Allow` names those it has.'],
  rest_invalid_namespace: [404, 'The namespace in the request is not that of this calendar.'],

  rest_invalid_host: [400, 'The Host header or the request target is malformed (adapters).'],
  rest_method_not_implemented: [501, 'TRACE, TRACK or CONNECT, which exist for no resource (adapters).'],

  rest_invalid_credentials: [401, 'The credentials are wrong.'],
  rest_forbidden: [403, 'These credentials do not allow it; without any, the status is 401.'],
  rest_cookie_invalid_nonce: [403, 'A write with a session came from another site, or from an unknown one.'],
  rest_too_many_requests: [
    429,
    'Too many wrong credentials or passwords came from this address, or the host limits the number of requests, or too many events are suggested; `Retry-After` says in how many seconds to try again.',
  ],

  rest_uri_too_long: [414, 'The URL is longer than the limit.'],
  rest_body_too_large: [413, 'The body is larger than the limit, counted while it is read.'],
  rest_record_too_large: [413, 'The record is larger than the storage takes.'],
  rest_unsupported_media_type: [415, 'A body came that is neither JSON nor a form.'],
  rest_invalid_json: [400, 'The body does not parse, or is nested deeper than the limit.'],
  rest_missing_callback_param: [400, 'Required parameters are missing; `data.params` lists their names.'],
  rest_invalid_param: [400, 'Parameters are wrong or missing; `data.params` says of each what is wrong.'],
  rest_response_too_large: [
    400,
    'The answer would be larger than the limit. A smaller `per_page` makes a page smaller; an event has too many long texts linked to it.',
  ],
  rest_precondition_failed: [
    412,
    '`If-Match` does not name the stored version, `If-None-Match` of a write names it (`*` names every version), or the record was changed after `If-Unmodified-Since`.',
  ],

  rest_failed_dependency: [424, 'Of a batch: another request failed, and this one was not carried out.'],

  rest_idempotency_key_reused: [422, 'The `Idempotency-Key` came before, with other fields.'],

  'rest-event-not-found': [404, 'No event has this ID or slug.'],
  'rest-venue-not-found': [404, 'No venue has this ID or slug.'],
  'rest-organizer-not-found': [404, 'No organizer has this ID or slug.'],
  'rest-category-not-found': [404, 'No category has this ID.'],
  'rest-tag-not-found': [404, 'No tag has this ID.'],

  'rest-image-not-found': [404, 'No image has this ID.'],
  rest_image_in_use: [
    409,
    'Records show the image; `data.records` has the IDs of those that the caller may read.',
  ],

  'rest-source-not-found': [404, 'No source has this ID.'],
  rest_source_exists: [409, 'Another source has this address; `data.id` is its ID.'],
  rest_no_source: [409, 'The event comes from no source.'],

  'event-not-accessible': [403, 'The event is not published, and the caller may not read it.'],
  'event-no-longer-available': [403, 'The event is in the trash, and the caller may not read it.'],
  'event-password-protected': [403, 'The event needs its password, and it was not given or is wrong.'],
  'venue-not-accessible': [403, 'The venue is not published, and the caller may not read it.'],
  'organizer-not-accessible': [403, 'The organizer is not published, and the caller may not read it.'],

  'event-is-in-trash': [410, 'The event was deleted before.'],
  'venue-is-in-trash': [410, 'The venue was deleted before.'],
  'organizer-is-in-trash': [410, 'The organizer was deleted before.'],

  rest_sync_token_expired: [
    410,
    'The changes since this token are no longer known, or it is for a caller with other rights. Sync again without a token.',
  ],

  'event-archive-page-not-found': [404, 'The list of events has no such page.'],
  'venue-archive-page-not-found': [404, 'The list of venues has no such page.'],
  'organizer-archive-page-not-found': [404, 'The list of organizers has no such page.'],

  'could-not-create-venue': [400, 'The name of the venue is blank.'],
  'could-not-create-organizer': [400, 'The name of the organizer is blank.'],
  empty_term_name: [400, 'The name of the term is blank.'],
  term_exists: [400, 'A term of this name exists already; `data.term_id` is its ID.'],
  duplicate_term_slug: [400, 'Another term has this slug.'],
  rest_taxonomy_not_hierarchical: [400, 'Tags have no parent.'],
  ...REVISIONS,
  rest_merged: [
    409,
    'The record was merged into another one; `data.id` is its ID. Of a read, the status is 301.',
  ],
  ...SUGGESTIONS,

  rest_unavailable: [
    503,
    'The storage cannot answer now; `Retry-After` says in how many seconds to ask again.',
  ],
  rest_overloaded: [
    503,
    'Too many requests are under way, or too many bytes of bodies are coming in or of feeds are going out; `Retry-After` says in how many seconds to ask again. Nothing was done.',
  ],
  rest_timeout: [
    504,
    'The answer took longer than the limit. A write may have taken effect, or may yet; a create with the same `Idempotency-Key` can be sent again.',
  ],
  rest_internal_error: [
    500,
    'A fault of ours, or of a function that the host passed in; it went to `onError`.',
  ],
} as const satisfies Record<string, readonly [status: number, meaning: string]>

export type ErrorCode = keyof typeof ERRORS

/**
 * A refusal with a code of the closed table. The library throws it inside and answers with it; a host throws it
 * from `authenticate` to refuse credentials: `throw new ApiError('rest_invalid_credentials')`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** HTTP status, 400 to 504. */
  readonly status: number
  /** What `data` of the answer holds beside `status`. */
  readonly data: Readonly<Record<string, unknown>>
  /** Header fields that the answer carries, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    details: {
      /** Default: the status of the code's row. */
      status?: number | undefined
      /** Default: the meaning of the code. */
      message?: string | undefined
      data?: Readonly<Record<string, unknown>> | undefined
      headers?: Readonly<Record<string, string>> | undefined
      cause?: unknown
    } = {},
  ) {
    const [status, meaning] = ERRORS[code]
    super(details.message ?? meaning, details.cause === undefined ? {} : { cause: details.cause })
    this.code = code
    this.status = details.status ?? status
    this.data = details.data ?? {}
    this.headers = details.headers ?? {}
  }

  /** The body of the answer: `{ code, message, data: { status, … } }`. */
  toJSON(): { code: ErrorCode; message: string; data: Record<string, unknown> } {
    return { code: this.code, message: this.message, data: { status: this.status, ...this.data } }
  }
}

const QUOTED = 40

/** A client's text as a message shows it: as JSON, its first 40 characters. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text)

export const notADate = (text: string): string => `is not a date: ${quoted(text)}`

/** `no venue has the ID 7`: of the IDs that were sent, those of no record. */
export function noneHas(
  kind: string,
  sent: readonly number[],
  records: readonly { readonly id: number }[],
): string {
  const unknown = sent.filter((id) => !records.some((record) => record.id === id))
  return `no ${kind} has the ID ${unknown.join(' or ')}`
}

/** The refusal of one parameter that is found wrong when the others have been looked at. */
export function invalidParam(name: string, reason: string): ApiError {
  return new ApiError('rest_invalid_param', {
    message: `Invalid parameter(s): ${name}`,
    data: { params: { [name]: reason }, details: [] },
  })
}

/** Gathers everything that is wrong with the parameters of one request, so that one answer can name it all. */
export class Problems {
  readonly #missing = new Set<string>()
  readonly #invalid = new Map<string, string>()
  /** Why the body was not read. Put behind the message. */
  note = ''

  missing(name: string): void {
    this.#missing.add(name)
  }

  /** The first reason given for a parameter stays. */
  invalid(name: string, reason: string): void {
    if (!this.#invalid.has(name)) this.#invalid.set(name, reason)
  }

  /** A value that is wrong by itself may be right for this record. */
  forgive(name: string): void {
    this.#invalid.delete(name)
  }

  /** Takes over what is wrong by others, these names first: what is looked for at the same time is found in any order. */
  absorb(others: Problems, order: readonly string[]): void {
    for (const name of [...order, ...others.#invalid.keys()]) {
      const reason = others.#invalid.get(name)
      if (reason !== undefined) this.invalid(name, reason)
    }
  }

  /** What is missing. A value that is wrong is not missing as well. */
  #absent(): readonly string[] {
    return [...this.#missing].filter((name) => !this.#invalid.has(name))
  }

  /** What is wrong, as one line; '' when nothing is. */
  summary(): string {
    const missing = this.#absent().map((name) => `${name} is missing`)
    return [...missing, ...[...this.#invalid].map(([name, reason]) => `${name} ${reason}`)].join('; ')
  }

  /** Throws when there is anything to say. */
  throwIfAny(): void {
    const names = [...this.#absent(), ...this.#invalid.keys()].join(', ')
    if (this.#invalid.size > 0) {
      const missing = this.#absent().map((name) => [name, 'is missing'])
      const params = Object.fromEntries([...missing, ...this.#invalid])
      throw new ApiError('rest_invalid_param', {
        message: `Invalid parameter(s): ${names}${this.note}`,
        data: { params, details: [] },
      })
    }
    if (this.#missing.size > 0) {
      throw new ApiError('rest_missing_callback_param', {
        message: `Missing parameter(s): ${names}${this.note}`,
        data: { params: [...this.#missing] },
      })
    }
  }
}

export const tooMany = (seconds: number): ApiError =>
  new ApiError('rest_too_many_requests', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  })

/** The value, if it is a whole number in this range. Throws `RangeError`. */
export function wholeNumber(name: string, value: number, least = 1, most = Number.POSITIVE_INFINITY): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value
  throw new RangeError(`${name}: ${value} is not a whole number from ${least} to ${most}`)
}
