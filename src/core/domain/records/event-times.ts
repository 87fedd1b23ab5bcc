import { inRange, isWallClock, secondsOf } from '../time/calendar.ts'
import type { ReadDate } from '../time/date-text.ts'
import { abbreviationAt } from '../time/zone-letters.ts'
import {
  atInstant,
  atWall,
  endOfDay,
  type Moment,
  startOfDay,
  type WallClock,
  type Zone,
} from '../time/zones.ts'
import type { EventRecord } from './records.ts'

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
 * The times of an event in its zone. `timezone` is the name to show; `zone` is the zone itself. A whole day includes
 * both occurrences of an ambiguous hour. `undefined` when the event ends before it starts.
 */
export function eventTimes(
  dates: { start: ReadDate; end: ReadDate; all_day: boolean },
  timezone: string,
  zone: Zone,
): EventTimes | undefined {
  const first = momentOf(dates.start, zone)
  const last = momentOf(dates.end, zone)
  const start = dates.all_day ? atWall(startOfDay(first.wall), zone) : first
  const end = dates.all_day ? atWall(endOfDay(last.wall), zone, 'last') : last
  if (end.epoch < start.epoch) return undefined
  return {
    all_day: dates.all_day,
    start: start.wall,
    end: end.wall,
    timezone,
    utc_start: start.utc,
    utc_end: end.utc,
    start_offset: start.offset,
    end_offset: end.offset,
    timezone_abbr: abbreviationAt(zone, start.epoch),
  }
}

const momentOf = (date: ReadDate, zone: Zone): Moment =>
  date.epoch === undefined ? atWall(date.wall, zone) : atInstant(date.epoch, zone)

/**
 * The date of a wall clock that was sent with its UTC time. If the wall clock shows this time at that instant, the
 * instant counts: the local time may be ambiguous. Otherwise the UTC time is ignored.
 */
export function agreedDate(wall: WallClock, utc: string, zone: Zone): ReadDate {
  const epoch = readUtc(utc)
  return epoch !== undefined && atInstant(epoch, zone).wall === wall ? { epoch } : { wall }
}

/** Accepts `2027-05-10 19:00:00`, also with `T` and `Z`. */
function readUtc(text: string): number | undefined {
  const wall = text.replace('T', ' ').replace(/Z$/, '')
  const epoch = isWallClock(wall) ? secondsOf(wall) : undefined
  return epoch !== undefined && inRange(epoch) ? epoch : undefined
}

/**
 * A stored time in a zone. The wall clock counts; the offset only decides which instant an ambiguous local time means.
 */
export function unchangedDate(wall: WallClock, offset: number, zone: Zone): ReadDate {
  const epoch = secondsOf(wall) - offset
  return zone.offsetAt(epoch) === offset ? { epoch } : { wall }
}
