import { ApiError } from '../../errors.ts'
import { isRow } from '../../formats/rows.ts'
import type { EventsApi } from '../../types/index.ts'
import { type ConnectionTests, connectionTests } from './connection-tests.ts'
import { batchOf, type Entries, shapedBatch } from './wp-batch.ts'
import { createBodyRewriter, fieldsOf, type Rewrite } from './wp-bodies.ts'
import { readList, readPages } from './wp-lists.ts'
import { type Found, ownPairs, ownPath, type Resource, resourceAt } from './wp-resources.ts'
import { addressOf, type Shape, shaped, shapedError } from './wp-shapes.ts'

/*
 * The addresses below `/wp-json` that programs use beside those of the calendar: images, tags, categories, what all posts
 * have, and many writes in one. The API answers, with the request of the caller, so all its rules hold.
 */

export type WordPressApi<Host> = Pick<EventsApi<Host>, 'as' | 'basePath' | 'handle' | 'limits'>

/** Of the response of the API: what is not about its bytes, or about its address. */
const LEFT_OUT = [
  ...['content-type', 'content-length', 'content-encoding', 'location', 'content-location', 'link'],
  ...['x-tec-total', 'x-tec-totalpages'],
]
/** Header fields that a script of another origin may read beside those of the API. */
const EXPOSED = 'X-WP-Total, X-WP-TotalPages, Link'
const UPDATES = ['POST', 'PUT', 'PATCH']

type Given<Host> = [request: Request, host: Host | undefined]

/** `path`: below `/wp-json`. `undefined`: none of these addresses. */
export function wordPressAddresses<Host>(
  folder: readonly string[],
  api: WordPressApi<Host>,
  options: ConnectionTests<Host>,
): (request: Request, host: Host | undefined, path: string) => Promise<Response | undefined> {
  const rootPath = `/${[...folder, 'wp-json'].join('/')}`
  const namespace = api.basePath.slice(rootPath.length + 1)
  const test = connectionTests(folder, api, options)
  const rewriteBody = createBodyRewriter(api.limits)

  const shapeOf = (request: Request, isEdit: boolean): Shape => {
    const site = options.baseUrl?.replace(/\/$/, '') ?? new URL(request.url).origin
    return { root: `${site}${rootPath}`, isEdit }
  }

  const ask = async (request: Request, host: Host | undefined): Promise<Response> => {
    const response = await api.handle(request, host)
    if (response === undefined) throw new TypeError(`${request.url} is not below ${api.basePath}`)
    return response
  }

  const ownUrl = (request: Request, path: string, query: URLSearchParams): URL => {
    const url = new URL(`${api.basePath}/${path}`, request.url)
    url.search = String(query)
    return url
  }

  /** A refusal of ours, for pages of the origins that `cors` of the API names. */
  async function refuse([request, host]: Given<Host>, error: ApiError): Promise<Response> {
    const { headers } = request
    const root = new Request(new URL(`${api.basePath}/`, request.url), { method: 'OPTIONS', headers })
    const marked = new Headers(error.headers)
    if (headers.has('origin')) {
      for (const [name, value] of (await ask(root, host)).headers) {
        if (/^(access-control-(allow-(origin|credentials)|expose-headers)|vary)$/.test(name)) {
          marked.set(name, value)
        }
      }
    }
    marked.set('cache-control', 'no-store')
    return answer(request, error.status, marked, error)
  }

  /** The body as it is asked for; `fields` of a record are picked by `_fields`. */
  function answer(request: Request, status: number, from: Headers, body: unknown): Response {
    const headers = new Headers(from)
    for (const name of LEFT_OUT) headers.delete(name)
    headers.set('content-type', 'application/json; charset=UTF-8')
    headers.set('x-content-type-options', 'nosniff')
    const exposed = headers.get('access-control-expose-headers')
    if (exposed !== null) headers.set('access-control-expose-headers', `${exposed}, ${EXPOSED}`)
    return new Response(request.method === 'HEAD' ? null : JSON.stringify(body), { status, headers })
  }

  async function show(
    given: Given<Host>,
    resource: Resource,
    response: Response,
    isEdit: boolean,
  ): Promise<Response> {
    const [request] = given
    const { status, headers } = response
    if (status === 304) return response
    const body: unknown = await response.json()
    if (!isRow(body)) throw new TypeError(`${request.url}: the answer is not an object`)
    if (status >= 300) return answer(request, status, headers, shapedError(resource, body))
    const shape = shapeOf(request, isEdit)
    const shown = answer(request, status, headers, picked(request, shaped(resource, body, shape)))
    if (status === 201) shown.headers.set('location', addressOf(resource, body.id, shape))
    return shown
  }

  async function read(given: Given<Host>, found: Found): Promise<Response> {
    const [request, host] = given
    const { headers, signal } = request
    const asked = new URL(request.url).searchParams
    const password = asked.get('password')
    const query = new URLSearchParams(password === null ? {} : { password })
    const url = ownUrl(request, ownPath(found), query)
    const response = await ask(new Request(url, { headers, signal }), host)
    return show(given, found.resource, response, asked.get('context') === 'edit')
  }

  async function list(given: Given<Host>, resource: Resource): Promise<Response> {
    const [request, host] = given
    const { searchParams } = new URL(request.url)
    const asked = readList(resource, searchParams)
    const headers = new Headers(request.headers)
    // An answer can be made from several of the API.
    for (const name of ['if-none-match', 'if-modified-since']) headers.delete(name)
    const pages = await readPages(resource, asked, api.limits.perPage, (query) =>
      ask(new Request(ownUrl(request, resource.path, query), { headers, signal: request.signal }), host),
    )
    if (pages instanceof Response) return show(given, resource, pages, false)
    const shape = shapeOf(request, searchParams.get('context') === 'edit')
    const rows = pages.records.map((record) => picked(request, shaped(resource, record, shape)))
    const shown = answer(request, 200, pages.headers, rows)
    for (const name of ['etag', 'last-modified']) shown.headers.delete(name)
    shown.headers.set('x-wp-total', String(pages.total))
    shown.headers.set('x-wp-totalpages', String(pages.pages))
    const links = [
      ...(asked.page > 1 ? [['prev', asked.page - 1] as const] : []),
      ...(asked.page < pages.pages ? [['next', asked.page + 1] as const] : []),
    ].map(([rel, page]) => {
      const search = new URLSearchParams(searchParams)
      search.delete('rest_route')
      search.set('page', String(page))
      return `<${shape.root}/wp/v2/${resource.base}?${search}>; rel="${rel}"`
    })
    if (links.length > 0) shown.headers.set('link', links.join(', '))
    return shown
  }

  async function write(given: Given<Host>, found: Found): Promise<Response> {
    const [request, host] = given
    const { resource, id } = found
    const query = ownPairs(resource, new URL(request.url).searchParams)
    for (const name of ['rest_route', '_fields', '_embed', 'context']) query.delete(name)
    const url = ownUrl(request, ownPath(found), query)
    // Files are not read here. A term has our names already.
    if (resource.names.size === 0 || (resource.kind === 'media' && id === undefined)) {
      return show(given, resource, await ask(new Request(url, request), host), true)
    }
    const rewritten = rewriteBody(url, request, api.limits.body, fieldsOf(resource))
    const response = await ask(rewritten.request, host)
    const refusal = rewritten.refusal()
    return refusal === undefined ? show(given, resource, response, true) : refuse(given, refusal)
  }

  async function batch(given: Given<Host>): Promise<Response> {
    const [request, host] = given
    const entries: Entries = []
    const rewrite: Rewrite = batchOf(namespace, entries)
    const url = ownUrl(request, 'batch', new URLSearchParams())
    const rewritten = rewriteBody(url, request, api.limits.batchBody, rewrite)
    const response = await ask(rewritten.request, host)
    const refusal = rewritten.refusal()
    if (refusal !== undefined) return refuse(given, refusal)
    const body: unknown = await response.json()
    if (!isRow(body)) throw new TypeError('the answer to a batch is not an object')
    const isDone = response.status === 207
    const shown = isDone ? shapedBatch(body, entries, shapeOf(request, true)) : body
    return answer(request, response.status, response.headers, shown)
  }

  async function carryOut(given: Given<Host>, found: Found | undefined): Promise<Response> {
    const [request, host] = given
    const { method, headers } = request
    if (method === 'OPTIONS') {
      const path = found === undefined ? 'batch' : ownPath(found)
      return ask(new Request(ownUrl(request, path, new URLSearchParams()), { method, headers }), host)
    }
    const isRead = method === 'GET' || method === 'HEAD'
    if (found === undefined) return method === 'POST' ? batch(given) : refuse(given, notAllowed(['POST']))
    const { resource, id } = found
    if (isRead) return id === undefined ? list(given, resource) : read(given, found)
    const writes = id === undefined ? ['POST'] : UPDATES
    if (!writes.includes(method) || isOtherwise(request, id)) {
      return refuse(given, notAllowed(['GET', 'HEAD', ...writes]))
    }
    return write(given, found)
  }

  return async (request, host, path) => {
    if (`${path}/`.startsWith(`${namespace}/`)) return undefined
    const tested = await test(request, host, path)
    if (tested !== undefined) return tested
    const found = path === 'batch/v1' ? undefined : resourceAt(path)
    if (found === undefined && path !== 'batch/v1') return undefined
    const given: Given<Host> = [request, host]
    if (found === null) return refuse(given, new ApiError('rest_no_route'))
    try {
      return await carryOut(given, found)
    } catch (error) {
      if (error instanceof ApiError) return refuse(given, error)
      // As in the API: the client learns nothing of the error.
      if (options.onError === undefined) console.error(error)
      else options.onError(error, request)
      return refuse(given, new ApiError('rest_internal_error'))
    }
  }
}

const notAllowed = (methods: readonly string[]) =>
  new ApiError('rest_method_not_allowed', { headers: { allow: methods.join(', ') } })

/** Whether a POST names an invalid method of an update: these addresses delete nothing. */
function isOtherwise(request: Request, id: string | undefined): boolean {
  const named = [
    request.headers.get('x-http-method-override'),
    ...new URL(request.url).searchParams.getAll('_method'),
  ]
  return named.some((one) => one !== null && (id === undefined || !UPDATES.includes(one.toUpperCase())))
}

/** The members that `_fields` names; of `title.rendered` the whole `title`. */
function picked(request: Request, row: object): object {
  const names = new URL(request.url).searchParams.get('_fields')
  if (names === null || names === '') return row
  const wanted = new Set(names.split(',').map((name) => name.trim().split('.')[0]))
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)))
}
