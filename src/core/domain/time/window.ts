import { SINCE_EVER } from './calendar.ts'
import type { BoundReader } from './date-bounds.ts'
import type { ReadDate } from './date-text.ts'
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

/** The date bounds of a list, as wall clocks. They are compared with each event's own wall clock. */
export interface DateWindow {
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

export interface WindowFacts {
  readonly strict: boolean
  readonly isNamed: boolean
  /** Whether other bounds of the list switch the default window off. */
  readonly isOpen: boolean
  /** How many days before today the default window begins. */
  readonly daysBack: number
  /** Read only for bounds that are given. */
  readonly now: Date
  /** On the clock of the site. Read only for the default window. */
  readonly today: WallClock
  readonly zone: Zone
  readonly read: BoundReader
}

/** The default window ends after this number of months, and occurrences exist as far ahead. */
export const MONTHS_AHEAD = 24

/**
 * Parses the date bounds of a list. A bound is a whole day or, with `strict`, an exact time in the site's zone.
 * `isNamed` (the request names events by ID) switches `start_date` and `end_date` off; `isOpen` and any relative bound
 * switch their defaults off. A day that its month does not have runs over into the next month, because clients send the 31st
 * for every month. The year 0 means no lower bound. `refuse` is called with the name and the text of each bound that is
 * not a date.
 */
export function readWindow(
  given: Given,
  facts: WindowFacts,
  refuse: (name: string, text: string) => void,
): DateWindow {
  const { strict, isNamed, isOpen, daysBack, zone, read } = facts
  const window: DateWindow = {}
  for (const name of BOUNDS) {
    const text = given[name]
    if (text === undefined) continue
    const bound = strict
      ? exactly(read(text, { now: facts.now, zone }), zone)
      : wholeDay(read(text, { now: facts.now, zone: UTC }))
    if (bound === undefined) refuse(name, text)
    else window[name] = strict ? bound : name === 'start_date' ? startOfDay(bound) : endOfDay(bound)
  }
  if (isNamed) {
    delete window.start_date
    delete window.end_date
    return window
  }
  const isRelative = BOUNDS.some((name) => name.includes('s_') && given[name] !== undefined)
  return isRelative || isOpen ? window : { ...defaultWindow(daysBack, facts.today), ...window }
}

/** From the start of a day in the past to the end of the day in 24 months. */
function defaultWindow(daysBack: number, today: WallClock): { start_date: WallClock; end_date: WallClock } {
  return {
    start_date: startOfDay(addDays(today, -daysBack)),
    end_date: endOfDay(addMonths(today, MONTHS_AHEAD)),
  }
}

/** Days are in UTC. An instant means its day in UTC. */
function wholeDay(read: ReadDate | undefined): WallClock | undefined {
  return read?.epoch === undefined ? read?.wall : atInstant(read.epoch, UTC).wall
}

function exactly(read: ReadDate | undefined, zone: Zone): WallClock | undefined {
  if (read === undefined || read.wall === SINCE_EVER) return read?.wall
  return read.epoch === undefined ? atWall(read.wall, zone).wall : atInstant(read.epoch, zone).wall
}
