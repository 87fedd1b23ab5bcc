import { readDate } from './date-text.ts'
import { seconds } from './publication.ts'
import {
  addDays,
  addMonths,
  atInstant,
  atWall,
  endOfDay,
  startOfDay,
  UTC,
  type WallClock,
  type Zone,
} from './zones.ts'

/** The bounds of a list as they apply: wall clocks that an event's own wall clock is compared with. */
export interface Window {
  start_date?: WallClock
  end_date?: WallClock
  starts_before?: WallClock
  starts_after?: WallClock
  ends_before?: WallClock
  ends_after?: WallClock
}

export const BOUNDS = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const

type Given = { readonly [N in (typeof BOUNDS)[number]]?: string | undefined }

/** How far the default window reaches. */
const MONTHS_AHEAD = 24

/**
 * Reads the date bounds of a list. As whole days, unless `strict`: then a bound is an exact time in the site's
 * zone. `isNamed` (events are named by ID) switches `start_date` and `end_date` off; any relative bound switches
 * their defaults off. A day that its month does not have runs over into the next, since clients ask for months up
 * to their 31st. Bounds that are no dates are handed to `refuse` by name.
 */
export function readWindow(
  given: Given,
  { strict, isNamed, now, zone }: { strict: boolean; isNamed: boolean; now: Date; zone: Zone },
  refuse: (name: string) => void,
): Window {
  const window: Window = {}
  for (const name of BOUNDS) {
    const text = given[name]
    if (text === undefined) continue
    const bound = strict ? exactly(text, now, zone) : wholeDay(text, now)
    if (bound === undefined) refuse(name)
    else window[name] = strict ? bound : name === 'start_date' ? startOfDay(bound) : endOfDay(bound)
  }
  if (isNamed) {
    delete window.start_date
    delete window.end_date
    return window
  }
  const isRelative = BOUNDS.some((name) => name.includes('s_') && given[name] !== undefined)
  return isRelative ? window : { ...defaultWindow(now, zone), ...window }
}

/** From the start of the day before today to the end of the day in 24 months, in the site's zone. */
function defaultWindow(now: Date, zone: Zone): { start_date: WallClock; end_date: WallClock } {
  const today = atInstant(seconds(now), zone).wall
  return { start_date: startOfDay(addDays(today, -1)), end_date: endOfDay(addMonths(today, MONTHS_AHEAD)) }
}

/** Days are read in UTC, and an instant belongs to its day there. */
function wholeDay(text: string, now: Date): WallClock | undefined {
  const read = readDate(text, { now, zone: UTC, runsOver: true })
  return read?.epoch === undefined ? read?.wall : atInstant(read.epoch, UTC).wall
}

function exactly(text: string, now: Date, zone: Zone): WallClock | undefined {
  const read = readDate(text, { now, zone, runsOver: true })
  if (read === undefined) return undefined
  return read.epoch === undefined ? atWall(read.wall, zone).wall : atInstant(read.epoch, zone).wall
}
