import { hashPassword, isPassword } from '../../core/domain/records/password.ts'
import type { RecordOf } from '../../core/domain/records/records.ts'
import { isRow, type Row } from '../../formats/rows.ts'
import type { AnyRecord, Brought, RecordKind } from './import-state.ts'
import {
  eventFrom,
  type Heard,
  hasStanding,
  organizerFrom,
  type Source,
  standingFrom,
  standingIn,
  statusOf,
  termFrom,
  venueFrom,
} from './old-records.ts'
import { shortcodesIn } from './old-shortcodes.ts'
import { COLLECTIONS, type OldSite } from './old-site.ts'

/** What is there already to know of a record. */
interface Known {
  readonly row: Row
  readonly edit?: Row | undefined
  readonly current: AnyRecord | undefined
  readonly before: Brought | undefined
}

/** Makes a record of a row of the old site, which it asks for what the row does not say. */
export class RecordReader {
  readonly #site: OldSite
  readonly #kind: RecordKind
  readonly #heardOf: (id: number) => Heard
  readonly #onSkip: (id: number, reason: 'password' | 'status') => undefined
  /** Whether the credentials do not suffice to edit some record. */
  wasRefused = false

  constructor(
    site: OldSite,
    kind: RecordKind,
    heardOf: (id: number) => Heard,
    onSkip: (id: number, reason: 'password' | 'status') => undefined,
  ) {
    this.#site = site
    this.#kind = kind
    this.#heardOf = heardOf
    this.#onSkip = onSkip
  }

  /** `undefined`: the record is not brought. `edited`: its texts are those of editors. */
  async recordOf(
    row: Row,
    current: AnyRecord | undefined,
    before: Brought | undefined,
  ): Promise<{ record: AnyRecord; edited: boolean } | undefined> {
    const kind = this.#kind
    const id = Number(row.id)
    if (kind === 'category' || kind === 'tag')
      return { record: termFrom(kind, row, this.#heardOf(id).onCut), edited: false }
    if (statusOf(row) === undefined) return this.#onSkip(id, 'status')
    const site = this.#site
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
    if (full === undefined || full.all_day === null) return this.#onSkip(id, 'password')
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
    const site = this.#site
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
}

/** A post whose texts need not be read again. Imports before 0.8 left shortcodes in them. */
const isRead = (record: AnyRecord | undefined): record is RecordOf['event' | 'venue' | 'organizer'] =>
  record !== undefined &&
  'author' in record &&
  shortcodesIn(record.description).length === 0 &&
  !(record.kind === 'event' && shortcodesIn(record.excerpt).length > 0)

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
