import { isRow, type Row } from '../../formats/rows.ts'
import { isOldId } from './old-id.ts'
import {
  eventFrom,
  type Heard,
  organizerFrom,
  standingFrom,
  statusOf,
  termFrom,
  venueFrom,
} from './old-records.ts'
import type { Collection, OldSite, PostCollection } from './old-site.ts'

/*
 * What the import makes of a record of the old site, as fields of an answer.
 */

export interface Expected {
  readonly values: ReadonlyMap<string, unknown>
  readonly mended: ReadonlySet<string>
  /** Whether something was too long. */
  readonly isCut: boolean
  /** The view of editors that it was made of. */
  readonly edit: Row | undefined
}

/** Views of editors that are remembered: venues and organizers are in many events. */
const MOST_VIEWS = 200

export class Expectations {
  readonly #site: OldSite
  readonly #views = new Map<string, Promise<Row | undefined>>()
  /** By the row that it was made of. */
  readonly #made = new WeakMap<
    Row,
    { plain?: Expected | undefined; edited?: Promise<Expected | undefined> }
  >()

  constructor(site: OldSite) {
    this.#site = site
  }

  /** Of what the site shows to all; `undefined` for what cannot be brought. */
  plain(collection: Collection, row: Row): Expected | undefined {
    const made = this.#of(row)
    made.plain ??= this.#make(collection, row, undefined)
    return made.plain
  }

  /** Of what it shows to editors; `undefined` without their rights. */
  edited(collection: Collection, row: Row): Promise<Expected | undefined> {
    const made = this.#of(row)
    made.edited ??= this.view(collection, row).then((edit) =>
      edit === undefined ? undefined : this.#make(collection, row, edit),
    )
    return made.edited
  }

  /** The record as editors see it. */
  async view(collection: Collection, { id }: Row): Promise<Row | undefined> {
    if (!isPosts(collection) || !isOldId(id)) return undefined
    const key = `${collection} ${id}`
    const known = this.#views.get(key) ?? this.#site.editView(collection, id)
    if (this.#views.size >= MOST_VIEWS) this.#views.clear()
    this.#views.set(key, known)
    return known
  }

  /** Whether an event takes place, as fields of its answer. */
  async standing(row: Row): Promise<ReadonlyMap<string, unknown>> {
    const record = this.#record('events', row, undefined, silent)
    if (record?.kind !== 'event') return new Map()
    const post = (await this.view('events', row)) ?? (await this.#site.post('events', record.id))
    const standing = standingFrom({ row, ...silent }, { jsonLd: row.json_ld, post }, record)
    // Answers say it of every event that is online.
    const virtual_event_type = standing.virtual_event_type ?? (standing.is_virtual ? 'virtual' : undefined)
    return new Map(Object.entries({ ...standing, virtual_event_type }))
  }

  #of(row: Row) {
    const made = this.#made.get(row) ?? {}
    this.#made.set(row, made)
    return made
  }

  #make(collection: Collection, row: Row, edit: Row | undefined): Expected | undefined {
    const mended = new Set<string>()
    let isCut = false
    const heard: Heard = {
      onCut: () => {
        isCut = true
      },
      onMended: (field) => mended.add(field),
      onShortcode: () => {},
    }
    const record = this.#record(collection, row, edit, heard)
    if (record === undefined) return undefined
    const values = new Map<string, unknown>(Object.entries(record))
    if (record.kind === 'event') {
      for (const [name, value] of [
        ['start_date', record.start],
        ['end_date', record.end],
        ['utc_start_date', record.utc_start],
        ['utc_end_date', record.utc_end],
      ] as const)
        values.set(name, value)
    }
    return { values, mended, isCut, edit }
  }

  #record(collection: Collection, row: Row, edit: Row | undefined, heard: Heard) {
    if (collection === 'categories') return termFrom('category', row, heard.onCut)
    if (collection === 'tags') return termFrom('tag', row, heard.onCut)
    if (statusOf(row) === undefined) return undefined
    const source = { row, edit, zone: this.#site.zone, host: this.#site.host, ...heard }
    if (collection === 'venues') return venueFrom(source)
    return collection === 'organizers' ? organizerFrom(source) : eventFrom(source)
  }
}

const silent: Heard = { onCut: () => {}, onMended: () => {}, onShortcode: () => {} }

const isPosts = (collection: Collection): collection is PostCollection =>
  collection === 'events' || collection === 'venues' || collection === 'organizers'

/** A text of the view of editors: as it was written, or as the site makes it. */
export function textIn(edit: Row | undefined, name: string, form: 'raw' | 'rendered'): string | undefined {
  const field = edit?.[name]
  const text = isRow(field) ? field[form] : undefined
  return typeof text === 'string' ? text : undefined
}
