import type { ApiError } from '../errors.ts'
import type { DeliverOptions, Delivery } from './changes.ts'
import type { CustomFields, Loose } from './custom-fields.ts'
import type { FormerRecord, PermalinkKind, PlainRequest, PlainResponse, Principal } from './hosts.ts'
import type { Limits } from './options.ts'
import type { EventInput } from './records.ts'
import type { Pulled, PullOptions } from './sources.ts'

/*
 * The API object and its calls.
 */

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
   * oldest first; then images that no record has named for as long, and files whose upload was cut off. Nothing calls
   * it by itself. Calls at the same time, also of several processes, do no harm. Throws `TypeError` or `RangeError` for
   * other options.
   */
  readonly purge: (options: PurgeOptions) => Promise<Purged>
  /**
   * Erases a person, named by `user`, `email` or both: takes back suggestions that wait, removes the contact of those that
   * were decided on, and the user's name from the journal and so from revisions. It lists the records whose texts name the
   * person, which only people can mend. Many small commits: if it is cut off, call it again. Calls at the same time, also
   * of several processes, do no harm. Throws `TypeError` for other options.
   */
  readonly erase: (person: EraseOptions) => Promise<Erased>
  /**
   * Reads the calendars from elsewhere that are due. Call it again and again: by a timer or a cron job, every minute or so.
   * Calls at the same time share the work, also of several processes, and a cut leaves nothing half-made. Rejects when the
   * storage fails, and without the option `sources`.
   */
  readonly pull: (options?: PullOptions) => Promise<Pulled>
  /** Prepares the storage. Safe on every start. */
  readonly migrate: () => Promise<void>
  /** Path under which the API answers: `basePath` and namespace, such as `/wp-json/vendor/events/v1`. */
  readonly basePath: string
  /** The option `baseUrl`, without a slash at its end. `undefined`: links have the origin of each request. */
  readonly baseUrl: string | undefined
  /**
   * The revision of the storage, for caches of the host: as long as it is the same, visitors read the same, but for what
   * depends on the clock. Events whose publication is due are published first. `undefined` if the storage has none, or
   * `limits.cache` is 0. Rejects when the storage fails.
   */
  readonly revision: (request: Request | PlainRequest, host?: Host) => Promise<string | number | undefined>
  /**
   * Whose slug it was: of a record that was public with this slug, until it was renamed, hidden or moved to the trash. For
   * pages that redirect old addresses. `undefined`: of none, or of one that is neither public nor in the trash now. A
   * record that has the slug at present is not asked about. A merged record leads to the one that stays. Rejects when the
   * storage fails.
   */
  readonly former: (kind: PermalinkKind, slug: string) => Promise<FormerRecord | undefined>
  /** The option `images.origins`, which the page for editors reads. */
  readonly imageOrigins: readonly string[]
  /** The clock of the calendar: the option `now`. */
  readonly now: () => Date
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

export interface EraseOptions {
  /** The ID of the user, as `authenticate` answers it. */
  readonly user?: number | string | undefined
  /** The address of the person. The case of letters does not count. */
  readonly email?: string | undefined
  /**
   * Names of the person, if you know them: at most 20. They are only searched for. Copies in the journal that have one go
   * once the record itself has none any more.
   */
  readonly names?: readonly string[] | undefined
  /** Ends the call after the current commit. */
  readonly signal?: AbortSignal | undefined
}

/** What a call found, and what it did. */
export interface Erased {
  /** Suggestions that waited. They are gone, with their events and what came with them. */
  readonly withdrawn: number
  /** Suggestions that were decided on. Their contacts are gone. */
  readonly contacts: number
  /** Entries of the journal that lost the user's name, or copies that named the person. */
  readonly entries: number
  /** Records and images whose author is the user. They stay, and so does the ID in them. */
  readonly authored: number
  /** Under which names the person was found, for a second call. Strangers chose some: look at them first. */
  readonly names: readonly string[]
  /** What has the address, or one of the names, in its texts: at most 1,000. It is unchanged. */
  readonly named: readonly NamedRecord[]
  /** Whether `signal` ended the call, or there are more than `named` lists. Then call it again. */
  readonly more: boolean
}

export interface NamedRecord {
  readonly kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag' | 'media' | 'source' | 'suggestion'
  /** Of a suggestion: the ID of its event. */
  readonly id: number
  readonly fields: readonly string[]
}

export interface NewEvent<F extends CustomFields = CustomFields> {
  readonly event: EventInput<F>
  /** As the header field `Idempotency-Key`: an event with the same key is created once, also by later calls. */
  readonly idempotencyKey?: string | undefined
  /** The UID that the event has elsewhere, at most `limits.line` characters. Feeds show it. Default: `event-{id}@{host}`. */
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
