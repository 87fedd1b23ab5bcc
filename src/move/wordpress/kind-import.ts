import { hashPassword, isPassword } from '../../core/domain/records/password.ts'
import type { RecordOf } from '../../core/domain/records/records.ts'
import { fromDocument } from '../../core/domain/records/stored-record.ts'
import { numbered } from '../../core/domain/text/slug.ts'
import type { LeftSlug } from '../../core/mount/site.ts'
import { claimsOf } from '../../core/operations/writing/claim-uid.ts'
import { keepSlugs } from '../../core/operations/writing/former-slugs.ts'
import { putChange } from '../../core/operations/writing/plan.ts'
import { isRow, type Row } from '../../formats/rows.ts'
import { type Change, isTooLarge, type Sequence, type Storage } from '../../storage/contract.ts'
import { MoveError } from '../move-error.ts'
import type { IdRoom } from './id-room.ts'
import { type ImportNote, type ImportProgress, type NoteReason, newKindReport } from './import-report.ts'
import { type Brought, ImportState, type RecordKind } from './import-state.ts'
import type { LinkedIds } from './linked-ids.ts'
import type { ImageMover } from './move-images.ts'
import { isOldId, shownId } from './old-id.ts'
import {
  eventFrom,
  type Heard,
  hasStanding,
  imageIdsOf,
  organizerFrom,
  type Source,
  standingFrom,
  standingIn,
  statusOf,
  termFrom,
  venueFrom,
} from './old-records.ts'
import { shortcodesIn } from './old-shortcodes.ts'
import type { Collection, OldSite } from './old-site.ts'
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

const COLLECTIONS = {
  category: 'categories',
  tag: 'tags',
  venue: 'venues',
  organizer: 'organizers',
  event: 'events',
} as const satisfies Record<RecordKind, Collection>

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
  readonly id: number
  /** `undefined`: it stays as it is. */
  readonly record: AnyRecord | undefined
  readonly brought: Brought
  /** The slug that it had here while it was public, if it has it no more. */
  readonly left?: LeftSlug | undefined
}

/** What is there already to know of a record. */
interface Known {
  readonly row: Row
  readonly edit?: Row | undefined
  readonly current: AnyRecord | undefined
  readonly before: Brought | undefined
}

/** Reasons for which a record is not brought. */
const SKIPPED = ['password', 'status', 'id taken'] as const satisfies NoteReason[]

/** Remembered of a record that is gone on the old site and went to the trash here. */
const GONE = 'gone'

const ATTEMPTS = 5
const MOST_NUMBERS = 1000

/** The import of the records of one kind. */
export class KindImport {
  readonly #shared: Shared
  readonly #kind: RecordKind
  readonly #state: ImportState
  readonly #seen = new Set<number>()
  #isHiddenKnown = true
  #isUnlistedKnown = true
  /** Records that the site showed, and perhaps shows no more. */
  #unsure: readonly number[] = []
  readonly report = newKindReport()
  /** Whether the credentials do not suffice to edit some record. Then there may be others that they do not show. */
  wasRefused = false

  private constructor(shared: Shared, kind: RecordKind, state: ImportState) {
    this.#shared = shared
    this.#kind = kind
    this.#state = state
  }

  static async open(shared: Shared, kind: RecordKind): Promise<KindImport> {
    return new KindImport(shared, kind, await ImportState.open(shared.storage, shared.site.url, kind))
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
      if (await this.#commit(arrivals)) {
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
    const made = await this.#recordOf(row, current, before)
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

  async #recordOf(
    row: Row,
    current: AnyRecord | undefined,
    before: Brought | undefined,
  ): Promise<{ record: AnyRecord; edited: boolean } | undefined> {
    const kind = this.#kind
    const id = Number(row.id)
    if (kind === 'category' || kind === 'tag')
      return { record: termFrom(kind, row, this.#heardOf(id).onCut), edited: false }
    if (statusOf(row) === undefined) return this.#note(id, 'status')
    const { site } = this.#shared
    const { zone, host } = site
    const source = { zone, host, ...this.#heardOf(id) }
    if (isRead(current) && before?.edited && row.all_day !== null) {
      // Its texts are those of editors already. If nothing else changed, they need not be read again.
      const quiet = { ...source, onShortcode: () => {} }
      const same = withTextsOf(current, build(kind, { row, ...quiet, password: passwordOf(current) }))
      if (same.modified_utc === before.modified)
        return { record: await this.#withStanding(same, { row, current, before }), edited: true }
    }
    const edit = await site.editView(COLLECTIONS[kind], id)
    if (edit === undefined && !this.wasRefused)
      this.wasRefused = !site.hasCredentials || !(await site.isGone(COLLECTIONS[kind], id))
    const secret = isRow(edit) && typeof edit.password === 'string' ? edit.password : ''
    if (kind !== 'event') return { record: build(kind, { row, edit, ...source }), edited: edit !== undefined }
    const isBlank = row.all_day === null
    const full = isBlank && secret !== '' ? await site.one('events', id, { password: secret }) : row
    // An event with a password hides its flags.
    if (full === undefined || full.all_day === null) return this.#note(id, 'password')
    const password = secret === '' ? null : await hashOf(secret, passwordOf(current))
    const record = build(kind, { row: full, edit, ...source, password })
    const told = { row: full, edit, current, before }
    return { record: await this.#withStanding(record, told), edited: edit !== undefined }
  }

  /**
   * The same event with whether it takes place: the edit view says it, else the event alone, and why it does not its post.
   * Lists do not; who was told asks after changes only.
   */
  async #withStanding<R extends AnyRecord>(record: R, { row, edit, current, before }: Known): Promise<R> {
    if (record.kind !== 'event') return record
    const { site } = this.#shared
    const isKnown = before?.isAsked === true && record.modified_utc === before.modified
    if (isKnown && current?.kind === 'event') return { ...record, ...standingIn(current) }
    const source = { row, onCut: this.#heardOf(record.id).onCut }
    if (hasStanding(edit))
      return { ...record, ...standingFrom(source, { post: edit, jsonLd: row.json_ld }, record) }
    const alone = isRow(row.json_ld) ? row : await site.one('events', record.id)
    const jsonLd = alone?.json_ld
    const standing = standingFrom(source, { jsonLd }, record)
    if (standing.event_status === undefined) return { ...record, ...standing }
    const post = edit ?? (await site.post('events', record.id))
    return { ...record, ...standingFrom(source, { jsonLd, post }, record) }
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

  /** Answers `false` if another write was first. */
  async #commit(arrivals: readonly Arrival[]): Promise<boolean> {
    if (arrivals.length === 0) return true
    const brought = new Map(arrivals.map(({ id, brought }) => [id, brought]))
    const records = arrivals.flatMap(({ record }) => record ?? [])
    const changes: Change[] = [
      ...(await claimsOf(this.#shared.storage, records)),
      ...(await keepSlugs(
        this.#shared.storage,
        arrivals.flatMap(({ left }) => left ?? []),
      )),
      ...arrivals.flatMap(({ record }) => (record === undefined ? [] : [putChange(record)])),
      ...this.#state.changes(brought),
    ]
    try {
      const { conflict } = await this.#shared.storage.commit(changes)
      if (conflict === 'taken') return this.#commitNumbered(arrivals)
      if (conflict !== null) return false
      await this.#state.refresh([...brought.keys()])
      return true
    } catch (error) {
      if (!isTooLarge(error) || arrivals.length === 1) throw error
      const half = Math.ceil(arrivals.length / 2)
      return (await this.#commit(arrivals.slice(0, half))) && (await this.#commit(arrivals.slice(half)))
    }
  }

  /** One by one, because some slug has an owner here. */
  async #commitNumbered(arrivals: readonly Arrival[]): Promise<boolean> {
    for (const { id, record, brought, left } of arrivals) {
      for (let number = 1; ; number++) {
        const slug = (of: AnyRecord) => (number === 1 ? of.slug : numbered(of.slug, number))
        const { conflict } = await this.#shared.storage.commit([
          ...(record === undefined ? [] : [putChange({ ...record, slug: slug(record) })]),
          ...(await keepSlugs(this.#shared.storage, left === undefined ? [] : [left])),
          ...this.#state.changes(new Map([[id, brought]])),
        ])
        if (conflict === null) {
          if (number > 1) this.#note(id, 'slug taken')
          break
        }
        if (conflict !== 'taken' || number === MOST_NUMBERS) return false
      }
      await this.#state.refresh([id])
    }
    return true
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
        if (this.#shared.options.prune) await this.#prune(record)
      }
    }
  }

  /** Whether the old site would show a record like this one to whoever asked it. */
  #wouldShow(record: AnyRecord): boolean {
    if (!('status' in record)) return true
    if (record.kind === 'event' && record.hide_from_listings && !this.#isHiddenKnown) return false
    return this.#shared.site.hasCredentials || record.status === 'publish'
  }

  async #prune(record: AnyRecord): Promise<void> {
    const { kind, id, version } = record
    const isTerm = !('status' in record)
    const change: Change = isTerm
      ? { do: 'remove', kind, id, expect: version }
      : putChange({ ...record, status: 'trash', slug: `${record.slug}__trashed`, own_slug: record.slug })
    const left = isTerm || record.status !== 'publish' ? [] : [{ kind: record.kind, id, slug: record.slug }]
    const after = isTerm ? undefined : { version: version + 1, modified: GONE, edited: false, isAsked: false }
    // After a conflict it stays: the next import finds it again.
    await this.#shared.storage.commit([
      change,
      ...(await keepSlugs(this.#shared.storage, left)),
      ...this.#state.changes(new Map([[id, after]])),
    ])
    await this.#state.refresh([id])
  }
}

/** A post whose texts need not be read again. Imports before 0.8 left shortcodes in them. */
const isRead = (record: AnyRecord | undefined): record is RecordOf['event' | 'venue' | 'organizer'] =>
  record !== undefined &&
  'author' in record &&
  shortcodesIn(record.description).length === 0 &&
  !(record.kind === 'event' && shortcodesIn(record.excerpt).length > 0)

/** The slug that the record has here, if it is public and another one comes, or it is public no more. */
function leftBy(record: AnyRecord, current: AnyRecord | undefined): LeftSlug | undefined {
  if (current === undefined || ('status' in current && current.status !== 'publish')) return undefined
  const isKept = record.slug === current.slug && (!('status' in record) || record.status === 'publish')
  return isKept ? undefined : { kind: current.kind, id: current.id, slug: current.slug }
}

const isMerged = (record: AnyRecord | undefined): boolean =>
  record !== undefined && 'merged' in record && record.merged !== undefined

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1'

function build(
  kind: 'event' | 'venue' | 'organizer',
  source: Source,
): RecordOf['event' | 'venue' | 'organizer'] {
  return kind === 'event' ? eventFrom(source) : kind === 'venue' ? venueFrom(source) : organizerFrom(source)
}

/** The texts and the prices of an edit view that was read before. */
function withTextsOf<R extends RecordOf['event' | 'venue' | 'organizer']>(current: AnyRecord, record: R): R {
  const texts: Record<string, unknown> = current.kind === 'event' ? { cost: current.cost } : {}
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
