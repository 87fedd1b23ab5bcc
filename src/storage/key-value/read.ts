import { atomsOf } from '../atoms.ts'
import {
  type Document,
  type Filter,
  type Kind,
  ORDERS,
  type OrderOf,
  passes,
  type Query,
} from '../contract.ts'
import type { Calendar } from './calendar.ts'
import { documentsOf, headsOf } from './documents.ts'
import { readHead } from './heads.ts'
import { END, lastId } from './keyspace.ts'
import { type Candidate, knownCandidate, Sieve } from './sieve.ts'
import { type Source, sourceOf } from './sources.ts'
import { isDated, mainDate, walk } from './timelines.ts'

/*
 * Pages of documents, and their number where it must be counted. Each function reads in several steps; `snapshot.ts`
 * sees to it that nothing was written meanwhile.
 */

export interface Found<K extends Kind> {
  readonly found: readonly Document<K>[]
  /** What the clock showed when the documents were read, if that was one instant. */
  readonly clock?: string | undefined
}

/** So few documents are read whole, to see what they are. */
const FEW = 30

export async function find<K extends Kind>(calendar: Calendar, kind: K, query: Query<K>): Promise<Found<K>> {
  const { offset = 0, limit, order } = query
  if (limit <= 0) return { found: [] }
  const atoms = atomsOf(query.where ?? [])
  const source = await sourceOf(calendar, kind, query.where ?? [], atoms)
  if (source.by === 'ids' && source.ids.length <= FEW) {
    const { documents, clock } = await documentsOf(calendar, kind, source.ids)
    const matching = documents.filter((document) => document !== undefined && passes(document, query))
    const sorted = matching.filter((document) => document !== undefined)
    const candidates = sorted.map((document) => ({ ...knownCandidate(document.id, document.keys), document }))
    const found = candidates.sort(comparing(kind, order)).map(({ document }) => document)
    return { found: found.slice(offset, offset + limit), clock }
  }
  const isSorted = source.by === 'heads' ? order === 'id' : source.by === 'timelines' && isMain(kind, order)
  const page: Candidate[] = []
  for await (const batch of matches(
    calendar,
    source,
    new Sieve(calendar, kind, atoms, query.text),
    kind,
    offset + limit,
  )) {
    page.push(...batch)
    if (isSorted && page.length >= offset + limit) break
  }
  if (!isSorted) page.sort(comparing(kind, order))
  const ids = page.slice(offset, offset + limit).map(({ id }) => id)
  if (ids.length === 0) return { found: [] }
  const { documents, clock } = await documentsOf(calendar, kind, ids)
  return { found: documents.filter((document) => document !== undefined), clock }
}

export async function count<K extends Kind>(calendar: Calendar, kind: K, filter: Filter<K>): Promise<number> {
  let sum = 0
  for await (const batch of allMatches(calendar, kind, filter)) sum += batch.length
  return sum
}

export async function* allMatches<K extends Kind>(
  calendar: Calendar,
  kind: K,
  { where = [], text }: Filter<K>,
): AsyncGenerator<Candidate[], void, void> {
  const atoms = atomsOf(where)
  const source = await sourceOf(calendar, kind, where, atoms)
  yield* matches(calendar, source, new Sieve(calendar, kind, atoms, text), kind, calendar.stride)
}

/** All that meet the filter, in batches, in the order of the source. `first`: how many may be enough. */
async function* matches<K extends Kind>(
  calendar: Calendar,
  source: Source,
  sieve: Sieve<K>,
  kind: K,
  first: number,
): AsyncGenerator<Candidate[], void, void> {
  for await (const batch of candidatesIn(calendar, kind, source, first)) {
    const passed = await sieve.pass(batch)
    if (passed.length > 0) yield passed
  }
}

/** Some more than asked for, since the sieve may keep some back. */
const SLACK = 6

async function* candidatesIn<K extends Kind>(
  calendar: Calendar,
  kind: K,
  source: Source,
  first: number,
): AsyncGenerator<Candidate[], void, void> {
  switch (source.by) {
    case 'ids':
      for (let from = 0; from < source.ids.length; from += calendar.stride) {
        const ids = source.ids.slice(from, from + calendar.stride)
        const heads = await headsOf(calendar, kind, ids)
        yield ids.flatMap((id, index) => {
          const head = heads[index]
          return head === undefined ? [] : [knownCandidate(id, head.keys)]
        })
      }
      return
    case 'timelines':
      if (isDated(kind)) {
        yield* walk(calendar, kind, source.stretches, { first: first + SLACK, reverse: kind !== 'event' })
      }
      return
    case 'heads': {
      const start = calendar.keys.heads(kind)
      for await (const entries of calendar.parts(start, start + END)) {
        yield entries.map(([key, head]) => knownCandidate(lastId(key), readHead(kind, head).keys))
      }
    }
  }
}

const isMain = (kind: Kind, order: string): boolean =>
  isDated(kind) && order === (mainDate(kind) === 'start' ? 'start' : 'newest')

/** Compares candidates by a declared order, whose keys entries of timelines know. */
function comparing<K extends Kind>(kind: K, order: OrderOf<K>): (a: Candidate, b: Candidate) => number {
  const orders: Readonly<Record<string, readonly string[]>> = ORDERS[kind]
  const parts = (orders[order] ?? ['id']).map((part) =>
    part.startsWith('-') ? { key: part.slice(1), sign: -1 } : { key: part, sign: 1 },
  )
  return (a, b) => {
    for (const { key, sign } of parts) {
      const [x, y] = [a.valueOf(key), b.valueOf(key)]
      if (x === y || x == null || y == null) continue
      return x < y ? -sign : sign
    }
    return 0
  }
}
