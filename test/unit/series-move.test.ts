import { describe, expect, test } from 'vitest'
import type { Series } from '../../src/core/domain/records/records.ts'
import { datesOf, firstDate } from '../../src/core/domain/recurrence/series.ts'
import { movedSeries } from '../../src/core/domain/recurrence/series-move.ts'
import { addDays } from '../../src/core/domain/time/calendar.ts'
import { Dice } from '../../src/testing/dice.ts'

/* One date of a series is dragged, and the others go with it. */

const seriesOf = (rrule: string, start: string, more: Partial<Series> = {}): Series => ({
  ...{ rrule, start, exdate: [], rdate: [], duration: 3600, since: '', made: '', count: 0, due: null },
  ...more,
})

const upTo = (dates: Iterable<string>, most: number): string[] => {
  const found: string[] = []
  for (const date of dates) if (found.push(date) === most) break
  return found
}

const EARLY = '2027-03-01 12:00:00'

function move(series: Series, from: string, to: string, now = EARLY) {
  const moved = movedSeries(series, { from, to, now, last: '' })
  return typeof moved === 'string' ? expect.unreachable(moved) : moved
}

/** Days, and times where they are not 19:00. */
const short = (dates: readonly string[]) => dates.map((date) => date.replace(' 19:00:00', ''))

const datesAfter = (moved: Series, most = 4) => short(upTo(datesOf(moved, firstDate(moved) ?? ''), most))

describe('another day', () => {
  test.each([
    [
      'FREQ=WEEKLY;BYDAY=TU;COUNT=5',
      '2027-03-02',
      '2027-03-09',
      '2027-03-10',
      'FREQ=WEEKLY;COUNT=5;BYDAY=WE',
      '2027-03-03',
    ],
    ['FREQ=WEEKLY;COUNT=5', '2027-03-02', '2027-03-09', '2027-03-10', 'FREQ=WEEKLY;COUNT=5', '2027-03-03'],
    [
      'FREQ=WEEKLY;BYDAY=TU,TH',
      '2027-03-02',
      '2027-03-04',
      '2027-03-05',
      'FREQ=WEEKLY;BYDAY=WE,FR',
      '2027-03-03',
    ],
    ['FREQ=WEEKLY;BYDAY=TU', '2027-03-02', '2027-03-09', '2027-03-14', 'FREQ=WEEKLY;BYDAY=SU', '2027-03-07'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,SU',
      '2027-03-06',
      '2027-03-06',
      '2027-03-07',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=TU',
      '2027-03-07',
    ],
    [
      'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270330',
      '2027-03-02',
      '2027-03-02',
      '2027-03-03',
      'FREQ=WEEKLY;UNTIL=20270331T235959;BYDAY=WE',
      '2027-03-03',
    ],
    [
      'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
      '2027-03-02',
      '2027-03-02',
      '2027-03-03',
      'FREQ=DAILY;BYDAY=TU,WE,TH,FR,SA',
      '2027-03-03',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=12',
      '2027-03-12',
      '2027-04-12',
      '2027-04-14',
      'FREQ=MONTHLY;BYMONTHDAY=14',
      '2027-03-14',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      '2027-03-31',
      '2027-03-31',
      '2027-03-30',
      'FREQ=MONTHLY;BYMONTHDAY=-2',
      '2027-03-30',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=1',
      '2027-04-01',
      '2027-04-01',
      '2027-03-31',
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      '2027-03-31',
    ],
    [
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      '2027-08-13',
      '2027-08-13',
      '2027-08-14',
      'FREQ=MONTHLY;BYMONTHDAY=14;BYDAY=SA',
      '2027-08-14',
    ],
    [
      'FREQ=MONTHLY;BYDAY=2FR',
      '2027-03-12',
      '2027-04-09',
      '2027-04-08',
      'FREQ=MONTHLY;BYDAY=2TH',
      '2027-03-11',
    ],
    [
      'FREQ=MONTHLY;BYDAY=2FR',
      '2027-03-12',
      '2027-04-09',
      '2027-04-17',
      'FREQ=MONTHLY;BYDAY=3SA',
      '2027-03-20',
    ],
    [
      'FREQ=MONTHLY;BYDAY=2FR',
      '2027-03-12',
      '2027-04-09',
      '2027-05-07',
      'FREQ=MONTHLY;BYDAY=1FR',
      '2027-04-02',
    ],
    [
      'FREQ=MONTHLY;BYDAY=-1FR',
      '2027-03-26',
      '2027-04-30',
      '2027-04-29',
      'FREQ=MONTHLY;BYDAY=-1TH',
      '2027-03-25',
    ],
    [
      'FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1',
      '2027-03-26',
      '2027-04-30',
      '2027-04-29',
      'FREQ=MONTHLY;BYDAY=-1TH',
      '2027-03-25',
    ],
    [
      'FREQ=MONTHLY;BYDAY=1FR,3FR',
      '2027-03-19',
      '2027-03-19',
      '2027-03-20',
      'FREQ=MONTHLY;BYDAY=1SA,3SA',
      '2027-03-20',
    ],
    ['FREQ=YEARLY', '2027-03-12', '2027-03-12', '2027-03-13', 'FREQ=YEARLY', '2027-03-13'],
    [
      'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
      '2027-11-25',
      '2027-11-25',
      '2027-12-03',
      'FREQ=YEARLY;BYMONTH=12;BYDAY=1FR',
      '2027-12-03',
    ],
    ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=31', '2027-03-31', '2027-03-31', '2027-04-01', undefined, ''],
  ])('%s from %s: %s to %s', (rrule, start, from, to, expected, newStart) => {
    const series = seriesOf(rrule, `${start} 19:00:00`)
    const shift = { from: `${from} 19:00:00`, to: `${to} 19:00:00`, now: EARLY, last: '' }
    const moved = movedSeries(series, shift)
    if (expected === undefined) return expect(moved).toBe('would lose dates at the end of a month')
    expect(moved).toMatchObject({ series: { rrule: expected, start: `${newStart} 19:00:00` } })
  })

  test.each([
    ['FREQ=MONTHLY;BYMONTHDAY=28', '2027-03-28', '2027-03-29', 'would lose dates at the end of a month'],
    ['FREQ=MONTHLY', '2027-03-31', '2027-04-01', 'would lose dates at the end of a month'],
    ['FREQ=MONTHLY;BYDAY=4FR', '2027-03-26', '2027-03-29', 'would lose dates at the end of a month'],
    ['FREQ=MONTHLY;BYDAY=4FR', '2027-04-23', '2027-04-30', 'would lose dates at the end of a month'],
    ['FREQ=YEARLY', '2028-02-29', '2028-02-28', 'would lose dates at the end of a month'],
    ['FREQ=YEARLY;BYWEEKNO=12', '2027-03-22', '2027-03-23', 'has BYWEEKNO, so it cannot move to another day'],
    [
      'FREQ=YEARLY;BYYEARDAY=100',
      '2027-04-10',
      '2027-04-11',
      'has BYYEARDAY, so it cannot move to another day',
    ],
    ['FREQ=WEEKLY;BYMONTH=6', '2027-06-01', '2027-06-02', 'has BYMONTH, so it cannot move to another day'],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE;BYSETPOS=1',
      '2027-04-05',
      '2027-04-06',
      'has BYSETPOS, so it cannot move to another day',
    ],
    [
      'FREQ=YEARLY;BYDAY=20MO',
      '2027-05-17',
      '2027-05-18',
      'counts weekdays in the year, so it cannot move to another day',
    ],
  ])('%s from %s to %s: %s', (rrule, from, to, expected) => {
    const moved = movedSeries(seriesOf(rrule, `${from} 19:00:00`), {
      ...{ from: `${from} 19:00:00`, to: `${to} 19:00:00`, now: EARLY, last: '' },
    })
    expect(typeof moved === 'string' ? moved : undefined).toBe(expected)
  })

  test('exceptions and added dates go along, those that are over stay', () => {
    const series = seriesOf('FREQ=WEEKLY;BYDAY=TU;COUNT=6', '2027-03-02 19:00:00', {
      exdate: ['2027-03-09', '2027-03-23', '2027-03-30 19:00:00'],
      rdate: ['2027-03-11', '2027-04-01', '2027-04-02 08:00'.concat(':00')],
    })
    const { series: moved } = move(
      series,
      '2027-03-16 19:00:00',
      '2027-03-17 19:00:00',
      '2027-03-12 12:00:00',
    )
    expect(moved).toMatchObject({
      rrule: 'FREQ=WEEKLY;COUNT=6;BYDAY=WE',
      start: '2027-03-03 19:00:00',
      since: '2027-03-17 19:00:00',
      exdate: ['2027-03-09', '2027-03-24', '2027-03-31 19:00:00'],
      rdate: ['2027-03-11', '2027-04-02', '2027-04-03 08:00:00'],
    })
  })

  test('dates that are over count for COUNT, and none takes their place', () => {
    const series = seriesOf('FREQ=WEEKLY;BYDAY=TU;COUNT=5', '2027-03-02 19:00:00')
    const moved = move(series, '2027-03-09 19:00:00', '2027-03-16 19:00:00', '2027-03-12 12:00:00')
    expect(moved.newDate('2027-03-09 19:00:00')).toBe('2027-03-16 19:00:00')
    expect(moved.newDate('2027-03-30 19:00:00')).toBe('2027-04-06 19:00:00')
    expect(moved.series.since).toBe('2027-03-23 19:00:00')
    expect(datesAfter(moved.series, 9)).toEqual([
      '2027-03-09',
      '2027-03-16',
      '2027-03-23',
      '2027-03-30',
      '2027-04-06',
    ])
  })

  test('an excluded day that is over does not exclude a date that moves to it', () => {
    const series = seriesOf('FREQ=WEEKLY;BYDAY=TU', '2027-03-02 19:00:00', { exdate: ['2027-03-09'] })
    const moved = move(series, '2027-03-16 19:00:00', '2027-03-09 19:00:00', '2027-03-12 12:00:00')
    expect(moved.series.exdate).toEqual([])
  })

  test('where no date is to come, nothing can move', () => {
    const series = seriesOf('FREQ=WEEKLY;COUNT=2', '2027-01-05 19:00:00')
    const move = { from: '2027-01-05 19:00:00', to: '2027-01-06 19:00:00', now: EARLY, last: '' }
    expect(movedSeries(series, move)).toBe('has no date to come that could move')
  })
})

describe('another time of day', () => {
  test('every time moves by the same, also named ones and those of added dates', () => {
    const series = seriesOf('FREQ=DAILY;BYHOUR=9,17;COUNT=4', '2027-03-02 09:00:00', {
      rdate: ['2027-03-09', '2027-03-10 12:00:00'],
      exdate: ['2027-03-03 17:00:00'],
    })
    const { series: moved } = move(series, '2027-03-02 17:00:00', '2027-03-02 18:30:00')
    expect(moved).toMatchObject({
      rrule: 'FREQ=DAILY;COUNT=4;BYHOUR=10,18',
      start: '2027-03-02 10:30:00',
      rdate: ['2027-03-09', '2027-03-10 13:30:00'],
      exdate: ['2027-03-03 18:30:00'],
    })
    expect(upTo(datesOf(moved, moved.start), 3)).toEqual([
      '2027-03-02 10:30:00',
      '2027-03-02 18:30:00',
      '2027-03-03 10:30:00',
    ])
  })

  test.each([
    [
      'FREQ=DAILY;BYHOUR=9,22',
      '2027-03-02 09:00:00',
      '2027-03-02 12:00:00',
      'would leave the day with one of its times',
    ],
    [
      'FREQ=DAILY;BYHOUR=9;BYMINUTE=0,30',
      '2027-03-02 09:00:00',
      '2027-03-02 09:45:00',
      'cannot say these times with BYHOUR and BYMINUTE',
    ],
    ['FREQ=DAILY;BYHOUR=9;BYMINUTE=0,15', '2027-03-02 09:00:00', '2027-03-03 10:30:00', undefined],
    // After midnight is another day.
    ['FREQ=WEEKLY;BYDAY=TU', '2027-03-02 23:00:00', '2027-03-03 01:00:00', undefined],
  ])('%s from %s to %s: %s', (rrule, from, to, expected) => {
    const moved = movedSeries(seriesOf(rrule, from), { from, to, now: EARLY, last: '' })
    expect(typeof moved === 'string' ? moved : undefined).toBe(expected)
  })

  test('an added date with a time of its own moves the rule by its own difference', () => {
    const series = seriesOf('FREQ=WEEKLY;BYDAY=TU;COUNT=2', '2027-03-02 19:00:00', {
      rdate: ['2027-03-04 10:00:00'],
    })
    const { series: moved } = move(series, '2027-03-04 10:00:00', '2027-03-05 11:00:00')
    expect(upTo(datesOf(moved, moved.start), 3)).toEqual([
      '2027-03-03 20:00:00',
      '2027-03-05 11:00:00',
      '2027-03-10 20:00:00',
    ])
  })
})

test('random rules: as many dates as before, each as many days or months later, and back again', () => {
  const dice = new Dice(Number(process.env.SEED ?? 7))
  let count = 0
  for (let turn = 0; turn < 400; turn++) {
    const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
    const few = (values: readonly string[]) => [...new Set([dice.oneOf(values), dice.oneOf(values)])].join()
    const part = dice.oneOf([
      'FREQ=DAILY',
      'FREQ=WEEKLY',
      `FREQ=WEEKLY;BYDAY=${few(weekdays)}`,
      `FREQ=WEEKLY;WKST=SU;BYDAY=${few(weekdays)}`,
      'FREQ=MONTHLY',
      `FREQ=MONTHLY;BYMONTHDAY=${few(['1', '2', '12', '-1', '-3', '28'])}`,
      `FREQ=MONTHLY;BYDAY=${dice.oneOf(['1', '2', '3', '-1', '-2'])}${dice.oneOf(weekdays)}`,
      'FREQ=YEARLY',
    ])
    const rrule = `${part};INTERVAL=${1 + dice.upTo(3)}${dice.oneOf(['', ';COUNT=7', ';UNTIL=20280601'])}`
    const series = seriesOf(rrule, addDays('2027-03-02 19:00:00', dice.upTo(40)))
    const before = upTo(datesOf(series, series.start), 7)
    const from = dice.oneOf(before)
    if (from === undefined) continue
    const to = addDays(from, dice.upTo(20) - 10)
    const moved = movedSeries(series, { from, to, now: EARLY, last: '' })
    if (typeof moved === 'string') continue
    count++
    const after = upTo(datesOf(moved.series, moved.series.start), 7)
    expect([rrule, from, to, after]).toEqual([rrule, from, to, before.map(moved.newDate)])
    expect(after).toContain(to)
    const back = movedSeries(moved.series, { from: to, to: from, now: '2027-01-01 00:00:00', last: '' })
    if (typeof back !== 'string') expect(upTo(datesOf(back.series, back.series.start), 7)).toEqual(before)
  }
  expect(count).toBeGreaterThan(200)
})
