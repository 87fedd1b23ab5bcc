import { mayRead } from '../access/policy.ts'
import { fold } from '../domain/fold.ts'
import {
  type EventRecord,
  fromDocument,
  type LinkedKind,
  type RecordOf,
  type TermKind,
  type TermRecord,
} from '../domain/records.ts'
import type { EventWithLinked } from '../present/event.ts'
import { presentOrganizer, presentVenue } from '../present/linked.ts'
import { presentEmbeddedTerm } from '../present/terms.ts'
import type { Asked } from '../routes/route.ts'
import type { Storage } from '../storage/contract.ts'
import type { EmbeddedTerm } from '../types.ts'

/**
 * Loads, in one wave however many events there are, what their answers show of other records: the venues and
 * organizers that the caller may read and that are not in the trash, the terms that still exist with their counts,
 * and which of the events above them the caller may know of. What several events share is made once.
 */
export async function withLinked(
  asked: Asked,
  events: readonly EventRecord[],
  withJsonLd: boolean,
): Promise<EventWithLinked[]> {
  const { links } = asked
  const all = (field: 'venue' | 'organizer' | 'categories' | 'tags'): number[] => {
    const ids = new Set<number>()
    for (const event of events) for (const id of event[field]) ids.add(id)
    return [...ids]
  }
  const [venues, organizers, categories, tags, parents] = await Promise.all([
    shownLinked(asked, 'venue', all('venue'), (venue) => presentVenue(venue, links, withJsonLd)),
    shownLinked(asked, 'organizer', all('organizer'), (organizer) =>
      presentOrganizer(organizer, links, withJsonLd),
    ),
    shownTerms(asked, 'category', all('categories')),
    shownTerms(asked, 'tag', all('tags')),
    shownParents(asked, events),
  ])
  return events.map((event) => ({
    event,
    venues: pick(venues, event.venue),
    organizers: pick(organizers, event.organizer),
    categories: categories(event.categories),
    tags: tags(event.tags),
    parent: parents.has(event.post_parent) ? event.post_parent : 0,
  }))
}

async function shownLinked<K extends LinkedKind, T>(
  { site, caller }: Asked,
  kind: K,
  ids: readonly number[],
  show: (record: RecordOf[K]) => T,
): Promise<ReadonlyMap<number, T>> {
  const shown = new Map<number, T>()
  if (ids.length === 0) return shown
  for (const document of await site.storage.get(kind, ids)) {
    const record = fromDocument(document)
    if (record.status !== 'trash' && mayRead(caller, record)) shown.set(record.id, show(record))
  }
  return shown
}

/** IDs of the events that some events belong to, as far as the caller may know that they exist. */
async function shownParents(
  { site, caller }: Asked,
  events: readonly EventRecord[],
): Promise<ReadonlySet<number>> {
  const ids = new Set<number>()
  for (const { post_parent } of events) if (post_parent !== 0) ids.add(post_parent)
  if (ids.size === 0) return ids
  const parents = (await site.storage.get('event', [...ids])).map(fromDocument)
  return new Set(parents.filter((parent) => mayRead(caller, parent)).map(({ id }) => id))
}

/** Gives the terms of an event by name. */
async function shownTerms(
  { site: { storage }, links }: Asked,
  kind: TermKind,
  ids: readonly number[],
): Promise<(ids: readonly number[]) => EmbeddedTerm[]> {
  if (ids.length === 0) return () => []
  const [documents, counts] = await Promise.all([storage.get(kind, ids), publishedCounts(storage, kind, ids)])
  const found = new Map<number, { term: TermRecord; shown: EmbeddedTerm }>()
  for (const document of documents) {
    const term = fromDocument(document)
    found.set(term.id, { term, shown: presentEmbeddedTerm(term, counts.get(term.id) ?? 0, links) })
  }
  const byName = nameOrder()
  return (own) =>
    pick(found, own)
      .sort((a, b) => byName(a.term, b.term))
      .map(({ shown }) => shown)
}

/** Published events per term. */
export function publishedCounts(
  storage: Storage,
  kind: TermKind,
  ids?: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  return storage.tally(kind, { where: [{ key: 'status', in: ['publish'] }] }, ids)
}

/** Those that there are, in the order of their IDs' list. */
export function pick<T>(records: ReadonlyMap<number, T>, ids: readonly number[]): T[] {
  const picked: T[] = []
  for (const id of ids) {
    const record = records.get(id)
    if (record !== undefined) picked.push(record)
  }
  return picked
}

/**
 * An order by name: without regard to case and accents, then by ID, so that it is the same on every machine. Each
 * name is folded once, not at every comparison.
 */
export function nameOrder(): (a: TermRecord, b: TermRecord) => number {
  const folded = new Map<string, string>()
  const keyOf = ({ name }: TermRecord): string => {
    const known = folded.get(name) ?? fold(name)
    folded.set(name, known)
    return known
  }
  return (a, b) => {
    const left = keyOf(a)
    const right = keyOf(b)
    return left < right ? -1 : left > right ? 1 : a.id - b.id
  }
}
