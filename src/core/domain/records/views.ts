import type { EventOrigin } from '../../../types/index.ts'
import type { EventRecord, OrganizerRecord, TermRecord, VenueRecord } from './records.ts'

/*
 * The records that operations return and formats write, with the records that they embed. Operations put only what the
 * caller may see into a view.
 */

export interface EventView {
  readonly event: EventRecord
  /** `undefined` when the caller lacks the event's password. Then only its title and its times are shown. */
  readonly embedded: Embedded | undefined
  /** Of a single event, where its `json_ld` is not as of most. */
  readonly described?: Described | undefined
  /** What features show of it. */
  readonly members?: Readonly<Record<string, unknown>> | undefined
  /** Where it comes from, as the caller may know it. */
  readonly source?: EventOrigin | undefined
}

/** A part of `json_ld`. */
export interface Described {
  /** They replace those of other events. */
  readonly members: Record<string, unknown>
  /** The location, or one beside the venue. */
  readonly online?: Readonly<Record<string, unknown>> | undefined
  /** Whether the venue is a location, too. */
  readonly isAtVenue: boolean
}

/** The records that an event links to. */
export interface Embedded {
  readonly venues: readonly VenueRecord[]
  readonly organizers: readonly OrganizerRecord[]
  /** By name. */
  readonly categories: readonly CountedTerm[]
  /** By name. */
  readonly tags: readonly CountedTerm[]
  /** Only if the caller may know of it. */
  readonly parent: EventRecord | undefined
}

export interface CountedTerm {
  readonly term: TermRecord
  /** The number of published events with this term. */
  readonly count: number
}

export interface TermView extends CountedTerm {
  /** Slugs from the top category down to the parent. */
  readonly ancestors: readonly string[]
}

/** Addresses of a page, and of those beside it. */
export interface PageLinks {
  readonly rest_url: string
  readonly next_rest_url?: string
  readonly previous_rest_url?: string
}

/** A page of a list. */
export interface Page<T> {
  readonly records: readonly T[]
  /** Starts at 1. */
  readonly page: number
  readonly total: number
  readonly total_pages: number
  /** The query of the page's URL. Links to other pages repeat it with another page number. */
  readonly query: {
    readonly page?: number | undefined
    readonly per_page?: number | undefined
    /** Every filter as it was applied, so that a link continues the same list. */
    readonly filters: readonly (readonly [name: string, value: string])[]
  }
  /** The addresses of a page that is read by cursor, of `collection`: the address of the whole list. */
  readonly links?: (collection: string) => PageLinks
}
