import type { Condition, Kind, Place } from '../contract.ts'
import { type Among, type Atom, isAmong, isText } from '../shared/atoms.ts'
import { dateRangeOf, EVER } from '../shared/date-range.ts'
import { EVENT_LINKS, isLinkKey, MOST_LINKED_VALUES } from '../shared/keys.ts'
import { ordersOf } from '../shared/orders.ts'
import type { Calendar } from './calendar.ts'
import { idsWithin, rangesOf } from './carriers.ts'
import { extrasOf, firstId } from './extras.ts'
import { type Keyspace, lastId, lines } from './keyspace.ts'
import { namedIds } from './lookups.ts'
import type { Met } from './sieve.ts'
import { sortedList } from './sorted-lists.ts'
import { type Dated, isDated, linesOf, mainDate } from './timelines.ts'
import { total } from './totals.ts'
import { eventStretches, placeOf, type Stretch, stretch } from './walk.ts'

/** Where to look for matches. A source contains all matches, and possibly other documents. */
export type Source =
  /** A few documents, in no order. */
  | { readonly by: 'ids'; readonly ids: readonly number[] }
  | { readonly by: 'timelines'; readonly stretches: readonly Stretch[] }
  /** Lists in another order. */
  | { readonly by: 'sorted'; readonly order: string; readonly stretches: readonly Stretch[] }
  /** All documents, by ID, or those of a range of keys. */
  | { readonly by: 'heads'; readonly start?: string; readonly end?: string }

/** An order, and the number of documents up to the end of the page. */
export interface Wanted {
  readonly order: string
  readonly end: number
  /** Only what comes after this place in the order, or in its reverse. */
  readonly after?: Place | undefined
  readonly reverse?: boolean | undefined
}

/** `atoms`: those of the conditions in `where`. */
export async function sourceOf<K extends Kind>(
  calendar: Calendar,
  kind: K,
  where: readonly Condition<K>[],
  atoms: readonly Atom[],
  wanted?: Wanted,
): Promise<Source> {
  const ids = await namedIds(calendar, kind, atoms.filter(isAmong))
  if (ids !== undefined) return { by: 'ids', ids: [...new Set(ids)] }
  const found = isDated(kind)
    ? (changed(calendar, kind, where, atoms) ??
      (await carrying(calendar, kind, where, atoms, wanted)) ??
      (await inOrder(calendar, kind, where, atoms, wanted)) ??
      onTimelines(calendar, kind, where, atoms))
    : kind === 'extra'
      ? inLists(extrasOf(calendar.keys, where, atoms, wanted?.order))
      : await expiring(calendar, where)
  return found ?? headsFrom(calendar.keys, kind, where)
}

const inLists = (found: ReturnType<typeof extrasOf>): Source | undefined =>
  found && { by: 'sorted', ...found }

/** All documents, from the first one that bounds on the ID leave. Lists of all that there is go on by such a bound. */
function headsFrom(space: Keyspace, kind: Kind, where: readonly AnyCondition[]): Source {
  const first = firstId(where)
  return first > 1 ? { by: 'heads', start: space.head(kind, first) } : { by: 'heads' }
}

/** The lists of the statuses that the filter names; `undefined` if it names none. */
function linesOfStatuses(kind: Dated, atoms: readonly Atom[]): string[] | undefined {
  const statuses = atoms.filter(isAmong).find(({ key }) => key === 'status')
  return statuses && [...statuses.values].filter(isText).map((status) => lines.ofStatus(kind, status))
}

/** Documents that changed within bounds. */
function changed<K extends Kind>(
  { keys }: Calendar,
  kind: K & Dated,
  where: readonly Condition<K>[],
  atoms: readonly Atom[],
): Source | undefined {
  const order = 'modified'
  const range = dateRangeOf(where.filter(({ key }) => key === order))
  const found = linesOfStatuses(kind, atoms)
  const sorted = sortedList(kind, order)
  const met = new Set(atoms.filter(({ key }) => key === order))
  if (range === undefined || met.size === 0 || found === undefined || sorted === undefined) return undefined
  const stretches = found.map((line) => ({ ...stretch(keys, line, sorted.list, range), met }))
  return { by: 'sorted', order, stretches: stretches.filter(({ start, end }) => start < end) }
}

/** Flags that few events have: those have lines of their own. */
const FLAGS = ['series', 'featured'] as const

/** The keys that stored totals can evaluate. */
const COUNTED = ['start', 'end', 'status', 'series', 'reader', 'full_reader'] as const

const isKey = <K extends string>(key: string, keys: readonly K[]): key is K => keys.some((one) => one === key)

/** Whether the events that the atom accepts have lines of their own. */
const hasLines = ({ key, values }: Among): boolean =>
  (isLinkKey(key) && values.size <= MOST_LINKED_VALUES) || (isKey(key, FLAGS) && !values.has(false))

/**
 * The events with a value of a custom field that the filter accepts, if it takes fewer reads to look at all of them than
 * to look for them in order.
 */
async function carrying<K extends Kind>(
  calendar: Calendar,
  kind: K & Dated,
  where: readonly Condition<K>[],
  atoms: readonly Atom[],
  wanted: Wanted | undefined,
): Promise<Source | undefined> {
  // Lines are in the main order.
  const isMain = wanted === undefined || wanted.order === ordersOf(kind)[0]
  if (atoms.filter(isAmong).some((atom) => hasLines(atom) && (isMain || atom.key !== 'field')))
    return undefined
  let most: number | undefined
  for (const atom of atoms) {
    const ranges = atom.key === 'field' ? rangesOf(calendar.keys, atom) : undefined
    if (ranges === undefined) continue
    most ??= await mostCarriers(calendar, where, wanted)
    const ids = await idsWithin(calendar, ranges, most)
    if (ids !== undefined) return { by: 'ids', ids }
  }
  return undefined
}

/** The number of entries that cost as much as to walk the window up to the end of the page, or half of it to count. */
async function mostCarriers(
  calendar: Calendar,
  where: readonly AnyCondition[],
  wanted: Wanted | undefined,
): Promise<number> {
  const all = await total(calendar, 'event', { where: windowOf(where) })
  if (all === undefined) return calendar.stride
  return Math.floor(wanted === undefined ? all / 2 : Math.sqrt(wanted.end * all))
}

type AnyCondition = Omit<Condition, 'key'> & { readonly key: string }

/** The conditions that stored totals can evaluate. */
const windowOf = (where: readonly AnyCondition[]) =>
  where.flatMap((one): Condition<'event'>[] => {
    const { key } = one
    return isKey(key, COUNTED) ? [{ ...one, key }] : []
  })

/** All documents in the wanted order, unless they are sooner sorted. */
async function inOrder<K extends Kind>(
  calendar: Calendar,
  kind: K & Dated,
  where: readonly Condition<K>[],
  atoms: readonly Atom[],
  wanted: Wanted | undefined,
): Promise<Source | undefined> {
  const sorted = sortedList(kind, wanted?.order)
  const found = linesOfStatuses(kind, atoms)
  if (wanted === undefined || sorted === undefined || found === undefined) return undefined
  if (atoms.filter(isAmong).some((atom) => hasLines(atom) && atom.key !== 'field')) return undefined
  if (kind === 'event' && (await isShortWindow(calendar, where, wanted.end))) return undefined
  return {
    by: 'sorted',
    order: wanted.order,
    stretches: found.map((line) => stretch(calendar.keys, line, sorted.list, EVER)),
  }
}

/** Whether it takes fewer reads to sort the events of the window than to look for them in order. */
async function isShortWindow(
  calendar: Calendar,
  where: readonly AnyCondition[],
  end: number,
): Promise<boolean> {
  const window = windowOf(where)
  const ofAll = window.filter(({ key }) => key !== 'start' && key !== 'end')
  if (ofAll.length === window.length) return false
  const [count, all] = await Promise.all([
    total(calendar, 'event', { where: window }),
    total(calendar, 'event', { where: ofAll }),
  ])
  // Entry and head of each event in the window; or entries, of which as many as these share are in the window.
  return count !== undefined && all !== undefined && 2 * count * count <= end * all
}

/** Receipts by expiry; `undefined` if there is no such condition, or if too many receipts match. */
async function expiring(calendar: Calendar, where: readonly AnyCondition[]): Promise<Source | undefined> {
  const on = where.filter(({ key }) => key === 'expires')
  const range = dateRangeOf(on)
  if (on.length === 0 || range === undefined) return undefined
  const { expiries } = calendar.keys
  const limit = calendar.stride
  const [start, end] = [expiries + placeOf(range.from), expiries + placeOf(range.to)]
  const entries = await calendar.range({ start, end, limit })
  // IDs of receipts are hashes, so receipts that expire are spread evenly over all IDs. When there are many, a scan by
  // ID fills a page quickly.
  return entries.length < limit ? { by: 'ids', ids: entries.map(([key]) => lastId(key)) } : undefined
}

function onTimelines<K extends Kind>(
  { keys }: Calendar,
  kind: K & ('event' | 'venue' | 'organizer'),
  where: readonly Condition<K>[],
  atoms: readonly Atom[],
): Source | undefined {
  const among = atoms.filter(isAmong)
  const rangeOn = (key: string) => dateRangeOf(where.filter((one) => one.key === key))
  const range = rangeOn(mainDate(kind))
  const starts = range ?? EVER
  const inRange = atoms.filter(({ key }) => range !== undefined && key === mainDate(kind))
  const ofStatuses = linesOfStatuses(kind, atoms)
  const met = new Set(inRange)
  if (kind !== 'event') {
    const stretches = ofStatuses?.map((line) => ({ ...stretch(keys, line, 'a', starts), met }))
    return stretches && { by: 'timelines', stretches: stretches.filter(({ start, end }) => start < end) }
  }
  const along = (found: readonly string[], met: Met): Source => ({
    by: 'timelines',
    stretches: [
      ...found
        .flatMap((line) => eventStretches(keys, line, starts, rangeOn('end') ?? EVER))
        .map((one) => ({ ...one, met })),
      ...[stretch(keys, lines.irregular, 'a', starts)].filter(({ start, end }) => start < end),
    ],
  })
  for (const linked of EVENT_LINKS) {
    const atom = among.find(({ key, values }) => key === linked && values.size <= MOST_LINKED_VALUES)
    if (atom === undefined) continue
    // Other values may share the line of a value of a custom field.
    return along(linesOf(linked, atom.values), linked === 'field' ? met : new Set([...inRange, atom]))
  }
  for (const flag of FLAGS) {
    const isSet = among.some(({ key, values }) => key === flag && !values.has(false))
    if (isSet) return along([lines[flag]], met)
  }
  return ofStatuses && along(ofStatuses, met)
}
