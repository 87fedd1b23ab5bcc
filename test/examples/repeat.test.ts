import { describe, expect, test } from 'vitest'
import {
  faultsIn,
  movedTo,
  type Recurrence,
  type Repeat,
  recurrenceInputOf,
  repeatOf,
  rruleOf,
} from '../../examples/next/lib/repeat.ts'
import { repeatText } from '../../examples/next/lib/repeat-text.ts'

/* How the form of the example site reads and writes rules. */

const TUESDAY = '2027-03-09 19:00:00'
const recurrence = (rrule: string, exdate: string[] = []): Recurrence => ({ rrule, exdate, rdate: [] })
const read = (rrule: string, exdate?: string[]) => repeatOf(recurrence(rrule, exdate), TUESDAY)
const changed = (rrule: string, changes: Partial<Repeat>): Repeat => ({ ...read(rrule), ...changes })

describe('the form of an event that repeats', () => {
  test.each([
    ['FREQ=DAILY', 'daily'],
    ['FREQ=DAILY;INTERVAL=3;COUNT=1', 'every 3 days, 1 time'],
    ['FREQ=WEEKLY;BYDAY=TU', 'weekly on Tuesday'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU,TH;COUNT=10',
      'every 2 weeks on Sunday, Tuesday, and Thursday, 10 times',
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=9;UNTIL=20271231', 'monthly on day 9, until December 31, 2027'],
    ['FREQ=MONTHLY;BYDAY=2TU', 'monthly on the second Tuesday'],
    ['FREQ=MONTHLY;INTERVAL=6;BYDAY=-1FR', 'every 6 months on the last Friday'],
    ['FREQ=YEARLY', 'yearly on March 9'],
  ])('shows %s, and makes it again', (rrule, text) => {
    expect(rruleOf(read(rrule))).toBe(rrule)
    expect(repeatText(recurrence(rrule), TUESDAY)).toBe(`Repeats ${text}`)
  })

  test.each([
    ['FREQ=WEEKLY', 'FREQ=WEEKLY;BYDAY=TU'],
    ['freq=weekly;byday=th,tu;wkst=su', 'FREQ=WEEKLY;BYDAY=TU,TH'],
    ['FREQ=MONTHLY', 'FREQ=MONTHLY;BYMONTHDAY=9'],
    ['FREQ=MONTHLY;BYDAY=+2TU', 'FREQ=MONTHLY;BYDAY=2TU'],
    ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-1', 'FREQ=MONTHLY;BYDAY=-1TU'],
    ['FREQ=DAILY;UNTIL=20270401T190000', 'FREQ=DAILY;UNTIL=20270401'],
  ])('knows %s as %s, and does not send it as a change', (rrule, same) => {
    const shown = read(rrule)
    expect(rruleOf(shown)).toBe(same)
    expect(recurrenceInputOf(shown, read(rrule))).toEqual({})
  })

  test.each([
    'FREQ=DAILY;BYMONTH=7',
    'FREQ=DAILY;UNTIL=20270401T185959',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU',
    'FREQ=MONTHLY;BYDAY=TU',
    'FREQ=MONTHLY;BYDAY=5TU',
    'FREQ=MONTHLY;BYDAY=1MO,3MO',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1',
    'FREQ=YEARLY;BYDAY=20MO',
    'FREQ=YEARLY;BYWEEKNO=20',
  ])('keeps %s, which it cannot show', (rrule) => {
    const shown = read(rrule)
    expect(shown).toMatchObject({ frequency: 'other', rrule })
    expect(rruleOf(shown)).toBe(rrule)
    expect(repeatText(recurrence(rrule), TUESDAY)).toBe('Repeats')
    // Its exceptions can change.
    const exceptions = ['2027-03-16']
    expect(recurrenceInputOf({ ...shown, exceptions }, shown)).toEqual({ recurrence: { exdate: exceptions } })
  })

  test('sends what changed: the rule, the exceptions, both, or the end of the series', () => {
    const weekly = read('FREQ=WEEKLY;BYDAY=TU;COUNT=5', ['2027-03-16'])
    const sent = (changes: Partial<Repeat>) => recurrenceInputOf({ ...weekly, ...changes }, weekly)
    expect(sent({ interval: ' 02' })).toEqual({
      recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=5' },
    })
    expect(sent({ exceptions: [] })).toEqual({ recurrence: { exdate: [] } })
    expect(sent({ ends: 'until', until: '2027-06-30', exceptions: [] })).toEqual({
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630', exdate: [] },
    })
    expect(sent({ frequency: 'never' })).toEqual({ recurrence: null })
    const never = repeatOf(undefined, TUESDAY)
    expect(recurrenceInputOf(never, never)).toEqual({})
  })

  test('follows the start where it says the same, and nowhere else', () => {
    const thursday = '2027-03-25 19:00:00'
    const moved = (rrule: string) => rruleOf(movedTo(read(rrule), TUESDAY, thursday))
    expect(moved('FREQ=WEEKLY;BYDAY=TU')).toBe('FREQ=WEEKLY;BYDAY=TH')
    expect(moved('FREQ=WEEKLY;BYDAY=MO,TU')).toBe('FREQ=WEEKLY;BYDAY=MO,TU')
    expect(moved('FREQ=MONTHLY;BYMONTHDAY=9')).toBe('FREQ=MONTHLY;BYMONTHDAY=25')
    expect(moved('FREQ=MONTHLY;BYMONTHDAY=1')).toBe('FREQ=MONTHLY;BYMONTHDAY=1')
    expect(moved('FREQ=MONTHLY;BYDAY=2TU')).toBe('FREQ=MONTHLY;BYDAY=4TH')
    const fresh = { ...repeatOf(undefined, ''), frequency: 'weekly' } as const
    expect(rruleOf(movedTo(fresh, '', TUESDAY))).toBe('FREQ=WEEKLY;BYDAY=TU')
  })

  test('says what is wrong beside its input, and only for what is shown', () => {
    const whole = (most: number) => `must be a whole number from 1 to ${most}`
    const wrong = { interval: '0', monthDay: '32', count: '1.5', until: '', weekdays: [] }
    expect(faultsIn(changed('FREQ=WEEKLY', { ...wrong, ends: 'until' }))).toEqual({
      repeat_interval: whole(1000),
      repeat_weekdays: 'must name a day of the week',
      repeat_until: 'must be a date',
    })
    expect(faultsIn(changed('FREQ=MONTHLY', { ...wrong, ends: 'count' }))).toEqual({
      repeat_interval: whole(1000),
      repeat_month_day: whole(31),
      repeat_count: whole(1000),
    })
    expect(faultsIn(changed('FREQ=WEEKLY', { ...wrong, frequency: 'never' }))).toEqual({})
    expect(faultsIn(read('FREQ=MONTHLY;BYMONTHDAY=031;COUNT=1000'))).toEqual({})
  })
})
