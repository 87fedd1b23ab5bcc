import type { CategoryInput, EventInput, OrganizerInput, VenueInput } from 'kalends'
import { PLANNED_EVENTS, type PlannedEvent } from './calendar-events.ts'
import { CATEGORIES, ORGANIZERS, VENUES } from './calendar-places.ts'

/*
 * A season in Boulder, Colorado, as bodies for the interface's own create routes. The town and its venues are real;
 * the events and their organizers are invented. Times are told from the day of the start, so that the calendar is
 * never over.
 */

export interface SampleCategory extends Omit<CategoryInput, 'parent'> {
  slug: string
  /** Slug of the parent. A create body wants its ID, which only the answer to the parent's creation tells. */
  under?: string
}

export interface SampleCalendar {
  timezone: string
  /** Parents come before their children. */
  categories: SampleCategory[]
  venues: VenueInput[]
  organizers: OrganizerInput[]
  /** Venues and organizers are named only: a name that exists already is reused. */
  events: EventInput[]
}

const TIMEZONE = 'America/Denver'
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/**
 * The same bodies for the same day.
 * @param today `YYYY-MM-DD` in Boulder. Throws `RangeError` when that is no day.
 */
export function sampleCalendar(today: string): SampleCalendar {
  const now = parseDay(today)
  return {
    timezone: TIMEZONE,
    categories: Object.entries(CATEGORIES).map(([slug, category]) => ({ slug, ...category })),
    venues: Object.values(VENUES),
    organizers: Object.values(ORGANIZERS),
    events: PLANNED_EVENTS.flatMap((planned) => datesOf(planned, now).map((first) => bodyOf(planned, first))),
  }
}

function bodyOf(planned: PlannedEvent, first: Date): EventInput {
  const { when, at, by, categories, ...fields } = planned
  const { time, span, zone } = when
  const [from, to] = time ?? ['00:00', '00:00']
  const overMidnight = time !== undefined && to <= from
  const last = plusDays(first, span ?? (overMidnight ? 1 : 0))
  return {
    ...fields,
    start_date: `${formatDay(first)} ${from}:00`,
    end_date: `${formatDay(last)} ${to}:00`,
    all_day: time === undefined,
    // Always said: the site that shows this calendar may be set to another zone.
    timezone: zone ?? TIMEZONE,
    categories: categories.map((slug) => CATEGORIES[slug].name),
    ...(at === undefined ? {} : { venue: { venue: VENUES[at].venue }, show_map: true, show_map_link: true }),
    organizer: by.map((who) => ({ organizer: ORGANIZERS[who].organizer })),
  }
}

/** First days of an event: its own, and those on which it comes again. */
function datesOf({ when: { day, on, again = [] } }: PlannedEvent, now: Date): Date[] {
  const from = plusDays(now, day)
  const wait = on === undefined ? 0 : (WEEKDAYS.indexOf(on) - from.getUTCDay() + 7) % 7
  return [0, ...again].map((later) => plusDays(from, wait + later))
}

// Days are counted in UTC, where each has 24 hours; the zone's own clock changes do not move a wall-clock text.
function plusDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000)
}

function formatDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

function parseDay(text: string): Date {
  const date = new Date(`${text}T00:00:00Z`)
  // Some impossible days, such as 30 February, roll over instead of failing.
  if (Number.isNaN(date.getTime()) || formatDay(date) !== text)
    throw new RangeError(`${text} is no YYYY-MM-DD day`)
  return date
}
