import { decodeReferences } from '../../core/domain/html/entities.ts'
import { isRow, type Row, rowsOf } from '../../formats/rows.ts'
import type { EventsApi } from '../../types/index.ts'
import { compareAnswers, type Found, type Owner } from './compare-answers.ts'
import { type CompareReport, type DifferenceReason, Tally } from './compare-report.ts'
import { Expectations } from './expected.ts'
import { type Bases, explain } from './explain.ts'
import { ImageMover, type MoveImage } from './move-images.ts'
import { isOldId } from './old-id.ts'
import { statusOf } from './old-records.ts'
import { type Collection, findSite, type OldSite, type SiteOptions } from './old-site.ts'

/*
 * Asks the old site and this calendar the same questions, and compares the answers value by value.
 */

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
  const comparison = new Comparison(api, site, options)
  for (const collection of COLLECTIONS) await comparison.all(collection)
  return comparison.report()
}

/** A list of the old site. */
interface OldList {
  readonly rows: ReadonlyMap<number, Row>
  /** Those of its first reading, in order. Later ones find what it left out. */
  readonly order: readonly number[]
}

/** The answers to one question. */
interface Asked {
  readonly old: Row | undefined
  readonly ours: Row | undefined
  readonly isAlone: boolean
  /** The old site does not answer for a record that it has. */
  readonly isLeftOut: boolean
}

class Comparison {
  readonly #site: OldSite
  readonly #images: ImageMover
  readonly #expectations: Expectations
  readonly #bases: Bases
  readonly #origin: string
  readonly #path: string
  readonly #ask: (request: Request) => Promise<Response>
  readonly #onProgress: CompareOptions['onProgress']
  readonly #tally = new Tally()

  constructor(api: EventsApi, site: OldSite, options: CompareOptions) {
    this.#site = site
    this.#images = new ImageMover(site, options.images)
    this.#expectations = new Expectations(site)
    this.#ask = api.as(site.hasCredentials ? { id: Number.MAX_SAFE_INTEGER, role: 'administrator' } : null)
    this.#origin = options.origin ?? new URL(site.url).origin
    this.#path = api.basePath
    this.#onProgress = options.onProgress
    const old = site.address('').replace(/\/$/, '')
    this.#bases = { old, ours: `${this.#origin}${api.basePath}`, home: site.url }
  }

  report(): CompareReport {
    return this.#tally.report()
  }

  async all(collection: Collection): Promise<void> {
    const old = await this.#oldList(collection)
    const ours = await this.#ourList(collection)
    this.#compareOrder(collection, old, ours)
    const hidden = collection === 'events' ? ((await this.#site.hiddenToo()) ?? []) : []
    const ids = new Set([...old.rows.keys(), ...ours.keys(), ...hidden.filter(isOldId)])
    let done = 0
    for (const id of ids) {
      await this.#compareRecord(collection, id, old.rows.get(id), ours.get(id))
      this.#onProgress?.({ collection, done: ++done, total: ids.size })
    }
  }

  async #oldList(collection: Collection): Promise<OldList> {
    const rows = new Map<number, Row>()
    const order: number[] = []
    for await (const page of this.#site.list(collection)) {
      for (const row of page.rows) {
        if (page.isFirst) order.push(Number(row.id))
        rows.set(Number(row.id), await this.#images.inAnswer(row))
      }
    }
    return { rows, order }
  }

  async #ourList(collection: Collection): Promise<Map<number, Row>> {
    const listed = new Map<number, Row>()
    for (let page = 1, pages = 1; page <= pages; page++) {
      const body = await this.#ours(`${collection}?${queryOf(collection)}&page=${page}`)
      for (const row of rowsOf(body?.[collection])) listed.set(Number(row.id), row)
      pages = Number(body?.total_pages ?? 0)
    }
    return listed
  }

  async #ours(path: string): Promise<Row | undefined> {
    const response = await this.#ask(new Request(`${this.#origin}${this.#path}/${path}`))
    const body: unknown = await response.json()
    return response.status === 200 && isRow(body) ? body : undefined
  }

  /** Both by what the old site sorts by, of the records that both lists have with the same value. */
  #compareOrder(collection: Collection, old: OldList, ours: ReadonlyMap<number, Row>): void {
    const name = SORTED_BY[collection]
    const sortedBy = (id: number) => old.rows.get(id)?.[name]
    const common = new Set(
      old.order.filter((id) => {
        const mine = ours.get(id)?.[name]
        return mine !== undefined && decodeReferences(String(mine)) === decodeReferences(String(sortedBy(id)))
      }),
    )
    const theirs = [...common].map(sortedBy)
    const mine = [...ours.keys()].filter((id) => common.has(id)).map(sortedBy)
    for (const [at, value] of theirs.entries()) {
      if (value === mine[at]) this.#tally.equal()
      else
        this.#tally.differs(
          { path: collection, field: `order[${at}]`, old: value, ours: mine[at] },
          undefined,
        )
    }
  }

  async #compareRecord(
    collection: Collection,
    id: number,
    old: Row | undefined,
    ours: Row | undefined,
  ): Promise<void> {
    const alone = await this.#alone(collection, id)
    const single = await this.#ours(`${collection}/${id}`)
    const isHere = ours !== undefined || single !== undefined
    // Editors see what the events interface does not answer for.
    const isOfPost =
      alone === undefined && isHere && (await this.#expectations.view(collection, { id })) !== undefined
    await this.#compare(collection, `${collection} (list)`, `${id}`, {
      ...{ old, ours, isAlone: false, isLeftOut: old === undefined && (alone !== undefined || isOfPost) },
    })
    await this.#compare(collection, `${collection}/${id}`, '', {
      ...{ old: alone, ours: single, isAlone: true, isLeftOut: isOfPost },
    })
  }

  /** One with a password as it is with that password. */
  async #alone(collection: Collection, id: number): Promise<Row | undefined> {
    const answer = await this.#site.one(collection, id)
    const isHidden = collection === 'events' && (answer === undefined || isBlanked(answer))
    const view = isHidden ? await this.#expectations.view(collection, { id }) : undefined
    const password = typeof view?.password === 'string' ? view.password : ''
    const full = password === '' ? answer : ((await this.#site.one(collection, id, { password })) ?? answer)
    return full && this.#images.inAnswer(full)
  }

  async #compare(
    collection: Collection,
    path: string,
    prefix: string,
    { old, ours, isAlone, isLeftOut }: Asked,
  ): Promise<void> {
    const found: Found[] = []
    compareAnswers(
      collection,
      { old, ours },
      { equal: () => this.#tally.equal(), differs: (one) => found.push(one) },
    )
    const isProtected = old !== undefined && isBlanked(old)
    const by = {
      ...{ expectations: this.#expectations, bases: this.#bases, isAlone, isProtected },
      isTaken: (owner: Owner, slug: string) => this.#isTaken(owner, slug),
    }
    for (const one of found) {
      const field = [prefix, one.field].filter((part) => part !== '').join('.')
      const reason =
        one.owner !== undefined ? await explain(one, by) : isLeftOut ? 'left out' : missing(old, ours)
      this.#tally.differs({ path, field, old: one.old, ours: one.ours }, reason)
    }
    if (isAlone && collection === 'events') this.#compareStanding(path, old?.json_ld, ours?.json_ld)
  }

  /** Whether an event takes place is no matter of form. */
  #compareStanding(path: string, old: unknown, ours: unknown): void {
    if (!isRow(old) || !isRow(ours)) return
    const [theirs, mine] = [statusIn(old), statusIn(ours)]
    if (theirs === mine) this.#tally.equal()
    else this.#tally.differs({ path, field: 'json_ld.eventStatus', old: theirs, ours: mine }, undefined)
  }

  async #isTaken({ collection, ours }: Owner, slug: string): Promise<boolean> {
    if (collection === 'categories' || collection === 'tags') {
      const body = await this.#ours(`${collection}?hide_empty=0&slug=${encodeURIComponent(slug)}`)
      return rowsOf(body?.[collection]).some(({ id }) => id !== ours.id)
    }
    const other = await this.#ours(`${collection}/by-slug/${encodeURIComponent(slug)}`)
    return other !== undefined && other.id !== ours.id
  }
}

function queryOf(collection: Collection): string {
  if (collection === 'events') return 'per_page=50&start_date=0000-01-01&end_date=9999-12-31'
  return collection === 'categories' || collection === 'tags' ? 'per_page=50&hide_empty=0' : 'per_page=50'
}

/** The old site hides what its password protects. */
const isBlanked = (row: Row): boolean => row.all_day === null

/** Why only one of both has an answer. */
function missing(old: Row | undefined, ours: Row | undefined): DifferenceReason | undefined {
  if (old === undefined || ours !== undefined) return undefined
  if (isBlanked(old)) return 'rights'
  return 'status' in old && statusOf(old) === undefined ? 'not brought' : undefined
}

/** Such as `EventCancelled`; without one, an event takes place. */
function statusIn({ eventStatus: status }: Row): string {
  return typeof status === 'string' ? (status.split('/').at(-1) ?? '') : 'EventScheduled'
}
