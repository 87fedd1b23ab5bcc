import type { EventRecord } from '../../core/domain/records/records.ts'
import { likeness } from '../../core/domain/records/same-town.ts'
import { fromDocument } from '../../core/domain/records/stored-record.ts'
import { storedNameKeys } from '../../core/domain/text/name-key.ts'
import { secondsOf, wallOf } from '../../core/domain/time/calendar.ts'
import { findInParts, readRecord, type Storage } from '../../core/door.ts'
import { type FileChange, type FileEvent, type FileNote, fileNote } from '../../formats/file-event.ts'
import { isRow, type Row } from '../../formats/rows.ts'
import type { CreatedEvent, EventInput, NewEvent } from '../../types/index.ts'

/*
 * The writes of an import, by the rules of the calendar's API. Each says what it refuses.
 */

type TermField = 'categories' | 'tags'

/** What a write answers: the record's ID, or the refusal, as a response has it. */
export interface WriteResult {
  readonly id?: number | undefined
  readonly refusal?: unknown
}

/** How a calendar is written, as somebody whose records they become. All reject when the storage fails. */
export interface CalendarWrites {
  readonly create: (events: readonly NewEvent[]) => Promise<readonly CreatedEvent[]>
  /** Creates without an ID. */
  readonly put: (
    kind: 'event' | 'venue' | 'organizer' | TermField,
    id: number | undefined,
    fields: object,
  ) => Promise<WriteResult>
  /** Moves an event to the trash. */
  readonly trash: (id: number) => Promise<WriteResult>
}

interface Settled {
  readonly id?: number
  readonly error?: string
}

export class FileWrites {
  readonly #storage: Storage
  readonly #calendar: CalendarWrites
  readonly #unsaid: Partial<EventInput>
  /** IDs of terms whose names look like IDs. */
  readonly #terms = new Map<string, number>()

  /** `unsaid`: what updates clear where a body does not say it. */
  constructor(storage: Storage, calendar: CalendarWrites, unsaid: Partial<EventInput> = {}) {
    this.#storage = storage
    this.#calendar = calendar
    this.#unsaid = unsaid
  }

  /** The ID of each event, or why there is none. */
  async create(events: readonly FileEvent[]): Promise<Settled[]> {
    const bodies: { event: EventInput; uid: string | undefined }[] = []
    for (const { event, uid } of events) bodies.push({ event: await this.#withTerms(event), uid })
    const created = await this.#calendar.create(bodies)
    return created.map(({ id, error }) => (id === undefined ? { error: messageOf(error?.toJSON()) } : { id }))
  }

  /** Undefined if the API accepts it. */
  async update(
    { id, series }: Pick<EventRecord, 'id' | 'series'>,
    event: Partial<EventInput>,
  ): Promise<string | undefined> {
    const body = this.#updating(series, await this.#withTerms(event))
    return settled(await this.#calendar.put('event', id, body)).error
  }

  #updating(series: EventRecord['series'], event: Partial<EventInput>): Partial<EventInput> {
    const ends = series !== undefined && event.recurrence === undefined
    return { ...this.#unsaid, ...event, ...(ends ? { recurrence: null } : {}) }
  }

  /** Why the API would refuse the event, as a new one or as what becomes of `current`. Nothing is written. */
  async refusalOf(
    current: Pick<EventRecord, 'id' | 'series'> | undefined,
    event: EventInput,
  ): Promise<string | undefined> {
    const bare = { ...event, ...withoutNumbers(event) }
    const body = current === undefined ? bare : this.#updating(current.series, bare)
    const { refusal } = await this.#calendar.put('event', current?.id, { ...body, dry_run: true })
    return refusal === undefined ? undefined : messageOf(refusal)
  }

  async trash(id: number): Promise<string | undefined> {
    return settled(await this.#calendar.trash(id)).error
  }

  /** Makes the dates of a series what the file says: those that do not differ there follow the series again. */
  async changeDates(
    id: number,
    { recurrence: _, ...followed }: EventInput,
    changes: readonly FileChange[],
    key: string,
  ): Promise<FileNote[]> {
    const notes: FileNote[] = []
    const place = (line: number) => ({ line, key, title: followed.title })
    const open = new Map(changes.map((change) => [change.at, change]))
    const event = await readRecord(this.#storage, 'event', id)
    for await (const document of findInParts(this.#storage, 'event', [{ key: 'parent', in: [id] }])) {
      const { id: own, occurrence, status } = fromDocument('event', document)
      if (occurrence === undefined || status === 'trash') continue
      const change = open.get(occurrence.at)
      open.delete(occurrence.at)
      if (change === undefined && occurrence.overrides.length === 0) continue
      const end = wallOf(secondsOf(occurrence.at) + (event?.series?.duration ?? 0))
      const times = {
        start_date: occurrence.at,
        end_date: end,
        utc_start_date: undefined,
        utc_end_date: undefined,
      }
      const changed = change?.event
      const body =
        changed === undefined || changed.start_date === undefined
          ? { ...followed, ...changed, ...times }
          : changed
      const error = await this.update({ id: own, series: undefined }, body)
      if (error !== undefined && change !== undefined)
        notes.push(fileNote(place(change.line), 'refused', error))
    }
    for (const { at, line } of open.values()) {
      notes.push(fileNote(place(line), 'no_such_date', `the series has no date ${at} now`))
    }
    return notes
  }

  /** The record of the name and town gets these fields, else a new one. */
  async putLinked(kind: 'venue' | 'organizer', fields: Row): Promise<Settled & { readonly isNew: boolean }> {
    const { id, staying } = await this.findLinked(kind, fields)
    // It was merged here into another one, and does not come back.
    if (id === undefined && staying !== undefined) return { id: staying, isNew: false }
    return { ...settled(await this.#calendar.put(kind, id, fields)), isNew: id === undefined }
  }

  /** The record of the name and town, and the one that one of this name was merged into. */
  async findLinked(
    kind: 'venue' | 'organizer',
    fields: Row,
  ): Promise<{ readonly id?: number; readonly staying: number | undefined }> {
    const name = { key: 'name', in: storedNameKeys(String(fields[kind])) } as const
    let staying: number | undefined
    let best: { readonly id: number; readonly equal: number } | undefined
    for await (const document of findInParts(this.#storage, kind, [name])) {
      const record = fromDocument(kind, document)
      const equal = kind === 'venue' ? likeness(fields, { ...record }) : 0
      if (equal === undefined) continue
      staying ??= record.merged
      if (record.status === 'trash' || record.merged !== undefined) continue
      if (best === undefined || equal > best.equal) best = { id: record.id, equal }
    }
    return { ...(best && { id: best.id }), staying }
  }

  /** In bodies, names of digits alone are IDs. */
  async #withTerms<E extends Partial<EventInput>>(event: E): Promise<E> {
    const resolved: Partial<Record<TermField, (number | string | { id: number | string })[]>> = {}
    for (const field of ['categories', 'tags'] as const) {
      const terms = event[field]
      if (!Array.isArray(terms)) continue
      const own: (number | string | { id: number | string })[] = []
      for (const term of terms) {
        own.push(isNumber(term) ? await this.#termNamed(field, term) : term)
      }
      resolved[field] = own
    }
    return { ...event, ...resolved }
  }

  async #termNamed(field: TermField, name: string): Promise<number | string> {
    const key = `${field} ${name}`
    const known = this.#terms.get(key)
    if (known !== undefined) return known
    const { id, error } = settled(await this.#calendar.put(field, undefined, { name }))
    if (id === undefined) return error === undefined ? name : ''
    this.#terms.set(key, id)
    return id
  }
}

const isNumber = (term: unknown): term is string => typeof term === 'string' && /^-?[\d.]+$/.test(term)

/** Terms without those that only a write could tell from IDs. */
function withoutNumbers(event: EventInput): Partial<EventInput> {
  const named = (terms: EventInput['tags']) =>
    Array.isArray(terms) ? terms.filter((term) => !isNumber(term)) : terms
  const { categories, tags } = event
  return {
    ...(categories === undefined ? {} : { categories: named(categories) }),
    ...(tags === undefined ? {} : { tags: named(tags) }),
  }
}

function settled({ id, refusal }: WriteResult): Settled {
  if (id !== undefined) return { id }
  const data = isRow(refusal) && isRow(refusal.data) ? refusal.data : {}
  // The term of the name that is there already.
  return typeof data.term_id === 'number' ? { id: data.term_id } : { error: messageOf(refusal) }
}

/** What is wrong, as a line. */
function messageOf(answer: unknown): string {
  const { message = '', data } = isRow(answer) ? answer : {}
  const params = isRow(data) && isRow(data.params) ? Object.entries(data.params) : []
  return params.length === 0 ? String(message) : params.map(([name, why]) => `${name} ${why}`).join('; ')
}
