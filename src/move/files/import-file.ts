import { createEventsApi } from '../../api.ts'
import { contentOf, formatOf, marksOf } from '../../core/operations/importing/read-file.ts'
import {
  FileImport,
  type FileReport,
  FileState,
  FileWrites,
  Identities,
  newReport,
} from '../../features/files/offer.ts'
import type { FileFormat } from '../../formats/file-event.ts'
import { type FileInput, piecesOf, type TextOptions, textOfFile } from '../../formats/file-text.ts'
import { Slices, turnsUntil } from '../../formats/give-way.ts'
import { UnreadableFile } from '../../formats/unreadable-file.ts'
import type { Storage } from '../../storage/contract.ts'
import type { EventsApiOptions, Principal } from '../../types/index.ts'
import { importCalendar } from '../copy/calendar-file.ts'
import { MoveError } from '../move-error.ts'
import { apiWrites } from './api-writes.ts'
import { siteOf } from './export-events.ts'

/*
 * Brings the events of a file into a calendar: through the API, so that its rules apply.
 */

export interface ImportFileOptions extends TextOptions {
  /** Default: found by the content. */
  readonly format?: FileFormat | undefined
  /** Whose events they become. Default: administrator 1. */
  readonly principal?: Principal | undefined
  /**
   * The options of the calendar's API: those that decide about writes count, such as `timezone`, `limits`, `currency` and
   * `resolveImage`.
   */
  readonly calendar?: EventsApiOptions | undefined
  /** Zone of times that name none, and of times in UTC. Default: that of the calendar. */
  readonly timezone?: string | undefined
  /**
   * Names the calendar that the file is of. An event that an earlier file of the same source brought, and that this one
   * lacks, is reported as gone. Default: the name of the calendar in the file; without one, nothing counts as gone.
   */
  readonly source?: string | undefined
  /**
   * Events that are gone go to the trash. Default: they are only reported. It needs a source, and a file that has some
   * event of an earlier file of this source: others are refused with `MoveError`, as they are of another calendar.
   */
  readonly prune?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined
}

/**
 * Imports a file: iCalendar, CSV, a JSON list of events, or an export of `exportCalendar`. It can be repeated: what the
 * file says as before is not written again.
 *
 * @throws MoveError for a file that is damaged or in another format; then nothing has changed. `StorageUnavailable` if the
 * storage fails; then call again. The reason of `signal` after an abort.
 *
 * @example
 * ```ts
 * import { exportEvents, importFile } from 'kalends/move'
 *
 * const report = await importFile(storage, file, { calendar, principal: { id: 1, role: 'editor' } })
 * ```
 */
export async function importFile(
  storage: Storage,
  file: FileInput,
  options: ImportFileOptions = {},
): Promise<FileReport> {
  const pieces = piecesOf(file)
  const first = await pieces.next()
  const start = first.done ? '' : first.value
  async function* all() {
    yield start
    yield* pieces
  }
  if (options.format === 'kalends' || (options.format === undefined && isExport(start))) {
    const { total, written } = await importCalendar(storage, texts(all()))
    return { ...newReport('kalends', []), read: total, created: written, unchanged: total - written }
  }
  try {
    return await importText(storage, await textOfFile(all(), options), options)
  } catch (error) {
    throw error instanceof UnreadableFile ? new MoveError(error.message, { cause: error }) : error
  }
}

async function importText(storage: Storage, text: string, options: ImportFileOptions): Promise<FileReport> {
  const { calendar = {}, timezone, signal, prune = false, onProgress } = options
  const format = options.format ?? formatOf(text)
  if (format === undefined) {
    throw new UnreadableFile('the file is neither iCalendar, nor CSV with a header, nor JSON')
  }
  const site = siteOf(calendar)
  const slices = new Slices(turnsUntil(signal))
  const content = await contentOf(format, text, site, slices, timezone)
  const api = createEventsApi(storage, { ...calendar, rateLimit: undefined, audit: undefined })
  const principal = options.principal ?? ({ id: 1, role: 'administrator' } as const)
  const state = await FileState.open(storage)
  const report = newReport(format, content.unknownColumns)
  const job = new FileImport({
    ...{ storage, state, report, prune, slices, onProgress },
    writes: new FileWrites(storage, apiWrites(api, principal), content.unsaid),
    identities: new Identities(storage, state, site.links.host, (ids) =>
      marksOf(storage, format, site, ids, slices, timezone),
    ),
    source: options.source ?? content.name,
  })
  await job.run(content)
  return report
}

function isExport(start: string | Uint8Array): boolean {
  const text = typeof start === 'string' ? start : new TextDecoder().decode(start.subarray(0, 100))
  return /^\uFEFF?\s*\{"kalends":/.test(text)
}

async function* texts(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const piece of pieces)
    yield typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
}
