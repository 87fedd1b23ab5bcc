import { importSite, MoveError } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { listPages, type OldPage } from '../../src/move/wordpress/old-list.ts'
import type { Storage } from '../../src/storage/contract.ts'
import {
  event,
  isListOf,
  json,
  pageOf,
  type Row,
  SITE,
  type Special,
  smallSite,
  term,
  venue,
} from './small-site.ts'

const sleep = async () => {}
const rowsOf = (count: number, make: (id: number) => Row, from = 1): Row[] =>
  Array.from({ length: count }, (_, at) => make(from + at))

async function bring(storage: Storage, site: ReturnType<typeof smallSite>) {
  return importSite(storage, { url: SITE, fetch: site.fetch, sleep })
}

/** Pages of one size repeat their last record, and so leave out the first one of the page after. */
const unstable =
  (venues: readonly Row[], isUnstable: (size: string | null) => boolean): Special =>
  (url) => {
    if (!isListOf(url, 'venues') || !isUnstable(url.searchParams.get('per_page'))) return undefined
    const body = pageOf('venues', venues, url.searchParams)
    const first = (Number(url.searchParams.get('page')) - 1) * Number(url.searchParams.get('per_page'))
    const own: readonly unknown[] = Array.isArray(body.venues) ? body.venues : []
    const shown = first === 0 ? own : [venues[first - 1], ...own.slice(1)]
    return json({ ...body, venues: shown })
  }

describe('a list whose pages repeat and leave out records', () => {
  const venues = rowsOf(120, venue, 1000)

  test('is read again with other page sizes, and each record is taken once', async () => {
    const site = smallSite(
      { venues },
      unstable(venues, (size) => size === '50'),
    )
    const { kinds, notes } = await bring(memoryStorage(), site)
    expect(kinds.venue).toMatchObject({ read: 120, created: 120, complete: true, missing: 0 })
    expect(notes).toEqual([])
  })

  test('a record twice on one page is taken once', async () => {
    const twice: Special = (url) =>
      isListOf(url, 'venues')
        ? json({ venues: [venue(7), venue(7), venue(8)], total: 2, total_pages: 1 })
        : undefined
    const { kinds } = await bring(memoryStorage(), smallSite({}, twice))
    expect(kinds.venue).toMatchObject({ read: 2, created: 2, complete: true })
  })

  test('records that no page shows are found by the events that link to them, and by lists of IDs', async () => {
    const hidden = [venues[50], venues[100]]
    const listed = venues.filter((one) => !hidden.includes(one))
    const special: Special = (url) => {
      if (isListOf(url, 'venues')) {
        return json({ ...pageOf('venues', listed, url.searchParams), total: venues.length })
      }
      if (url.pathname !== '/wp-json/wp/v2/tribe_venue') return undefined
      expect(url.searchParams.get('orderby')).toBe('id')
      return json([{ id: 1100 }], { headers: { 'x-wp-totalpages': '1' } })
    }
    const site = smallSite({ venues, events: [event(5, { venue: { id: 1050 } })] }, special)
    const storage = memoryStorage()
    const { kinds } = await bring(storage, site)
    expect(kinds.venue).toMatchObject({ created: 120, complete: true, missing: 0 })
    expect((await storage.get('venue', [1050, 1100])).length).toBe(2)
  })

  test('what is not found is counted, named if its ID is known, and nothing counts as gone', async () => {
    const site = smallSite({ venues: [...venues] })
    const storage = memoryStorage()
    await bring(storage, site)
    const special: Special = (url) => {
      if (isListOf(url, 'venues')) {
        return json({ ...pageOf('venues', venues.slice(0, 118), url.searchParams), total: 120 })
      }
      return url.pathname.endsWith('/venues/1119') ? json({ code: 'not-found' }, { status: 404 }) : undefined
    }
    const later = smallSite({ venues, events: [event(5, { venue: [{ id: 1119 }] })] }, special)
    const { kinds, notes } = await bring(storage, later)
    expect(kinds.venue).toMatchObject({ unchanged: 118, complete: false, missing: 2, gone: [] })
    expect(notes).toEqual([{ kind: 'venue', id: 1119, reason: 'not shown' }])
  })

  test('a list that is refused is not a list without records', async () => {
    const storage = memoryStorage()
    await bring(storage, smallSite({ venues: rowsOf(3, venue) }))
    const refused: Special = (url) => (isListOf(url, 'venues') ? json({}, { status: 403 }) : undefined)
    const { kinds } = await bring(storage, smallSite({}, refused))
    expect(kinds.venue).toMatchObject({ complete: false, gone: [] })
  })
})

describe('a list without an end', () => {
  const claims = { total: 1e15, total_pages: 1e15 }

  test.each<[string, (page: number) => Row]>([
    ['empty pages', (page) => ({ events: page === 1 ? [event(1)] : [], ...claims })],
    ['repeated pages', () => ({ events: [event(1)], ...claims })],
    ['repeated pages, and the right total', () => ({ events: [event(1)], total: 1, total_pages: 1e15 })],
    ['repeated odd IDs', () => ({ events: [event(1), event(1.5)], ...claims })],
    ['no number of pages', () => ({ events: [event(1)], total: 1, total_pages: 'abc' })],
    ['no counts', () => ({ events: [event(1)] })],
    ['counts below zero', () => ({ events: [event(1)], total: -1, total_pages: -1 })],
    ['Infinity', () => ({ events: [event(1)], total: '1e999', total_pages: '1e999' })],
  ])('ends at a page with nothing new: %s', async (_, body) => {
    const special: Special = (url) =>
      isListOf(url, 'events') ? json(body(Number(url.searchParams.get('page')))) : undefined
    const site = smallSite({}, special)
    const { kinds } = await bring(memoryStorage(), site)
    expect(kinds.event.created).toBe(1)
    expect(site.asked.length).toBeLessThan(30)
  })

  test.each(['abc', '1e15', '-1', ''])(
    'also the list of hidden events, with x-wp-totalpages: %s',
    async (pages) => {
      const special: Special = (url) => {
        if (url.pathname === '/wp-json/') {
          return json({ home: SITE, namespaces: ['tribe/events/v1', 'tec/v1'] })
        }
        if (url.pathname !== '/wp-json/tec/v1/events') return undefined
        return json([{ id: 1 }, { id: 2 }], { headers: { 'x-wp-totalpages': pages } })
      }
      const events = [event(1), event(2, { hide_from_listings: true })]
      const site = smallSite({ events }, (url) =>
        isListOf(url, 'events') ? json(pageOf('events', events.slice(0, 1), url.searchParams)) : special(url),
      )
      const { kinds, unseen } = await bring(memoryStorage(), site)
      expect(kinds.event).toMatchObject({ created: 2, complete: true })
      expect(unseen.hidden).toBe(0)
      expect(site.asked.length).toBeLessThan(20)
    },
  )

  test('ends with an error if there is always something new', async () => {
    let next = 1
    const endless = async (): Promise<OldPage> => ({
      ...{ status: 200, total: 1e15, pages: 1e15 },
      rows: Array.from({ length: 20_000 }, () => ({ id: next++ })),
    })
    const read = async () => {
      let rows = 0
      for await (const page of listPages('events', endless)) rows += page.rows.length
      return rows
    }
    await expect(read()).rejects.toThrow(new MoveError('events: the site shows more than 1000000'))
    expect(next).toBeLessThan(1_100_000)
  })

  test('a page with more records than it was asked for is taken in parts', async () => {
    const events = rowsOf(120, event)
    const special: Special = (url) =>
      isListOf(url, 'events') ? json({ events, total: 120, total_pages: 1 }) : undefined
    const { kinds } = await bring(memoryStorage(), smallSite({}, special))
    expect(kinds.event).toMatchObject({ created: 120, complete: true })
  })
})

test('a total that is too small does not hide what later pages show', async () => {
  const events = rowsOf(120, event)
  const special: Special = (url) =>
    isListOf(url, 'events') ? json({ ...pageOf('events', events, url.searchParams), total: 50 }) : undefined
  const { kinds } = await bring(memoryStorage(), smallSite({}, special))
  expect(kinds.event).toMatchObject({ created: 120, complete: false })
})

describe('invalid IDs', () => {
  const odd = [1e300, 1.5, -1, 0, 9007199254740991, 1e12, '12', null, true, undefined, { id: 7 }]

  test.each(['events', 'venues', 'categories'] as const)(
    'of %s are notes, and creates go on',
    async (kind) => {
      const make = { events: event, venues: venue, categories: term }[kind]
      const site = smallSite({ [kind]: [...odd.map((id) => make(id)), make(11)] })
      const storage = memoryStorage()
      const { kinds, notes } = await bring(storage, site)
      const report = kinds[kind === 'events' ? 'event' : kind === 'venues' ? 'venue' : 'category']
      expect(report).toMatchObject({ created: 1, skipped: 10 })
      expect(notes.filter(({ reason }) => reason === 'odd id').map(({ id }) => id)).toEqual([
        ...['1e+300', '1.5', '-1', '0', '9007199254740991', '1000000000000', '12'],
        ...['object', 'boolean', 'undefined'],
      ])
      for (const sequence of ['post', 'term'] as const) {
        const [next = 0] = await storage.allocate(sequence, 1)
        expect(next).toBeGreaterThan(1_000_000)
        expect(next).toBeLessThan(1_200_000)
      }
    },
  )

  test('of what an event links to, of images and of parents are left out', async () => {
    const image = { url: `${SITE}/a.png`, id: 1e300, width: 1e300 }
    const links = {
      venue: { id: 1e300 },
      organizer: [{ id: 1.5 }, { id: 9 }],
      categories: [{ id: '3' }],
      image,
    }
    const site = smallSite({
      events: [event(5, { ...links, post_parent: 1.5 })],
      categories: [{ ...term(3), parent: 1e300 }],
    })
    const storage = memoryStorage()
    await bring(storage, site)
    const [stored] = await storage.get('event', [5])
    expect(JSON.parse(stored?.data ?? '')).toMatchObject({
      ...{ venue: [], organizer: [9], categories: [], post_parent: 0 },
      image: { id: 0, width: 0 },
    })
    expect((await storage.get('category', [3]))[0]?.keys.parent).toBe(0)
  })

  test('an answer with another ID than the one asked for is no answer', async () => {
    const special: Special = (url) => {
      if (url.pathname === '/wp-json/') {
        return json({ home: SITE, namespaces: ['tribe/events/v1', 'tec/v1'] })
      }
      if (url.pathname === '/wp-json/tec/v1/events') {
        return json([{ id: 6 }, { id: 1e300 }], { headers: { 'x-wp-totalpages': '1' } })
      }
      return url.pathname.endsWith('/events/6') ? json(event(5, { title: 'Not 6' })) : undefined
    }
    const storage = memoryStorage()
    const { notes } = await bring(storage, smallSite({ events: [event(5)] }, special))
    const [stored] = await storage.get('event', [5])
    expect(JSON.parse(stored?.data ?? '').title).toBe('Event 5')
    expect(notes).toEqual([
      { kind: 'event', id: '1e+300', reason: 'odd id' },
      { kind: 'event', id: 6, reason: 'password' },
    ])
  })
})
