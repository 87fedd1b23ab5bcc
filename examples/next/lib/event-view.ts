import type { ClientEvent, Status } from 'kalends/client'
import type { Category } from './categories.ts'
import { dayOf, formatDay, formatTime } from './dates.ts'
import { eventPath } from './paths.ts'
import { repeatText } from './repeat-text.ts'
import { TIMEZONE } from './site.ts'
import { beginningOf, textOf } from './text.ts'

/** What the month and the lists show of an event: plain texts, which can be handed to the browser. */
export interface EventView {
  id: number
  path: string
  title: string
  /** Wall clock in the event's own zone, `YYYY-MM-DD HH:MM:SS`. */
  start: string
  end: string
  isAllDay: boolean
  /** `7 pm – 9 pm`, `all day`. */
  time: string
  place: string
  summary: string
  cost: string
  /** Slug and name of its first category's topmost one; it has a colour. */
  colour: string
  category: string
  /** Unless it is published: `Draft`, `Scheduled` and the like. */
  badge: string
  /** `Repeats weekly on Tuesday`; '' for an event that does not repeat. */
  repeats: string
}

const BADGES: Readonly<Record<Status, string>> = {
  publish: '',
  future: 'Scheduled',
  draft: 'Draft',
  pending: 'To be reviewed',
  private: 'Private',
  trash: 'Deleted',
}

/** `series`: of an event that repeats, from `readSeries`. */
export function viewOf(
  event: ClientEvent,
  categories: readonly Category[],
  series?: ClientEvent | undefined,
): EventView {
  const [venue] = event.venue
  const own = categories.find(({ id }) => id === event.categories[0]?.id)
  return {
    id: event.id,
    path: eventPath(event),
    title: textOf(event.title),
    start: event.start_date,
    end: event.end_date,
    isAllDay: event.all_day === true,
    time: timeOf(event),
    place: venue === undefined ? '' : textOf(venue.venue),
    summary: beginningOf(textOf(event.excerpt || event.description), 150),
    cost: textOf(event.cost),
    colour: own?.top ?? 'none',
    category: own?.name ?? '',
    badge: BADGES[event.status],
    repeats: series?.recurrence === undefined ? '' : repeatText(series.recurrence.rrule, series.start_date),
  }
}

export function timeOf(event: ClientEvent): string {
  if (event.all_day === true) return 'all day'
  const from = formatTime(event.start_date)
  const to = event.end_date === event.start_date ? '' : ` – ${formatTime(event.end_date)}`
  // In the town everybody knows what the clock shows; elsewhere it has to be said.
  return `${from}${to}${event.timezone === TIMEZONE ? '' : ` ${event.timezone_abbr}`}`
}

/** `Friday, March 5, 2027`, or the first and the last day of several. */
export function datesOf(event: ClientEvent): string {
  const first = formatDay(event.start_date, 'date')
  return isOverDays(event) ? `${first} – ${formatDay(event.end_date, 'date')}` : first
}

/** Whether it takes more than a day; a night that ends by six in the morning is one. */
export function isOverDays(event: {
  start_date: string
  end_date: string
  all_day: boolean | null
}): boolean {
  const [first, last] = [dayOf(event.start_date), dayOf(event.end_date)]
  if (first === last) return false
  const hours = (Date.parse(`${event.end_date}Z`) - Date.parse(`${event.start_date}Z`)) / 3_600_000
  return event.all_day === true || event.end_date.slice(11) > '06:00:00' || hours > 24
}
