import { declaredFields, mountOf, siteUrl } from '../options.ts'
import { createLinks } from '../present/links.ts'
import type { Storage } from '../storage/contract.ts'
import type { EventsApiOptions } from '../types.ts'

export interface ExportOptions {
  readonly format: 'ics' | 'csv'
  /** The options of the calendar's API: its addresses, `title` and `timezone` are in the file. */
  readonly calendar?: EventsApiOptions | undefined
}

/**
 * Yields the pieces of a file with all events: hidden ones, drafts and private ones too, but not the trash. For an exact
 * copy of a calendar, use `exportCalendar`.
 */
export async function* exportEvents(
  storage: Storage,
  { format, calendar = {} }: ExportOptions,
): AsyncGenerator<string> {
  const { title = 'Events', timezone = 'UTC', baseUrl, permalink } = calendar
  const links = createLinks(siteUrl(baseUrl) ?? 'http://localhost', mountOf(calendar).path, permalink)
  if (format === 'csv') yield* (await import('./files/write-csv.ts')).writeCsv(storage, links)
  else
    yield* (await import('./files/write-ics.ts')).writeIcs(storage, {
      title,
      timezone,
      links,
      fields: declaredFields(calendar.customFields),
    })
}
