import { ApiError } from '../../errors.ts'
import { isRow } from '../../formats/rows.ts'
import type { EventsApi } from '../../types/index.ts'
import { type ConnectionTests, connectionTests } from './connection-tests.ts'
import { batchOf, type Entries, shapedBatch } from './wp-batch.ts'
import { createBodyRewriter, fieldsOf, type Rewrite } from './wp-bodies.ts'
import { WordPressError } from './wp-errors.ts'
import { readList, readPages } from './wp-lists.ts'
import { readPostList, readPosts } from './wp-posts.ts'
import { type Found, isYes, ownPath, queryOf, type Resource, resourceAt } from './wp-resources.ts'
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
  async function refuse([request, host]: Given<Host>, error: ApiError | WordPressError): Promise<Response> {
    const { headers } = request
    const root = new Request(new URL(`${api.basePath}/`, request.url), { method: 'OPTIONS', headers })
    const marked = new Headers(error instanceof ApiError ? error.headers : {})
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
    const headers = new Headers(request.headers)
    // An answer can be made from several of the API.
    for (const name of ['if-none-match', 'if-modified-since']) headers.delete(name)
    const from = (path: string, query: URLSearchParams) =>
      ask(new Request(ownUrl(request, path, query), { headers, signal: request.signal }), host)
    const most = api.limits.perPage
    const posts = resource.isPost ? readPostList(resource, searchParams) : undefined
    const asked = posts ?? readList(resource, searchParams)
    const pages =
      posts === undefined
        ? await readPages(resource, asked, most, (query) => from(resource.path, query))
        : await readPosts(resource, posts, most, from)
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
    const query = queryOf(found, new URL(request.url).searchParams)
    for (const name of ['rest_route', '_fields', '_embed', 'context']) query.delete(name)
    const url = ownUrl(request, ownPath(found), query)
    // Files are not read here. A term has our names already.
    if (resource.names.size === 0 || (resource.kind === 'media' && id === undefined)) {
      return show(given, resource, await ask(new Request(url, request), host), true)
    }
    const rewritten = rewriteBody(url, request, api.limits.body, fieldsOf(resource, id === undefined))
    const response = await ask(rewritten.request, host)
    const refusal = rewritten.refusal()
    return refusal === undefined ? show(given, resource, response, true) : refuse(given, refusal)
  }

  /** Into the trash, or with `force` for good: then the answer is what it was. */
  async function remove(given: Given<Host>, found: Found): Promise<Response> {
    const [request, host] = given
    const { resource } = found
    const isForced = isYes(new URL(request.url).searchParams.get('force') ?? '')
    if (!resource.isPost && !isForced)
      return refuse(given, new WordPressError('rest_trash_not_supported', 501))
    const headers = new Headers(request.headers)
    for (const name of ['content-type', 'content-length', 'x-http-method-override']) headers.delete(name)
    const url = ownUrl(request, ownPath(found), new URLSearchParams(isForced ? { force: '1' } : {}))
    const response = await ask(new Request(url, { method: 'DELETE', headers, signal: request.signal }), host)
    if (!isForced || response.status !== 200) return show(given, resource, response, true)
    const previous: unknown = await response.json()
    if (!isRow(previous)) throw new TypeError(`${request.url}: the answer is not an object`)
    const shown = { deleted: true, previous: shaped(resource, previous, shapeOf(request, true)) }
    return answer(request, 200, response.headers, shown)
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
    const writes = id === undefined ? ['POST'] : [...UPDATES, 'DELETE']
    const named = namedMethods(request)
    if (!writes.includes(method) || !named.every((one) => id !== undefined && writes.includes(one)))
      return refuse(given, notAllowed(['GET', 'HEAD', ...writes]))
    if (method === 'DELETE' || (method === 'POST' && named.includes('DELETE'))) return remove(given, found)
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
      if (error instanceof ApiError || error instanceof WordPressError) return refuse(given, error)
      // As in the API: the client learns nothing of the error.
      if (options.onError === undefined) console.error(error)
      else options.onError(error, request)
      return refuse(given, new ApiError('rest_internal_error'))
    }
  }
}

const notAllowed = (methods: readonly string[]) =>
  new ApiError('rest_method_not_allowed', { headers: { allow: methods.join(', ') } })

/** Methods that a request names beside its own. */
const namedMethods = ({ headers, url }: Request): string[] =>
  [headers.get('x-http-method-override'), ...new URL(url).searchParams.getAll('_method')].flatMap((one) =>
    one === null ? [] : [one.toUpperCase()],
  )

/** The members that `_fields` names; of `title.rendered` the whole `title`. */
function picked(request: Request, row: object): object {
  const names = new URL(request.url).searchParams.get('_fields')
  if (names === null || names === '') return row
  const wanted = new Set(names.split(',').map((name) => name.trim().split('.')[0]))
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name)))
}
