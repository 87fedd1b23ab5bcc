import { isDateText } from '../date-range.ts'
import { secondsOf, textOf } from '../wall-clock.ts'

/*
 * How long events last. Those of more than a day are kept by their length as well, so that those under way at a moment
 * are found: one of at most 4 days has not started more than 4 days before.
 */

const DAY = 86_400

/** Up to this long, in seconds, an event is found by its start alone. */
export const SHORT = DAY

/** The longest events of each list, in seconds. */
export const SPANS: readonly number[] = [4 * DAY, 32 * DAY, 256 * DAY, 2048 * DAY, Number.POSITIVE_INFINITY]

/** In which list of long events it is; `short`; `irregular`: it ends before it starts, or on no date. */
export function spanOf(start: string, end: string): number | 'short' | 'irregular' {
  const from = secondsOf(start)
  const to = secondsOf(end)
  if (from === undefined || to === undefined || to < from) return 'irregular'
  return to - from <= SHORT ? 'short' : SPANS.findIndex((longest) => to - from <= longest)
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

/** The date of 14 digits. */
export function dateOf(digits: string): string {
  const at = (from: number, to: number) => digits.slice(from, to)
  return `${at(0, 4)}-${at(4, 6)}-${at(6, 8)} ${at(8, 10)}:${at(10, 12)}:${at(12, 14)}`
}
