import { ApiError, type ErrorCode } from '../../errors.ts'
import { isRow, type Row, rowsOf } from '../../formats/rows.ts'
import type { ConnectionTests } from './connection-tests.ts'
import {
  type OldAddress,
  type OldKind,
  type OldName,
  type OldWords,
  readOldAddress,
  WORDS,
} from './old-path.ts'
import { type WordPressApi, wordPressAddresses } from './wp-addresses.ts'

/*
 * Answers at the addresses of a WordPress site with The Events Calendar, for those who know no others: feeds with our
 * feeds, short links with a redirect, and `?rest_route=` with the API.
 */

export interface OldAddressOptions<Host = unknown> {
  /** Folder of WordPress, such as `/blog`. Default ''. */
  readonly folder?: string | undefined
  /** Words that the old site had translated or changed, such as `{ events: 'termine', event: 'termin' }`. */
  readonly words?: { readonly [N in keyof OldWords]?: string | undefined } | undefined
  /**
   * Also answers the addresses below `/wp-json` that programs use beside those of the calendar: `/wp-json/` itself,
   * `wp/v2/users/me` and `wp/v2/types`, with which they test a connection; `wp/v2/media`, `wp/v2/tags`,
   * `wp/v2/tribe_events_cat`, `wp/v2/tribe_events`, `wp/v2/tribe_venue` and `wp/v2/tribe_organizer`; and `batch/v1`. See `docs/moving.md`. Default: these addresses are left to the host. Throws `RangeError` if the API is not
   * under `/wp-json`.
   */
  readonly wordpress?: ConnectionTests<Host> | undefined
  /** The former name of `wordpress`. Throws `TypeError` beside it. */
  readonly connectionTests?: ConnectionTests<Host> | undefined
}

const COLLECTIONS = { event: 'events', venue: 'venues', organizer: 'organizers' } as const satisfies Record<
  OldKind,
  string
>

/** Refusals that tell of an event which visitors may not see. That of one that is not there is answered alike, headers included. */
const SECRET = [401, 403, 404, 410]

/**
 * Answers requests at the addresses of the old site as to a visitor: feeds, and redirects from short links to the pages of
 * records. `/?rest_route=/tribe/events/v1/events` is `/wp-json/tribe/events/v1/events`, for every caller and method.
 * `undefined` for all others, so that the host can answer them.
 *
 * @example
 * ```ts
 * import { oldAddresses } from 'kalends/move'
 *
 * const old = oldAddresses(api, { wordpress: {} })
 * ```
 */
export function oldAddresses<Host = unknown>(
  api: WordPressApi<Host>,
  options: OldAddressOptions<Host> = {},
): (request: Request, host?: Host) => Promise<Response | undefined> {
  const folder = segmentsOf(options.folder ?? '') ?? []
  const given = Object.entries(options.words ?? {}).filter(([, word]) => word !== undefined)
  const words: OldWords = { ...WORDS, ...Object.fromEntries(given) }
  const ask = api.as(null)
  const wordpress = wordPressOf(folder, api, options)

  function get(
    request: Request,
    host: Host | undefined,
    path: string,
    query: Readonly<Record<string, string>>,
  ) {
    const url = new URL(request.url)
    url.pathname = `${api.basePath}/${path}`
    url.search = String(new URLSearchParams(query))
    const { method, headers, signal } = request
    return ask(new Request(url, { method, headers, signal }), host)
  }

  /** A record by its ID or slug; `undefined` if visitors may not see it. */
  async function read(request: Request, host: Host | undefined, kind: OldKind, { by, value }: OldName) {
    const headers = new Headers(request.headers)
    for (const name of ['if-none-match', 'if-modified-since']) headers.delete(name)
    const plain = new Request(request.url, { headers, signal: request.signal })
    const path = by === 'id' ? value : `by-slug/${encodeURIComponent(value)}`
    const one = await rowOf(await get(plain, host, `${COLLECTIONS[kind]}/${path}`, FIELDS))
    if (one !== undefined || kind !== 'event' || by === 'slug') return one
    // A list also shows the addresses of events with a password.
    const list = await rowOf(await get(plain, host, COLLECTIONS.event, { ...FIELDS, include: value }))
    return rowsOf(list?.events)[0]
  }

  async function feed(request: Request, host: Host | undefined, { format, filters, place }: OldFeed) {
    const found = place && (await read(request, host, place.kind, { by: 'slug', value: place.slug }))
    if (place !== undefined && found === undefined) return refuse(request, `rest-${place.kind}-not-found`)
    const at = place && found ? { [place.kind]: String(found.id) } : {}
    const response = await get(request, host, `events.${format}`, { ...filters, ...at })
    // Programs understand 404. An empty feed would remove the events that they have.
    if (response.status === 400 && 'categories' in filters) return refuse(request, 'rest-category-not-found')
    if (response.status === 400 && 'tags' in filters) return refuse(request, 'rest-tag-not-found')
    return response
  }

  async function event(request: Request, host: Host | undefined, { by, value }: OldName) {
    const path = by === 'id' ? value : `by-slug/${encodeURIComponent(value)}`
    const response = await get(request, host, `events/${path}.ics`, {})
    return SECRET.includes(response.status) ? refuse(request, 'rest-event-not-found') : response
  }

  async function page(request: Request, host: Host | undefined, kinds: readonly OldKind[], name: OldName) {
    for (const kind of kinds) {
      const url = (await read(request, host, kind, name))?.url
      // The host may have its pages at these very addresses.
      if (typeof url !== 'string' || new URL(url).href === request.url) continue
      return new Response(null, { status: 301, headers: { location: url } })
    }
    return undefined
  }

  /** `route`: the path below `/wp-json`, from the query. */
  function routed(request: Request, host: Host | undefined, route: string) {
    const path = route.replace(/^\/+|\/+$/g, '')
    const url = new URL(request.url)
    url.searchParams.delete('rest_route')
    url.pathname = [...folder, 'wp-json', path].join('/')
    // The request of others keeps its body, because the host answers it.
    if (!`${url.pathname}/`.startsWith(`${api.basePath}/`)) return wordpress?.(request, host, path)
    return api.handle(new Request(url, request), host)
  }

  return async (request, host) => {
    const url = new URL(request.url)
    const path = segmentsOf(url.pathname)
    if (path === undefined || folder.some((segment, at) => path[at] !== segment)) return undefined
    const below = path.slice(folder.length)
    const route = url.searchParams.get('rest_route')
    if (route !== null && /^(index\.php)?$/.test(below.join('/'))) return routed(request, host, route)
    if (below[0] === 'wp-json') return wordpress?.(request, host, below.slice(1).join('/'))
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const address = readOldAddress(below, url.searchParams, words)
    if (address === undefined) return undefined
    if (address.is === 'feed') return feed(request, host, address)
    return address.is === 'event'
      ? event(request, host, address.name)
      : page(request, host, address.kinds, address.name)
  }
}

function wordPressOf<Host>(
  folder: readonly string[],
  api: WordPressApi<Host>,
  { wordpress, connectionTests }: OldAddressOptions<Host>,
) {
  if (wordpress !== undefined && connectionTests !== undefined) {
    throw new TypeError('connectionTests: is the former name of wordpress; give one of the two')
  }
  const given = wordpress ?? connectionTests
  if (given === undefined) return undefined
  const rootPath = `/${[...folder, 'wp-json'].join('/')}`
  if (!api.basePath.startsWith(`${rootPath}/`)) {
    const name = wordpress === undefined ? 'connectionTests' : 'wordpress'
    throw new RangeError(`${name}: the API answers at ${api.basePath}, not below ${rootPath}`)
  }
  return wordPressAddresses(folder, api, given)
}

type OldFeed = OldAddress & { readonly is: 'feed' }

const FIELDS = { _fields: 'id,url' } as const

async function rowOf(response: Response): Promise<Row | undefined> {
  const body: unknown = await response.json()
  return response.status === 200 && isRow(body) ? body : undefined
}

/** `undefined` for a path that is not UTF-8. */
function segmentsOf(path: string): string[] | undefined {
  try {
    const segments = path.split('/').filter((segment) => segment !== '')
    return segments.map((segment) => decodeURIComponent(segment))
  } catch {
    return undefined
  }
}

function refuse(request: Request, code: ErrorCode): Response {
  const error = new ApiError(code)
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store' }
  return new Response(request.method === 'HEAD' ? null : JSON.stringify(error), {
    status: error.status,
    headers,
  })
}
