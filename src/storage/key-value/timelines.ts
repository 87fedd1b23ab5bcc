import type { Facet, KeyValue, Kind, Place } from '../contract.ts'
import { isInteger, isText } from '../shared/atoms.ts'
import { EVENT_LINKS, type EventLink, forEachKind, KEYS_OF, type Key, type Keys } from '../shared/keys.ts'
import { mainDatesOf } from '../shared/orders.ts'
import { digitsOf, type Keyspace, lines } from './keyspace.ts'
import { dateDigits, durationOf } from './spans.ts'

/*
 * Timelines: events by their start, venues and organizers by their date. Each entry contains a digest for filters. A
 * line contains the documents with one status, term, venue or organizer, those with values of a custom field that begin
 * alike, the featured events, or the series. Each line has several lists: `a` contains all documents, and each duration class has a
 * list of the events that end on a later day.
 *
 * Events that end before they start, or whose times are not calendar dates, are irregular. They are in a separate line,
 * so that in all other lines an end is never before its start.
 */

export type Dated = 'event' | 'venue' | 'organizer'

export const isDated = (kind: Kind): kind is Dated =>
  kind === 'event' || kind === 'venue' || kind === 'organizer'

const DATES = forEachKind(mainDatesOf)

const isLong = ({ type, many, index }: Key): boolean =>
  many === true || (type === 'text' && index === 'lookup')

/** The keys in a digest: all except links, user texts and the dates by which timelines are sorted. */
export const DIGEST = forEachKind((kind) =>
  KEYS_OF[kind]
    .filter((key) => !isLong(key) && key.index !== 'sort' && !DATES[kind].includes(key.name))
    .map(({ name }) => name),
)

/** The date by which a timeline is sorted first. */
export const mainDate = (kind: Dated): string => DATES[kind][0] ?? 'date'

/** Whether the entries of the kind's timelines contain the key. */
export const isInDigest = (kind: Dated, key: string): boolean =>
  key === 'id' || DATES[kind].includes(key) || DIGEST[kind].includes(key)

/** The sort key of a document in timelines: dates, then ID. */
const sortOf = (kind: Dated, id: number, keys: Keys): string =>
  DATES[kind].map((date) => dateDigits(String(keys[date]))).join('') + digitsOf(id)

/** The sort key at a place in the main order. */
export const placeInTimeline = (place: Place): string =>
  place.map((value) => (typeof value === 'string' ? dateDigits(value) : digitsOf(value))).join('')

/** The keys of all timeline entries of a document. The value of each is the digest. */
export function timelineKeys(space: Keyspace, kind: Dated, id: number, keys: Keys): string[] {
  const sort = sortOf(kind, id, keys)
  const ofStatus = lines.ofStatus(kind, String(keys.status))
  if (kind !== 'event') return [space.list(ofStatus, 'a') + sort]
  const duration = durationOf(String(keys.start), String(keys.end))
  if (duration === 'irregular') return [space.list(lines.irregular, 'a') + sort]
  const lists = duration === 'short' ? ['a'] : ['a', String(duration)]
  const all = [ofStatus, ...EVENT_LINKS.flatMap((key) => linesOf(key, manyOf(keys, key)))]
  if (keys.featured === true) all.push(lines.featured)
  if (keys.series === true) all.push(lines.series)
  return all.flatMap((line) => lists.map((list) => space.list(line, list) + sort))
}

export const digestOf = (kind: Dated, keys: Keys): string =>
  JSON.stringify(DIGEST[kind].map((key) => keys[key]))

export const valuesOf = (keys: Keys, facet: Facet): readonly number[] => manyOf(keys, facet).filter(isInteger)

function manyOf(keys: Keys, key: EventLink): readonly KeyValue[] {
  const values = keys[key]
  return typeof values === 'object' && values !== null ? values : []
}

/** The lines of the events with one of the values. */
export function linesOf(key: EventLink, values: Iterable<KeyValue>): string[] {
  if (key !== 'field') return [...values].filter(isInteger).map((value) => lines.ofValue(key, value))
  const found = [...values].filter(isText).map((text) => {
    const { name, value } = fieldIn(text)
    return lines.ofFieldValue(name, value)
  })
  return [...new Set(found)]
}

/** The name and the value of a custom field. */
export function fieldIn(text: string) {
  const [name = ''] = text.split('=', 1)
  return { name, value: text.slice(name.length + 1) }
}
