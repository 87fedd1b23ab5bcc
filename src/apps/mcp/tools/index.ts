import { createEvent } from './create-event.ts'
import { deleteEvent } from './delete-event.ts'
import { describeCalendar } from './describe-calendar.ts'
import { findEvents } from './find-events.ts'
import { findOrganizers, findPlaces, listCategories } from './find-linked.ts'
import { getEvent } from './get-event.ts'
import { saveOrganizer, savePlace } from './save-linked.ts'
import type { CalendarTool } from './tool.ts'
import { updateEvent } from './update-event.ts'

/** The tools of the calendar, in the order of lists. Clients cache by it. */
export const CALENDAR_TOOLS: readonly CalendarTool[] = [
  ...[findEvents, getEvent, findPlaces, findOrganizers, listCategories, describeCalendar],
  ...[createEvent, updateEvent, deleteEvent, savePlace, saveOrganizer],
]
