import { resolveDate, type WrittenDate } from '../domain/date-text.ts'
import { agreedDate, type EventTimes, eventTimes, unchangedDate } from '../domain/event-times.ts'
import type { EventRecord } from '../domain/records.ts'
import { resolveZone } from '../domain/zones.ts'
import { notADate, type Problems } from '../errors.ts'
import type { EventFields } from '../schema/events.ts'
import type { Site } from '../site.ts'

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
