import { describe, expect, test } from 'vitest'
import type { Series } from '../../src/core/domain/records/records.ts'
import { schedule } from '../../src/core/present/schedule.ts'

const SERIES: Series = {
  rrule: '',
  exdate: [],
  rdate: [],
  start: '2027-03-02 19:00:00',
  duration: 2 * 3600,
  since: '',
  made: '',
  count: 0,
  due: null,
}

const of = (
  rrule: string,
  own: Partial<Series> = {},
  event = { all_day: false, timezone: 'Europe/Berlin' },
) => JSON.parse(JSON.stringify(schedule(event, { ...SERIES, rrule, ...own })))

const TIMES = {
  '@type': 'Schedule',
  startDate: '2027-03-02',
  startTime: '19:00:00',
  endTime: '21:00:00',
  duration: 'PT2H',
  scheduleTimezone: 'Europe/Berlin',
}

describe('a rule as a schedule', () => {
  test.each([
    ['FREQ=DAILY', { repeatFrequency: 'P1D' }],
    ['freq=weekly;interval=2;byday=tu', { repeatFrequency: 'P2W', byDay: ['https://schema.org/Tuesday'] }],
    ['FREQ=MONTHLY;BYDAY=-1FR', { repeatFrequency: 'P1M', byDay: ['-1FR'] }],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=9', { repeatFrequency: 'P1M', byMonthDay: [1, 15], repeatCount: 9 }],
    ['FREQ=YEARLY;BYMONTH=6;UNTIL=20301231', { repeatFrequency: 'P1Y', byMonth: [6], endDate: '2030-12-31' }],
    ['FREQ=DAILY;UNTIL=20301231T120000', { repeatFrequency: 'P1D', endDate: '2030-12-31T12:00:00' }],
    ['FREQ=DAILY;UNTIL=20301231T235959', { repeatFrequency: 'P1D', endDate: '2030-12-31' }],
  ])('%s', (rrule, said) => {
    expect(of(rrule)).toEqual({ ...TIMES, ...said })
  })

  test.each([
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=YEARLY;BYWEEKNO=20',
    'FREQ=YEARLY;BYYEARDAY=100',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU',
  ])('that a schedule cannot say is left out, its end is not: %s', (rrule) => {
    expect(of(`${rrule};UNTIL=20301231`)).toEqual({ ...TIMES, endDate: '2030-12-31' })
  })

  test('with the dates that it leaves out', () => {
    const { exceptDate } = of('FREQ=DAILY', { exdate: ['2027-03-04', '2027-03-05 12:30:00'] })
    expect(exceptDate).toEqual(['2027-03-04', '2027-03-05T12:30:00'])
  })

  test('of whole days has no times', () => {
    const days = { start: '2027-03-02 00:00:00', duration: 2 * 86_400 - 1 }
    expect(of('FREQ=WEEKLY', days, { all_day: true, timezone: 'UTC+5' })).toEqual({
      '@type': 'Schedule',
      repeatFrequency: 'P1W',
      startDate: '2027-03-02',
      duration: 'P2D',
    })
  })

  test('of events over midnight, and of events that last longer than a day', () => {
    expect(of('FREQ=DAILY', { duration: 7 * 3600 })).toMatchObject({ endTime: '02:00:00', duration: 'PT7H' })
    const long = of('FREQ=WEEKLY', { duration: 86_400 + 5430 })
    expect(long).toMatchObject({ duration: 'P1DT1H30M30S' })
    expect(long).not.toHaveProperty('endTime')
  })
})
