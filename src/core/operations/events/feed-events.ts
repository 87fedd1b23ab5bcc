import type { EventRecord } from '../../domain/records/records.ts'
import type { EventView } from '../../domain/records/views.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import { type EventFeedFields, FEED_DAYS_BACK } from '../../schema/event-list.ts'
import { partsOf } from '../reading/parts.ts'
import { viewEvents } from './read-event.ts'
import { selectEvents } from './select-events.ts'

/** Events of a short feed, whose records are cached as those of lists are. */
const SHORT = 50

/** Events that one slice loads: some 4 ms. */
const LOADED = 300

export interface Feed {
  readonly events: readonly EventView[]
  /** The filters that the request names, as they were applied. */
  readonly query: readonly (readonly [name: string, value: string])[]
}

/** All events that a request selects, up to the limit, the earliest first. */
export async function feedEvents(context: RequestContext, fields: EventFeedFields): Promise<Answer<Feed>> {
  const { storage, limits } = context.site
  const { filter, query } = await selectFeed(context, fields)
  const [found, total] = await Promise.all([
    storage.find('event', { ...filter, order: 'start', limit: limits.feed, keysOnly: true }),
    storage.count('event', filter),
  ])
  return answerFeed(context, found, total, query)
}

/** What a feed selects, and the filters that the request names. */
export async function selectFeed(context: RequestContext, fields: EventFeedFields) {
  const { filter, query } = await selectEvents(context, fields, FEED_DAYS_BACK)
  return { filter, query: query.filter(([name]) => name in context.params) }
}

/** `found`: the events in their order, out of `total`. */
export async function answerFeed(
  context: RequestContext,
  found: readonly { readonly id: number }[],
  total: number,
  query: Feed['query'],
): Promise<Answer<Feed>> {
  const revision = await context.revision()
  const records = await load(context, found, revision)
  const events = await viewEvents(context, records, revision)
  // No `modified`: an event that goes, or a term that changes, has no date.
  return { status: 200, content: { events, query }, totals: { total, total_pages: 1 } }
}

/** The records in their order, loaded in parts. Those of a long feed would evict all others from the cache. */
async function load(
  { site: { storage, memo }, size, slice }: RequestContext,
  found: readonly { readonly id: number }[],
  revision: string | number | undefined,
): Promise<EventRecord[]> {
  const events: EventRecord[] = []
  const isShort = found.length <= SHORT
  const loaded = { count: 0, characters: 0 }
  for (const part of partsOf(found.map(({ id }) => id))) {
    if (loaded.count >= LOADED) {
      await slice(loaded.characters)
      loaded.count = 0
      loaded.characters = 0
    }
    const records = new Map<number, EventRecord>()
    for (const document of await storage.get('event', part)) {
      size.load(document.data)
      loaded.count++
      loaded.characters += document.data.length
      records.set(
        document.id,
        isShort ? memo.record('event', document, revision) : memo.peek('event', document),
      )
    }
    for (const id of part) {
      const record = records.get(id)
      if (record !== undefined) events.push(record)
    }
  }
  return events
}
