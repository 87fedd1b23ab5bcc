import { declaredFields, mountOf, siteUrl } from '../../core/mount/options.ts'
import { writeCsv } from '../../core/operations/exporting/write-csv.ts'
import { writeIcs } from '../../core/operations/exporting/write-ics.ts'
import type { FileSite } from '../../core/operations/importing/read-file.ts'
import { createLinks } from '../../core/present/links.ts'
import type { Storage } from '../../storage/contract.ts'
import type { EventsApiOptions } from '../../types/index.ts'

export interface ExportOptions {
  readonly format: 'ics' | 'csv'
  /** The options of the calendar's API: its addresses, `title` and `timezone` are in the file. */
  readonly calendar?: EventsApiOptions | undefined
}

/** What files say of a calendar and its events. */
export function siteOf(calendar: EventsApiOptions): FileSite {
  const { title = 'Events', timezone = 'UTC', baseUrl, permalink } = calendar
  return {
    title,
    timezone,
    links: createLinks(siteUrl(baseUrl) ?? 'http://localhost', mountOf(calendar).path, permalink),
    fields: declaredFields(calendar.customFields),
  }
}

/**
 * Yields the pieces of a file with all events: hidden ones, drafts and private ones too, but not the trash. For an exact
 * copy of a calendar, use `exportCalendar`.
 *
 * @example
 * ```ts
 * import { exportEvents, importFile } from 'kalends/move'
 *
 * for await (const piece of exportEvents(storage, { format: 'ics', calendar })) text += piece
 * ```
 */
export async function* exportEvents(
  storage: Storage,
  { format, calendar = {} }: ExportOptions,
): AsyncGenerator<string> {
  const site = siteOf(calendar)
  yield* format === 'csv' ? writeCsv(storage, site.links) : writeIcs(storage, site)
}
