import type { Condition, Content, Document } from '../../../storage/contract.ts'
import type { Source } from '../../../types/index.ts'
import { parseOwn } from '../json.ts'
import { extraContent, extraId } from './extras.ts'
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

/** The owners of calendars that are read, and of what is known of their events. */
export const SOURCES = 'source'
export const ITEMS = 'item'

/** The labels of an item. */
export const ofSource = (source: number): string => `source ${source}`
export const ofEvent = (event: number): string => `event ${event}`

/** Selects the items with a label. */
export const whereItem = (label: string): readonly Condition<'extra'>[] => [
  { key: 'owner', in: [ITEMS] },
  { key: 'labels', in: [label] },
]

export function sourceContent(record: SourceRecord): Content<'extra'> {
  const { id: _id, version: _version, ...data } = record
  return extraContent({ owner: SOURCES, data })
}

/** Whether an extra is a source. Others have IDs of the same sequence. */
export const isSourceExtra = ({ keys }: Document<'extra'>): boolean => keys.owner === SOURCES

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

/** An item that is not stored yet. */
export type NewItem = Omit<Item, 'id' | 'version'>

export function itemContent(item: NewItem): Content<'extra'> {
  const { source, event, mark, url, name, start, end, repeats, isAttached, isGone } = item
  const { exdate, dates, picture, venue, organizer } = item
  return extraContent({
    owner: ITEMS,
    labels: [ofSource(source), ...(event > 0 ? [ofEvent(event)] : [])],
    data: {
      ...{ source, event, mark, url, name, start, end, repeats, isAttached, isGone },
      ...{ exdate, dates, picture, venue, organizer },
    } satisfies NewItem,
  })
}

/** What `itemContent` writes has all members or none. */
const isItem = (value: unknown): value is NewItem =>
  typeof value === 'object' && value !== null && 'mark' in value && 'exdate' in value && 'organizer' in value

export function itemOf({ id, version, data }: Pick<Document, 'id' | 'version' | 'data'>): Item {
  return { ...parseOwn(data, isItem, `the item ${id}`), id, version }
}

/** The ID of an item follows from the source and the UID, so that no event is brought twice. */
export const itemId = (source: number, uid: string): number => extraId(ITEMS, `${source} ${uid}`)
