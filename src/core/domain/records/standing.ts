import type { WallClock } from '../time/zones.ts'
import type { EventRecord } from './records.ts'

/*
 * Whether an event takes place, and when it would have: what follows from the fields that say so.
 */

type Standing = Pick<EventRecord, 'event_status' | 'event_status_reason' | 'previous_start_date'>

/** An event, or a date of a series, before a write. */
type Before = Pick<EventRecord, 'start' | 'event_status' | 'previous_start_date'>

interface Write {
  /** Of the body; '' for none. `undefined`: it says nothing. */
  readonly previous?: string | undefined
  /** Whether the body names the status. Dates alone are no news. */
  readonly isNamed: boolean
  /** The start after the write. */
  readonly start: WallClock
}

/** The start that an event had before it was rescheduled. */
export function previousStart(
  status: EventRecord['event_status'],
  before: Before | undefined,
  { previous, isNamed, start }: Write,
): WallClock | undefined {
  if (status !== 'rescheduled') return undefined
  if (previous !== undefined) return previous || undefined
  if (before?.event_status !== 'rescheduled' || (isNamed && before.start !== start)) return before?.start
  return before.previous_start_date
}

/** The reason goes with the status. */
export const standingOf = (
  { event_status, event_status_reason }: Standing,
  previous_start_date: WallClock | undefined,
): Standing => ({
  event_status_reason: event_status === undefined ? undefined : event_status_reason,
  previous_start_date,
})

/** The fields of a date of a series that stay as they are when it is over: it took place, whatever becomes of the series. */
export const OF_THE_DAY: readonly string[] = [
  'event_status',
  'event_status_reason',
  'is_virtual',
  'virtual_url',
  'virtual_event_type',
]
