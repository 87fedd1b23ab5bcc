import { type Caller, mayRead } from '../access/policy.ts'
import { fold } from '../domain/fold.ts'
import {
  type EventRecord,
  fromDocument,
  type LinkedKind,
  type RecordOf,
  type TermKind,
} from '../domain/records.ts'
import type { EventWithLinked } from '../present/event.ts'
import type { Storage } from '../storage/contract.ts'

/**
 * Loads, in one wave however many events there are, what their answers show of other records: the venues and
 * organizers that the caller may read and that are not in the trash, the terms that still exist, and their counts.
 */
export async function withLinked(
  storage: Storage,
  caller: Caller,
  events: readonly EventRecord[],
): Promise<EventWithLinked[]> {
  const [venues, organizers, categories, tags] = await Promise.all([
    linkedOf(
      storage,
      caller,
      'venue',
      events.flatMap((event) => event.venue),
    ),
    linkedOf(
      storage,
      caller,
      'organizer',
      events.flatMap((event) => event.organizer),
    ),
    termsOf(
      storage,
      'category',
      events.flatMap((event) => event.categories),
    ),
    termsOf(
      storage,
      'tag',
      events.flatMap((event) => event.tags),
    ),
  ])
  const counts = new Map([...categories.counts, ...tags.counts])
  return events.map((event) => ({
    event,
    venues: pick(venues, event.venue),
    organizers: pick(organizers, event.organizer),
    categories: byName(pick(categories.terms, event.categories)),
    tags: byName(pick(tags.terms, event.tags)),
    counts,
  }))
}

async function linkedOf<K extends LinkedKind>(
  storage: Storage,
  caller: Caller,
  kind: K,
  ids: readonly number[],
) {
  const found = new Map<number, RecordOf[K]>()
  if (ids.length === 0) return found
  for (const document of await storage.get(kind, [...new Set(ids)])) {
    const record = fromDocument(document)
    if (record.status !== 'trash' && mayRead(caller, record)) found.set(record.id, record)
  }
  return found
}

async function termsOf<K extends TermKind>(storage: Storage, kind: K, ids: readonly number[]) {
  if (ids.length === 0) return { terms: new Map<number, RecordOf[K]>(), counts: new Map<number, number>() }
  const distinct = [...new Set(ids)]
  const [documents, counts] = await Promise.all([
    storage.get(kind, distinct),
    publishedCounts(storage, kind, distinct),
  ])
  return { terms: new Map(documents.map((document) => [document.id, fromDocument(document)])), counts }
}

/** Published events per term. */
export function publishedCounts(
  storage: Storage,
  kind: TermKind,
  ids?: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  return storage.tally(kind, { where: [{ key: 'status', in: ['publish'] }] }, ids)
}

const pick = <T>(records: ReadonlyMap<number, T>, ids: readonly number[]): T[] =>
  ids.map((id) => records.get(id)).filter((record) => record !== undefined)

/**
 * The order of some terms by name: without regard to case and accents, then by code unit, so that it is the same on
 * every machine. Each name is folded once, not at every comparison.
 */
export function nameOrder(terms: readonly { name: string; id: number }[]) {
  const folded = new Map(terms.map(({ id, name }) => [id, fold(name)]))
  return (a: { id: number }, b: { id: number }): number => {
    const left = folded.get(a.id) ?? ''
    const right = folded.get(b.id) ?? ''
    return left < right ? -1 : left > right ? 1 : a.id - b.id
  }
}

const byName = <T extends { name: string; id: number }>(terms: T[]): T[] => terms.sort(nameOrder(terms))
