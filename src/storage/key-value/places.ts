import { type Kind, orderParts, type Place } from '../contract.ts'
import { ordersOf } from '../shared/orders.ts'
import { after } from './calendar.ts'
import { END, type Keyspace } from './keyspace.ts'
import { isListed, placeInList, sortedList } from './sorted-lists.ts'
import type { Source, Wanted } from './sources.ts'
import { placeInTimeline } from './timelines.ts'
import type { Stretch } from './walk.ts'

/* Where a list goes on after a place in its order. */

/** The part of a source after the place that is wanted, if the source is in that order; else the whole. */
export function sourceAfter(space: Keyspace, kind: Kind, source: Source, wanted: Wanted): Source {
  const { order, reverse = false, after: place } = wanted
  if (place === undefined) return source
  const isDescending = orderParts(kind, orderOf(kind, order), reverse)[0]?.isDescending ?? false
  if (source.by === 'heads') {
    if (order !== 'id') return source
    const key = space.head(kind, idOf(place))
    return isDescending ? { by: 'heads', end: key } : { by: 'heads', start: after(key) }
  }
  const sort = sortOf(kind, source, order, place)
  if (source.by === 'ids' || sort === undefined) return source
  const stretches = source.stretches
    .map((one) => cut(one, sort, isDescending))
    .filter(({ start, end }) => start < end)
  return { ...source, stretches }
}

const orderOf = <K extends Kind>(kind: K, order: string) =>
  ordersOf(kind).find((one) => one === order) ?? ordersOf(kind)[0]

const idOf = (place: Place): number => Number(place.at(-1))

/** What the keys of the source are sorted by, at the place. */
function sortOf(kind: Kind, source: Source, order: string, place: Place) {
  if (!isListed(kind)) return undefined
  if (source.by === 'timelines' && order === ordersOf(kind)[0])
    return { digits: placeInTimeline(place), isExact: true }
  const sorted = source.by === 'sorted' && source.order === order ? sortedList(kind, order) : undefined
  return sorted && placeInList(sorted, String(place[0]), idOf(place))
}

/** If the place is not exact, entries that begin alike may come before or after it. */
function cut(
  stretch: Stretch,
  { digits, isExact }: { readonly digits: string; readonly isExact: boolean },
  isDescending: boolean,
): Stretch {
  const key = stretch.list + digits
  if (isDescending) return { ...stretch, end: least(stretch.end, isExact ? key : key + END) }
  return { ...stretch, start: greatest(stretch.start, isExact ? after(key) : key) }
}

const least = (a: string, b: string): string => (a < b ? a : b)
const greatest = (a: string, b: string): string => (a > b ? a : b)
