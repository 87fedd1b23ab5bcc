import { comesAfter } from '../after.ts'
import {
  type Document,
  type Filter,
  type Kind,
  orderConditions,
  orderParts,
  passes,
  type Query,
} from '../contract.ts'
import { comparing } from '../shared/orders.ts'
import type { Calendar } from './calendar.ts'
import type { Reading } from './clock.ts'
import { bareDocumentsOf, documentsOf } from './documents.ts'
import type { Named } from './journal.ts'
import { Matches } from './matches.ts'
import { type Candidate, knownCandidate } from './sieve.ts'
import { isText, settled } from './sorted-lists.ts'

/* Documents by ID, pages of documents, and counts that have no stored counter. */

type Page<K extends Kind> = readonly Document<K>[]

const areThere = <K extends Kind>(documents: readonly (Document<K> | undefined)[]): Page<K> =>
  documents.filter((document) => document !== undefined)

export async function get<K extends Kind>(
  calendar: Calendar,
  kind: K,
  ids: readonly number[],
  keysOnly = false,
): Promise<Reading<Page<K>>> {
  const read = keysOnly ? bareDocumentsOf : documentsOf
  const { documents, clock } = await read(calendar, kind, ids)
  return { result: areThere(documents), clock }
}

const keyOfCandidate = (one: Candidate, key: string) => one.valueOf(key)

/** Up to this many documents are read completely and then filtered. */
const MOST_READ_WHOLE = 30

export async function find<K extends Kind>(
  calendar: Calendar,
  kind: K,
  asked: Query<K>,
): Promise<Reading<Page<K>>> {
  const query = { ...asked, where: [...(asked.where ?? []), ...orderConditions(kind, asked.order)] }
  const { offset = 0, limit, order, reverse = false, after } = query
  if (limit <= 0) return { result: [] }
  const end = offset + limit
  const matches = await Matches.of(calendar, kind, query, { order, end, after, reverse })
  const compare = comparing(kind, order, keyOfCandidate, reverse)
  const isAfter =
    after === undefined ? undefined : comesAfter(kind, { order, reverse }, after, keyOfCandidate)
  const fromPlace = (some: readonly Candidate[]) =>
    isAfter === undefined ? some : some.filter((one) => isAfter(one))
  if (matches.source.by === 'ids' && matches.source.ids.length <= MOST_READ_WHOLE) {
    const { documents, clock } = await documentsOf(calendar, kind, matches.source.ids)
    const matching = areThere(documents).filter((document) => passes(document, query))
    const known = matching
      .map((document) => ({ ...knownCandidate(document.id, document.keys), document }))
      .filter((one) => isAfter?.(one) ?? true)
    const found = known.sort(compare).map(({ document }) => document)
    return { result: found.slice(offset, end), clock }
  }

  const read: Candidate[] = []
  let found: Candidate[] = read
  let isCutOff = false
  const isSorted = matches.isSortedBy(order, reverse)
  for await (const batch of matches.batches(end, isSorted && reverse)) {
    read.push(...(isSorted ? fromPlace(batch) : batch))
    if (!isSorted || read.length < end) continue
    const sure = settled(read, order)
    isCutOff = sure.length >= end
    if (!isCutOff) continue
    found = [...sure]
    break
  }
  if (!isSorted) {
    for (const { key } of orderParts(kind, order)) found = await matches.withKey(key, found)
    found = [...fromPlace(found)]
  }
  if (!isSorted || isText(order)) found.sort(compare)
  const had = new Map<number, Document<K>>()
  const page = async (): Promise<Reading<Page<K>>> => {
    const ids = found.slice(offset, end).map(({ id }) => id)
    const missing = ids.filter((id) => !had.has(id))
    const { result, clock }: Reading<Page<K>> =
      missing.length === 0 ? { result: [] } : await get(calendar, kind, missing, query.keysOnly)
    for (const document of result) had.set(document.id, document)
    return { result: areThere(ids.map((id) => had.get(id))), clock }
  }
  return {
    ...(await page()),
    async amended(changed) {
      const ids = idsOf(kind, changed)
      for (const id of ids) had.delete(id)
      const last = found.at(-1)
      const now = fromPlace(await matches.among([...ids]))
      // Entries after the last one were not read.
      const within = isCutOff && last !== undefined ? now.filter((one) => compare(one, last) <= 0) : now
      found = [...found.filter(({ id }) => !ids.has(id)), ...within].sort(compare)
      if (isCutOff && found.length < end) return undefined
      return (await page()).result
    },
  }
}

export async function count<K extends Kind>(
  calendar: Calendar,
  kind: K,
  filter: Filter<K>,
): Promise<Reading<number>> {
  const matches = await Matches.of(calendar, kind, filter)
  const found: number[] = []
  for await (const batch of matches.batches(calendar.stride)) for (const { id } of batch) found.push(id)
  let now: Set<number> | undefined
  return {
    result: found.length,
    async amended(changed) {
      now ??= new Set(found)
      const ids = idsOf(kind, changed)
      for (const id of ids) now.delete(id)
      for (const { id } of await matches.among([...ids])) now.add(id)
      return now.size
    },
  }
}

/** The IDs of the changed documents of this kind. */
export const idsOf = (kind: Kind, changed: readonly Named[]): Set<number> =>
  new Set(changed.filter((one) => one.kind === kind).map(({ id }) => id))
