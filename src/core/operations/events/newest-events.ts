import type { Condition, Document, Filter } from '../../../storage/contract.ts'
import { NEWS_KEY } from '../../domain/records/field-keys.ts'
import type { EventRecord } from '../../domain/records/records.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import type { EventView } from '../../domain/records/views.ts'
import { secondsOf } from '../../domain/time/calendar.ts'
import { atInstant, UTC, unixSeconds } from '../../domain/time/zones.ts'
import { builtInKey } from '../../fields/built-in-key.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import type { EventFeedFields } from '../../schema/event-list.ts'
import { answerFeed, type Feed, selectFeed } from './feed-events.ts'

/*
 * News: what somebody has published or changed. A series is one item, with its next date. A date of a series is an item
 * of its own only if it was changed by itself: new dates of a series are made as time passes, and nobody publishes them.
 */

/** Items of a feed of news. */
const NEWEST = 50

/** Series that are looked at, because some have no date that the request selects. */
const SERIES_MAX = 4 * NEWEST

const CANCELED = builtInKey('event_status', 'canceled')

/** The end of a feed: an event, or a series with the date that stands for it. */
interface Item {
  readonly id: number
  readonly published: string
  readonly series?: number
}

/** What was published last, the newest first. */
export async function newestEvents(context: RequestContext, fields: EventFeedFields): Promise<Answer<Feed>> {
  const { storage } = context.site
  const { filter, query } = await selectFeed(context, fields)
  const newest = { order: 'published', reverse: true, limit: NEWEST, keysOnly: true } as const
  // Who names events by their IDs gets these.
  const filters = fields.include === undefined ? [single(filter), changed(filter)] : [filter]
  const [found, counts, series] = await Promise.all([
    Promise.all(filters.map((one) => storage.find('event', { ...one, ...newest }))),
    Promise.all(filters.map((one) => storage.count('event', one))),
    fields.include === undefined ? newestSeries(context, filter) : { items: [], total: 0 },
  ])
  const events = found.flat().map(({ id, keys }): Item => ({ id, published: keys.date }))
  const items = [...events, ...series.items].sort(byPublication).slice(0, NEWEST)
  const total = counts.reduce((sum, count) => sum + count, series.total)
  const { content, modified, ...answer } = await answerFeed(context, items, total, query)
  // Whose next date it is changes as time passes, and no record is modified.
  const isDated = items.every((item) => item.series === undefined)
  return {
    ...answer,
    content: { ...content, events: await named(context, content.events, items) },
    ...(isDated && modified !== undefined ? { modified } : {}),
  }
}

const byPublication = (a: Item, b: Item): number =>
  a.published === b.published ? (b.series ?? b.id) - (a.series ?? a.id) : a.published < b.published ? 1 : -1

const single = ({ where = [], text }: Filter<'event'>): Filter<'event'> => ({
  where: [...where, { key: 'parent', in: [0] }],
  ...(text && { text }),
})

const changed = ({ where = [], text }: Filter<'event'>): Filter<'event'> => ({
  where: [...where, { key: 'field', in: [NEWS_KEY] }],
  ...(text && { text }),
})

/**
 * The series that can have a date which the filter selects: it lasts from the start of its first date to the end of its
 * last one.
 */
function seriesOf({ where = [], text }: Filter<'event'>): Filter<'event'> {
  const conditions = where.flatMap((condition): Condition<'event'>[] => {
    const { key, gt, gte, lt, lte } = condition
    if (key === 'series') return [{ key, in: [true] }]
    // The event that others belong to, if it is a series.
    if (key === 'parent') return [{ ...condition, key: 'id' }]
    if (key !== 'start' && key !== 'end') return [condition]
    return [
      ...(gt === undefined ? [] : [{ key: 'end', gt } as const]),
      ...(gte === undefined ? [] : [{ key: 'end', gte } as const]),
      ...(lt === undefined ? [] : [{ key: 'start', lt } as const]),
      ...(lte === undefined ? [] : [{ key: 'start', lte } as const]),
    ]
  })
  return { where: conditions, ...(text && { text }) }
}

async function newestSeries(context: RequestContext, filter: Filter<'event'>) {
  const { storage } = context.site
  const selected = seriesOf(filter)
  const items: Item[] = []
  let total = await storage.count('event', selected)
  for (let offset = 0; offset < Math.min(total, SERIES_MAX) && items.length < NEWEST; offset += NEWEST) {
    const page = { order: 'published', reverse: true, limit: NEWEST, offset, keysOnly: true } as const
    const found = await storage.find('event', { ...selected, ...page })
    const dates = await Promise.all(found.map(({ id }) => dateOf(id, filter, context)))
    for (const [at, series] of found.entries()) {
      const date = dates[at]
      if (date === undefined) total--
      else items.push({ id: date.id, published: series.keys.date, series: series.id })
    }
    if (found.length < NEWEST) break
  }
  return { items, total }
}

/** The date that stands for a series: the next one that takes place, else the last one. */
async function dateOf(
  series: number,
  { where = [], text }: Filter<'event'>,
  { clock, site: { storage } }: RequestContext,
): Promise<Document<'event'> | undefined> {
  const now = atInstant(unixSeconds(clock.moment), UTC).wall
  const first = (reverse: boolean, ...more: Condition<'event'>[]) =>
    storage.find('event', {
      where: [...where, { key: 'parent', in: [series] }, ...more],
      ...(text && { text }),
      ...{ order: 'start', reverse, limit: 1, keysOnly: true },
    })
  const takesPlace = { key: 'field', notIn: [CANCELED] } as const
  const [next] = await first(false, { key: 'utc_start', gt: now }, takesPlace)
  if (next !== undefined) clock.expires(secondsOf(next.keys.utc_start))
  const [last = next] = next === undefined ? await first(true, takesPlace) : []
  return last ?? (await first(true))[0]
}

/** The views, with dates that stand for their series under its name: its address and its publication stay. */
async function named(
  { site: { storage } }: RequestContext,
  views: readonly EventView[],
  items: readonly Item[],
): Promise<readonly EventView[]> {
  const ids = items.flatMap(({ series }) => series ?? [])
  const documents = ids.length === 0 ? [] : await storage.get('event', ids)
  const records = new Map(documents.map((document) => [document.id, fromDocument('event', document)]))
  let at = 0
  return views.map((view) => {
    // A date can be there twice: for its series, and for what was changed of it alone.
    while (items[at]?.id !== view.event.id) at++
    const series = records.get(items[at++]?.series ?? 0)
    return series === undefined ? view : { ...view, event: underSeries(view.event, series) }
  })
}

const underSeries = (event: EventRecord, { id, slug, date, date_utc, uid }: EventRecord): EventRecord => ({
  ...event,
  ...{ id, slug, date, date_utc, uid },
})
