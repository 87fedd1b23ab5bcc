import { mayRead } from '../../access/policy.ts'
import type { EventRecord, LinkedKind, RecordOf, TermKind, TermRecord } from '../../domain/records/records.ts'
import type { CountedTerm, Embedded } from '../../domain/records/views.ts'
import type { RequestContext, SizeLimit } from '../../mount/request.ts'
import { nameOrder } from '../reading/name-order.ts'
import { partsOf } from '../reading/parts.ts'
import { pick } from '../reading/pick.ts'
import { cachedCounts } from '../terms/term-counts.ts'

type Revision = string | number | undefined

export type EmbedContext = Pick<RequestContext, 'site' | 'caller'> & {
  readonly size: Pick<SizeLimit, 'load'>
  readonly slice?: RequestContext['slice']
}

/**
 * Loads the records that answers show inside events, in one round for all events: venues and organizers that the caller
 * may read and that are not in the trash, terms that still exist with their counts, and the parent events that the
 * caller may know of. `revision`: of the storage, read since the request arrived. What is cached at this revision is
 * not loaded again, which on SQLite saves a third of the time of a list. The result gives those of one of the events.
 */
export async function embed(
  context: EmbedContext,
  events: readonly EventRecord[],
  revision: Revision,
): Promise<(event: EventRecord) => Embedded> {
  const all = (field: 'venue' | 'organizer' | 'categories' | 'tags'): number[] => {
    const ids = new Set<number>()
    for (const event of events) for (const id of event[field]) ids.add(id)
    return [...ids]
  }
  const [venues, organizers, categories, tags, parents] = await Promise.all([
    readableLinked(context, 'venue', all('venue'), revision),
    readableLinked(context, 'organizer', all('organizer'), revision),
    termsByName(context, 'category', all('categories'), revision),
    termsByName(context, 'tag', all('tags'), revision),
    readableParents(context, events, revision),
  ])
  return (event) => ({
    venues: pick(venues, event.venue),
    organizers: pick(organizers, event.organizer),
    categories: categories(event.categories),
    tags: tags(event.tags),
    parent: parents.get(event.post_parent),
  })
}

/** Visits those of the records that exist, in any order. Records that are not cached are loaded in parts. */
async function visitRecords<K extends keyof RecordOf>(
  { site: { memo, storage }, slice }: Pick<EmbedContext, 'site' | 'slice'>,
  kind: K,
  ids: readonly number[],
  revision: Revision,
  visit: (record: RecordOf[K], data: string) => void,
): Promise<void> {
  const unknown: number[] = []
  for (const id of ids) {
    const known = revision === undefined ? undefined : memo.recordAt(kind, id, revision)
    if (known === undefined) unknown.push(id)
    else visit(known, '')
  }
  let isFirst = true
  for (const part of partsOf(unknown)) {
    if (!isFirst) await slice?.()
    isFirst = false
    for (const document of await storage.get(kind, part)) {
      visit(memo.record(kind, document, revision), document.data)
    }
  }
}

async function readableLinked<K extends LinkedKind>(
  context: EmbedContext,
  kind: K,
  ids: readonly number[],
  revision: Revision,
): Promise<ReadonlyMap<number, RecordOf[K]>> {
  const { caller, size } = context
  const readable = new Map<number, RecordOf[K]>()
  await visitRecords(context, kind, ids, revision, (record, data) => {
    if (record.status === 'trash' || !mayRead(caller, record)) return
    size.load(data)
    readable.set(record.id, record)
  })
  return readable
}

/** The parent events that the caller may know of, by ID. */
async function readableParents(
  context: EmbedContext,
  events: readonly EventRecord[],
  revision: Revision,
): Promise<ReadonlyMap<number, EventRecord>> {
  const ids = new Set<number>()
  for (const { post_parent } of events) if (post_parent !== 0) ids.add(post_parent)
  const readable = new Map<number, EventRecord>()
  await visitRecords(context, 'event', [...ids], revision, (parent) => {
    if (mayRead(context.caller, parent)) readable.set(parent.id, parent)
  })
  return readable
}

/** Loads terms; the result gives those of one event, by name. */
async function termsByName(
  context: EmbedContext,
  kind: TermKind,
  ids: readonly number[],
  revision: Revision,
): Promise<(ids: readonly number[]) => CountedTerm[]> {
  if (ids.length === 0) return () => []
  const { site, caller, size } = context
  const found = new Map<number, TermRecord>()
  const [counts] = await Promise.all([
    cachedCounts(site, kind, caller, ids, revision),
    visitRecords(context, kind, ids, revision, (term, data) => {
      size.load(data)
      found.set(term.id, term)
    }),
  ])
  const byName = nameOrder(site.memo, kind)
  return (own) =>
    pick(found, own)
      .sort(byName)
      .map((term) => ({ term, count: counts.get(term.id) ?? 0 }))
}
