/*
 * Days and months as texts: `2027-03-05`, `2027-03`. They sort as they are.
 */

const DAY_MS = 86_400_000

const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Whether the text is a day of the years 1 to 9999. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001-01-01') return false
  const instant = instantOf(text)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}

export const isMonth = (text: string): boolean => /^\d{4}-\d\d$/.test(text) && isDay(`${text}-01`)

/** `undefined` beyond the years 1 to 9999. */
export function addDays(day: string, count: number): string | undefined {
  const moved = new Date(instantOf(day) + count * DAY_MS)
  if (Number.isNaN(moved.getTime())) return undefined
  const text = moved.toISOString().slice(0, 10)
  return isDay(text) ? text : undefined
}

/** A time on a wall clock, `2027-03-05 23:59:59`, some hours later; itself beyond the years 1 to 9999. */
export function addHours(text: string, hours: number): string {
  const moved = new Date(Date.parse(`${text.replace(' ', 'T')}Z`) + hours * 3_600_000)
  const later = Number.isNaN(moved.getTime()) ? '' : moved.toISOString().slice(0, 19).replace('T', ' ')
  return isDay(later.slice(0, 10)) ? later : text
}

export function addMonths(month: string, count: number): string | undefined {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  const text = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
  return months >= 12 && isMonth(text) ? text : undefined
}

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(instantOf(day)).getUTCDay()

export const daysBetween = (first: string, last: string): number =>
  Math.round((instantOf(last) - instantOf(first)) / DAY_MS)

export function lastOf(month: string): string {
  const next = addMonths(month, 1)
  return (next && addDays(`${next}-01`, -1)) ?? `${month}-31`
}

/** The weeks of a month, whole ones, with days of its neighbours. */
export function weeksOf(month: string, startOfWeek: number): (string | undefined)[][] {
  const first = `${month}-01`
  const lead = (weekdayOf(first) - startOfWeek + 7) % 7
  const length = Number(lastOf(month).slice(8))
  const count = Math.ceil((lead + length) / 7)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => addDays(first, week * 7 + at - lead)),
  )
}
