import type { PlainResponse } from 'kalends'
import { addressesUnder, type Route, routeOf } from './addresses.ts'
import { qrOf } from './files/qr-file.ts'
import { readSitemap } from './files/sitemap.ts'
import { type Asked, queryOf, readFilters } from './filters.ts'
import { createScenes } from './make-scene.ts'
import { isOld, oldFilters, withoutOld } from './old-queries.ts'
import { outageFor } from './outage.ts'
import { createPageCache, type Made } from './page-cache.ts'
import { pageFile } from './page-file.ts'
import { mailOf, mailTextOf } from './pages/mail.ts'
import { statusPage } from './pages/status.ts'
import { readSuggest, thanksPage } from './pages/suggest.ts'
import { readEventPage } from './read-event.ts'
import { readForm } from './read-form.ts'
import { readPage } from './read-page.ts'
import { type AnyRequest, notAllowed, passOn, redirect, respond } from './respond.ts'
import { Moved, type Page, type Scene } from './scene.ts'
import type { Settings, SiteApi } from './settings.ts'
import { styleFile } from './style-file.ts'

/*
 * Answers a request for a page: whose address is it, is it made already, and if not, what does it show.
 */

/** A request for a page whose address is known. */
interface Visit<Host> {
  readonly request: AnyRequest
  readonly host: Host | undefined
  readonly url: URL
  readonly route: Route
  /** The one path of the page, below that of the site. */
  readonly path: string
}

export function createAnswer<Host>(api: SiteApi<Host>, settings: Settings) {
  const addresses = addressesUnder(settings.prefix, settings.words)
  const cache = createPageCache(api.limits.cache / 4)
  const sceneOf = createScenes(api, settings, addresses)
  /** Of the site. Links have it, and nothing else of what a request says of its host. */
  const baseOf = (url: URL): string => api.baseUrl ?? url.origin
  const basePathOf = (url: URL): string => new URL(baseOf(url)).pathname.replace(/\/$/, '')
  let loading: Promise<(request: Request, host?: Host) => Promise<Response | undefined>> | undefined

  return async (request: AnyRequest, host?: Host): Promise<PlainResponse | undefined> => {
    const url = new URL(request.url)
    if (url.pathname === api.basePath || url.pathname.startsWith(`${api.basePath}/`)) return undefined
    const segments = segmentsBelow(settings.prefix, url.pathname)
    if (segments === undefined) return undefined
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (method === 'GET' && isOld(segments, url.searchParams)) {
      const response = await (await old())(toRequest(request), host)
      if (response !== undefined) return passOn(response)
    }
    if (segments.length === 0 && settings.prefix !== '')
      return redirect(`${basePathOf(url)}${addresses.of({ is: 'events', view: { is: 'list' } })}`)
    const found = routeOf(segments, settings.words)
    if (found === undefined) return undefined
    const { route } = found
    const allowed = route.is === 'event' || route.is === 'suggest' ? ['GET', 'POST'] : ['GET']
    if (!allowed.includes(method))
      return notAllowed(allowed.includes('POST') ? 'GET, HEAD, POST' : 'GET, HEAD')
    if (route.is === 'style') return respond(request, await styleFile(settings, route.name))
    const visit = { request, host, url, route, path: addresses.of(route) }
    try {
      if (url.href.length > api.limits.url) return await tooLong(visit)
      const moved = movedTo(visit, { ...found.query, ...oldFilters(url.searchParams) })
      if (moved !== undefined) return redirect(moved)
      return await (method === 'POST' ? post(visit) : get(visit))
    } catch (error) {
      const readScene = async () => (await sceneOf(url, request, host)).scene
      return await outageFor(request, error, readScene, visit.path)
    }
  }

  /** The one address of the page, if the request has another. `query`: filters that the path holds, or older names. */
  function movedTo({ url, route, path }: Visit<Host>, query: Readonly<Record<string, string>>) {
    if (route.is === 'none') return undefined
    if (Object.keys(query).length === 0 && decoded(path) === decoded(url.pathname)) return undefined
    const pairs = [...new URLSearchParams(query), ...withoutOld(url.searchParams)]
    const text = new URLSearchParams(pairs).toString()
    return `${basePathOf(url)}${path}${text === '' ? '' : `?${text}`}`
  }

  async function get(visit: Visit<Host>): Promise<PlainResponse> {
    const { request, host, url, route, path } = visit
    const now = api.now().getTime()
    const asked = readFilters(url.searchParams)
    const query = keptQuery(url, route, asked)
    const key = `${baseOf(url)}${path}${query}`
    const revision = query === undefined ? undefined : await api.revision(request, host)
    const made = revision === undefined ? undefined : cache.find(revision, key, now)
    if (made !== undefined) return respond(request, made)
    const { scene, until } = await sceneOf(url, request, host, revision)
    const page = await make(scene, route, asked, url)
    if (page instanceof Moved) return redirect(page.location, page.status)
    const file = 'etag' in page ? page : await pageFile(scene, page, path)
    const timed: Made = { ...file, until: Math.min(file.until, until()) }
    if (revision !== undefined && timed.headers['cache-control'] !== 'no-store')
      cache.put(revision, key, timed)
    return respond(request, timed)
  }

  async function post({ request, host, url, route, path }: Visit<Host>): Promise<PlainResponse> {
    const { scene } = await sceneOf(url, request, host)
    const form = await readForm(request)
    const page =
      route.is === 'event'
        ? await readEventPage(scene, route.slug, form.get('password') ?? '')
        : await readSuggest(scene, form)
    if (page instanceof Moved) return redirect(page.location, page.status)
    return respond(request, await pageFile(scene, { ...page, isSecret: true }, path))
  }

  async function tooLong({ request, host, url }: Visit<Host>): Promise<PlainResponse> {
    const { scene } = await sceneOf(url, request, host)
    return respond(request, await pageFile(scene, await statusPage(scene, 414), '/'))
  }

  function old() {
    const { events, event, venue, organizer, category, tag, list, month, today } = settings.words
    const words = { events, event, venue, organizer, category, tag, list, month, today }
    loading ??= import('kalends/move').then(({ oldAddresses }) =>
      oldAddresses(api, { folder: settings.prefix, words }),
    )
    return loading
  }
}

async function make(scene: Scene, route: Route, asked: Asked, url: URL): Promise<Page | Moved | Made> {
  switch (route.is) {
    case 'suggest':
      return thanksPage(scene, url.searchParams) ?? readSuggest(scene, undefined)
    case 'mail':
      return mailOf(scene, asked, url.searchParams)
    case 'mail text':
      return mailTextOf(scene, asked, url.searchParams)
    case 'sitemap':
      return (await readSitemap(scene, route.part)) ?? statusPage(scene, 404)
    case 'qr':
    case 'event qr':
      return (
        (await qrOf(scene, route.is === 'qr' ? undefined : route.slug, url.searchParams)) ??
        statusPage(scene, 404)
      )
    case 'style':
      return statusPage(scene, 404)
    default:
      return readPage(scene, route, asked)
  }
}

/** The part of the query that makes a difference, so that the same page is kept once. `undefined`: it is not kept. */
function keptQuery(url: URL, route: Route, { filters, problems }: Asked): string | undefined {
  if (Object.keys(problems).length > 0 || route.is === 'none') return undefined
  if (route.is === 'suggest' && url.search !== '') return undefined
  const isPlain = route.is === 'events' || route.is === 'venue' || route.is === 'organizer'
  const isBare =
    route.is === 'event' || route.is === 'sitemap' || route.is === 'suggest' || route.is === 'date'
  return isPlain ? queryOf(filters) : isBare ? '' : url.search
}

function segmentsBelow(prefix: string, pathname: string): string[] | undefined {
  if (pathname !== prefix && !pathname.startsWith(`${prefix}/`)) return undefined
  try {
    return pathname
      .slice(prefix.length)
      .split('/')
      .filter((segment) => segment !== '')
      .map((segment) => decodeURIComponent(segment))
  } catch {
    return undefined
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const toRequest = (request: AnyRequest): Request => ('toRequest' in request ? request.toRequest() : request)
