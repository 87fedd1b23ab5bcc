import type { EventStatus, Status } from '../../types/index.ts'

/* The values that records are made of. */

/**
 * A local date and time: `YYYY-MM-DD HH:MM:SS`, years 0001 to 9999. The form never varies, so the order of texts is the
 * order of times.
 */
export type WallClock = string

/** The ID of a user in the host's own system: a positive integer, or a text that is not one. */
export type UserId = number | string

export const STATUSES = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
] as const satisfies Status[]

/** Whether an event takes place. The first one is the default. */
export const EVENT_STATUSES = [
  'scheduled',
  'canceled',
  'postponed',
  'moved_online',
  'rescheduled',
] as const satisfies EventStatus[]

/** Custom fields, by name. All values are JSON, none is `null`. A field that is not declared any more keeps its value. */
export type CustomValues = Readonly<Record<string, unknown>>

export interface Amount {
  /** As shown: `1,000.50`, `10,50`. */
  readonly written: string
  /** The same as a plain number: `1000.50`, `10.50`. */
  readonly value: string
  /** '' for the site's own currency. */
  readonly symbol: string
  readonly position: '' | 'prefix' | 'postfix'
}

/** The cost of an event: either amounts, from low to high, or texts that are not amounts. Never both. */
export interface Cost {
  readonly amounts: readonly Amount[]
  readonly texts: readonly string[]
  /** The symbol that every value is written with; '' when the symbols differ or when a text is a range. */
  readonly symbol: string
  readonly position: '' | 'prefix' | 'postfix'
}

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
  /**
   * The end of its last date; `9999-12-31 23:59:59` without a last one. `undefined` before 0.8, until the calendar is
   * migrated.
   */
  readonly ends?: WallClock | undefined
  /** The number of occurrences outside of the trash. */
  readonly count: number
  /** UTC: when the next occurrence must be made; `null` if all are made. */
  readonly due: WallClock | null
  /** What remains to be done, between the commits of a change that is too large for one. */
  readonly work?: SeriesWork | undefined
}

export type SeriesWork =
  /** Occurrences are made or changed. */
  | {
      readonly do: 'make'
      /** Another series, whose occurrences from a date on become those of this one. */
      readonly adopts?: Adoption | undefined
      /** Where occurrences go that have not moved yet, by ID. */
      readonly moves?: readonly (readonly [id: number, at: WallClock])[] | undefined
      /** Occurrences of the past leave the trash with the series. */
      readonly isRestored?: boolean | undefined
    }
  /** They leave the series, which then becomes an ordinary event. */
  | { readonly do: 'end'; readonly adopts?: Adoption | undefined }
  /** They are deleted for good, and then the series. */
  | { readonly do: 'erase'; readonly adopts?: Adoption | undefined }

export interface Adoption {
  readonly id: number
  readonly from: WallClock
}

/** Where an event comes from that a source has brought. */
export interface Origin {
  /** The ID of the source. */
  readonly id: number
  readonly uid: string
  /** The page of the event itself; '' for none. */
  readonly url: string
  /** The fields that were changed here and do not follow the source, by their names in answers. */
  readonly kept: readonly string[]
  /**
   * It is gone from the source: what the source then changed here, and nobody since. `canceled`, or the status that it had
   * before it went to the trash.
   */
  readonly gone?: string | undefined
}

export interface Occurrence {
  /** The start that the rule names. The event can start at another time. */
  readonly at: WallClock
  /** The fields that do not follow the series, by their names in answers. */
  readonly overrides: readonly string[]
}
