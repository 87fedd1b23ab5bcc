import type {
  CategoryInput,
  CustomFields,
  ErrorBody,
  Event,
  EventInput,
  NoFields,
  Organizer,
  OrganizerInput,
  TagInput,
  Term,
  Venue,
  VenueInput,
} from '../types/index.ts'
import { ask, type RequestOptions, type Send } from './request.ts'

/** In place of an ID: what the request with this `id`, earlier in the batch, has created. */
export interface BatchReference {
  readonly $ref: string
}

type Referring = 'venue' | 'organizer' | 'categories' | 'tags' | 'image' | 'post_parent' | 'parent'

type WithReferences<I> = {
  readonly [N in keyof I]?:
    | I[N]
    | (N extends Referring
        ? BatchReference | readonly (BatchReference | Exclude<I[N], readonly unknown[] | null | undefined>)[]
        : never)
}

interface Inputs<F extends CustomFields> {
  readonly events: EventInput<F>
  readonly venues: VenueInput<F>
  readonly organizers: OrganizerInput<F>
  readonly categories: CategoryInput
  readonly tags: TagInput
}

interface Part {
  /** Other requests name it by this: 1 to 64 letters, digits, `_` and `-`. */
  readonly id?: string | undefined
  /** Other headers are refused: the credentials are those of the batch. */
  readonly headers?:
    | {
        readonly [N in
          | 'If-Match'
          | 'If-Unmodified-Since'
          | 'If-None-Match'
          | 'If-Modified-Since'
          | 'Idempotency-Key'
          | 'X-Event-Password']?: string | undefined
      }
    | undefined
}

/**
 * One request of a batch. `path` is below the root of the API; a segment `$new` is the ID of what the request `new` has
 * created. `method`: default `POST`.
 */
export type BatchRequest<F extends CustomFields = CustomFields> =
  | {
      readonly [C in keyof Inputs<F>]: Part & {
        readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
        readonly path: `/${C}` | `/${C}${'/' | '?'}${string}`
        readonly body?: WithReferences<Inputs<F>[C]> | undefined
      }
    }[keyof Inputs<F>]
  | (Part & { readonly method: 'GET'; readonly path: `/${string}`; readonly body?: undefined })

export interface BatchOptions extends RequestOptions {
  /** All requests take effect, as one commit, or none. Default `false`: each stands alone. */
  readonly atomic?: boolean | undefined
  /** `require-all-validate`: none is carried out if one of them would be refused; then the others are `null`. */
  readonly validation?: 'normal' | 'require-all-validate' | undefined
  /** Makes retries safe: writes that were carried out are answered as they were. At most 240 characters. */
  readonly idempotencyKey?: string | undefined
}

interface Records<F extends CustomFields> {
  readonly events: Event<F>
  readonly venues: Venue<F>
  readonly organizers: Organizer<F>
  readonly categories: Term
  readonly tags: Term
}

type Base<P> = P extends `${infer B}?${string}` ? B : P

/** What a success answers: the record, or `unknown` for lists and other paths. */
type BodyOf<R, F extends CustomFields> = R extends { readonly path: infer P }
  ? Base<P> extends `/${infer C}/${string}`
    ? C extends keyof Records<F>
      ? Records<F>[C]
      : unknown
    : Base<P> extends `/${infer C}`
      ? R extends { readonly method: 'GET' }
        ? unknown
        : C extends keyof Records<F>
          ? Records<F>[C]
          : unknown
      : unknown
  : unknown

type Refused = 400 | 401 | 403 | 404 | 405 | 410 | 412 | 413 | 414 | 422 | 424 | 429 | 500 | 503 | 504

/** The response to one request of a batch. Names of headers are in lower case. */
export type BatchResponse<T = unknown> = { readonly headers: Readonly<Record<string, string>> } & (
  | { readonly status: 200 | 201; readonly body: T }
  | { readonly status: 304; readonly body: null }
  | { readonly status: Refused; readonly body: ErrorBody }
)

type Missing<O> = O extends { readonly validation: 'require-all-validate' } ? null : never

type Answers<R, O, F extends CustomFields> = {
  -readonly [I in keyof R]: BatchResponse<BodyOf<R[I], F>> | Missing<O>
}

/**
 * Sends many requests as one. Resolves to their responses, in order, also if some of them are refused. Rejects with a
 * `ClientError` when the batch itself is.
 */
export type Batch<F extends CustomFields = CustomFields> = <
  const R extends readonly BatchRequest<F>[],
  const O extends BatchOptions = NoFields,
>(
  requests: R,
  options?: O,
) => Promise<Answers<R, O, F>>

export const createBatch =
  (send: Send): Batch =>
  async <R, O extends BatchOptions>(requests: R, options?: O) => {
    const { atomic, validation, idempotencyKey }: BatchOptions = options ?? {}
    const body = { atomic, validation, requests }
    const fields = { 'idempotency-key': idempotencyKey }
    const call = { method: 'POST', path: '/batch', body, fields } as const
    const { responses } = await ask<{ responses: Answers<R, O, CustomFields> }>(
      send,
      call,
      options,
      'responses',
    )
    return responses
  }
