import { isDateText } from '../shared/dates.ts'
import { DAY, type DurationClass, type Durations, durationClass } from '../shared/durations.ts'

/** The duration classes of long events. Each class has its own list. */
export const DURATIONS: Durations = {
  unit: 1,
  longest: [...[1, 4, 16, 64, 256, 1024].map((days) => days * DAY), Number.POSITIVE_INFINITY],
}

export const durationOf = (start: string, end: string): DurationClass => durationClass(DURATIONS, start, end)

/** The earliest start of a short event that ends at `moment` or later. */
export function cutBefore(moment: string): string {
  const day = moment.slice(0, 10)
  return moment > `${day} 23:59:59` ? moment : `${day} 00:00:00`
}

/** The 14 digits of a date, which sort in the same order. */
export function dateDigits(date: string): string {
  if (!isDateText(date))
    throw new TypeError(`no date of the form YYYY-MM-DD HH:MM:SS: ${JSON.stringify(date)}`)
  return date.replace(/\D/g, '')
}

/** The date in the first 14 digits. */
export function dateOf(digits: string): string {
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
  return `${day} ${digits.slice(8, 10)}:${digits.slice(10, 12)}:${digits.slice(12, 14)}`
}
