import { decodeReferences } from '../../domain/html/entities.ts'
import { htmlToText } from '../../domain/html/html.ts'
import { EVENT_OUTSIDE } from '../../fields/event-outside.ts'
import { ORGANIZER_OUTSIDE } from '../../fields/organizer-outside.ts'
import type { Outside } from '../../fields/outside.ts'
import { VENUE_OUTSIDE } from '../../fields/venue-outside.ts'
import { isRow, type Row, rowsOf } from '../../formats/rows.ts'
import type { EventsApi } from '../../types/index.ts'
import { ImageMover, type MoveImage } from './move-images.ts'
import { type Collection, findSite, type SiteOptions } from './old-site.ts'

/*
 * Asks the old site and this calendar the same questions, and compares the answers value by value.
 */

/** Why two values may differ although the move was right. */
export type DifferenceReason =
  /** The same address at another host or path. */
  | 'address'
  /** The same words: the old site shows texts with typographic signs, references and markup of its theme. */
  | 'rendered text'
  /** Ours alone: a field that the old site omits or leaves empty, such as the address of an event as its website. */
  | 'addition'
  /** Of WordPress or of an add-on, and in no answer of this calendar: `_links`, event status and the like. */
  | 'add-on'
  /** `json_ld`, which this calendar writes with plain texts and times with offsets. */
  | 'json_ld'
  /** The old site counts posts of other kinds, or events that were not shown. */
  | 'term count'
  /** UTC times of fixed offsets, which the old site takes from a place with summer time. */
  | 'time zone'
  /**
   * Who may see it: the old site hides an event with a password from administrators, and shows linked records that are
   * not published.
   */
  | 'rights'
  /** The code and the position of a currency, which only the old site keeps for each event. */
  | 'currency'

export interface Difference {
  /** Path of the question, such as `events/7`. */
  readonly path: string
  /** Such as `venue.city`. */
  readonly field: string
  readonly old: unknown
  readonly ours: unknown
}

export interface CompareReport {
  /** Values that were compared. */
  readonly values: number
  readonly equal: number
  readonly explained: Readonly<Record<DifferenceReason, number>>
  /** All others. */
  readonly unexplained: number
  /** The first of the others. */
  readonly differences: readonly Difference[]
}

export interface CompareOptions extends SiteOptions {
  /** Origin of this calendar's answers: its `baseUrl`. Default: that of the old site. */
  readonly origin?: string | undefined
  /** As in the import: then moved images are the same. */
  readonly images?: MoveImage | undefined
  readonly onProgress?:
    | ((progress: { readonly collection: Collection; readonly done: number; readonly total: number }) => void)
    | undefined
}

const COLLECTIONS = ['categories', 'tags', 'venues', 'organizers', 'events'] as const satisfies Collection[]
/** Each value by which a list is sorted. The order of equal ones is left open there. */
const SORTED_BY: Readonly<Record<Collection, string>> = {
  categories: 'name',
  tags: 'name',
  venues: 'date',
  organizers: 'date',
  events: 'start_date',
}
const MOST_SHOWN = 200

/**
 * Compares all lists and all records. `api` is the calendar that was imported into, with the options that it will be
 * served with: `timezone`, `currency`, and best with `baseUrl`, `basePath` and `namespace` of the old site. With
 * credentials, the questions are those of an administrator.
 *
 * @throws MoveError if the old site cannot be read.
 *
 * @example
 * ```ts
 * import { compareSite, importSite } from 'kalends/move'
 *
 * console.log(await compareSite(api, old))
 * ```
 */
export async function compareSite(api: EventsApi, options: CompareOptions): Promise<CompareReport> {
  const site = await findSite(options)
  const images = new ImageMover(site, options.images)
  const ask = api.as(site.hasCredentials ? { id: Number.MAX_SAFE_INTEGER, role: 'administrator' } : null)
  const origin = options.origin ?? new URL(site.url).origin
  const tally = new Tally({ old: site.address('').replace(/\/$/, ''), ours: `${origin}${api.basePath}` })

  async function ours(path: string): Promise<Row | undefined> {
    const response = await ask(new Request(`${origin}${api.basePath}/${path}`))
    const body: unknown = await response.json()
    return response.status === 200 && isRow(body) ? body : undefined
  }

  async function ourList(collection: Collection): Promise<Map<number, Row>> {
    const listed = new Map<number, Row>()
    for (let page = 1, pages = 1; page <= pages; page++) {
      const body = await ours(`${collection}?${queryOf(collection)}&page=${page}`)
      for (const row of rowsOf(body?.[collection])) listed.set(Number(row.id), row)
      pages = Number(body?.total_pages ?? 0)
    }
    return listed
  }

  for (const collection of COLLECTIONS) {
    const old = new Map<number, Row>()
    for await (const page of site.list(collection)) {
      for (const row of page.rows) old.set(Number(row.id), await images.inAnswer(row))
    }
    const listed = await ourList(collection)
    const order = orderOf(collection, old, listed)
    const ourOrder = orderOf(collection, listed, old)
    for (const [at, value] of order.entries()) tally.compare(collection, `order[${at}]`, value, ourOrder[at])
    const ids = new Set([...old.keys(), ...listed.keys()])
    let done = 0
    for (const id of ids) {
      const row = old.get(id)
      const isProtected = row?.all_day === null
      tally.compare(`${collection} (list)`, String(id), row, listed.get(id), isProtected)
      const answer = await site.one(collection, id)
      const single = answer === undefined ? undefined : await images.inAnswer(answer)
      tally.compare(`${collection}/${id}`, '', single, await ours(`${collection}/${id}`), isProtected)
      options.onProgress?.({ collection, done: ++done, total: ids.size })
    }
  }
  return tally.report()
}

function queryOf(collection: Collection): string {
  if (collection === 'events') return 'per_page=50&start_date=0000-01-01&end_date=9999-12-31'
  return collection === 'categories' || collection === 'tags' ? 'per_page=50&hide_empty=0' : 'per_page=50'
}

/** What a list is sorted by, of the records that both lists have. */
const orderOf = (collection: Collection, rows: ReadonlyMap<number, Row>, others: ReadonlyMap<number, Row>) =>
  [...rows].flatMap(([id, row]) =>
    others.has(id) ? [decodeReferences(String(row[SORTED_BY[collection]]))] : [],
  )

class Tally {
  readonly #bases: { readonly old: string; readonly ours: string }
  readonly #explained: Record<DifferenceReason, number> = {
    address: 0,
    'rendered text': 0,
    addition: 0,
    'add-on': 0,
    json_ld: 0,
    'term count': 0,
    'time zone': 0,
    rights: 0,
    currency: 0,
  }
  readonly #differences: Difference[] = []
  #equal = 0
  #unexplained = 0

  constructor(bases: { readonly old: string; readonly ours: string }) {
    this.#bases = bases
  }

  /** `isProtected`: the old site hides fields of the record. */
  compare(path: string, field: string, old: unknown, ours: unknown, isProtected = false): void {
    const [first, second] = [members(field, old), members(field, ours)]
    if (first === undefined || second === undefined || nameOf(field) === 'json_ld') {
      this.#value(path, field, old, ours, isProtected)
      // Whether an event takes place is no matter of form.
      if (field === 'json_ld' && path.startsWith('events/'))
        this.#value(path, 'json_ld.eventStatus', statusIn(old), statusIn(ours), isProtected)
      return
    }
    for (const name of new Set([...first.keys(), ...second.keys()])) {
      const inside = field === '' ? name : `${field}.${name}`
      this.compare(path, inside, first.get(name), second.get(name), isProtected)
    }
  }

  #value(path: string, field: string, old: unknown, ours: unknown, isProtected: boolean): void {
    if (old === ours || JSON.stringify(old) === JSON.stringify(ours)) {
      this.#equal++
      return
    }
    const reason = isProtected ? 'rights' : this.#reasonOf(field, old, ours)
    if (reason !== undefined) {
      this.#explained[reason]++
      return
    }
    this.#unexplained++
    if (this.#differences.length < MOST_SHOWN) this.#differences.push({ path, field, old, ours })
  }

  #reasonOf(field: string, old: unknown, ours: unknown): DifferenceReason | undefined {
    const name = nameOf(field)
    if (name === 'json_ld') return 'json_ld'
    // Our answers leave out what is not as of few events.
    if (ours === undefined && isNone(old) && RARE.has(name)) return 'add-on'
    if (field.split('.').includes('_links')) return 'add-on'
    if (isRow(old) && ours === undefined && field !== '' && 'status' in old && old.status !== 'publish')
      return 'rights'
    if (old === undefined) return ADDED.has(name) ? 'addition' : undefined
    if (ours === undefined) return KNOWN.has(name) ? undefined : 'add-on'
    if (name === 'count') return 'term count'
    if (/^currency_(code|position|symbol)$/.test(name)) return 'currency'
    if (/(^|\.)(utc_(start|end)_date|timezone_abbr)/.test(field)) return 'time zone'
    if (typeof old !== 'string' || typeof ours !== 'string') return undefined
    if (name === 'website' && old === '') return 'addition'
    if (ADDRESSES.has(name) || /(^|\.)(global_id|urls)/.test(field)) {
      return this.#sameAddress(old, ours) ? 'address' : undefined
    }
    return TEXTS.has(name) && isSameText(old, ours) ? 'rendered text' : undefined
  }

  #sameAddress(old: string, ours: string): boolean {
    const [a, b] = [decodeReferences(old), decodeReferences(ours).replace(this.#bases.ours, this.#bases.old)]
    if (a === b || !URL.canParse(a) || !URL.canParse(b)) return pathOf(a) === pathOf(b)
    const [first, second] = [new URL(a), new URL(b)]
    return `${first.pathname}${first.search}` === `${second.pathname}${second.search}`
  }

  report(): CompareReport {
    const explained = Object.values(this.#explained).reduce((sum, many) => sum + many, 0)
    return {
      values: this.#equal + explained + this.#unexplained,
      equal: this.#equal,
      explained: this.#explained,
      unexplained: this.#unexplained,
      differences: this.#differences,
    }
  }
}

/** Such as `EventCancelled`; without one, an event takes place. */
function statusIn(jsonLd: unknown): string {
  const status = isRow(jsonLd) ? jsonLd.eventStatus : undefined
  return typeof status === 'string' ? (status.split('/').at(-1) ?? '') : 'EventScheduled'
}

const isNone = (value: unknown): boolean => value === false || value === null || value === ''

/** The part behind the host of `host?id=7`. */
const pathOf = (address: string): string => address.replace(/^[^?/]*/, '')

/** Fields that answers of the old site omit without an add-on. */
const PLAIN: readonly (readonly [name: string, outside: Outside])[] = [
  EVENT_OUTSIDE,
  VENUE_OUTSIDE,
  ORGANIZER_OUTSIDE,
].flatMap((outside) => Object.entries<Outside>(outside))
const RARE = new Set(['is_virtual', 'virtual_url', 'virtual_event_type'])
const ADDED = new Set([
  'previous_start_date',
  ...RARE,
  ...['ticketed', 'post_parent', 'parent', 'geo_lat', 'geo_lng', 'sizes'],
  ...PLAIN.flatMap(([name, { old }]) => (old === null ? [name] : [])),
])
/** Fields of this calendar's answers: a value that is missing is no matter of an add-on. */
const KNOWN = new Set([
  ...PLAIN.map(([name]) => name),
  ...(
    'id author status date date_utc modified modified_utc url title description excerpt slug image all_day start_date ' +
    'end_date timezone cost website categories tags venue ' +
    'organizer stateprovince name parent'
  ).split(' '),
])
const ADDRESSES = new Set(['url', 'rest_url', 'website', 'self', 'collection', 'up'])
const TEXTS = new Set(
  (
    'title description excerpt venue organizer name address city country province state zip stateprovince phone email ' +
    'cost website'
  ).split(' '),
)

/** The letters and digits of a text: typographic signs, smileys and markup are the theme's. */
const wordsOf = (html: string): string =>
  htmlToText(decodeReferences(html))
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The old site runs shortcodes, which stay in a text as it was written. */
const isSameText = (old: string, ours: string): boolean =>
  wordsOf(old) === wordsOf(ours) || wordsOf(old) === wordsOf(ours.replace(/\[\/?[a-z][^[\]]*\]/gi, ' '))

const nameOf = (field: string): string => field.split('.').at(-1) ?? ''

/** Names and values of a list or an object. */
function members(field: string, value: unknown): Map<string, unknown> | undefined {
  // One venue is shown alone, several as a list.
  const isLink = nameOf(field) === 'venue' && isRow(value)
  const list: readonly unknown[] | undefined = Array.isArray(value) ? value : isLink ? [value] : undefined
  // Links are compared by the record that they show, whatever their order.
  if (list !== undefined) {
    return new Map(list.map((one, at) => [isRow(one) && 'id' in one ? `#${one.id}` : String(at), one]))
  }
  return isRow(value) ? new Map(Object.entries(value)) : undefined
}
