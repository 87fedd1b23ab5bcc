import type { EventInput } from '../../../types/index.ts'
import type { Effort } from '../../domain/recurrence/expand.ts'
import { formatRule, parseRule } from '../../domain/recurrence/rule.ts'
import { datesOf, firstDate, type Rhythm } from '../../domain/recurrence/series.ts'
import { secondsOf, wallOf } from '../../domain/time/calendar.ts'
import { MONTHS_AHEAD } from '../../domain/time/window.ts'
import {
  addMonths,
  atInstant,
  atWall,
  unixSeconds,
  type WallClock,
  type Zone,
} from '../../domain/time/zones.ts'

/* The dates of an event of a source, before it is a series here. */

/** `undefined` for an event that does not repeat, and for one whose rule cannot be read: its write says why. */
function rhythmOf({ start_date, recurrence }: Partial<EventInput>, zone: Zone): Rhythm | undefined {
  if (!recurrence) return undefined
  const { rrule = '', rdate = [], exdate = [] } = recurrence
  const rule = parseRule(rrule, (utc) => atInstant(secondsOf(utc), zone).wall)
  return typeof rule === 'string'
    ? undefined
    : { rrule: formatRule(rule), rdate, exdate, start: String(start_date) }
}

/** Whether it takes place at all. Publishers cancel the last dates of a series by excluding them. */
export function hasDates(event: EventInput, zone: Zone, effort: Effort): boolean {
  const rhythm = rhythmOf(event, zone)
  return rhythm === undefined || rhythm.exdate.length === 0 || firstDate(rhythm, effort) !== undefined
}

/** How many dates of it are made: those of the next 24 months, at most `most`. The event itself counts as one. */
export function datesAhead(
  event: EventInput,
  zone: Zone,
  { now, most, effort }: { readonly now: Date; readonly most: number; readonly effort: Effort },
): number {
  const rhythm = rhythmOf(event, zone)
  let count = 1
  if (rhythm === undefined) return count
  const today = wallOf(unixSeconds(now))
  const horizon = addMonths(today, MONTHS_AHEAD)
  for (const date of datesOf(rhythm, today, effort)) {
    if (date > horizon || count > most) break
    count++
  }
  return count
}

/** Its dates from one moment to another, in Unix seconds. */
export function* startsIn(
  event: Partial<EventInput>,
  zone: Zone,
  from: number,
  to: number,
): Generator<number> {
  const rhythm = rhythmOf(event, zone)
  if (rhythm === undefined) return
  const last: WallClock = atInstant(to, zone).wall
  for (const date of datesOf(rhythm, atInstant(from, zone).wall)) {
    if (date > last) break
    yield atWall(date, zone).epoch
  }
}
