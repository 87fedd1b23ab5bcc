import { type Among, type Atom, isAmong } from '../atoms.ts'
import type { Condition, KeyValue, Kind } from '../contract.ts'
import { dateRangeOf, EVER } from '../date-range.ts'
import { FACETS, isFacet } from '../facets.ts'
import type { Calendar } from './calendar.ts'
import { END, lastId, lines } from './keyspace.ts'
import { idsIn, ownerOf } from './named.ts'
import type { Met } from './sieve.ts'
import { isDated, mainDate } from './timelines.ts'
import { eventStretches, placeOf, type Stretch, stretch } from './walk.ts'

/** Where to look for the answers to a filter: all of them are there, and others. */
export type Source =
  /** Few documents, in no order. */
  | { readonly by: 'ids'; readonly ids: readonly number[] }
  | { readonly by: 'timelines'; readonly stretches: readonly Stretch[] }
  /** All documents, by ID. */
  | { readonly by: 'heads' }

/** A list that names more terms or venues than this is not read along their timelines, but tested for them. */
const MOST_VALUES = 50

/** `atoms`: those of the conditions in `where`. */
export async function sourceOf<K extends Kind>(
  calendar: Calendar,
  kind: K,
  where: readonly Condition<K>[],
  atoms: readonly Atom[],
): Promise<Source> {
  const among = atoms.filter(isAmong)
  for (const key of ['id', 'unique_slug', 'slug', 'name', 'parent']) {
    const atom = among.find((one) => one.key === key)
    const ids = atom === undefined ? undefined : await namedBy(calendar, kind, atom)
    if (ids !== undefined) return { by: 'ids', ids: [...new Set(ids)] }
  }
  const found = isDated(kind) ? onTimelines(calendar, kind, where, atoms) : await expiring(calendar, where)
  return found ?? { by: 'heads' }
}

const isText = (value: KeyValue): value is string => typeof value === 'string'
const isInteger = (value: KeyValue): value is number => Number.isSafeInteger(value)

/** The IDs that an atom names by itself, and perhaps others; `undefined`: it names none. */
async function namedBy(
  calendar: Calendar,
  kind: Kind,
  { key, values }: Among,
): Promise<number[] | undefined> {
  const { keys } = calendar
  const wanted = [...values]
  switch (key) {
    case 'id':
      return wanted.filter(isInteger)
    case 'unique_slug': {
      // Nobody asks for all that claim nothing; they are not kept.
      if (values.has(null)) return undefined
      const slugs = wanted.filter(isText)
      const owners = await calendar.get(slugs.map((slug) => keys.unique(kind, slug)))
      return slugs.flatMap((slug, index) => ownerOf(owners[index], slug) ?? [])
    }
    case 'slug':
      if (values.has('')) return undefined
      return shared(
        calendar,
        wanted.filter(isText).map((slug) => keys.slugs(kind, slug)),
      )
    case 'name':
      return shared(
        calendar,
        wanted.filter(isText).map((name) => keys.names(kind, name)),
      )
    case 'parent':
      // Nearly all documents have none: 0.
      if (values.has(0)) return undefined
      return under(
        calendar,
        wanted.filter(isInteger).map((parent) => keys.children(kind, parent)),
      )
  }
  return undefined
}

async function shared(calendar: Calendar, keys: readonly string[]): Promise<number[]> {
  return (await calendar.get(keys)).flatMap(idsIn)
}

async function under(calendar: Calendar, prefixes: readonly string[]): Promise<number[]> {
  const found = await Promise.all(prefixes.map((prefix) => calendar.all(prefix, prefix + END)))
  return found.flat().map(([key]) => lastId(key))
}

/** Receipts by when they expire; `undefined`: nothing is said of that, or they are many. */
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
  // IDs are hashes: where many expire, some do wherever one looks, and a page by ID is soon full.
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
    const atom = among.find(({ key, values }) => key === facet && values.size <= MOST_VALUES)
    if (atom === undefined || !isFacet(atom.key)) continue
    return along(
      [...atom.values].filter(isInteger).map((value) => lines.ofValue(facet, value)),
      new Set([...inRange, atom]),
    )
  }
  const featured = among.find(({ key, values }) => key === 'featured' && !values.has(false))
  if (featured !== undefined) return along([lines.featured], met)
  return ofStatuses && along(ofStatuses, met)
}
