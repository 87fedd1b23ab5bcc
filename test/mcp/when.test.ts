import { describe, expect, test } from 'vitest'
import { readWhen } from '../../src/apps/mcp/when.ts'

/** A Wednesday, 12:00 in Vienna. */
const now = new Date('2026-05-06T10:00:00Z')
const vienna = { now, timezone: 'Europe/Vienna', startOfWeek: 1 }
const days = (words: string, today = vienna) => {
  const interval = readWhen(words, today)
  return interval && [interval.from, interval.to].map((wall) => wall.replace(' 00:00:00', '')).join(' ')
}

describe('words for times', () => {
  test.each([
    ['today', '2026-05-06 2026-05-07'],
    ['Tomorrow', '2026-05-07 2026-05-08'],
    ['yesterday', '2026-05-05 2026-05-06'],
    ['tonight', '2026-05-06 17:00:00 2026-05-07'],
    ['this week', '2026-05-04 2026-05-11'],
    ['next week', '2026-05-11 2026-05-18'],
    ['last week', '2026-04-27 2026-05-04'],
    ['this weekend', '2026-05-09 2026-05-11'],
    ['the next  weekend', '2026-05-16 2026-05-18'],
    ['friday', '2026-05-08 2026-05-09'],
    ['on Wednesday', '2026-05-06 2026-05-07'],
    ['this monday', '2026-05-11 2026-05-12'],
    ['next friday', '2026-05-15 2026-05-16'],
    ['next monday', '2026-05-11 2026-05-12'],
    ['next 10 days', '2026-05-06 2026-05-16'],
    ['this month', '2026-05-01 2026-06-01'],
    ['next month', '2026-06-01 2026-07-01'],
    ['in March', '2027-03-01 2027-04-01'],
    ['in may', '2026-05-01 2026-06-01'],
    ['dec', '2026-12-01 2027-01-01'],
    ['March 2028', '2028-03-01 2028-04-01'],
    ['next year', '2027-01-01 2028-01-01'],
    ['2026-05-09', '2026-05-09 2026-05-10'],
    ['2026-05-09 to 2026-05-12', '2026-05-09 2026-05-13'],
    ['2028-02', '2028-02-01 2028-03-01'],
    ['2027', '2027-01-01 2028-01-01'],
  ])('%s is %s', (words, expected) => {
    expect(days(words)).toBe(expected)
  })

  test('are those of the calendar, not of UTC', () => {
    const late = new Date('2026-05-09T23:30:00Z')
    expect(days('today', { ...vienna, now: late })).toBe('2026-05-10 2026-05-11')
    expect(days('today', { ...vienna, now: late, timezone: 'UTC-5' })).toBe('2026-05-09 2026-05-10')
    // On Sunday, this weekend is the one that runs.
    expect(days('this weekend', { ...vienna, now: late })).toBe('2026-05-09 2026-05-11')
  })

  test('a week begins where the calendar says', () => {
    expect(days('this week', { ...vienna, startOfWeek: 0 })).toBe('2026-05-03 2026-05-10')
    expect(days('this week', { ...vienna, startOfWeek: 6 })).toBe('2026-05-02 2026-05-09')
  })

  test.each([
    ...[
      '',
      'soon',
      'next',
      'next 0 days',
      '32 May',
      '2026-02-30',
      '2026-13',
      '0000',
      '2026-05-09 to 2026-05-01',
    ],
    ...['ma', 'constructor', '__proto__', '9999999999', 'x'.repeat(10_000)],
  ])('%s is none', (words) => {
    expect(readWhen(words, vienna)).toBeUndefined()
  })
})
