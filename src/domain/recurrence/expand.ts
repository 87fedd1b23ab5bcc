import {
  dateOf,
  daysOf,
  isLeap,
  modulo,
  SECONDS_PER_DAY,
  secondsOf,
  type WallClock,
  wallOf,
  weekdayOf,
} from '../calendar.ts'
import { matchingDays } from './matching-days.ts'
import type { Rule } from './rule.ts'

/**
 * The occurrences of a rule, as wall clocks, strictly ascending; each is computed when it is asked for. All have the
 * start's time of day. The start is one only if the rule yields it. They end with COUNT, which counts from the first
 * that the rule yields; with UNTIL; or with the year 9999.
 *
 * `from`: begins with the first at or after it. COUNT still counts those before.
 *
 * The work is bounded, whatever the rule and the start: which days fit the rule depends on the kind of a year alone, so
 * at most 28 tables of a year are made, one for each kind. After that, each period takes one look into a table; from
 * the year 1 to 9999 there are at most 3.65 million. Rules without any occurrence end after one cycle of the calendar.
 * `from` skips whole years, where COUNT does not forbid it.
 */
export function* occurrencesOf(rule: Rule, start: WallClock, from: WallClock = start): Generator<WallClock> {
  const { days: startDay, time } = split(start)
  const fromParts = split(from)
  const firstDay = Math.max(startDay, fromParts.days + (time < fromParts.time ? 1 : 0))
  const until = split(rule.until ?? '9999-12-31 23:59:59')
  const lastDay = until.days - (time > until.time ? 1 : 0)

  const daysIn = daysOfYears(rule, startDay)
  const firstYear = dateOf(rule.count === undefined ? firstDay : startDay).year
  const lastYear = dateOf(lastDay).year
  const count = rule.count ?? Number.POSITIVE_INFINITY
  let found = 0
  for (let year = firstYear; year <= lastYear; year++) {
    // The calendar repeats after 400 years (146,097 days, 20,871 weeks), so the rule does after 400 intervals of years.
    if (found === 0 && year > firstYear + 400 * rule.interval) return
    for (const day of daysIn(year)) {
      if (day > lastDay || found >= count) return
      found++
      if (day >= firstDay) yield wallOf(day * SECONDS_PER_DAY + time)
    }
  }
}

/** By the number of a period in its year: the days of the year that the rule means, as offsets from 1 January. */
type YearTable = readonly (readonly number[] | undefined)[]

const NONE: readonly number[] = []

function split(wall: WallClock): { days: number; time: number } {
  const seconds = secondsOf(wall)
  const days = Math.floor(seconds / SECONDS_PER_DAY)
  return { days, time: seconds - days * SECONDS_PER_DAY }
}

/** The number of the period in which a day lies; `year` and `month` are the day's. */
function periodOf({ freq, weekStart }: Rule, day: number, year: number, month: number): number {
  if (freq === 'DAILY') return day
  // Day 0 is a Thursday.
  if (freq === 'WEEKLY') return Math.floor((day + 4 - weekStart) / 7)
  return freq === 'MONTHLY' ? year * 12 + month : year
}

function periodOfDay(rule: Rule, day: number): number {
  const { year, month } = dateOf(day)
  return periodOf(rule, day, year, month)
}

/** The days of a year that the rule yields. */
function daysOfYears(rule: Rule, startDay: number): (year: number) => readonly number[] {
  const tableOf = yearTables(rule, startDay)
  const startPeriod = periodOfDay(rule, startDay)
  return (year) => {
    const january1 = daysOf(year, 1, 1)
    const table = tableOf(year, january1)
    const days: number[] = []
    let period = modulo(startPeriod - periodOf(rule, january1, year, 1), rule.interval)
    for (; period < table.length; period += rule.interval) {
      for (const offset of table[period] ?? NONE) {
        if (january1 + offset >= startDay) days.push(january1 + offset)
      }
    }
    return days
  }
}

/**
 * The table of a year. Years of the same kind share one: those that begin with the same weekday and are leap years alike,
 * together with the years before and after, which decide the numbers of the weeks around New Year.
 */
function yearTables(rule: Rule, startDay: number): (year: number, january1: number) => YearTable {
  const matches = matchingDays(rule, startDay)
  const tables = new Map<number, YearTable>()
  return (year, january1) => {
    const leaps = (isLeap(year - 1) ? 4 : 0) + (isLeap(year) ? 2 : 0) + (isLeap(year + 1) ? 1 : 0)
    const kind = weekdayOf(january1) * 8 + leaps
    const known = tables.get(kind)
    if (known !== undefined) return known
    const table = makeTable(rule, january1, isLeap(year) ? 366 : 365, matches)
    tables.set(kind, table)
    return table
  }
}

function makeTable(
  rule: Rule,
  january1: number,
  length: number,
  matches: (day: number) => boolean,
): YearTable {
  const firstPeriod = periodOfDay(rule, january1)
  const matching = new Map<number, number[]>()
  // BYSETPOS needs whole weeks, so those at both ends are completed.
  for (let offset = -6; offset < length + 6; offset++) {
    if (!matches(january1 + offset)) continue
    const period = periodOfDay(rule, january1 + offset) - firstPeriod
    const days = matching.get(period)
    if (days === undefined) matching.set(period, [offset])
    else days.push(offset)
  }
  const positions = new Set(rule.bySetPos)
  const table: number[][] = []
  for (const [period, days] of matching) {
    const meant = days.filter((offset, index) => {
      const isInYear = offset >= 0 && offset < length
      return (
        isInYear && (positions.size === 0 || positions.has(index + 1) || positions.has(index - days.length))
      )
    })
    if (meant.length > 0) table[period] = meant
  }
  return table
}
