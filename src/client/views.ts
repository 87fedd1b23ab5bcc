import { statusPrefix } from '../core/domain/records/status-prefix.ts'
import type { ClientEvent } from './answers.ts'
import type { EventFilters } from './filters.ts'
import type { List } from './list.ts'
import type { RequestOptions } from './request.ts'

/*
 * What the event sources of calendar views have in common: which events happen in a window, and when.
 */

/** Filters beside the window of the view. */
export type ViewFilters = Omit<
  EventFilters,
  | 'page'
  | 'per_page'
  | 'start_date'
  | 'end_date'
  | 'starts_before'
  | 'starts_after'
  | 'ends_before'
  | 'ends_after'
  | 'strict_dates'
>

/** The part of a client that a view needs. */
export interface EventsClient {
  // A method, so that clients with custom fields fit, too.
  readonly events: { list(filters: EventFilters, options: RequestOptions): List<ClientEvent> }
}

/** The time that a view shows: as instants, for events with a time, and as days, for all-day events. */
export interface ViewWindow {
  /** Milliseconds since 1970, the end exclusive. */
  readonly start: number
  readonly end: number
  /** `YYYY-MM-DD` in the zone of the view, the last day exclusive. */
  readonly startDay: string
  readonly endDay: string
}

/** An event and its time, with the names and units of a `ViewWindow`. All-day events have the same days in every zone. */
export interface ViewEvent extends ViewWindow {
  readonly event: ClientEvent
  /** Without HTML. */
  readonly title: string
  readonly allDay: boolean
}

export const DAY = 86_400_000

/** More requests for fewer events if the server's limit is lower. */
const PER_PAGE = 50

/**
 * A function that loads the events of a window, for one view. A new call aborts the one before it, because the view has
 * moved on. The aborted call resolves to the events of the new window: the view may use whichever result comes last, and
 * an error would be reported to the user.
 */
export function eventLoader(
  client: EventsClient,
  filters: ViewFilters,
  options: RequestOptions,
): (window: ViewWindow) => Promise<ViewEvent[]> {
  let newest: Promise<ViewEvent[]>
  let current = new AbortController()
  return (window) => {
    current.abort()
    current = new AbortController()
    const { signal } = current
    const signals = options.signal === undefined ? [signal] : [options.signal, signal]
    newest = load(client, filters, window, { ...options, signal: AbortSignal.any(signals) }).catch(
      (error) => {
        if (signal.aborted) return newest
        throw error
      },
    )
    return newest
  }
}

async function load(
  client: EventsClient,
  filters: ViewFilters,
  window: ViewWindow,
  options: RequestOptions,
): Promise<ViewEvent[]> {
  // The API compares these with the wall clock of each event, which is less than a day from UTC in every zone.
  const query = {
    ...filters,
    per_page: PER_PAGE,
    starts_before: dayOf(window.end + DAY),
    ends_after: dayOf(window.start - 2 * DAY),
  }
  const found: ViewEvent[] = []
  for await (const event of client.events.list(query, options)) {
    const one = timed(event)
    if (one.allDay ? overlapsDays(one, window) : overlaps(one, window)) found.push(one)
  }
  return found
}

function timed(event: ClientEvent): ViewEvent {
  const { start_date: first, end_date: last, all_day: allDay } = event
  return {
    event,
    title: `${statusPrefix(event.event_status)}${textOf(event.title)}`,
    // A password hides the flag. The times of an all-day event show it.
    allDay: allDay ?? (first.endsWith('00:00:00') && last.endsWith('23:59:59')),
    start: instantOf(event.utc_start_date),
    end: instantOf(event.utc_end_date),
    startDay: first.slice(0, 10),
    endDay: dayOf(instantOf(last) + DAY),
  }
}

/** The class of events that are not as scheduled: `kalends-canceled`. */
export const classOf = ({ event_status: status }: ClientEvent): string[] =>
  status === undefined ? [] : [`kalends-${status}`]

/** An event without duration happens at its start. */
const overlaps = (event: ViewWindow, window: ViewWindow) =>
  event.start < window.end && (event.end > window.start || event.start === window.start)

const overlapsDays = (event: ViewWindow, window: ViewWindow) =>
  event.startDay < window.endDay && event.endDay > window.startDay

/** The time of a date text of the API, read as UTC. */
const instantOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

const CHARACTERS = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }))

/** Titles come in one canonical form: these are all references that they can have, and no tag contains a `<` or `>`. */
const textOf = (html: string): string =>
  html.replace(/<[^<>]*>|&(\w+);/g, (found, name) =>
    name === undefined ? '' : (CHARACTERS.get(name) ?? found),
  )
