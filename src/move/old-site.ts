import { resolveZone, UTC, type Zone } from '../domain/zones.ts'
import { MoveError } from './move-error.ts'
import { createPoliteFetch, createTurns, type FetchOptions, type Reply } from './polite-fetch.ts'
import { isRow, type Row, rowsOf } from './rows.ts'

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

const NAMESPACE = 'tribe/events/v1'
const PER_PAGE = 50
/** Lists that changed while they were read are read again. */
const ROUNDS = 4
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
  /**
   * All records of a collection, a page at a time, each record once. `complete` of the last page: whether there are as
   * many as the site counts.
   */
  list(kind: Collection, query?: Readonly<Record<string, string>>): AsyncGenerator<ListPage>
  /** Events that lists may hide, by ID; `undefined` where the site does not tell. */
  hiddenToo(): Promise<readonly number[] | undefined>
  one(kind: Collection, id: number, query?: Readonly<Record<string, string>>): Promise<Row | undefined>
  /** The record as editors see it, with its texts as they were written; `undefined` without the right to. */
  editView(kind: PostCollection, id: number): Promise<Row | undefined>
  /** A file of any host: without the credentials. */
  file(url: string): Promise<Reply>
}

export interface ListPage {
  readonly rows: readonly Row[]
  readonly total: number
  readonly complete: boolean
}

export async function findSite(options: SiteOptions): Promise<OldSite> {
  const { user, password } = options
  const hasCredentials = user !== undefined && password !== undefined
  const turns = createTurns()
  const secret: Record<string, string> = hasCredentials ? { authorization: basic(user, password) } : {}
  const ask = createPoliteFetch(options, secret, turns)
  const askOpenly = createPoliteFetch(options, {}, turns)
  const { root, index } = await findApi(ask, options.url)
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

  async function pageOf(kind: Collection, query: Readonly<Record<string, string>>, page: number) {
    const own = { ...QUERIES[kind], ...query, per_page: String(PER_PAGE), page: String(page) }
    const { status, body } = await ask(address(kind, own))
    if (status === 401) throw new MoveError(`${options.url}: the site refuses the user name or the password`)
    if (!isRow(body) || status !== 200) return { status, rows: [], total: 0, pages: 0 }
    return { status, rows: rowsOf(body[kind]), total: Number(body.total), pages: Number(body.total_pages) }
  }

  async function* list(
    kind: Collection,
    query: Readonly<Record<string, string>> = {},
  ): AsyncGenerator<ListPage> {
    const seen = new Set<number>()
    for (let round = 1; round <= ROUNDS; round++) {
      let total = 0
      let next = pageOf(kind, query, 1)
      for (let page = 1; ; page++) {
        const current = await next
        if (page === 1 && current.status === 400) return
        total = current.status === 200 ? current.total : total
        // The next page is on its way while the caller works on this one.
        const hasMore = page < current.pages
        if (hasMore) {
          next = pageOf(kind, query, page + 1)
          // If the caller gives up, nobody waits for it.
          next.catch(() => {})
        }
        const rows = current.rows.filter(({ id }) => typeof id === 'number' && !seen.has(id))
        for (const { id } of rows) seen.add(Number(id))
        const complete = !hasMore && seen.size === total
        yield { rows, total, complete }
        if (complete) return
        if (!hasMore) break
      }
    }
  }

  async function hiddenToo(): Promise<readonly number[] | undefined> {
    if (!namespaces.includes('tec/v1')) return undefined
    const ids: number[] = []
    const status = hasCredentials ? { status: 'publish,draft,private,future,pending' } : {}
    for (let page = 1; ; page++) {
      const query = { ...status, per_page: String(PER_PAGE), page: String(page), _fields: 'id' }
      const reply = await ask(addressIn('tec/v1/events', query), { 'x-tec-eea': ACKNOWLEDGEMENT })
      if (reply.status !== 200) return page === 1 ? undefined : ids
      for (const { id } of rowsOf(reply.body)) ids.push(Number(id))
      if (page >= Number(reply.headers.get('x-wp-totalpages'))) return ids
    }
  }

  async function rowAt(url: string): Promise<Row | undefined> {
    const { status, body } = await ask(url)
    return status === 200 && isRow(body) ? body : undefined
  }

  const home = typeof index.home === 'string' && URL.canParse(index.home) ? index.home : options.url
  return {
    url: home,
    host: new URL(home).hostname,
    name: typeof index.name === 'string' ? index.name : '',
    zone: zoneOf(index),
    hasCredentials,
    address,
    list,
    hiddenToo,
    file: (url) => askOpenly(url, { accept: 'image/*' }),
    one: (kind, id, query) => rowAt(address(`${kind}/${id}`, query)),
    editView: async (kind, id) =>
      hasCredentials ? rowAt(addressIn(`wp/v2/${EDIT_TYPES[kind]}/${id}`, { context: 'edit' })) : undefined,
  }
}

function basic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

/** The address of the interface: named by the page, or at one of the two places where it usually is. */
async function findApi(
  ask: ReturnType<typeof createPoliteFetch>,
  url: string,
): Promise<{ root: string; index: Row }> {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new MoveError(`'${url}' is not the address of a site, such as https://town.example`)
  }
  const page = await ask(url)
  const link = /<([^>]*)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(page.headers.get('link') ?? '')?.[1]
  const site = url.replace(/\/?$/, '/')
  const places = [...(link === undefined ? [] : [link]), `${site}wp-json/`, `${site}?rest_route=/`]
  for (const place of places) {
    const root = new URL(place, url).href
    const { status, body } = await ask(root)
    if (status === 401) throw new MoveError(`${url}: the site refuses the user name or the password`)
    if (status === 200 && isRow(body) && Array.isArray(body.namespaces)) return { root, index: body }
  }
  throw new MoveError(`${url}: there is no WordPress interface`)
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
