import { describe, expect, test } from 'vitest'
import { repeatText } from '../../examples/next/lib/repeat-text.ts'

/* What the example site says of rules. */

const TUESDAY = '2027-03-09 19:00:00'

describe('how an event repeats, in words', () => {
  test.each([
    ['FREQ=DAILY', 'daily'],
    ['FREQ=DAILY;INTERVAL=3;COUNT=1', 'every 3 days, 1 time'],
    ['FREQ=WEEKLY', 'weekly on Tuesday'],
    ['freq=weekly;byday=th,tu;wkst=su', 'weekly on Tuesday and Thursday'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU,TH;COUNT=10',
      'every 2 weeks on Sunday, Tuesday, and Thursday, 10 times',
    ],
    ['FREQ=MONTHLY', 'monthly on day 9'],
    ['FREQ=MONTHLY;BYMONTHDAY=9;UNTIL=20271231', 'monthly on day 9, until December 31, 2027'],
    ['FREQ=MONTHLY;BYDAY=2TU', 'monthly on the second Tuesday'],
    ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1', 'monthly on the last Friday'],
    ['FREQ=MONTHLY;INTERVAL=6;BYDAY=-1FR', 'every 6 months on the last Friday'],
    ['FREQ=YEARLY', 'yearly on March 9'],
    ['FREQ=DAILY;UNTIL=20270331T190000', 'daily, until March 31, 2027'],
  ])('%s', (rrule, text) => {
    expect(repeatText(rrule, TUESDAY)).toBe(`Repeats ${text}`)
  })

  test.each([
    'FREQ=HOURLY',
    'FREQ=MONTHLY;BYDAY=TU,TH;BYSETPOS=1',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=YEARLY;BYMONTH=3,9',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU',
    'FREQ=DAILY;BYHOUR=9,19',
    // Before the time of the event: its last day is left out.
    'FREQ=DAILY;UNTIL=20270331T120000',
  ])('of %s only that it does', (rrule) => {
    expect(repeatText(rrule, TUESDAY)).toBe('Repeats')
  })
})
