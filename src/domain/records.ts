import type { Image, Status } from '../types.ts'
import type { Cost } from './cost.ts'
import type { UserId } from './user-id.ts'
import type { WallClock } from './zones.ts'

export const STATUSES = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
] as const satisfies Status[]

/** Custom fields, by name. All values are JSON, none is `null`. A field that is not declared any more keeps its value. */
export type CustomValues = Readonly<Record<string, unknown>>

/** The fields that events, venues and organizers share. */
export interface PostRecord {
  readonly id: number
  /** 0 before the record is stored. The storage increments it. */
  readonly version: number
  /** 0 for none. */
  readonly author: UserId
  readonly status: Status
  /** Publication date, on the site's clock and in UTC. The UTC date counts, unless both were sent and differ. */
  readonly date: WallClock
  readonly date_utc: WallClock
  /** Whether the date was sent, or set by publishing. A draft without a date gets one when it is published. */
  readonly dated: boolean
  /** Whether the post ever had a status other than draft or pending. */
  readonly published: boolean
  readonly modified: WallClock
  readonly modified_utc: WallClock
  /** The zone of `date` and `modified`; `undefined` in documents that were stored before version 0.7. */
  readonly site_timezone?: string | undefined
  /** '' for a draft without a slug. */
  readonly slug: string
  /**
   * In the trash: the slug that the post gets back when it is restored. Otherwise, and in documents that were stored
   * before version 0.7: `undefined`.
   */
  readonly own_slug?: string | undefined
  readonly image: Image | null
  /** `undefined`: none has a value. */
  readonly custom_fields?: CustomValues | undefined
}

export interface EventRecord extends PostRecord {
  readonly kind: 'event'
  readonly title: string
  readonly description: string
  readonly excerpt: string
  readonly all_day: boolean
  /** Wall clock in `timezone`. The UTC times, offsets and abbreviation are derived from it. */
  readonly start: WallClock
  readonly end: WallClock
  readonly timezone: string
  readonly utc_start: WallClock
  readonly utc_end: WallClock
  /** Seconds east of UTC. */
  readonly start_offset: number
  readonly end_offset: number
  readonly timezone_abbr: string
  readonly cost: Cost | null
  readonly website: string | null
  readonly show_map: boolean
  readonly show_map_link: boolean
  readonly hide_from_listings: boolean
  readonly sticky: boolean
  readonly featured: boolean
  readonly ticketed: boolean
  readonly post_parent: number
  /** In feeds. Of an event that was imported, it is the one that the event had before; `undefined`: one made of the ID. */
  readonly uid?: string | undefined
  readonly categories: readonly number[]
  readonly tags: readonly number[]
  readonly venue: readonly number[]
  readonly organizer: readonly number[]
  /** Hashed; null for an event without a password. */
  readonly password: string | null
  /** Of an event that repeats. Its occurrences are events of their own. */
  readonly series?: Series | undefined
  /** Of an event that belongs to the series `post_parent`. */
  readonly occurrence?: Occurrence | undefined
}

/**
 * The `status` of a series among the keys. No list names it, except one that names events by ID: lists show the
 * occurrences.
 */
export const seriesStatus = (status: string): string => `series-${status}`

/** How an event repeats. All dates are wall clocks in the event's zone. */
export interface Series {
  /** RRULE, as it was sent. */
  readonly rrule: string
  /** Dates that the rule names and that have no occurrence: days, or days with a time. */
  readonly exdate: readonly string[]
  /** Dates beside those of the rule: days at the time of `start`, or days with a time. */
  readonly rdate: readonly string[]
  /** DTSTART, from which the rule counts. */
  readonly start: WallClock
  /** From the start to the end of an occurrence, as clocks show them, in seconds. */
  readonly duration: number
  /** Dates before it are history: they get no new occurrence. '' for none. */
  readonly since: WallClock | ''
  /** The last date that was looked at: later ones have no occurrence yet. '' for none. */
  readonly made: WallClock | ''
  /** The number of occurrences outside of the trash. */
  readonly count: number
  /** UTC: when the next occurrence must be made; `null` if all are made. */
  readonly due: WallClock | null
  /**
   * Set between the commits of a change that is too large for one: what remains to be done. `make`: occurrences are made
   * or changed. `end`: they leave the series, which then becomes an ordinary event. `erase`: they are deleted for good,
   * and then the series.
   */
  readonly unfinished?: 'make' | 'end' | 'erase' | undefined
  /** While `unfinished`: another series, whose occurrences from a date on become those of this one. */
  readonly adopts?: { readonly id: number; readonly from: WallClock } | undefined
}

export interface Occurrence {
  /** The start that the rule names. The event can start at another time. */
  readonly at: WallClock
  /** The fields that do not follow the series, by their names in answers. */
  readonly overrides: readonly string[]
}

export interface VenueRecord extends PostRecord {
  readonly kind: 'venue'
  readonly venue: string
  readonly description: string
  readonly address: string
  readonly city: string
  readonly country: string
  readonly province: string
  readonly state: string
  readonly stateprovince: string
  readonly zip: string
  readonly phone: string
  readonly website: string
  readonly show_map: boolean
  readonly show_map_link: boolean
  readonly geo_lat: number | null
  readonly geo_lng: number | null
}

export interface OrganizerRecord extends PostRecord {
  readonly kind: 'organizer'
  readonly organizer: string
  readonly description: string
  readonly phone: string
  readonly website: string
  readonly email: string
}

export interface TermRecord<K extends 'category' | 'tag' = 'category' | 'tag'> {
  readonly kind: K
  readonly id: number
  readonly version: number
  readonly name: string
  readonly description: string
  readonly slug: string
  /** 0 for none; always 0 for tags. */
  readonly parent: number
}

export interface RecordOf {
  event: EventRecord
  venue: VenueRecord
  organizer: OrganizerRecord
  category: TermRecord<'category'>
  tag: TermRecord<'tag'>
}

export type LinkedKind = 'venue' | 'organizer'
export type PostKind = 'event' | LinkedKind
export type TermKind = 'category' | 'tag'
