import { createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { FeedTrouble, type Fetched } from '../../src/core/operations/sources/fetch-feed.ts'
import { readSite } from '../../src/core/operations/sources/read-site.ts'
import { Slices } from '../../src/formats/give-way.ts'

type Answer = (url: URL) => unknown

/** Reads a site whose answers are these, as JSON unless they are texts; and what was asked. */
async function reading(start: string, answer: Answer) {
  const asked: string[] = []
  const ask = async (address: string): Promise<Fetched> => {
    const url = new URL(address)
    if (asked.length > 0 || address !== start) asked.push(`${url.pathname}${url.search}`)
    const found = await answer(url)
    const text = typeof found === 'string' ? found : JSON.stringify(found)
    const bytes = new TextEncoder().encode(text)
    return { url: address, type: '', bytes, etag: '', last_modified: '', retryAfter: undefined }
  }
  const options = { timezone: 'UTC', slices: new Slices(), ask, from: '2031-01-01', to: '2031-12-31' }
  const content = await readSite(await ask(start), options)
  return { ...content, asked, titles: content.events.map(({ event }) => event.title) }
}

const row = (id: number) => ({
  id,
  status: 'publish',
  title: `Event ${id}`,
  start_date: '2031-03-04 19:00:00',
  end_date: '2031-03-04 21:00:00',
  timezone: 'Europe/Vienna',
})
const rows = Array.from({ length: 120 }, (_, at) => row(at + 1))

/** A list by pages, as the interface has it. */
const listOf =
  (all: readonly object[], order: (size: number) => readonly object[] = () => all): Answer =>
  ({ searchParams }) => {
    const [size, page] = [Number(searchParams.get('per_page') ?? 10), Number(searchParams.get('page') ?? 1)]
    const events = order(size).slice((page - 1) * size, page * size)
    return { events, total: String(all.length), total_pages: Math.ceil(all.length / size) }
  }

describe('another Kalends', () => {
  test('all events between the days, whichever of its addresses is given', async () => {
    const api = createEventsApi(memoryStorage(), {
      timezone: 'Europe/Vienna',
      authenticate: () => ({ id: 1, role: 'editor' }),
    })
    await api.migrate()
    const create = (title: string, day: string, more = {}) =>
      api.fetch(
        new Request('https://other.example/vendor/events/v1/events', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            title,
            status: 'publish',
            start_date: `${day} 19:00`,
            end_date: `${day} 20:00`,
            ...more,
          }),
        }),
      )
    for (let n = 10; n < 70; n++)
      await create(`Evening ${n}`, `2031-0${(n % 9) + 1}-11`, { categories: ['Music'] })
    await create('Before', '2030-12-31')
    await create('After', '2032-01-01')
    await create('Cancelled', '2031-05-05', { event_status: 'canceled', venue: { venue: 'Hall' } })
    const answer: Answer = async (url) => (await api.fetch(new Request(url))).text()
    for (const path of ['/vendor/events/v1/events', '/vendor/events/v1/']) {
      const { titles, events, notes } = await reading(`https://other.example${path}`, answer)
      expect(titles).toHaveLength(61)
      expect(new Set(titles).size).toBe(61)
      expect(titles).not.toContain('Before')
      expect(notes).toEqual([])
      expect(events.find(({ event }) => event.title === 'Cancelled')?.event).toMatchObject({
        event_status: 'canceled',
        venue: [{ venue: 'Hall' }],
      })
      expect(events.every(({ key }) => /^\d+@other\.example$/.test(key))).toBe(true)
    }
    const music = await reading('https://other.example/vendor/events/v1/events?categories=music', answer)
    expect(music.titles).toHaveLength(60)
  })
})

describe('a WordPress calendar', () => {
  const page = (link: string) =>
    `<!doctype html><html><head><title>Town</title>${link}</head><body></body></html>`
  const index = { name: 'Town', namespaces: ['wp/v2', 'tribe/events/v1'], routes: {} }

  test.each([
    [
      'its list',
      'https://town.example/wp-json/tribe/events/v1/events',
      rows,
      '/wp-json/tribe/events/v1/events?',
    ],
    ['its interface', 'https://town.example/wp-json/', index, '/wp-json/tribe/events/v1/events?'],
    [
      'its events interface',
      'https://town.example/wp-json/tribe/events/v1/',
      { routes: {} },
      '/wp-json/tribe/events/v1/events?',
    ],
    [
      'its interface without pretty links',
      'https://town.example/?rest_route=/',
      index,
      '/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents&',
    ],
    [
      'its page',
      'https://town.example/calendar/',
      page('<link rel="alternate" href="https://town.example/wp-json/tribe/events/v1/">'),
      '/wp-json/tribe/events/v1/events?',
    ],
    [
      'the page of an event',
      'https://town.example/event/x/',
      page('<link rel="alternate" href="https://town.example/wp-json/tribe/events/v1/events/12?x=1">'),
      '/wp-json/tribe/events/v1/events?',
    ],
    [
      'the page of a category',
      'https://town.example/events/category/music/',
      page(
        '<link rel="alternate" href="https://town.example/wp-json/tribe/events/v1/events/?categories=music">',
      ),
      '/wp-json/tribe/events/v1/events/?categories=music&',
    ],
    [
      'its page without pretty links',
      'https://town.example/?post_type=tribe_events',
      page('<link rel="alternate" href="https://town.example/?rest_route=/tribe/events/v1/">'),
      '/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents&',
    ],
  ])('%s leads to all of its events', async (_name, start, first, list) => {
    const pages = listOf(rows)
    const answer: Answer = (url) => (Array.isArray(first) || url.href !== start ? pages(url) : first)
    const { titles, asked } = await reading(start, answer)
    expect(titles).toHaveLength(120)
    const window = 'start_date=2031-01-01+00%3A00%3A00&end_date=2031-12-31+23%3A59%3A59'
    expect(asked).toEqual([1, 2, 3].map((number) => `${list}${window}&per_page=50&page=${number}`))
  })

  test('what one size of pages leaves out, another one shows', async () => {
    // Of many events of one date, the last of a page comes again, and another one does not come.
    const unsteady = listOf(rows, (size) =>
      size === 50 ? [...rows.slice(0, 50), ...rows.slice(49, 119)] : rows,
    )
    const { titles, asked } = await reading('https://town.example/events', unsteady)
    expect(new Set(titles).size).toBe(120)
    expect(asked).toHaveLength(3 + 3)
  })

  test('an event that cannot be read is in the list all the same, and a draft is not', async () => {
    const odd = [row(1), { ...row(2), start_date: 'soon' }, { ...row(3), status: 'draft' }]
    const { titles, notes } = await reading('https://town.example/events', listOf(odd))
    expect(titles).toEqual(['Event 1'])
    expect(notes).toMatchObject([
      { line: 2, key: '2@town.example', title: 'Event 2', code: 'no_start', message: 'it has no start' },
    ])
  })
})

describe('a site that is not to be trusted', () => {
  const why = (start: string, answer: Answer) =>
    reading(start, answer).then(
      () => 'no trouble',
      (error: unknown) => (error instanceof FeedTrouble ? error.message : `another error: ${error}`),
    )
  const noInterface = 'it names no events interface, as sites with The Events Calendar and Kalends have one'

  test.each([
    ['no interface', '<html><body>Hi</body></html>', noInterface],
    ['another interface', { namespaces: ['wp/v2'], routes: {} }, noInterface],
    ['no JSON', 'BEGIN:VCALENDAR', noInterface],
    ['a list', [], noInterface],
  ])('%s', async (_name, first, message) => {
    expect(await why('https://town.example/', () => first)).toBe(message)
  })

  test('a list that is never whole is no list, so that nothing of it counts as gone', async () => {
    const short: Answer = () => ({ events: [row(1)], total: 2, total_pages: 1 })
    expect(await why('https://town.example/events', short)).toBe('the site counts 2 events, and shows 1')
  })

  test('a page that breaks off fails the whole', async () => {
    const pages = listOf(rows)
    const broken: Answer = (url) => (url.searchParams.get('page') === '2' ? '{"events":[' : pages(url))
    expect(await why('https://town.example/events', broken)).toBe(
      'a page of its list of events cannot be read',
    )
  })

  test('pages without an end have one', async () => {
    let id = 0
    const endless: Answer = () => ({ events: [row(++id)], total: 10 ** 9, total_pages: 10 ** 9 })
    expect(await why('https://town.example/events', endless)).toMatch(/^the site counts 1000000000 events/)
    expect(id).toBe(1 + 3 * 400)
  })
})
