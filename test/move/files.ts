import { exportEvents, type FileReport, type ImportFileOptions, importFile } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import type { Storage } from '../../src/storage/contract.ts'
import { type Calendar, listOf, openCalendar } from '../routes/calendar.ts'

/*
 * A calendar in New York that files are imported into and exported from.
 */

export interface FileCalendar extends Calendar {
  readonly storage: Storage
  readonly bring: (file: string | Uint8Array, options?: ImportFileOptions) => Promise<FileReport>
  readonly export: (format: 'ics' | 'csv') => Promise<string>
  /** All events that lists show, by their start: with the fields that a file can say. */
  readonly events: () => Promise<Readonly<Record<string, unknown>>[]>
}

export function fileCalendar(storage: Storage = memoryStorage()): FileCalendar {
  let time = '2027-03-01T12:00:00Z'
  const calendar = openCalendar({}, storage)
  const options = () => ({ timezone: 'America/New_York', now: () => new Date(time) })
  return {
    ...calendar,
    storage,
    setTime: (iso) => {
      time = iso
      calendar.setTime(iso)
    },
    bring: (file, more) => importFile(storage, file, { calendar: options(), ...more }),
    export: async (format) => {
      let text = ''
      for await (const piece of exportEvents(storage, { format, calendar: options() })) text += piece
      return text
    },
    events: async () => {
      const query = 'per_page=50&start_date=0000-01-01&end_date=9999-12-31&status=publish,draft,private'
      const { body } = await calendar.ask('GET', `/events?${query}`)
      return listOf(body.events).map((event) => Object(event))
    },
  }
}

/** A file with these lines in one calendar. */
export const icsFile = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')

/** A VEVENT on 10 May 2027 at ten, unless its lines say otherwise. */
export const veventLines = (uid: string, ...lines: readonly string[]): string[] => {
  const has = (name: string) => lines.some((line) => new RegExp(`^${name}\\b`).test(line))
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20270101T000000Z',
    ...(has('SUMMARY') ? [] : ['SUMMARY:Open day']),
    ...(has('DTSTART') ? [] : ['DTSTART:20270510T100000']),
    ...lines,
    'END:VEVENT',
  ]
}
