/*
 * Calendars from elsewhere, which are read again and again.
 */

/** The option `sources`; see `docs/sources.md`. */
export interface SourcesOptions {
  /**
   * Makes the requests, as `fetch` does: `publicFetch()` of `kalends/adapters/node`, or a function of your own that lets
   * nobody reach your network. There is no default, because the addresses come from editors, and redirects from strangers.
   */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /**
   * Hosts that may be private, such as `intranet.example` or `127.0.0.1:8080`. Others with the address of a private
   * network in them, in any notation, are refused. Default: none. Throws `TypeError` for what is not a host.
   */
  readonly allow?: readonly string[] | undefined
  /** Called once when a source has failed for three days, and once when it works again: then `error` is `null`. */
  readonly onTrouble?: ((source: Source) => unknown) | undefined
}

export type SourceFormat = 'ics' | 'site'

export interface SourceWindow {
  /** Days back: what ended before is not brought. 0 to 3,660. Default 30. */
  readonly past_days: number
  /** Days ahead: what begins later is brought when it comes nearer. 1 to 3,660. Default 730. */
  readonly future_days: number
}

/** Of `POST` and `PATCH`. What is absent stays, or is as by default. */
export interface SourceInput {
  /**
   * http or https; `webcal:` is read as https. A user and a password in it are sent to its host alone, and shown to
   * nobody.
   */
  readonly url?: string | undefined
  /** Default `ics`: iCalendar. */
  readonly format?: SourceFormat | undefined
  /** Minutes between two readings: 15 to 10,080. Default 60. */
  readonly every?: number | undefined
  /** Not read by time. Default false. */
  readonly paused?: boolean | undefined
  /** Of new events. Default `pending`. */
  readonly status?: 'publish' | 'pending' | 'draft' | undefined
  /** IDs or names of categories that all events get. */
  readonly categories?: readonly (number | string)[] | undefined
  /** IDs or names of tags that all events get. */
  readonly tags?: readonly (number | string)[] | undefined
  /** Their categories: a category of this calendar, else a tag, by ID, name or slug. */
  readonly map?: Readonly<Record<string, number | string>> | undefined
  /** Only new events with one of the words in their texts, and with one of their categories. */
  readonly only?:
    | { readonly words?: readonly string[] | undefined; readonly categories?: readonly string[] | undefined }
    | null
    | undefined
  /** Of events that name none: the ID of a venue, or its name. */
  readonly venue?: number | string | null | undefined
  /** Of times that name none. Default: that of the calendar. */
  readonly timezone?: string | null | undefined
  readonly window?: Partial<SourceWindow> | undefined
  /** Whether events that are gone there stay here as they are. Default false. */
  readonly keep_gone?: boolean | undefined
  /** Whether pictures are stored here. Needs the option `images`. Default false. */
  readonly copy_images?: boolean | undefined
}

export interface Source {
  readonly id: number
  /** Without user and password. */
  readonly url: string
  /** Whether the address has a user or a password. */
  readonly has_credentials: boolean
  readonly format: SourceFormat
  readonly every: number
  readonly paused: boolean
  readonly status: 'publish' | 'pending' | 'draft'
  readonly categories: readonly (number | string)[]
  readonly tags: readonly (number | string)[]
  readonly map: Readonly<Record<string, number | string>>
  readonly only: { readonly words: readonly string[]; readonly categories: readonly string[] }
  readonly venue: number | string | null
  readonly timezone: string | null
  readonly window: SourceWindow
  readonly keep_gone: boolean
  readonly copy_images: boolean
  /** The user who made it, and whose events it makes. */
  readonly author: number | string
  /** As the calendar calls itself; '' before it was read. */
  readonly title: string
  /** ISO 8601, UTC; `null`: never. */
  readonly last_run: string | null
  readonly last_ok: string | null
  /** `null`: it is paused, or gone for good. */
  readonly next_run: string | null
  /** What is wrong, in words. */
  readonly error: string | null
  /** Events here that it has brought, or is attached to. */
  readonly events: number
}

export interface SourceList {
  readonly sources: readonly Source[]
  readonly total: number
  readonly total_pages: number
}

/** What a reading says of an event of a source. */
export interface PullNote {
  readonly uid: string
  /** As HTML; '' if it has none. */
  readonly title: string
  readonly code: string
  readonly message: string
  /** The message, as earlier versions call it. */
  readonly why: string
}

/** A venue or an organizer that a name was taken for. */
export interface TakenRecord {
  readonly kind: 'venue' | 'organizer'
  readonly id: number
  /** Its name here, as HTML. */
  readonly name: string
}

/** What a reading has done, or would do. A series counts as one. */
export interface PullReport {
  readonly new: number
  readonly changed: number
  /** Cancelled, or moved to the trash, because they are gone there. */
  readonly gone: number
  /** Events that changed there, of which a field stays as somebody has changed it here. */
  readonly kept: number
  /** Those that are here already, from another source or typed by hand. 500 at most. */
  readonly attached: readonly { readonly uid: string; readonly id: number }[]
  /** Venues and organizers that the source names, and that were here before. 500 at most. */
  readonly taken?: readonly TakenRecord[]
  /** Events of the source that are outside of its window, and not brought. */
  readonly outside: number
  /** 500 at most. */
  readonly refused: readonly PullNote[]
  /** Of events that are brought, and not as they were: without an end that cannot be read, say. 500 at most. */
  readonly notes?: readonly PullNote[]
  /** Pictures that could not be copied, by the UIDs of their events, which came without them. 500 at most. */
  readonly pictures?: readonly { readonly uid: string; readonly why: string }[]
  /** Of a dry run: the first 20 that are new, that change, and that are gone. */
  readonly events?: readonly ReportedEvent[]
  /** Of a dry run: events that are known by something else than their UIDs. 500 at most. */
  readonly matches?: readonly ReportedMatch[]
  /** Events that are gone there and stay here, because they are more than half of all; `confirm=1` takes them out. */
  readonly held?: number
  /** Why it could not be read, or what it did not do. */
  readonly error?: string
  /** Ten seconds were too short: `api.pull` goes on. */
  readonly more?: true
}

/** What would become of an event. Title and times are as the answers then have them. */
export interface ReportedEvent {
  readonly change: 'new' | 'changed' | 'gone'
  readonly uid: string
  /** As in answers; absent of those that are new. */
  readonly id?: number
  readonly title: string
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
}

/** Why an event of a source is one that is here. */
export interface ReportedMatch {
  readonly uid: string
  readonly id: number
  /**
   * `unchanged`: everything but the UID is as it was. `start`: the same start, title and place. `page`: the same page, which no
   * other event has. `moved`: the same title and place, up to 60 days away. `twin`: the source has it under another UID, too.
   * `here`: it is here from elsewhere, with the same start, title and place. `date`: the source has its date as part of a
   * series now, or the dates of this series as events.
   */
  readonly reason: 'unchanged' | 'start' | 'page' | 'moved' | 'twin' | 'here' | 'date'
}

/** What `api.pull` has done. */
export interface Pulled {
  /** Sources that were read, those that did not change included. */
  readonly read: number
  readonly new: number
  readonly changed: number
  readonly gone: number
  /** Sources that could not be read. */
  readonly failed: number
  /** Sources that are still due. */
  readonly waiting: number
}

export interface PullOptions {
  /** Ends the call after the current part. What is not done is due again. */
  readonly signal?: AbortSignal | undefined
}

/** Where an event comes from. */
export interface EventOrigin {
  /** As the calendar calls itself, as plain text; else the host of `url`. For others than editors it is always there. */
  name?: string
  /** The page of the event itself, never the address of the calendar; '' for none. */
  url: string
  /** Of the source. Only for those who may edit the event, as what follows. */
  id?: number
  uid?: string
  /** Fields that somebody has changed here, so that they do not follow the source. */
  kept?: string[]
}
