import { addDays } from '../../src/core/domain/time/calendar.ts'
import type { Dice } from '../../src/testing/dice.ts'

/*
 * Random rules of few words, so that most of them yield something. What python-dateutil 2.8.2 and rrule 2.8.1 both read
 * against RFC 5545 is left out: BYDAY with and without numbers at once (they intersect, the RFC unites); BYWEEKNO=52
 * and 53 (they count the weeks of the year before by the length of this year, so some first days of January are wrong),
 * -52 and -53 (they miss last days of December). `test/unit/recurrence.test.ts` tests these.
 */

export interface RandomRule {
  /** Without COUNT and UNTIL: those are told apart, so that references need not run to the end of time. */
  readonly text: string
  /** A wall clock. */
  readonly start: string
  /** Of WEEKLY with BYSETPOS: both references take the first week to begin with their start, so they get its first day. */
  readonly earlier: string
  readonly count: number | undefined
  /** Where all stop: UNTIL, or some years after the start. A wall clock. */
  readonly until: string
  readonly hasUntil: boolean
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const YEARS = { DAILY: 4, WEEKLY: 9, MONTHLY: 25, YEARLY: 60 }

export function randomRule(dice: Dice): RandomRule {
  const freq = dice.oneOf(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const)
  const parts = new Map<string, string>([['FREQ', freq]])
  /** One to four different values. */
  const add = <T>(name: string, make: () => T) =>
    parts.set(name, [...new Set([make(), ...dice.some(3, make)])].join())
  const number = (most: number) => dice.oneOf([1, -1]) * (1 + dice.upTo(most))
  const isYearly = freq === 'YEARLY'

  if (dice.chance(2)) parts.set('INTERVAL', String(dice.oneOf([1, 2, 2, 3, 4, 5, 7, 10, 13])))
  if (dice.chance(3)) add('BYMONTH', () => 1 + dice.upTo(12))
  if (isYearly && dice.chance(3)) add('BYWEEKNO', () => dice.oneOf([1, 2, 20, 51, -1, -2, -51]))
  if (isYearly && dice.chance(5)) {
    add('BYYEARDAY', () =>
      dice.oneOf([1, 2, 59, 60, 61, 100, 365, 366, number(366), -1, -2, -306, -307, -365, -366]),
    )
  }
  if (freq !== 'WEEKLY' && dice.chance(3)) {
    add('BYMONTHDAY', () => dice.oneOf([1, 13, 28, 29, 30, 31, -1, -2, -28, -29, -30, -31, number(31)]))
  }
  if (dice.chance(2)) {
    const allowsNumbers = isYearly ? !parts.has('BYWEEKNO') : freq === 'MONTHLY'
    const nth =
      isYearly && !parts.has('BYMONTH') ? () => dice.oneOf([1, 2, 20, 52, 53, -1, -2, -53]) : () => number(5)
    const prefix = allowsNumbers && dice.chance(2) ? nth : () => ''
    add('BYDAY', () => `${prefix()}${dice.oneOf(WEEKDAYS)}`)
  }
  if (dice.chance(6)) add('BYHOUR', () => dice.oneOf([0, 9, 17, 23, dice.upTo(24)]))
  if (dice.chance(6)) add('BYMINUTE', () => dice.oneOf([0, 30, 59, dice.upTo(60)]))
  const lists = [...parts.keys()].filter((name) => name.startsWith('BY'))
  const hasPositions = freq === 'WEEKLY' ? parts.has('BYDAY') : lists.length > 0
  if (hasPositions && dice.chance(4)) {
    // A day has no other position if it has one time; the references would look for one up to the year 9999.
    add('BYSETPOS', freq === 'DAILY' ? () => number(1) : () => dice.oneOf([1, 2, 3, -1, -2, number(12)]))
  }
  const weekStart = dice.chance(3) ? dice.upTo(7) : 0
  if (weekStart > 0) parts.set('WKST', WEEKDAYS[weekStart] ?? '')

  const pad = (value: number) => String(value).padStart(2, '0')
  const day = `${pad(1 + dice.upTo(12))}-${pad(1 + dice.upTo(28))}`
  const year = 1890 + dice.upTo(230)
  const date = dice.oneOf([day, day, '01-01', '12-31', '01-31', '03-29'])
  const start = `${year}-${date} ${pad(dice.upTo(24))}:${pad(dice.upTo(60))}:${pad(dice.upTo(60))}`
  const sinceMonday = (new Date(`${start.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7
  const isWhole = freq === 'WEEKLY' && parts.has('BYSETPOS')
  const hasUntil = dice.chance(4)
  const years = hasUntil ? dice.upTo(3) : YEARS[freq]
  return {
    text: [...parts].map((part) => part.join('=')).join(';'),
    start,
    earlier: isWhole ? addDays(start, -((sinceMonday - weekStart + 7) % 7)) : start,
    count: !hasUntil && dice.chance(3) ? 1 + dice.upTo(20) : undefined,
    until: `${year + years}-${dice.chance(2) ? date : '12-31'} ${dice.chance(2) ? start.slice(11) : '12:00:00'}`,
    hasUntil,
  }
}
