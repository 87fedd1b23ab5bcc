import type { Sequence } from '../../storage/contract.ts'
import type { RecordKind } from './import-state.ts'

/*
 * What an import tells, on its way and at its end.
 */

export interface ImportProgress {
  readonly kind: RecordKind
  readonly done: number
  /** As the old site counts; hidden events are not in it. */
  readonly total: number
}

/** What happened to the records of one kind. */
export interface KindReport {
  /** Records that were read. */
  read: number
  created: number
  updated: number
  unchanged: number
  /** Records that could not be brought; see the notes. */
  skipped: number
  /** IDs of records that are gone on the old site. */
  gone: number[]
  /** Whether the old site has shown as many records as it counts. Otherwise nothing counts as gone. */
  complete: boolean
  /** Records that the old site counts and has not shown, in whatever way it was asked. */
  missing: number
}

/** Why a record or a field is not as it was. */
export type NoteReason =
  /** A visitor cannot read an event with a password. */
  | 'password'
  /** The status is not one of the six of this calendar. */
  | 'status'
  /** This calendar has another record with the ID. */
  | 'id taken'
  /** The old site gives it an ID that is no positive whole number below 10^12. */
  | 'odd id'
  /** The old site names it, in an event or in a list of IDs, and does not show it. */
  | 'not shown'
  /** Another record had the slug, so this one got a number. */
  | 'slug taken'
  /** An image could not be moved, and keeps its address on the old site. */
  | 'image'
  /** A text, an address or a list was longer than this calendar takes, and was cut. */
  | 'too long'
  /** A value cannot be, such as an end before the start, and is another one here. `detail` is the field. */
  | 'mended'
  /** A text has a shortcode that the old site shows, too. `detail` is its name. */
  | 'shortcode'
  /** It was changed here and there since the last import. The change there counts. */
  | 'changed on both sides'

export interface ImportNote {
  readonly kind: RecordKind
  /** A text for `odd id`: what the old site sent. */
  readonly id: number | string
  readonly reason: NoteReason
  /** Of `mended` the field, of `shortcode` the name. A record has a note for each. */
  readonly detail?: string
}

/** How many records the old site did not show. `null` if it does not tell, as to a visitor about drafts. */
export interface Unseen {
  /** Not published: drafts, pending and scheduled records, the trash. */
  readonly drafts: number | null
  readonly private: number | null
  /** Events that lists hide. */
  readonly hidden: number | null
  /** Published events with a password. */
  readonly passwords: number | null
  /** Events that no list of the events interface shows, though nothing hides them, and hidden ones in the trash. */
  readonly unlisted: number | null
}

/**
 * IDs below `boundary` belong to the old site, and new records of this calendar get IDs from there on. So both can create
 * records until the switch. The first import leaves room for 1,000,000 IDs.
 */
export interface IdRange {
  /** The highest ID that the old site has shown, images included. */
  readonly reached: number
  readonly boundary: number
  /** Whether the old site has fewer than 100,000 IDs left. */
  readonly isNear: boolean
}

export interface ImportReport {
  readonly site: { readonly url: string; readonly name: string; readonly timezone: string }
  readonly kinds: Readonly<Record<RecordKind, KindReport>>
  readonly unseen: Unseen
  /** Events, venues and organizers share their IDs, and so do categories and tags. */
  readonly ids: Readonly<Record<Sequence, IdRange>>
  readonly notes: readonly ImportNote[]
}

export const newKindReport = (): KindReport => ({
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  gone: [],
  complete: false,
  missing: 0,
})
