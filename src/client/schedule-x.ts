import type { ClientEvent } from './answers.ts'
import type { RequestOptions } from './request.ts'
import { classOf, DAY, type EventsClient, eventLoader, type ViewEvent, type ViewFilters } from './views.ts'

/*
 * Schedule-X accepts only objects of the `Temporal` that it was loaded with: a polyfill or the browser's. So every time
 * here is computed from the window that Schedule-X passes, and this file needs no `Temporal` of its own.
 */

interface Duration {
  readonly days?: number
  readonly milliseconds?: number
}

/** The part of `Temporal.PlainDate` that is used here. */
export type ScheduleXDay<Day> = Day & { readonly add: (duration: Duration) => Day }

/** The part of `Temporal.ZonedDateTime` that is used here. */
export type ScheduleXTime<Time, Day> = Time & {
  readonly epochMilliseconds: number
  readonly add: (duration: Duration) => ScheduleXTime<Time, Day>
  readonly startOfDay: () => ScheduleXTime<Time, Day>
  readonly toPlainDate: () => ScheduleXDay<Day>
}

/** What Schedule-X 4 passes to `fetchEvents`, its `DateRange`: from the start of the first day to the last minute. */
export interface ScheduleXWindow<Time, Day> {
  readonly start: ScheduleXTime<Time, Day>
  readonly end: ScheduleXTime<Time, Day>
}

/** A `CalendarEventExternal` of Schedule-X 4. */
export interface ScheduleXEvent<Time, Day> {
  id: number
  /** Without HTML. Begins with `Cancelled: ` and the like where the event is not as scheduled. */
  title: string
  /** Classes of events that are not as scheduled, such as `kalends-canceled`. */
  _options?: { additionalClasses: string[] }
  /** For all-day events the first day. */
  start: Time | Day
  /** For all-day events the last day. An event that ends at midnight ends a second earlier, with its day. */
  end: Time | Day
  /** The record as the client returns it. */
  event: ClientEvent
}

/**
 * The events of an API as `callbacks.fetchEvents` of Schedule-X 4: `createCalendar({ views, callbacks: { fetchEvents:
 * scheduleXEvents(client) } })`. Each calendar needs its own, because a call aborts the one before it. Aborting `signal`
 * rejects the call with the signal's reason. All other errors are those of the client.
 *
 * @example
 * ```ts
 * import { scheduleXEvents } from 'kalends/client/schedule-x'
 *
 * createCalendar({
 *   views: [createViewMonthGrid()],
 *   timezone: 'Europe/Berlin',
 *   callbacks: { fetchEvents: scheduleXEvents(client) },
 * }).render(element)
 * ```
 */
export function scheduleXEvents(
  client: EventsClient,
  filters: ViewFilters = {},
  options: RequestOptions = {},
): <Time, Day>(window: ScheduleXWindow<Time, Day>) => Promise<ScheduleXEvent<Time, Day>[]> {
  const load = eventLoader(client, filters, options)
  return async ({ start, end }) => {
    const after = end.add({ days: 1 }).startOfDay()
    const found = await load({
      start: start.epochMilliseconds,
      end: after.epochMilliseconds,
      startDay: String(start.toPlainDate()),
      endDay: String(after.toPlainDate()),
    })
    return found.map((one) => ({
      id: one.event.id,
      title: one.title,
      ...optionsOf(one.event),
      ...(one.allDay ? daysOf(one, start) : timesOf(one, start)),
      event: one.event,
    }))
  }
}

function optionsOf(event: ClientEvent): { _options?: { additionalClasses: string[] } } {
  const additionalClasses = classOf(event)
  return additionalClasses.length === 0 ? {} : { _options: { additionalClasses } }
}

function daysOf<Time, Day>({ startDay, endDay }: ViewEvent, origin: ScheduleXTime<Time, Day>) {
  const first = origin.toPlainDate()
  const daysTo = (day: string) => (Date.parse(day) - Date.parse(String(first))) / DAY
  return { start: first.add({ days: daysTo(startDay) }), end: first.add({ days: daysTo(endDay) - 1 }) }
}

function timesOf<Time, Day>(one: ViewEvent, origin: ScheduleXTime<Time, Day>) {
  const at = (instant: number) => origin.add({ milliseconds: instant - origin.epochMilliseconds })
  const end = at(one.end)
  const isMidnight = end.epochMilliseconds === end.startOfDay().epochMilliseconds
  return { start: at(one.start), end: isMidnight && one.end > one.start ? at(one.end - 1000) : end }
}

export type { EventsClient, ViewFilters } from './views.ts'
