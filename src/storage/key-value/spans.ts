import { isDateText } from '../date-range.ts'
import { secondsOf, textOf } from '../wall-clock.ts'

/*
 * How long events last. Those that do not end on the day on which they start are kept by their length as well, so that
 * those under way at a moment are found: one of at most 4 days has not started more than 4 days before.
 */

const DAY = 86_400

/** The longest events of each list, in seconds. */
export const SPANS: readonly number[] = [
  ...[1, 4, 16, 64, 256, 1024].map((days) => days * DAY),
  Number.POSITIVE_INFINITY,
]

/** In which list of long events it is; `short`; `irregular`: it ends before it starts, or on no date. */
export function spanOf(start: string, end: string): number | 'short' | 'irregular' {
  const from = secondsOf(start)
  const to = secondsOf(end)
  if (from === undefined || to === undefined || to < from) return 'irregular'
  if (start.slice(0, 10) === end.slice(0, 10)) return 'short'
  return SPANS.findIndex((longest) => to - from <= longest)
}

/** From when on short events start that end at the moment or later. */
export function cutBefore(moment: string): string {
  const day = moment.slice(0, 10)
  return moment > `${day} 23:59:59` ? moment : `${day} 00:00:00`
}

/** When an event of at most so many seconds that ends at the moment or later started at the earliest. */
export function earliestStart(moment: string, longest: number): string {
  const seconds = secondsOf(moment.slice(0, 19))
  return seconds === undefined || longest === Number.POSITIVE_INFINITY ? '' : textOf(seconds - longest)
}

/** The 14 digits of a date, which sort as it does. */
export function dateDigits(date: string): string {
  if (!isDateText(date))
    throw new TypeError(`no date of the form YYYY-MM-DD HH:MM:SS: ${JSON.stringify(date)}`)
  return date.replace(/\D/g, '')
}

/** The date of the first 14 digits. */
export function dateOf(digits: string): string {
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
  return `${day} ${digits.slice(8, 10)}:${digits.slice(10, 12)}:${digits.slice(12, 14)}`
}
