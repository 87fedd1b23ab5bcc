/*
 * Days and times as the wall clock of an event shows them: `YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS`. They are counted in
 * UTC, where each day has 24 hours, and so come out the same on every server and in every browser.
 */

const DAY_MS = 86_400_000

const dateOf = (day: string): Date => new Date(`${day.slice(0, 10)}T00:00:00Z`)

export const dayOf = (wall: string): string => wall.slice(0, 10)

export function plusDays(day: string, days: number): string {
  return new Date(dateOf(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

const formats = {
  month: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' }),
  monthName: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long' }),
  monthShort: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' }),
  weekday: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' }),
  weekdayShort: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' }),
  date: new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }),
  dayMonthYear: new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  }),
  dayMonth: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric' }),
} as const

export const formatDay = (day: string, format: keyof typeof formats): string =>
  formats[format].format(dateOf(day))

/** `7 pm`, `10:15 am`, `noon`. */
export function formatTime(wall: string): string {
  const [hour = 0, minute = 0] = wall.slice(11, 16).split(':').map(Number)
  if (hour === 12 && minute === 0) return 'noon'
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes} ${hour < 12 ? 'am' : 'pm'}`
}

// —— Months ——————————————————————————————————————————————————————————————————————————————————————————————————

/** `YYYY-MM` of a query, or the month of `fallback` where it is none between 1971 and 2100. */
export function readMonth(text: string | undefined, fallback: string): string {
  const [, year] = /^(\d{4})-(?:0[1-9]|1[0-2])$/.exec(text ?? '') ?? []
  return text !== undefined && Number(year) > 1970 && Number(year) <= 2100 ? text : fallback.slice(0, 7)
}

export function plusMonths(month: string, months: number): string {
  const date = dateOf(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}

export const lastDayOf = (month: string): string => plusDays(`${plusMonths(month, 1)}-01`, -1)

/** First and last day of the weeks, from Sunday on, that a month is in. */
export function weeksOf(month: string): { from: string; to: string } {
  const first = `${month}-01`
  const last = lastDayOf(month)
  return {
    from: plusDays(first, -dateOf(first).getUTCDay()),
    to: plusDays(last, 6 - dateOf(last).getUTCDay()),
  }
}
