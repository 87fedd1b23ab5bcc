import { createEventsApi } from '../api.ts'
import type { EventRecord } from '../domain/records.ts'
import { fromDocument } from '../domain/stored-record.ts'
import { textHash } from '../domain/text-hash.ts'
import { readRecord } from '../operations/read-record.ts'
import { declaredFields } from '../options.ts'
import type { Storage } from '../storage/contract.ts'
import type { EventsApiOptions, Principal } from '../types.ts'
import { importCalendar } from './calendar-file.ts'
import { documentsOf } from './documents.ts'
import { exportEvents } from './export-events.ts'
import { withDeclared } from './files/custom-fields.ts'
import type { FileContent, FileEvent, FileFormat, FileLinked, FileNote } from './files/file-event.ts'
import { FileState, type Remembered } from './files/file-state.ts'
import { type FileInput, piecesOf, type TextOptions, textOfFile } from './files/file-text.ts'
import { FileWrites } from './files/file-writes.ts'
import { MoveError } from './move-error.ts'

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
   * Where the file comes from, such as its name. An event that an earlier file of the same source brought, and that this
   * one lacks, is reported as gone. Default: the name of the calendar in the file.
   */
  readonly source?: string | undefined
  /** Events that are gone go to the trash. Default: they are only reported. */
  readonly prune?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined
}

export interface FileReport {
  readonly format: FileFormat
  /** Events, venues and organizers in the file; of an export of ours, documents. */
  read: number
  created: number
  updated: number
  unchanged: number
  /** Moved to the trash: they are cancelled in the file, or gone with `prune`. */
  trashed: number
  /** Could not be brought; see the notes. */
  skipped: number
  /** What an earlier file of this source brought, and this one lacks. */
  gone: { readonly key: string; readonly id: number }[]
  readonly notes: FileNote[]
  /** Columns of CSV whose names are not known. */
  readonly unknownColumns: readonly string[]
}

/** Events that are created together. */
const AT_ONCE = 100

/** The mark of an event that is gone from its file and was moved to the trash. */
const GONE = 0

/**
 * Imports a file: iCalendar, CSV, a JSON list of events, or an export of `exportCalendar`. It can be repeated: what the
 * file says as before is not written again.
 *
 * @throws MoveError for a file that is damaged or in another format; then nothing has changed. `StorageUnavailable` if the
 * storage fails; then call again. The reason of `signal` after an abort.
 */
export async function importFile(
  storage: Storage,
  file: FileInput,
  options: ImportFileOptions = {},
): Promise<FileReport> {
  const { calendar = {} } = options
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
  const text = await textOfFile(all(), options)
  const format = options.format ?? formatOf(text)
  const content = await contentOf(format, text, options)
  const api = createEventsApi(storage, { ...calendar, rateLimit: undefined, audit: undefined })
  const writes = new FileWrites(storage, api, options.principal ?? { id: 1, role: 'administrator' })
  return new FileImport(storage, writes, options, content, newReport(format, content.unknownColumns)).run()
}

const newReport = (format: FileFormat, unknownColumns: readonly string[]): FileReport => ({
  ...{ format, read: 0, created: 0, updated: 0, unchanged: 0, trashed: 0, skipped: 0 },
  ...{ gone: [], notes: [], unknownColumns },
})

function isExport(start: string | Uint8Array): boolean {
  const text = typeof start === 'string' ? start : new TextDecoder().decode(start.subarray(0, 100))
  return /^\uFEFF?\s*\{"kalends":/.test(text)
}

async function* texts(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const piece of pieces)
    yield typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
}

function formatOf(text: string): FileFormat {
  const start = text.trimStart()
  if (/^BEGIN:/i.test(start)) return 'ics'
  if (/^[[{]/.test(start)) return 'json'
  if (/^[^\n]*[,;\t]/.test(start)) return 'csv'
  throw new MoveError('the file is neither iCalendar, nor CSV with a header, nor JSON')
}

async function contentOf(
  format: FileFormat,
  text: string,
  { timezone, calendar = {} }: ImportFileOptions,
): Promise<FileContent> {
  const siteTimezone = calendar.timezone ?? 'UTC'
  const fields = declaredFields(calendar.customFields)
  switch (format) {
    case 'ics': {
      const content = (await import('./files/read-ics.ts')).readIcs(text, { timezone, siteTimezone })
      return withDeclared(content, fields, false)
    }
    case 'csv': {
      const content = (await import('./files/read-csv.ts')).readCsv(text, fields.event)
      return withDeclared(content, fields, true)
    }
    default:
      return (await import('./files/read-json.ts')).readJson(text)
  }
}

/** The writes of one import. */
class FileImport {
  readonly #storage: Storage
  readonly #options: ImportFileOptions
  readonly #content: FileContent
  readonly #report: FileReport
  readonly #writes: FileWrites
  readonly #source: number
  readonly #seen = new Set<string>()
  #known: ReadonlyMap<string, number> | undefined
  #exported: ReadonlyMap<string, number> | undefined

  constructor(
    storage: Storage,
    writes: FileWrites,
    options: ImportFileOptions,
    content: FileContent,
    report: FileReport,
  ) {
    this.#storage = storage
    this.#options = options
    this.#content = content
    this.#report = report
    this.#writes = writes
    this.#source = textHash(options.source ?? content.name)
  }

  async run(): Promise<FileReport> {
    const { events, linked, notes } = this.#content
    const state = await FileState.open(this.#storage)
    this.#report.notes.push(...notes)
    this.#report.skipped = notes.length
    this.#report.read = events.length + linked.length + notes.length
    for (const one of linked) await this.#bringLinked(state, one)
    for (let from = 0; from < events.length; from += AT_ONCE) {
      this.#options.signal?.throwIfAborted()
      await this.#bring(state, events.slice(from, from + AT_ONCE))
      await state.save()
      this.#options.onProgress?.({ done: Math.min(from + AT_ONCE, events.length), total: events.length })
    }
    await this.#findGone(state)
    await state.save()
    return this.#report
  }

  async #bring(state: FileState, events: readonly FileEvent[]): Promise<void> {
    const fresh: FileEvent[] = []
    for (const one of events) {
      if (this.#seen.has(one.key)) {
        this.#skip(one, 'repeated', 'another one in the file has the same UID, or title and start')
        continue
      }
      this.#seen.add(one.key)
      const known = state.of(one.key)
      if (known?.mark === markOf(one)) {
        this.#report.unchanged++
        continue
      }
      const id = known?.id ?? (await this.#idOf(one.key))
      const current = id === undefined ? undefined : await readRecord(this.#storage, 'event', id)
      if (current !== undefined && known === undefined && (await this.#isSame(one))) {
        this.#report.unchanged++
        await this.#remember(state, new Map([[current.id, one]]))
      } else if (current !== undefined) await this.#update(state, one, current, known)
      else if (one.event === undefined) this.#skip(one, 'cancelled', 'it is cancelled')
      else fresh.push(one)
    }
    await this.#create(state, fresh)
  }

  /** An event that is here and that no file brought: by its UID in feeds. */
  async #idOf(key: string): Promise<number | undefined> {
    this.#known ??= await eventsByUid(this.#storage, this.#options.calendar?.baseUrl)
    return this.#known.get(key)
  }

  /** Whether an export of this calendar says the same. */
  async #isSame(one: FileEvent): Promise<boolean> {
    this.#exported ??= await marksIn(this.#storage, this.#report.format, this.#options)
    return this.#exported.get(one.key) === markOf(one)
  }

  async #create(state: FileState, events: readonly FileEvent[]): Promise<void> {
    const created = await this.#writes.create(events)
    const made = new Map<number, FileEvent>()
    for (const [at, one] of events.entries()) {
      const { id, error } = created[at] ?? {}
      if (id === undefined) this.#skip(one, 'invalid', error ?? '')
      else {
        await this.#change(id, one)
        made.set(id, one)
      }
    }
    this.#report.created += made.size
    await this.#remember(state, made)
  }

  async #update(
    state: FileState,
    one: FileEvent,
    current: EventRecord,
    known: Remembered | undefined,
  ): Promise<void> {
    const { id, status, version } = current
    // A series is written as time passes, too.
    const isChangedHere = known !== undefined && known.version !== version && current.series === undefined
    if (one.event === undefined) {
      if (status === 'trash') this.#report.unchanged++
      else if (await this.#succeeds(one, this.#writes.trash(id))) this.#report.trashed++
      await this.#remember(state, new Map([[id, one]]))
      return
    }
    if (status === 'trash' && (known === undefined || isChangedHere)) {
      this.#note(one, 'in the trash', 'it is in the trash of this calendar')
      this.#report.unchanged++
      return
    }
    if (!(await this.#succeeds(one, this.#writes.update(current, one.event)))) return
    if (isChangedHere) this.#note(one, 'changed on both sides', 'the change in the file counts')
    await this.#change(id, one)
    this.#report.updated++
    await this.#remember(state, new Map([[id, one]]))
  }

  /** The dates of a series that differ from it. */
  async #change(id: number, { event, changes, key }: FileEvent): Promise<void> {
    if (!event?.recurrence) return
    for (const { line, reason, message } of await this.#writes.changeDates(id, event, changes)) {
      this.#note({ line, key }, reason, message)
    }
  }

  async #remember(state: FileState, events: ReadonlyMap<number, FileEvent>): Promise<void> {
    for (const { id, version } of await this.#storage.get('event', [...events.keys()])) {
      const one = events.get(id)
      if (one !== undefined) state.set(one.key, { id, version, mark: markOf(one), source: this.#source })
    }
  }

  async #bringLinked(state: FileState, one: FileLinked): Promise<void> {
    const { kind, key, fields } = one
    const mark = textHash(JSON.stringify(fields)) || 1
    const known = state.of(key)
    this.#seen.add(key)
    if (known?.mark === mark) {
      this.#report.unchanged++
      return
    }
    const { id, error, isNew } = await this.#writes.putLinked(kind, fields)
    if (id === undefined) this.#skip(one, 'invalid', error ?? '')
    else {
      this.#report[isNew ? 'created' : 'updated']++
      // Those are never gone: events may link to them.
      state.set(key, { id, version: 0, mark, source: 0 })
    }
  }

  async #findGone(state: FileState): Promise<void> {
    // What cannot be read is in the file all the same.
    const unread = new Set(this.#content.notes.map(({ key }) => key))
    for (const [key, { id, version, mark, source }] of [...state.broughtBy(this.#source)]) {
      if (this.#seen.has(key) || unread.has(key) || mark === GONE) continue
      const current = await readRecord(this.#storage, 'event', id)
      if (current === undefined || current.status === 'trash') continue
      this.#report.gone.push({ key, id })
      if (!this.#options.prune) continue
      if (await this.#succeeds({ key, line: 0 }, this.#writes.trash(id))) {
        this.#report.trashed++
        state.set(key, { id, version: version + 1, mark: GONE, source })
      }
    }
  }

  /** Whether the API accepts a write; a note otherwise. */
  async #succeeds(
    one: Pick<FileEvent, 'key' | 'line'>,
    write: Promise<string | undefined>,
  ): Promise<boolean> {
    const error = await write
    if (error !== undefined) this.#skip(one, 'invalid', error)
    return error === undefined
  }

  #skip(one: Pick<FileEvent, 'key' | 'line'>, reason: FileNote['reason'], message: string): void {
    this.#report.skipped++
    this.#note(one, reason, message)
  }

  #note({ key, line }: Pick<FileEvent, 'key' | 'line'>, reason: FileNote['reason'], message: string): void {
    this.#report.notes.push({ line, key, reason, message })
  }
}

/** A hash of what the file says about an event. */
const markOf = ({ event, changes }: FileEvent): number =>
  textHash(JSON.stringify([event, changes.map(({ at, event }) => [at, event])])) || 1

async function marksIn(
  storage: Storage,
  format: FileFormat,
  options: ImportFileOptions,
): Promise<ReadonlyMap<string, number>> {
  if (format !== 'ics' && format !== 'csv') return new Map()
  let text = ''
  for await (const piece of exportEvents(storage, { format, calendar: options.calendar })) text += piece
  const { events } = await contentOf(format, text, options)
  return new Map(events.map((one) => [one.key, markOf(one)]))
}

/** IDs by the UIDs that feeds show. */
async function eventsByUid(
  storage: Storage,
  baseUrl = 'http://localhost',
): Promise<ReadonlyMap<string, number>> {
  const { hostname } = new URL(baseUrl)
  const found = new Map<string, number>()
  for await (const documents of documentsOf(storage, 'event')) {
    for (const document of documents) {
      const { id, uid } = fromDocument('event', document)
      found.set(uid ?? `event-${id}@${hostname}`, id)
    }
  }
  return found
}
