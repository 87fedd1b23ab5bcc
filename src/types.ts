import type { ThrottleOptions } from './access/throttle.ts'
import type { ApiError } from './errors.ts'

/*
 * The public story: what a host passes in, what it gets, what goes in and out of the interface.
 *
 * Times: `…_date` texts are `YYYY-MM-DD HH:MM:SS`. IDs are positive integers; events, venues and organizers share
 * one sequence, categories and tags another.
 */

// —— Who asks ————————————————————————————————————————————————————————————————————————————————————————————————

/**
 * - `administrator`, `editor`: read and write everything.
 * - `author`: writes own records in any status, and categories.
 * - `contributor`: writes own records until they are published; what it wants published waits as `pending`.
 * - `subscriber`: reads what everyone reads, and own records.
 */
export type Role = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber'

export interface Principal {
  /** The user's ID in the host's own system, a positive integer; `author` of what the user creates. */
  readonly id: number
  readonly role: Role
}

// —— What a host passes in ———————————————————————————————————————————————————————————————————————————————————

export interface EventsApiOptions<Host = unknown> {
  /** Path of the interface below `basePath`, without slashes at its ends. Default `vendor/events/v1`. */
  namespace?: string
  /** Path under which the namespace is mounted, such as `/wp-json`. Default ''. */
  basePath?: string
  /**
   * Origin, with a path if a proxy strips one, that every generated link begins with; `basePath` and `namespace`
   * follow it. Default: the origin of each request. Set it where clients can choose the `Host` header: a shared
   * cache would otherwise keep links to a host of their choosing.
   */
  baseUrl?: string
  /** The site's time zone, an IANA name or `UTC±h[:mm]`. Default `UTC`. Throws `RangeError` when unknown. */
  timezone?: string
  /** The only clock. Default `() => new Date()`. */
  now?: () => Date
  /**
   * Says who asks. `null` is a visitor, who reads what is published. Wrong credentials are refused by throwing
   * `new ApiError('rest_invalid_credentials')`, never by answering `null`. Default: everybody is a visitor, and
   * nobody can write.
   */
  authenticate?: (request: Request, host: Host | undefined) => Principal | null | Promise<Principal | null>
  /** Whether a user exists who can be made an author. Default: every positive integer is one. */
  isAuthor?: (id: number) => boolean | Promise<boolean>
  /**
   * Maps what a client sends as `image`, an ID or an http(s) URL, to the image that answers show; `null` refuses
   * it with 400. Default: a URL is stored as given and never fetched, an ID is refused.
   */
  resolveImage?: (idOrUrl: number | string) => Image | null | Promise<Image | null>
  /**
   * The public address of a record on the host's site: an absolute URL. Default `{site}/event/{slug}/`,
   * `/venue/{slug}/`, `/organizer/{slug}/`, `/events/category/{parent}/{slug}/`, `/tag/{slug}/`; for posts that
   * are not public `{site}/?post_type=…&p={id}`. The same record must have the same address: what answers show of it
   * is kept.
   */
  permalink?: (kind: PermalinkKind, record: PermalinkRecord) => string
  /** How a cost without a currency of its own is shown. Default `{ code: 'USD', symbol: '$', position: 'prefix' }`. */
  currency?: Partial<Currency>
  /** Who may ask from other origins in a browser. Default: nobody; no CORS header is sent. */
  cors?: CorsOptions
  limits?: Partial<Limits>
  /**
   * How guesses of the passwords of events are throttled: `perUser` counts those of one event from one address. The
   * counts are of this process unless `attempts` is shared. See `docs/access.md`.
   */
  eventPasswords?: ThrottleOptions<Host>
  /**
   * Asked once it is known who asks for what, before a body is read and before any work. A number refuses with 429
   * and that many seconds as `Retry-After`; `null` or nothing lets the request go on. Default: no limit.
   */
  rateLimit?: (asked: RateLimited<Host>) => number | null | undefined | Promise<number | null | undefined>
  /**
   * Told of every answer, refusals too, before it is sent. It is not waited for, and an exception of its own is
   * ignored. Default: nothing is told.
   */
  audit?: (entry: AuditEntry, host: Host | undefined) => void
  /**
   * Told of every 500, 503 and 504 with the error as it was thrown, but not of `rest_overloaded`. Nothing of it goes
   * to the client. Where the request carries the password of an event, it is a copy without that, and without a body.
   * Default: nothing is told. An exception of its own is ignored.
   */
  onError?: (error: unknown, request: Request) => void
}

/** What `rateLimit` decides by. */
export interface RateLimited<Host = unknown> {
  readonly request: Request
  readonly host: Host | undefined
  readonly principal: Principal | null
  /** `listEvents`, `createVenue` …: `operationId` of the OpenAPI document, without its endings. */
  readonly operation: string
  readonly isWrite: boolean
}

/** One answer, as a line of a log of who did what. No secret is in it: no query, no header field, no body. */
export interface AuditEntry {
  /** When the request came: ISO 8601, UTC, with milliseconds. */
  readonly time: string
  /** Milliseconds until the answer was ready. */
  readonly duration: number
  readonly method: string
  /** Of the URL, without its query. */
  readonly path: string
  /** As for `rateLimit`; `null` where the path or the method is unknown. */
  readonly operation: string | null
  /** `null`: a visitor, or refused before it was known who asks. */
  readonly principal: Principal | null
  /** HTTP status. */
  readonly status: number
  /** Of a refusal. */
  readonly code: ApiError['code'] | null
  /** The one record that was read or written, as the answer shows it. */
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
  /** `'*'` for every origin, or those listed (exact, such as `https://app.example`). */
  readonly origin: '*' | readonly string[]
  /** Whether cookies may be sent along; needs a list of origins. Default false. */
  readonly credentials?: boolean
  /**
   * Header fields that requests may carry beside Authorization, Content-Type, If-Match, If-None-Match,
   * Idempotency-Key and X-Event-Password.
   */
  readonly headers?: readonly string[]
  /** Seconds that a preflight answer may be kept. Default 600. */
  readonly maxAge?: number
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
  /** Records on a page. Default 50. Beyond: silently this many. */
  readonly perPage: number
  /** Records that may lie before a page, `(page - 1) × per_page`. Default 1,000,000. Beyond, where there are any: 400. */
  readonly offset: number
  /** Requests under way at once. Default 256. Beyond: they wait. */
  readonly inFlight: number
  /** Requests that wait for their turn. Default 10,000. Beyond: 503 `rest_overloaded`, at once. */
  readonly queue: number
  /** Milliseconds until an answer, the wait included. Default 30,000. Beyond: 504 `rest_timeout`. */
  readonly time: number
  /**
   * Bytes of memory, about, in which answers that visitors got, and parts of them, are kept for those who ask the same.
   * None outlives a commit that could have changed it. Default 16,777,216; 0 keeps nothing.
   */
  readonly keep: number
}

// —— What a host gets ————————————————————————————————————————————————————————————————————————————————————————

export interface EventsApi<Host = unknown> {
  /** Always answers, with 404 for what is not under this API. Never rejects. Bound: pass it around. */
  readonly fetch: Answering<Host, Response, PlainResponse>
  /** `undefined` when the path is not under this API, so that the embedding app goes on; else as `fetch`. */
  readonly handle: Answering<Host, Response | undefined, PlainResponse | undefined>
  /** Prepares the storage; safe on every start. */
  readonly migrate: () => Promise<void>
  /** Path under which the API answers: `basePath` and namespace, such as `/wp-json/vendor/events/v1`. */
  readonly basePath: string
  readonly close: () => Promise<void>
}

export interface Answering<Host, R, P> {
  (request: Request, host?: Host): Promise<R>
  /**
   * The same for hosts that write an answer's parts themselves, as the Node adapter does. It is a property of the
   * function, so that whoever wraps that one is not passed over.
   */
  readonly plain?: (request: Request, host?: Host) => Promise<P>
}

/** What a `Response` would hold. It may be shared among requests: nobody changes it. */
export interface PlainResponse {
  readonly status: number
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer> | null
}

/** What an answer that is no success holds. */
export interface ErrorBody {
  code: ApiError['code']
  message: string
  /** `status` repeats the HTTP status. */
  data: {
    status: number
    /** Names of what is missing, or what is wrong by name. */
    params?: string[] | Record<string, string>
    /** Always empty, beside `params`; clients of this interface expect it. */
    details?: never[]
    /** With `term_exists`: the term that has the name. */
    term_id?: number
  }
}

// —— What goes in ————————————————————————————————————————————————————————————————————————————————————————————

export type Status = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'

/** `true`, `false`, 1, 0, and the same as text in any case. */
export type Flag = boolean | 0 | 1 | string

interface PostInput {
  /** ID of a user; another than oneself needs the right to edit others' records. */
  author?: number | string
  /** Publication date, site time. Any date text that `docs/dates.md` lists. */
  date?: string
  /** Publication date, UTC. Given without `date`, that follows from it, and the other way round. */
  date_utc?: string
  /** HTML, sanitized; '' or null clears it. */
  description?: string | null
  status?: Status
  slug?: string
  /** ID or http(s) URL; '' or null clears it. */
  image?: string | number | false | null
}

/** On update every field is optional, and what is absent is kept. */
export interface EventInput extends PostInput {
  /** HTML, not blank. */
  title: string
  /** In the event's zone, unless the text names an offset or zone of its own. */
  start_date: string
  /** Not before the start. */
  end_date: string
  excerpt?: string | null
  /** IANA name or `UTC±h[:mm]`; '' is the site's. */
  timezone?: string
  /** Stretches the event from 00:00:00 of its first to 23:59:59 of its last day. */
  all_day?: Flag
  /** Number, text such as `$10 - $25` or `Free`, or a list of these; '' or null for none. */
  cost?: string | number | readonly (string | number)[] | false | null
  website?: string | false | 0 | readonly never[] | null
  show_map?: Flag
  show_map_link?: Flag
  hide_from_listings?: Flag
  sticky?: Flag
  featured?: Flag
  ticketed?: Flag
  /** ID of another event; 0 for none. */
  post_parent?: number | string | null
  /** Needed to read the event from now on; '' or null lifts it. Never shown. */
  password?: string | null
  /** IDs or names, as a list or separated by commas; unknown names are created. */
  categories?: TermsInput
  tags?: TermsInput
  /** ID, list of IDs, fields of a new one, or a list of both. */
  venue?: LinkedInput<VenueInput>
  organizer?: LinkedInput<OrganizerInput>
}

export type TermsInput = string | number | readonly (string | number)[] | false | null
export type LinkedInput<T> =
  | string
  | number
  | (T | { id: number | string })
  | readonly (string | number | T | { id: number | string })[]
  | false
  | null

export interface VenueInput extends PostInput {
  venue: string
  address?: string | null
  city?: string | null
  country?: string | null
  province?: string | null
  state?: string | null
  stateprovince?: string | null
  zip?: string | null
  phone?: string | null
  website?: string | null
  /** `1`, `true`, `yes`, `y`, `on`, `enable`, `enabled` switch on, all other text off. Default on. */
  show_map?: string | null
  show_map_link?: string | null
  /** Degrees, -90 to 90. */
  geo_lat?: number | string | null
  /** Degrees, -180 to 180. */
  geo_lng?: number | string | null
}

export interface OrganizerInput extends PostInput {
  organizer: string
  phone?: string | null
  website?: string | null
  email?: string | null
}

export interface TagInput {
  /** Plain text, not blank. */
  name: string
  description?: string | null
  slug?: string
}

export interface CategoryInput extends TagInput {
  /** ID of a category; 0 or null for none. */
  parent?: number | string | null
}

// —— What comes out ——————————————————————————————————————————————————————————————————————————————————————————

export interface ImageSize {
  width: number
  height: number
  'mime-type': string
  filesize?: number
  url: string
}

/** Numbers are 0 where nothing is known, as for a URL that no `resolveImage` looked at. */
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
  /** `0000-00-00 00:00:00` for a draft that never was published. */
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

/** Keys with an empty value are absent. */
export interface Venue extends Linked {
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

/** Keys with an empty value are absent. */
export interface Organizer extends Linked {
  organizer: string
  email?: string
}

/** `null` stands where a password keeps a flag from the caller. */
export interface Event {
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
  venue: Venue | Venue[]
  organizer: Organizer[]
  custom_fields: never[]
  /** Single reads only. */
  json_ld?: Record<string, unknown>
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

export interface EventList extends Page {
  events: Event[]
}
export interface VenueList extends Page {
  venues: Venue[]
}
export interface OrganizerList extends Page {
  organizers: Organizer[]
}
export interface CategoryList extends Page {
  categories: Term[]
}
export interface TagList extends Page {
  tags: Term[]
}
