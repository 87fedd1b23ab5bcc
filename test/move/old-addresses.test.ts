import { createEventsApi, type EventsApiOptions } from 'kalends'
import { importSite, type OldAddressOptions, oldAddresses } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { ADMIN, serve } from './old-site.ts'
import { town } from './town.ts'

/*
 * The addresses of the small site, after it was imported. Its events are on the first days of June 2031.
 */

const NOW = new Date('2031-06-03T12:00:00Z')
const SITE = 'https://town.example'
const STAMP = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`) / 1000

let storage: Storage
let origin: string
beforeAll(async () => {
  const { url } = await serve(town())
  origin = url
  storage = memoryStorage()
  await importSite(storage, { url, ...ADMIN, sleep: async () => {} })
})

type Options = OldAddressOptions & { api?: EventsApiOptions }

function open({ api: more, ...options }: Options = {}) {
  const api = createEventsApi(storage, {
    ...{ baseUrl: SITE, basePath: '/wp-json', namespace: 'tribe/events/v1', timezone: 'Europe/Berlin' },
    now: () => NOW,
    ...more,
  })
  const old = oldAddresses(api, options)
  return {
    api,
    ask: (path: string, init: RequestInit = {}) => old(new Request(`${SITE}${path}`, init)),
  }
}

/** The IDs in a feed, by the UIDs of the old site. */
async function idsAt(path: string, options?: Options): Promise<number[] | string> {
  const response = await open(options).ask(path)
  if (response === undefined) return 'the host'
  const type = response.headers.get('content-type') ?? ''
  const text = await response.text()
  if (type.startsWith('application/json')) {
    const { code }: { code: string } = JSON.parse(text)
    return `${response.status} ${code}`
  }
  const found = type.startsWith('text/calendar')
    ? text.matchAll(/^UID:(\d+)-/gm)
    : text.matchAll(/<guid isPermaLink="false">[^<]*\?id=(\d+)<\/guid>/g)
  return [...found].map(([, id]) => Number(id)).sort((a, b) => a - b)
}

const ALL = [30, 31, 33]

describe('feeds', () => {
  test.each<[string, readonly number[]]>([
    ['/events/?ical=1', ALL],
    ['/events?ical=1', ALL],
    ['/events/?outlook-ical=1', ALL],
    ['/events/ical/', ALL],
    ['/events/list/?ical=1', ALL],
    ['/events/list/page/2/?ical=1&eventDisplay=list', ALL],
    ['/events/photo/?ical=1&shortcode=4f1e', ALL],
    ['/events/month/?ical=1', ALL],
    ['/index.php/events/?ical=1', ALL],
    ['/?post_type=tribe_events&ical=1&eventDisplay=list', ALL],
    ['/events/category/music/?ical=1', [30]],
    ['/events/category/music/jazz-blues/?ical=1', [30]],
    ['/events/category/music/jazz-blues/list/?ical=1', [30]],
    ['/events/category/jazz-blues/ical/', [30]],
    ['/events/category/music/2031-06/?ical=1', [30]],
    ['/events/category/music/2031-07/?ical=1', []],
    ['/events/category/music/featured/?ical=1', [30]],
    ['/events/?ical=1&tribe_events_cat=music/jazz-blues', [30]],
    ['/?post_type=tribe_events&ical=1&eventDisplay=list&tribe_events_cat=music', [30]],
    ['/?tribe_events_cat=music&ical=1', [30]],
    ['/events/tag/open-air/?ical=1', [30]],
    ['/?post_type=tribe_events&ical=1&tag=open-air', [30]],
    ['/events/featured/?ical=1', [30]],
    ['/events/month/2031-06/?ical=1', ALL],
    ['/events/2031-06/?ical=1', ALL],
    ['/events/month/?tribe-bar-date=2031-06-17&ical=1', ALL],
    ['/events/month/2031-07/?ical=1', []],
    ['/events/2031-06-02/?ical=1', [31]],
    ['/events/day/2031-06-01/?ical=1', [30]],
    ['/events/?eventDisplay=day&eventDate=2031-06-04&ical=1', [33]],
    ['/events/today/?ical=1', []],
    ['/events/week/2031-06-02/?ical=1', [31, 33]],
    ['/events/list/?tribe-bar-date=2031-06-02&ical=1', [31, 33]],
    ['/events/list/?eventDisplay=past&ical=1', [30, 31]],
    ['/events/list/?eventDisplay=past&tribe-bar-date=2031-06-02&ical=1', [30]],
    ['/events/?tribe-bar-search=walk&ical=1', [31]],
    ['/events/?ical=1&event_ids=30,33', [30, 33]],
    ['/events/?ical=1&event_ids=31', [31]],
    ['/events/list/?outlook-ical=1&event_ids=33,%2031,33', [31, 33]],
    ['/?post_type=tribe_events&ical=1&event_ids=30,999', [30]],
    ['/events/?ical=1&event_ids=999', []],
    ['/events/?ical=1&event_ids=', ALL],
    ['/events/?ical=1&event_ids=jazz', ALL],
    ['/event/walk/?ical=1', [31]],
    ['/event/walk/ical/', [31]],
    ['/event/dinner/?ical=1', [32]],
    ['/?tribe_events=walk&ical=1', [31]],
    ['/?post_type=tribe_events&p=31&ical=1', [31]],
    ['/venue/quay-4/?ical=1', [31]],
    ['/organizer/town-country/?ical=1', [30]],
    ['/events/feed/', ALL],
    ['/events/feed/rss2/', ALL],
    ['/feed/?post_type=tribe_events', ALL],
    ['/?feed=rss2&post_type=tribe_events', ALL],
    ['/events/category/music/feed/', [30]],
    ['/events/tag/open-air/feed/', [30]],
  ])('%s', async (path, ids) => {
    expect(await idsAt(path)).toEqual(ids)
  })

  test('today is the day of the site', async () => {
    const at = (time: string) => idsAt('/events/today/?ical=1', { api: { now: () => new Date(time) } })
    expect(await at('2031-06-01T21:59:00Z')).toEqual([30])
    expect(await at('2031-06-01T22:00:00Z')).toEqual([31])
  })

  test('have what is far ahead, and what was until 90 days ago', async () => {
    const at = (now: string) => idsAt('/events/?ical=1', { api: { now: () => new Date(now) } })
    expect(await at('2027-01-01T00:00:00Z')).toEqual(ALL)
    expect(await at('2031-08-31T12:00:00Z')).toEqual([31, 33])
  })

  test('of IDs have what is over, too', async () => {
    const api = { now: () => new Date('2040-01-01T00:00:00Z') }
    expect(await idsAt('/events/?ical=1&event_ids=30,33', { api })).toEqual([30, 33])
  })

  test('are ours, byte for byte, with HEAD and 304', async () => {
    const { ask, api } = open()
    const own = await api.fetch(
      new Request(`${SITE}${api.basePath}/events.ics?categories=music&end_date=9999-12-31`),
    )
    const path = '/events/category/music/?ical=1'
    const got = await ask(path)
    expect(await got?.text()).toBe(await own.text())
    expect(got?.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const etag = own.headers.get('etag') ?? ''
    expect(got?.headers.get('etag')).toBe(etag)
    expect((await ask(path, { headers: { 'if-none-match': etag } }))?.status).toBe(304)
    const head = await ask(path, { method: 'HEAD' })
    expect([head?.status, head?.headers.get('etag'), await head?.text()]).toEqual([200, etag, ''])
    expect((await ask('/venue/quay-4/?ical=1', { headers: { 'if-none-match': etag } }))?.status).toBe(200)
  })

  test('an event has the UID that it had in the old feeds', async () => {
    const [start, end] = [STAMP('2031-06-02 19:00:00'), STAMP('2031-06-02 21:00:00')]
    const text = await (await open().ask('/event/walk/?ical=1'))?.text()
    expect(text).toContain(`\r\nUID:31-${start}-${end}@${new URL(origin).hostname}\r\n`)
  })

  test.each([
    ['/events/category/none/?ical=1', '404 rest-category-not-found'],
    ['/events/category/music/none/feed/', '404 rest-category-not-found'],
    ['/events/tag/none/?ical=1', '404 rest-tag-not-found'],
    ['/venue/none/?ical=1', '404 rest-venue-not-found'],
    ['/organizer/none/?ical=1', '404 rest-organizer-not-found'],
    ['/event/none/?ical=1', '404 rest-event-not-found'],
  ])('%s is %s: an empty feed would remove the events of a subscriber', async (path, refusal) => {
    expect(await idsAt(path)).toBe(refusal)
    const head = await open().ask(path, { method: 'HEAD' })
    expect([head?.status, await head?.text()]).toEqual([404, ''])
  })

  test.each([
    ['a draft', '/event/not-yet/?ical=1'],
    ['a private event', '/event/board/?ical=1'],
    ['an event in the trash', '/event/cancelled__trashed/?ical=1'],
    ['a draft by its ID', '/?p=34&ical=1'],
    ['an event with a password', '/event/members/?ical=1'],
  ])('%s is unknown, also to those who may see it', async (_, path) => {
    expect(await idsAt(path)).toBe('404 rest-event-not-found')
    const authenticate = () => ({ id: 3, role: 'administrator' }) as const
    expect(await idsAt(path, { api: { authenticate } })).toBe('404 rest-event-not-found')
    expect(await idsAt('/events/?ical=1', { api: { authenticate } })).toEqual(ALL)
  })
})

describe('short links', () => {
  test.each([
    ['/?p=30', '/event/rock-roll/'],
    ['/?p=32', '/event/dinner/'],
    ['/?p=33', '/event/members/'],
    ['/?p=20', '/venue/millers-barn/'],
    ['/?p=22', '/organizer/town-country/'],
    ['/?post_type=tribe_events&p=31', '/event/walk/'],
    ['/?post_type=tribe_venue&p=21', '/venue/quay-4/'],
    ['/index.php?p=31', '/event/walk/'],
    ['/?tribe_events=walk', '/event/walk/'],
    ['/?tribe_venue=quay-4', '/venue/quay-4/'],
  ])('%s leads to %s', async (path, page) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await open().ask(path, { method })
      expect(response?.status).toBe(301)
      expect(response?.headers.get('location')).toBe(`${SITE}${page}`)
    }
    const permalink = (kind: string, { slug }: { slug: string }) => `https://new.example/${kind}/${slug}`
    const response = await open({ api: { permalink } }).ask(path)
    expect(response?.headers.get('location')).toBe(`https://new.example${page.replace(/\/$/, '')}`)
  })

  test.each(['/?p=34', '/?p=35', '/?p=36', '/?p=999', '/?p=0', '/?p=x', '/?p=30&preview=true'])(
    '%s is left to the host, whoever asks',
    async (path) => {
      expect(await open().ask(path)).toBeUndefined()
      const authenticate = () => ({ id: 3, role: 'administrator' }) as const
      expect(await open({ api: { authenticate } }).ask(path)).toBeUndefined()
    },
  )

  test('a page that is at this very address is not sent to itself', async () => {
    const permalink = (_kind: string, { id }: { id: number }) => `${SITE}/?p=${id}`
    expect(await open({ api: { permalink } }).ask('/?p=30')).toBeUndefined()
  })
})

test.each([
  '/',
  '/events/',
  '/events/?ical=0',
  '/events/?ical=',
  '/events/list/',
  '/events/category/music/',
  '/events/category/?ical=1',
  '/events/something/?ical=1',
  '/events/2031-02-30/?ical=1',
  '/events/2031-13/?ical=1',
  '/event/walk/',
  '/event/walk/feed/',
  '/event/walk/a/b/?ical=1',
  '/event/?ical=1',
  '/feed/',
  '/?feed=rss2',
  '/?post_type=post&p=30',
  '/?post_type=tribe_events',
  '/?page_id=30',
  '/about/?ical=1',
  '/tag/open-air/?ical=1',
  '/wp-json/',
  '/wp-json/wp/v2/users/me',
  '/event/%ff/?ical=1',
])('%s is left to the host', async (path) => {
  expect(await open().ask(path)).toBeUndefined()
})

test('only reads are answered', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    expect(await open().ask('/events/?ical=1', { method })).toBeUndefined()
    expect(await open().ask('/?p=30', { method })).toBeUndefined()
  }
})

describe('`rest_route` in the query', () => {
  const route = (path: string) => `/?rest_route=/tribe/events/v1${path}`

  test.each(['/events/30', '/events/by-slug/walk/', '/events', '', '/none'])('%s', async (path) => {
    const { ask, api } = open()
    const own = await api.fetch(new Request(`${SITE}${api.basePath}${path}`))
    for (const at of ['/', '/index.php']) {
      const got = await ask(`${at}${route(path).slice(1)}`)
      expect([got?.status, await got?.text()]).toEqual([own.status, await own.clone().text()])
    }
  })

  test('other fields of the query stay', async () => {
    const response = await open().ask(`${route('/events')}&per_page=1&_fields=id`)
    expect(await response?.json()).toMatchObject({ events: [{ id: 31 }], total_pages: 2 })
  })

  test('writes too, with the credentials of the request', async () => {
    const { ask } = open({
      api: { authenticate: ({ headers }) => (headers.has('cookie') ? { id: 3, role: 'author' } : null) },
    })
    const body = new URLSearchParams({ title: 'Draft', start_date: '2031-06-09', end_date: '2031-06-09' })
    const made = await ask(route('/events'), { method: 'POST', body, headers: { cookie: 'ann' } })
    expect(made?.status).toBe(201)
    const { id }: { id: number } = (await made?.json()) ?? {}
    expect((await ask(route(`/events/${id}`), { method: 'DELETE' }))?.status).toBe(401)
    const removed = await ask(route(`/events/${id}`), { method: 'DELETE', headers: { cookie: 'ann' } })
    expect(removed?.status).toBe(200)
  })

  test('is left to the host for other routes, at other addresses, and for an API that is elsewhere', async () => {
    for (const path of [
      '/?rest_route=/wp/v2/posts',
      '/?rest_route=/',
      route('x'),
      `/about${route('/events')}`,
    ]) {
      expect(await open().ask(path)).toBeUndefined()
    }
    const { ask } = open({ api: { basePath: '/api' } })
    expect(await ask(route('/events'))).toBeUndefined()
    const post = new Request(`${SITE}/?rest_route=/wp/v2/posts`, { method: 'POST', body: 'a=1' })
    expect(await oldAddresses(open().api)(post)).toBeUndefined()
    expect(await post.text()).toBe('a=1')
  })
})

test('the old site may have been in a folder, with words of its own', async () => {
  const options = {
    folder: '/blog/',
    words: { events: 'termine', event: 'termin', category: 'kategorie', month: 'größter-monat' },
  }
  for (const [path, ids] of [
    ['/blog/termine/?ical=1', ALL],
    ['/blog/termine/kategorie/music/?ical=1', [30]],
    ['/blog/termine/kategorie/music/größter-monat/2031-07/?ical=1', []],
    ['/blog/termine/tag/open-air/?ical=1', [30]],
    ['/blog/termin/walk/?ical=1', [31]],
    ['/blog/?post_type=tribe_events&ical=1', ALL],
    ['/termine/?ical=1', 'the host'],
    ['/blog/events/?ical=1', 'the host'],
  ] as const) {
    expect(await idsAt(path, options), path).toEqual(ids)
  }
  expect((await open(options).ask('/blog/?p=31'))?.status).toBe(301)
  const inFolder = { ...options, api: { basePath: '/blog/wp-json' } }
  expect((await open(inFolder).ask('/blog/?rest_route=/tribe/events/v1/events'))?.status).toBe(200)
  expect(await open(inFolder).ask('/?rest_route=/tribe/events/v1/events')).toBeUndefined()
  expect(await open(options).ask('/?p=31')).toBeUndefined()
})

test('the limits and the log of the API apply', async () => {
  const paths: string[] = []
  const limited = open({ api: { rateLimit: () => 9, audit: ({ path }) => paths.push(path) } })
  const response = await limited.ask('/events/?ical=1')
  expect([response?.status, response?.headers.get('retry-after')]).toEqual([429, '9'])
  expect(paths).toEqual(['/wp-json/tribe/events/v1/events.ics'])
})
