import type { PlainResponse } from 'kalends'
import { isClientError } from 'kalends/client'
import { type Addresses, addressesUnder, type Route, routeOf } from './addresses.ts'
import { type Calendar, calendarAt, type Me } from './calendar.ts'
import { qrOf } from './files/qr-file.ts'
import { readSitemap } from './files/sitemap.ts'
import { type Asked, queryOf, readFilters } from './filters.ts'
import { createPageCache, type Made, type PageCache } from './page-cache.ts'
import { documentOf } from './pages/frame.ts'
import { mailOf, mailTextOf } from './pages/mail.ts'
import { outage, statusPage } from './pages/status.ts'
import { readSuggest, thanksPage } from './pages/suggest.ts'
import { policyOf } from './policy.ts'
import { readEventPage } from './read-event.ts'
import { readForm } from './read-form.ts'
import { readPage } from './read-page.ts'
import { type AnyRequest, madeOf, notAllowed, passOn, redirect, respond } from './respond.ts'
import { Moved, type Page, type Scene, withQuery } from './scene.ts'
import type { Settings, SiteApi } from './settings.ts'
import { readChoices } from './shared.ts'
import { iconOf, styleName, styleOf } from './style-file.ts'
import { sayIn } from './texts.ts'
import { type Words, wordsIn } from './words.ts'
import { wallAt } from './zones.ts'

/*
 * Answers a request for a page: whose address is it, is it made already, and if not, what does it show.
 */

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATED = 'public, max-age=0, must-revalidate'

type Answered = Promise<PlainResponse | undefined>

export function createAnswer<Host>(api: SiteApi<Host>, settings: Settings) {
  const addresses = addressesUnder(settings.prefix, settings.words)
  const cache = createPageCache(api.limits.cache / 4)
  const sceneOf = createScenes(api, settings, addresses)
  const basePathOf = (url: URL): string => new URL(api.baseUrl ?? url.origin).pathname.replace(/\/$/, '')
  let styles: Promise<Made> | undefined
  let loading: Promise<(request: Request, host?: Host) => Promise<Response | undefined>> | undefined

  return async (request: AnyRequest, host?: Host): Answered => {
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
      return redirect(addresses.of({ is: 'events', view: { is: 'list' } }))
    const found = routeOf(segments, settings.words)
    if (found === undefined) return undefined
    const { route } = found
    const allowed = route.is === 'event' || route.is === 'suggest' ? ['GET', 'POST'] : ['GET']
    if (!allowed.includes(method))
      return notAllowed(allowed.includes('POST') ? 'GET, HEAD, POST' : 'GET, HEAD')
    if (route.is === 'style') return style(request, route.name)
    try {
      if (url.href.length > api.limits.url) {
        const { scene } = await sceneOf(url, request, host)
        return await respond(request, await pageFile(scene, await statusPage(scene, 414), '/'))
      }
      return await answer(request, host, url, route, { ...found.query, ...oldFilters(url.searchParams) })
    } catch (error) {
      return await outageFor(request, error)
    }
  }

  /** Reads and answers a page whose address is known. */
  async function answer(
    request: AnyRequest,
    host: Host | undefined,
    url: URL,
    route: Route,
    moved: Readonly<Record<string, string>>,
  ): Promise<PlainResponse> {
    const base = basePathOf(url)
    if (route.is !== 'none') {
      const canonical = addresses.of(route)
      const query = new URLSearchParams([...new URLSearchParams(moved), ...withoutOld(url.searchParams)])
      const isMoved = Object.keys(moved).length > 0
      if (isMoved || decoded(canonical) !== decoded(url.pathname)) {
        const text = query.toString()
        return redirect(`${base}${canonical}${text === '' ? '' : `?${text}`}`)
      }
    }
    if (request.method === 'POST') return post(request, host, url, route)
    const now = api.now().getTime()
    const asked = readFilters(url.searchParams)
    const key = keyOf(url, route, asked)
    const revision = key === undefined ? undefined : await api.revision(request, host)
    const made = key === undefined || revision === undefined ? undefined : cache.find(revision, key, now)
    if (made !== undefined) return respond(request, made)
    const { scene, until } = await sceneOf(url, request, host)
    const page = await make(scene, route, asked, url)
    if (page instanceof Moved) return redirect(page.location, page.status)
    const file = 'etag' in page ? page : await pageFile(scene, page, url.pathname)
    const timed: Made = { ...file, until: Math.min(file.until, until()) }
    if (key !== undefined && revision !== undefined && timed.headers['cache-control'] !== 'no-store')
      cache.put(revision, key, timed)
    return respond(request, timed)
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

  async function post(
    request: AnyRequest,
    host: Host | undefined,
    url: URL,
    route: Route,
  ): Promise<PlainResponse> {
    const { scene } = await sceneOf(url, request, host)
    const form = await readForm(request)
    const page =
      route.is === 'event'
        ? await readEventPage(scene, route.slug, form.get('password') ?? '')
        : await readSuggest(scene, form)
    if (page instanceof Moved) return redirect(page.location, page.status)
    return respond(request, await pageFile(scene, { ...page, isSecret: true }, url.pathname))
  }

  async function pageFile(scene: Scene, page: Page, path: string): Promise<Made> {
    const text = documentOf(scene, page, path)
    const policy = policyOf(settings, page.kind, text, scene.calendar.base, [])
    return madeOf(
      text,
      {
        'content-type': 'text/html; charset=utf-8',
        'content-language': scene.words.locale,
        'content-security-policy': policy,
        'cache-control': page.isSecret ? 'no-store' : REVALIDATED,
        ...(page.isHidden ? { 'x-robots-tag': 'noindex' } : {}),
        ...page.headers,
      },
      page.status ?? 200,
    )
  }

  async function style(request: AnyRequest, name: string): Promise<PlainResponse> {
    if (name === 'kalends-icon.svg') {
      return respond(
        request,
        await madeOf(iconOf(settings), {
          'content-type': 'image/svg+xml',
          'cache-control': 'public, max-age=86400',
        }),
      )
    }
    // An older name: its page is still in somebody's cache.
    const isNow = name === styleName(settings)
    styles ??= madeOf(styleOf(settings), { 'content-type': 'text/css; charset=utf-8' })
    const made = await styles
    return respond(request, {
      ...made,
      headers: { ...made.headers, 'cache-control': isNow ? IMMUTABLE : REVALIDATED },
    })
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

/** What makes the same page has the same key. `undefined`: not kept. */
function keyOf(url: URL, route: Route, { filters, problems }: Asked): string | undefined {
  if (Object.keys(problems).length > 0 || route.is === 'none') return undefined
  if (route.is === 'suggest' && url.search !== '') return undefined
  const isPlain = route.is === 'events' || route.is === 'venue' || route.is === 'organizer'
  const isBare =
    route.is === 'event' || route.is === 'sitemap' || route.is === 'suggest' || route.is === 'date'
  return `${url.origin}${url.pathname}${isPlain ? queryOf(filters) : isBare ? '' : url.search}`
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

// —— Addresses of the old site ————————————————————————————————————————————————————————————————————————————————

const FEEDS = ['ical', 'outlook-ical', 'outlook_ical', 'feed']
const ROOT = ['p', 'post_type', 'tribe_events', 'tribe_venue', 'tribe_organizer', 'tribe_events_cat']

/** Whether the module for old addresses is needed. */
function isOld(segments: readonly string[], query: URLSearchParams): boolean {
  if (FEEDS.some((name) => query.has(name)) || segments.some((one) => one === 'feed' || one === 'ical'))
    return true
  return (segments.length === 0 || segments[0] === 'index.php') && ROOT.some((name) => query.has(name))
}

const OLD_NAMES = { 'tribe-bar-search': 'search', 'tribe-bar-date': 'from' } as const

function oldFilters(query: URLSearchParams): Record<string, string> {
  const filters: Record<string, string> = {}
  for (const [old, name] of Object.entries(OLD_NAMES)) {
    const value = query.get(old)
    if (value) filters[name] = value
  }
  if (query.get('eventDisplay') === 'past') filters.when = 'past'
  return filters
}

const withoutOld = (query: URLSearchParams): [string, string][] =>
  [...query].filter(([name]) => !Object.hasOwn(OLD_NAMES, name) && name !== 'eventDisplay')

// —— Outages ——————————————————————————————————————————————————————————————————————————————————————————————————

/** What the API cannot answer just now is 503; what it does not take, 400. Others are faults, and thrown. */
async function outageFor(request: AnyRequest, error: unknown): Promise<PlainResponse> {
  const status = isClientError(error) ? error.status : statusOf(error)
  const isBad = status === 400 || status === 414
  if (!isBad && status !== 429 && status !== 413 && !(status >= 500 && status !== 500)) throw error
  const [heading, text] = isBad
    ? ['The address is not right', 'Please check it.']
    : ['The calendar cannot be read just now', 'Please try again in a moment.']
  const shown = isBad || status === 413 || status === 429 ? status : 503
  const made = await madeOf(
    outage(heading, text).text,
    {
      ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'self'",
      ...(shown === 503 || shown === 429 ? { 'retry-after': '5' } : {}),
    },
    shown,
  )
  return respond(request, made)
}

/** Errors of `api.revision` come from the storage. */
const statusOf = (error: unknown): number => {
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined
  return typeof status === 'number' ? status : 0
}

// —— Scenes ———————————————————————————————————————————————————————————————————————————————————————————————————

function createScenes<Host>(api: SiteApi<Host>, settings: Settings, addresses: Addresses) {
  let facts: Promise<{ me: Me; words: Words }> | undefined

  /** The options of the calendar never change. */
  function readFacts(calendar: Calendar) {
    const reading =
      facts ??
      calendar.client.me().then((me) => ({ me, words: wordsIn(me.locale, sayIn(me.locale, settings.texts)) }))
    facts = reading
    reading.catch(() => {
      facts = undefined
    })
    return reading
  }

  return async (url: URL, request: AnyRequest, host: Host | undefined) => {
    const base = api.baseUrl ?? url.origin
    const calendar = calendarAt(api, base, host, request.signal)
    const { me, words } = await readFacts(calendar)
    const now = api.now()
    const wall = wallAt(now, me.timezone) ?? {
      day: now.toISOString().slice(0, 10),
      time: now.toISOString().slice(11, 16),
    }
    const basePath = new URL(base).pathname.replace(/\/$/, '')
    const origin = new URL(base).origin
    // To the next day, or what a page says.
    let until =
      now.getTime() + (24 * 60 - Number(wall.time.slice(0, 2)) * 60 - Number(wall.time.slice(3))) * 60_000
    until -= until % 60_000
    let choices: ReturnType<typeof readChoices> | undefined
    const scene: Scene = {
      ...{ settings, me, calendar, addresses, words, now },
      perPage: Math.min(50, api.limits.perPage),
      say: words.say,
      name: settings.name ?? me.title,
      today: wall.day,
      nowText: `${wall.day} ${wall.time}:00`,
      choices: () => {
        choices ??= readChoices(calendar)
        return choices
      },
      path: (route, filters) => withQuery(`${basePath}${addresses.of(route)}`, filters),
      url: (route, filters) => withQuery(`${base}${addresses.of(route)}`, filters),
      href: (address) =>
        address.startsWith(`${origin}/`)
          ? address.slice(origin.length)
          : /^https?:\/\//i.test(address)
            ? address
            : '#',
      feedBase: `${base}${api.basePath}/events`,
      validUntil: (instant) => {
        until = Math.min(until, instant)
      },
    }
    return { scene, until: () => until }
  }
}

export type { PageCache }
