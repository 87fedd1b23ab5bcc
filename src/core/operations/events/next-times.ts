import { notADate, type Problems } from '../../../errors.ts'
import { agreedDate, type EventTimes, eventTimes, unchangedDate } from '../../domain/records/event-times.ts'
import type { EventRecord } from '../../domain/records/records.ts'
import { parseDate, resolveDate, type WrittenDate } from '../../domain/time/date-text.ts'
import { atInstant, endOfDay, resolveZone, startOfDay, type WallClock } from '../../domain/time/zones.ts'
import type { Site } from '../../mount/site.ts'
import type { EventFields } from '../../schema/events.ts'

/**
 * The times of an event after a write, from the fields that are sent and the stored times. With a new zone alone, the
 * wall clock stays. Faults go into the problems; then the result is `undefined`.
 */
export function nextTimes(
  current: EventRecord | null,
  fields: EventFields,
  site: Site,
  now: Date,
  problems: Problems,
): EventTimes | undefined {
  const { timezone: requested, start_date, end_date, utc_start_date, utc_end_date, all_day } = fields
  const isUntouched = [requested, start_date, end_date, all_day].every((field) => field === undefined)
  if (current !== null && isUntouched) return current

  const timezone = requested === undefined ? (current?.timezone ?? site.timezone) : requested || site.timezone
  const zone = resolveZone(timezone) ?? site.zone
  const date = (written: WrittenDate | undefined, utc: string | undefined, which: 'start' | 'end') => {
    if (written === undefined) {
      return current === null
        ? undefined
        : unchangedDate(current[which], current[`${which}_offset` as const], zone)
    }
    const read = resolveDate(written, { now, zone })
    // A date in the site's zone may not exist in this zone: 29 February, where the next year has begun.
    if (read === undefined) problems.invalid(`${which}_date`, notADate(written.text))
    const isBare = utc === undefined || read?.wall === undefined
    return isBare ? read : agreedDate(read.wall, utc, zone)
  }
  const start = date(start_date, utc_start_date, 'start')
  const end = date(end_date, utc_end_date, 'end')
  if (start === undefined || end === undefined) return undefined
  const times = eventTimes({ start, end, all_day: all_day ?? current?.all_day ?? false }, timezone, zone)
  if (times === undefined) problems.invalid('end_date', 'is before the start')
  return times
}

/** The start that an event had before, as a wall clock in its zone: read as `start_date` is. '' stays, for none. */
export function startBefore(text: string, timezone: string, site: Site, now: Date): WallClock | undefined {
  if (text === '') return text
  const zone = resolveZone(timezone) ?? site.zone
  const read = resolveDate(parseDate(text), { now, zone })
  return read?.wall ?? (read && atInstant(read.epoch, zone).wall)
}

/**
 * The wall clocks that a write means, of fields that `nextTimes` accepts: as they were sent, also those that do not occur
 * on that day. What is not sent stays as in `current`.
 */
export function sentTimes(
  current: Pick<EventRecord, 'start' | 'end' | 'all_day' | 'timezone'>,
  { timezone = current.timezone, start_date, end_date, all_day = current.all_day }: EventFields,
  site: Site,
  now: Date,
): { readonly start: WallClock; readonly end: WallClock } {
  const zone = resolveZone(timezone) ?? site.zone
  const wallOf = (written: WrittenDate | undefined, stored: WallClock): WallClock => {
    const read = written && resolveDate(written, { now, zone })
    if (read === undefined) return stored
    return read.wall ?? atInstant(read.epoch, zone).wall
  }
  const start = wallOf(start_date, current.start)
  const end = wallOf(end_date, current.end)
  return all_day ? { start: startOfDay(start), end: endOfDay(end) } : { start, end }
}
