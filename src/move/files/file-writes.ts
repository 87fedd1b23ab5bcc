import { secondsOf, wallOf } from '../../domain/calendar.ts'
import { storedNameKeys } from '../../domain/name-key.ts'
import type { EventRecord } from '../../domain/records.ts'
import { fromDocument } from '../../domain/stored-record.ts'
import { findInParts } from '../../operations/parts.ts'
import { readRecord } from '../../operations/read-record.ts'
import type { Storage } from '../../storage/contract.ts'
import type { EventInput, EventsApi, Principal } from '../../types.ts'
import { isRow, type Row } from '../rows.ts'
import type { FileChange, FileEvent, FileNote } from './file-event.ts'

/*
 * The writes of an import, through the API of the calendar. Each says what the API refuses.
 */

type TermField = 'categories' | 'tags'

export class FileWrites {
  readonly #storage: Storage
  readonly #api: EventsApi
  readonly #principal: Principal
  readonly #send: (request: Request) => Promise<Response>
  /** IDs of terms whose names look like IDs. */
  readonly #terms = new Map<string, number>()

  constructor(storage: Storage, api: EventsApi, principal: Principal) {
    this.#storage = storage
    this.#api = api
    this.#principal = principal
    this.#send = api.as(principal)
  }

  /** The ID of each event, or why there is none. */
  async create(events: readonly FileEvent[]): Promise<{ id?: number; error?: string }[]> {
    const bodies: { event: EventInput; uid: string | undefined }[] = []
    for (const { event, uid } of events) {
      if (event !== undefined) bodies.push({ event: await this.#withTerms(event), uid })
    }
    const created = await this.#api.createEvents(this.#principal, bodies)
    return created.map(({ id, error }) => (id === undefined ? { error: messageOf(error?.toJSON()) } : { id }))
  }

  /** Undefined if the API accepts it. */
  async update(
    { id, series }: Pick<EventRecord, 'id' | 'series'>,
    event: EventInput,
  ): Promise<string | undefined> {
    const ends = series !== undefined && event.recurrence === undefined
    const body = { ...(await this.#withTerms(event)), ...(ends ? { recurrence: null } : {}) }
    return (await this.#ask('PATCH', `events/${id}`, body)).error
  }

  async trash(id: number): Promise<string | undefined> {
    return (await this.#ask('DELETE', `events/${id}`)).error
  }

  /** Makes the dates of a series what the file says: those that do not differ there follow the series again. */
  async changeDates(
    id: number,
    { recurrence: _, ...followed }: EventInput,
    changes: readonly FileChange[],
  ): Promise<Omit<FileNote, 'key'>[]> {
    const notes: Omit<FileNote, 'key'>[] = []
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
      const error = await this.update(
        { id: own, series: undefined },
        change?.event ?? { ...followed, ...times },
      )
      if (error !== undefined && change !== undefined)
        notes.push({ line: change.line, reason: 'invalid', message: error })
    }
    for (const { at, line } of open.values()) {
      notes.push({ line, reason: 'no such date', message: `the series has no date ${at} now` })
    }
    return notes
  }

  /** The oldest record of the name gets these fields, else a new one. */
  async putLinked(
    kind: 'venue' | 'organizer',
    fields: Row,
  ): Promise<{ id?: number; error?: string; isNew: boolean }> {
    const name = { key: 'name', in: storedNameKeys(String(fields[kind])) } as const
    for await (const document of findInParts(this.#storage, kind, [name])) {
      if (fromDocument(kind, document).status === 'trash') continue
      return { ...(await this.#ask('PATCH', `${kind}s/${document.id}`, fields)), isNew: false }
    }
    return { ...(await this.#ask('POST', `${kind}s`, fields)), isNew: true }
  }

  /** In bodies, names of digits alone are IDs. */
  async #withTerms(event: EventInput): Promise<EventInput> {
    const resolved: Partial<Record<TermField, (number | string | { id: number | string })[]>> = {}
    for (const field of ['categories', 'tags'] as const) {
      const terms = event[field]
      if (!Array.isArray(terms)) continue
      const own: (number | string | { id: number | string })[] = []
      for (const term of terms) {
        own.push(
          typeof term === 'string' && /^-?[\d.]+$/.test(term) ? await this.#termNamed(field, term) : term,
        )
      }
      resolved[field] = own
    }
    return { ...event, ...resolved }
  }

  async #termNamed(field: TermField, name: string): Promise<number | string> {
    const key = `${field} ${name}`
    const known = this.#terms.get(key)
    if (known !== undefined) return known
    const { id, error } = await this.#ask('POST', field, { name })
    if (id === undefined) return error === undefined ? name : ''
    this.#terms.set(key, id)
    return id
  }

  async #ask(method: string, path: string, body?: unknown): Promise<{ id?: number; error?: string }> {
    const response = await this.#send(
      new Request(`http://localhost${this.#api.basePath}/${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    )
    const answer: unknown = await response.json()
    if (!isRow(answer)) throw new TypeError('the API answers an object')
    // A fault of the storage stops the import: it can be repeated.
    if (response.status >= 500) throw new Error(`${method} ${path}: ${messageOf(answer)}`)
    if (response.ok) return { id: Number(answer.id) }
    const data = isRow(answer.data) ? answer.data : {}
    // The term of the name that is there already.
    if (typeof data.term_id === 'number') return { id: data.term_id }
    return { error: messageOf(answer) }
  }
}

/** What is wrong, as a line. */
function messageOf(answer: unknown): string {
  const { message = '', data } = isRow(answer) ? answer : {}
  const params = isRow(data) && isRow(data.params) ? Object.entries(data.params) : []
  return params.length === 0 ? String(message) : params.map(([name, why]) => `${name} ${why}`).join('; ')
}
