import { secondsOf } from './calendar.ts'
import type { ReadDate } from './date-text.ts'
import type { EventRecord } from './records.ts'
import { atInstant, atWall, endOfDay, type Moment, startOfDay, type WallClock, type Zone } from './zones.ts'

export type EventTimes = Pick<
  EventRecord,
  | 'all_day'
  | 'start'
  | 'end'
  | 'timezone'
  | 'utc_start'
  | 'utc_end'
  | 'start_offset'
  | 'end_offset'
  | 'timezone_abbr'
>

/**
 * The times of an event in its zone. `timezone` is the name as it is to be shown; `zone` what it means. Undefined
 * when it would end before it starts.
 */
export function eventTimes(
  given: { start: ReadDate; end: ReadDate; all_day: boolean },
  timezone: string,
  zone: Zone,
): EventTimes | undefined {
  const first = momentOf(given.start, zone)
  const last = momentOf(given.end, zone)
  const start = given.all_day ? atWall(startOfDay(first.wall), zone) : first
  const end = given.all_day ? atWall(endOfDay(last.wall), zone) : last
  if (end.epoch < start.epoch) return undefined
  return {
    all_day: given.all_day,
    start: start.wall,
    end: end.wall,
    timezone,
    utc_start: start.utc,
    utc_end: end.utc,
    start_offset: start.offset,
    end_offset: end.offset,
    timezone_abbr: start.abbreviation,
  }
}

const momentOf = (date: ReadDate, zone: Zone): Moment =>
  date.epoch === undefined ? atWall(date.wall, zone) : atInstant(date.epoch, zone)

/**
 * A stored time as it is to be read in a zone: by its wall clock, which is what counts, and by its offset only where
 * that clock shows the same time twice.
 */
export function keptDate(wall: WallClock, offset: number, zone: Zone): ReadDate {
  const epoch = secondsOf(wall) - offset
  return zone.offsetAt(epoch) === offset ? { epoch } : { wall }
}
