/*
 * Events as their publisher has them. What a feed says of them is the matter of its shape.
 */

/** A date of a series that differs from it. */
export interface ChangedDate {
  readonly start?: string
  readonly title?: string
  readonly isCanceled?: boolean
}

export interface Series {
  readonly weeks: number
  /** Starts that do not take place. */
  readonly without: readonly string[]
  readonly changed: Readonly<Record<string, ChangedDate>>
}

export interface Entry {
  /** The same for ever, whatever the feed says. */
  readonly key: number
  /** Raised when the publisher gives it another UID. */
  readonly uid: number
  readonly version: number
  readonly title: string
  readonly text: string
  readonly place: string
  /** `YYYY-MM-DD HH:MM:SS` on the clocks of Berlin. */
  readonly start: string
  /** Hours; of whole days, 24 for each. */
  readonly hours: number
  readonly isDay: boolean
  readonly isCanceled: boolean
  readonly series?: Series | undefined
}

/** One time that an event takes place. */
export interface Occurrence {
  /** The start by the rhythm of the series. */
  readonly at: string
  readonly start: string
  readonly title: string
  readonly isCanceled: boolean
}

const HOUR = 3_600_000

const millisecondsOf = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`)
const wallOf = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')

/** On the clock. */
export const hoursBetween = (from: string, to: string): number =>
  (millisecondsOf(to) - millisecondsOf(from)) / HOUR
export const later = (wall: string, hours: number): string => wallOf(millisecondsOf(wall) + hours * HOUR)
export const laterByDays = (wall: string, days: number): string => later(wall, 24 * days)

/** The last Sunday of a month at 01:00 UTC. */
function lastSunday(year: number, month: number): number {
  const last = Date.UTC(year, month, 0, 1)
  return last - new Date(last).getUTCDay() * 24 * HOUR
}

/** Berlin is an hour before UTC, and two in summer. */
export function instantOf(wall: string): number {
  const standard = millisecondsOf(wall) - HOUR
  const year = Number(wall.slice(0, 4))
  const isSummer = standard - HOUR >= lastSunday(year, 3) - HOUR && standard < lastSunday(year, 10)
  return isSummer ? standard - HOUR : standard
}

export const utcOf = (wall: string): string => wallOf(instantOf(wall))

export function occurrencesOf({ start, title, isCanceled, series }: Entry): Occurrence[] {
  if (series === undefined) return [{ at: start, start, title, isCanceled }]
  const all = Array.from({ length: series.weeks }, (_, week) => laterByDays(start, 7 * week))
  return all
    .filter((at) => !series.without.includes(at))
    .map((at) => {
      const changed = series.changed[at] ?? {}
      return {
        at,
        start: changed.start ?? at,
        title: changed.title ?? title,
        isCanceled: isCanceled || (changed.isCanceled ?? false),
      }
    })
}

/** Milliseconds: from the first start to the last end, by the rhythm. */
export function spanOf(entry: Entry): { readonly from: number; readonly to: number } {
  const last = laterByDays(entry.start, 7 * ((entry.series?.weeks ?? 1) - 1))
  return { from: instantOf(entry.start), to: instantOf(later(last, entry.hours)) }
}
