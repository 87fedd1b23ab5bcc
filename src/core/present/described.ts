import type { EventRecord } from '../domain/records/records.ts'
import type { Described } from '../domain/records/views.ts'
import { isoTime, secondsOf, wallOf } from '../domain/time/calendar.ts'
import type { RequestClock } from '../domain/time/request-clock.ts'
import { atWall, resolveZone, UTC, unixSeconds } from '../domain/time/zones.ts'
import { schedule } from './schedule.ts'

/*
 * What few events have in `json_ld`: a rule, a status that is not the usual one, a place online.
 */

const STATUSES = {
  scheduled: 'EventScheduled',
  canceled: 'EventCancelled',
  postponed: 'EventPostponed',
  moved_online: 'EventMovedOnline',
  rescheduled: 'EventRescheduled',
} as const satisfies Record<NonNullable<EventRecord['event_status']>, string>

/** `url`: the event's own address, where nobody knows another one. */
export function described(event: EventRecord, url: string, { moment, expires }: RequestClock): Described {
  const { event_status: status, is_virtual, virtual_event_type: type } = event
  const isOnline = is_virtual === true || status === 'moved_online'
  const isMixed = type === 'hybrid' && is_virtual === true
  const isOver = status === 'rescheduled' && event.utc_end <= wallOf(unixSeconds(moment))
  if (status === 'rescheduled' && !isOver) expires(secondsOf(event.utc_end))
  const { previous_start_date: previous } = event
  const members = {
    ...(status === undefined || isOver ? {} : { eventStatus: `https://schema.org/${STATUSES[status]}` }),
    ...(isOnline
      ? { eventAttendanceMode: `https://schema.org/${isMixed ? 'Mixed' : 'Online'}EventAttendanceMode` }
      : {}),
    ...(previous === undefined || isOver ? {} : { previousStartDate: instantOf(previous, event) }),
    ...(event.series === undefined ? {} : { eventSchedule: schedule(event, event.series) }),
  }
  if (!isOnline) return { members, isAtVenue: true }
  const address = (is_virtual === true && event.virtual_url) || url
  return { members, online: { '@type': 'VirtualLocation', url: address }, isAtVenue: isMixed }
}

function instantOf(previous: string, { timezone }: EventRecord): string {
  const { wall, offset } = atWall(previous, resolveZone(timezone) ?? UTC)
  return isoTime(wall, offset)
}
