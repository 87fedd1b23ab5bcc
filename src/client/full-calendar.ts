import type { ClientEvent } from './answers.ts'
import type { RequestOptions } from './request.ts'
import { classOf, type EventsClient, eventLoader, type ViewFilters } from './views.ts'

/** What FullCalendar 7 passes to an event source: `EventSourceFuncInfo`. */
export interface FullCalendarWindow {
  readonly start: Date
  readonly end: Date
  /** ISO 8601, in the zone of the calendar. */
  readonly startStr: string
  readonly endStr: string
}

/** An `EventInput` of FullCalendar 7. */
export interface FullCalendarEvent {
  id: string
  /** Without HTML. Begins with `Cancelled: ` and the like where the event is not as scheduled. */
  title: string
  /** `kalends-canceled`, `kalends-postponed`, `kalends-moved_online` or `kalends-rescheduled`. */
  className?: string
  /** The event's page on the site. */
  url: string
  allDay: boolean
  /** An instant, which FullCalendar shows in its own zone. For all-day events the first day, `YYYY-MM-DD`. */
  start: string
  /** The same, exclusive: the day after the last day. An event without duration gets a second. */
  end: string
  extendedProps: {
    /** The record as the client returns it. */
    event: ClientEvent
  }
}

/**
 * The events of an API as an event source of FullCalendar 7: `new Calendar(element, { events: fullCalendarEvents(client)
 * })`. Each calendar needs its own source, because a call aborts the one before it. Aborting `signal` rejects the call
 * with the signal's reason. All other errors are those of the client.
 *
 * @example
 * ```ts
 * import { fullCalendarEvents } from 'kalends/client/full-calendar'
 *
 * const events = fullCalendarEvents(client)
 * ```
 */
export function fullCalendarEvents(
  client: EventsClient,
  filters: ViewFilters = {},
  options: RequestOptions = {},
): (window: FullCalendarWindow) => Promise<FullCalendarEvent[]> {
  const load = eventLoader(client, filters, options)
  return async ({ start, end, startStr, endStr }) => {
    const found = await load({
      start: start.getTime(),
      end: end.getTime(),
      startDay: startStr.slice(0, 10),
      endDay: endStr.slice(0, 10),
    })
    return found.map((one) => ({
      id: String(one.event.id),
      title: one.title,
      ...classNameOf(one.event),
      url: one.event.url,
      allDay: one.allDay,
      start: one.allDay ? one.startDay : new Date(one.start).toISOString(),
      // FullCalendar shows an event without duration as one of an hour, which could reach the next day.
      end: one.allDay ? one.endDay : new Date(Math.max(one.end, one.start + 1000)).toISOString(),
      extendedProps: { event: one.event },
    }))
  }
}
function classNameOf(event: ClientEvent): { className?: string } {
  const [className] = classOf(event)
  return className === undefined ? {} : { className }
}

export type { EventsClient, ViewFilters } from './views.ts'
