import type { Deliver, RecordChange } from './changes.ts'
import type { CustomFields, Loose } from './custom-fields.ts'
import type {
  AttemptCounter,
  AuditEntry,
  Authenticate,
  FormerRecord,
  PartialOptions,
  PermalinkKind,
  PlainRequest,
  PlainResponse,
  Principal,
  RateLimitContext,
  SecurityScheme,
} from './hosts.ts'
import type { ImagesOptions } from './images.ts'
import type { Image, Status } from './records.ts'
import type { SourcesOptions } from './sources.ts'
import type { SuggestionsOptions } from './suggestions.ts'

/*
 * The options of `createEventsApi`.
 */

/** What `GET /me` tells pages for people who write events. */
export interface PageOptions {
  /**
   * The language of pages, and the order in which people write dates: a BCP 47 tag, such as `de-AT`. Default `en`, which
   * is American English. Throws `RangeError` for other texts.
   */
  locale?: string | undefined
  /** The first day of a week, from 0 for Sunday to 6 for Saturday. Default: as usual for `locale`. Throws `RangeError` for others. */
  startOfWeek?: number | undefined
  /** Where the host signs users in: an http(s) URL or a path from the root, such as `/login`. Throws `RangeError` for others. Pages add `return_to` with their own address. Default: none. */
  signIn?: string | undefined
  /** Where the host signs users out. Default: none. */
  signOut?: string | undefined
  /**
   * Whether others use the same device, so that pages keep nothing on it. A function decides for each caller. Default
   * false.
   */
  shared?: boolean | ((principal: Principal | null) => boolean | Promise<boolean>) | undefined
}

/** What `createEditor` of `kalends/editor` returns. */
export interface EditorPage {
  readonly handle: {
    readonly plain: (request: Request | PlainRequest) => Promise<PlainResponse | undefined>
  }
}

/** What `createMcp` of `kalends/mcp` needs of the API. */
export interface McpCalendar<Host = unknown> {
  readonly basePath: string
  readonly limits: Limits
  readonly now: () => Date
  readonly fetch: (request: Request, host?: Host) => Promise<Response>
  readonly as: (principal: Principal | null) => (request: Request, host?: Host) => Promise<Response>
}

/** What `createMcp` of `kalends/mcp` returns. */
export interface McpEndpoint<Host = unknown> {
  /** Where it is. The index names it. */
  readonly basePath: string
  readonly handle: {
    readonly plain: (request: Request | PlainRequest, host?: Host) => Promise<PlainResponse | undefined>
  }
  /** `handle.plain` on behalf of a user, as `api.as` is. */
  readonly as: (
    principal: Principal | null,
  ) => (request: Request | PlainRequest, host?: Host) => Promise<PlainResponse | undefined>
}

/** What `createSite` of `kalends/site` needs of the API. */
export interface SiteCalendar<Host = unknown> extends McpCalendar<Host> {
  readonly baseUrl: string | undefined
  readonly imageOrigins: readonly string[]
  readonly handle: (request: Request, host?: Host) => Promise<Response | undefined>
  readonly revision: (request: Request | PlainRequest, host?: Host) => Promise<string | number | undefined>
  readonly former: (kind: PermalinkKind, slug: string) => Promise<FormerRecord | undefined>
}

/** What `createSite` of `kalends/site` returns. */
export interface SitePages<Host = unknown> {
  /** The path of the page of a record; '' if it has none, such as a draft. */
  readonly pathOf: (kind: PermalinkKind, record: PermalinkRecord) => string
  readonly handle: {
    readonly plain: (request: Request | PlainRequest, host?: Host) => Promise<PlainResponse | undefined>
  }
}

export interface EventsApiOptions<Host = unknown, F extends CustomFields = CustomFields> extends PageOptions {
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
  /**
   * How clients authenticate, in the OpenAPI document at `/doc`, by names of letters, digits, `.`, `-` and `_`. A client
   * needs any one of them to write. Generated clients read it; it changes nothing else. Default: the HTTP schemes of
   * `authenticate.challenges`, `Bearer` if it has none; none without `authenticate`.
   */
  securitySchemes?: Readonly<Record<string, SecurityScheme>> | undefined
  /** Whether the ID is of a user who can be an author. Default: every ID is. */
  isAuthor?: ((id: number | string) => boolean | Promise<boolean>) | undefined
  /**
   * Finds the image for the field `image` of a client: an ID or an http(s) URL. `null` rejects it with 400. Default: a
   * URL is stored as given and never fetched, an ID is rejected.
   */
  resolveImage?: ((idOrUrl: number | string) => Image | null | Promise<Image | null>) | undefined
  /**
   * Images that are uploaded to `/media`, and named by their IDs in events, venues and organizers; see `docs/images.md`.
   * IDs of none of them go to `resolveImage`. Default: there is no `/media`.
   */
  images?: ImagesOptions | undefined
  /**
   * Calendars from elsewhere, which editors add and `api.pull` reads; see `docs/sources.md`. Default: there is no
   * `/sources`.
   */
  sources?: SourcesOptions | undefined
  /**
   * The image of events that have none: an http(s) URL, or all about the image. It is shown, and never stored: an event
   * whose answer is sent back whole still has none. Default: `image` is `false`. Throws `RangeError` for another address.
   */
  defaultImage?: string | Image | undefined
  /**
   * The public address of a record on the host's site: an absolute URL, or a path below `baseUrl`. Default: its page of
   * `site`; without `site` `{site}/event/{slug}/`, `/venue/{slug}/`, `/organizer/{slug}/`,
   * `/events/category/{parent}/{slug}/`, `/tag/{slug}/`; for posts that are not public `{site}/?post_type=…&p={id}`. The same record must always get the same address, because
   * responses are cached.
   */
  permalink?: ((kind: PermalinkKind, record: PermalinkRecord) => string) | undefined
  /**
   * The schema.org type of an organizer in `json_ld`, such as `'Person'` or `'MusicGroup'`. The same record must always
   * get the same type, because responses are cached. Default `'Organization'`. An answer that cannot be the name of a
   * type is an error of the host: 500, and told to `onError`.
   */
  organizerType?: ((organizer: DescribedOrganizer) => string) | undefined
  /** The currency of costs that name none. Default `{ code: 'USD', symbol: '$', position: 'prefix' }`. */
  currency?: PartialOptions<Currency> | undefined
  /** Which other origins may use the API in a browser. Default: none; no CORS header is sent. */
  cors?: CorsOptions | undefined
  /**
   * Whether `/embed.js` serves the script of `<kalends-list>` and `<kalends-month>`; see `docs/embed.md`. Pages of other
   * origins also need `cors`. Default false.
   */
  embed?: boolean | undefined
  /** Whether editors and administrators may import files by `POST /import`; see `docs/importing.md`. Default false. */
  import?: boolean | undefined
  /**
   * Whether the public may suggest events, and how; see `docs/suggestions.md`. All processes that write must agree on it.
   * Default: nobody can. Throws `TypeError` for an `author` that is no user ID.
   */
  suggestions?: SuggestionsOptions<Host> | undefined
  /**
   * Milliseconds for which reads by visitors may be answered from the cache without asking the storage whether another
   * process has written. What this API writes is seen at once, and what it has shown never goes back. Signed-in callers,
   * `/changes`, and requests with `Cache-Control: no-cache` are not affected. Nothing changes if `limits.cache` is 0.
   * Default 0: each read asks. See `docs/performance.md`.
   */
  freshness?: number | undefined
  /**
   * The page for people who write events, from `kalends/editor`: `editor: (api) => createEditor(api)`. It is at
   * `{api}/editor`; see `docs/editor.md`. Default: none.
   */
  editor?: ((api: { readonly basePath: string }) => EditorPage) | undefined
  /**
   * The endpoint for assistants, from `kalends/mcp`: `mcp: (api) => createMcp(api)`. It is at `{api}/mcp`; see
   * `docs/agents.md`. Default: none.
   */
  mcp?: ((api: McpCalendar<Host>) => McpEndpoint<Host>) | undefined
  /**
   * Pages for visitors, from `kalends/site`: `site: (api) => createSite(api)`. They are at `/events/`, `/event/…`,
   * `/venue/…` and `/organizer/…`; see `docs/site.md`. Default: none.
   */
  site?: ((api: SiteCalendar<Host>) => SitePages<Host>) | undefined
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
   * `deliver`, and which `GET /changes` and the revisions of records read. `api.deliver` removes those that are delivered
   * and older than `days` (1 to 36,500; `true` is 30 days). All processes that write must agree on it. Default false.
   */
  changes?: boolean | { readonly days: number } | undefined
  /** What `api.deliver` hands entries to, such as `webhooks` of `kalends/webhooks`. Needs `changes`. Default: none. */
  deliver?: Deliver | readonly Deliver[] | undefined
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

export interface PermalinkRecord {
  readonly id: number
  /** '' for a draft without a slug. */
  readonly slug: string
  /** Absent for terms. */
  readonly status?: Status
  /** Slugs from the top category down to the parent; empty for all but categories. */
  readonly ancestors: readonly string[]
}

/** What `organizerType` is asked about. */
export interface DescribedOrganizer {
  readonly id: number
  readonly slug: string
  /** HTML. */
  readonly organizer: string
  /** '' for none, like the two below. */
  readonly website: string
  readonly email: string
  readonly phone: string
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
   * Header fields that requests may carry beside Authorization, Content-Disposition, Content-Type, If-Match,
   * If-None-Match, Idempotency-Key, X-Event-Password, X-HTTP-Method-Override and X-WP-Nonce, and
   * X-Suggestion-Secret with the option `suggestions`.
   */
  readonly headers?: readonly string[] | undefined
  /** Seconds for which browsers may cache a preflight response. Default 600. */
  readonly maxAge?: number | undefined
}

export interface Limits {
  /** Bytes of a body, counted as it is read. Default 1,048,576. Beyond: 413. */
  readonly body: number
  /** Requests in one batch. Default 100. Beyond: 400. */
  readonly batch: number
  /** Bytes of the body of a batch. Default 8,388,608. Beyond: 413. Each request in it has the limit `body`, too. */
  readonly batchBody: number
  /** Bytes of all responses of a batch together. Default 8,388,608. Those that exceed it are 413, each in its place. */
  readonly batchBytes: number
  /** Bytes of a file that is imported. Default 10,485,760. Beyond: 413. */
  readonly import: number
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
  /** Suggestions of the public that wait for a decision. Default 500. Beyond: 429. */
  readonly pending: number
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
  /** Bytes of an image that is uploaded, and of each of its sizes. Default 33,554,432. Beyond: 413. */
  readonly image: number
  /**
   * Bytes of all images together that are being uploaded. Default 134,217,728. Beyond: 503 `rest_overloaded`, at once. One
   * image is always accepted. While it arrives, `timeout` limits only the wait for more of it.
   */
  readonly images: number
  /**
   * Bytes of all responses together that wait for their clients to read them. Default 134,217,728. Beyond: connections
   * are closed, first the one that has read nothing for the longest time. Used by the adapter for Node. Other hosts limit
   * this themselves.
   */
  readonly downloads: number
  /**
   * Bytes of all feeds together while they are made and sent. Feeds of up to 200 events, and those that are cached whole,
   * do not count. One that is sent to several clients counts once. Default 67,108,864. Beyond: 503 `rest_overloaded`, at
   * once. A single feed is always answered. What is sent counts with the adapter for Node only.
   */
  readonly feeds: number
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
