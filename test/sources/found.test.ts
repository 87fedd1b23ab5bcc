import { createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { openCalendar } from '../routes/calendar.ts'
import { calendarOf, calendarResponse, conditional, eventOn, feedServer } from './feeds.ts'

/* Sources that are pages, WordPress calendars or another Kalends; and a look before there is a source. */

const opened = () => {
  const server = feedServer()
  const calendar = openCalendar({ sources: { fetch: server.fetch } }, memoryStorage())
  const add = async (url: string, fields: object = {}) => {
    const { status, body, text } = await calendar.ask('POST', '/sources', {
      url,
      status: 'publish',
      ...fields,
    })
    expect(status, text).toBe(201)
    return Number(body.id)
  }
  const pull = async (id: number) => (await calendar.ask('POST', `/sources/${id}/pull`)).body
  const shown = async (id: number) => (await calendar.ask('GET', `/sources/${id}`)).body
  const titles = async () => {
    const { body } = await calendar.ask(
      'GET',
      '/events?per_page=50&start_date=2000-01-01&end_date=2040-01-01',
    )
    const events: unknown = body.events
    return (Array.isArray(events) ? events : []).map(({ title }) => String(title)).sort()
  }
  return { ...calendar, server, add, pull, shown, titles }
}

const pageWith = (link: string) =>
  `<!doctype html><html><head><title>Club</title>${link}</head><body>Hi</body></html>`
const html = (text: string) => () =>
  new Response(text, { headers: { 'content-type': 'text/html', etag: '"page"' } })
const none = { new: 0, changed: 0, gone: 0, kept: 0, outside: 0, attached: [], refused: [] }

describe('a page that names its calendar', () => {
  const PAGE = 'https://club.example/whats-on'
  const FEED = 'https://club.example/feed.ics'
  const link = '<link rel="alternate" type="text/calendar" href="/feed.ics">'

  test('is found with the first reading, and from then on the calendar itself is read', async () => {
    const { server, add, pull, shown, titles } = opened()
    server.serve(PAGE, html(pageWith(link)))
    server.serve(FEED, conditional(calendarOf([eventOn('0415', 'a'), eventOn('0416', 'b')])))
    const id = await add(PAGE)
    expect(await pull(id)).toEqual({ ...none, new: 2 })
    expect(await titles()).toEqual(['Event a', 'Event b'])
    expect(await shown(id)).toMatchObject({ url: FEED, format: 'ics', events: 2, error: null })
    const asked = server.asked.length
    expect(await pull(id)).toEqual(none)
    expect(server.asked.slice(asked).map(({ url }) => url)).toEqual([FEED])
    expect(server.asked.at(-1)?.headers['if-none-match']).toBeDefined()
  })

  test('a calendar that becomes a page for a while stays at its address', async () => {
    const { server, add, pull, shown, titles } = opened()
    server.serve(FEED, calendarOf([eventOn('0415', 'a')]))
    const id = await add(FEED)
    await pull(id)
    server.serve(
      FEED,
      html(pageWith('<link rel="alternate" type="text/calendar" href="https://evil.example/x.ics">')),
    )
    expect(await pull(id)).toMatchObject({ error: expect.stringMatching(/^it is a page/), gone: 0 })
    expect(await shown(id)).toMatchObject({ url: FEED })
    expect(server.asked.some(({ url }) => url.includes('evil'))).toBe(false)
    expect(await titles()).toEqual(['Event a'])
  })

  test('a page that names none, a calendar that is read already, and one in a private network', async () => {
    const { server, add, pull, shown } = opened()
    server.serve(FEED, calendarOf([eventOn('0415', 'a')]))
    const first = await add(FEED)
    server.serve(PAGE, html(pageWith(link)))
    const id = await add(PAGE)
    expect(await pull(id)).toEqual({
      ...none,
      error: `the calendar of this page is read already, as source ${first}`,
    })
    server.serve(PAGE, html(pageWith('')))
    expect(await pull(id)).toEqual({ ...none, error: 'it is a page that names no calendar' })
    server.serve(PAGE, html(pageWith('<a href="http://0x7f.1/x.ics">x</a>')))
    expect(await pull(id)).toMatchObject({ error: expect.stringMatching(/private network/) })
    expect(await shown(id)).toMatchObject({ url: PAGE, format: 'ics' })
    expect(server.asked.some(({ url }) => url.includes('127.0.0.1'))).toBe(false)
  })

  test('a password goes to the calendar of the same origin alone', async () => {
    const { server, add, pull, shown } = opened()
    const other = 'https://other.example/feed.ics'
    server.serve(PAGE, html(pageWith(link)))
    server.serve(FEED, calendarOf([eventOn('0415', 'a')]))
    const id = await add(PAGE.replace('//', '//me:word@'))
    await pull(id)
    await pull(id)
    const credentials = `Basic ${btoa('me:word')}`
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual([
      credentials,
      credentials,
      credentials,
    ])
    expect(await shown(id)).toMatchObject({ url: FEED, has_credentials: true })
    server.serve('https://club.example/2', html(pageWith(`<a href="${other}">x</a>`)))
    server.serve(other, calendarOf([eventOn('0416', 'b')]))
    const second = await add('https://me:word@club.example/2')
    await pull(second)
    expect(server.asked.at(-1)).toMatchObject({ url: other })
    expect(server.asked.at(-1)?.headers.authorization).toBeUndefined()
    expect(await shown(second)).toMatchObject({ url: other, has_credentials: false })
  })
})

describe('a WordPress calendar', () => {
  const LIST = 'https://wp.example/wp-json/tribe/events/v1/events'

  /** The interface of a site with these events, whatever is asked. */
  function site() {
    const calendar = opened()
    let events: object[] = []
    let total = 0
    const fetch = async (url: string, init: RequestInit) => {
      const { origin, pathname, searchParams } = new URL(url)
      if (origin + pathname !== LIST) return calendar.server.fetch(url, init)
      calendar.server.asked.push({ url, headers: {} })
      const [size, page] = [Number(searchParams.get('per_page') ?? 10), Number(searchParams.get('page') ?? 1)]
      const shown = events.slice((page - 1) * size, page * size)
      return Response.json({
        events: shown,
        total,
        total_pages: Math.ceil(events.length / size),
      })
    }
    const own = openCalendar({ sources: { fetch } }, memoryStorage())
    return {
      ask: own.ask,
      server: calendar.server,
      /** `counted`: how many the site says it has. */
      set: (next: object[], counted = next.length) => {
        events = next
        total = counted
      },
    }
  }
  const row = (id: number, changes: object = {}) => ({
    ...{
      id,
      status: 'publish',
      title: `Event ${id}`,
      url: `https://wp.example/event/${id}/`,
      timezone: 'Europe/Vienna',
    },
    ...{
      start_date: `2027-04-${10 + (id % 15)} 19:00:00`,
      end_date: `2027-04-${10 + (id % 15)} 21:00:00`,
      ...changes,
    },
  })

  test('all pages come, changes follow, and what is gone is cancelled', async () => {
    const { ask, set } = site()
    const rows = Array.from({ length: 60 }, (_, at) => row(at + 1))
    set(rows)
    const { body } = await ask('POST', '/sources', { url: LIST, format: 'site', status: 'publish' })
    const pull = async () => (await ask('POST', `/sources/${body.id}/pull`)).body
    expect(await pull()).toEqual({ ...none, new: 60 })
    expect(await pull()).toEqual(none)
    set([row(1, { title: 'Another', event_status: 'postponed' }), ...rows.slice(2)])
    expect(await pull()).toEqual({ ...none, changed: 1, gone: 1 })
    const { body: list } = await ask('GET', '/events?per_page=50&start_date=2027-04-11&end_date=2027-04-13')
    expect(list.events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          title: 'Another',
          event_status: 'postponed',
          source: expect.objectContaining({ uid: '1@wp.example', url: 'https://wp.example/event/1/' }),
        }),
        expect.objectContaining({ title: 'Event 2', event_status: 'canceled' }),
      ]),
    )
    // A change in the second page is seen, too, though the first page says the same.
    set([...rows.slice(0, 58), row(59, { title: 'Last but one' }), row(60)])
    expect(await pull()).toMatchObject({ changed: 3, gone: 0 })
  })

  test('its page leads to it, and the source is one of a site from then on', async () => {
    const { ask, set, server } = site()
    set([row(1)])
    server.serve(
      'https://wp.example/events/',
      html(pageWith('<link rel="alternate" href="https://wp.example/wp-json/tribe/events/v1/" />')),
    )
    server.serve('https://wp.example/wp-json/tribe/events/v1/', () => Response.json({ routes: {} }))
    const { body } = await ask('POST', '/sources', { url: 'https://wp.example/events/' })
    expect((await ask('POST', `/sources/${body.id}/pull`)).body).toEqual({ ...none, new: 1 })
    expect((await ask('GET', `/sources/${body.id}`)).body).toMatchObject({
      url: 'https://wp.example/wp-json/tribe/events/v1/',
      format: 'site',
      events: 1,
    })
    expect((await ask('POST', `/sources/${body.id}/pull`)).body).toEqual(none)
  })

  test('a list that is not whole takes nothing away', async () => {
    const { ask, set } = site()
    set([row(1), row(2)])
    const { body } = await ask('POST', '/sources', { url: LIST, format: 'site', status: 'publish' })
    await ask('POST', `/sources/${body.id}/pull`)
    set([row(1)], 2)
    expect((await ask('POST', `/sources/${body.id}/pull`)).body).toEqual({
      ...none,
      error: 'the site counts 2 events, and shows 1',
    })
    set([row(1)])
    expect((await ask('POST', `/sources/${body.id}/pull`)).body).toEqual({ ...none, gone: 1 })
  })
})

test('how many events are gone at once is said, so that a person can confirm it', async () => {
  const { ask, server, add, pull } = opened()
  const url = 'https://club.example/feed.ics'
  const days = ['0410', '0411', '0412', '0413', '0414', '0415']
  server.serve(url, calendarOf(days.map((day) => eventOn(day, day))))
  const id = await add(url)
  expect(await pull(id)).toEqual({ ...none, new: 6 })
  server.serve(url, calendarOf([eventOn('0410', '0410')]))
  for (const query of ['?dry_run=1', '']) {
    const { body } = await ask('POST', `/sources/${id}/pull${query}`)
    expect(body).toEqual({ ...none, held: 5, error: expect.stringMatching(/^5 of 6 events are gone/) })
  }
  expect((await ask('POST', `/sources/${id}/pull?confirm=1`)).body).toEqual({ ...none, gone: 5 })
})

test('another Kalends is read by its list', async () => {
  const other = createEventsApi(memoryStorage(), { authenticate: () => ({ id: 1, role: 'editor' }) })
  await other.migrate()
  const create = (body: object) =>
    other.fetch(
      new Request('https://other.example/vendor/events/v1/events', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'publish', timezone: 'Europe/Vienna', ...body }),
      }),
    )
  await create({
    title: 'Choir &amp; organ',
    start_date: '2027-05-01 19:00',
    end_date: '2027-05-01 20:00',
    venue: { venue: 'Church', city: 'Town' },
  })
  const calendar = openCalendar(
    { sources: { fetch: (url) => other.fetch(new Request(url)) } },
    memoryStorage(),
  )
  const url = 'https://other.example/vendor/events/v1/events'
  const { body } = await calendar.ask('POST', '/sources', { url, format: 'site', status: 'publish' })
  expect((await calendar.ask('POST', `/sources/${body.id}/pull`)).body).toEqual({ ...none, new: 1 })
  const { body: list } = await calendar.ask('GET', '/events?start_date=2027-05-01')
  expect(list.events).toEqual([
    expect.objectContaining({
      title: 'Choir &amp; organ',
      start_date: '2027-05-01 19:00:00',
      timezone: 'Europe/Vienna',
      venue: expect.objectContaining({ venue: 'Church', city: 'Town' }),
    }),
  ])
  expect((await calendar.ask('POST', `/sources/${body.id}/pull`)).body).toEqual(none)
})

describe('a look before there is a source', () => {
  test('says what a first reading would bring, and adds nothing', async () => {
    const { ask, server, titles } = opened()
    const url = 'https://club.example/feed.ics'
    server.serve(
      url,
      calendarResponse.bind(undefined, calendarOf([eventOn('0415', 'a'), eventOn('0416', 'b')])),
    )
    const { status, body } = await ask('POST', '/sources?dry_run=1', { url })
    expect([status, body]).toMatchObject([200, { ...none, new: 2 }])
    expect((await ask('GET', '/sources')).body).toEqual({ sources: [], total: 0, total_pages: 0 })
    expect(await titles()).toEqual([])
    // And nothing of it is known when it is added.
    const { body: added } = await ask('POST', '/sources', { url, status: 'publish' })
    expect((await ask('POST', `/sources/${added.id}/pull`)).body).toEqual({ ...none, new: 2 })
  })

  test('finds the calendar of a page, and says why there is none', async () => {
    const { ask, server } = opened()
    server.serve('https://club.example/', html(pageWith('<a href="/feed.ics">iCal</a>')))
    server.serve('https://club.example/feed.ics', calendarOf([eventOn('0415', 'a')]))
    const { body } = await ask('POST', '/sources?dry_run=1', { url: 'https://club.example/' })
    expect(body).toMatchObject({ ...none, new: 1 })
    const { body: nothing, status } = await ask('POST', '/sources?dry_run=1', {
      url: 'https://nothing.example/',
    })
    expect([status, nothing.error]).toEqual([200, expect.stringMatching(/404/)])
  })

  test('what could not be added is refused in the same way', async () => {
    const { ask, server, add } = opened()
    server.serve('https://club.example/feed.ics', calendarOf([]))
    await add('https://club.example/feed.ics')
    const twice = await ask('POST', '/sources?dry_run=1', { url: 'https://club.example/feed.ics' })
    const here = await ask('POST', '/sources?dry_run=1', { url: 'http://[::ffff:127.0.0.1]/feed.ics' })
    const often = await ask('POST', '/sources?dry_run=1', { url: 'https://club.example/2', every: 1 })
    expect([twice.status, here.status, often.status]).toEqual([409, 400, 400])
    expect(server.asked).toEqual([])
  })
})
