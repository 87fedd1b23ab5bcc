import type { FileChange, FileEvent } from '../../../formats/file-event.ts'
import { isRow } from '../../../formats/rows.ts'
import type { EventInput, OrganizerInput, VenueInput } from '../../../types/index.ts'
import { htmlToText } from '../../domain/html/html.ts'
import { townKey } from '../../domain/records/same-town.ts'
import { itemId, type SourceRecord } from '../../domain/records/sources.ts'
import { occurrencesOf } from '../../domain/recurrence/expand.ts'
import { parseRule } from '../../domain/recurrence/rule.ts'
import { fold } from '../../domain/text/fold.ts'
import { keyOfText, nameKey } from '../../domain/text/name-key.ts'
import { textHash } from '../../domain/text/text-hash.ts'
import { isWallClock, secondsOf, wallOf } from '../../domain/time/calendar.ts'
import { atWall, resolveZone, type Zone } from '../../domain/time/zones.ts'
import { SAID } from '../../fields/event-elsewhere.ts'
import { markOf } from '../importing/read-file.ts'

/*
 * Events of a source as they are to be here: with nothing in them that a source may not say.
 */

export interface FeedEvent {
  /** The UID, or what the format has instead. */
  readonly uid: string
  /** Of its item. */
  readonly item: number
  readonly file: FileEvent
  /** Hashes, as items have them. */
  readonly mark: number
  readonly url: number
  readonly name: number
  /** Unix seconds; of a series, the first start and the last end. */
  readonly start: number
  readonly end: number
  /** Whether it is a series. */
  readonly repeats: boolean
  readonly isCanceled: boolean
  /** A hash of the address of its picture, if `file` names a copy of it; 0 else. */
  readonly picture: number
  /** Hashes of the names of its venues and organizers. */
  readonly venue: readonly number[]
  readonly organizer: readonly number[]
  /** Whether an event that is new here is wanted. */
  readonly isWanted: boolean
}

const OF_VENUES = [
  ...(['venue', 'address', 'city', 'country', 'zip', 'stateprovince', 'phone', 'website'] as const),
  ...(['geo_lat', 'geo_lng'] as const),
] as const satisfies readonly (keyof VenueInput)[]

const OF_ORGANIZERS = [
  'organizer',
  'phone',
  'website',
  'email',
] as const satisfies readonly (keyof OrganizerInput)[]

/** Starts of a series that are looked at. */
const MOST_DATES = 2000

const FOREVER = secondsOf('9999-12-31 23:59:59')

/** IDs of terms of this calendar by folded names of theirs. */
export interface KnownTerms {
  readonly categories: ReadonlyMap<string, number>
  readonly tags: ReadonlyMap<string, number>
  /** Names that `map` gives and no term has. */
  readonly names: ReadonlyMap<string, string>
}

/** `zone`: of events that name none. */
export function feedEventOf(one: FileEvent, source: SourceRecord, terms: KnownTerms, zone: Zone): FeedEvent {
  const theirs = namesIn(one.event.categories)
  const file: FileEvent = {
    ...one,
    event: {
      ...said(one.event),
      ...bodyOf(one.event),
      ...placeOf(one.event, source),
      ...termsOf(theirs, source, terms),
    },
    changes: one.changes.map((change) => changeOf(change, theirs, source, terms)),
  }
  const own = zoneIn(one.event, zone)
  const epochOf = (wall: number) => atWall(wallOf(wall), own).epoch
  const start = secondsIn(String(one.event.start_date))
  return {
    uid: one.key,
    item: itemId(source.id, one.key),
    file,
    // Where pictures begin to be copied, or end, events with one are brought again.
    mark: source.copy_images && file.event.image ? -markOf(file) : markOf(file),
    picture: 0,
    venue: namesHashed('venue', file.event.venue),
    organizer: namesHashed('organizer', file.event.organizer),
    url: typeof one.event.website === 'string' ? textHash(one.event.website) || 1 : 0,
    name: textHash(`${nameKey(one.event.title)}\n${keyOfText(placeNameOf(file.event))}${townOf(file.event)}`),
    start: epochOf(start),
    repeats: Boolean(file.event.recurrence),
    isCanceled: file.event.event_status === 'canceled',
    end: epochOf(Math.min(FOREVER, lastEndOf(one.event, start))),
    isWanted: isWanted(one.event, theirs, source),
  }
}

/** `zone`: of events that name none. */
export const zoneIn = ({ timezone }: Partial<EventInput>, zone: Zone): Zone =>
  resolveZone(String(timezone)) ?? zone

/** What every event has is there: the reader says so. */
const bodyOf = ({ title, start_date, end_date }: EventInput) => ({ title, start_date, end_date })

function said(event: EventInput): Partial<EventInput> {
  const own: Record<string, unknown> = {}
  const values: Readonly<Record<string, unknown>> = { ...event }
  for (const name of SAID) if (values[name] !== undefined) own[name] = values[name]
  return { ...own, organizer: saidOf<OrganizerInput>(event.organizer, OF_ORGANIZERS) }
}

function placeOf({ venue }: EventInput, source: SourceRecord): Partial<EventInput> {
  const named = saidOf<VenueInput>(venue, OF_VENUES)
  if (named.length > 0) return { venue: named }
  if (source.venue === null) return { venue: [] }
  return { venue: typeof source.venue === 'number' ? source.venue : { venue: source.venue } }
}

/** No other members, and among them no ID: those are of this calendar. */
function saidOf<T extends VenueInput | OrganizerInput>(
  value: unknown,
  names: readonly (keyof T & string)[],
): T[]
function saidOf(value: unknown, names: readonly string[]): object[] {
  return linkedIn(value)
    .filter(isRow)
    .map((row) => {
      const own: Record<string, unknown> = {}
      for (const name of names) if (row[name] !== undefined) own[name] = row[name]
      return own
    })
}

function changeOf(
  change: FileChange,
  theirs: readonly string[],
  source: SourceRecord,
  terms: KnownTerms,
): FileChange {
  const { event } = change
  if (event.start_date === undefined) return change
  const own = namesIn(event.categories)
  return {
    ...change,
    event: {
      ...said(event),
      ...bodyOf(event),
      ...placeOf(event, source),
      ...termsOf(own.length === 0 ? theirs : own, source, terms),
    },
  }
}

const namesIn = (terms: EventInput['categories']): string[] =>
  (Array.isArray(terms) ? terms : []).flatMap((term) =>
    typeof term === 'string' && term !== '' ? [term] : [],
  )

/** Theirs that `map` names, or that are tags here already. */
function termsOf(
  theirs: readonly string[],
  source: SourceRecord,
  { categories, tags, names }: KnownTerms,
): Pick<EventInput, 'categories' | 'tags'> {
  const own: { categories: (number | string)[]; tags: (number | string)[] } = {
    categories: [...source.categories],
    tags: [...source.tags],
  }
  for (const name of theirs) {
    const key = keyOfText(name)
    const category = categories.get(key)
    const tag = tags.get(key) ?? names.get(key)
    if (category !== undefined) own.categories.push(category)
    else if (tag !== undefined) own.tags.push(tag)
  }
  return { categories: [...new Set(own.categories)], tags: [...new Set(own.tags)] }
}

/** One venue or organizer, or several, as a list. */
export const linkedIn = (value: unknown): unknown[] => [value].flat()

/** Of a venue or organizer that is named; of an ID, nothing is known here. */
export function nameHash(kind: 'venue' | 'organizer', one: unknown): number | undefined {
  const name = isRow(one) ? one[kind] : undefined
  if (typeof name !== 'string') return undefined
  const town = kind === 'venue' && isRow(one) ? townKey(one) : ''
  return textHash(town === '' ? nameKey(name) : `${nameKey(name)}\n${town}`)
}

const namesHashed = (kind: 'venue' | 'organizer', value: unknown): number[] =>
  linkedIn(value).flatMap((one) => nameHash(kind, one) ?? [])

/** The name of the first venue. */
export function placeNameOf({ venue }: Pick<EventInput, 'venue'>): string {
  const [first] = linkedIn(venue)
  return isRow(first) && typeof first.venue === 'string' ? htmlToText(first.venue) : ''
}

/** Of the first venue, after a new line; '' if nothing names a town. */
function townOf({ venue }: Pick<EventInput, 'venue'>): string {
  const [first] = linkedIn(venue)
  const town = isRow(first) ? townKey(first) : ''
  return town === '' ? '' : `\n${town}`
}

function isWanted(event: EventInput, theirs: readonly string[], { only }: SourceRecord): boolean {
  const { words, categories } = only
  if (categories.length > 0) {
    const wanted = new Set(categories.map(keyOfText))
    if (!theirs.some((name) => wanted.has(keyOfText(name)))) return false
  }
  if (words.length === 0) return true
  const text = fold(`${htmlToText(event.title)} ${htmlToText(String(event.description ?? ''))}`)
  return words.some((word) => text.includes(fold(word).trim()))
}

const secondsIn = (wall: string): number => (isWallClock(wall) ? secondsOf(wall) : 0)

function lastEndOf({ start_date, end_date, all_day, recurrence }: EventInput, start: number): number {
  // Whole days last until midnight, whatever time is named.
  const end = all_day === true ? `${String(end_date).slice(0, 10)} 23:59:59` : String(end_date)
  const length = Math.max(0, secondsIn(end) - start)
  if (recurrence === undefined || recurrence === null) return start + length
  const added = (recurrence.rdate ?? []).map((day) => secondsIn(day.length === 10 ? `${day} 23:59:59` : day))
  const rule = parseRule(recurrence.rrule ?? '', (utc) => utc)
  if (typeof rule === 'string') return FOREVER
  if (rule.count === undefined && rule.until === undefined) return FOREVER
  let last = start
  let count = 0
  for (const at of occurrencesOf(rule, String(start_date))) {
    last = secondsOf(at)
    if (++count === MOST_DATES) return FOREVER
  }
  return added.reduce((latest, at) => Math.max(latest, at), last) + length
}
