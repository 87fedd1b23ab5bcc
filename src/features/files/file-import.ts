import { textHash } from '../../core/domain/text/text-hash.ts'
import { markOf, readRecord, type Storage } from '../../core/door.ts'
import {
  type FileContent,
  type FileEvent,
  type FileLinked,
  type FileNoteCode,
  fileNote,
} from '../../formats/file-event.ts'
import type { Slices } from '../../formats/give-way.ts'
import { UnreadableFile } from '../../formats/unreadable-file.ts'
import type { FileReport } from './file-report.ts'
import type { FileState } from './file-state.ts'
import type { FileWrites } from './file-writes.ts'
import type { Identities, Known } from './identities.ts'

/*
 * Brings records of a file into a calendar: one or a thousand. It can stop between two parts, and a repeat goes on there,
 * because what was brought is remembered.
 */

export interface ImportJob {
  readonly storage: Storage
  readonly writes: FileWrites
  readonly state: FileState
  readonly identities: Identities
  readonly report: FileReport
  /** Names the calendar of the file. '': nothing is gone from it. */
  readonly source: string
  /** Moves what is gone to the trash. */
  readonly prune?: boolean
  readonly slices: Slices
  /** Whether to stop before the next part. */
  readonly isOver?: () => boolean
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined
}

/** Characters of a key in a note. */
const SHOWN = 1000

/** Writing a venue or an organizer, for `Slices`. */
const LINKED_STEPS = 1000

/** Weight of the events that are created together. */
const WEIGHT_PER_COMMIT = 100

/** Venues or organizers between two looks at the time, and what is remembered at once. */
const LINKED_PER_PART = 50

/** A series has up to a thousand occurrences, and together they are one commit. */
const weightOf = ({ event }: FileEvent): number => (event.recurrence ? 20 : 1)

/** The events in parts of about that weight. */
export function* partsOf(events: readonly FileEvent[]): Generator<readonly FileEvent[]> {
  let part: FileEvent[] = []
  let weight = 0
  for (const one of events) {
    part.push(one)
    weight += weightOf(one)
    if (weight < WEIGHT_PER_COMMIT) continue
    yield part
    part = []
    weight = 0
  }
  if (part.length > 0) yield part
}

/** The source of what is never gone. */
const NO_SOURCE = 0

/** The mark of an event that is gone from its file and was moved to the trash. */
const GONE = 0

export const linkedMarkOf = ({ fields }: FileLinked): number => textHash(JSON.stringify(fields)) || 1

interface Place {
  readonly key: string
  readonly line: number
  readonly title?: string
  readonly event?: { readonly title: string }
  readonly fields?: FileLinked['fields']
  readonly kind?: FileLinked['kind']
}

export class FileImport {
  readonly #job: ImportJob
  readonly #report: FileReport
  readonly #source: number

  constructor(job: ImportJob) {
    this.#job = job
    this.#report = job.report
    this.#source = job.source === '' ? NO_SOURCE : textHash(job.source)
  }

  /**
   * Answers where it stopped: the number of records before it, or `undefined` at the end. `from`: where an earlier import
   * of the same file has stopped. Throws `UnreadableFile` for a file that `prune` must not trust.
   */
  async run(content: FileContent, from = 0): Promise<number | undefined> {
    const { events, linked, notes, remarks = [] } = content
    const { state, slices, identities, prune = false, onProgress, isOver = () => false } = this.#job
    if (prune) this.#demandSource(content)
    this.#report.read = events.length + linked.length + notes.length
    if (from === 0) {
      for (const { code, message, ...one } of [...notes, ...remarks]) this.#note(one, code, message)
      this.#report.skipped = notes.length
    }
    for (const { key } of [...linked, ...events].slice(0, from)) identities.see(key)
    let done = from
    for (; done < linked.length; done += LINKED_PER_PART) {
      if (isOver()) return done
      await this.bringLinked(linked.slice(done, done + LINKED_PER_PART))
    }
    done = Math.max(from, linked.length)
    for (const part of partsOf(events.slice(done - linked.length))) {
      // In memory, nothing that is awaited lets the event loop turn.
      await slices.next()
      if (isOver()) return done
      await this.bring(part)
      done += part.length
      onProgress?.({ done: done - linked.length, total: events.length })
    }
    await this.#findGone(content)
    await state.save()
    return undefined
  }

  async bring(events: readonly FileEvent[]): Promise<void> {
    const { identities, state } = this.#job
    const fresh: FileEvent[] = []
    for (const [at, known] of (await identities.of(events)).entries()) {
      const one = events[at]
      if (one === undefined) continue
      if (known.is === 'new') fresh.push(one)
      else await this.#bringKnown(one, known)
    }
    await this.#create(fresh)
    await state.save()
  }

  async #bringKnown(one: FileEvent, known: Exclude<Known, { is: 'new' }>): Promise<void> {
    const { state } = this.#job
    switch (known.is) {
      case 'repeated':
        this.#skip(one, 'repeated', 'another one in the file has the same UID, or title and start')
        return
      case 'brought':
        this.#report.unchanged++
        // The last file that has an event is the one that it can be gone from.
        if (this.#source !== NO_SOURCE && known.entry.source !== this.#source) {
          state.set(one.key, { ...known.entry, source: this.#source })
        }
        return
      case 'same':
        this.#report.unchanged++
        // Of what was typed here, no import is the origin.
        return known.current.uid === undefined && one.isExport !== true
          ? undefined
          : this.#remember(new Map([[known.current.id, one]]))
      case 'changed':
        return this.#update(one, known)
    }
  }

  async #create(events: readonly FileEvent[]): Promise<void> {
    if (events.length === 0) return
    const created = await this.#job.writes.create(events)
    const made = new Map<number, FileEvent>()
    for (const [at, one] of events.entries()) {
      const { id, error } = created[at] ?? {}
      if (id === undefined) this.#skip(one, 'refused', error ?? '')
      else {
        // Its dates follow it already.
        if (one.changes.length > 0) await this.#change(id, one)
        made.set(id, one)
      }
    }
    this.#report.created += made.size
    await this.#remember(made)
  }

  async #update(one: FileEvent, { current, entry }: Extract<Known, { is: 'changed' }>): Promise<void> {
    const { id } = current
    if (staysInTrash({ current, entry })) {
      this.#note(one, 'in_trash', 'it is in the trash of this calendar')
      this.#report.unchanged++
      return
    }
    if (!(await this.#succeeds(one, this.#job.writes.update(current, one.event)))) return
    if (isChangedHere({ current, entry })) {
      this.#note(one, 'changed_on_both_sides', 'the change in the file counts')
    }
    await this.#change(id, one)
    this.#report.updated++
    await this.#remember(new Map([[id, one]]))
  }

  /** The dates of a series that differ from it. */
  async #change(id: number, { event, changes, key }: FileEvent): Promise<void> {
    if (!event.recurrence) return
    for (const { code, message, ...one } of await this.#job.writes.changeDates(id, event, changes, key)) {
      this.#note(one, code, message)
    }
  }

  async #remember(events: ReadonlyMap<number, FileEvent>): Promise<void> {
    const { storage, state } = this.#job
    for (const { id, version } of await storage.get('event', [...events.keys()])) {
      const one = events.get(id)
      if (one !== undefined) state.set(one.key, { id, version, mark: markOf(one), source: this.#source })
    }
  }

  async bringLinked(linked: readonly FileLinked[]): Promise<void> {
    const { state, slices } = this.#job
    for (const one of linked) {
      if (slices.isOver(LINKED_STEPS)) await slices.next()
      await this.#bringOneLinked(one)
    }
    await state.save()
  }

  async #bringOneLinked(one: FileLinked): Promise<void> {
    const { state, identities, writes } = this.#job
    const { kind, key, fields } = one
    const mark = linkedMarkOf(one)
    identities.see(key)
    if (state.of(key)?.mark === mark) {
      this.#report.unchanged++
      return
    }
    const { id, error, isNew } = await writes.putLinked(kind, fields)
    if (id === undefined) this.#skip(one, 'refused', error ?? '')
    else {
      this.#report[isNew ? 'created' : 'updated']++
      // Those are never gone: events may link to them.
      state.set(key, { id, version: 0, mark, source: NO_SOURCE })
    }
  }

  /** Throws for a file that is to remove events, and may be of another calendar than it seems. */
  #demandSource({ events, notes }: FileContent): void {
    if (this.#source === NO_SOURCE) {
      throw new UnreadableFile(
        'the file does not name its calendar, so nothing tells what is gone from it: name its source',
      )
    }
    const keys = new Set([...events, ...notes].map(({ key }) => key))
    const brought = [...this.#job.state.broughtBy(this.#source)].filter(([, { mark }]) => mark !== GONE)
    if (brought.length > 0 && !brought.some(([key]) => keys.has(key))) {
      throw new UnreadableFile(
        'the file has no event that an earlier file of this calendar has brought, so it looks like another calendar: ' +
          'name another source, or import it without prune',
      )
    }
  }

  async #findGone({ notes }: FileContent): Promise<void> {
    if (this.#source === NO_SOURCE) return
    const { storage, state, identities, writes, prune = false } = this.#job
    // What cannot be read is in the file all the same.
    const unread = new Set(notes.map(({ key }) => key))
    for (const [key, { id, version, mark, source }] of [...state.broughtBy(this.#source)]) {
      if (identities.hasSeen(key) || unread.has(key) || mark === GONE) continue
      const current = await readRecord(storage, 'event', id)
      if (current === undefined || current.status === 'trash') continue
      this.#report.gone.push({ key, id })
      if (!prune) continue
      if (await this.#succeeds({ key, line: 0 }, writes.trash(id))) {
        this.#report.trashed++
        state.set(key, { id, version: version + 1, mark: GONE, source })
      }
    }
  }

  /** Whether the API accepts a write; a note otherwise. */
  async #succeeds(one: Place, write: Promise<string | undefined>): Promise<boolean> {
    const error = await write
    if (error !== undefined) this.#skip(one, 'refused', error)
    return error === undefined
  }

  #skip(one: Place, code: FileNoteCode, message: string): void {
    this.#report.skipped++
    this.#note(one, code, message)
  }

  #note(
    { key, line, title, event, fields, kind = 'venue' }: Place,
    code: FileNoteCode,
    message: string,
  ): void {
    const shown = title ?? event?.title ?? fields?.[kind] ?? ''
    this.#report.notes.push(
      fileNote({ line, key: key.slice(0, SHOWN), title: String(shown).slice(0, SHOWN) }, code, message),
    )
  }
}

type Here = Pick<Extract<Known, { is: 'changed' }>, 'current' | 'entry'>

/** Whether somebody has changed the event since it was brought. A series is written as time passes, too. */
const isChangedHere = ({ current, entry }: Here): boolean =>
  entry !== undefined && entry.version !== current.version && current.series === undefined

/** Whether somebody has put it there, so that an import leaves it. */
export const staysInTrash = ({ current, entry }: Here): boolean =>
  current.status === 'trash' && (entry === undefined || isChangedHere({ current, entry }))
