import type { EventView, Page } from '../domain/views.ts'
import type { Answer, RequestContext } from '../request.ts'
import { readFields } from '../schema/read.ts'
import { pageOf, readListed, readPage } from './pages.ts'
import { viewEvents } from './read-event.ts'
import { selectEvents } from './select-events.ts'
import { withoutMarkedAny } from './status-filter.ts'

/** By default a list begins yesterday, in the zone of the site. */
const DAYS_BACK = 1

/** A page of events. */
export async function listEvents(context: RequestContext): Promise<Answer<Page<EventView>>> {
  const { site, caller, problems } = context
  const fields = readFields(site.schemas.eventList(), withoutMarkedAny(context.params, caller), problems)
  const page = readPage(fields, site)
  const { filter, order, reverse, query } = await selectEvents(context, fields, DAYS_BACK)
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
  )
  const content = pageOf(page, events, total, query)
  return { status: 200, content, totals: content }
}
