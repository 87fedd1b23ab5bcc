import { type CivilDate, dateOf, daysInMonth, daysOf, modulo, weekdayOf } from '../time/calendar.ts'
import type { Rule } from './rule.ts'

/**
 * Whether a day fits the BY parts of a rule (RFC 5545, section 3.3.10) except BYSETPOS: the days of a period that do are
 * what the RFC reaches by expanding and limiting. `startDay` gives what the rule does not say.
 *
 * BYWEEKNO without BYDAY means all days of these weeks, and a day counts for the calendar year in which it lies, not for
 * the year of its week. The RFC leaves both open; python-dateutil and rrule read it so, too.
 */
export function matchingDays(rule: Rule, startDay: number): (day: number, date: CivilDate) => boolean {
  const start = dateOf(startDay)
  const { freq, byDay } = rule
  const months = new Set(rule.byMonth)
  const monthDays = new Set(rule.byMonthDay)
  const yearDays = new Set(rule.byYearDay)
  const weeks = new Set(rule.byWeekNo)
  const weekdays = new Set(byDay.map(({ weekday, nth }) => codeOf(weekday, nth)))
  if (monthDays.size + yearDays.size + weeks.size + weekdays.size === 0) {
    if (freq === 'WEEKLY') weekdays.add(codeOf(weekdayOf(startDay), 0))
    if (freq === 'MONTHLY' || freq === 'YEARLY') monthDays.add(start.day)
    if (freq === 'YEARLY' && months.size === 0) months.add(start.month)
  }
  const hasNumbers = byDay.some(({ nth }) => nth !== 0)
  const countsInMonth = freq === 'MONTHLY' || rule.byMonth.length > 0

  return (day, { year, month, day: monthDay }) => {
    if (months.size > 0 && !months.has(month)) return false
    const monthLength = daysInMonth(year, month)
    if (!contains(monthDays, monthDay, monthLength)) return false
    const weekday = weekdayOf(day)
    if (weekdays.size > 0 && !hasNumbers && !weekdays.has(codeOf(weekday, 0))) return false
    if (yearDays.size === 0 && weeks.size === 0 && !hasNumbers) return true

    const january1 = daysOf(year, 1, 1)
    const yearDay = day - january1 + 1
    const yearLength = daysOf(year + 1, 1, 1) - january1
    if (!contains(yearDays, yearDay, yearLength)) return false
    if (weeks.size > 0) {
      const { week, count } = weekOf(day, year, rule.weekStart)
      if (!contains(weeks, week, count)) return false
    }
    if (!hasNumbers) return true
    const [place, length] = countsInMonth ? [monthDay, monthLength] : [yearDay, yearLength]
    const fromEnd = Math.floor((place - 1 - length) / 7)
    return [0, Math.ceil(place / 7), fromEnd].some((nth) => weekdays.has(codeOf(weekday, nth)))
  }
}

/** A weekday and its number in one number, for a `Set`. */
const codeOf = (weekday: number, nth: number): number => nth * 8 + weekday

/** Whether a set is empty, or has a place from 1 to `count`, counted from the start or, if negative, from the end. */
const contains = (set: ReadonlySet<number>, place: number, count: number): boolean =>
  set.size === 0 || set.has(place) || set.has(place - count - 1)

/** The number of a day's week, and the number of weeks in the year of that week. `year` is the day's. */
function weekOf(day: number, year: number, weekStart: number): { week: number; count: number } {
  const first = firstWeek(year, weekStart)
  const next = firstWeek(year + 1, weekStart)
  const [from, to] =
    day < first
      ? [firstWeek(year - 1, weekStart), first]
      : day < next
        ? [first, next]
        : [next, firstWeek(year + 2, weekStart)]
  return { week: Math.floor((day - from) / 7) + 1, count: (to - from) / 7 }
}

/** The first day of week 1, which is the first week with at least four days in the year: the one of 4 January. */
function firstWeek(year: number, weekStart: number): number {
  const fourth = daysOf(year, 1, 4)
  return fourth - modulo(weekdayOf(fourth) - weekStart, 7)
}
