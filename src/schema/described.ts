import type * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import type { AnswerName } from './answers.ts'
import type { Bodies } from './bodies.ts'
import type { Schemas } from './schemas.ts'

/*
 * The parts of a route's declaration that the index and the OpenAPI document use.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The schemas of queries and of bodies. */
export type AllSchemas = Schemas & Bodies

export interface DescribedEndpoint {
  readonly methods: readonly Method[]
  /** The fields of query and body. */
  readonly schema?: (schemas: AllSchemas) => z.ZodMiniObject
  /** Of a write: fields that belong in the query, because they are none of the record. */
  readonly query?: (schemas: AllSchemas) => z.ZodMiniObject
  /** Fields that must be sent. */
  readonly required?: readonly string[]
  /** Headers that this endpoint reads, without those that all endpoints read. */
  readonly headers?: readonly ('Idempotency-Key' | 'If-Match' | 'If-None-Match' | 'X-Event-Password')[]
  /** Whether there is also an HTML page: for `format=html`, or when `Accept` prefers one. */
  readonly hasPage?: boolean
  readonly about: AboutEndpoint
}

type MediaType = 'text/calendar' | 'application/rss+xml' | 'text/javascript'

export const isMediaType = (answer: AnswerName | MediaType): answer is MediaType => answer.includes('/')

export interface AboutEndpoint {
  /** Name of the operation: unique, one or two words. */
  readonly operation: string
  readonly summary: string
  /** Name of the schema of a success, or its media type if it is not JSON. */
  readonly answer: AnswerName | MediaType
  readonly success: 200 | 201
  /** Codes of the endpoint's own errors, without those that all routes have. */
  readonly errors: readonly ErrorCode[]
}

export interface DescribedRoute {
  /** Below the namespace, such as `/events/:id`. */
  readonly path: string
  readonly tag: string
  readonly endpoints: readonly DescribedEndpoint[]
}
