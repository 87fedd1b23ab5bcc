import type * as z from 'zod/mini'
import type { Caller } from '../access/policy.ts'
import type { ErrorCode, Problems } from '../errors.ts'
import type { Params } from '../http/params.ts'
import type { Receipt } from '../operations/once.ts'
import type { Links } from '../present/links.ts'
import type { AnswerName } from '../schema/answers.ts'
import type { Site } from '../site.ts'

/*
 * What a route is: data. The index, the documentation, `Allow` and the handling of requests all read the same
 * declarations.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a request comes down to, once it is known who asks for what. */
export interface Asked {
  readonly site: Site
  readonly caller: Caller
  readonly links: Links
  /** The time at which the request came; every "now" of its answer. */
  readonly now: Date
  /**
   * What the storage says that it is at, at this moment or since the request came; undefined where it cannot tell, or
   * where nothing is kept.
   */
  readonly revision: () => Promise<string | number | undefined>
  /** The record that the path names; one of the two, or none for collections. */
  readonly path: { readonly id?: string; readonly slug?: string }
  /** The endpoint's, as the documentation names it. */
  readonly operation: string
  /** Fields of query and body, the body's winning. */
  readonly params: Params
  /** `If-Match`, when the request has one. */
  readonly ifMatch: string | undefined
  /** `Accept`, '' when the request has none. */
  readonly accept: string
  /** `X-Event-Password`, when the request has one. */
  readonly eventPassword: string | undefined
  /** `Idempotency-Key`, when the request has one. */
  readonly idempotencyKey: string | undefined
  /** What a create with such a key leaves behind beside its record; see `operations/once.ts`. */
  readonly receipt?: Receipt
  /**
   * Runs a check that costs much and answers `null` for a wrong guess of a secret, of which the caller's address has
   * only so many: then 429.
   */
  readonly guess: <T>(what: string, check: () => Promise<T | null>) => Promise<T | null>
  /** What was found wrong so far; the operation adds to it before it throws. */
  readonly problems: Problems
  /** Put behind the message when parameters are missing: why a body that came was not read. */
  readonly note: string
}

export interface Answer {
  readonly status: 200 | 201
  readonly body?: unknown
  /** The body where it is written as JSON already. */
  readonly json?: string
  /** Sent in place of the body as JSON. */
  readonly html?: string
  /** Fields of the header that are its own; what every answer varies by is added to its `vary`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Single records. */
  readonly id?: number
  /** Single records: the stored version. */
  readonly version?: number
  /** Single posts: the last change, UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly modified?: string
  /** Lists. */
  readonly totals?: { readonly total: number; readonly total_pages: number }
  /** True when a password opened the answer, so that no cache may keep it. */
  readonly secret?: boolean
}

export interface Endpoint {
  readonly methods: readonly Method[]
  /** Whether the caller may use the endpoint at all, before any record is looked at. */
  readonly allows: (caller: Caller) => boolean
  /** The fields that it takes beside the path, for the index and the documentation. */
  readonly schema?: (schemas: Site['schemas']) => z.ZodMiniObject
  /** Fields that count in a body alone: as parameters of the URL they mean something else, or get into logs. */
  readonly bodyOnly?: readonly string[]
  /** Those without which it answers 400. */
  readonly required?: readonly string[]
  /** Fields of the header that mean something to it, beside those that mean the same everywhere. */
  readonly headers?: readonly ('Idempotency-Key' | 'If-Match' | 'X-Event-Password')[]
  /** Whether it also answers with a page: for `format=html`, or when `Accept` would rather have one. */
  readonly hasPage?: boolean
  readonly run: (asked: Asked) => Promise<Answer>
  readonly about: About
}

export interface About {
  /** One word or two, unique: the operation in the documentation. */
  readonly operation: string
  readonly summary: string
  /** The schema of a successful answer, by the name that the documentation gives it. */
  readonly answer: AnswerName
  readonly success: 200 | 201
  /** The codes of refusals that are its own, beside those that every route can answer. */
  readonly errors: readonly ErrorCode[]
}

export interface Route {
  /** Below the namespace, such as `/events/:id`. */
  readonly path: string
  readonly tag: string
  readonly endpoints: readonly Endpoint[]
}

export const everybody = (): boolean => true
