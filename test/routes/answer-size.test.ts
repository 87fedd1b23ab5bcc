import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import {
  at,
  type Calendar,
  eventOf,
  expectRefusal,
  expectWrong,
  idsIn,
  listOf,
  openCalendar,
  titles,
} from './calendar.ts'

const LONG = 'x'.repeat(10_000)
const REFUSED = [400, 'rest_response_too_large'] as const

/** Makes so many and answers their IDs. */
async function makeMany(
  { make }: Calendar,
  collection: string,
  count: number,
  fields: (at: number) => object,
): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < count; at++) ids.push(await make(collection, fields(at)))
  return ids
}

/** A calendar whose answers are at most so many bytes, and another one over the same storage for making things. */
function bounded(answer: number, storage: Storage = memoryStorage()) {
  return { ...openCalendar({ limits: { response: answer } }, storage), generous: openCalendar({}, storage) }
}

describe('a page that would be larger than the limit', () => {
  test('is refused, and a smaller page of the same list is answered', async () => {
    const calendar = bounded(200_000)
    const venue = await makeMany(calendar, 'venues', 5, (at) => ({ venue: `Hall ${at}`, description: LONG }))
    await makeMany(calendar, 'events', 6, () => eventOf({ venue }))
    for (const as of ['visitor', 'editor'] as const) {
      const refused = await calendar.ask('GET', '/events?per_page=50', undefined, as)
      expectRefusal(refused, ...REFUSED)
      expect(refused.body.message).toContain('200000 bytes')
      expect(refused.body.message).toContain('per_page')
      const smaller = await calendar.ask('GET', '/events?per_page=2', undefined, as)
      expect([smaller.status, smaller.body.total, titles(smaller).length]).toEqual([200, 6, 2])
      expect(smaller.text.length).toBeLessThan(200_000)
      expectRefusal(await calendar.ask('GET', '/events?per_page=50', undefined, as), ...REFUSED)
    }
    expect(calendar.errors).toEqual([])
  })

  test('is refused in every list', async () => {
    const calendar = bounded(50_000)
    const { ask } = calendar
    for (const [collection, name] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
      ['categories', 'name'],
      ['tags', 'name'],
    ] as const) {
      await makeMany(calendar, collection, 6, (at) => ({ [name]: `Name ${at}`, description: LONG }))
      const query = collection === 'categories' || collection === 'tags' ? '&hide_empty=0' : ''
      expectRefusal(await ask('GET', `/${collection}?per_page=6${query}`), ...REFUSED)
      const four = await ask('GET', `/${collection}?per_page=4${query}`)
      expect([four.status, listOf(four.body[collection]).length], collection).toEqual([200, 4])
    }
    await makeMany(calendar, 'events', 6, () => eventOf({ description: LONG }))
    expectRefusal(await ask('GET', '/events?per_page=6'), ...REFUSED)
    expect((await ask('HEAD', '/events?per_page=6')).status).toBe(400)
    expect((await ask('GET', '/events?per_page=3')).status).toBe(200)
  })

  test('does not count what the caller does not see', async () => {
    const calendar = bounded(50_000)
    const { ask, generous } = calendar
    const venue = await makeMany(generous, 'venues', 6, (at) => ({
      venue: `Hall ${at}`,
      description: LONG,
      status: 'draft',
    }))
    await generous.make('events', eventOf({ venue }))
    await generous.make('events', eventOf({ password: 'ladle', venue, description: LONG.repeat(6) }))
    expect((await ask('GET', '/events', undefined, 'visitor')).status).toBe(200)
    expectRefusal(await ask('GET', '/events'), ...REFUSED)
  })

  test('is counted in bytes, to the byte', async () => {
    const storage = memoryStorage()
    const { make, ask } = openCalendar({}, storage)
    await make('events', eventOf({ description: 'é€😀'.repeat(500) }))
    const { text } = await ask('GET', '/events')
    const bytes = new TextEncoder().encode(text).length
    expect(bytes).toBeGreaterThan(text.length + 1_000)
    expect((await openCalendar({ limits: { response: bytes } }, storage).ask('GET', '/events')).text).toBe(
      text,
    )
    const less = openCalendar({ limits: { response: bytes - 1 } }, storage)
    expectRefusal(await less.ask('GET', '/events'), ...REFUSED)
  })

  test('is refused before the same texts are written for each of its events', async () => {
    let written = 0
    const permalink = (kind: string, { id }: { id: number }) => {
      if (kind === 'venue') written++
      return `https://calendar.example/${kind}/${id}`
    }
    const storage = memoryStorage()
    const generous = openCalendar({}, storage)
    const venue = await makeMany(generous, 'venues', 5, (at) => ({ venue: `Hall ${at}`, description: LONG }))
    await makeMany(generous, 'events', 8, () => eventOf({ venue }))
    const { ask } = openCalendar({ permalink, limits: { response: 200_000, cache: 0 } }, storage)
    expectRefusal(await ask('GET', '/events?per_page=50'), ...REFUSED)
    expect(written).toBe(5)
  })

  test('is refused before all that it links to is loaded', async () => {
    const storage = memoryStorage()
    const loaded = { venue: 0, most: 0 }
    const counted: Storage = {
      ...storage,
      get: async (kind, ids) => {
        const found = await storage.get(kind, ids)
        if (kind === 'venue') {
          loaded.venue += found.length
          loaded.most = Math.max(loaded.most, found.length)
        }
        return found
      },
    }
    const { generous, ask } = bounded(1_500_000, counted)
    for (let event = 0; event < 4; event++) {
      const fields = (at: number) => ({ venue: `Hall ${event} ${at}`, description: LONG })
      await generous.make('events', eventOf({ venue: await makeMany(generous, 'venues', 100, fields) }))
    }
    Object.assign(loaded, { venue: 0, most: 0 })
    expectRefusal(await ask('GET', '/events'), ...REFUSED)
    expect(loaded).toEqual({ venue: 200, most: 100 })
  })
})

describe('a single event that would be larger than the limit', () => {
  /** An event of five small venues, which then grow. */
  async function grown() {
    const calendar = bounded(40_000)
    const venue = await makeMany(calendar, 'venues', 5, (at) => ({ venue: `Hall ${at}` }))
    const id = await calendar.make('events', eventOf({ venue }))
    for (const one of venue) await calendar.ask('PATCH', `/venues/${one}`, { description: LONG })
    return { ...calendar, id, venue }
  }

  test('is refused, until it links to less', async () => {
    const { ask, id, venue } = await grown()
    expectRefusal(await ask('GET', `/events/${id}`), ...REFUSED)
    expectRefusal(await ask('GET', '/events/by-slug/open-day'), ...REFUSED)
    // With json_ld, the answer to a read is larger than that to a write.
    for (let most = 4; most > 1; most--) {
      expectRefusal(await ask('PATCH', `/events/${id}`, { venue: venue.slice(0, most) }), ...REFUSED)
    }
    expect((await ask('PATCH', `/events/${id}`, { venue: venue.slice(0, 1) })).status).toBe(200)
    expect((await ask('GET', `/events/${id}`)).status).toBe(200)
  })

  test('is not changed by a write that could not show it', async () => {
    const { ask, id, generous, errors } = await grown()
    const before = (await generous.ask('GET', `/events/${id}`)).text
    expectRefusal(await ask('PATCH', `/events/${id}`, { title: 'Changed' }), ...REFUSED)
    expectRefusal(await ask('DELETE', `/events/${id}`), ...REFUSED)
    expect((await generous.ask('GET', `/events/${id}`)).text).toBe(before)
    expect(errors).toEqual([])
  })

  test('is not created', async () => {
    const { ask, make, venue } = await grown()
    const categories = await make('categories', { name: 'Music' })
    expectRefusal(await ask('POST', '/events', eventOf({ venue, tags: 'new', categories })), ...REFUSED)
    expect(at((await ask('GET', '/events?per_page=1&venue=99999')).body, 'code')).toBe('rest_invalid_param')
    expect((await ask('GET', '/tags?hide_empty=0')).body.total).toBe(0)
    expect((await ask('POST', '/events', eventOf({ venue: venue.slice(0, 1) }))).status).toBe(201)
  })

  test('is not shown again for its Idempotency-Key', async () => {
    const { send, ask, make } = bounded(40_000)
    const venue = [await make('venues', { venue: 'Hall' }), await make('venues', { venue: 'Barn' })]
    const create = () =>
      send('/events', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
        body: JSON.stringify(eventOf({ venue })),
      })
    expect((await create()).status).toBe(201)
    for (const id of venue) await ask('PATCH', `/venues/${id}`, { description: LONG.repeat(3) })
    expectRefusal(await create(), ...REFUSED)
  })
})

describe('lists of many terms', () => {
  const names = (body: unknown, collection: string) =>
    listOf(at(body, collection)).map((one) => at(one, 'name'))

  test('load whole only what the page shows, in the same order as few', async () => {
    const storage = memoryStorage()
    const whole = { count: 0 }
    const counted: Storage = {
      ...storage,
      get: async (kind, ids) => {
        const found = await storage.get(kind, ids)
        whole.count += found.length
        return found
      },
      find: async (kind, query) => {
        const found = await storage.find(kind, query)
        if (query.keysOnly !== true) {
          whole.count += found.length
          return found
        }
        return found.map((document) => ({ ...document, text: [], data: '' }))
      },
    }
    const calendar = openCalendar({}, counted)
    const fields = (at: number) => ({
      name: `Ünd ${String(999 - at)}`,
      description: `No ${at % 7}`,
      slug: `s${(at * 37) % 250}`,
    })
    await makeMany(calendar, 'tags', 250, fields)
    const all = Array.from({ length: 250 }, (_, at) => ({ id: at + 1, ...fields(at) }))
    const by = (key: (one: (typeof all)[number]) => string | number) =>
      [...all].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id))
    for (const [orderby, expected] of [
      ['name', by(({ name }) => name)],
      ['slug', by(({ slug }) => slug)],
      ['id', all],
      ['description', by(({ description }) => description)],
    ] as const) {
      whole.count = 0
      const { body, status } = await calendar.ask(
        'GET',
        `/tags?hide_empty=0&per_page=50&page=3&orderby=${orderby}`,
      )
      expect([status, body.total]).toEqual([200, 250])
      expect(names(body, 'tags'), orderby).toEqual(expected.slice(100, 150).map(({ name }) => name))
      if (orderby !== 'description') expect(whole.count).toBeLessThanOrEqual(101 + 50)
    }
  })

  test('leave out empty ones, and show categories above filled ones, as few do', async () => {
    const { make, ask } = openCalendar()
    const top = await make('categories', { name: 'Top' })
    const below = await make('categories', { name: 'Below', parent: top })
    for (let at = 0; at < 150; at++) await make('categories', { name: `Empty ${at}` })
    await make('events', eventOf({ categories: [below] }))
    const { body } = await ask('GET', '/categories')
    expect(idsIn(body, 'categories')).toEqual([below, top])
    expect(at(body, 'categories', 0, 'url')).toContain('/top/below/')
  })

  test('cannot be sorted by descriptions that are too long together', async () => {
    const calendar = bounded(300_000)
    await makeMany(calendar, 'tags', 101, (at) => ({ name: `Tag ${at}`, description: LONG }))
    expect((await calendar.ask('GET', '/tags?hide_empty=0')).status).toBe(200)
    expectRefusal(await calendar.ask('GET', '/tags?hide_empty=0&orderby=description'), ...REFUSED)
    expectWrong(await calendar.ask('GET', '/tags?hide_empty=0&orderby=none,'), 'orderby')
  })
})
