import type { Calendar, EventPage, EventQuery, SiteEvent } from './calendar.ts'
import { addHours } from './days.ts'
import { wallAt } from './zones.ts'

/*
 * What is to come, and what is over, by instants. The API compares the wall clock of each event with that of the site, so an
 * online event of another zone leaves its list some hours early, or stays.
 */

/** Clocks are at most this many hours behind and ahead of UTC. One more: of the site in summer. */
const BEHIND = 12 + 1
const AHEAD = 14 + 1

interface End {
  readonly id: number
  /** On the clock of the event. */
  readonly wall: string
  readonly utc: string
}

/** Wall clocks, between which clocks of all zones lie while that of the site goes from `first` to `last`. */
export function clocksAround(first: string, last: string, zone: string, now: Date): [string, string] {
  const own = wallAt(now, zone)
  const offset =
    own === undefined ? 0 : Math.round((Date.parse(`${own.day}T${own.time}Z`) - now.getTime()) / 3_600_000)
  return [addHours(first, -BEHIND - offset), addHours(last, AHEAD - offset)]
}

/** Events of other zones that may end on this day of the site. */
export async function readEnds(calendar: Calendar, zone: string, now: Date, today: string): Promise<End[]> {
  const [first, last] = clocksAround(`${today} 00:00:00`, `${today} 23:59:59`, zone, now)
  const { events } = await calendar.all({ strict_dates: true, ends_after: first, ends_before: last })
  return events
    .map(({ id, end_date, utc_end_date }) => ({ id, wall: end_date, utc: utc_end_date }))
    .filter(({ wall, utc }) => {
      const own = wallAt(new Date(`${utc.replace(' ', 'T')}Z`), zone)
      return own !== undefined && !wall.startsWith(`${own.day} ${own.time}`)
    })
}

export interface Wrong {
  /** Over by the clock, but not yet. */
  readonly early: readonly number[]
  /** Over, but not by the clock. */
  readonly late: readonly number[]
}

/** Where clocks are wrong at this minute. */
export function wrongAt(ends: readonly End[], nowText: string, now: Date): Wrong {
  const minute = `${now.toISOString().slice(0, 16).replace('T', ' ')}:00`
  const idsOf = (is: (end: End) => boolean) => ends.filter(is).map(({ id }) => id)
  return {
    early: idsOf(({ wall, utc }) => wall <= nowText && utc > minute),
    late: idsOf(({ wall, utc }) => wall > nowText && utc <= minute),
  }
}

/** The page without `out`, and the first page with `into`. `isInside`: whether other bounds of the list hold. */
export async function corrected(
  calendar: Calendar,
  found: EventPage,
  { query, page, into, out, isInside }: Correction,
): Promise<EventPage> {
  if (into.length + out.length === 0) return found
  const matching = await calendar.all({ ...query, include: [...into, ...out] })
  const inside = matching.events.filter(isInside)
  const added = inside.filter(({ id }) => into.includes(id))
  return {
    events: [...found.events.filter(({ id }) => !out.includes(id)), ...(page === 1 ? added : [])],
    total: found.total + 2 * added.length - inside.length,
    totalPages: Math.max(found.totalPages, added.length > 0 ? 1 : 0),
  }
}

interface Correction {
  readonly query: EventQuery
  readonly page: number
  readonly into: readonly number[]
  readonly out: readonly number[]
  readonly isInside: (event: SiteEvent) => boolean
}
