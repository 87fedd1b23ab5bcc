import type { Storage } from '../../../storage/contract.ts'
import type { EventRecord, RecordOf } from '../../domain/records/records.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import type { CountedTerm, EventView } from '../../domain/records/views.ts'
import { findInParts } from '../reading/parts.ts'
import { pick } from '../reading/pick.ts'

/*
 * All events of a calendar with what they link to, a few at a time. The trash is left out.
 */

/** Events that are loaded at a time, with what they link to. */
const EVENTS = 50

/** An event, and the dates of a series that differ from it. */
export interface Exported {
  readonly view: EventView
  readonly changes: readonly EventView[]
}

/** All events, or those of a few IDs, but never the trash. */
export async function* eventsOf(
  storage: Storage,
  ids?: readonly number[],
): AsyncGenerator<readonly EventRecord[]> {
  let events: EventRecord[] = []
  const documents =
    ids === undefined ? findInParts(storage, 'event', [], EVENTS) : await storage.get('event', ids)
  for await (const document of documents) {
    const event = fromDocument('event', document)
    if (event.status !== 'trash') events.push(event)
    if (events.length < EVENTS) continue
    yield events
    events = []
  }
  if (events.length > 0) yield events
}

/** Occurrences come with their series. */
export async function* exportedEvents(
  storage: Storage,
  ids?: readonly number[],
): AsyncGenerator<readonly Exported[]> {
  for await (const events of eventsOf(storage, ids)) {
    const parents = await readAll(
      storage,
      'event',
      events.map(({ post_parent }) => post_parent),
    )
    const own = events.filter(
      ({ occurrence, post_parent }) =>
        occurrence === undefined || parents.get(post_parent)?.series === undefined,
    )
    const views = await viewsOf(storage, own)
    const exported: Exported[] = []
    for (const view of views) {
      const changed = view.event.series === undefined ? [] : await changesOf(storage, view.event)
      exported.push({ view, changes: await viewsOf(storage, changed) })
    }
    yield exported
  }
}

/** Occurrences with values of their own. */
async function changesOf(storage: Storage, { id }: EventRecord): Promise<EventRecord[]> {
  const changed: EventRecord[] = []
  for await (const document of findInParts(storage, 'event', [{ key: 'parent', in: [id] }])) {
    const event = fromDocument('event', document)
    if (event.status !== 'trash' && (event.occurrence?.overrides.length ?? 0) > 0) changed.push(event)
  }
  return changed
}

async function viewsOf(storage: Storage, events: readonly EventRecord[]): Promise<EventView[]> {
  const all = (field: 'venue' | 'organizer' | 'categories' | 'tags') =>
    events.flatMap((event) => event[field])
  const [venues, organizers, categories, tags] = await Promise.all([
    readAll(storage, 'venue', all('venue')),
    readAll(storage, 'organizer', all('organizer')),
    readAll(storage, 'category', all('categories')),
    readAll(storage, 'tag', all('tags')),
  ])
  const living = <R extends { readonly status: string }>(records: readonly R[]) =>
    records.filter(({ status }) => status !== 'trash')
  // Files show no counts.
  const counted = (terms: readonly CountedTerm['term'][]): CountedTerm[] =>
    terms.map((term) => ({ term, count: 0 }))
  return events.map((event) => ({
    event,
    embedded: {
      venues: living(pick(venues, event.venue)),
      organizers: living(pick(organizers, event.organizer)),
      categories: counted(pick(categories, event.categories)),
      tags: counted(pick(tags, event.tags)),
      parent: undefined,
    },
  }))
}

async function readAll<K extends keyof RecordOf>(
  storage: Storage,
  kind: K,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RecordOf[K]>> {
  const wanted = [...new Set(ids)].filter((id) => id !== 0)
  const documents = wanted.length === 0 ? [] : await storage.get(kind, wanted)
  return new Map(documents.map((document) => [document.id, fromDocument(kind, document)]))
}
