import type { EventRecord, PostKind, RecordOf } from '../../core/domain/records/records.ts'
import {
  demandChange,
  demandWhole,
  findRecord,
  mayRead,
  type RequestContext,
  readSeries,
  readStaying,
} from '../../core/door.ts'

/** The record in the path, if the caller may edit it. Otherwise it throws what an update would throw. */
export async function findEditable<K extends PostKind>(
  kind: K,
  context: RequestContext,
): Promise<RecordOf[K]> {
  const record: RecordOf[K] = await findRecord(context, kind)
  const post: RecordOf[PostKind] = record
  if (post.kind !== 'event') await demandWhole(context, post, '/revisions')
  const series = post.kind === 'event' ? await readSeries(context.site, post) : undefined
  demandChange(context.caller, post, {}, series)
  return record
}

type Links = Pick<EventRecord, 'venue' | 'organizer' | 'categories' | 'tags'>

/** What an event can link to now, of what it linked to: merged records stand for those that stay. */
export async function stayingLinks({ site, caller }: RequestContext, event: Links): Promise<Links> {
  const [venues, organizers, categories, tags] = await Promise.all([
    readStaying(site, 'venue', event.venue),
    readStaying(site, 'organizer', event.organizer),
    readStaying(site, 'category', event.categories),
    readStaying(site, 'tag', event.tags),
  ])
  const posts = (found: Map<number, RecordOf['venue' | 'organizer']>) => (id: number) => {
    const record = found.get(id)
    return record !== undefined && record.status !== 'trash' && mayRead(caller, record) ? record.id : []
  }
  const terms = (found: Map<number, RecordOf['category' | 'tag']>) => (id: number) => found.get(id)?.id ?? []
  return {
    venue: [...new Set(event.venue.flatMap(posts(venues)))],
    organizer: [...new Set(event.organizer.flatMap(posts(organizers)))],
    categories: [...new Set(event.categories.flatMap(terms(categories)))],
    tags: [...new Set(event.tags.flatMap(terms(tags)))],
  }
}
