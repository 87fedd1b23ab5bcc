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
} from '../time/calendar.ts'
import { matchingDays } from './matching-days.ts'
import type { Rule } from './rule.ts'

/**
 * The occurrences of a rule, as wall clocks, strictly ascending; each is computed when it is asked for. Without BYHOUR and
 * BYMINUTE, all have the start's time of day. The start is one only if the rule yields it. They end with COUNT, which
 * counts from the first that the rule yields; with UNTIL; or with the year 9999.
 *
 * `from`: begins with the first at or after it. COUNT still counts those before.
 *
 * The work is bounded, whatever the rule and the start. Which days fit the rule depends on the kind of a year alone, so
 * at most 28 tables of a year are made, one for each kind. After that, each period takes one look into a table: at most
 * 3.65 million looks for all years from 1 to 9999, and at most 146,097, one cycle of the calendar, until the first
 * occurrence or the end. `from` skips whole years; only COUNT needs the occurrences before it, and counts them a year at a time.
 *
 * `effort` is told the tables that are made: most of the work.
 */
export function* occurrencesOf(
  rule: Rule,
  start: WallClock,
  from: WallClock = start,
  effort?: Effort,
): Generator<WallClock> {
  const times = timesOfDay(rule, start)
  const startSlot = slotFrom(start, times)
  const firstSlot = Math.max(startSlot, slotFrom(from, times))
  const endSlot = slotFrom(wallOf(secondsOf(rule.until ?? '9999-12-31 23:59:59') + 1), times)
  const isEndless = rule.until === undefined || rule.until === '9999-12-31 23:59:59'
  const lastSlot = isEndless ? Number.POSITIVE_INFINITY : endSlot - 1

  const yearOf = (slot: number) => dateOf(Math.floor(slot / times.length)).year
  const fromYear = yearOf(firstSlot)
  const firstYear = rule.count === undefined ? fromYear : yearOf(startSlot)
  // The calendar repeats after 400 years, so the rule does after 400 intervals of years.
  const endOfCycle = firstYear + 400 * rule.interval
  const lastYear = isEndless ? 9999 : yearOf(lastSlot)
  const count = rule.count ?? Number.POSITIVE_INFINITY
  const slotsFrom = slotsByYear(rule, start, times.length, startSlot, effort)
  let found = 0
  let next = slotsFrom(firstYear, Math.min(lastYear, endOfCycle))
  while (next !== undefined) {
    const { year, slots } = next
    if (year < fromYear) found += slots.length
    else {
      for (const slot of slots) {
        if (slot > lastSlot || found >= count) return
        found++
        if (slot >= firstSlot) yield wallAt(slot, times)
      }
    }
    next = found < count ? slotsFrom(year + 1, lastYear) : undefined
  }
}

/** What it took to find dates. */
export interface Effort {
  /** Tables of a year that were made. */
  tables: number
}

/*
 * A slot is a day and one of the times of day of the rule, as one number: the day times the number of times, and the
 * place of the time. The order of slots is the order of occurrences.
 */

/** The times of day of a rule in seconds, ascending. There is at least one. */
function timesOfDay({ byHour, byMinute }: Rule, start: WallClock): readonly number[] {
  const part = (from: number) => Number(start.slice(from, from + 2))
  const hours = byHour.length > 0 ? byHour : [part(11)]
  const minutes = byMinute.length > 0 ? byMinute : [part(14)]
  return hours.flatMap((hour) => minutes.map((minute) => hour * 3600 + minute * 60 + part(17)))
}

/** The first slot at or after a wall clock. */
function slotFrom(wall: WallClock, times: readonly number[]): number {
  const { days, time } = split(wall)
  const place = times.findIndex((one) => one >= time)
  return place < 0 ? (days + 1) * times.length : days * times.length + place
}

function wallAt(slot: number, times: readonly number[]): WallClock {
  const days = Math.floor(slot / times.length)
  return wallOf(days * SECONDS_PER_DAY + (times[slot - days * times.length] ?? 0))
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

interface SlotsOfYear {
  readonly year: number
  readonly slots: readonly number[]
}

/** Finds the first year from `year` to `last` in which the rule yields slots from its start on. */
function slotsByYear(
  rule: Rule,
  startWall: WallClock,
  timesPerDay: number,
  startSlot: number,
  effort?: Effort,
): (year: number, last: number) => SlotsOfYear | undefined {
  const startDay = split(startWall).days
  const yearOf = yearsOfCycle(rule, startDay, timesPerDay, effort)
  // BYSETPOS takes single slots. Without it, all those of a day follow the one in the table.
  const width = rule.bySetPos.length > 0 ? 1 : timesPerDay
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
      const slots: number[] = []
      const firstOfYear = (january1 + cycle * DAYS_PER_CYCLE) * timesPerDay
      for (; period < table.length; period += rule.interval) {
        for (const entry of table[period] ?? NONE) {
          for (let slot = firstOfYear + entry, end = slot + width; slot < end; slot++) {
            if (slot >= startSlot) slots.push(slot)
          }
        }
      }
      if (slots.length > 0) return { year, slots }
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
  /** By the number of a period in the year: the slots that the rule means, as offsets from the first of 1 January. */
  readonly table: YearTable
}

type YearTable = readonly (readonly number[] | undefined)[]

/**
 * The years 0 to 399, which stand for all. Years of the same kind share a table: those that begin with the same weekday
 * and are leap years alike; and so are the years around them, where BYWEEKNO counts weeks across New Year.
 */
function yearsOfCycle(
  rule: Rule,
  startDay: number,
  timesPerDay: number,
  effort: Effort = { tables: 0 },
): (year: number) => CycleYear {
  const matches = matchingDays(rule, startDay)
  const tables = new Map<number, YearTable>()
  const years: CycleYear[] = []
  const make = (year: number): CycleYear => {
    const january1 = daysOf(year, 1, 1)
    const kind = (rule.byWeekNo.length > 0 ? [year, year - 1, year + 1] : [year]).reduce(
      (code, one) => code * 2 + Number(isLeap(one)),
      weekdayOf(january1),
    )
    let table = tables.get(kind)
    if (table === undefined) {
      table = tableOf(rule, { january1, length: isLeap(year) ? 366 : 365, timesPerDay, matches })
      tables.set(kind, table)
      effort.tables++
    }
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

/** The table of a year of `length` days. */
function tableOf(
  rule: Rule,
  {
    january1,
    length,
    timesPerDay,
    matches,
  }: {
    january1: number
    length: number
    timesPerDay: number
    matches: (day: number, date: CivilDate) => boolean
  },
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
  const table: number[][] = []
  for (const [period, days] of matching) {
    const meant = rule.bySetPos.length > 0 ? atPositions(days) : days.map((offset) => offset * timesPerDay)
    const inYear = meant.filter((slot) => slot >= 0 && slot < length * timesPerDay)
    if (inYear.length > 0) table[period] = inYear
  }
  return table

  /** The slots that BYSETPOS names among those of the days of a period. */
  function atPositions(days: readonly number[]): number[] {
    const size = days.length * timesPerDay
    const places = new Set(rule.bySetPos.map((position) => (position > 0 ? position - 1 : size + position)))
    return [...places]
      .filter((place) => place >= 0 && place < size)
      .sort((a, b) => a - b)
      .map((place) => (days[Math.floor(place / timesPerDay)] ?? 0) * timesPerDay + (place % timesPerDay))
  }
}
