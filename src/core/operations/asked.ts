import type { EventRecord, LinkedKind } from '../domain/records/records.ts'
import type { EventView } from '../domain/records/views.ts'
import type { RequestContext } from '../mount/request.ts'
import { type Asked, maskOf, WHOLE } from '../present/mask.ts'
import { nextDates } from './events/next-dates.ts'
import { publishedCounts } from './terms/term-counts.ts'

/*
 * What requests ask for that answers do not show otherwise: parts of records, members that only those see who name them,
 * and the next dates of series. `names`: `_fields`.
 */

type Names = readonly string[] | undefined

export const askedOfTerms = (names: Names): Asked => (names === undefined ? WHOLE : { mask: maskOf(names) })

/** `isOfSeries`: the answer is a list of series alone. */
export async function askedOfEvents(
  views: readonly EventView[],
  names: Names,
  context: RequestContext,
  isOfSeries: boolean,
): Promise<Asked> {
  const events = views.map(({ event }) => event)
  const withNext = isOfSeries || names?.includes('recurrence.next')
  return {
    ...askedOfTerms(names),
    ...(names?.includes('event_status') ? { members: usualStatus(events) } : {}),
    ...(withNext ? { next: await nextDates(events, context) } : {}),
  }
}

const usualStatus = (events: readonly EventRecord[]) =>
  new Map(
    events.flatMap(({ id, event_status }) =>
      event_status === undefined ? [[id, { event_status: 'scheduled' }] as const] : [],
    ),
  )

/** `events`: how many events that the caller may read are published at a venue, or by an organizer. */
export async function askedOfLinked(
  kind: LinkedKind,
  records: readonly { readonly id: number }[],
  names: Names,
  { site, caller }: RequestContext,
): Promise<Asked> {
  const asked = askedOfTerms(names)
  if (!names?.includes('events')) return asked
  const ids = records.map(({ id }) => id)
  const counts = await publishedCounts(site.storage, kind, caller, ids)
  return { ...asked, members: new Map(ids.map((id) => [id, { events: counts.get(id) ?? 0 }])) }
}
