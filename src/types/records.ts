import type { ApiError } from '../errors.ts'
import type { CustomFields, Declared, EventValues, LinkedValues, SentValues } from './custom-fields.ts'
import type { Role } from './hosts.ts'
import type { EventOrigin, TakenRecord } from './sources.ts'
import type { EventSuggestion } from './suggestion-contact.ts'

/*
 * Records: bodies of writes, answers, and lists of them. What a field is in both stands in one file.
 */

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

export type Status = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash'

/** Whether an event takes place. */
export type EventStatus = 'scheduled' | 'canceled' | 'postponed' | 'moved_online' | 'rescheduled'

/**
 * `true`, `false`, 1, 0, and the same as text in any case. `null` is rejected with 400: responses show it where a password
 * hides a flag, and sending such a record back would clear the flag.
 */
export type Flag = boolean | 0 | 1 | string | null

export interface PostInput {
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
  /** Default: `scheduled`. Dates alone change no status. */
  event_status?: EventStatus | undefined
  /** One line of plain text, at most 500 characters. It goes with the status. */
  event_status_reason?: string | null | undefined
  /**
   * Of an event that is `rescheduled`: `YYYY-MM-DD HH:MM:SS`, on the wall clock of the event. Default: the start before
   * this update. '' or null clears it.
   */
  previous_start_date?: string | null | undefined
  is_virtual?: Flag | undefined
  /** http(s) URL, shown where `is_virtual` is true. '' or null clears it. */
  virtual_url?: string | null | undefined
  /** Default: `virtual`. */
  virtual_event_type?: 'virtual' | 'hybrid' | undefined
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

export type TermInput = string | number | { id: number | string }

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
  /** What it shows, for people who do not see it. Only of an image that was uploaded. */
  alt?: string
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

export interface Linked {
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
  /** Absent for `scheduled`, unless `_fields` names it. */
  event_status?: EventStatus
  /** Plain text. Only with a status that is not `scheduled`; '' without the password of the event. */
  event_status_reason?: string
  /** Wall clock in the event's zone. Only with the status `rescheduled`. */
  previous_start_date?: string
  /** Absent where it is false. */
  is_virtual?: boolean
  /** Only where `is_virtual` is true; '' without the password of the event. */
  virtual_url?: string
  virtual_event_type?: 'virtual' | 'hybrid'
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
  /** Only in answers to writes with `warn`: what is no error, and worth a word. */
  warnings?: Warning[]
  /** Where it comes from, if a source has brought it. */
  source?: EventOrigin
  /** Of a single event that the public suggested, for editors and administrators. */
  suggestion?: EventSuggestion
}

/**
 * `venue_taken`: the other events at a venue of this one at the same time, those that the caller may read; 50 at most.
 * `recurrence_ignored`: `recurrence` of the body is in a form of another program; `events` is empty.
 */
export interface Warning {
  code: 'venue_taken' | 'recurrence_ignored'
  events: number[]
}

/** The caller and the calendar, for pages for people who write events. Never cached. */
export interface Me {
  /** `null`: a visitor. `name` is what the host calls the user. */
  user: { id: number | string; name?: string } | null
  role: Role | null
  can: {
    write: boolean
    publish: boolean
    edit_others: boolean
    read_private: boolean
    delete_for_good: boolean
    /** Categories; editors and administrators also tags. */
    edit_terms: boolean
    upload: boolean
  }
  /** Those that the caller may set. */
  statuses: Status[]
  timezone: string
  locale: string
  /** 0 is Sunday. */
  start_of_week: number
  title: string
  currency: { code: string; symbol: string; position: 'prefix' | 'postfix' }
  /** JSON Schemas of an object with all custom fields. A field whose schema cannot say itself is `{}`. */
  custom_fields: Record<'event' | 'venue' | 'organizer', Record<string, unknown>>
  limits: Record<string, number>
  features: {
    images: boolean
    revisions: boolean
    sources: boolean
    suggestions: boolean
    import: boolean
    /** Whether `url` of an event leads to a page, as far as the options say: `site` or `permalink` is set. */
    pages: boolean
  }
  sign_in: string | null
  sign_out: string | null
  /** Nothing may stay on this device. */
  shared: boolean
}

/** How a series repeats. */
export interface Recurrence {
  rrule: string
  exdate: string[]
  rdate: string[]
  /** The number of occurrences that exist now. */
  count: number
  /**
   * The start of the next date to come that takes place; `null` if there is none. Only in lists of series
   * (`series=only`), and where `_fields` names `recurrence.next`.
   */
  next?: string | null
  /** Only while occurrences remain to be made or changed: the storage cannot take all of them at once. */
  unfinished?: true
}

/** The number of events of each status that the caller may list. */
export type EventCounts = { [S in Status]?: number }

/** What a write with `dry_run` would do to the dates of events. */
export interface DateEffect {
  /** Dates whose times change. */
  moves: number
  /** Dates to come with times of their own, which stay as they are. */
  keeps: number
  /** Dates that go to the trash, or for good. */
  removes: number
  adds: number
}

/** A state of a record, as `GET /events/{id}/revisions` lists it beside the record as it was. */
export interface Revision {
  /** The version of the record. */
  n: number
  /** UTC, `YYYY-MM-DD HH:MM:SS`: when it came to be; '' if nothing tells. */
  date_utc: string
  /** `null` for what time did, and for a first state that is older than what is kept. */
  user: { id: number | string; name?: string } | null
  /** Fields that differ from the state before. Empty if one of both is too large to be kept. */
  fields: string[]
}

/** What an import says of an event in a file. */
export interface ImportNote {
  /** Where it begins in the file. */
  line: number
  /** Its UID, or what the format has instead. */
  uid: string
  /** As HTML; '' if it has none. */
  title: string
  code: string
  message: string
  /** The message, as earlier versions call it. */
  why: string
}

/** What an import of a file did, or would do with `dry_run`. */
export interface FileImportReport {
  created: number
  updated: number
  unchanged: number
  /** Events of the file that are over, or more than two years ahead, so that lists do not show them by themselves. */
  outside: number
  /** What was not brought. */
  refused: ImportNote[]
  /** Of what was brought, and is not as it was: without an end that cannot be read, say. */
  notes?: ImportNote[]
  /** What the file names, and was here before: 500 at most. */
  taken?: TakenRecord[]
  /** Whether the time was up: send the same request again, and it goes on. */
  more: boolean
  /** With `dry_run`: the events in the file, 500 at most. */
  events?: ImportPreview[]
}

/** An event in a file, before it is imported. Times are on the wall clock of its time zone. */
export interface ImportPreview {
  title: string
  start_date: string
  end_date: string
  timezone: string
  /** Name of its first venue; '' without one. */
  venue: string
  state: 'new' | 'changed' | 'same' | 'refused'
  /** IDs of events that are here already and have the same title and day. */
  like: number[]
}

export interface MergedField {
  /** `custom_fields.name` of custom fields. */
  name: string
  from: number
  /** It would become public. Without `confirm=1` it is lost. */
  confirm?: true
}

/** What a merge did, or would do with `dry_run`. */
export interface MergeReport {
  /** The record that stays. */
  id: number
  /** The records that went into it. */
  merged: number[]
  /** Events that had one of these. Dates of a series count one by one. */
  events: number
  /** With `dry_run`: fields that the record gets, and the ID of the record that each comes from. Absent for none. */
  fields?: MergedField[]
}

export interface Page {
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
