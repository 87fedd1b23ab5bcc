import type { Content, Document } from '../../../storage/contract.ts'
import type { Source } from '../../../types/index.ts'
import { parseOwn } from '../json.ts'
import { textHash } from '../text/text-hash.ts'
import type { UserId } from './user-id.ts'

/* Calendars that are read, and what is known of each of their events: as records and as documents. */

/** What somebody has set, with the address as it is asked, user and password included. */
export interface SourceSettings
  extends Pick<
    Source,
    | ('url' | 'format' | 'every' | 'paused' | 'status' | 'categories' | 'tags' | 'map' | 'only')
    | ('venue' | 'timezone' | 'window' | 'keep_gone' | 'copy_images')
  > {
  readonly author: UserId
}

/** What the last readings have found. Times are milliseconds since 1970. */
export interface SourceState {
  readonly title: string
  readonly last_run: number | null
  readonly last_ok: number | null
  readonly next_run: number | null
  readonly error: string | null
  /** Conditions of the next request; '' for none. */
  readonly etag: string
  readonly last_modified: string
  /** When it last sent all of it, and not that nothing has changed. */
  readonly last_whole: number | null
  /** A hash of what was read last; '' if it must be looked at again whatever it says. */
  readonly text: string
  /** Events in it. */
  readonly count?: number | undefined
  /** When an event of it enters the window, so that it is looked at again. */
  readonly enters: number | null
  /** Failures in a row, and when they began. */
  readonly failures: number
  readonly failing: number | null
  /** Whether the host knows of them. */
  readonly isTroubled: boolean
  /** It said that it is gone for good (410). */
  readonly isEnded: boolean
  /** It is being deleted, and its events stay or go to the trash. */
  readonly going?: 'keep' | 'trash' | undefined
}

export interface SourceRecord extends SourceSettings, SourceState {
  readonly id: number
  readonly version: number
}

export const NEW_STATE: SourceState = {
  ...{ title: '', last_run: null, last_ok: null, next_run: null, error: null },
  ...{ etag: '', last_modified: '', last_whole: null, text: '', enters: null },
  ...{ failures: 0, failing: null, isTroubled: false, isEnded: false },
}

/** What makes the next reading look at everything again. */
export const LOOK_AGAIN = { etag: '', last_modified: '', text: '' } as const

export function sourceContent(record: SourceRecord): Content<'source'> {
  const { id: _id, version: _version, ...data } = record
  return { keys: { source: 0, event: 0 }, text: [], data: JSON.stringify(data) }
}

export function sourceOf({ id, version, data }: Pick<Document, 'id' | 'version' | 'data'>): SourceRecord {
  return { ...parseOwn(data, isSource, `the source ${id}`), id, version }
}

/** What `sourceContent` writes has all members or none. */
const isSource = (value: unknown): value is Omit<SourceRecord, 'id' | 'version'> =>
  typeof value === 'object' && value !== null && 'url' in value && 'window' in value && 'enters' in value

/**
 * An event of a source, as it was when it was read last: hashes and dates, so that no text of an event outlives it. The
 * document stays when the event is deleted for good, and keeps it away.
 */
export interface Item {
  readonly id: number
  readonly version: number
  readonly source: number
  /** The event here. */
  readonly event: number
  /** A hash of what was brought; 0 to bring it again. */
  readonly mark: number
  /** Hashes of its page (0 for none), and of its title and place. */
  readonly url: number
  readonly name: number
  /** Unix seconds; of a series, the first start and the last end. */
  readonly start: number
  readonly end: number
  /** It is a series there. */
  readonly repeats: boolean
  /** Another source or a person speaks for the event. */
  readonly isAttached: boolean
  /** It is gone there, and was taken out here. */
  readonly isGone: boolean
  /** Of a series: the days that the feed excludes. */
  readonly exdate: readonly string[]
  /** Of a series: by their IDs, the dates that differ from it there, with a hash of how they were written here. */
  readonly dates: Readonly<Record<string, number>>
  /** A hash of the address of the picture whose copy the event has; 0 for none. */
  readonly picture: number
  /** Hashes of the names of its venues and organizers there, which may have others here. */
  readonly venue: readonly number[]
  readonly organizer: readonly number[]
}

/* Flags of a stored item. */
const ATTACHED = 1
const GONE = 2
const REPEATS = 4

/** An item that is not stored yet. */
export type NewItem = Omit<Item, 'id' | 'version'>

export function itemContent(item: NewItem): Content<'source'> {
  const {
    source,
    event,
    mark,
    url,
    name,
    start,
    end,
    repeats,
    isAttached,
    isGone,
    exdate,
    dates,
    picture,
    venue,
    organizer,
  } = item
  const flags = (isAttached ? ATTACHED : 0) + (isGone ? GONE : 0) + (repeats ? REPEATS : 0)
  const data = [mark, url, name, start, end, flags, exdate, dates, picture, venue, organizer]
  return { keys: { source, event }, text: [], data: JSON.stringify(data) }
}

type StoredItem = readonly [
  ...[mark: Item['mark'], url: Item['url'], name: Item['name'], start: Item['start'], end: Item['end']],
  ...[flags: number, exdate: Item['exdate'], dates: Item['dates'], picture: Item['picture']],
  ...[venue: Item['venue'], organizer: Item['organizer']],
]

/** What `itemContent` writes. */
const isItem = (value: unknown): value is StoredItem => Array.isArray(value) && value.length === 11

export function itemOf({ id, version, keys, data }: Document<'source'>): Item {
  const [mark, url, name, start, end, flags, exdate, dates, picture, venue, organizer] = parseOwn(
    data,
    isItem,
    `the item ${id}`,
  )
  const { source, event } = keys
  return {
    ...{ id, version, source, event, mark, url, name, start, end, exdate, dates, picture, venue, organizer },
    isAttached: (flags & ATTACHED) !== 0,
    isGone: (flags & GONE) !== 0,
    repeats: (flags & REPEATS) !== 0,
  }
}

/** Items have IDs above all that a sequence gives. */
const FIRST_ITEM = 2 ** 52

/** The ID of an item follows from the source and the UID, so that no event is brought twice. */
export const itemId = (source: number, uid: string): number => FIRST_ITEM + textHash(`${source} ${uid}`)
