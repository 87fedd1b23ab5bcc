import { text } from '../texts.ts'

/** Whether an event takes place as planned, in the order of the choices. */
export const EVENT_STATUSES = [
  ['scheduled', text('Takes place')],
  ['canceled', text('Canceled')],
  ['postponed', text('Postponed')],
  ['moved_online', text('Moved online')],
  ['rescheduled', text('Rescheduled')],
] as const
