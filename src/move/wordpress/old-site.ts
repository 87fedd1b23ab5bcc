import { plainLine } from '../../core/domain/html/html.ts'
import { resolveZone, UTC, type Zone } from '../../core/domain/time/zones.ts'
import { isRow, type Row, rowsOf } from '../../formats/rows.ts'
import { MoveError } from '../move-error.ts'
import { findApi, siteAddress } from './find-api.ts'
import type { RecordKind } from './import-state.ts'
import { countOf, idsOfPages, type ListPage, listPages, type OldPage } from './old-list.ts'
import {
  type Credentials,
  createPoliteFetch,
  createTurns,
  type FetchOptions,
  type Reply,
} from './polite-fetch.ts'
import { addressFrom, webAddress } from './web-address.ts'

/*
 * What a WordPress site with The Events Calendar shows to programs, and how to get all of it.
 */

export interface SiteOptions extends FetchOptions {
  /** Address of the site. */
  readonly url: string
  /** User name and application password. Without them, only what visitors see is read. */
  readonly user?: string | undefined
  readonly password?: string | undefined
}

export type Collection = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

export const COLLECTIONS = {
  category: 'categories',
  tag: 'tags',
  venue: 'venues',
  organizer: 'organizers',
  event: 'events',
} as const satisfies Record<RecordKind, Collection>

const NAMESPACE = 'tribe/events/v1'
/** Of lists of IDs. The events interface of the newer kind shows 50 at most. */
const PER_PAGE = 50
/** Of lists of WordPress itself. */
const IDS_PER_PAGE = 100
/** What lists show to who may see it, beside the trash. */
const UNPUBLISHED = 'publish,draft,private,future,pending'
const LONGEST_NAME = 200
/** Without bounds, a list shows two years. These are the widest that the site accepts. */
const ALWAYS = { start_date: '1000-01-01', end_date: '9999-12-31' }
/** The sentence without which the newer interface refuses to answer. */
const ACKNOWLEDGEMENT =
  'I understand that this endpoint is experimental and may change in a future release without maintaining backward ' +
  'compatibility. I also understand that I am using this endpoint at my own risk, while support is not provided for it.'

const QUERIES: Readonly<Record<Collection, Readonly<Record<string, string>>>> = {
  events: ALWAYS,
  venues: {},
  organizers: {},
  categories: { hide_empty: '0' },
  tags: { hide_empty: '0' },
}

/** Types of WordPress, whose lists can be in the order of IDs, which does not change from page to page. */
const TYPES = {
  events: 'tribe_events',
  venues: 'tribe_venue',
  organizers: 'tribe_organizer',
  categories: 'tribe_events_cat',
  tags: 'tags',
} as const satisfies Record<Collection, string>

/** The edit view of each kind of posts. */
const EDIT_TYPES = { events: 'tribe_events', venues: 'tribe_venue', organizers: 'tribe_organizer' } as const

export type PostCollection = keyof typeof EDIT_TYPES

export interface OldSite {
  readonly url: string
  /** Host name of its home page. */
  readonly host: string
  readonly name: string
  readonly zone: Zone
  readonly hasCredentials: boolean
  /** Address of a path of the events interface. */
  address(path: string, query?: Readonly<Record<string, string>>): string
  /** All records of a collection, a page at a time, each record once. */
  list(kind: Collection, query?: Readonly<Record<string, string>>): AsyncGenerator<ListPage>
  /** IDs of events that lists may hide; `undefined` where the site does not tell. */
  hiddenToo(): Promise<readonly unknown[] | undefined>
  /**
   * IDs by another way than the list, which may leave records out: with the trash, to who may see it. `undefined` where
   * the site does not tell.
   */
  idsElsewhere(kind: Collection): Promise<readonly unknown[] | undefined>
  /** Without an answer that is the record with this ID, `undefined`. */
  one(kind: Collection, id: number, query?: Readonly<Record<string, string>>): Promise<Row | undefined>
  /** The record as editors see it, with its texts as they were written; `undefined` without the right to. */
  editView(kind: PostCollection, id: number): Promise<Row | undefined>
  /** The record as WordPress shows its posts to all. */
  post(kind: PostCollection, id: number): Promise<Row | undefined>
  /** An image, as WordPress shows it. */
  image(id: number): Promise<Row | undefined>
  /** Whether there is no such record any more, which is no refusal. */
  isGone(kind: Collection, id: number): Promise<boolean>
  /** A file of any host: without the credentials. */
  file(url: string): Promise<Reply>
}

/** @throws MoveError at once for what is not the address of a site, or of one that cannot be reached. */
export async function findSite(options: SiteOptions): Promise<OldSite> {
  const { user, password } = options
  const site = siteAddress(options.url)
  const hasCredentials = user !== undefined && password !== undefined
  const turns = createTurns()
  const credentials: Credentials | undefined = hasCredentials
    ? { authorization: basic(user, password), site }
    : undefined
  const ask = createPoliteFetch(options, credentials, turns)
  const askOpenly = createPoliteFetch(options, undefined, turns)
  const { root, index } = await findApi(ask, askOpenly, options.url, hasCredentials)
  const namespaces: readonly unknown[] = Array.isArray(index.namespaces) ? index.namespaces : []
  if (!namespaces.includes(NAMESPACE)) {
    throw new MoveError(`${options.url}: this site has no events interface (${NAMESPACE})`)
  }

  const addressIn = (path: string, query: Readonly<Record<string, string>>): string => {
    const url = new URL(root)
    if (url.searchParams.has('rest_route')) url.searchParams.set('rest_route', `/${path}`)
    else url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }
  const address = (path: string, query: Readonly<Record<string, string>> = {}): string =>
    addressIn(`${NAMESPACE}/${path}`, query)

  async function pageOf(
    kind: Collection,
    query: Readonly<Record<string, string>>,
    [size, page, mayBeMissing]: readonly [number, number, boolean],
  ): Promise<OldPage> {
    const own = { ...QUERIES[kind], ...query, per_page: String(size), page: String(page) }
    const { status, body } = await ask(address(kind, own), { mayBeMissing })
    if (status === 401) throw new MoveError(`${options.url}: the site refuses the user name or the password`)
    if (!isRow(body) || status !== 200) return { status, rows: [], total: undefined, pages: 0 }
    return {
      status,
      rows: rowsOf(body[kind]),
      total: countOf(body.total),
      pages: countOf(body.total_pages) ?? Number.POSITIVE_INFINITY,
    }
  }

  const list: OldSite['list'] = (kind, query = {}) =>
    listPages(`${options.url}: ${kind}`, (...which) => pageOf(kind, query, which))

  /** Lists that the site does not have. */
  const absent = new Set<string>()

  /** IDs of a list whose counts are in header fields. */
  function idsAt(path: string, query: Readonly<Record<string, string>>, size = PER_PAGE, headers = {}) {
    return idsOfPages(`${options.url}: ${path}`, async (page) => {
      const own = { ...query, per_page: String(size), page: String(page), _fields: 'id' }
      const reply = await ask(addressIn(path, own), { headers })
      if (reply.status === 404) absent.add(path)
      return {
        status: reply.status,
        rows: rowsOf(reply.body),
        total: undefined,
        pages: countOf(reply.headers.get('x-wp-totalpages')) ?? Number.POSITIVE_INFINITY,
      }
    })
  }

  async function hiddenToo(): Promise<readonly unknown[] | undefined> {
    if (!namespaces.includes('tec/v1')) return undefined
    const status = hasCredentials ? { status: UNPUBLISHED } : {}
    return idsAt('tec/v1/events', status, PER_PAGE, { 'x-tec-eea': ACKNOWLEDGEMENT })
  }

  async function idsElsewhere(kind: Collection): Promise<readonly unknown[] | undefined> {
    if (!namespaces.includes('wp/v2')) return undefined
    const order = { orderby: 'id', order: 'asc' }
    const path = `wp/v2/${TYPES[kind]}`
    const all = { status: `${UNPUBLISHED},trash` }
    if (kind in EDIT_TYPES && hasCredentials) {
      const ids = await idsAt(path, { ...order, ...all }, IDS_PER_PAGE)
      if (ids !== undefined || absent.has(path)) return ids
    }
    return idsAt(path, order, IDS_PER_PAGE)
  }

  async function rowAt(url: string, id: number): Promise<Row | undefined> {
    const { status, body } = await ask(url)
    return status === 200 && isRow(body) && body.id === id ? body : undefined
  }

  async function isGone(kind: Collection, id: number): Promise<boolean> {
    const paths = [
      `${NAMESPACE}/${kind}/${id}`,
      ...(namespaces.includes('wp/v2') ? [`wp/v2/${TYPES[kind]}/${id}`] : []),
    ]
    for (const path of paths) {
      if ((await ask(addressIn(path, {}), { mayBeMissing: true })).status !== 404) return false
    }
    return true
  }

  const home = typeof index.home === 'string' ? webAddress(index.home) : undefined
  return {
    url: home === undefined ? options.url : String(index.home),
    host: (home ?? site).hostname,
    name: typeof index.name === 'string' ? plainLine(index.name.slice(0, LONGEST_NAME)) : '',
    zone: zoneOf(index),
    hasCredentials,
    address,
    list,
    hiddenToo,
    idsElsewhere,
    file: async (url) => askOpenly(addressFrom(site.href, url, url).href, { headers: { accept: 'image/*' } }),
    one: (kind, id, query) => rowAt(address(`${kind}/${id}`, query), id),
    editView: async (kind, id) =>
      hasCredentials
        ? rowAt(addressIn(`wp/v2/${EDIT_TYPES[kind]}/${id}`, { context: 'edit' }), id)
        : undefined,
    post: (kind, id) => rowAt(addressIn(`wp/v2/${EDIT_TYPES[kind]}/${id}`, {}), id),
    image: (id) => rowAt(addressIn(`wp/v2/media/${id}`, {}), id),
    isGone,
  }
}

function basic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

/** A named zone, or hours east of UTC. */
function zoneOf({ timezone_string: name, gmt_offset: hours }: Row): Zone {
  const named = typeof name === 'string' && name !== '' ? resolveZone(name) : undefined
  if (named !== undefined) return named
  const minutes = Math.round(Number(hours ?? 0) * 60)
  if (!minutes) return UTC
  const size = Math.abs(minutes)
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`
  return resolveZone(`UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest}`) ?? UTC
}
