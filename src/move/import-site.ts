import { hashPassword, isPassword } from '../domain/password.ts'
import type { RecordOf } from '../domain/records.ts'
import { numbered } from '../domain/slug.ts'
import { fromDocument } from '../domain/stored-record.ts'
import { putChange } from '../operations/plan.ts'
import { type Change, isTooLarge, type Sequence, type Storage } from '../storage/contract.ts'
import { type Brought, ImportState, type RecordKind } from './import-state.ts'
import { ImageMover, type MoveImage } from './move-images.ts'
import { eventFrom, organizerFrom, type Source, statusOf, termFrom, venueFrom } from './old-records.ts'
import { type Collection, findSite, type OldSite, type SiteOptions } from './old-site.ts'
import { isRow, type Row } from './rows.ts'

/*
 * Brings the records of a WordPress calendar into a storage: with the same IDs, slugs, dates, authors and links.
 */

export interface ImportOptions extends SiteOptions {
  /**
   * Records that an earlier import brought and that are gone on the old site go to the trash; terms are removed.
   * Default: they are only reported.
   */
  readonly prune?: boolean | undefined
  /** Moves images. Default: they keep their addresses on the old site. */
  readonly images?: MoveImage | undefined
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

export interface ImportProgress {
  readonly kind: RecordKind
  readonly done: number
  /** As the old site counts; hidden events are not in it. */
  readonly total: number
}

/** What happened to the records of one kind. */
export interface KindReport {
  /** Records that were read. */
  read: number
  created: number
  updated: number
  unchanged: number
  /** Records that could not be brought; see the notes. */
  skipped: number
  /** IDs of records that are gone on the old site. */
  gone: number[]
  /** Whether the old site has shown as many records as it counts. Otherwise nothing counts as gone. */
  complete: boolean
}

/** Why a record or a field is not as it was. */
export type NoteReason =
  /** A visitor cannot read an event with a password. */
  | 'password'
  /** The status is not one of the six of this calendar. */
  | 'status'
  /** This calendar has another record with the ID. */
  | 'id taken'
  /** Another record had the slug, so this one got a number. */
  | 'slug taken'
  /** An image could not be moved, and keeps its address on the old site. */
  | 'image'
  /** It was changed here and there since the last import. The change there counts. */
  | 'changed on both sides'

export interface ImportNote {
  readonly kind: RecordKind
  readonly id: number
  readonly reason: NoteReason
}

/** How many records the old site did not show. `null` if it does not tell, as to a visitor about drafts. */
export interface Unseen {
  /** Not published: drafts, pending and scheduled records, the trash. */
  readonly drafts: number | null
  readonly private: number | null
  /** Events that lists hide. */
  readonly hidden: number | null
  /** Published events with a password. */
  readonly passwords: number | null
}

export interface ImportReport {
  readonly site: { readonly url: string; readonly name: string; readonly timezone: string }
  readonly kinds: Readonly<Record<RecordKind, KindReport>>
  readonly unseen: Unseen
  readonly notes: readonly ImportNote[]
}

const COLLECTIONS = {
  category: 'categories',
  tag: 'tags',
  venue: 'venues',
  organizer: 'organizers',
  event: 'events',
} as const satisfies Record<RecordKind, Collection>

/** Events come last, because they link to the others. */
const KINDS = ['category', 'tag', 'venue', 'organizer', 'event'] as const satisfies RecordKind[]

const SEQUENCES = {
  category: 'term',
  tag: 'term',
  venue: 'post',
  organizer: 'post',
  event: 'post',
} as const satisfies Record<RecordKind, Sequence>

type AnyRecord = RecordOf[RecordKind]

/** A record to write, and what to remember of it. */
interface Arrival {
  readonly record: AnyRecord
  readonly brought: Brought
}

/** Reasons for which a record is not brought. */
const SKIPPED = ['password', 'status', 'id taken'] as const satisfies NoteReason[]

/** Remembered of a record that is gone on the old site and went to the trash here. */
const GONE = 'gone'

const ATTEMPTS = 5
const MOST_NUMBERS = 1000

/**
 * Imports a calendar from WordPress. It can be repeated: what has not changed there is not written again, and what was
 * cut off goes on. Records that were made here stay.
 *
 * @throws MoveError if the site cannot be read. `StorageUnavailable` if the storage fails. The reason of `signal` after an
 * abort. What was written by then stays, and is complete.
 */
export async function importSite(storage: Storage, options: ImportOptions): Promise<ImportReport> {
  const site = await findSite(options)
  const notes = new Map<string, ImportNote>()
  const images = new ImageMover(site, options.images)
  let seesAll = site.hasCredentials
  let isHiddenKnown = true
  const reports = {
    event: newReport(),
    venue: newReport(),
    organizer: newReport(),
    category: newReport(),
    tag: newReport(),
  }
  for (const kind of KINDS) {
    const kindImport = new KindImport(storage, site, options, images, kind, reports[kind], notes)
    isHiddenKnown = (await kindImport.run()) && isHiddenKnown
    seesAll &&= !kindImport.wasRefused
  }
  const passwords = [...notes.values()].filter(({ reason }) => reason === 'password').length
  const unpublished = seesAll ? 0 : null
  return {
    site: { url: site.url, name: site.name, timezone: site.zone.name },
    kinds: reports,
    unseen: {
      drafts: unpublished,
      private: unpublished,
      hidden: isHiddenKnown ? 0 : null,
      passwords: isHiddenKnown ? passwords : null,
    },
    notes: [...notes.values()],
  }
}

const newReport = (): KindReport => ({
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  gone: [],
  complete: false,
})

/** The import of the records of one kind. */
class KindImport {
  readonly #storage: Storage
  readonly #site: OldSite
  readonly #options: ImportOptions
  readonly #images: ImageMover
  readonly #kind: RecordKind
  readonly #report: KindReport
  readonly #notes: Map<string, ImportNote>
  readonly #seen = new Set<number>()
  #reserved = 0
  /** Whether the credentials do not suffice to edit some record. Then there may be others that they do not show. */
  wasRefused = false

  constructor(
    storage: Storage,
    site: OldSite,
    options: ImportOptions,
    images: ImageMover,
    kind: RecordKind,
    report: KindReport,
    notes: Map<string, ImportNote>,
  ) {
    this.#storage = storage
    this.#site = site
    this.#options = options
    this.#images = images
    this.#kind = kind
    this.#report = report
    this.#notes = notes
  }

  /** Answers whether the old site tells all IDs. */
  async run(): Promise<boolean> {
    const state = await ImportState.open(this.#storage, this.#site.url, this.#kind)
    const isComplete = await this.#bringLists(state)
    const isHiddenKnown = this.#kind !== 'event' || (await this.#bringHidden(state))
    this.#report.complete = isComplete
    if (isComplete) await this.#findGone(state, isHiddenKnown)
    return isHiddenKnown
  }

  async #bringLists(state: ImportState): Promise<boolean> {
    const collection = COLLECTIONS[this.#kind]
    const isPost = SEQUENCES[this.#kind] === 'post'
    let isComplete = false
    for await (const { rows, total, complete } of this.#site.list(collection)) {
      await this.#bring(state, rows)
      isComplete = complete
      this.#options.onProgress?.({ kind: this.#kind, done: this.#seen.size, total })
    }
    if (!isPost || !this.#site.hasCredentials) return isComplete
    // The trash is in no other list.
    for await (const { rows } of this.#site.list(collection, { status: 'trash' }))
      await this.#bring(state, rows)
    return isComplete
  }

  /** Events that no list shows. */
  async #bringHidden(state: ImportState): Promise<boolean> {
    const ids = await this.#site.hiddenToo()
    if (ids === undefined) return false
    for (const id of ids) {
      if (this.#seen.has(id)) continue
      const row = (await this.#site.one('events', id)) ?? (await this.#protected(id))
      if (row !== undefined) await this.#bring(state, [row])
      else if (!this.#site.hasCredentials) this.#skip(id)
    }
    return true
  }

  /** An event with a password, as it is with that password. */
  async #protected(id: number): Promise<Row | undefined> {
    const edit = await this.#site.editView('events', id)
    const password = typeof edit?.password === 'string' ? edit.password : ''
    return password === '' ? undefined : this.#site.one('events', id, { password })
  }

  /** A published event that a visitor may not read has a password. */
  #skip(id: number): void {
    this.#seen.add(id)
    this.#report.read++
    this.#report.skipped++
    this.#note(id, 'password')
  }

  async #bring(state: ImportState, rows: readonly Row[]): Promise<void> {
    this.#options.signal?.throwIfAborted()
    const ids = rows.map(({ id }) => Number(id))
    for (const id of ids) this.#seen.add(id)
    this.#report.read += rows.length
    await this.#reserve(Math.max(0, ...ids))
    for (let attempt = 1; ; attempt++) {
      const current = await this.#stored(ids)
      const made = await Promise.all(
        rows.map((row) => this.#arrival(row, current.get(Number(row.id)), state)),
      )
      const arrivals = made.filter((one) => one !== undefined)
      if (await this.#commit(state, arrivals)) {
        for (const { record } of arrivals) this.#report[record.version === 0 ? 'created' : 'updated']++
        const skipped = ids.filter((id) =>
          SKIPPED.some((why) => this.#notes.has(`${this.#kind} ${id} ${why}`)),
        )
        this.#report.skipped += skipped.length
        this.#report.unchanged += rows.length - arrivals.length - skipped.length
        return
      }
      if (attempt === ATTEMPTS) throw new Error(`other writes kept changing the ${COLLECTIONS[this.#kind]}`)
      await state.refresh(ids)
    }
  }

  /** New IDs start beyond all that the old site has given. */
  async #reserve(last: number): Promise<void> {
    if (last <= this.#reserved) return
    await this.#storage.reserve(SEQUENCES[this.#kind], last)
    this.#reserved = last
  }

  async #stored(ids: readonly number[]): Promise<Map<number, AnyRecord>> {
    const documents = await this.#storage.get(this.#kind, ids)
    return new Map(documents.map((document) => [document.id, fromDocument(this.#kind, document)]))
  }

  /** The record to write; `undefined` if there is nothing to do. */
  async #arrival(row: Row, current: AnyRecord | undefined, state: ImportState): Promise<Arrival | undefined> {
    const id = Number(row.id)
    const before = state.of(id)
    if (current !== undefined && before === undefined) return this.#note(id, 'id taken')
    const made = await this.#recordOf(row, current, before)
    if (made === undefined) return undefined
    const { edited } = made
    const record = await this.#withImage(made.record)
    const modified = 'modified_utc' in record ? record.modified_utc : ''
    if (current !== undefined && before !== undefined) {
      if (isSame(record, current)) return undefined
      if (current.version !== before.version) {
        // Somebody changed it here. Without a change there, this one stays.
        if (modified === before.modified) return undefined
        this.#note(id, 'changed on both sides')
      }
    }
    const version = current?.version ?? 0
    return { record: { ...record, version }, brought: { version: version + 1, modified, edited } }
  }

  async #withImage(record: AnyRecord): Promise<AnyRecord> {
    if (!('image' in record) || record.image === null) return record
    const image = await this.#images.moved(record.image)
    if (image !== undefined) return { ...record, image }
    this.#note(record.id, 'image')
    return record
  }

  async #recordOf(
    row: Row,
    current: AnyRecord | undefined,
    before: Brought | undefined,
  ): Promise<{ record: AnyRecord; edited: boolean } | undefined> {
    const kind = this.#kind
    if (kind === 'category' || kind === 'tag') return { record: termFrom(kind, row), edited: false }
    const id = Number(row.id)
    if (statusOf(row) === undefined) return this.#note(id, 'status')
    const { zone, host } = this.#site
    if (current !== undefined && 'author' in current && before?.edited && row.all_day !== null) {
      // Its texts are those of editors already. If nothing else changed, they need not be read again.
      const same = withTextsOf(current, build(kind, { row, zone, host, password: passwordOf(current) }))
      if (same.modified_utc === before.modified) return { record: same, edited: true }
    }
    const edit = await this.#site.editView(COLLECTIONS[kind], id)
    if (edit === undefined) this.wasRefused = true
    const secret = isRow(edit) && typeof edit.password === 'string' ? edit.password : ''
    if (kind !== 'event')
      return { record: build(kind, { row, edit, zone, host }), edited: edit !== undefined }
    const isBlank = row.all_day === null
    const full = isBlank && secret !== '' ? await this.#site.one('events', id, { password: secret }) : row
    // An event with a password hides its flags.
    if (full === undefined || full.all_day === null) return this.#note(id, 'password')
    const password = secret === '' ? null : await hashOf(secret, passwordOf(current))
    return { record: build(kind, { row: full, edit, zone, host, password }), edited: edit !== undefined }
  }

  #note(id: number, reason: NoteReason): undefined {
    const kind = this.#kind
    // A record may be looked at again after a lost race.
    this.#notes.set(`${kind} ${id} ${reason}`, { kind, id, reason })
  }

  /** Answers `false` if another write was first. */
  async #commit(state: ImportState, arrivals: readonly Arrival[]): Promise<boolean> {
    if (arrivals.length === 0) return true
    const brought = new Map(arrivals.map(({ record, brought }) => [record.id, brought]))
    const changes: Change[] = [...arrivals.map(({ record }) => putChange(record)), ...state.changes(brought)]
    try {
      const { conflict } = await this.#storage.commit(changes)
      if (conflict === 'taken') return this.#commitNumbered(state, arrivals)
      if (conflict !== null) return false
      await state.refresh([...brought.keys()])
      return true
    } catch (error) {
      if (!isTooLarge(error) || arrivals.length === 1) throw error
      const half = Math.ceil(arrivals.length / 2)
      return (
        (await this.#commit(state, arrivals.slice(0, half))) &&
        (await this.#commit(state, arrivals.slice(half)))
      )
    }
  }

  /** One by one, because some slug has an owner here. */
  async #commitNumbered(state: ImportState, arrivals: readonly Arrival[]): Promise<boolean> {
    for (const { record, brought } of arrivals) {
      for (let number = 1; ; number++) {
        const slug = number === 1 ? record.slug : numbered(record.slug, number)
        const changes = state.changes(new Map([[record.id, brought]]))
        const { conflict } = await this.#storage.commit([putChange({ ...record, slug }), ...changes])
        if (conflict === null) {
          if (number > 1) this.#note(record.id, 'slug taken')
          break
        }
        if (conflict !== 'taken' || number === MOST_NUMBERS) return false
      }
      await state.refresh([record.id])
    }
    return true
  }

  async #findGone(state: ImportState, isHiddenKnown: boolean): Promise<void> {
    const missing = state.ids().filter((id) => !this.#seen.has(id) && state.of(id)?.modified !== GONE)
    for (let from = 0; from < missing.length; from += 50) {
      const records = await this.#stored(missing.slice(from, from + 50))
      for (const record of records.values()) {
        if (!this.#wouldShow(record, isHiddenKnown)) continue
        this.#report.gone.push(record.id)
        if (this.#options.prune) await this.#prune(state, record)
      }
    }
  }

  /** Whether the old site would show a record like this one to whoever asked it. */
  #wouldShow(record: AnyRecord, isHiddenKnown: boolean): boolean {
    if (!('status' in record)) return true
    if (record.kind === 'event' && record.hide_from_listings && !isHiddenKnown) return false
    return this.#site.hasCredentials || record.status === 'publish'
  }

  async #prune(state: ImportState, record: AnyRecord): Promise<void> {
    const { kind, id, version } = record
    const isTerm = !('status' in record)
    const change: Change = isTerm
      ? { do: 'remove', kind, id, expect: version }
      : putChange({ ...record, status: 'trash', slug: `${record.slug}__trashed`, own_slug: record.slug })
    const after = isTerm ? undefined : { version: version + 1, modified: GONE, edited: false }
    // After a conflict it stays: the next import finds it again.
    await this.#storage.commit([change, ...state.changes(new Map([[id, after]]))])
    await state.refresh([id])
  }
}

function build(
  kind: 'event' | 'venue' | 'organizer',
  source: Source,
): RecordOf['event' | 'venue' | 'organizer'] {
  return kind === 'event' ? eventFrom(source) : kind === 'venue' ? venueFrom(source) : organizerFrom(source)
}

/** The texts of an edit view that was read before. */
function withTextsOf<R extends RecordOf['event' | 'venue' | 'organizer']>(current: AnyRecord, record: R): R {
  const texts: Record<string, unknown> = {}
  for (const name of [
    'title',
    'venue',
    'organizer',
    'description',
    'excerpt',
    'geo_lat',
    'geo_lng',
    'date_utc',
  ]) {
    const value: unknown = Reflect.get(current, name)
    if (typeof value !== 'object' && value !== undefined && current.kind === record.kind) texts[name] = value
  }
  return { ...record, ...texts }
}

const passwordOf = (record: AnyRecord | undefined): string | null =>
  record?.kind === 'event' ? record.password : null

/** The stored hash, if it is of this password. */
const hashOf = async (password: string, stored: string | null): Promise<string> =>
  stored !== null && (await isPassword(password, stored)) ? stored : hashPassword(password)

/** Compares as stored: without versions, and in whatever order the fields are. */
function isSame(record: AnyRecord, current: AnyRecord): boolean {
  return canonical(record) === canonical(current)
}

const canonical = (record: AnyRecord): string =>
  JSON.stringify(
    Object.entries(record)
      .filter(([name, value]) => name !== 'version' && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
