import type { EventView, Page } from '../../domain/records/views.ts'
import { BOUNDS } from '../../domain/time/window.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import { type EventListFields, LINK_ORDER, LIST_DAYS_BACK } from '../../schema/event-list.ts'
import { linkQuery } from '../reading/pages.ts'
import { beginWalk, isPlaceIn, readAfter } from '../reading/walk.ts'
import { viewEvents } from './read-event.ts'
import { selectEvents } from './select-events.ts'

/** A page of events by cursor. */
export async function walkEvents(
  context: RequestContext,
  fields: EventListFields,
): Promise<Answer<Page<EventView>>> {
  const { site } = context
  const times = [...BOUNDS, 'modified_after', 'modified_before'] as const
  const walk = beginWalk(
    context,
    fields,
    times.some((name) => fields[name] !== undefined),
  )
  const { filter, query, ...sorting } = await selectEvents(walk.context, fields, LIST_DAYS_BACK)
  // As they were sent: words for times mean the same as long as the walk lasts.
  const ofFields = query.filter(([name]) => name.startsWith('custom_fields'))
  const filters = [...linkQuery({ ...fields, cursor: undefined }, LINK_ORDER), ...ofFields]
  const after = walk.after('event', filters, isPlaceIn('event', sorting.order))
  const place = { perPage: walk.perPage, after }
  const [{ found, next, total }, revision] = await Promise.all([
    readAfter(site.storage, 'event', { ...filter, ...sorting }, place),
    context.revision(),
  ])
  const records = found.map((document) => site.memo.record('event', document))
  return walk.answer({ records: await viewEvents(context, records, revision), total, next })
}
