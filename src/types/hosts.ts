import type { ApiError } from '../errors.ts'

/*
 * Callers, and what API and host pass to each other: requests, responses, entries of a log.
 */

/**
 * - `administrator`, `editor`: read and write everything.
 * - `author`: writes own records in any status, and categories.
 * - `contributor`: writes own records until they are published. What it publishes becomes `pending`.
 * - `subscriber`: reads published and own records.
 */
export type Role = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber'

export interface Principal {
  /**
   * The user's ID in the host's own system. It becomes `author` of the user's records. A positive integer, or a text of 1
   * to 255 characters without white space, control characters, `<`, `>`, `&`, quotes and backslashes. Texts are compared
   * exactly. Digits count as the number: 7 and `'7'` are one user, and the API passes on 7.
   */
  readonly id: number | string
  readonly role: Role
  /** Shown to the user by pages such as the editor. Default: none. */
  readonly name?: string | undefined
}

/** Finds the caller of a request; see the option `authenticate`. */
export interface Authenticate<Host> {
  (request: Request, host: Host | undefined): Principal | null | Promise<Principal | null>
  /**
   * The schemes that a 401 names in `WWW-Authenticate` (RFC 9110, section 11.6.1), such as `Basic realm="Intranet"`.
   * Default `Bearer`.
   */
  readonly challenges?: readonly string[] | undefined
  /**
   * The same function for plain requests, which saves making a `Request`. If it exists, it is called instead.
   */
  readonly plain?: (
    request: PlainRequest,
    host: Host | undefined,
  ) => Principal | null | Promise<Principal | null>
}

/** A Security Scheme Object of OpenAPI 3.1. */
export type SecurityScheme = { readonly description?: string } & (
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: 'apiKey'; readonly in: 'cookie' | 'header' | 'query'; readonly name: string }
  | { readonly type: 'oauth2'; readonly flows: object }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
  | { readonly type: 'mutualTLS' }
)

/** Some of these options. `undefined` counts as absent. */
export type PartialOptions<T> = { readonly [K in keyof T]?: T[K] | undefined }

export interface Attempts {
  readonly count: number
  /** Seconds until the count is reset. */
  readonly seconds: number
}

/** Counts failed attempts. Share one between processes to count for all of them. */
export interface AttemptCounter {
  /**
   * Adds to the count of a key, atomically, and answers the new count. -1 takes an attempt back, but never below zero. 0
   * only reads. A count is reset a fixed time after its first attempt.
   */
  readonly add: (key: string, amount: -1 | 0 | 1) => Attempts | Promise<Attempts>
  readonly reset: (key: string) => unknown
}

/** The request that `rateLimit` decides about. */
export interface RateLimitContext<Host = unknown> {
  readonly request: Request
  readonly host: Host | undefined
  readonly principal: Principal | null
  /** `listEvents`, `createVenue` …: `operationId` of the OpenAPI document, without its endings. */
  readonly operation: string
  readonly isWrite: boolean
}

/** One response, for a log. It contains no secret: no query, no header field, no body. */
export interface AuditEntry {
  /** Arrival of the request: ISO 8601, UTC, with milliseconds. */
  readonly time: string
  /** Milliseconds until the response was ready. */
  readonly duration: number
  readonly method: string
  /** Of the URL, without its query. */
  readonly path: string
  /** As for `rateLimit`. `null` if the path or the method is unknown. */
  readonly operation: string | null
  /** `null`: a visitor, or rejected before authentication. */
  readonly principal: Principal | null
  /** HTTP status. */
  readonly status: number
  /** Of an error. */
  readonly code: ApiError['code'] | null
  /** The single record in the response. */
  readonly record: { readonly id: number; readonly version: number } | null
}

/** Whose slug it was. */
export interface FormerRecord {
  readonly id: number
  /** Whether it is in the trash. Otherwise it is public. */
  readonly isTrashed: boolean
}

export type PermalinkKind = 'event' | 'venue' | 'organizer' | 'category' | 'tag'

/**
 * The parts of a request that the API reads, for hosts where making a `Request` is expensive. Functions of the options,
 * such as `authenticate`, get the result of `toRequest`.
 */
export interface PlainRequest {
  /** As in `Request`: `GET`. */
  readonly method: string
  /** As in `Request`: absolute and normalized. */
  readonly url: string
  readonly headers: Pick<Headers, 'get' | 'has'>
  /** Fires when the client is gone. */
  readonly signal: AbortSignal
  readonly body: PlainBody | null
  /**
   * The platform's own `Request`, always the same one. From then on it shares `headers`, `signal` and `body`. If `body` was
   * used before, it has none.
   */
  toRequest(): Request
}

/** What the API uses of a `ReadableStream`. It is read once. */
export interface PlainBody {
  getReader(): { read(): Promise<BodyRead>; cancel(): Promise<void> }
}

/** A piece of a body, or its end. The types of Node, browsers and Bun call it by different names. */
export type BodyRead =
  | { readonly done: false; readonly value: Uint8Array }
  | { readonly done: true; readonly value?: Uint8Array | undefined }

/** `Uint8Array<ArrayBuffer>`, written so that TypeScript before 5.7, which has no such generic, compiles it as well. */
export type Bytes = ReturnType<InstanceType<typeof TextEncoder>['encode']>

/** The parts of a response. Several requests can share one, so nobody may change it. */
export interface PlainResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes | null
  /** The body of a file, instead of `body`. It is read once. */
  readonly stream?: ReadableStream<Uint8Array>
  /** To call when the body has been sent, or never will be; see `limits.feeds`. */
  readonly sent?: () => void
}
