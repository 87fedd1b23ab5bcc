import { locale } from '../texts.ts'
import { dateOf } from './days.ts'
import { plainLocale } from './digits.ts'

/*
 * Writes days and times in the language of the page.
 */

const made = new Map<string, Intl.DateTimeFormat>()

/** Kept: making one takes longer than a hundred of its texts, and a list has eighty. */
function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const found = made.get(key) ?? new Intl.DateTimeFormat(plainLocale(locale), { timeZone: 'UTC', ...options })
  made.set(key, found)
  return found
}

/** As it stands in a field: 2.3.2027 or 3/2/2027. */
export const fieldDate = (day: string): string =>
  format({ day: 'numeric', month: 'numeric', year: 'numeric' }).format(dateOf(day))

/** Tuesday, 2 March 2027. */
export const longDate = (day: string): string =>
  format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(dateOf(day))

/** Tue, 2 Mar 2027. */
export const shortDate = (day: string): string =>
  format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(dateOf(day))

export const monthName = (month: string): string =>
  format({ month: 'long', year: 'numeric' }).format(dateOf(`${month}-01`))

/** 0 is Sunday. */
export const weekdayName = (weekday: number, style: 'long' | 'short' = 'long'): string =>
  format({ weekday: style }).format(dateOf(`2027-03-${String(7 + weekday).padStart(2, '0')}`))

/** 19:30 or 7:30 PM. */
export const timeText = (time: string): string =>
  format({ hour: 'numeric', minute: '2-digit' }).format(new Date(`2027-03-02T${time.slice(0, 5)}:00Z`))

export const dayNumber = (day: string): string => format({ day: 'numeric' }).format(dateOf(day))

/** A moment of the past, on the clock of this device. `utc`: `YYYY-MM-DD HH:MM:SS`, or '' if nothing tells. */
export const momentText = (utc: string): string =>
  utc === ''
    ? ''
    : format({ dateStyle: 'medium', timeStyle: 'short', timeZone: undefined }).format(
        new Date(`${utc.replace(' ', 'T')}Z`),
      )

/** When an event is, in one line. Wall clocks, `YYYY-MM-DD HH:MM:SS`. */
export function whenText(start: string, end: string, isAllDay: boolean): string {
  const [first = '', from = ''] = start.split(' ')
  const [last = '', to = ''] = end.split(' ')
  if (isAllDay) return first === last ? shortDate(first) : `${shortDate(first)} – ${shortDate(last)}`
  if (first === last) return `${shortDate(first)}, ${timeText(from)} – ${timeText(to)}`
  return `${shortDate(first)}, ${timeText(from)} – ${shortDate(last)}, ${timeText(to)}`
}

/** A wall clock, `YYYY-MM-DD HH:MM:SS`, as short as it is in a list. */
export const wallText = (wall: string): string =>
  format({ dateStyle: 'short', timeStyle: 'short' }).format(new Date(`${wall.replace(' ', 'T')}Z`))
