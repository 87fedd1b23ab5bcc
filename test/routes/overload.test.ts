import { createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { API, eventOf, expectRefusal, openCalendar } from './calendar.ts'

/** A calendar whose `authenticate` waits until it is let go on, first come, first served. */
function openHeld(limits: Parameters<typeof openCalendar>[0] = {}) {
  const held: (() => void)[] = []
  const begun: string[] = []
  const calendar = openCalendar({
    ...limits,
    authenticate: async ({ url }) => {
      begun.push(new URL(url).search)
      await new Promise<void>((resolve) => held.push(resolve))
      return null
    },
  })
  return {
    ...calendar,
    held,
    /** The queries of the requests whose work began, in that order. */
    begun,
    release: async (count: number) => {
      for (let n = 0; n < count; n++) {
        await vi.waitFor(() => expect(held.length).toBeGreaterThan(0))
        held.shift()?.()
      }
    },
  }
}

describe('requests under way', () => {
  test('are bounded; others wait for their turn in their order, and the rest is turned away', async () => {
    const { ask, held, begun, release, errors } = openHeld({ limits: { inFlight: 2, queue: 3 } })
    const waiting = [0, 1, 2, 3, 4].map((n) => ask('GET', `/events?n=${n}`))
    await vi.waitFor(() => expect(held).toHaveLength(2))
    const refused = await ask('GET', '/events')
    expectRefusal(refused, 503, 'rest_overloaded')
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(held).toHaveLength(2)
    await release(5)
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(begun).toEqual(['?n=0', '?n=1', '?n=2', '?n=3', '?n=4'])
    const after = ask('GET', '/events')
    await release(1)
    expect((await after).status).toBe(200)
    // Nobody can look into a full house.
    expect(errors).toEqual([])
  })

  test('leave their place whatever becomes of them', async () => {
    const { ask } = openCalendar({
      limits: { inFlight: 1, queue: 0 },
      authenticate: () => {
        throw new Error('a fault')
      },
    })
    for (let n = 0; n < 3; n++) expect((await ask('GET', '/events')).status).toBe(500)
  })

  test('that need no work are answered in a full house: OPTIONS, unknown paths, other methods', async () => {
    const { ask, release, held } = openHeld({ limits: { inFlight: 1, queue: 0 } })
    const first = ask('GET', '/events')
    await vi.waitFor(() => expect(held).toHaveLength(1))
    const answers = [
      await ask('OPTIONS', '/events'),
      await ask('GET', '/nothing'),
      await ask('PUT', '/events'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([204, 404, 405])
    await release(1)
    expect((await first).status).toBe(200)
  })

  test('whose client has gone give up their turn', async () => {
    const { api, ask, held, release } = openHeld({ limits: { inFlight: 1, queue: 1 } })
    const first = ask('GET', '/events')
    await vi.waitFor(() => expect(held).toHaveLength(1))
    const client = new AbortController()
    const gone = api.fetch(new Request(`${API}/events`, { signal: client.signal }))
    expectRefusal(await ask('GET', '/events'), 503, 'rest_overloaded')
    client.abort()
    expect((await gone).status).toBe(503)
    const next = ask('GET', '/events')
    await release(2)
    expect((await Promise.all([first, next])).map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('bodies that come slowly', () => {
  const encode = (text: string) => new TextEncoder().encode(text)

  /** A body that comes as it is sent, and whether its reader gave it up. */
  function slowBody() {
    let control: ReadableStreamDefaultController<Uint8Array> | undefined
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        control = controller
      },
      cancel: () => {
        isCancelled = true
      },
    })
    return {
      body,
      send: (text: string) => control?.enqueue(encode(text)),
      end: () => control?.close(),
      breakOff: () => control?.error(new Error('broken off')),
      isCancelled: () => isCancelled,
    }
  }

  /** All that can happen before more of a body comes has happened: it takes a few promises, and no timer. */
  const isReading = () => new Promise((resolve) => setImmediate(resolve))

  function post({ fetch }: { fetch: (request: Request) => Promise<Response> }, body: ReadableStream) {
    const headers = { 'content-type': 'application/json', 'x-user': 'editor' }
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
    return fetch(new Request(`${API}/tags`, init))
  }

  test('leave their place to others until they are whole', async () => {
    const { api, ask } = openCalendar({ limits: { inFlight: 1, queue: 0 } })
    // What reads bodies is loaded with the first one.
    await ask('POST', '/tags', { name: 'first' })
    const slow = slowBody()
    const waiting = post(api, slow.body)
    slow.send('{"name":')
    await isReading()
    for (let n = 0; n < 3; n++) expect((await ask('GET', '/events')).status).toBe(200)
    const quick = await ask('POST', '/tags', { name: 'quick' })
    expect(quick.status).toBe(201)
    slow.send('"slow"}')
    slow.end()
    expect(await (await waiting).json()).toMatchObject({ name: 'slow', id: Number(quick.body.id) + 1 })
  })

  test('that are complete run before those that have not begun', async () => {
    const begun: string[] = []
    const held: (() => void)[] = []
    const { api, ask } = openCalendar({
      limits: { inFlight: 1 },
      authenticate: async ({ url, method }) => {
        const { search } = new URL(url)
        if (method === 'POST') return { id: 1, role: 'editor' }
        begun.push(search)
        await new Promise<void>((resolve) => held.push(resolve))
        return null
      },
      resolveImage: () => null,
      audit: ({ method, status }) => begun.push(`${method} ${status}`),
    })
    // What reads bodies is loaded with the first one.
    await ask('POST', '/tags', { name: 'first' })
    begun.length = 0
    const slow = slowBody()
    const written = post(api, slow.body)
    await isReading()
    const reads = [ask('GET', '/events?n=1'), ask('GET', '/events?n=2')]
    await vi.waitFor(() => expect(held).toHaveLength(1))
    slow.send('{"name":"slow"}')
    slow.end()
    await isReading()
    held[0]?.()
    expect((await written).status).toBe(201)
    await vi.waitFor(() => expect(held).toHaveLength(2))
    held[1]?.()
    await Promise.all(reads)
    expect(begun).toEqual(['?n=1', 'GET 200', '?n=2', 'POST 201', 'GET 200'])
  })

  test('beyond the time are 504 and are given up; no place is lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { api, ask } = openCalendar({ limits: { inFlight: 1, queue: 0 } })
    const stalled = Array.from({ length: 3 }, slowBody)
    const answers: Promise<Response>[] = []
    for (const { body, send } of stalled) {
      send('{')
      answers.push(post(api, body))
      await isReading()
    }
    vi.advanceTimersByTime(30_000)
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([504, 504, 504])
    expect(stalled.map((one) => one.isCancelled())).toEqual([true, true, true])
    expect((await ask('GET', '/events')).status).toBe(200)
    expect((await ask('POST', '/tags', { name: 'quick' })).status).toBe(201)
  })

  test('whose client goes, or that break off, leave nothing behind', async () => {
    const { api, ask } = openCalendar({ limits: { inFlight: 1, queue: 0, uploads: 16_384, body: 16_384 } })
    const broken = slowBody()
    const first = post(api, broken.body)
    broken.breakOff()
    expect((await first).status).toBe(400)
    const client = new AbortController()
    const left = slowBody()
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user': 'editor' },
      body: left.body,
      duplex: 'half',
      signal: client.signal,
    }
    const gone = api.fetch(new Request(`${API}/tags`, init))
    await isReading()
    client.abort()
    expect((await gone).status).toBe(503)
    expect((await ask('POST', '/tags', { name: 'quick' })).status).toBe(201)
  })

  test('are bounded by their bytes; uploads beyond are 503, and reads continue', async () => {
    const { api, ask, errors } = openCalendar({ limits: { uploads: 100_000, body: 90_000 } })
    const [large, other] = [slowBody(), slowBody()]
    const first = post(api, large.body)
    const second = post(api, other.body)
    large.send(`{"name":"large","description":"${'x'.repeat(70_000)}"`)
    await isReading()
    other.send(`{"name":"other","description":"${'y'.repeat(40_000)}"`)
    const refused = await second
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'rest_overloaded'])
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(other.isCancelled()).toBe(true)
    expect((await ask('GET', '/events')).status).toBe(200)
    large.send('}')
    large.end()
    expect((await first).status).toBe(201)
    const { name } = (await ask('POST', '/tags', { name: 'again', description: 'z'.repeat(80_000) })).body
    expect(name).toBe('again')
    expect(errors).toEqual([])
  })

  test('count for 16 KiB at least, so that their number is bounded too', async () => {
    const { api, ask } = openCalendar({ limits: { uploads: 3 * 16_384, body: 10_000 } })
    const slow = Array.from({ length: 3 }, slowBody)
    const waiting = slow.map(({ body }) => post(api, body))
    await isReading()
    expectRefusal(await ask('POST', '/tags', { name: 'one more' }), 503, 'rest_overloaded')
    slow[0]?.send('{"name":"first"}')
    slow[0]?.end()
    expect((await waiting[0])?.status).toBe(201)
    expect((await ask('POST', '/tags', { name: 'one more' })).status).toBe(201)
    for (const one of slow.slice(1)) one.breakOff()
    expect((await Promise.all(waiting.slice(1))).map(({ status }) => status)).toEqual([400, 400])
  })

  test('a single one is taken up to the limit of a body, however small the bound of all', async () => {
    const { ask } = openCalendar({ limits: { uploads: 1, body: 60_000 } })
    const { status } = await ask('POST', '/tags', { name: 'large', description: 'x'.repeat(50_000) })
    expect(status).toBe(201)
  })
})

describe('time', () => {
  const slowly = { limits: { timeout: 20 } }

  test('beyond the limit is 504 with Retry-After, and goes to onError', async () => {
    const { ask, release, errors } = openHeld(slowly)
    const answer = await ask('GET', '/events')
    expectRefusal(answer, 504, 'rest_timeout')
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect(errors).toHaveLength(1)
    await release(1)
  })

  test('in the queue counts as well', async () => {
    const { ask, release, held } = openHeld({ limits: { timeout: 20, inFlight: 1 } })
    const answers = await Promise.all([ask('GET', '/events'), ask('GET', '/tags')])
    expect(answers.map(({ status }) => status)).toEqual([504, 504])
    expect(held).toHaveLength(1)
    await release(1)
  })

  test('for a body that does not come is 504', async () => {
    const { api } = openCalendar(slowly)
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user': 'editor' },
      body: new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) }),
      duplex: 'half',
    }
    expect((await api.fetch(new Request(`${API}/tags`, init))).status).toBe(504)
  })

  test('aborts the signal of the storage when the request is over or the client has gone', async () => {
    const signals: AbortSignal[] = []
    const inner = memoryStorage()
    const never = () => new Promise<never>(() => {})
    const storage = {
      ...inner,
      within: (signal: AbortSignal) => {
        signals.push(signal)
        return { ...inner, get: never }
      },
    }
    const late = openCalendar(slowly, storage)
    expect((await late.ask('GET', '/events/1')).status).toBe(504)
    const before = signals.length
    const { ask, api, errors } = openCalendar({}, storage)
    const client = new AbortController()
    const gone = api.fetch(new Request(`${API}/events/1`, { signal: client.signal }))
    // One for the look for records that are due, one for the read.
    await vi.waitFor(() => expect(signals).toHaveLength(before + 2))
    client.abort()
    const answer = await gone
    expect({ status: answer.status, code: (await answer.json()).code }).toEqual({
      status: 503,
      code: 'rest_unavailable',
    })
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
    expect((await ask('GET', '/events')).status).toBe(200)
    expect(signals.at(-1)?.aborted).toBe(false)
    // That a client has gone is nothing that anybody could look into.
    expect(errors).toEqual([])
  })

  test('is not spent on a client that had gone before it asked', async () => {
    const { api, make, ask } = openCalendar()
    const id = await make('events', eventOf())
    const signal = AbortSignal.abort()
    const init = { method: 'DELETE', headers: { 'x-user': 'editor' }, signal }
    expect((await api.fetch(new Request(`${API}/events/${id}`, init))).status).toBe(503)
    expect((await ask('GET', `/events/${id}`)).body.status).toBe('publish')
  })
})

describe('limits', () => {
  test.each([
    { inFlight: 0 },
    { queue: -1 },
    { uploads: 0 },
    { timeout: 0 },
    { timeout: 2 ** 31 },
    { timeout: 1.5 },
    { queue: Number.POSITIVE_INFINITY },
  ])('cannot be %j', (limits) => {
    expect(() => createEventsApi(memoryStorage(), { limits })).toThrow(RangeError)
  })
})
