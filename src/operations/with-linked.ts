import { mayRead } from '../access/policy.ts'
import type { EventRecord, LinkedKind, RecordOf, TermKind, TermRecord } from '../domain/records.ts'
import type { LinkedTexts } from '../present/event.ts'
import type { Asked } from '../routes/route.ts'
import type { Site } from '../site.ts'
import type { Storage } from '../storage/contract.ts'
import {
  embeddedTermWriter,
  nameOrder,
  organizerWriter,
  personWriter,
  placeWriter,
  venueWriter,
} from './texts.ts'

/** An event, and as JSON what its answer shows of other records. */
export interface WithLinked {
  readonly event: EventRecord
  readonly linked: LinkedTexts
  /** `json_ld` of its first venue and its first organizer, as far as there are any. */
  readonly place: string | undefined
  readonly person: string | undefined
}

/**
 * Loads, in one wave however many events there are, what their answers show of other records: the venues and
 * organizers that the caller may read and that are not in the trash, the terms that still exist with their counts,
 * and which of the events above them the caller may know of. `revision`: what the storage said since the request came;
 * what is known at it is not asked for again, which on SQLite takes a third off a list.
 */
export async function withLinked(
  asked: Asked,
  events: readonly EventRecord[],
  withJsonLd: boolean,
  revision?: string | number,
): Promise<WithLinked[]> {
  const all = (field: 'venue' | 'organizer' | 'categories' | 'tags'): number[] => {
    const ids = new Set<number>()
    for (const event of events) for (const id of event[field]) ids.add(id)
    return [...ids]
  }
  const [venues, organizers, categories, tags, parents] = await Promise.all([
    shownLinked(asked, 'venue', all('venue'), revision),
    shownLinked(asked, 'organizer', all('organizer'), revision),
    shownTerms(asked, 'category', all('categories'), revision),
    shownTerms(asked, 'tag', all('tags'), revision),
    shownParents(asked, events, revision),
  ])
  const venueText = venueWriter(asked, withJsonLd)
  const organizerText = organizerWriter(asked, withJsonLd)
  const place = placeWriter(asked)
  const person = personWriter(asked)
  return events.map((event) => {
    const ownVenues = pick(venues, event.venue)
    const ownOrganizers = pick(organizers, event.organizer)
    const [venue] = ownVenues
    const [organizer] = ownOrganizers
    return {
      event,
      linked: {
        venues: ownVenues.map(venueText),
        organizers: ownOrganizers.map(organizerText),
        categories: categories(event.categories),
        tags: tags(event.tags),
        parent: parents.has(event.post_parent) ? event.post_parent : 0,
      },
      place: withJsonLd && venue !== undefined ? place(venue) : undefined,
      person: withJsonLd && organizer !== undefined ? person(organizer) : undefined,
    }
  })
}

type Revision = string | number | undefined

/** In any order. */
async function recordsOf<K extends keyof RecordOf>(
  { memo, storage }: Site,
  kind: K,
  ids: readonly number[],
  revision: Revision,
): Promise<RecordOf[K][]> {
  const records: RecordOf[K][] = []
  const unknown: number[] = []
  for (const id of ids) {
    const known = revision === undefined ? undefined : memo.recordAt(kind, id, revision)
    if (known === undefined) unknown.push(id)
    else records.push(known)
  }
  if (unknown.length === 0) return records
  for (const document of await storage.get(kind, unknown)) records.push(memo.record(kind, document, revision))
  return records
}

async function shownLinked<K extends LinkedKind>(
  { site, caller }: Asked,
  kind: K,
  ids: readonly number[],
  revision: Revision,
): Promise<ReadonlyMap<number, RecordOf[K]>> {
  const shown = new Map<number, RecordOf[K]>()
  for (const record of await recordsOf(site, kind, ids, revision)) {
    if (record.status !== 'trash' && mayRead(caller, record)) shown.set(record.id, record)
  }
  return shown
}

/** IDs of the events that some events belong to, as far as the caller may know that they exist. */
async function shownParents(
  { site, caller }: Asked,
  events: readonly EventRecord[],
  revision: Revision,
): Promise<ReadonlySet<number>> {
  const ids = new Set<number>()
  for (const { post_parent } of events) if (post_parent !== 0) ids.add(post_parent)
  const parents = await recordsOf(site, 'event', [...ids], revision)
  return new Set(parents.filter((parent) => mayRead(caller, parent)).map(({ id }) => id))
}

/** Gives the terms of an event by name. */
async function shownTerms(
  asked: Asked,
  kind: TermKind,
  ids: readonly number[],
  revision: Revision,
): Promise<(ids: readonly number[]) => string[]> {
  if (ids.length === 0) return () => []
  const [records, counts] = await Promise.all([
    recordsOf(asked.site, kind, ids, revision),
    countsOf(asked.site, kind, ids, revision),
  ])
  const found = new Map<number, TermRecord>()
  for (const term of records) found.set(term.id, term)
  const byName = nameOrder(asked, kind)
  const text = embeddedTermWriter(asked, kind)
  return (own) =>
    pick(found, own)
      .sort(byName)
      .map((term) => text(term, counts.get(term.id) ?? 0))
}

/** Published events of each of some terms. */
async function countsOf(
  { memo, storage }: Site,
  kind: TermKind,
  ids: readonly number[],
  revision: Revision,
): Promise<ReadonlyMap<number, number>> {
  if (revision === undefined) return publishedCounts(storage, kind, ids)
  const known = memo.countsAt(kind, revision)
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) {
    const counts = await publishedCounts(storage, kind, unknown)
    for (const id of unknown) known.set(id, counts.get(id) ?? 0)
  }
  return known
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
