import { fromDocument } from '../../core/domain/records/stored-record.ts'
import type { LeftSlug } from '../../core/mount/site.ts'
import type { Row } from '../../formats/rows.ts'
import type { Sequence, Storage } from '../../storage/contract.ts'
import { MoveError } from '../move-error.ts'
import type { IdRoom } from './id-room.ts'
import { type ImportNote, type ImportProgress, type NoteReason, newKindReport } from './import-report.ts'
import { type AnyRecord, ImportState, type RecordKind } from './import-state.ts'
import type { LinkedIds } from './linked-ids.ts'
import type { ImageMover } from './move-images.ts'
import { isOldId, shownId } from './old-id.ts'
import { type Heard, imageIdsOf } from './old-records.ts'
import { COLLECTIONS, type OldSite } from './old-site.ts'
import { RecordReader } from './record-reader.ts'
import { type Arrival, GONE, RecordWrites } from './record-writes.ts'
import { rowOfPost } from './row-of-post.ts'
import { StayingLinks } from './staying-links.ts'

/** What the imports of all kinds share. */
export interface Shared {
  readonly storage: Storage
  readonly site: OldSite
  readonly images: ImageMover
  readonly room: IdRoom
  readonly linked: LinkedIds
  readonly notes: Map<string, ImportNote>
  readonly options: {
    readonly prune?: boolean | undefined
    readonly signal?: AbortSignal | undefined
    readonly onProgress?: ((progress: ImportProgress) => void) | undefined
  }
}

const SEQUENCES = {
  category: 'term',
  tag: 'term',
  venue: 'post',
  organizer: 'post',
  event: 'post',
} as const satisfies Record<RecordKind, Sequence>

/** Reasons for which a record is not brought. */
const SKIPPED = ['password', 'status', 'id taken'] as const satisfies NoteReason[]

const ATTEMPTS = 5

/** The import of the records of one kind. */
export class KindImport {
  readonly #shared: Shared
  readonly #kind: RecordKind
  readonly #state: ImportState
  readonly #writes: RecordWrites
  readonly #seen = new Set<number>()
  #isHiddenKnown = true
  #isUnlistedKnown = true
  /** Records that the site showed, and perhaps shows no more. */
  #unsure: readonly number[] = []
  readonly report = newKindReport()
  readonly #reader: RecordReader

  private constructor(shared: Shared, kind: RecordKind, state: ImportState) {
    this.#shared = shared
    this.#kind = kind
    this.#state = state
    this.#writes = new RecordWrites(shared.storage, state, (id) => this.#note(id, 'slug taken'))
    this.#reader = new RecordReader(
      shared.site,
      kind,
      (id) => this.#heardOf(id),
      (id, reason) => this.#note(id, reason),
    )
  }

  static async open(shared: Shared, kind: RecordKind): Promise<KindImport> {
    return new KindImport(shared, kind, await ImportState.open(shared.storage, shared.site.url, kind))
  }

  /** Whether the credentials do not suffice to edit some record. Then there may be others that they do not show. */
  get wasRefused(): boolean {
    return this.#reader.wasRefused
  }

  /** Whether the old site tells of all records that lists hide. */
  get isHiddenKnown(): boolean {
    return this.#isHiddenKnown
  }

  /** Whether it tells of all that no list of its events interface shows. */
  get isUnlistedKnown(): boolean {
    return this.#isUnlistedKnown
  }

  /** All that the old site lists. */
  async bringLists(): Promise<void> {
    const { site, options } = this.#shared
    const collection = COLLECTIONS[this.#kind]
    for await (const { rows, odd, total, complete, missing, unsure } of site.list(collection)) {
      this.#skipOdd(odd)
      await this.#bring(rows)
      this.report.complete = complete
      this.report.missing = missing
      this.#unsure = unsure
      options.onProgress?.({ kind: this.#kind, done: this.#seen.size, total })
    }
    if (SEQUENCES[this.#kind] === 'post' && site.hasCredentials) {
      // The trash is in no other list. A site that does not know the filter shows the list again.
      for await (const { rows } of site.list(collection, { status: 'trash' }))
        await this.#bring(rows.filter(({ status }) => status === 'trash'))
    }
    if (this.#kind !== 'event') return
    this.#isHiddenKnown = await this.#bringHidden()
    this.#isUnlistedKnown = await this.#bringUnlisted()
  }

  /** Events that no list shows. */
  async #bringHidden(): Promise<boolean> {
    const { site } = this.#shared
    const ids = await site.hiddenToo()
    if (ids === undefined) return false
    this.#skipOdd(ids.filter((id) => !isOldId(id)).map(shownId))
    for (const id of ids.filter(isOldId)) {
      if (this.#seen.has(id)) continue
      const row = (await site.one('events', id)) ?? (await this.#protected(id))
      if (row !== undefined) {
        await this.#bring([row])
        if (!isTrue(row.hide_from_listings)) this.#found(row)
      } else if (!site.hasCredentials && !(await site.isGone('events', id))) this.#skip(id, 'password')
    }
    return true
  }

  /**
   * Events that the events interface lists to nobody, such as those without a row in its tables and hidden ones in the
   * trash. WordPress lists them, if its list is not one of what is to come.
   */
  async #bringUnlisted(): Promise<boolean> {
    const { site } = this.#shared
    const ids = await site.idsElsewhere('events')
    if (ids === undefined) return false
    const listed = new Set(ids)
    const isAll = [...this.#seen].every((id) => listed.has(id))
    for (const id of ids.filter(isOldId)) {
      if (this.#seen.has(id)) continue
      const row = (await site.one('events', id)) ?? (await this.#protected(id)) ?? (await this.#ofPost(id))
      if (row !== undefined) await this.#bring([row])
      else if (!(await site.isGone('events', id)))
        this.#skip(id, site.hasCredentials ? 'not shown' : 'password')
    }
    return isAll
  }

  /** An event out of what WordPress shows to editors. */
  async #ofPost(id: number): Promise<Row | undefined> {
    const { site } = this.#shared
    const edit = await site.editView('events', id)
    if (edit === undefined) return undefined
    const media = edit.featured_media
    return rowOfPost(edit, isOldId(media) ? await site.image(media) : undefined)
  }

  /** An event with a password, as it is with that password. */
  async #protected(id: number): Promise<Row | undefined> {
    const { site } = this.#shared
    const edit = await site.editView('events', id)
    const password = typeof edit?.password === 'string' ? edit.password : ''
    return password === '' ? undefined : site.one('events', id, { password })
  }

  /** A published event that a visitor may not read has a password. */
  #skip(id: number, reason: 'password' | 'not shown'): void {
    this.#seen.add(id)
    this.report.read++
    this.report.skipped++
    this.#note(id, reason)
  }

  #skipOdd(ids: readonly string[]): void {
    for (const id of ids) {
      if (this.#shared.notes.has(`${this.#kind} ${id} odd id`)) continue
      this.report.read++
      this.report.skipped++
      this.#note(id, 'odd id')
    }
  }

  /** A record that the list should have shown: it counts published ones for everybody. */
  #found({ status = 'publish' }: Row): void {
    if (this.report.missing === 0 || status !== 'publish') return
    this.report.missing--
    this.report.complete = this.report.missing === 0
  }

  /** Looks for what the lists have left out: records that events link to, and that other lists name. */
  async findMissing(): Promise<void> {
    if (this.report.missing === 0) return
    const { site, linked } = this.#shared
    const collection = COLLECTIONS[this.#kind]
    // What was seen while records went away is there, or is gone.
    for (const id of this.#unsure) {
      const row = await site.one(collection, id)
      if (row !== undefined) this.#found(row)
    }
    const elsewhere = (await site.idsElsewhere(collection))?.filter(isOldId) ?? []
    for (const id of new Set([...linked[this.#kind], ...elsewhere])) {
      if (this.report.missing === 0) return
      if (this.#seen.has(id)) continue
      const row = await site.one(collection, id)
      if (row === undefined) this.#note(id, 'not shown')
      else await this.#bring([row])
      if (row !== undefined) this.#found(row)
    }
  }

  async #bring(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    this.#shared.options.signal?.throwIfAborted()
    const ids = rows.map(({ id }) => id).filter(isOldId)
    for (const id of ids) {
      if (!this.#seen.has(id)) this.report.read++
      this.#seen.add(id)
    }
    if (this.#kind === 'event') this.#shared.linked.add(rows)
    await this.#shared.room.reach(SEQUENCES[this.#kind], [...ids, ...rows.flatMap(imageIdsOf)])
    for (let attempt = 1; ; attempt++) {
      const current = await this.#stored(ids)
      const links = new StayingLinks(this.#shared.storage)
      const made = await Promise.all(
        rows.map((row) => this.#arrival(row, current.get(Number(row.id)), links)),
      )
      const arrivals = made.filter((one) => one !== undefined)
      const written = arrivals.flatMap(({ record }) => record ?? [])
      if (await this.#writes.commit(arrivals)) {
        for (const { version } of written) this.report[version === 0 ? 'created' : 'updated']++
        const skipped = ids.filter((id) =>
          SKIPPED.some((why) => this.#shared.notes.has(`${this.#kind} ${id} ${why}`)),
        )
        this.report.skipped += skipped.length
        this.report.unchanged += rows.length - written.length - skipped.length
        return
      }
      if (attempt === ATTEMPTS)
        throw new MoveError(`other writes kept changing the ${COLLECTIONS[this.#kind]} of this calendar`)
      await this.#state.refresh(ids)
    }
  }

  async #stored(ids: readonly number[]): Promise<Map<number, AnyRecord>> {
    const documents = await this.#shared.storage.get(this.#kind, ids)
    return new Map(documents.map((document) => [document.id, fromDocument(this.#kind, document)]))
  }

  /** The record to write; `undefined` if there is nothing to do. */
  async #arrival(
    row: Row,
    current: AnyRecord | undefined,
    links: StayingLinks,
  ): Promise<Arrival | undefined> {
    const id = Number(row.id)
    const before = this.#state.of(id)
    if (current !== undefined && before === undefined) return this.#note(id, 'id taken')
    // It was merged here into another one, and does not come back.
    if (isMerged(current)) return undefined
    const made = await this.#reader.recordOf(row, current, before)
    if (made === undefined) return undefined
    const { edited } = made
    const isAsked = this.#kind === 'event'
    const record = await links.of(await this.#withImage(made.record))
    const modified = 'modified_utc' in record ? record.modified_utc : ''
    if (current !== undefined && before !== undefined) {
      if (isSame(record, current)) {
        if (before.isAsked === isAsked) return undefined
        return { id, record: undefined, brought: { ...before, isAsked } }
      }
      if (current.version !== before.version) {
        // Somebody changed it here. Without a change there, this one stays.
        if (modified === before.modified) return undefined
        this.#note(id, 'changed on both sides')
      }
    }
    const version = current?.version ?? 0
    const brought = { version: version + 1, modified, edited, isAsked }
    return { id, record: { ...record, version }, brought, left: leftBy(record, current) }
  }

  async #withImage(record: AnyRecord): Promise<AnyRecord> {
    if (!('image' in record) || record.image === null) return record
    const image = await this.#shared.images.moved(record.image)
    if (image !== undefined) return { ...record, image }
    this.#note(record.id, 'image')
    return record
  }

  /** What is heard of a record while it is made. */
  #heardOf(id: number): Heard {
    return {
      onCut: () => this.#note(id, 'too long'),
      onMended: (field) => this.#note(id, 'mended', field),
      onShortcode: (name) => this.#note(id, 'shortcode', name),
    }
  }

  #note(id: number | string, reason: NoteReason, detail?: string): undefined {
    const kind = this.#kind
    const key = detail === undefined ? `${kind} ${id} ${reason}` : `${kind} ${id} ${reason} ${detail}`
    // A record may be looked at again after a lost race.
    this.#shared.notes.set(key, { kind, id, reason, ...(detail !== undefined && { detail }) })
  }

  /** What an earlier import brought and the old site does not show any more. */
  async findGone(): Promise<void> {
    if (!this.report.complete) return
    const missing = this.#state
      .ids()
      .filter((id) => !this.#seen.has(id) && this.#state.of(id)?.modified !== GONE)
    for (let from = 0; from < missing.length; from += 50) {
      const records = await this.#stored(missing.slice(from, from + 50))
      for (const record of records.values()) {
        if (isMerged(record) || !this.#wouldShow(record)) continue
        this.report.gone.push(record.id)
        if (this.#shared.options.prune) await this.#writes.remove(record)
      }
    }
  }

  /** Whether the old site would show a record like this one to whoever asked it. */
  #wouldShow(record: AnyRecord): boolean {
    if (!('status' in record)) return true
    if (record.kind === 'event' && record.hide_from_listings && !this.#isHiddenKnown) return false
    return this.#shared.site.hasCredentials || record.status === 'publish'
  }
}

/** The slug that the record has here, if it is public and another one comes, or it is public no more. */
function leftBy(record: AnyRecord, current: AnyRecord | undefined): LeftSlug | undefined {
  if (current === undefined || ('status' in current && current.status !== 'publish')) return undefined
  const isKept = record.slug === current.slug && (!('status' in record) || record.status === 'publish')
  return isKept ? undefined : { kind: current.kind, id: current.id, slug: current.slug }
}

const isMerged = (record: AnyRecord | undefined): boolean =>
  record !== undefined && 'merged' in record && record.merged !== undefined

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1'

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
