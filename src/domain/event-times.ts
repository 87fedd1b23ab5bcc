import { readDate } from './date-text.ts'
import type { EventRecord } from './records.ts'
import { atInstant, atWall, endOfDay, startOfDay, type WallClock, type Zone } from './zones.ts'

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
 * The times of an event from its wall clock and zone, which are what counts. `timezone` is the name as it is to be
 * shown; `zone` what it means. Undefined when it would end before it starts.
 */
export function eventTimes(
  wall: { start: WallClock; end: WallClock; all_day: boolean },
  timezone: string,
  zone: Zone,
): EventTimes | undefined {
  const start = atWall(wall.all_day ? startOfDay(wall.start) : wall.start, zone)
  const end = atWall(wall.all_day ? endOfDay(wall.end) : wall.end, zone)
  if (end.epoch < start.epoch) return undefined
  return {
    all_day: wall.all_day,
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

/** The wall clock in the event's zone that a date text means there; undefined when it is no date. */
export function wallClockOf(text: string, now: Date, zone: Zone): WallClock | undefined {
  const read = readDate(text, { now, zone })
  return read?.epoch === undefined ? read?.wall : atInstant(read.epoch, zone).wall
}

/** The times of an event as they are. */
export const timesOf = ({
  all_day,
  start,
  end,
  timezone,
  utc_start,
  utc_end,
  start_offset,
  end_offset,
  timezone_abbr,
}: EventRecord): EventTimes => ({
  all_day,
  start,
  end,
  timezone,
  utc_start,
  utc_end,
  start_offset,
  end_offset,
  timezone_abbr,
})
