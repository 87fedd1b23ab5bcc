import { readDate } from '../domain/date-text.ts'
import { type EventTimes, eventTimes, keptDate } from '../domain/event-times.ts'
import type { EventRecord } from '../domain/records.ts'
import { resolveZone } from '../domain/zones.ts'
import type { Problems } from '../errors.ts'
import type { EventFields } from '../schema/events.ts'
import type { Site } from '../site.ts'

/**
 * The times of an event after a write: what is sent, against what is stored. A new zone alone keeps the wall clock.
 * What is wrong goes into the problems; then the answer is undefined.
 */
export function nextTimes(
  current: EventRecord | null,
  fields: EventFields,
  site: Site,
  now: Date,
  problems: Problems,
): EventTimes | undefined {
  const { timezone: asked, start_date, end_date, all_day } = fields
  const isUntouched = [asked, start_date, end_date, all_day].every((field) => field === undefined)
  if (current !== null && isUntouched) return current

  const timezone = asked === undefined ? (current?.timezone ?? site.timezone) : asked || site.timezone
  const zone = resolveZone(timezone) ?? site.zone
  const date = (text: string | undefined, which: 'start' | 'end') => {
    if (text !== undefined) return readDate(text, { now, zone })
    return current === null ? undefined : keptDate(current[which], current[`${which}_offset` as const], zone)
  }
  const start = date(start_date, 'start')
  const end = date(end_date, 'end')
  if (start === undefined || end === undefined) return undefined
  const times = eventTimes({ start, end, all_day: all_day ?? current?.all_day ?? false }, timezone, zone)
  if (times === undefined) problems.invalid('end_date', 'is before the start')
  return times
}
