import { expect, test } from 'vitest'
import { visited } from './calendar.ts'

/*
 * The addresses of pages are those of the WordPress calendar, so that a site that moves keeps them.
 */

async function town() {
  const { client, ...others } = visited()
  const music = await client.categories.create({ name: 'Music' })
  const jazz = await client.categories.create({ name: 'Jazz', parent: music.id })
  const fair = await client.events.create({
    ...{ title: 'Fair', start_date: '2026-12-05 10:00', end_date: '2026-12-05 18:00' },
    ...{ categories: [jazz.id], tags: ['winter'] },
    venue: { venue: 'Old mill', city: 'Lindow' },
    organizer: { organizer: 'Mill club' },
  })
  const choir = await client.events.create({
    ...{ title: 'Choir', start_date: '2026-12-07 19:00', end_date: '2026-12-07 21:00' },
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
  })
  return { ...others, client, fair, choir }
}

test('each kind of page has its address, and links of the API lead there', async () => {
  const { visit, fair, client } = await town()
  const [jazz] = fair.categories
  const [winter] = fair.tags
  const terms = [await client.categories.get(jazz?.id ?? 0), await client.tags.get(winter?.id ?? 0)]
  expect(terms.map(({ url }) => url)).toEqual([
    'https://town.example/events/category/music/jazz/',
    'https://town.example/events/tag/winter/',
  ])
  const links = [fair.url, ...terms.map(({ url }) => url), fair.venue[0]?.url, fair.organizer[0]?.url]
  const paths = [
    ...links.map((url) => new URL(url ?? '').pathname),
    ...['/events/', '/events/month/', '/events/month/2026-12/', '/events/today/', '/events/2026-12-05/'],
    ...[
      '/events/category/music/',
      '/events/category/music/month/2026-12/',
      '/events/tag/winter/month/2026-12/',
    ],
    ...['/events/mail/', '/events/mail.txt', '/events/sitemap.xml', '/events/qr.svg', '/event/fair/qr.svg'],
    ...['/events/?when=past', '/event/choir/'],
  ]
  const answers = await Promise.all(paths.map(async (path) => [path, (await visit(path)).status]))
  expect(answers).toEqual(paths.map((path) => [path, 200]))
})

test.each([
  ['/events', '/events/'],
  ['/events/list/', '/events/'],
  ['/events/list/page/1/', '/events/?page=1'],
  ['/events/2026-12/', '/events/month/2026-12/'],
  ['/events/month/2026-12', '/events/month/2026-12/'],
  ['/events/day/2026-12-05/', '/events/2026-12-05/'],
  ['/event/fair', '/event/fair/'],
  ['/venue/old-mill?page=1', '/venue/old-mill/?page=1'],
  ['/tag/winter/', '/events/tag/winter/'],
  ['/events/category/jazz/', '/events/category/music/jazz/'],
  ['/events/category/music/jazz/list/', '/events/category/music/jazz/'],
  ['/events/category/music/jazz/2026-12-05/', '/events/2026-12-05/?category=jazz'],
  ['/events/?tribe-bar-search=fair&tribe-bar-date=2026-12-05', '/events/?search=fair&from=2026-12-05'],
  ['/events/list/?eventDisplay=past', '/events/?when=past'],
  ['/event/choir/2026-12-14/', 'https://town.example/event/choir-2026-12-14/'],
  ['/events//2026-12-05/', '/events/2026-12-05/'],
])('%s is moved to %s', async (from, to) => {
  const { visit } = await town()
  const response = await visit(from)
  expect([response.status, response.headers.get('location')]).toEqual([301, to])
  expect((await visit(to.replace('https://town.example', ''))).status).toBe(200)
})

test('old feeds and short links are answered', async () => {
  const { visit, fair } = await town()
  const feed = await visit('/events/?ical=1')
  expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(await feed.text()).toContain('SUMMARY:Fair')
  expect(await (await visit('/event/fair/?outlook-ical=1')).text()).toContain('SUMMARY:Fair')
  const short = await visit(`/?p=${fair.id}`)
  expect([short.status, short.headers.get('location')]).toEqual([301, fair.url])
})

test.each([
  ...[
    '/event/none/',
    '/event/',
    '/venue/none/',
    '/organizer/none/',
    '/events/category/none/',
    '/events/tag/none/',
  ],
  ...[
    '/events/2027-02-30/',
    '/events/month/0000-00/',
    '/events/99999-01/',
    '/events/month/2027-13/',
    '/events/none/',
  ],
  ...['/event/a%2Fb/', '/event/choir/2026-12-15/', '/event/fair/2026-12-05/', '/events/?page=1000000000'],
  ...['/event/%00/', '/venue/%F0%9F%8E%84/', '/events/sitemap-1.xml', '/events/suggest/'],
])('%s is a page that says it is not there', async (path) => {
  const { visit } = await town()
  const response = await visit(path)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('</main>')
})

test('what is not an address of pages is left to the host', async () => {
  const { visit } = await town()
  for (const path of ['/', '/about', '/eventsy/', '/wp-json/', '/%ff']) {
    expect(await (await visit(path)).json()).toMatchObject({ code: 'rest_no_route' })
  }
})

test('words are those of the host, and English addresses lead to them', async () => {
  const { visit, client } = visited({
    path: '/kalender',
    paths: { events: 'termine', event: 'termin', venue: 'ort', month: 'monat', category: 'kategorie' },
  })
  const { url, venue } = await client.events.create({
    ...{ title: 'Fair', start_date: '2026-12-05 10:00', end_date: '2026-12-05 18:00' },
    ...{ categories: ['Music'], venue: { venue: 'Mill' } },
  })
  expect([url, venue[0]?.url]).toEqual([
    'https://town.example/kalender/termin/fair/',
    'https://town.example/kalender/ort/mill/',
  ])
  for (const path of [
    'termine/',
    'termin/fair/',
    'ort/mill/',
    'termine/monat/2026-12/',
    'termine/kategorie/music/',
  ])
    expect((await visit(`/kalender/${path}`)).status).toBe(200)
  for (const [from, to] of [
    ['events/', 'termine/'],
    ['event/fair/', 'termin/fair/'],
    ['events/category/music/month/2026-12/', 'termine/kategorie/music/monat/2026-12/'],
  ]) {
    const response = await visit(`/kalender/${from}`)
    expect([response.status, response.headers.get('location')]).toEqual([301, `/kalender/${to}`])
  }
  expect((await visit('/event/fair/')).status).toBe(404)
})

test('other methods are refused, and HEAD has no body', async () => {
  const { visit } = await town()
  const refused = await visit('/events/', { method: 'POST' })
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect((await visit('/event/fair/', { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD, POST')
  const head = await visit('/event/fair/', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('no page stands at two addresses: each says its own', async () => {
  const { text } = await town()
  const canonical = async (path: string) => /rel="canonical" href="([^"]*)"/.exec(await text(path))?.[1]
  for (const path of [
    '/events/',
    '/events/month/2026-12/',
    '/event/fair/',
    '/venue/old-mill/',
    '/events/category/music/jazz/',
  ])
    expect(await canonical(path)).toBe(`https://town.example${path}`)
  expect(await canonical('/events/month/')).toBe('https://town.example/events/month/2026-12/')
  expect(await canonical('/events/today/')).toBe('https://town.example/events/2026-12-03/')
  expect(await canonical('/events/?utm_source=x')).toBe('https://town.example/events/')
})
