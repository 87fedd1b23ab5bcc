import type { Condition, Kind } from '../contract.ts'
import { type Atom, isAmong, isInteger, isText } from '../shared/atoms.ts'
import { dateRangeOf, EVER } from '../shared/date-range.ts'
import { FACETS, MOST_LINKED_VALUES } from '../shared/keys.ts'
import type { Calendar } from './calendar.ts'
import { lastId, lines } from './keyspace.ts'
import { namedIds } from './lookups.ts'
import type { Met } from './sieve.ts'
import { isDated, mainDate } from './timelines.ts'
import { eventStretches, placeOf, type Stretch, stretch } from './walk.ts'

/** Where to look for matches. A source contains all matches, and possibly other documents. */
export type Source =
  /** A few documents, in no order. */
  | { readonly by: 'ids'; readonly ids: readonly number[] }
  | { readonly by: 'timelines'; readonly stretches: readonly Stretch[] }
  /** All documents, by ID. */
  | { readonly by: 'heads' }

/** `atoms`: those of the conditions in `where`. */
export async function sourceOf<K extends Kind>(
  calendar: Calendar,
  kind: K,
  where: readonly Condition<K>[],
  atoms: readonly Atom[],
): Promise<Source> {
  const ids = await namedIds(calendar, kind, atoms.filter(isAmong))
  if (ids !== undefined) return { by: 'ids', ids: [...new Set(ids)] }
  const found = isDated(kind) ? onTimelines(calendar, kind, where, atoms) : await expiring(calendar, where)
  return found ?? { by: 'heads' }
}

/** Receipts by expiry; `undefined` if there is no such condition, or if too many receipts match. */
async function expiring(
  calendar: Calendar,
  where: readonly (Omit<Condition, 'key'> & { readonly key: string })[],
): Promise<Source | undefined> {
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
  const statuses = among.find(({ key }) => key === 'status')
  const ofStatuses =
    statuses && [...statuses.values].filter(isText).map((status) => lines.ofStatus(kind, status))
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
  for (const facet of FACETS) {
    const atom = among.find(({ key, values }) => key === facet && values.size <= MOST_LINKED_VALUES)
    if (atom === undefined) continue
    return along(
      [...atom.values].filter(isInteger).map((value) => lines.ofValue(facet, value)),
      new Set([...inRange, atom]),
    )
  }
  const featured = among.find(({ key, values }) => key === 'featured' && !values.has(false))
  if (featured !== undefined) return along([lines.featured], met)
  return ofStatuses && along(ofStatuses, met)
}
