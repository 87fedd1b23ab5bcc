import { secondsOf, textOf } from './dates.ts'

/*
 * Events that end on a later day are also indexed by duration. This finds the events under way at a moment: an event of
 * at most four days started at most four days before.
 */

export const DAY = 86_400

/** Duration classes, by the longest duration of each, ascending. */
export interface Durations {
  /** Length of a unit in seconds. Durations are differences of whole units. */
  readonly unit: number
  readonly longest: readonly number[]
}

/**
 * `short`: it ends on the day on which it starts. `irregular`: it ends before it starts, or a time is not a calendar
 * date.
 */
export type DurationClass = number | 'short' | 'irregular'

export function durationClass({ unit, longest }: Durations, start: string, end: string): DurationClass {
  const from = secondsOf(start)
  const to = secondsOf(end)
  if (from === undefined || to === undefined || to < from) return 'irregular'
  if (start.slice(0, 10) === end.slice(0, 10)) return 'short'
  const length = Math.floor(to / unit) - Math.floor(from / unit)
  return longest.findIndex((most) => length <= most)
}

/** The earliest start of an event that lasts at most `longest` units and ends at `moment` or later. */
export function earliestStart({ unit }: Durations, longest: number, moment: string): string {
  const seconds = secondsOf(moment.slice(0, 19))
  if (seconds === undefined || longest === Number.POSITIVE_INFINITY) return ''
  return textOf((Math.floor(seconds / unit) - longest) * unit)
}
