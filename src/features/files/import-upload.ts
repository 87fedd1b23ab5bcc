import {
  type Answer,
  contentOf,
  type FileSite,
  formatOf,
  HeldBytes,
  marksOf,
  type RequestContext,
  TakenHere,
} from '../../core/door.ts'
import { ApiError, invalidParam } from '../../errors.ts'
import type { FileContent, FileNote } from '../../formats/file-event.ts'
import { textOfFile } from '../../formats/file-text.ts'
import { Slices } from '../../formats/give-way.ts'
import { UnreadableFile } from '../../formats/unreadable-file.ts'
import type { FileImportReport } from '../../types/index.ts'
import { FileImport } from './file-import.ts'
import { newReport } from './file-report.ts'
import { FileState } from './file-state.ts'
import { FileWrites } from './file-writes.ts'
import { Identities } from './identities.ts'
import { isRefused, noteShown } from './note-shown.ts'
import { countOutside } from './outside.ts'
import { ownWrites } from './own-writes.ts'
import { Place } from './place.ts'
import { preview } from './preview.ts'
import type { ImportFields } from './schema.ts'

/*
 * `POST /import`: the importer of `importFile`, as the caller. Loaded with the first import.
 */

export { readImport } from './read-import.ts'

/** What is read takes about forty times its size. All files together have this part of the size of one. */
const TOGETHER = 4

const held = new HeldBytes()

/** Events, venues and organizers of a file. */
const MOST_RECORDS = 20_000

/** Throws 400 for a file that cannot be read; then nothing has changed. */
export async function importUpload(
  context: RequestContext,
  fields: ImportFields,
): Promise<Answer<FileImportReport>> {
  const { site, links, problems } = context
  const [file] = context.client.files ?? []
  if (file === undefined) problems.missing('file')
  problems.throwIfAny()
  const slices = new Slices(() => context.slice())
  const { title, timezone } = site
  const fileSite: FileSite = { title, timezone, links, fields: site.fields }
  const { bytes } = file ?? { bytes: new Uint8Array(0) }
  return held.hold(site.limits, bytes.length, site.limits.import / TOGETHER, () =>
    importBytes(context, fields, bytes, fileSite, slices),
  )
}

async function importBytes(
  asked: RequestContext,
  fields: ImportFields,
  bytes: Uint8Array,
  fileSite: FileSite,
  slices: Slices,
): Promise<Answer<FileImportReport>> {
  const taken = new TakenHere()
  const { links } = asked
  const site = taken.siteOf(asked.site)
  const context = { ...asked, site }
  const { storage } = site
  const { text, format, content } = await read(bytes, fields, fileSite, slices)
  const state = await FileState.open(storage)
  const writes = new FileWrites(storage, ownWrites(context), content.unsaid)
  const identities = new Identities(storage, state, links.host, (ids) =>
    marksOf(storage, format, fileSite, ids, slices),
  )
  const outside = await countOutside(content.events, site, context.clock.now(), slices)
  const limit = limitOf(site.limits.timeout)
  try {
    if (fields.dry_run) {
      const refused = content.notes.map(noteShown)
      const report = {
        ...{ created: 0, updated: 0, unchanged: 0, outside, refused },
        ...{ ...remarksOf(content.remarks ?? []), more: false, events: [] },
      }
      await preview({ context, writes, state, identities, slices, isOver: limit.isOver }, content, report)
      return answerOf({ ...report, ...taken.shown() })
    }
    const report = newReport(format, content.unknownColumns)
    const job = { storage, writes, state, identities, report, source: content.name, slices }
    const place = await Place.of(storage, text, context.clock.now())
    const stopped = await new FileImport({ ...job, isOver: limit.isOver }).run(content, place.from)
    await place.remember(stopped)
    const { created, updated, unchanged, notes } = report
    const inTrash = notes.filter(({ reason }) => reason === 'in the trash').length
    return answerOf({
      created,
      updated,
      unchanged: unchanged - inTrash,
      outside,
      refused: notes.filter(isRefused).map(noteShown),
      ...remarksOf(notes.filter((note) => !isRefused(note))),
      ...taken.shown(),
      more: stopped !== undefined,
    })
  } finally {
    limit.stop()
  }
}

const remarksOf = (notes: readonly FileNote[]) => (notes.length === 0 ? {} : { notes: notes.map(noteShown) })

const answerOf = (content: FileImportReport): Answer<FileImportReport> => ({
  ...{ status: 200, content, isReport: true },
})

/** Half of the time goes to new parts, so that the last one has as much again. */
function limitOf(timeout: number) {
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
  }, timeout / 2)
  return { isOver: () => isOver, stop: () => clearTimeout(timer) }
}

async function read(
  bytes: Uint8Array,
  { format: given, encoding }: ImportFields,
  site: FileSite,
  slices: Slices,
): Promise<{ text: string; format: 'ics' | 'csv'; content: FileContent }> {
  try {
    const text = await textOfFile(once(bytes), { encoding })
    const format = given ?? formatOf(text)
    if (format === undefined || format === 'json') {
      throw new ApiError('rest_unsupported_media_type', {
        message: 'The file is neither iCalendar nor CSV with a header.',
      })
    }
    const content = await contentOf(format, text, site, slices)
    const count = content.events.length + content.linked.length + content.notes.length
    if (count > MOST_RECORDS) {
      throw new UnreadableFile(
        `the file has ${count} records, and at most ${MOST_RECORDS} are read: split it`,
      )
    }
    return { text, format, content }
  } catch (error) {
    throw error instanceof UnreadableFile ? invalidParam('file', error.message) : error
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
