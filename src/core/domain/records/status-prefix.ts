import type { EventRecord } from './records.ts'

type EventStatus = NonNullable<EventRecord['event_status']>

const PREFIXES = {
  scheduled: '',
  canceled: 'Cancelled: ',
  postponed: 'Postponed: ',
  moved_online: 'Moved online: ',
  rescheduled: 'Rescheduled: ',
} as const satisfies Record<EventStatus, string>

/** What stands before the title of an event, such as `Cancelled: `; empty if it is as scheduled. */
export const statusPrefix = (status: EventStatus = 'scheduled'): string => PREFIXES[status]
