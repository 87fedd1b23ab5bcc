import { describe, expect, test } from 'vitest'
import { occurrencesOf } from '../../src/core/domain/recurrence/expand.ts'
import { parseRule, type Rule } from '../../src/core/domain/recurrence/rule.ts'
import { headOf, tailOf } from '../../src/core/domain/recurrence/series-split.ts'

const ruleOf = (text: string): Rule => {
  const rule = parseRule(text)
  return typeof rule === 'string' ? expect.unreachable(`${text} ${rule}`) : rule
}

const RULES = [
  'FREQ=DAILY',
  'FREQ=DAILY;COUNT=40',
  'FREQ=DAILY;BYHOUR=9,15;BYMINUTE=0,30',
  'FREQ=WEEKLY;BYDAY=MO,FR;INTERVAL=3',
  'FREQ=WEEKLY;COUNT=100;BYDAY=TU',
  'FREQ=MONTHLY;BYDAY=-1SU;UNTIL=20250101T000000',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=YEARLY;INTERVAL=7;COUNT=3',
] as const
const START = '2000-02-29 09:00:00'
const DATES = [
  '1999-01-01 00:00:00',
  START,
  '2000-03-01 09:00:00',
  '2004-02-29 09:00:00',
  '2026-07-04 15:30:00',
]

const earlier = (rule: Rule, date: string): string[] => {
  const found: string[] = []
  for (const one of occurrencesOf(rule, START)) {
    if (one >= date) break
    found.push(one)
  }
  return found
}

/** The first dates, more than there are before 2027. */
function some(rule: Rule, start: string): string[] {
  const found: string[] = []
  for (const one of occurrencesOf(rule, start)) if (found.push(one) === 45_000) break
  return found
}

const seriesOf = (rrule: string, start = START) => ({
  ...({
    rrule,
    start,
    duration: 3600,
    since: '',
    made: '',
    exdate: [],
    rdate: [],
    due: null,
    count: 0,
  } as const),
})

describe.each(RULES)('%s', (text) => {
  test.each(DATES)('both parts at %s have all dates', (date) => {
    const all = some(ruleOf(text), START)
    const head = headOf(seriesOf(text), date)
    const early = head === undefined ? [] : some(ruleOf(head.rrule), START)
    expect(early).toEqual(earlier(ruleOf(text), date))
    const next = all.find((one) => one >= date)
    if (next === undefined) return
    const tail = tailOf(seriesOf(text), next)
    const late = some(ruleOf(tail.rrule), tail.start)
    expect([...early, ...late].slice(0, all.length)).toEqual(all)
  })
})

test.each([
  ['0001-01-01 09:00:00', 'FREQ=DAILY', 'FREQ=DAILY;UNTIL=20270228T235959'],
  ['1800-01-01 09:00:00', 'FREQ=DAILY;COUNT=100000', 'FREQ=DAILY;COUNT=82969'],
])('a series from %s on is split: %s', (start, rrule, head) => {
  expect(headOf(seriesOf(rrule, start), '2027-03-01 09:00:00')?.rrule).toBe(head)
})
