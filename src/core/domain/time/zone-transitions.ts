import { daysOf, SECONDS_PER_DAY } from './calendar.ts'
import type { Zone } from './zones.ts'

/** A change of a zone's offset. */
export interface Transition {
  /** The first second with the new offset, in Unix seconds. */
  readonly epoch: number
  /** The old offset, in seconds east of UTC. */
  readonly before: number
  readonly after: number
}

/** Seconds between two comparisons of offsets. No zone has left an offset and returned to it within a week. */
const STEP = 7 * SECONDS_PER_DAY

/** Of each zone, the transitions of years that were asked for: a year costs 0.3 ms of CPU. */
const known = new WeakMap<Zone, Map<number, readonly Transition[]>>()

/** The transitions of a zone from the start of one year in UTC to the start of another, earliest first. */
export function transitionsOf(zone: Zone, fromYear: number, toYear: number): Transition[] {
  const years = known.get(zone) ?? new Map<number, readonly Transition[]>()
  known.set(zone, years)
  const all: Transition[] = []
  for (let year = fromYear; year < toYear; year++) {
    const transitions = years.get(year) ?? findTransitions(zone, startOfYear(year), startOfYear(year + 1))
    years.set(year, transitions)
    all.push(...transitions)
  }
  return all
}

/** In Unix seconds. */
export const startOfYear = (year: number): number => daysOf(year, 1, 1) * SECONDS_PER_DAY

/** After `from` and up to `to`, in Unix seconds. */
function findTransitions(zone: Zone, from: number, to: number): readonly Transition[] {
  const transitions: Transition[] = []
  let before = zone.offsetAt(from)
  for (let at = from; at < to; ) {
    const next = Math.min(at + STEP, to)
    if (zone.offsetAt(next) === before) {
      at = next
      continue
    }
    at = firstOther(zone, at, next, before)
    const after = zone.offsetAt(at)
    transitions.push({ epoch: at, before, after })
    before = after
  }
  return transitions
}

/** The first instant after `low` with an offset other than `offset`; `high` has another one. Binary search. */
function firstOther(zone: Zone, low: number, high: number, offset: number): number {
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zone.offsetAt(middle) === offset) low = middle
    else high = middle
  }
  return high
}
