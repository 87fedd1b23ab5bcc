/*
 * Days are texts, `YYYY-MM-DD`, and times `HH:MM`: clocks of the event, never of the browser.
 */

const pad = (number: number, length = 2): string => String(number).padStart(length, '0')

/** `undefined` for days that no calendar has, such as 30 February. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  if (year < 1 || year > 9999) return undefined
  const text = `${pad(year, 4)}-${pad(month)}-${pad(day)}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined
}

export const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(dateOf(text).getTime())

export function plusDays(day: string, count: number): string {
  const date = dateOf(day)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** The same day of another month, or its last one. */
export function plusMonths(day: string, count: number): string {
  const [year = 1, month = 1, date = 1] = day.split('-').map(Number)
  const index = year * 12 + month - 1 + count
  const first = dayOf(Math.floor(index / 12), (index % 12) + 1, 1) ?? day
  const last = plusDays(dayOf(Math.floor((index + 1) / 12), ((index + 1) % 12) + 1, 1) ?? day, -1)
  const wanted = plusDays(first, date - 1)
  return wanted < last ? wanted : last
}

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => dateOf(day).getUTCDay()

export const daysBetween = (from: string, to: string): number =>
  Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / 86_400_000)

/** The day on the clock of a zone; of UTC where the browser does not know the zone. */
export function todayIn(zone: string, now = new Date()): string {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now)
  } catch {
    return now.toISOString().slice(0, 10)
  }
}

/** Minutes from one wall clock (`YYYY-MM-DD HH:MM`) to another. */
export const minutesBetween = (from: string, to: string): number =>
  Math.round(
    (Date.parse(`${to.replace(' ', 'T')}:00Z`) - Date.parse(`${from.replace(' ', 'T')}:00Z`)) / 60_000,
  )

/** A wall clock some minutes later. */
export const plusMinutes = (wall: string, minutes: number): string =>
  new Date(Date.parse(`${wall.replace(' ', 'T')}:00Z`) + minutes * 60_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')
