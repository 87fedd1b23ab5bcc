import {
  type CivilDate,
  dateOf,
  daysOf,
  isLeap,
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
 * The work is bounded, whatever the rule and the start. Which days fit the rule depends on the kind of a year alone, so
 * at most 28 tables of a year are made, one for each kind. After that, each period takes one look into a table: at most
 * 3.65 million looks for all years from 1 to 9999, and at most 146,097, one cycle of the calendar, until the first
 * occurrence or the end. `from` skips whole years; only COUNT needs the occurrences before it, and counts them a year at a time.
 */
export function* occurrencesOf(rule: Rule, start: WallClock, from: WallClock = start): Generator<WallClock> {
  const { days: startDay, time } = split(start)
  const fromParts = split(from)
  const firstDay = Math.max(startDay, fromParts.days + (time < fromParts.time ? 1 : 0))
  const until = split(rule.until ?? '9999-12-31 23:59:59')
  const lastDay = until.days - (time > until.time ? 1 : 0)

  const fromYear = dateOf(firstDay).year
  const firstYear = rule.count === undefined ? fromYear : dateOf(startDay).year
  // The calendar repeats after 400 years, so the rule does after 400 intervals of years.
  const endOfCycle = firstYear + 400 * rule.interval
  const lastYear = dateOf(lastDay).year
  const count = rule.count ?? Number.POSITIVE_INFINITY
  const daysFrom = daysByYear(rule, startDay)
  let found = 0
  let next = daysFrom(firstYear, Math.min(lastYear, endOfCycle))
  while (next !== undefined) {
    const { year, days } = next
    if (year < fromYear) found += days.length
    else {
      for (const day of days) {
        if (day > lastDay || found >= count) return
        found++
        if (day >= firstDay) yield wallOf(day * SECONDS_PER_DAY + time)
      }
    }
    next = found < count ? daysFrom(year + 1, lastYear) : undefined
  }
}

function split(wall: WallClock): { days: number; time: number } {
  const seconds = secondsOf(wall)
  const days = Math.floor(seconds / SECONDS_PER_DAY)
  return { days, time: seconds - days * SECONDS_PER_DAY }
}

const NONE: readonly number[] = []
const YEARS_PER_CYCLE = 400
const DAYS_PER_CYCLE = 146_097
const PERIODS_PER_CYCLE = { DAILY: DAYS_PER_CYCLE, WEEKLY: DAYS_PER_CYCLE / 7, MONTHLY: 4800, YEARLY: 400 }

interface DaysOfYear {
  readonly year: number
  readonly days: readonly number[]
}

/** Finds the first year from `year` to `last` in which the rule yields days from its start on. */
function daysByYear(rule: Rule, startDay: number): (year: number, last: number) => DaysOfYear | undefined {
  const yearOf = yearsOfCycle(rule, startDay)
  const start = dateOf(startDay)
  const startPeriod = periodOf(rule, startDay, start)
  const periodsPerCycle = PERIODS_PER_CYCLE[rule.freq]
  // This loop can run through thousands of years, often before the engine has compiled it: it is kept short.
  return (first, last) => {
    for (let year = first; year <= last; year++) {
      const { january1, firstPeriod, table } = yearOf(year % YEARS_PER_CYCLE)
      const cycle = Math.floor(year / YEARS_PER_CYCLE)
      const late = (firstPeriod + cycle * periodsPerCycle - startPeriod) % rule.interval
      let period = late > 0 ? rule.interval - late : -late
      if (period >= table.length) continue
      const days: number[] = []
      for (; period < table.length; period += rule.interval) {
        for (const offset of table[period] ?? NONE) {
          const day = january1 + cycle * DAYS_PER_CYCLE + offset
          if (day >= startDay) days.push(day)
        }
      }
      if (days.length > 0) return { year, days }
    }
    return undefined
  }
}

/** The number of the period in which a day lies. */
function periodOf({ freq, weekStart }: Rule, day: number, { year, month }: CivilDate): number {
  if (freq === 'DAILY') return day
  // Day 0 is a Thursday.
  if (freq === 'WEEKLY') return Math.floor((day + 4 - weekStart) / 7)
  return freq === 'MONTHLY' ? year * 12 + month : year
}

interface CycleYear {
  readonly january1: number
  /** The period of 1 January. */
  readonly firstPeriod: number
  /** By the number of a period in the year: the days that the rule means, as offsets from 1 January. */
  readonly table: YearTable
}

type YearTable = readonly (readonly number[] | undefined)[]

/**
 * The years 0 to 399, which stand for all. Years of the same kind share a table: those that begin with the same weekday
 * and are leap years alike; and so are the years around them, where BYWEEKNO counts weeks across New Year.
 */
function yearsOfCycle(rule: Rule, startDay: number): (year: number) => CycleYear {
  const matches = matchingDays(rule, startDay)
  const tables = new Map<number, YearTable>()
  const years: CycleYear[] = []
  const make = (year: number): CycleYear => {
    const january1 = daysOf(year, 1, 1)
    const kind = (rule.byWeekNo.length > 0 ? [year, year - 1, year + 1] : [year]).reduce(
      (code, one) => code * 2 + Number(isLeap(one)),
      weekdayOf(january1),
    )
    const table = tables.get(kind) ?? tableOf(rule, january1, isLeap(year) ? 366 : 365, matches)
    tables.set(kind, table)
    return { january1, firstPeriod: periodOf(rule, january1, { year, month: 1, day: 1 }), table }
  }
  return (year) => {
    const known = years[year]
    if (known !== undefined) return known
    const made = make(year)
    years[year] = made
    return made
  }
}

/** The table of the year with so many days. */
function tableOf(
  rule: Rule,
  january1: number,
  length: number,
  matches: (day: number, date: CivilDate) => boolean,
): YearTable {
  const firstPeriod = periodOf(rule, january1, dateOf(january1))
  const matching = new Map<number, number[]>()
  // BYSETPOS needs whole weeks, so those at both ends are completed.
  for (let offset = -6; offset < length + 6; offset++) {
    const day = january1 + offset
    const date = dateOf(day)
    if (!matches(day, date)) continue
    const period = periodOf(rule, day, date) - firstPeriod
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
