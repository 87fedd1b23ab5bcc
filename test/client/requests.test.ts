import { createEventsApi } from 'kalends'
import { createClient } from 'kalends/client'
import { memoryStorage } from 'kalends/storage/memory'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { API, eventOf } from '../routes/calendar.ts'
import { openClients, rejection } from './clients.ts'

const admin = () => ({ id: 1, role: 'administrator' }) as const
const noEvents = () => Response.json({ events: [], total: 0, total_pages: 0 })

describe('where it asks', () => {
  test.each(['', '/', '//'])('the root ends with %j', async (end) => {
    const { clientOf, sent } = openClients()
    const client = clientOf('editor', { baseUrl: `${API}${end}` })
    await client.events.list()
    expect(sent()).toEqual(['GET /events?page=1'])
  })

  test.each([{ basePath: '/api' }, { namespace: 'tribe/events/v1', basePath: '/wp-json' }, {}])(
    'an API in the same process, mounted at %j',
    async (options) => {
      const api = createEventsApi(memoryStorage(), { ...options, authenticate: admin })
      const client = createClient({ fetch: api.fetch, baseUrl: `http://localhost${api.basePath}` })
      const { id } = await client.tags.create({ name: 'Food' })
      expect((await client.tags.list({ hide_empty: false })).items.map((tag) => tag.id)).toEqual([id])
    },
  )

  test('pages go by number, whatever origin the links of answers name', async () => {
    const { clientOf, make, requests } = openClients({ baseUrl: 'https://elsewhere.example' })
    for (const name of ['A', 'B', 'C']) await make('venues', { venue: name })
    const found: string[] = []
    for await (const { venue } of clientOf('editor').venues.list({ per_page: 1 })) found.push(venue)
    expect(found).toHaveLength(3)
    expect(new Set(requests.map(({ url }) => new URL(url).origin))).toEqual(new Set([new URL(API).origin]))
  })

  test.each([`${API}?rest_route=x`, `${API}#top`])('an invalid root is a RangeError: %s', (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(RangeError)
  })
})

test('every write says that it is JSON, with or without a body; a read says nothing', async () => {
  const { clientOf, requests } = openClients({ cors: { origin: ['https://app.example'] } })
  const client = clientOf('editor')
  const { id } = await client.tags.create({ name: 'Food' })
  await client.tags.update(id, { name: 'Drink' })
  await client.tags.get(id)
  expect((await client.tags.delete(id, { force: true })).id).toBe(id)
  expect(requests.map(({ method, headers }) => [method, headers.get('content-type')])).toEqual([
    ['POST', 'application/json'],
    ['PATCH', 'application/json'],
    ['GET', null],
    ['DELETE', 'application/json'],
  ])
})

test('a browser may send a deletion with this header from another origin', async () => {
  const api = createEventsApi(memoryStorage(), {
    authenticate: admin,
    cors: { origin: ['https://app.example'] },
  })
  const origin = 'https://app.example'
  const url = `http://localhost${api.basePath}/tags/1`
  const asked = {
    origin,
    'access-control-request-method': 'DELETE',
    'access-control-request-headers': 'content-type',
  }
  const { headers } = await api.fetch(new Request(url, { method: 'OPTIONS', headers: asked }))
  expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type')
  expect(headers.get('access-control-allow-methods')).toContain('DELETE')
})

describe('fetch', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('is the global one, as it is when a method is called', async () => {
    const client = createClient({ baseUrl: API })
    const fake = vi.fn(async (_request: Request) => noEvents())
    vi.stubGlobal('fetch', fake)
    expect((await client.events.list()).total).toBe(0)
    expect(fake.mock.calls[0]?.[0]).toBeInstanceOf(Request)
    expect(fake.mock.calls[0]?.[0].url).toBe(`${API}/events?page=1`)
  })

  test('given, is called as a plain function', async () => {
    const seen: unknown[] = []
    async function fetch(this: unknown, _request: Request) {
      seen.push(this)
      return noEvents()
    }
    await createClient({ baseUrl: API, fetch }).events.list()
    expect(seen).toEqual([undefined])
  })

  test('methods can be passed around', async () => {
    const { client } = openClients()
    const { create, get } = client.events
    const { id } = await create(eventOf())
    expect((await get(id)).id).toBe(id)
  })
})

describe('header fields', () => {
  test('say that JSON goes and comes', async () => {
    const { client, requests } = openClients()
    const { id } = await client.events.create(eventOf())
    await client.events.get(id)
    const fields = requests.map(({ headers }) => [headers.get('accept'), headers.get('content-type')])
    expect(fields).toEqual([
      ['application/json', 'application/json'],
      ['application/json', null],
    ])
  })

  test('of the client, as an object, as Headers, from a function, from an asynchronous one', async () => {
    const { clientOf, requests } = openClients()
    for (const headers of [
      { 'X-User': 'author' },
      new Headers({ 'x-user': 'author' }),
      () => ({ 'x-user': 'author' }),
      async () => new Headers({ 'x-user': 'author' }),
    ])
      await clientOf('visitor', { headers }).events.create(eventOf())
    expect(requests.map(({ headers }) => headers.get('x-user'))).toEqual(Array(4).fill('author'))
  })

  test('from a function that is asked for every request, the pages of a list included', async () => {
    const { make, clientOf, requests } = openClients()
    for (const venue of ['A', 'B', 'C']) await make('venues', { venue })
    let token = 0
    const client = clientOf('visitor', { headers: () => ({ 'x-token': String(++token) }) })
    for await (const _ of client.venues.list({ per_page: 1 }));
    expect(requests.map(({ headers }) => headers.get('x-token'))).toEqual(['1', '2', '3'])
  })

  test('from a function that fails: nothing is sent, and its error is passed on', async () => {
    const { clientOf, requests } = openClients()
    const expired = new Error('signed out')
    const client = clientOf('visitor', { headers: () => Promise.reject(expired) })
    expect(await rejection(client.events.create(eventOf()))).toBe(expired)
    expect(requests).toEqual([])
  })

  test('of one call win over those of the client', async () => {
    const { client, requests } = openClients()
    const { author } = await client.events.create(eventOf(), {
      headers: { 'x-user': 'author', 'x-trace': 'abc' },
    })
    expect(author).toBe('3')
    for await (const _ of client.events.list({}, { headers: { 'X-USER': 'contributor' } }));
    expect(requests.map(({ headers }) => [headers.get('x-user'), headers.get('x-trace')])).toEqual([
      ['author', 'abc'],
      ['contributor', null],
    ])
  })
})

describe('an abort signal', () => {
  const aborted = { name: 'AbortError' }

  test('that fired before: nothing is sent, and nothing written', async () => {
    const { client, requests } = openClients()
    const options = { signal: AbortSignal.abort() }
    expect(await rejection(client.events.create(eventOf(), options))).toMatchObject(aborted)
    expect(await rejection(client.events.list({}, options))).toMatchObject(aborted)
    expect(requests).toEqual([])
  })

  test('that fires while the answer is awaited, by a fetch that knows of signals and by one that does not', async () => {
    for (const isDeaf of [true, false]) {
      const { clientOf, api } = openClients()
      const controller = new AbortController()
      const reason = new Error('left the page')
      const client = clientOf('editor', {
        fetch: (request) => {
          controller.abort(reason)
          return isDeaf
            ? api.fetch(new Request(request, { signal: null }))
            : Promise.reject(request.signal.reason)
        },
      })
      expect(await rejection(client.events.list({}, { signal: controller.signal }))).toBe(reason)
    }
  })

  test('ends a loop at the next page', async () => {
    const { client, make, requests } = openClients()
    for (const venue of ['A', 'B', 'C']) await make('venues', { venue })
    const controller = new AbortController()
    const loop = async () => {
      for await (const _ of client.venues.list({ per_page: 1 }, { signal: controller.signal }))
        controller.abort()
    }
    expect(await rejection(loop())).toMatchObject(aborted)
    expect(requests).toHaveLength(1)
  })
})
