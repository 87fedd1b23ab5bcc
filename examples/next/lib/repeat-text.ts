import { formatDay, formatTime } from './dates.ts'
import { NTHS, type Repeat, repeatOf, WEEKDAYS } from './repeat.ts'

const list = new Intl.ListFormat('en-US')

/** `Repeats weekly on Tuesday, 10 times`. Of a rule that is hard to say, only that it repeats. */
export function repeatText(rrule: string, start: string): string {
  const repeat = repeatOf(rrule, start)
  if (repeat === undefined) return 'Repeats'
  return `Repeats ${paceOf(repeat)}${daysOf(repeat, start)}${endOf(repeat)}`
}

/** `June 1, 2027`, or with a time: `June 1, 2027, 7 pm`. */
export const dateText = (date: string): string =>
  `${formatDay(date, 'dayMonthYear')}${date.length > 10 ? `, ${formatTime(date)}` : ''}`

const UNITS = { daily: 'days', weekly: 'weeks', monthly: 'months', yearly: 'years' } as const

function paceOf({ frequency, interval }: Repeat): string {
  if (interval === '1') return frequency
  return `every ${interval} ${UNITS[frequency]}`
}

function daysOf({ frequency, weekdays, monthlyBy, monthDay, nth, weekday }: Repeat, start: string): string {
  if (frequency === 'weekly') return ` on ${list.format(weekdays.map((code) => WEEKDAYS[code]))}`
  if (frequency === 'yearly') return ` on ${formatDay(start, 'dayMonth')}`
  if (frequency !== 'monthly') return ''
  return monthlyBy === 'day' ? ` on day ${monthDay}` : ` on the ${NTHS[nth]} ${WEEKDAYS[weekday]}`
}

function endOf({ ends, until, count }: Repeat): string {
  if (ends === 'until') return `, until ${formatDay(until, 'dayMonthYear')}`
  if (ends === 'count') return `, ${count} ${count === '1' ? 'time' : 'times'}`
  return ''
}
