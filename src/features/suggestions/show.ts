import { presentCost } from '../../core/domain/records/cost.ts'
import type { EventRecord } from '../../core/domain/records/records.ts'
import { type Answer, type RequestContext, readRecord } from '../../core/door.ts'
import { permalinkOf } from '../../core/present/post.ts'
import { ApiError } from '../../errors.ts'
import type { Suggestion } from '../../types/index.ts'
import { findSuggestion } from './find.ts'
import { isWaiting, type SuggestionRecord } from './record.ts'

/** What became of a suggestion, or all of it while it waits. */
export async function readSuggestion(context: RequestContext): Promise<Answer<string>> {
  context.problems.throwIfAny()
  return answerOf(await shownTo(context, await findSuggestion(context)))
}

export const answerOf = (content: Suggestion): Answer<string> => ({
  ...{ status: 200, content: JSON.stringify(content), isReport: true, secret: true },
})

/** As its sender reads it. */
export async function shownTo(context: RequestContext, record: SuggestionRecord): Promise<Suggestion> {
  const event = await readRecord(context.site.storage, 'event', record.id)
  if (event !== undefined && isWaiting(record, event.status)) return shownPending(context, record, event)
  return shownState(context, record, event)
}

function shownState(
  { links }: Pick<RequestContext, 'links'>,
  { state, reason }: SuggestionRecord,
  event: EventRecord | undefined,
): Suggestion {
  const status = event?.status
  const isPublic = status === 'publish' || (status === 'future' && state !== 'declined')
  if (event !== undefined && isPublic) return { state: 'published', url: permalinkOf(event, links) }
  // It was published, and is not any more.
  if (state === 'published') throw new ApiError('rest_suggestion_gone')
  return { state: 'declined', reason: reason || (event?.event_status_reason ?? '') }
}

async function shownPending(
  { site }: RequestContext,
  { contact }: SuggestionRecord,
  event: EventRecord,
): Promise<Suggestion> {
  const [venues, organizers, categories] = await Promise.all([
    Promise.all(event.venue.map((id) => readRecord(site.storage, 'venue', id))),
    Promise.all(event.organizer.map((id) => readRecord(site.storage, 'organizer', id))),
    Promise.all(event.categories.map((id) => readRecord(site.storage, 'category', id))),
  ])
  return {
    ...{ state: 'pending', id: event.id, title: event.title, description: event.description },
    ...{ start_date: event.start, end_date: event.end, all_day: event.all_day, timezone: event.timezone },
    venue: venues.flatMap((one) => one?.venue ?? [])[0] ?? '',
    organizer: organizers.flatMap((one) => one?.organizer ?? []),
    website: event.website ?? '',
    cost: presentCost(event.cost, site.currency).cost,
    categories: categories.flatMap((one) => (one === undefined ? [] : [{ id: one.id, name: one.name }])),
    contact: contact ?? { name: '', email: '', message: '' },
  }
}
