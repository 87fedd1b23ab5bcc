import type { EVENT } from '../../fields/event.ts'
import type { ORGANIZER } from '../../fields/organizer.ts'
import type { CONTENT, POST } from '../../fields/post.ts'
import type { StoredOf } from '../../fields/row.ts'
import type { TERM } from '../../fields/term.ts'
import {
  type CustomValues,
  type Occurrence,
  type Origin,
  type Series,
  type SeriesWork,
  STATUSES,
} from '../../fields/values.ts'
import type { VENUE } from '../../fields/venue.ts'

export { type CustomValues, type Occurrence, type Origin, type Series, type SeriesWork, STATUSES }

/*
 * Records, as the tables of `fields/` say: a row for each field, with its guard and its meaning.
 */

interface Stored {
  readonly id: number
  /** 0 before the record is stored. The storage increments it. */
  readonly version: number
}

/** The fields that events, venues and organizers share. */
export interface PostRecord extends Stored, StoredOf<typeof POST>, StoredOf<typeof CONTENT> {}

export interface EventRecord extends Stored, StoredOf<typeof EVENT> {
  readonly kind: 'event'
}

export interface VenueRecord extends Stored, StoredOf<typeof VENUE> {
  readonly kind: 'venue'
}

export interface OrganizerRecord extends Stored, StoredOf<typeof ORGANIZER> {
  readonly kind: 'organizer'
}

export interface TermRecord<K extends 'category' | 'tag' = 'category' | 'tag'>
  extends Stored,
    StoredOf<typeof TERM> {
  readonly kind: K
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
