import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dateOf,
  daysInMonth,
  daysOf,
  daysOfWeek,
  endOfDay,
  FIRST_SECOND,
  inRange,
  isDate,
  LAST_SECOND,
  modulo,
  monthsLater,
  secondsOf,
  startOfDay,
  wallOf,
  weekdayOf,
} from '../../src/core/domain/time/calendar.ts'

const DAY = 86_400
/** The platform's own count, which is the same calendar. */
const platformDays = (year: number, month: number, day: number): number => {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getTime() / 1000 / DAY
}

describe('days', () => {
  test('are counted as the platform counts them, for every month of many years', () => {
    for (const year of [1, 4, 99, 100, 400, 1600, 1899, 1900, 1970, 1999, 2000, 2024, 2027, 2100, 9999]) {
      for (let month = 1; month <= 12; month++) {
        for (const day of [1, 2, 28, daysInMonth(year, month)]) {
          const days = daysOf(year, month, day)
          expect(days, `${year}-${month}-${day}`).toBe(platformDays(year, month, day))
          expect(dateOf(days)).toEqual({ year, month, day })
        }
        expect(daysInMonth(year, month)).toBe(platformDays(year, month + 1, 1) - platformDays(year, month, 1))
      }
    }
  })

  test('beyond a month count on', () => {
    expect(dateOf(daysOf(2027, 2, 31))).toEqual({ year: 2027, month: 3, day: 3 })
    expect(dateOf(daysOf(2028, 2, 31))).toEqual({ year: 2028, month: 3, day: 2 })
    expect(dateOf(daysOf(2027, 3, 0))).toEqual({ year: 2027, month: 2, day: 28 })
  })

  test.each([
    [2027, 2, 28, true],
    [2027, 2, 29, false],
    [2028, 2, 29, true],
    [1900, 2, 29, false],
    [2000, 2, 29, true],
    [2027, 4, 30, true],
    [2027, 4, 31, false],
    [2027, 12, 31, true],
    [2027, 12, 32, false],
    [2027, 0, 1, false],
    [2027, 1, 0, false],
    [2027, 13, 1, false],
    [0, 1, 1, false],
    [1, 1, 1, true],
    [9999, 12, 31, true],
    [10_000, 1, 1, false],
  ])('%d-%d-%d: %s', (year, month, day, exists) => {
    expect(isDate(year, month, day)).toBe(exists)
  })

  test('of the week go from Monday, 1, to Sunday, 7', () => {
    const names = ['2027-05-10', '2027-05-11', '2027-05-16', '1969-12-31', '1970-01-01']
    expect(names.map((name) => weekdayOf(secondsOf(`${name} 00:00:00`) / DAY))).toEqual([1, 2, 7, 3, 4])
  })

  test('of ISO weeks', () => {
    const named = (year: number, week: number, weekday: number) => {
      const days = daysOfWeek(year, week, weekday)
      return days === undefined ? undefined : wallOf(days * DAY).slice(0, 10)
    }
    expect(named(2027, 1, 1)).toBe('2027-01-04')
    expect(named(2026, 1, 1)).toBe('2025-12-29')
    expect(named(2026, 53, 7)).toBe('2027-01-03')
    expect(named(2027, 20, 1)).toBe('2027-05-17')
    expect(named(2027, 52, 7)).toBe('2028-01-02')
    expect(named(2027, 53, 1)).toBeUndefined()
    expect(named(2027, 0, 1)).toBeUndefined()
  })

  test('rests of divisions are never negative', () => {
    expect([modulo(7, 7), modulo(8, 7), modulo(-1, 7), modulo(-7, 7)]).toEqual([0, 1, 6, 0])
  })
})

describe('wall clocks', () => {
  test('are seconds and back, to both ends of time', () => {
    for (const wall of [
      '0001-01-01 00:00:00',
      '1969-12-31 23:59:59',
      '2027-05-10 10:20:30',
      '9999-12-31 23:59:59',
    ]) {
      expect(wallOf(secondsOf(wall))).toBe(wall)
    }
    expect(secondsOf('1970-01-01 00:00:01')).toBe(1)
    expect(secondsOf('2027-05-10 10:20:30')).toBe(Date.UTC(2027, 4, 10, 10, 20, 30) / 1000)
    expect(secondsOf('0001-01-01 00:00:00')).toBe(FIRST_SECOND)
    expect(secondsOf('9999-12-31 23:59:59')).toBe(LAST_SECOND)
  })

  test('stay at the ends', () => {
    expect(wallOf(FIRST_SECOND - 1)).toBe('0001-01-01 00:00:00')
    expect(wallOf(LAST_SECOND + 1)).toBe('9999-12-31 23:59:59')
    expect([FIRST_SECOND - 1, FIRST_SECOND, LAST_SECOND, LAST_SECOND + 1].map(inRange)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  test.each([
    '',
    '2027-05-10',
    '2027-05-10T10:00:00',
    ' 2027-05-10 10:00:00',
    '2027-05-10 10:00:00Z',
    '27-05-10 10:00:00',
  ])('%j is none', (text) => {
    expect(() => secondsOf(text)).toThrow(new RangeError(`not a wall clock: ${JSON.stringify(text)}`))
  })

  test('of a day', () => {
    expect(startOfDay('2027-05-10 10:20:30')).toBe('2027-05-10 00:00:00')
    expect(endOfDay('2027-05-10 10:20:30')).toBe('2027-05-10 23:59:59')
  })

  test('days and months later keep their time of day', () => {
    expect(addDays('2027-02-28 10:20:30', 1)).toBe('2027-03-01 10:20:30')
    expect(addDays('2027-03-01 10:20:30', -1)).toBe('2027-02-28 10:20:30')
    expect(addMonths('2027-01-31 10:20:30', 1)).toBe('2027-03-03 10:20:30')
    expect(addMonths('2028-01-31 10:20:30', 1)).toBe('2028-03-02 10:20:30')
    expect(addMonths('2027-11-10 10:20:30', 2)).toBe('2028-01-10 10:20:30')
    expect(addMonths('2027-01-10 10:20:30', -1)).toBe('2026-12-10 10:20:30')
    expect(addMonths('2027-12-10 10:20:30', -12)).toBe('2026-12-10 10:20:30')
    expect(addMonths('2027-12-10 00:00:00', 0)).toBe('2027-12-10 00:00:00')
    expect(monthsLater(daysOf(2027, 12, 1), 1)).toBe(daysOf(2028, 1, 1))
  })
})
