import type { Series } from '../records/records.ts'
import { SECONDS_PER_DAY, secondsOf, wallOf } from '../time/calendar.ts'
import { addDays, endOfDay, type WallClock } from '../time/zones.ts'
import { occurrencesOf } from './expand.ts'
import {
  dayNumberOf,
  hasOrdinals,
  monthNumberOf,
  movedRule,
  type Shift,
  withMovedTimes,
} from './moved-rule.ts'
import { formatRule, type Rule } from './rule.ts'
import { addedDate, dayOf, ruleOf, timeOfDay } from './series.ts'

/*
 * A series whose dates move: what a person means who drags one date of a series and says "all". Dates that are over stay
 * where they were. The rule moves as a whole, so that COUNT goes on to count those that are over.
 */

export interface Move extends Shift {
  /** On the clock of the zone: dates up to now are over. */
  readonly now: WallClock
  /** The last date of an occurrence that exists; '' for none. */
  readonly last: WallClock | ''
}

export interface MovedSeries {
  readonly series: Series
  /** Where a date of the series goes. Those that are over have no need to. */
  readonly newDate: (date: WallClock) => WallClock
}

/** Dates of a rule by months that are compared at least: more than four years of all days of a month. */
const COMPARED = 1500
const LOSES_DATES = 'would lose dates at the end of a month'

/** Returns why the series cannot move otherwise: the rest of a sentence whose subject is its rule. */
export function movedSeries(series: Series, move: Move): MovedSeries | string {
  const isToCome = (date: WallClock) => date > move.now && date >= series.since
  const rule = ruleOf(series)
  const ofRule = first(occurrencesOf(rule, series.start, move.now), isToCome)
  const added = series.rdate.map((entry) => addedDate(entry, series)).filter(isToCome)
  const by = shiftOf(series, rule, move, ofRule)
  if (ofRule === undefined && added.length === 0) {
    if (by.days !== 0) return 'has no date to come that could move'
    return { series: { ...series, start: by.date(series.start), since: move.now }, newDate: by.date }
  }

  const moved =
    ofRule === undefined
      ? { rule, start: `${dayOf(series.start)} ${timeOfDay(by.date(series.start))}`, dates: new Map() }
      : movedDates(series, { ...move, rule, by, first: ofRule })
  if (typeof moved === 'string') return moved
  const newDate = (date: WallClock) => moved.dates.get(date) ?? by.date(date)
  const toCome = [...(ofRule === undefined ? [] : [ofRule]), ...added]
  return {
    series: {
      ...series,
      rrule: formatRule(moved.rule) === formatRule(rule) ? series.rrule : formatRule(moved.rule),
      start: moved.start,
      exdate: movedExclusions(series, { isToCome, by, dates: moved.dates }),
      rdate: movedAdditions(series, { isToCome, by }),
      since: toCome.map(newDate).reduce((a, b) => (a < b ? a : b)),
    },
    newDate,
  }
}

const first = (dates: Iterable<WallClock>, is: (date: WallClock) => boolean): WallClock | undefined => {
  for (const date of dates) if (is(date)) return date
  return undefined
}

interface By {
  /** A date of the rule and where it goes. */
  readonly shift: Shift
  /** In days, and in seconds beside them. */
  readonly days: number
  readonly seconds: number
  readonly date: (date: WallClock) => WallClock
}

/** Added dates can have another time of day than the rule, which then reaches another day at another time. */
function shiftOf(series: Series, rule: Rule, { from, to }: Shift, ofRule: WallClock | undefined): By {
  const total = secondsOf(to) - secondsOf(from)
  const date = (one: WallClock) => wallOf(secondsOf(one) + total)
  const hasTimes = rule.byHour.length + rule.byMinute.length > 0
  const isOfRule = hasTimes || timeOfDay(from) === timeOfDay(series.start)
  const shift = isOfRule || ofRule === undefined ? { from, to } : { from: ofRule, to: date(ofRule) }
  const days = dayNumberOf(shift.to) - dayNumberOf(shift.from)
  return { shift, days, seconds: total - days * SECONDS_PER_DAY, date }
}

interface MovedDates {
  readonly rule: Rule
  readonly start: WallClock
  /** Dates of the rule before and after, as far as they were compared. */
  readonly dates: ReadonlyMap<WallClock, WallClock>
}

/**
 * The rule as it moves. Compares its dates with those before, one by one: each must have moved by the same days; one that
 * is a numbered weekday, such as the second Friday, by the same months.
 */
function movedDates(
  { start }: Series,
  {
    rule,
    by,
    first,
    from,
    to,
    last,
  }: Move & { readonly rule: Rule; readonly by: By; readonly first: WallClock },
): MovedDates | string {
  const onOtherDay = movedRule(rule, by.shift)
  const moved = typeof onOtherDay === 'string' ? onOtherDay : withMovedTimes(onOtherDay, start, by.seconds)
  if (typeof moved === 'string') return moved
  const isByMonth = by.days !== 0 && hasOrdinals(moved)
  const months = monthNumberOf(by.shift.to) - monthNumberOf(by.shift.from)
  const follows = (date: WallClock, next: WallClock) =>
    isByMonth ? monthNumberOf(next) - monthNumberOf(date) === months : next === by.date(date)
  /** Where a date goes: to its place among those of its month. */
  const pairOf = (date: WallClock): WallClock | undefined => {
    if (!isByMonth) return by.date(date)
    const place = datesOfMonth(rule, start, monthNumberOf(date)).indexOf(date)
    return datesOfMonth(moved, by.date(start), monthNumberOf(date) + months)[place]
  }

  const [firstOfAll = first] = occurrencesOf(rule, start)
  const newStart = isByMonth ? pairOf(firstOfAll) : by.date(start)
  const newFirst = pairOf(first)
  if (newStart === undefined || newFirst === undefined) return LOSES_DATES
  // COUNT counts from the start, so both must be as long before the first date.
  const [oldFrom, newFrom] = rule.count === undefined ? [first, newFirst] : [start, newStart]
  const { until, ...endless } = moved
  const following = occurrencesOf(endless, newStart, newFrom)
  const dates = new Map<WallClock, WallClock>()
  // Weeks and days are all alike: what fits once fits always.
  const compared =
    rule.freq === 'WEEKLY' || (rule.freq === 'DAILY' && rule.byMonthDay.length === 0) ? 0 : COMPARED
  let lastNew = newFirst
  let isEnded = true
  for (const date of occurrencesOf(rule, start, oldFrom)) {
    const { value: next } = following.next()
    if (next === undefined || !follows(date, next)) return LOSES_DATES
    dates.set(date, next)
    lastNew = next
    if (dates.size >= compared && date > last) {
      isEnded = false
      break
    }
  }
  if (dates.has(from) && dates.get(from) !== to) return LOSES_DATES
  if (until === undefined) return { rule: moved, start: newStart, dates }
  const isWhole = until === endOfDay(until)
  const moment = isWhole ? endOfDay(addDays(until, by.days)) : by.date(until)
  return {
    rule: { ...endless, until: isByMonth && isEnded ? endOfDay(lastNew) : moment },
    start: newStart,
    dates,
  }
}

/** What a rule names in a month if it names any. `start` says what the rule does not. */
function datesOfMonth(rule: Rule, start: WallClock, month: number): WallClock[] {
  const { count: _count, until: _until, ...bare } = rule
  const name = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`
  const dates: WallClock[] = []
  for (const date of occurrencesOf({ ...bare, interval: 1 }, addDays(`${name}-01 ${timeOfDay(start)}`, -1))) {
    if (date.slice(0, 7) > name) break
    if (date.startsWith(name)) dates.push(date)
  }
  return dates
}

interface Entries {
  readonly isToCome: (date: WallClock) => boolean
  readonly by: By
}

/** Days and dates to come move along. A day that is over stays, unless a date has moved to it. */
function movedExclusions(
  { exdate }: Series,
  { isToCome, by, dates }: Entries & { readonly dates: ReadonlyMap<WallClock, WallClock> },
): string[] {
  const toCome = [...dates].filter(([date]) => isToCome(date))
  const days = new Map(toCome.map(([date, next]) => [dayOf(date), dayOf(next)]))
  const reached = new Set(toCome.flatMap(([, next]) => [next, dayOf(next)]))
  const moved = exdate.flatMap((entry) => {
    if (entry.length > 10) {
      if (isToCome(entry)) return dates.get(entry) ?? by.date(entry)
    } else if (days.has(entry) || isToCome(endOfDay(entry))) {
      return days.get(entry) ?? dayOf(addDays(`${entry} 00:00:00`, by.days))
    }
    return reached.has(entry) ? [] : entry
  })
  return [...new Set(moved)].sort()
}

function movedAdditions(series: Series, { isToCome, by }: Entries): string[] {
  const moved = series.rdate.map((entry) => {
    const date = addedDate(entry, series)
    if (!isToCome(date)) return entry
    return entry.length > 10 ? by.date(date) : dayOf(by.date(date))
  })
  return [...new Set(moved)].sort()
}
