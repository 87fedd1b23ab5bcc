import { StorageUnavailable } from 'kalends/storage/contract'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { wrapped } from '../setup/wrapped-storage.ts'
import { visited, wordsOf } from './calendar.ts'

/*
 * Pages show what the API shows a visitor, and nothing that a page, an address or a header makes of it.
 */

const evening = { start_date: '2026-12-05 19:30', end_date: '2026-12-05 22:00' }

test('what a visitor may not see is on no page, and its address is like one that there is not', async () => {
  const { client, visit, text } = visited({}, { timezone: 'Europe/Berlin' })
  const venue = await client.venues.create({ venue: 'Secret cellar', status: 'draft' })
  for (const status of ['draft', 'private', 'pending'] as const)
    await client.events.create({ title: `Secret ${status}`, slug: `secret-${status}`, ...evening, status })
  await client.events.create({
    title: 'Secret later',
    slug: 'secret-future',
    ...evening,
    status: 'future',
    date: '2026-12-30',
  })
  await client.events.create({
    title: 'Secret listing',
    slug: 'secret-listing',
    ...evening,
    hide_from_listings: true,
  })
  await client.events.create({ title: 'Open', ...evening, venue: venue.id })
  const none = await visit('/event/none/')
  const bytes = await none.text()
  for (const slug of ['secret-draft', 'secret-private', 'secret-pending', 'secret-future']) {
    const hidden = await visit(`/event/${slug}/`)
    expect([hidden.status, await hidden.text()]).toEqual([404, bytes])
  }
  expect((await visit('/venue/secret-cellar/')).status).toBe(404)
  expect(await text('/event/secret-listing/')).toContain('noindex')
  const pages = [
    ...[
      '/events/',
      '/events/month/2026-12/',
      '/events/2026-12-05/',
      '/events/mail/?days=30',
      '/events/mail.txt',
    ],
    ...[
      '/events/sitemap.xml',
      '/event/open/',
      '/events/?search=secret',
      '/events/?free=1',
      '/events/?ical=1',
    ],
  ]
  // Twice: made, and kept.
  for (const path of [...pages, ...pages]) {
    const page = (await text(path))
      .replaceAll('“secret”', '')
      .replaceAll('value="secret"', '')
      .replace(/search(=|%3D)secret/g, '')
      .replace(/Remove filter: secret/g, '')
    expect(page.toLowerCase(), path).not.toContain('secret')
  }
})

test('in the trash is gone where it was public, else it was never there', async () => {
  const { client, visit } = visited({}, { changes: true })
  const open = await client.events.create({ title: 'Open', ...evening })
  const draft = await client.events.create({ title: 'Draft', slug: 'draft', ...evening, status: 'draft' })
  await client.events.delete(open.id)
  await client.events.delete(draft.id)
  expect((await visit('/event/open/')).status).toBe(410)
  expect((await visit('/event/draft/')).status).toBe(404)
})

test('a merged venue leads to the one that stays', async () => {
  const { client, visit } = visited()
  const [a, b] = [await client.venues.create({ venue: 'Old' }), await client.venues.create({ venue: 'New' })]
  await client.venues.merge(b.id, [a.id])
  const response = await visit('/venue/old/')
  expect([response.status, response.headers.get('location')]).toEqual([301, b.url])
})

test('behind a password are title, times and a form, which opens it and learns nobody anything', async () => {
  const { client, visit, text } = visited()
  await client.events.create({ title: 'Members', ...evening, password: 'open', description: 'Treasure' })
  await client.events.create({ title: 'Draft', slug: 'draft', ...evening, status: 'draft', password: 'open' })
  const page = await text('/event/members/')
  expect(wordsOf(page)).toMatch(/Members Sat 5 December 2026, 19:30–22:00 .*Password/)
  expect(page).not.toContain('Treasure')
  const send = (slug: string, password: string) =>
    visit(`/event/${slug}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ password }).toString(),
    })
  const wrong = await send('members', 'closed')
  expect([wrong.status, wrong.headers.get('cache-control')]).toEqual([403, 'no-store'])
  expect(await wrong.text()).toContain('That password is not right.')
  const right = await send('members', 'open')
  expect([right.status, right.headers.get('cache-control'), right.headers.get('etag')]).toEqual([
    200,
    'no-store',
    null,
  ])
  expect(await right.text()).toContain('Treasure')
  expect(await text('/event/members/')).not.toContain('Treasure')
  const none = await send('none', 'open')
  const draft = await send('draft', 'open')
  expect([none.status, draft.status, await draft.text()]).toEqual([404, 404, await none.text()])
  for (let at = 0; at < 12; at++) await send('members', `guess ${at}`)
  const many = await send('members', 'open')
  expect(many.status).toBe(429)
})

test('hostile records are text', async () => {
  const { client, text } = visited()
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
  await client.events.create({
    ...{ title: `Evil &lt;script&gt;alert(1)&lt;/script&gt; \u202egnp`, slug: 'evil', ...evening },
    ...{ cost: evil, tags: ['a"b'], description: `<p onclick=x>${evil}</p>`, event_status: 'canceled' },
    ...{ event_status_reason: evil, website: 'https://evil.example/x' },
    venue: { venue: 'A &lt;b&gt;', phone: evil, address: evil, city: evil, website: 'https://evil.example/' },
  })
  for (const path of [
    '/event/evil/',
    '/events/',
    '/events/month/2026-12/',
    '/venue/a-b/',
    '/events/mail/',
    '/events/2026-12-05/',
  ]) {
    const page = (await text(path)).replace(/<script type="application\/ld\+json">[^<]*<\/script>/, '')
    expect(page, path).not.toMatch(/<script|<[^>]*\son\w+=|javascript:|\u202e/i)
  }
})

test('hostile addresses and filters are text', async () => {
  const { client, visit } = visited()
  await client.events.create({ title: 'Open', ...evening })
  const evil = encodeURIComponent(`"><script>alert(1)</script>'`)
  for (const query of [
    `search=${evil}`,
    `category=${evil}`,
    `venue=${evil}`,
    `from=${evil}`,
    `page=${evil}`,
    `tag=${evil}&organizer=${evil}`,
  ]) {
    const response = await visit(`/events/?${query}`)
    expect(response.status).toBeLessThan(500)
    expect(await response.text()).not.toContain('<script>')
  }
  const split = await visit('/events/list/?x=%0d%0aset-cookie:a=b')
  expect([split.status, split.headers.get('set-cookie')]).toEqual([301, null])
  const long = await visit(`/events/?search=${'x'.repeat(8192)}`)
  expect(long.status).toBe(414)
  expect(await long.text()).toContain('The address is too long')
  const many = await visit(`/events/?venue=${Array.from({ length: 400 }, (_, at) => `v${at}`).join(',')}`)
  expect(many.status).toBe(400)
})

test('the policy allows the style, and pictures of the origins on the page', async () => {
  const { client, visit } = visited()
  await client.events.create({ title: 'Open', ...evening, image: 'https://cdn.example/a.png' })
  const policy = (await visit('/event/open/')).headers.get('content-security-policy')
  expect(policy).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self' https://cdn.example; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
  )
  const page = await (await visit('/event/open/')).text()
  expect(page).not.toMatch(/<[^>]*\sstyle=|<style|src="data:|href="data:/)
  expect((await visit('/events/mail/')).headers.get('content-security-policy')).toContain(
    "style-src 'unsafe-inline'",
  )
  const own = visited({ csp: (policy, kind) => (kind === 'list' ? `${policy}; font-src 'self'` : policy) })
  expect((await own.visit('/events/')).headers.get('content-security-policy')).toMatch(/; font-src 'self'$/)
})

test('a page that is known is 304, and costs the storage no more than a list asked again', async () => {
  let calls: string[] = []
  const memory = memoryStorage()
  const storage = {
    ...wrapped(memory, (name, call) => {
      calls.push(name)
      return call()
    }),
    revision: async () => {
      calls.push('revision')
      return memory.revision?.()
    },
  }
  const { client, visit, text, api } = visited({}, {}, storage)
  await client.events.create({ title: 'Open', ...evening, venue: { venue: 'Mill' } })
  const paths = [
    '/events/',
    '/events/month/2026-12/',
    '/event/open/',
    '/venue/mill/',
    '/events/mail/',
    '/events/sitemap.xml',
  ]
  const list = async () => {
    calls = []
    await api.fetch(new Request(`https://town.example${api.basePath}/events`))
    return calls.length
  }
  await list()
  const cost = await list()
  for (const path of paths) {
    const etag = (await visit(path)).headers.get('etag')
    calls = []
    const again = await visit(path, { headers: { 'if-none-match': etag ?? '' } })
    expect([path, again.status, calls.length <= cost]).toEqual([path, 304, true])
  }
  await client.events.create({ title: 'Newer', ...evening })
  expect(await text('/events/')).toContain('Newer')
})

test('the categories and places of the form are read once for all pages, until something changes', async () => {
  let calls: string[] = []
  const memory = memoryStorage()
  const around = <T>(name: string, call: () => Promise<T>) => {
    calls.push(name)
    return call()
  }
  const storage = { ...wrapped(memory, around), revision: async () => memory.revision?.() }
  // No answer of the API fits in the cache.
  const { client, text } = visited({}, { limits: { cache: 1 } }, storage)
  await client.events.create({ title: 'Open', ...evening, venue: { venue: 'Mill' } })
  const reading = () => calls.filter((name) => name === 'find category').length
  await text('/events/')
  expect(reading()).toBeGreaterThan(0)
  calls = []
  expect(await text('/events/?search=open')).toMatch(/<option[^>]*>Mill/)
  expect(reading()).toBe(0)
  await client.venues.create({ venue: 'Barn' })
  expect(await text('/events/?search=open')).toMatch(/<option[^>]*>Barn/)
})

test('a page follows the clock: what is over leaves the list', async () => {
  let now = new Date('2026-12-05T20:00:00Z')
  const { client, text } = visited({}, { now: () => now })
  await client.events.create({ title: 'Open', ...evening })
  expect(await text('/events/')).toContain('Open')
  now = new Date('2026-12-05T21:00:01Z')
  expect(await text('/events/')).not.toContain('>Open<')
})

test('an outage is 503 with a plain page', async () => {
  let isOut = false
  const storage = wrapped(memoryStorage(), (_name, call) =>
    isOut ? Promise.reject(new StorageUnavailable('out')) : call(),
  )
  const { visit } = visited({}, { onError: () => undefined }, storage)
  isOut = true
  for (const path of [
    '/events/',
    '/event/x/',
    '/events/month/2026-12/',
    '/events/sitemap.xml',
    '/events/mail/',
  ]) {
    const response = await visit(path)
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '5'])
    expect(await response.text()).toContain('<h1>')
  }
  isOut = false
  expect((await visit('/events/')).status).toBe(200)
})

test('a suggestion is sent by a form without scripts', async () => {
  const { visit, text, client } = visited({}, { suggestions: { author: 1 } })
  expect(wordsOf(await text('/events/'))).toContain('Suggest an event')
  const send = (fields: Record<string, string>) =>
    visit('/events/suggest/', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
      redirect: 'manual',
    })
  const wrong = await send({ title: 'Fair "x"', end_date: '2026-12-10' })
  expect(wrong.status).toBe(400)
  const page = await wrong.text()
  expect(page).toContain('value="Fair &quot;x&quot;"')
  expect(page.match(/aria-invalid/g)).toHaveLength(2)
  const full = {
    title: 'Fair',
    ...{ start_date: '2026-12-10', start_time: '22:00', end_time: '02:00' },
    description: 'A <b>\n\nB',
  }
  expect((await send({ ...full, email: 'nobody' })).status).toBe(400)
  const sent = await send({ ...full, email: 'ada@example.org', venue: 'Mill', website: 'www.example.org' })
  expect(sent.status).toBe(303)
  const thanks = await visit(sent.headers.get('location') ?? '')
  expect(thanks.headers.get('cache-control')).toBe('no-store')
  expect(await thanks.text()).toMatch(
    /href="https:\/\/town\.example\/vendor\/events\/v1\/suggestions\/\d+\/edit#[\w-]+"/,
  )
  const { items } = await client.events.list({ status: ['pending'] })
  expect(items).toMatchObject([
    {
      ...{ title: 'Fair', description: '<p>A &lt;b&gt;</p>\n<p>B</p>', website: 'https://www.example.org' },
      // No end date was given, so it ends in the night.
      ...{ start_date: '2026-12-10 22:00:00', end_date: '2026-12-11 02:00:00' },
    },
  ])
  expect(await text('/events/suggest/?sent=1&secret="><script>')).not.toContain('<script>')
})

test('what is refused of a suggestion is said at its field, in the language of the page', async () => {
  const { visit } = visited({}, { locale: 'de', suggestions: { author: 1 } })
  const told = async (fields: Record<string, string>) => {
    const right = { title: 'Fair', start_date: '2026-12-10', email: 'ada@example.org' }
    const response = await visit('/events/suggest/', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...right, ...fields }).toString(),
    })
    const page = await response.text()
    return [...page.matchAll(/id="kalends-s-(\w+)-problem">([^<]*)/g)].map(([, name, words]) => [name, words])
  }
  expect(await told({ website: 'none', end_date: '2026-12-09', email: 'x' })).toEqual([
    ['end_date', 'Das Ende liegt vor dem Beginn'],
    ['website', 'Eine Web-Adresse beginnt mit https://'],
    ['email', 'Keine E-Mail-Adresse'],
  ])
  expect(await told({ start_date: '2020-01-01', title: '<b></b>', name: 'x'.repeat(300) })).toEqual([
    ['title', 'Bitte ausfüllen'],
    ['end_date', 'Das ist schon vorbei'],
    ['name', 'Zu lang'],
  ])
  expect(await told({ start_date: '32 May' })).toEqual([
    ['start_date', 'Kein Datum'],
    ['end_date', 'Kein Datum'],
  ])
})
