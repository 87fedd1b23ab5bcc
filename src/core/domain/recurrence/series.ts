import { type EventTimes, eventTimes } from '../records/event-times.ts'
import type { EventRecord, Series } from '../records/records.ts'
import { secondsOf, wallOf } from '../time/calendar.ts'
import { MONTHS_AHEAD } from '../time/window.ts'
import {
  addDays,
  addMonths,
  atInstant,
  atWall,
  endOfDay,
  startOfDay,
  type WallClock,
  type Zone,
} from '../time/zones.ts'
import { type Effort, occurrencesOf } from './expand.ts'
import { formatRule, parseRule, type Rule } from './rule.ts'

/*
 * The dates of a series, and the times of its occurrences. A date is the wall clock that the rule names, in the zone of
 * the series; it identifies an occurrence. Pure.
 */

/** When a series is due that has work left: before everything else. */
export const OVERDUE = '0001-01-01 00:00:00'

/** What the dates of a series follow from. */
export type Rhythm = Pick<Series, 'rrule' | 'rdate' | 'exdate' | 'start'>

export const timeOfDay = (wall: WallClock): string => wall.slice(11)
export const dayOf = (wall: WallClock): string => wall.slice(0, 10)

/** Entries of `rdate`: a day means the time of day of the series. */
export const addedDate = (entry: string, series: Rhythm): WallClock =>
  entry.length > 10 ? entry : `${entry} ${timeOfDay(series.start)}`

/** Entries of `exdate`: a day excludes all its dates. */
export const isExcluded = ({ exdate }: Rhythm, date: WallClock): boolean =>
  exdate.some((entry) => entry === date || entry === dayOf(date))

/** The rule of a stored series. */
export function ruleOf({ rrule }: Pick<Series, 'rrule'>): Rule {
  const rule = parseRule(rrule)
  if (typeof rule === 'string') throw new TypeError(`the stored rule ${rule}: ${rrule}`)
  return rule
}

/** The dates of a series from `from` on, ascending: those of the rule and the added ones, without the excluded ones. */
export function* datesOf(series: Rhythm, from: WallClock, effort?: Effort): Generator<WallClock> {
  const added = [...new Set(series.rdate.map((entry) => addedDate(entry, series)))]
    .filter((date) => date >= from)
    .sort()
  const excluded = new Set(series.exdate)
  const isDate = (date: WallClock) => !excluded.has(date) && !excluded.has(dayOf(date))
  let next = 0
  for (const date of occurrencesOf(ruleOf(series), series.start, from, effort)) {
    for (let early = added[next]; early !== undefined && early <= date; early = added[++next]) {
      if (early !== date && isDate(early)) yield early
    }
    if (isDate(date)) yield date
  }
  for (const date of added.slice(next)) if (isDate(date)) yield date
}

export interface Schedule {
  /** The dates that need an occurrence now, ascending. */
  readonly dates: readonly WallClock[]
  /** All dates after now as far as occurrences can exist, and those before now that are in `dates`. */
  readonly known: ReadonlySet<WallClock>
  /** UTC: when more dates need an occurrence; `null` if never. */
  readonly due: WallClock | null
}

export interface ScheduleOptions {
  /** On the clock of the zone. */
  readonly now: WallClock
  readonly zone: Zone
  readonly most: number
  /** The date of the last occurrence that exists; '' for none. */
  readonly last: WallClock | ''
  /** Whether dates of the past matter. */
  readonly hasPast: boolean
}

/**
 * Occurrences exist for the dates of the next 24 months, up to `most` of them, and for as many dates of the past as
 * remain of `most`.
 */
export function scheduleOf(series: Series, { now, most, last, zone, hasPast }: ScheduleOptions): Schedule {
  const horizon = endOfDay(addMonths(now, MONTHS_AHEAD))
  const ahead: WallClock[] = []
  const known = new Set<WallClock>()
  let next: WallClock | undefined
  for (const date of datesOf(series, later(now, series.since))) {
    if (date <= now) continue
    const isWanted = date <= horizon && ahead.length < most
    if (isWanted) ahead.push(date)
    else next ??= date
    if (!isWanted && date > last) break
    known.add(date)
  }
  const past = hasPast ? newestDates(series, now, most - ahead.length) : []
  for (const date of past) known.add(date)
  return { dates: [...past, ...ahead], known, due: next === undefined ? null : dueFor(next) }

  function dueFor(date: WallClock): WallClock {
    // With as many as may exist, the first one must become past.
    const first = date <= horizon ? ahead[0] : undefined
    return atWall(first ?? startOfDay(addMonths(date, -MONTHS_AHEAD)), zone).utc
  }
}

const later = (a: WallClock, b: WallClock | ''): WallClock => (a > b ? a : b)

/** The last `most` dates up to `now`. Looks back further and further: a rule can begin long ago. */
function newestDates(series: Series, now: WallClock, most: number): WallClock[] {
  if (most <= 0) return []
  const first = later(earliestDate(series), series.since)
  for (let years = 4; ; years *= 4) {
    const from = later(addMonths(now, -12 * years), first)
    const found: WallClock[] = []
    for (const date of datesOf(series, from)) {
      if (date > now) break
      found.push(date)
    }
    if (found.length >= most || from === first) return found.slice(-most)
  }
}

/** No date of the series is earlier. */
const earliestDate = (series: Rhythm): WallClock =>
  series.rdate.map((entry) => addedDate(entry, series)).reduce((a, b) => (a < b ? a : b), series.start)

/** The first date of all; `undefined` if every date is excluded or there is none. */
export function firstDate(series: Rhythm, effort?: Effort): WallClock | undefined {
  const [date] = datesOf(series, earliestDate(series), effort)
  return date
}

/** The date whose times the series shows: the first one, also if it is excluded. */
export const shownDate = (series: Series): WallClock => firstDate({ ...series, exdate: [] }) ?? series.start

export const isLiving = ({ status }: EventRecord): boolean => status !== 'trash'

/** The end of a series without a last date. */
const ENDLESS = '9999-12-31 23:59:59'

/** The end of the last date by the rule, on the clock of the series. That of a series without dates is the end of the first one. */
export function endOfDates(series: Series): WallClock {
  const { count, until } = ruleOf(series)
  if (count === undefined && until === undefined) return ENDLESS
  const added = series.rdate.map((entry) => addedDate(entry, series)).sort()
  const dates = [lastOfRule(series), added.findLast((date) => !isExcluded(series, date))]
  const last = dates.reduce<WallClock>((a, b) => (b !== undefined && b > a ? b : a), '')
  return wallOf(secondsOf(last || series.start) + series.duration)
}

export interface Lasting {
  readonly ends: WallClock
  /** The date that it follows from; `undefined`: the rule says it. */
  readonly last: EventRecord | undefined
}

/**
 * How long a series lasts, as its dates are: to the end of the last one that takes place, or of the last one if all are
 * cancelled. `dates`: those that exist. While others remain to be made, at least as long as the rule says.
 */
export function lastingOf(
  { series, timezone }: Pick<EventRecord, 'timezone'> & { readonly series: Series },
  dates: readonly EventRecord[],
  zone: Zone,
): Lasting {
  const living = dates.filter(isLiving)
  const taking = living.filter(takesPlace)
  const known = (taking.length > 0 ? taking : living).map((last) => ({
    ends: endOn(last, timezone, zone),
    last,
  }))
  const last = known.reduce<Lasting>((a, b) => (b.ends > a.ends ? b : a), { ends: '', last: undefined })
  const ends = last.last === undefined || series.due !== null ? endOfDates(series) : ''
  return last.ends > ends ? last : { ends, last: undefined }
}

export const takesPlace = ({ event_status }: EventRecord): boolean => event_status !== 'canceled'

/** The end of an event on the clock of a series. A date can have a zone of its own. */
export const endOn = (event: EventRecord, timezone: string, zone: Zone): WallClock =>
  event.timezone === timezone ? event.end : atInstant(secondsOf(event.utc_end), zone).wall

/** The last date of a rule that ends; `undefined` if it names none. Looks back from UNTIL further and further. */
function lastOfRule(series: Series): WallClock | undefined {
  const rule = ruleOf(series)
  for (let years = 4; ; years *= 4) {
    const from =
      rule.until === undefined ? series.start : later(addMonths(rule.until, -12 * years), series.start)
    const last = [...occurrencesOf(rule, series.start, from)].findLast((date) => !isExcluded(series, date))
    if (last !== undefined || from === series.start) return last
  }
}

/** The times of the occurrence of a date. A time that does not occur on that day moves forward. */
export function timesAt(
  { series, all_day, timezone }: Pick<EventRecord, 'all_day' | 'timezone'> & { readonly series: Series },
  date: WallClock,
  zone: Zone,
): EventTimes {
  const start = { wall: date }
  const end = { wall: wallOf(secondsOf(date) + series.duration) }
  const times =
    eventTimes({ start, end, all_day }, timezone, zone) ??
    // Only the start was moved, past the end.
    eventTimes({ start, end: { epoch: atWall(date, zone).epoch + series.duration }, all_day }, timezone, zone)
  if (times === undefined) throw new TypeError('an occurrence ends before it starts')
  return times
}

/** From start to end, as clocks show them, in seconds. */
export const durationOf = ({ start, end }: Pick<EventTimes, 'start' | 'end'>): number =>
  Math.max(0, secondsOf(end) - secondsOf(start))

/** The series with another start. At another time of day, it keeps its days, and entries that name the old time move along. */
export function startingAt(series: Series, start: WallClock): Series {
  const [before, after] = [timeOfDay(series.start), timeOfDay(start)]
  if (before === after) return { ...series, start }
  const moved = (entry: string) =>
    entry.length > 10 && timeOfDay(entry) === before ? `${dayOf(entry)} ${after}` : entry
  const { rrule } = series
  return {
    ...series,
    start,
    rrule: wholeDays(rrule, before),
    exdate: series.exdate.map(moved),
    rdate: series.rdate.map(moved),
  }
}

/** The rule with UNTIL as the end of the last day that it allows for a time of day. */
function wholeDays(rrule: string, time: string): string {
  const rule = ruleOf({ rrule })
  if (rule.until === undefined || rule.until === endOfDay(rule.until)) return rrule
  const last = time <= timeOfDay(rule.until) ? rule.until : addDays(rule.until, -1)
  return formatRule({ ...rule, until: endOfDay(last) })
}

/** As an entry of `exdate` or `rdate`. */
const entryOf = (series: Series, date: WallClock): string =>
  timeOfDay(date) === timeOfDay(series.start) ? dayOf(date) : date

/** The series without the occurrence of a date. */
export const without = (series: Series, date: WallClock): Series =>
  isExcluded(series, date) ? series : { ...series, exdate: [...series.exdate, entryOf(series, date)].sort() }

/**
 * The series with an occurrence of an excluded date again, and the date that it then has: at another time of day if the
 * series has another one by now. `isTaken`: whether another occurrence has a date. `now`: dates up to now are over; they
 * stay where they were.
 */
export function including(
  series: Series,
  date: WallClock,
  { isTaken, now }: { isTaken: (date: WallClock) => boolean; now: WallClock },
): { readonly series: Series; readonly at: WallClock } {
  const day = dayOf(date)
  const ofDay = datesOfDay({ ...series, exdate: [] }, day)
  const isOver = date <= now || date < series.since
  const named = isOver || ofDay.includes(date) ? date : ofDay.find((one) => !isTaken(one))
  const at = named ?? `${day} ${timeOfDay(series.start)}`
  // An excluded day excludes all its dates. The others stay excluded.
  const others = series.exdate.includes(day) ? ofDay.filter((one) => one !== at && !isTaken(one)) : []
  const kept = series.exdate.filter((entry) => ![date, at, day].includes(entry))
  return {
    series: {
      ...series,
      exdate: [...kept, ...others].sort(),
      rdate: named === undefined ? [...series.rdate, day].sort() : series.rdate,
    },
    at,
  }
}

function datesOfDay(series: Series, day: string): WallClock[] {
  const found: WallClock[] = []
  for (const date of datesOf(series, `${day} 00:00:00`)) {
    if (dayOf(date) !== day) break
    found.push(date)
  }
  return found
}
