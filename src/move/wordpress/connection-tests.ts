import { ApiError } from '../../errors.ts'
import { isRow } from '../../formats/rows.ts'
import { isUnavailable } from '../../storage/contract.ts'
import type { EventsApi, EventsApiOptions, Me, Principal } from '../../types/index.ts'
import { RESOURCES } from './wp-resources.ts'

/*
 * The least that programs ask of WordPress before they use it: what it is, who they are, and which types it has.
 */

/** Options of the API, so that both can share them. Without them, the API is asked. */
export interface ConnectionTests<Host = unknown>
  extends Pick<EventsApiOptions<Host>, 'authenticate' | 'baseUrl' | 'title' | 'timezone' | 'onError'> {
  /** The name of a user, which programs show. Default: `name` of the principal, else the ID. */
  readonly nameOf?: ((principal: Principal) => string | Promise<string>) | undefined
}

/** The store of credentials may be back in a few seconds. */
const RETRY = { headers: { 'retry-after': '5' } } as const

/** Header fields of a preflight that the response itself needs. */
const READABLE = /^access-control-(allow-(origin|credentials)|expose-headers)$/

const TYPES = [
  ['tribe_events', 'Events', 'events', ['post_tag', 'tribe_events_cat']],
  ['tribe_venue', 'Venues', 'venues', []],
  ['tribe_organizer', 'Organizers', 'organizers', []],
] as const

const WP_ROUTES = Object.fromEntries(
  [
    ...RESOURCES.flatMap(({ base }) => [
      [`/wp/v2/${base}`, ['GET', 'POST']] as const,
      [`/wp/v2/${base}/(?P<id>[\\d]+)`, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']] as const,
    ]),
    ['/batch/v1', ['POST']] as const,
  ].map(([path, methods]) => {
    const namespace = path.startsWith('/wp/') ? 'wp/v2' : ''
    return [path, { namespace, methods, endpoints: [{ methods, args: {} }] }]
  }),
)

/** `path`: below `/wp-json`. `undefined`: not one of the three addresses, or a write. */
export function connectionTests<Host>(
  folder: readonly string[],
  api: Pick<EventsApi<Host>, 'as' | 'basePath' | 'handle'>,
  options: ConnectionTests<Host>,
) {
  const rootPath = `/${[...folder, 'wp-json'].join('/')}`
  const namespace = api.basePath.slice(rootPath.length + 1)
  const siteOf = ({ url }: Request): string => options.baseUrl?.replace(/\/$/, '') ?? new URL(url).origin
  const challenge = (options.authenticate?.challenges ?? ['Bearer']).join(', ')

  const json = (
    request: Request,
    status: number,
    body: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Response => {
    const headers = {
      'content-type': 'application/json; charset=UTF-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      ...(status === 401 ? { 'www-authenticate': challenge } : {}),
      ...more,
    }
    return new Response(request.method === 'HEAD' ? null : JSON.stringify(body), { status, headers })
  }

  /** The site, its namespaces, and the routes of the API. */
  async function index(request: Request, host: Host | undefined): Promise<Response> {
    const headers = new Headers(request.headers)
    for (const name of ['if-none-match', 'if-modified-since']) headers.delete(name)
    const root = new Request(new URL(`${api.basePath}/`, request.url), { headers })
    const response = await api.as(null)(root, host)
    const own: unknown = await response.json()
    if (response.status !== 200 || !isRow(own)) return json(request, response.status, own)
    const known = await ownMe(request, host, api.as(null))
    if (known instanceof Response) return known
    const home = [siteOf(request), ...folder].join('/')
    return json(request, 200, {
      name: options.title ?? known.title,
      description: '',
      ...{ url: home, home },
      timezone_string: options.timezone ?? known.timezone,
      namespaces: [namespace, 'wp/v2'],
      authentication: {},
      routes: { ...Object(own.routes), ...WP_ROUTES },
      _links: {},
    })
  }

  /** What the API says of the caller, and of itself; or its refusal. */
  async function ownMe(
    request: Request,
    host: Host | undefined,
    ask: (request: Request, host?: Host) => Promise<Response | undefined>,
  ): Promise<Me | Response> {
    const headers = new Headers(request.headers)
    for (const name of ['if-none-match', 'if-modified-since']) headers.delete(name)
    const response = await ask(new Request(new URL(`${api.basePath}/me`, request.url), { headers }), host)
    if (response === undefined) throw new TypeError(`${api.basePath} is not of the API`)
    if (response.status !== 200) {
      const retry = response.headers.get('retry-after')
      const more = retry === null ? {} : { 'retry-after': retry }
      return json(request, response.status, await response.json(), more)
    }
    const own: Me = await response.json()
    return own
  }

  async function principalOf(request: Request, host: Host | undefined): Promise<Principal | Response | null> {
    if (options.authenticate !== undefined) return options.authenticate(request, host)
    const own = await ownMe(request, host, api.handle)
    if (own instanceof Response) return own
    const { user, role } = own
    return user === null || role === null ? null : { ...user, role }
  }

  async function me(request: Request, host: Host | undefined): Promise<Response> {
    const principal = await principalOf(request, host)
    if (principal instanceof Response) return principal
    if (principal === null) {
      const data = { status: 401 }
      return json(request, 401, {
        code: 'rest_not_logged_in',
        message: 'You are not currently logged in.',
        data,
      })
    }
    const id = String(principal.id)
    const self = `${siteOf(request)}${rootPath}/wp/v2/users/${id}`
    return json(request, 200, {
      id: principal.id,
      name: (await options.nameOf?.(principal)) ?? principal.name ?? id,
      ...{ url: '', description: '', link: '', slug: id, avatar_urls: {}, meta: [] },
      roles: [principal.role],
      capabilities: { [principal.role]: true },
      _links: { self: [{ href: self }] },
    })
  }

  async function types(request: Request): Promise<Response> {
    const rows = TYPES.map(([slug, name, base, taxonomies]) => [
      slug,
      {
        ...{ description: '', hierarchical: false, has_archive: base === 'events', name, slug, taxonomies },
        ...{ rest_base: base, rest_namespace: namespace },
        _links: { 'wp:items': [{ href: `${siteOf(request)}${api.basePath}/${base}` }] },
      },
    ])
    return json(request, 200, Object.fromEntries(rows))
  }

  function fault(request: Request, error: unknown): Response {
    if (error instanceof ApiError) return json(request, error.status, error, error.headers)
    // As in the API: the client learns nothing of the error.
    if (options.onError === undefined) console.error(error)
    else options.onError(error, request)
    const isOut = isUnavailable(error)
    return fault(
      request,
      new ApiError(isOut ? 'rest_unavailable' : 'rest_internal_error', isOut ? RETRY : {}),
    )
  }

  const tests = new Map<string, (request: Request, host: Host | undefined) => Promise<Response>>([
    ['', index],
    ['wp/v2/users/me', me],
    ['wp/v2/types', types],
  ])

  return async (request: Request, host: Host | undefined, path: string): Promise<Response | undefined> => {
    const { method, headers } = request
    const test = tests.get(path)
    if (test === undefined || !['GET', 'HEAD', 'OPTIONS'].includes(method)) return undefined
    const isPreflight = method === 'OPTIONS'
    // The API knows its `cors`: its preflight says what other origins may do.
    const root = new Request(new URL(`${api.basePath}/`, request.url), { method: 'OPTIONS', headers })
    const preflight = isPreflight || headers.has('origin') ? await api.as(null)(root, host) : undefined
    if (isPreflight) return preflight
    const response = await test(request, host).catch((error: unknown) => fault(request, error))
    for (const [name, value] of preflight?.headers ?? []) {
      if (READABLE.test(name)) response.headers.set(name, value)
    }
    return response
  }
}
