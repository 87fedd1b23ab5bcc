/*
 * How long events last, in days of their own calendar.
 */

const DAY = 86_400_000

/** Events that last at most so many days longer than one; each belongs to the first that holds it. */
export const SPANS: readonly number[] = [1, 16, 256, Number.POSITIVE_INFINITY]

/** Instead of an index into `SPANS`: the event ends before it starts, or its times are no dates. */
export const IRREGULAR = -1

/** Days since 1970; `undefined` for what is no date. */
function dayNumber(date: string): number | undefined {
  const time = Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
  const isDate = /^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(date)
  if (!isDate || Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date.slice(0, 10))
    return undefined
  return time / DAY
}

/** `undefined`: it ends on the day on which it starts. */
export function spanOf(start: string, end: string): number | undefined {
  const [first, last] = [dayNumber(start), dayNumber(end)]
  if (first === undefined || last === undefined || end < start) return IRREGULAR
  return first === last ? undefined : SPANS.findIndex((days) => last - first <= days)
}

/** The beginning of the day on which an event that is under way at the moment started at the earliest. */
export function earliestStart(moment: string, days: number): string {
  const day = Date.parse(`${moment.slice(0, 10)}T00:00:00Z`) - days * DAY
  // Years before 1 are written with a sign, which sorts before digits: `-000001-…`.
  return Number.isFinite(day) ? new Date(day).toISOString().slice(0, 10) : ''
}
