import type { Value } from '../atoms.ts'
import type { KeysOf, Kind } from '../contract.ts'
import { FACETS, type Facet } from '../facets.ts'
import { digitsOf, type Keyspace, lines } from './keyspace.ts'
import { dateDigits, spanOf } from './spans.ts'

/*
 * Timelines: events by their start, venues and organizers by their date, each entry with what filters look at. A line
 * holds those of one status, or with one term, venue or organizer, or featured. Of each line there are lists: `a` has
 * all, and one for each span has the events that do not end on the day on which they start.
 *
 * An event that ends before it starts, or on no date, is in one line alone, that of the irregular ones: everywhere else
 * an end is not before its start.
 */

export type Dated = 'event' | 'venue' | 'organizer'

export const isDated = (kind: Kind): kind is Dated =>
  kind === 'event' || kind === 'venue' || kind === 'organizer'

/** Which keys the entries of a timeline know, beside those by which they are sorted. */
export const DIGEST = {
  event: [
    ...(['status', 'author', 'reader', 'full_reader', 'hidden', 'featured', 'ticketed'] as const),
    ...(['end', 'utc_start', 'parent'] as const),
  ],
  venue: ['status', 'author', 'reader', 'latitude', 'longitude'],
  organizer: ['status', 'author', 'reader'],
} as const satisfies { readonly [K in Dated]: readonly (keyof KeysOf<K>)[] }

/** The date by which a timeline is sorted first. */
export const mainDate = (kind: Dated): 'start' | 'date' => (kind === 'event' ? 'start' : 'date')

/** Whether entries of the kind's timelines know the key. */
export const isInDigest = (kind: Dated, key: string): boolean =>
  key === 'id' || key === 'date' || key === mainDate(kind) || DIGEST[kind].some((one) => one === key)

/** By what a document is sorted in timelines: dates and ID. */
function sortOf(kind: Dated, id: number, keys: Keys): string {
  const dates = kind === 'event' ? [keys.start, keys.date] : [keys.date]
  return dates.map((date) => dateDigits(String(date))).join('') + digitsOf(id)
}

/** The keys of all entries of a document; the value of each is its digest. */
export function timelineKeys(space: Keyspace, kind: Dated, id: number, keys: Keys): string[] {
  const sort = sortOf(kind, id, keys)
  const ofStatus = lines.ofStatus(kind, String(keys.status))
  if (kind !== 'event') return [space.list(ofStatus, 'a') + sort]
  const span = spanOf(String(keys.start), String(keys.end))
  if (span === 'irregular') return [space.list(lines.irregular, 'a') + sort]
  const lists = span === 'short' ? ['a'] : ['a', String(span)]
  const all = [
    ofStatus,
    ...FACETS.flatMap((facet) => valuesOf(keys, facet).map((value) => lines.ofValue(facet, value))),
  ]
  if (keys.featured === true) all.push(lines.featured)
  return all.flatMap((line) => lists.map((list) => space.list(line, list) + sort))
}

type Keys = Readonly<Record<string, Value>>

export const digestOf = (kind: Dated, keys: Keys): string =>
  JSON.stringify(DIGEST[kind].map((key) => keys[key]))

export function valuesOf(keys: Keys, facet: Facet): readonly number[] {
  const values = keys[facet]
  return typeof values === 'object' && values !== null ? values : []
}
