import { describeCalendar } from './describe-calendar.ts'
import { findEvents } from './find-events.ts'
import { getEvent } from './get-event.ts'
import type { CalendarTool } from './tool.ts'

/** The tools of the calendar, in the order of lists. Clients cache by it. */
export const CALENDAR_TOOLS: readonly CalendarTool[] = [findEvents, getEvent, describeCalendar]
