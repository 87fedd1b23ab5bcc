/**
 * Date arithmetic on whole numbers: no zones, no `Date`, no clock.
 *
 * There are two scales. *Days* count from 1970-01-01 (day 0). *Wall seconds* count the time of a wall clock from
 * 1970-01-01 00:00:00, as if every day had 86,400 seconds. Both use the Gregorian calendar, also for dates before its
 * introduction.
 */

import type { WallClock } from '../../fields/values.ts'

export type { WallClock }

export interface CivilDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** 1 to 31. */
  readonly day: number
}

export const SECONDS_PER_DAY = 86_400

/** The value of a bound before the year 1. Every date of a record is later. */
export const SINCE_EVER: WallClock = '0000-01-01 00:00:00'

/** Maximum length of a date as a client writes it, in characters. It bounds the work per text. */
export const DATE_LENGTH = 128

/** 0001-01-01 00:00:00 and 9999-12-31 23:59:59, in wall seconds (and, in UTC, in Unix seconds). */
export const FIRST_SECOND = -62_135_596_800
export const LAST_SECOND = 253_402_300_799

/** Whether `seconds` lies in the years 0001 to 9999. */
export const inRange = (seconds: number): boolean => seconds >= FIRST_SECOND && seconds <= LAST_SECOND

export const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** `month` is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Whether the date exists, in the years 0001 to 9999. */
export function isDate(year: number, month: number, day: number): boolean {
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/**
 * The day number of a date. A `day` outside of its month runs over: 31 February is 2 or 3 March.
 *
 * Years begin in March here, so that the leap day is the last day of a year. An era has 400 years and 146,097 days.
 */
export function daysOf(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The date of a day number; the inverse of {@link daysOf}. */
export function dateOf(days: number): CivilDate {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return {
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  }
}

/** The remainder of a division, never negative. */
export const modulo = (value: number, by: number): number => ((value % by) + by) % by

/** Monday is 1, Sunday 7. */
export const weekdayOf = (days: number): number => modulo(days + 3, 7) + 1

/** The day number of a day of an ISO week; `undefined` when the year has no such week. `weekday` is 1 to 7. */
export function daysOfWeek(year: number, week: number, weekday: number): number | undefined {
  const firstMonday = (of: number): number => {
    const fourth = daysOf(of, 1, 4)
    return fourth - weekdayOf(fourth) + 1
  }
  const monday = firstMonday(year) + (week - 1) * 7
  return week >= 1 && monday < firstMonday(year + 1) ? monday + weekday - 1 : undefined
}

/**
 * The same day of the month, `months` later (or earlier). If that month is too short, the date runs over into the next
 * month: 31 January plus one month is 3 March (2 March in a leap year). Existing clients rely on this.
 */
export function monthsLater(days: number, months: number): number {
  const { year, month, day } = dateOf(days)
  const index = year * 12 + month - 1 + months
  return daysOf(Math.floor(index / 12), modulo(index, 12) + 1, day)
}

const SHAPE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

export const isWallClock = (text: string): boolean => SHAPE.test(text)

/** The wall seconds of a wall clock. Throws a `RangeError` for a text of another form: callers must check it first. */
export function secondsOf(wall: WallClock): number {
  if (!isWallClock(wall)) throw new RangeError(`not a wall clock: ${JSON.stringify(wall)}`)
  const part = (from: number, to: number): number => Number(wall.slice(from, to))
  const days = daysOf(part(0, 4), part(5, 7), part(8, 10))
  return days * SECONDS_PER_DAY + part(11, 13) * 3600 + part(14, 16) * 60 + part(17, 19)
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0')

/**
 * The wall clock of whole wall seconds. Times before the year 0001 or after 9999 become the first or last second of
 * that range, so that the form and the order of texts never break.
 */
export function wallOf(seconds: number): WallClock {
  const within = Math.min(Math.max(seconds, FIRST_SECOND), LAST_SECOND)
  const days = Math.floor(within / SECONDS_PER_DAY)
  const rest = within - days * SECONDS_PER_DAY
  const { year, month, day } = dateOf(days)
  const [hour, minute, second] = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60]
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)} ${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}`
}

/** `2027-05-10 00:00:00` for any time of that day. */
export const startOfDay = (wall: WallClock): WallClock => `${wall.slice(0, 10)} 00:00:00`

/** `2027-05-10 23:59:59` for any time of that day. */
export const endOfDay = (wall: WallClock): WallClock => `${wall.slice(0, 10)} 23:59:59`

/** The same time of day, `days` later (or earlier). Stays within the years 0001 to 9999 as {@link wallOf} does. */
export const addDays = (wall: WallClock, days: number): WallClock =>
  wallOf(secondsOf(wall) + days * SECONDS_PER_DAY)

/** The same time of day, `months` later (or earlier), by the rule of {@link monthsLater}. */
export function addMonths(wall: WallClock, months: number): WallClock {
  const seconds = secondsOf(wall)
  const days = Math.floor(seconds / SECONDS_PER_DAY)
  return wallOf(seconds + (monthsLater(days, months) - days) * SECONDS_PER_DAY)
}

/** ISO 8601 with the offset in whole minutes. */
export function isoTime(wall: WallClock, offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60)
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${wall.replace(' ', 'T')}${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}
