import type { Series } from '../records/records.ts'
import type { WallClock } from '../time/zones.ts'
import { datesOf } from './series.ts'
import type { MovedSeries } from './series-move.ts'

/*
 * A series as another calendar says it, which does not drag dates: those to come are the dates of what it says, and no others.
 */

interface Given {
  /** On the clock of the zone: dates up to now are over. */
  readonly now: WallClock
  /** Dates of the occurrences that exist. */
  readonly existing: readonly WallClock[]
  /** Where a date goes that is no date any more. */
  readonly newDate: (date: WallClock) => WallClock
}

/** Bounds the work on a rule. */
const MOST_DATES = 10_000

/** Occurrences whose dates remain keep them; the others move, if the date that they move to is free. */
export function givenSeries(said: Series, { now, existing, newDate }: Given): MovedSeries {
  const series = { ...said, since: now }
  const last = existing.flatMap((date) => [date, newDate(date)]).reduce((a, b) => (a > b ? a : b), now)
  const dates = new Set<WallClock>()
  for (const date of datesOf(series, now)) if (date > last || dates.add(date).size === MOST_DATES) break
  const taken = new Set(existing.filter((date) => dates.has(date)))
  return {
    series,
    newDate(date) {
      const next = newDate(date)
      return taken.has(date) || taken.has(next) || !dates.has(next) ? date : next
    },
  }
}
