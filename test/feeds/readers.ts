import ICAL from 'ical.js'
import { convertIcsCalendar } from 'ts-ics'

/** What a reader of iCalendar makes of an event. */
export interface ReadEvent {
  readonly uid: string
  readonly summary: string
  readonly description: string | undefined
  readonly isAllDay: boolean
  /** Unix seconds; of an event of whole days, as if UTC were its zone. */
  readonly start: number
  readonly end: number
}

/** By ical.js, with the time zones of the feed alone. */
export function readByIcalJs(text: string): ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, description, startDate, endDate } = new ICAL.Event(component)
    return {
      uid,
      summary,
      description: description ?? undefined,
      isAllDay: startDate.isDate,
      start: startDate.toUnixTime(),
      end: endDate.toUnixTime(),
    }
  })
}

/** By ts-ics, which throws for what RFC 5545 does not allow. */
export function readByTsIcs(text: string): ReadEvent[] {
  const { events = [] } = convertIcsCalendar(undefined, text)
  return events.map(({ uid, summary, description, start, end }) => ({
    uid,
    summary,
    description,
    isAllDay: start.type === 'DATE',
    start: start.date.getTime() / 1000,
    end: (end ?? start).date.getTime() / 1000,
  }))
}
