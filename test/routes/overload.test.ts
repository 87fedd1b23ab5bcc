import { createEventsApi } from 'events-api'
import { memoryStorage } from 'events-api/storage/memory'
import { describe, expect, test, vi } from 'vitest'
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

describe('time', () => {
  const slowly = { limits: { time: 20 } }

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
    const { ask, release, held } = openHeld({ limits: { time: 20, inFlight: 1 } })
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

  test('is what a storage is told of by a signal, once it is over or the client has gone', async () => {
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
    const { ask, api, errors } = openCalendar({}, storage)
    const client = new AbortController()
    const gone = api.fetch(new Request(`${API}/events/1`, { signal: client.signal }))
    await vi.waitFor(() => expect(signals).toHaveLength(2))
    client.abort()
    const answer = await gone
    expect({ status: answer.status, code: (await answer.json()).code }).toEqual({
      status: 503,
      code: 'rest_unavailable',
    })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    expect((await ask('GET', '/events')).status).toBe(200)
    expect(signals[2]?.aborted).toBe(false)
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
    { time: 0 },
    { time: 2 ** 31 },
    { time: 1.5 },
    { queue: Number.POSITIVE_INFINITY },
  ])('cannot be %j', (limits) => {
    expect(() => createEventsApi(memoryStorage(), { limits })).toThrow(RangeError)
  })
})
