import { once } from 'node:events'
import http from 'node:http'
import type { Socket } from 'node:net'
import { createEventsApi, type EventsApiOptions } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { toNodeListener } from '../../adapters/node.ts'
import { BodyHash } from '../../src/core/domain/body-hash.ts'
import { createLongResponses } from '../../src/core/operations/reading/long-responses.ts'
import { createSlices } from '../../src/core/operations/reading/slices.ts'
import { writeInSlices } from '../../src/core/operations/reading/write-in-slices.ts'
import type { Storage } from '../../src/storage/contract.ts'
import type { PlainRequest, PlainResponse } from '../../src/types/index.ts'
import { connect, listen } from '../adapters/sockets.ts'
import { eventOf } from '../routes/calendar.ts'
import { methodsOf } from '../setup/wrapped-storage.ts'

/*
 * Feeds that are too long to be made at once. No test measures time: they count turns of the event loop, and bytes.
 */

const EVENTS = 450
const storage = memoryStorage()
const FEED = 'http://localhost/vendor/events/v1/events.ics'

const open = (limits: EventsApiOptions['limits'] = {}, now = () => new Date('2027-03-01T12:00:00Z')) =>
  createEventsApi(storage, { limits, now, authenticate: () => null })

beforeAll(async () => {
  const events = Array.from({ length: EVENTS }, (_, at) => ({
    event: eventOf({ title: `Event ${at}`, description: `Größe ${at}. `.repeat(20) }),
  }))
  const api = createEventsApi(storage, { now: () => new Date('2027-03-01T12:00:00Z') })
  const results = await api.createEvents({ id: 1, role: 'editor' }, events)
  expect(results.filter((one) => 'error' in one)).toEqual([])
})

/** A request of a visitor, as adapters make it. */
const asked = (url: string, signal = new AbortController().signal): PlainRequest => ({
  method: 'GET',
  url,
  headers: new Headers(),
  body: null,
  signal,
  toRequest: () => new Request(url),
})

const plain = async (api: ReturnType<typeof open>, url: string): Promise<PlainResponse> =>
  (await api.fetch.plain?.(asked(url))) ?? expect.unreachable('no plain fetch')

describe('slices', () => {
  test('are at most one in each turn of the event loop, whoever waits; none waits for ever', async () => {
    const slice = createSlices()
    let turn = 0
    let isOver = false
    const count = () => {
      turn++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const turns: number[] = []
    const done: number[] = []
    const work = async (task: number) => {
      for (let step = 0; step < 4; step++) {
        await slice()
        turns.push(turn)
      }
      done.push(task)
    }
    await Promise.all([0, 1, 2].map(work))
    isOver = true
    expect(new Set(turns).size).toBe(12)
    expect(done.sort()).toEqual([0, 1, 2])
  })

  test('do not change the bytes nor their hash, and a short text needs none', async () => {
    const parts = Array.from({ length: 1000 }, (_, at) => `${'ä€😀'.repeat(at % 7)}${at}\r\n`)
    const whole = new TextEncoder().encode(parts.join(''))
    const hash = new BodyHash()
    hash.add(whole)
    const grown: number[] = []
    const written = await writeInSlices(parts, async (bytes = 0) => void grown.push(bytes))
    expect(written).toEqual({ bytes: whole, hash: hash.text() })
    expect(grown.length).toBeGreaterThan(3)
    expect(grown.every((bytes) => bytes > 0)).toBe(true)
    const slice = vi.fn(async () => {})
    expect(new TextDecoder().decode((await writeInSlices(['a', 'b'], slice)).bytes)).toBe('ab')
    expect(slice).not.toHaveBeenCalled()
    // A hash of several pieces.
    const large = ['x'.repeat(3_000_001)]
    const pieces = new BodyHash()
    pieces.add(new TextEncoder().encode(large[0]))
    expect((await writeInSlices(large, slice)).hash).toBe(pieces.text())
    expect(slice).toHaveBeenCalledTimes(2)
  })
})

describe('a long feed', () => {
  test('lets others in while it is made', async () => {
    const api = open()
    let isOver = false
    const feed = api.fetch(new Request(FEED)).finally(() => {
      isOver = true
    })
    let answered = 0
    while (!isOver) {
      await api.fetch(new Request('http://localhost/vendor/events/v1/venues'))
      answered++
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await feed).status).toBe(200)
    expect(answered).toBeGreaterThan(1)
  })

  test('has the same bytes and the same ETag for everybody, cached or not, and 304 for those who have it', async () => {
    const answers = await Promise.all(
      [open(), open({ cache: 0 }), open({ cache: 1_000_000 })].map((api) => api.fetch(new Request(FEED))),
    )
    const texts = await Promise.all(answers.map((one) => one.text()))
    expect(texts[0]?.match(/^BEGIN:VEVENT/gm)).toHaveLength(EVENTS)
    expect(new Set(texts).size).toBe(1)
    const tags = answers.map(({ headers }) => headers.get('etag') ?? '')
    expect(new Set(tags).size).toBe(1)
    const known = await open().fetch(new Request(FEED, { headers: { 'if-none-match': tags[0] ?? '' } }))
    expect([known.status, await known.text()]).toEqual([304, ''])
  })

  test('is not made on when its reader has left', async () => {
    const control = new AbortController()
    let parts = 0
    const leaving: Storage = {
      ...methodsOf(storage),
      async get(kind, ids) {
        if (kind === 'event') {
          parts++
          // A client is watched from the next turn of the event loop on.
          await new Promise((resolve) => setTimeout(resolve, 0))
          control.abort()
        }
        return storage.get(kind, ids)
      },
    }
    const now = () => new Date('2027-03-01T12:00:00Z')
    const api = createEventsApi(leaving, { now })
    const response = await api.fetch(new Request(FEED, { signal: control.signal }))
    expect(response.status).toBe(503)
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 0))
    expect(parts).toBe(3)
  })

  test('is shared while it is sent if the cache has no room for it, and made anew after that', async () => {
    // The tag of such a feed is cached, its body is not.
    const api = open({ cache: 200_000 })
    await api.fetch(new Request('http://localhost/vendor/events/v1/venues'))
    const first = await plain(api, FEED)
    const second = await plain(api, FEED)
    expect(second.body === first.body).toBe(true)
    first.sent?.()
    const third = await plain(api, FEED)
    expect(third.body === first.body).toBe(true)
    second.sent?.()
    third.sent?.()
    const fourth = await plain(api, FEED)
    expect(fourth.body === first.body).toBe(false)
    expect(fourth.headers.etag).toBe(first.headers.etag)
    fourth.sent?.()
  })

  test('beyond the limit of all of them is 503 with Retry-After; a single one is answered, and equal ones count once', async () => {
    const api = open({ cache: 200_000, feeds: 1 })
    const first = await plain(api, FEED)
    expect(first.status).toBe(200)
    const equal = await plain(api, FEED)
    expect(equal.status).toBe(200)
    const refused = await plain(api, `${FEED}?other=1`)
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
    expect(new TextDecoder().decode(refused.body ?? undefined)).toContain('rest_overloaded')
    // Lists, short feeds and those who have the feed do not count.
    expect((await plain(api, 'http://localhost/vendor/events/v1/events')).status).toBe(200)
    expect((await plain(api, 'http://localhost/vendor/events/v1/events.rss')).status).toBe(200)
    const headers = { 'if-none-match': first.headers.etag ?? '' }
    expect((await api.fetch(new Request(FEED, { headers }))).status).toBe(304)
    equal.sent?.()
    equal.sent?.()
    expect((await plain(api, `${FEED}?other=1`)).status).toBe(503)
    first.sent?.()
    const other = await plain(api, `${FEED}?other=1`)
    expect(other.status).toBe(200)
    other.sent?.()
  })

  test('by `fetch` is free at once: its host holds it', async () => {
    const api = open({ cache: 200_000, feeds: 1 })
    for (let n = 0; n < 3; n++) expect((await api.fetch(new Request(`${FEED}?n=${n}`))).status).toBe(200)
  })
})

test('a host that never says that a response was sent does not block feeds for ever', () => {
  let now = 0
  const longOf = createLongResponses({ feeds: 10, timeout: 1000 }, () => new Date(now))
  const body = new Uint8Array(8)
  longOf().send(body)
  const next = longOf()
  expect(() => next.grow(3)).toThrow(expect.objectContaining({ code: 'rest_overloaded' }))
  now = 1000
  next.grow(3)
  next.close()
  longOf().send(body)
  // A clock that was set back.
  now = 0
  longOf().grow(3)
})

test('readers of one feed that do not read it hold it once, and free it when they leave', async () => {
  const api = open({ cache: 200_000, feeds: 1 })
  const server = http.createServer(toNodeListener(api))
  const sockets: Socket[] = []
  server.on('connection', (socket: Socket) => sockets.push(socket))
  const port = await listen(server)
  const path = new URL(FEED).pathname
  const clients = [1, 2, 3].map(() => {
    const client = connect(port)
    client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    return client
  })
  await Promise.all(clients.map((client) => once(client, 'readable')))
  for (const client of clients) expect(client.read(15)?.toString()).toBe('HTTP/1.1 200 OK')
  for (const client of clients) client.destroy()
  await vi.waitFor(() => expect(sockets.every(({ destroyed }) => destroyed)).toBe(true))
  await vi.waitFor(async () => {
    const response = await api.fetch(new Request(`${FEED}?free=1`))
    expect(response.status).toBe(200)
  })
})
