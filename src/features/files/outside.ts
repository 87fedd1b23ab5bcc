import { parseRule } from '../../core/domain/recurrence/rule.ts'
import { datesOf } from '../../core/domain/recurrence/series.ts'
import { secondsOf, wallOf } from '../../core/domain/time/calendar.ts'
import { MONTHS_AHEAD } from '../../core/domain/time/window.ts'
import { addMonths, atInstant, resolveZone, unixSeconds } from '../../core/domain/time/zones.ts'
import type { Site } from '../../core/door.ts'
import type { FileEvent } from '../../formats/file-event.ts'
import type { Slices } from '../../formats/give-way.ts'
import type { EventInput } from '../../types/index.ts'

/* Events of a file that no list shows by itself: they are over, or far ahead. */

/** Looking for the first date of a series, for `Slices`. */
const SERIES_STEPS = 100

/** How many events have no date from now to the end of the window of lists. */
export async function countOutside(
  events: readonly FileEvent[],
  site: Pick<Site, 'zone'>,
  now: Date,
  slices: Slices,
): Promise<number> {
  let outside = 0
  for (const { event } of events) {
    if (slices.isOver(event.recurrence ? SERIES_STEPS : 1)) await slices.next()
    const zone = resolveZone(event.timezone ?? '') ?? site.zone
    const today = atInstant(unixSeconds(now), zone).wall
    if (!isInside(event, today, addMonths(today, MONTHS_AHEAD))) outside++
  }
  return outside
}

/** A day counts to its end; a date without a time begins with its day. */
function isInside(
  { start_date, end_date, all_day, recurrence }: EventInput,
  from: string,
  to: string,
): boolean {
  const start = wallIn(start_date)
  const end = wallIn(end_date)
  // Others are told by what the calendar says of their times.
  if (start === undefined || end === undefined) return true
  const isDay = all_day === true || all_day === 'true'
  const first = isDay ? `${from.slice(0, 10)} 00:00:00` : from
  const { rrule = '', rdate = [], exdate = [] } = recurrence ?? {}
  const rule = parseRule(rrule, (utc) => utc)
  if (typeof rule === 'string') return end >= first && start <= to
  const length = secondsOf(end) - secondsOf(start)
  const { value } = datesOf({ rrule, rdate, exdate, start }, wallOf(secondsOf(first) - length)).next()
  return value !== undefined && value <= to
}

function wallIn(written: string): string | undefined {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d))?$/.exec(written) ?? []
  return day === undefined ? undefined : `${day} ${time}`
}
