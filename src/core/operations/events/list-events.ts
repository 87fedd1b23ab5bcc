import type { EventView, Page } from '../../domain/records/views.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import { type EventListFields, LIST_DAYS_BACK } from '../../schema/event-list.ts'
import { pageOf, readListed, readPage } from '../reading/pages.ts'
import { viewEvents } from './read-event.ts'
import { selectEvents } from './select-events.ts'

/** A page of events. */
export async function listEvents(
  context: RequestContext,
  fields: EventListFields,
): Promise<Answer<Page<EventView>>> {
  const { site } = context
  const page = readPage(fields, site)
  const { filter, order, reverse, query } = await selectEvents(context, fields, LIST_DAYS_BACK)
  const [{ found, total }, revision] = await Promise.all([
    readListed(
      'event',
      page,
      filter.text !== undefined,
      () =>
        site.storage.find('event', { ...filter, order, reverse, limit: page.perPage, offset: page.offset }),
      () => site.storage.count('event', filter),
    ),
    context.revision(),
  ])
  const events = await viewEvents(
    context,
    found.map((document) => site.memo.record('event', document)),
    revision,
    context,
  )
  const content = pageOf(page, events, total, query)
  return { status: 200, content, totals: content }
}
