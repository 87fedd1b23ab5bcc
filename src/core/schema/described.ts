import type * as z from 'zod/mini'
import type { ErrorCode } from '../../errors.ts'
import type { Answers } from './answer-types.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Rules } from './rules.ts'

/*
 * The parts of a route's declaration that the index and the OpenAPI document use.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an endpoint reads from a request. */
export interface EndpointInputs {
  /** The fields of query and body. */
  readonly input?: (rules: Rules) => z.ZodMiniObject
  /** Of a write: fields that belong in the query, because they are none of the record. */
  readonly query?: (rules: Rules) => z.ZodMiniObject
  /** Fields that must be sent. */
  readonly required?: readonly string[]
  /** Headers that this endpoint reads, without those that all endpoints read. */
  readonly headers?: readonly (
    | 'Idempotency-Key'
    | 'If-Match'
    | 'If-Unmodified-Since'
    | 'If-None-Match'
    | 'X-Event-Password'
    // Of features.
    | `X-${string}`
  )[]
  /** Media types of the file that is its body, or the field `file` of a form. */
  readonly files?: readonly string[]
  /** Whether there is also an HTML page: for `format=html`, or when `Accept` prefers one. */
  readonly hasPage?: boolean
  /** The endpoint that carries out other requests, in JSON alone; see `http/batches/`. Its `run` is not called. */
  readonly isBatch?: boolean
}

export interface DescribedEndpoint extends EndpointInputs {
  readonly operation: string
  readonly methods: readonly Method[]
  readonly about: AboutEndpoint
}

type MediaType = 'image/*' | 'text/calendar' | 'application/rss+xml' | 'text/html' | 'text/javascript'

type AnswerName = keyof Answers

type Listed = `${AnswerName}[]`

/** An answer that is no component of the core: its name, and the schema of it, or of each that it lists. */
export interface OwnAnswer {
  readonly name: string
  readonly schema: JsonSchema
  readonly isList?: true
}

export const isMediaType = (answer: AboutEndpoint['answer']): answer is MediaType =>
  typeof answer === 'string' && answer.includes('/')

/** With `[]` for a list. */
export const nameOfAnswer = (answer: AboutEndpoint['answer']): string =>
  typeof answer === 'string' ? answer : `${answer.name}${answer.isList ? '[]' : ''}`

export interface AboutEndpoint {
  /** The heading that the operation is under. */
  readonly tag: string
  readonly summary: string
  /** Name of the schema of its body, if the core does not have it. */
  readonly inputName?: string
  /** Name of the schema of a success, with `[]` for a list of it; or its media type if it is not JSON. */
  readonly answer: AnswerName | Listed | MediaType | OwnAnswer
  readonly success: 200 | 201 | 207
  /** Codes of the endpoint's own errors, without those that all routes have. */
  readonly errors: readonly ErrorCode[]
}

export interface DescribedRoute {
  /** Below the namespace, such as `/events/:id`. */
  readonly path: string
  /** Whether the index leaves it out. */
  readonly isUnlisted?: true
  readonly endpoints: readonly DescribedEndpoint[]
}
