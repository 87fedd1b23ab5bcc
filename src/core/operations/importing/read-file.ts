import { withDeclared } from '../../../formats/custom-fields.ts'
import type { FileContent, FileEvent, FileFormat } from '../../../formats/file-event.ts'
import type { Slices } from '../../../formats/give-way.ts'
import { readCsv } from '../../../formats/read-csv.ts'
import { readIcs } from '../../../formats/read-ics.ts'
import { readJson } from '../../../formats/read-json.ts'
import type { Storage } from '../../../storage/contract.ts'
import type { DeclaredFields } from '../../domain/records/custom-fields.ts'
import { textHash } from '../../domain/text/text-hash.ts'
import type { Links } from '../../present/links.ts'
import { writeCsv } from '../exporting/write-csv.ts'
import { writeIcs } from '../exporting/write-ics.ts'

/* What a file says to a calendar, and what a file of the calendar itself would say. */

/** The calendar that a file is read for. */
export interface FileSite {
  readonly title: string
  readonly timezone: string
  readonly links: Links
  readonly fields: DeclaredFields
}

/** Of a text with events. `undefined`: none of these. */
export function formatOf(text: string): Exclude<FileFormat, 'kalends'> | undefined {
  const start = text.trimStart()
  if (/^BEGIN:/i.test(start)) return 'ics'
  if (/^[[{]/.test(start)) return 'json'
  return /^[^\n]*[,;\t]/.test(start) ? 'csv' : undefined
}

/** `timezone`: of times that name none, and of times in UTC. Throws `UnreadableFile`. */
export async function contentOf(
  format: FileFormat,
  text: string,
  site: Pick<FileSite, 'timezone' | 'fields'>,
  slices: Slices,
  timezone?: string,
): Promise<FileContent> {
  switch (format) {
    case 'ics': {
      const content = await readIcs(text, { timezone, siteTimezone: site.timezone }, slices)
      return withDeclared(content, site.fields, false)
    }
    case 'csv': {
      const content = await readCsv(text, site.fields.event, slices)
      return withDeclared(content, site.fields, true)
    }
    default:
      return readJson(text)
  }
}

/** A hash of what a file says about an event. Never 0. */
export const markOf = ({ event, changes }: FileEvent): number =>
  textHash(JSON.stringify([event, changes.map(({ at, event }) => [at, event])])) || 1

/** What a file of these events would say of each, by the keys in that file. */
export async function marksOf(
  storage: Storage,
  format: FileFormat,
  site: FileSite,
  ids: readonly number[],
  slices: Slices,
  timezone?: string,
): Promise<ReadonlyMap<string, number>> {
  if (format !== 'ics' && format !== 'csv') return new Map()
  const pieces = format === 'ics' ? writeIcs(storage, site, ids) : writeCsv(storage, site.links, ids)
  let text = ''
  for await (const piece of pieces) text += piece
  const { events } = await contentOf(format, text, site, slices, timezone)
  return new Map(events.map((one) => [one.key, markOf(one)]))
}
