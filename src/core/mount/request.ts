import type { Problems } from '../../errors.ts'
import type { Conditions } from '../domain/conditions.ts'
import type { Reader } from './site.ts'

/** Fields of a request by name. They come from clients, so their values can be anything. */
export type Params = Record<string, unknown>

/** A file of a body. */
export interface UploadedFile {
  /** Of the field. */
  readonly name: string
  /** As the client calls the file. '' if it does not. */
  readonly filename: string
  readonly bytes: Uint8Array
}

/** Everything that an operation knows about its request. Made once per request, after authentication. */
export interface RequestContext extends Reader {
  /**
   * The record in the path: by ID or by slug. Empty for collections. With an ID, `slug` is what follows it: the name of a
   * file, or the number of a state.
   */
  readonly path: { readonly id?: string; readonly slug?: string }
  /** Name of the operation, as in the documentation. '' where no request asks for one. */
  readonly operation: string
  /** Fields of the query and of the body. The body wins. */
  readonly params: Params
  /** Faults found so far. An operation adds its own, then throws them together. */
  readonly problems: Problems
  /** Empty where no request asks for the operation. */
  readonly client: Client
  /**
   * The storage's revision, now or at some time since the request arrived; `undefined` when the storage has no revision
   * or caching is off.
   */
  readonly revision: () => Promise<string | number | undefined>
  /** Limits the size of the answer to a read. */
  readonly size: SizeLimit
  /**
   * Ends a slice of long work: other requests run before it resolves. `bytes`: how much more memory the answer takes since
   * the last slice. Rejects when nobody waits for the answer any more, and with 503 when all long answers take too much.
   */
  readonly slice: (bytes?: number) => Promise<void>
}

/** What few operations need of a request, beside its path and its fields: conditions, other header fields, files. */
export interface Client extends Conditions {
  /** '' without one. */
  readonly accept?: string
  /** `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined
  /** Of an upload. */
  readonly files?: readonly UploadedFile[] | undefined
  /**
   * Runs a slow check of a secret; `check` answers `null` for a wrong one. Equal guesses at the same time share one
   * check. Throws 429 after too many wrong guesses from the client's address.
   */
  readonly guess?: (what: string, secret: string, check: () => Promise<true | null>) => Promise<true | null>
  /** Of endpoints with `isFromPublic`. */
  readonly asked?: Asked | undefined
}

/** What endpoints for who is no user need of their request. */
export interface Asked {
  /** The client's address, as guesses at passwords are counted. */
  readonly address: () => Promise<string>
  /** The request with its body, for a function of the host. */
  readonly copy: () => Request
  readonly host: unknown
  /** A header field; '' without one. */
  readonly header: (name: string) => string
  /** Passes an error of the host's functions on. */
  readonly report: (error: unknown) => void
}

/** Counts characters against the size limit of an answer. Both methods throw when the limit is exceeded. */
export interface SizeLimit {
  /** Counts the stored data of a record that the answer shows. */
  readonly load: (data: string) => void
  /** Counts parts of the answer. */
  readonly write: (...parts: readonly string[]) => void
}

/** A text that is too long to be made at once: as UTF-8, with its `BodyHash`. */
export interface LongText {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly hash: string
}

/**
 * What is answered. An operation answers records (`domain/records/views.ts`); the format that its route names writes them as
 * text.
 */
export interface Answer<T> {
  readonly status: 200 | 201 | 202 | 207
  readonly content: T
  /** Header fields of this answer. Its `vary` is extended by what all answers vary by. */
  readonly headers?: Readonly<Record<string, string>>
  /** Single records. */
  readonly id?: number
  /** Single records: the stored version. */
  readonly version?: number
  /** Single posts: the last change, UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly modified?: string
  /** Lists. */
  readonly totals?: { readonly total: number; readonly total_pages: number }
  /** True for an answer that is no representation of what the URL names. It has no ETag. */
  readonly isReport?: boolean
  /** True when a password opened the answer. Such an answer is never cached. */
  readonly secret?: boolean
}
