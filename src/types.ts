import type { ApiError } from './errors.ts'

/*
 * The public interface: the options, the API object, inputs and outputs.
 *
 * Times: `…_date` texts are `YYYY-MM-DD HH:MM:SS`. IDs are positive integers; events, venues and organizers share
 * one sequence, categories and tags another.
 */

// —— Callers —————————————————————————————————————————————————————————————————————————————————————————————————————

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

// —— Options ————————————————————————————————————————————————————————————————————————————————————————————————————————

/** Some of these options. `undefined` counts as absent. */
export type PartialOptions<T> = { readonly [K in keyof T]?: T[K] | undefined }

export interface EventsApiOptions<Host = unknown, F extends CustomFields = CustomFields> {
  /**
   * Path of the interface below `basePath`, without slashes at its ends. '' if `basePath` is the whole path. Default
   * `vendor/events/v1`. Throws `RangeError` for characters other than letters, digits, `-`, `.`, `_`, `~` and `/`.
   */
  namespace?: string | undefined
  /** Path under which the namespace is mounted, such as `/wp-json`. Default ''. Throws `RangeError` if no URL has this path. */
  basePath?: string | undefined
  /**
   * The beginning of every generated link: an origin, and a path if a proxy strips one. `basePath` and `namespace`
   * follow it. Default: the origin of each request. Set it if clients can choose the `Host` header. Otherwise a shared
   * cache can store links to a host of their choice. Throws `RangeError` for protocols other than http and https, and
   * for credentials, a query or a fragment.
   */
  baseUrl?: string | undefined
  /** Name of the calendar, in feeds and in the documentation. Default `Events`. */
  title?: string | undefined
  /** The site's time zone, an IANA name or `UTC±h[:mm]`. Default `UTC`. Throws `RangeError` when unknown. */
  timezone?: string | undefined
  /** The only clock. Default `() => new Date()`. */
  now?: (() => Date) | undefined
  /**
   * Finds the caller of a request. `null` is a visitor, who reads published records. For wrong credentials, throw
   * `new ApiError('rest_invalid_credentials')`; never answer `null`. Default: all callers are visitors, and nobody can
   * write.
   */
  authenticate?: Authenticate<Host> | undefined
  /** Whether the ID is of a user who can be an author. Default: every ID is. */
  isAuthor?: ((id: number | string) => boolean | Promise<boolean>) | undefined
  /**
   * Finds the image for the field `image` of a client: an ID or an http(s) URL. `null` rejects it with 400. Default: a
   * URL is stored as given and never fetched, an ID is rejected.
   */
  resolveImage?: ((idOrUrl: number | string) => Image | null | Promise<Image | null>) | undefined
  /**
   * The public address of a record on the host's site: an absolute URL. Default `{site}/event/{slug}/`,
   * `/venue/{slug}/`, `/organizer/{slug}/`, `/events/category/{parent}/{slug}/`, `/tag/{slug}/`; for posts that
   * are not public `{site}/?post_type=…&p={id}`. The same record must always get the same address, because
   * responses are cached.
   */
  permalink?: ((kind: PermalinkKind, record: PermalinkRecord) => string) | undefined
  /** The currency of costs that name none. Default `{ code: 'USD', symbol: '$', position: 'prefix' }`. */
  currency?: PartialOptions<Currency> | undefined
  /** Which other origins may use the API in a browser. Default: none; no CORS header is sent. */
  cors?: CorsOptions | undefined
  /**
   * Whether `/embed.js` serves the script of `<kalends-list>` and `<kalends-month>`; see `docs/embed.md`. Pages of other
   * origins also need `cors`. Default false.
   */
  embed?: boolean | undefined
  limits?: PartialOptions<Limits> | undefined
  /**
   * Fields of your own, for events, venues and organizers; see `docs/custom-fields.md`. Default: none. Throws `TypeError`
   * for a name that is not 1 to 64 letters, digits, `_` and `-` after a letter, and for a value that is no Standard Schema.
   */
  customFields?: F | undefined
  /**
   * Limits guesses at the passwords of events. `perUser` limits the guesses at one event from one address. Each process
   * counts by itself unless `attempts` is shared. See `docs/access.md`.
   */
  eventPasswords?: ThrottleOptions<Host> | undefined
  /**
   * Called after authentication, before the body is read. A number rejects the request with 429 and that many seconds
   * as `Retry-After`. `null` or `undefined` accepts it. Default: no limit.
   */
  rateLimit?:
    | ((context: RateLimitContext<Host>) => number | null | undefined | Promise<number | null | undefined>)
    | undefined
  /**
   * Called before each response is sent, errors included. The response does not wait for it, and its exceptions are
   * ignored.
   */
  audit?: ((entry: AuditEntry, host: Host | undefined) => void) | undefined
  /**
   * Called with the error behind every 500, 503 and 504 except `rest_overloaded`. The client learns nothing about the
   * error. If the request has the password of an event, `request` is a copy without password and body. Exceptions of
   * this function are ignored. Default: `console.error`. For errors of `onChange`, `request` is a GET of the record.
   */
  onError?: ((error: unknown, request: Request) => void) | undefined
  /**
   * Called after each commit of this process, once for each record that it changed; never before the commit. The calls
   * for one record are in order: each waits for the one before. Responses do not wait for it, and its errors go to
   * `onError`. If the process ends, calls that are due are lost. See `docs/changes.md`.
   */
  onChange?: Loose<(change: RecordChange<F>) => unknown> | undefined
  /**
   * Whether each commit also writes entries about what it changes, which `api.deliver` hands to the functions of
   * `deliver`, and which `GET /changes` reads. They are kept for 30 days, and until they are delivered. All processes that write must agree on it.
   * Default false.
   */
  changes?: boolean | undefined
  /** What `api.deliver` hands entries to, such as `webhooks` of `kalends/webhooks`. Needs `changes`. Default: none. */
  deliver?: Deliver | readonly Deliver[] | undefined
}

/**
 * Gets the changes of each record in order, each at least once. If it throws or rejects, the change and later ones of
 * the record wait for a retry, after 5 seconds at first and after a day at last.
 */
export interface Deliver {
  (change: DeliveredChange, context: DeliverContext): unknown
  /** The name under which its progress is stored. Default: its position in the list. */
  readonly progress?: string | undefined
  /** If it exists, these are called instead, each with its own progress. */
  readonly targets?: readonly Deliver[] | undefined
}

export type DeliveredChange = RecordChange & {
  /** Names the entry: the same in each delivery. */
  readonly entry: string
  /** When it was committed: ISO 8601, UTC. */
  readonly time: string
}

export interface DeliverContext {
  /** From 1 on. */
  readonly attempt: number
  readonly signal: AbortSignal
}

export interface DeliverOptions {
  /** Maximum number of deliveries. Default 100. */
  readonly limit?: number | undefined
  /** No delivery starts after it is aborted. */
  readonly signal?: AbortSignal | undefined
}

export interface Delivery {
  /** Changes that functions have done. */
  readonly delivered: number
  /** Changes that wait, of the function for which most wait. */
  readonly waiting: number
}

export type RecordChange<F extends CustomFields = CustomFields> =
  | ChangeOf<'event', Event<F>>
  | ChangeOf<'venue', Venue<F>>
  | ChangeOf<'organizer', Organizer<F>>
  | ChangeOf<'category' | 'tag', Term>

/** One change of one record. */
interface ChangeOf<K, R> {
  readonly kind: K
  readonly id: number
  readonly type: ChangeType
  /** The record as administrators read it. What it embeds, such as venues, is as it is now. `null` if it was created. */
  readonly before: R | null
  /** `null` if it was deleted. */
  readonly after: R | null
  /** Who changed it. `null`: time, such as for a scheduled publication. */
  readonly by: Principal | null
}

/** `trashed` and `restored`: into and out of the trash. `deleted`: removed for good. */
export type ChangeType = 'created' | 'changed' | 'trashed' | 'restored' | 'deleted'

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

export interface ThrottleOptions<Host> {
  /** Default `memoryAttempts()`. */
  readonly attempts?: AttemptCounter | undefined
  /** Failed attempts from one address before 429. Default 100. */
  readonly perAddress?: number | undefined
  /** Failed attempts for one user name from one address before 429. Default 10. */
  readonly perUser?: number | undefined
  /**
   * The client's IP address, without a port. Default: `ip` from the adapter. All clients without a known address count
   * as one. IPv6 addresses count by their first 64 bits, because one customer has all addresses behind them.
   */
  readonly address?: ((request: Request, host: Host | undefined) => string | undefined) | undefined
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

export type PermalinkKind = 'event' | 'venue' | 'organizer' | 'category' | 'tag'

export interface PermalinkRecord {
  readonly id: number
  /** '' for a draft without a slug. */
  readonly slug: string
  /** Absent for terms. */
  readonly status?: Status
  /** Slugs from the top category down to the parent; empty for all but categories. */
  readonly ancestors: readonly string[]
}

export interface Currency {
  /** ISO 4217 code, for json_ld. */
  readonly code: string
  readonly symbol: string
  readonly position: 'prefix' | 'postfix'
}

export interface CorsOptions {
  /**
   * `'*'` for every origin, or a list, such as `https://app.example`. Origins are compared exactly. Throws `RangeError`
   * for values that no browser sends, such as one with a path or a slash at its end.
   */
  readonly origin: '*' | readonly string[]
  /** Whether requests may have cookies. Needs a list of origins. Default false. */
  readonly credentials?: boolean | undefined
  /**
   * Header fields that requests may carry beside Authorization, Content-Type, If-Match, If-None-Match,
   * Idempotency-Key, X-Event-Password and X-HTTP-Method-Override.
   */
  readonly headers?: readonly string[] | undefined
  /** Seconds for which browsers may cache a preflight response. Default 600. */
  readonly maxAge?: number | undefined
}

export interface Limits {
  /** Bytes of a body, counted as it is read. Default 1,048,576. Beyond: 413. */
  readonly body: number
  /** Levels of nesting in a body. Default 32. Beyond: 400 `rest_invalid_json`. */
  readonly depth: number
  /** Bytes of a URL. Default 8,192. Beyond: 414. */
  readonly url: number
  /** Entries in one list of a parameter or field. Default 100. Beyond: 400. */
  readonly list: number
  /** Characters of a title, a name or a one-line field. Default 1,000. Beyond: 400. */
  readonly line: number
  /** Characters of a description or an excerpt. Default 200,000. Beyond: 400. */
  readonly text: number
  /** Records on a page. Default 50. A larger `per_page` counts as this. */
  readonly perPage: number
  /** Records before a page, `(page - 1) × per_page`. Default 1,000,000. Beyond: 400, if there are so many. */
  readonly offset: number
  /** Events of an iCalendar feed. Default 10,000. */
  readonly feed: number
  /**
   * Occurrences of a series that exist at the same time, those of the past not counted, and the greatest COUNT of a rule.
   * A new series gets as many of its past as remain. Default 1,000. A greater COUNT: 400.
   */
  readonly occurrences: number
  /** Requests that run at the same time. Default 256. Beyond: they wait. */
  readonly inFlight: number
  /** Requests in the queue. Default 10,000. Beyond: 503 `rest_overloaded`, at once. */
  readonly queue: number
  /**
   * Bytes of all incoming bodies together. Each counts as at least 16,384. A request has no slot while its body arrives,
   * so slow clients do not block others. Default 67,108,864. Beyond: 503 `rest_overloaded`, at once. A single body of the
   * size `body` is always accepted.
   */
  readonly uploads: number
  /**
   * Bytes of all responses together that wait for their clients to read them. Default 134,217,728. Beyond: connections
   * are closed, first the one that has read nothing for the longest time. Used by the adapter for Node. Other hosts limit
   * this themselves.
   */
  readonly downloads: number
  /**
   * Milliseconds until the response, the wait in the queue included. Default 30,000. Beyond: 504 `rest_timeout`. On Node,
   * also the longest time for which a client may read nothing of its response. Beyond: its connection is closed.
   */
  readonly timeout: number
  /**
   * Bytes of a response. Default 33,554,432. Beyond: 400 `rest_response_too_large`, before so much is in memory. A write
   * of an event with a larger response changes nothing.
   */
  readonly response: number
  /**
   * Bytes of the cache, approximately: responses to anonymous requests, and parts of responses. An entry is valid until a
   * commit that could change it. Default 16,777,216. 0 turns the cache off.
   */
  readonly cache: number
}

// —— Custom fields ————————————————————————————————————————————————————————————————————————————————————————————————

/** A schema of any library that follows Standard Schema (https://standardschema.dev), such as zod, valibot and arktype. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    /** Types only. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** Standard JSON Schema: for the documentation. May throw. */
    readonly jsonSchema?: { readonly input: ToJsonSchema; readonly output: ToJsonSchema } | undefined
  }
}

type ToJsonSchema = (options: { readonly target: 'draft-2020-12' }) => object

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/**
 * The option `customFields`: the schema of each field by its name. What the schema returns is stored, so it must be JSON.
 */
export interface CustomFields {
  readonly event?: Readonly<Record<string, StandardSchema | EventField>> | undefined
  readonly venue?: Readonly<Record<string, StandardSchema>> | undefined
  readonly organizer?: Readonly<Record<string, StandardSchema>> | undefined
}

export interface EventField {
  readonly schema: StandardSchema
  /** The property of iCalendar feeds that has the value, such as `X-CAPACITY`. Default: feeds do not have it. */
  readonly feed?: string | undefined
  /** Whether lists and feeds can be filtered by the value: `custom_fields[capacity]=120`. Default `false`. */
  readonly filter?: boolean | undefined
}

/** For calendars without custom fields. */
export type NoFields = Readonly<Record<never, never>>

/** `never` without fields of this kind. */
type Declared<F, K extends PropertyKey> = F extends { readonly [N in K]?: infer D }
  ? unknown extends D
    ? never
    : NonNullable<D>
  : never
type TypesOf<D> = D extends StandardSchema
  ? NonNullable<D['~standard']['types']>
  : D extends { readonly schema: infer S extends StandardSchema }
    ? NonNullable<S['~standard']['types']>
    : never

type Values<D> = { -readonly [N in keyof D]?: TypesOf<D[N]>['output'] }

/** `custom_fields` of an event. Fields without a value are absent. */
type EventValues<D> = [D] extends [never] ? never[] : string extends keyof D ? Values<D> | never[] : Values<D>

/** The member of venues and organizers. */
type LinkedValues<D> = [D] extends [never]
  ? unknown
  : string extends keyof D
    ? { custom_fields?: Values<D> }
    : { custom_fields: Values<D> }

/** What a schema accepts, or what it has returned: answers can be sent back. `null` removes the value. */
type SentValues<D> = [D] extends [never]
  ? readonly never[]
  :
      | readonly never[]
      | { readonly [N in keyof D]?: TypesOf<D[N]>['input'] | TypesOf<D[N]>['output'] | null | undefined }

/** Filters of a list of events by the fields that are declared with `filter: true`. */
export type FieldFilters<F extends CustomFields = CustomFields> = string extends keyof Declared<F, 'event'>
  ? { readonly [name: string]: FieldFilter<FieldValue> | undefined }
  : {
      readonly [N in FilteredNames<Declared<F, 'event'>>]?:
        | FieldFilter<Entry<TypesOf<Declared<F, 'event'>[N]>['output']> & FieldValue>
        | undefined
    }

type FilteredNames<D> = { [N in keyof D]: IsFiltered<D[N]> extends true ? N : never }[keyof D]
type FieldValue = string | number | boolean
type Entry<T> = T extends readonly (infer E)[] ? E : T
type IsFiltered<D> = D extends { readonly filter: infer B }
  ? [B] extends [false | undefined]
    ? false
    : true
  : false

/** A value, several of which events may have any, or a range with both its bounds. Of a list, an entry. */
export type FieldFilter<T> = T | readonly T[] | { readonly min?: T | undefined; readonly max?: T | undefined }

/** The function, compared like a method: an API with custom fields is also an `EventsApi` of unknown fields. */
type Loose<T extends (...parameters: never[]) => unknown> = {
  of(...parameters: Parameters<T>): ReturnType<T>
}['of']

// —— The API object ——————————————————————————————————————————————————————————————————————————————————————————————

export interface EventsApi<Host = unknown, F extends CustomFields = CustomFields> {
  /** Always answers; 404 for paths that are not under this API. Never rejects. Needs no `this`. */
  readonly fetch: ApiFunction<Host, Response, PlainResponse>
  /** Like `fetch`, but `undefined` for paths that are not under this API, so that the embedding app can answer them. */
  readonly handle: ApiFunction<Host, Response | undefined, PlainResponse | undefined>
  /**
   * `fetch` on behalf of a user, for your own code: scripts, jobs and server actions. `authenticate` is not called, so the
   * request needs no credentials and no `Origin`. The rights of the user, `rateLimit` and `audit` apply. Pass no request
   * from outside to it. `null` is a visitor. Throws `TypeError` for other values.
   */
  readonly as: (principal: Principal | null) => (request: Request, host?: Host) => Promise<Response>
  /**
   * Creates many events on behalf of a user, several in one commit: for imports. The rules are those of a create by that
   * user; `rateLimit` and `audit` are not called. The results are in the order of the events. Each event is written
   * whole, with its new venues, organizers and terms, or not at all. Rejects if the storage fails: then some events may
   * be written, and with idempotency keys the call can be repeated. Throws `TypeError` for values that are no principal.
   */
  readonly createEvents: Loose<
    (principal: Principal | null, events: readonly NewEvent<F>[]) => Promise<readonly CreatedEvent[]>
  >
  /**
   * Hands changes to the functions of the option `deliver`. Call it again and again: by a timer, a cron job, or after a
   * response. Calls at the same time share the work, also of several processes. Rejects without the option `changes`.
   */
  readonly deliver: (options?: DeliverOptions) => Promise<Delivery>
  /**
   * Deletes events, venues and organizers for good that have been in the trash for longer than `olderThan` days, the
   * oldest first. Nothing calls it by itself. Calls at the same time, also of several processes, do no harm. Throws
   * `TypeError` or `RangeError` for other options.
   */
  readonly purge: (options: PurgeOptions) => Promise<Purged>
  /** Prepares the storage. Safe on every start. */
  readonly migrate: () => Promise<void>
  /** Path under which the API answers: `basePath` and namespace, such as `/wp-json/vendor/events/v1`. */
  readonly basePath: string
  /** The limits in force: those of the options, and the defaults of the others. */
  readonly limits: Limits
  /**
   * Ends this calendar: later requests, and those that still run, get 503. The client of the database stays open, because
   * it belongs to the host.
   */
  readonly close: () => Promise<void>
  /** Types only: `createClient<typeof api>` takes the custom fields from it. */
  readonly '~fields'?: F | undefined
}

export interface PurgeOptions {
  /** Days since the record was moved to the trash, or was changed there: 0 to 100,000, also parts of days. */
  readonly olderThan: number
  /** Records of one call, at most. Default 100. A series counts as one, with all its occurrences. */
  readonly limit?: number | undefined
  /** Ends the call after the current record. */
  readonly signal?: AbortSignal | undefined
}

export interface Purged {
  /** The number of records that were removed, occurrences of series included. */
  readonly removed: number
  /** Whether there is more to remove. Then call it again. */
  readonly more: boolean
}

export interface NewEvent<F extends CustomFields = CustomFields> {
  readonly event: EventInput<F>
  /** As the header field `Idempotency-Key`: an event with the same key is created once, also by later calls. */
  readonly idempotencyKey?: string | undefined
  /** The UID that the event has elsewhere. Feeds show it. Default: `event-{id}@{host}`. */
  readonly uid?: string | undefined
}

/** The ID of the new event, or why there is none. */
export type CreatedEvent =
  | { readonly id: number; readonly error?: undefined }
  | { readonly error: ApiError; readonly id?: undefined }

export interface ApiFunction<Host, R, P> {
  (request: Request, host?: Host): Promise<R>
  /**
   * The same with plain requests and responses, for hosts such as the Node adapter. It is a property of the function, so
   * that a wrapper around the function is not bypassed.
   */
  readonly plain?: (request: Request | PlainRequest, host?: Host) => Promise<P>
}

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
type Bytes = ReturnType<InstanceType<typeof TextEncoder>['encode']>

/** The parts of a response. Several requests can share one, so nobody may change it. */
export interface PlainResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes | null
}

/** The body of an error. */
export interface ErrorBody {
  code: ApiError['code']
  message: string
  /** `status` repeats the HTTP status. */
  data: {
    status: number
    /** The names of missing parameters, or what is wrong with each parameter. */
    params?: string[] | Record<string, string>
    /** Always empty. Existing clients expect it beside `params`. */
    details?: never[]
    /** With `term_exists`: ID of the term with the name. */
    term_id?: number
  }
}

// —— Inputs ——————————————————————————————————————————————————————————————————————————————————————————————————————

export type Status = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'

/**
 * `true`, `false`, 1, 0, and the same as text in any case. `null` is rejected with 400: responses show it where a password
 * hides a flag, and sending such a record back would clear the flag.
 */
export type Flag = boolean | 0 | 1 | string | null

interface PostInput {
  /** ID of a user. Other users need the right to edit the records of others. */
  author?: number | string | undefined
  /** Publication date, site time. Any date text that `docs/dates.md` lists. */
  date?: string | undefined
  /** Publication date, UTC. Each of the two dates follows from the other. */
  date_utc?: string | undefined
  /** HTML, sanitized. '' or null clears it. */
  description?: string | null | undefined
  status?: Status | undefined
  slug?: string | undefined
  /** ID, http(s) URL, or the image of a response. '', false or null clears it. */
  image?: string | number | Image | false | null | undefined
}

/** In an update every field is optional. Absent fields keep their values. */
export interface EventInput<F extends CustomFields = CustomFields> extends PostInput {
  /** HTML: inline elements without links; not blank. */
  title: string
  /** In the event's zone, unless the text names an offset or zone of its own. */
  start_date: string
  /** Not before the start. */
  end_date: string
  /**
   * As in responses. When the clock shows `start_date` twice, it selects one of the two instants. Ignored when it does not
   * match `start_date` and `timezone`.
   */
  utc_start_date?: string | undefined
  /** The same for `end_date`. */
  utc_end_date?: string | undefined
  excerpt?: string | null | undefined
  /** IANA name or `UTC±h[:mm]`. '' is the zone of the site. */
  timezone?: string | undefined
  /** Extends the event from 00:00:00 on its first day to 23:59:59 on its last day. */
  all_day?: Flag | undefined
  /** Number, text such as `$10 - $25` or `Free`, or a list of these; '' or null for none. */
  cost?: string | number | readonly (string | number)[] | false | null | undefined
  website?: string | false | 0 | readonly never[] | null | undefined
  show_map?: Flag | undefined
  show_map_link?: Flag | undefined
  hide_from_listings?: Flag | undefined
  sticky?: Flag | undefined
  featured?: Flag | undefined
  ticketed?: Flag | undefined
  /** ID of another event. 0 for none. */
  post_parent?: number | string | null | undefined
  /** How the event repeats. `null` makes a series an ordinary event. */
  recurrence?: RecurrenceInput | null | undefined
  /** Readers need it from now on. '' or null removes it. Never shown. */
  password?: string | null | undefined
  /** IDs or names, as a list or separated by commas; unknown names are created. */
  categories?: TermsInput | undefined
  tags?: TermsInput | undefined
  /** ID, list of IDs, fields of a new one, or a list of both. */
  venue?: LinkedInput<VenueInput<F>> | undefined
  organizer?: LinkedInput<OrganizerInput<F>> | undefined
  /** By name. Absent fields keep their values, `null` removes one. */
  custom_fields?: SentValues<Declared<F, 'event'>> | undefined
}

/** Times are wall clocks in the event's zone. Members that are absent in an update keep their values. */
export interface RecurrenceInput {
  /** RFC 5545, section 3.3.10, with FREQ from DAILY to YEARLY: `FREQ=WEEKLY;BYDAY=TU`. A create needs it. */
  rrule?: string | undefined
  /** Dates without an occurrence: `YYYY-MM-DD`, or with ` HH:MM`. */
  exdate?: readonly string[] | undefined
  /** Further dates: `YYYY-MM-DD` at the time of the event, or with ` HH:MM`. */
  rdate?: readonly string[] | undefined
}

/** An object names a term by its ID, like the terms in responses. */
export type TermsInput = TermInput | readonly TermInput[] | false | null
type TermInput = string | number | { id: number | string }
export type LinkedInput<T> =
  | string
  | number
  | (T | { id: number | string })
  | readonly (string | number | T | { id: number | string })[]
  | false
  | null

export interface VenueInput<F extends CustomFields = CustomFields> extends PostInput {
  venue: string
  address?: string | null | undefined
  city?: string | null | undefined
  country?: string | null | undefined
  province?: string | null | undefined
  state?: string | null | undefined
  stateprovince?: string | null | undefined
  zip?: string | null | undefined
  phone?: string | null | undefined
  website?: string | null | undefined
  /** A boolean, or text: `1`, `true`, `yes`, `y`, `on`, `enable`, `enabled` switch on, all other text off. Default on. */
  show_map?: boolean | string | null | undefined
  show_map_link?: boolean | string | null | undefined
  /** Degrees, -90 to 90. */
  geo_lat?: number | string | null | undefined
  /** Degrees, -180 to 180. */
  geo_lng?: number | string | null | undefined
  custom_fields?: SentValues<Declared<F, 'venue'>> | undefined
}

export interface OrganizerInput<F extends CustomFields = CustomFields> extends PostInput {
  organizer: string
  phone?: string | null | undefined
  website?: string | null | undefined
  email?: string | null | undefined
  custom_fields?: SentValues<Declared<F, 'organizer'>> | undefined
}

export interface TagInput {
  /** Plain text, not blank. */
  name: string
  description?: string | null | undefined
  slug?: string | undefined
}

export interface CategoryInput extends TagInput {
  /** ID of a category; 0 or null for none. */
  parent?: number | string | null | undefined
}

// —— Outputs —————————————————————————————————————————————————————————————————————————————————————————————————————

export interface ImageSize {
  width: number
  height: number
  'mime-type': string
  filesize?: number
  url: string
}

/** Numbers are 0 when they are not known, such as for a URL without `resolveImage`. */
export interface Image {
  url: string
  id: number
  extension: string
  width: number
  height: number
  filesize: number
  sizes?: Record<string, ImageSize>
}

/** Each part zero-padded. */
export interface DateDetails {
  year: string
  month: string
  day: string
  hour: string
  minutes: string
  seconds: string
}

export interface CostDetails {
  currency_symbol: string
  currency_code: string
  currency_position: '' | 'prefix' | 'postfix'
  /** Amounts as written, ascending; a text without amounts as its slug. */
  values: string[]
}

export interface TermUrls {
  self: string
  collection: string
  /** The parent. */
  up?: string
}

/** A category or tag on its own. */
export interface Term {
  id: number
  /** Published events. */
  count: number
  description: string
  /** HTML: escaped plain text. */
  name: string
  slug: string
  taxonomy: 'tribe_events_cat' | 'post_tag'
  /** Categories only; 0 for none. */
  parent?: number
  meta: never[]
  url: string
  urls: TermUrls
}

/** A category or tag inside an event. */
export interface EmbeddedTerm {
  id: number
  name: string
  slug: string
  taxonomy: 'tribe_events_cat' | 'post_tag'
  description: string
  parent: number
  count: number
  urls: TermUrls
}

interface Linked {
  id: number
  /** A number, as text. */
  author: string
  status: Status
  /** Site time. */
  date: string
  /** `0000-00-00 00:00:00` for a draft that was never published. */
  date_utc: string
  modified: string
  modified_utc: string
  url: string
  description?: string
  slug?: string
  image?: Image
  phone?: string
  website?: string
  json_ld?: Record<string, unknown>
  global_id: string
  global_id_lineage: string[]
}

/** Keys with an empty value are absent, except `custom_fields`. */
export type Venue<F extends CustomFields = CustomFields> = PlainVenue & LinkedValues<Declared<F, 'venue'>>

/** Keys with an empty value are absent, except `custom_fields`. */
export type Organizer<F extends CustomFields = CustomFields> = PlainOrganizer &
  LinkedValues<Declared<F, 'organizer'>>

export interface PlainVenue extends Linked {
  venue: string
  address?: string
  city?: string
  country?: string
  province?: string
  state?: string
  zip?: string
  stateprovince?: string
  geo_lat?: number
  geo_lng?: number
  show_map: boolean
  show_map_link: boolean
}

export interface PlainOrganizer extends Linked {
  organizer: string
  email?: string
}

/** Flags are `null` when a password hides them. */
export interface Event<F extends CustomFields = CustomFields> {
  id: number
  global_id: string
  global_id_lineage: string[]
  /** A number, as text. */
  author: string
  status: Status
  date: string
  date_utc: string
  modified: string
  modified_utc: string
  url: string
  rest_url: string
  title: string
  description: string
  excerpt: string
  slug: string
  image: Image | false
  all_day: boolean | null
  /** Wall clock in the event's zone. */
  start_date: string
  start_date_details: DateDetails
  end_date: string
  end_date_details: DateDetails
  utc_start_date: string
  utc_start_date_details: DateDetails
  utc_end_date: string
  utc_end_date_details: DateDetails
  timezone: string
  timezone_abbr: string
  cost: string
  cost_details: CostDetails
  website: string
  show_map: boolean | null
  show_map_link: boolean | null
  hide_from_listings: boolean | null
  sticky: boolean | null
  featured: boolean | null
  ticketed: boolean | null
  post_parent: number
  categories: EmbeddedTerm[]
  tags: EmbeddedTerm[]
  /** An object for one, `[]` for none, a list for several. */
  venue: Venue<F> | Venue<F>[]
  organizer: Organizer<F>[]
  /** `[]` for calendars without custom fields. */
  custom_fields: EventValues<Declared<F, 'event'>>
  /** Only of a series. */
  recurrence?: Recurrence
  /** Only of an occurrence, an event of the series `post_parent`: the start that the rule names. */
  recurrence_id?: string
  /** Only of an occurrence: the fields that do not follow the series. */
  overrides?: string[]
  /** Single reads only. */
  json_ld?: Record<string, unknown>
}

/** How a series repeats. */
export interface Recurrence {
  rrule: string
  exdate: string[]
  rdate: string[]
  /** The number of occurrences that exist now. */
  count: number
  /** Only while occurrences remain to be made or changed: the storage cannot take all of them at once. */
  unfinished?: true
}

interface Page {
  rest_url: string
  /** Only if a page follows. */
  next_rest_url?: string
  /** Only on later pages than the first. */
  previous_rest_url?: string
  total: number
  total_pages: number
}

export interface EventList<F extends CustomFields = CustomFields> extends Page {
  events: Event<F>[]
}
export interface VenueList<F extends CustomFields = CustomFields> extends Page {
  venues: Venue<F>[]
}
export interface OrganizerList<F extends CustomFields = CustomFields> extends Page {
  organizers: Organizer<F>[]
}
export interface CategoryList extends Page {
  categories: Term[]
}
export interface TagList extends Page {
  tags: Term[]
}
export interface ChangeList<F extends CustomFields = CustomFields> {
  changes: SyncedChange<F>[]
  /** On every page but the last. */
  next_rest_url?: string
  /** On the last page: for the next sync. */
  sync_token?: string
}
/** A record as it is now. `deleted`: it is gone, or the caller may not read it any more. */
export type SyncedChange<F extends CustomFields = CustomFields> =
  | { kind: PermalinkKind; id: number; deleted: true }
  | { kind: 'event'; id: number; event: Event<F> }
  | { kind: 'venue'; id: number; venue: Venue<F> }
  | { kind: 'organizer'; id: number; organizer: Organizer<F> }
  | { kind: 'category'; id: number; category: Term }
  | { kind: 'tag'; id: number; tag: Term }
