import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Storage, StorageUnavailable } from '../../src/storage/contract.ts'
import { methodsOf } from '../setup/wrapped-storage.ts'
import { eventOf, expectRefusal, idsIn, openCalendar, titles } from './calendar.ts'

/*
 * Visitors who ask for the same at the same time share one answer in the making. Each test decides when the storage
 * answers, so that "at the same time" is no matter of chance.
 */

/** A storage whose lists of events wait, after they are read, until they are let go. */
function held(inner: Storage = memoryStorage()) {
  const waiting: (() => void)[] = []
  const signals: AbortSignal[] = []
  const state = { isHeld: false, finds: 0 }
  const storage: Storage = {
    ...methodsOf(inner),
    revision: () => inner.revision?.() ?? Promise.resolve(undefined),
    async find(kind, query) {
      const found = await inner.find(kind, query)
      if (kind !== 'event' || query.limit !== 10) return found
      state.finds++
      if (state.isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
      return found
    },
    within(signal) {
      signals.push(signal)
      return storage
    },
  }
  return {
    storage,
    state,
    signals,
    /** Until so many lists have been read. */
    until: (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count)),
    release: () => {
      for (const go of waiting.splice(0)) go()
    },
  }
}

/** Until all that can happen without a timer or a socket has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

async function openHeld(options: Parameters<typeof openCalendar>[0] = {}) {
  const storage = held()
  const calendar = openCalendar(options, storage.storage)
  await calendar.make('events', eventOf())
  await calendar.ask('GET', '/venues', undefined, 'visitor')
  storage.state.isHeld = true
  return { ...calendar, ...storage }
}

describe('visitors who ask for the same at the same time', () => {
  test('share one answer, with each method and each form of it', async () => {
    const { send, state, until, release } = await openHeld()
    const first = send('/events', {}, 'visitor')
    await until(1)
    const others = [
      send('/events', {}, 'visitor'),
      send('/events', { method: 'HEAD' }, 'visitor'),
      send('/events', { headers: { 'if-none-match': '*' } }, 'visitor'),
      send('/events', { headers: { cookie: 'a=b' } }, 'visitor'),
    ]
    await settled()
    release()
    const whole = await first
    const [equal, head, known, cookie] = await Promise.all(others)
    expect(state.finds).toBe(1)
    expect([equal?.status, equal?.text]).toEqual([200, whole.text])
    expect([head?.status, head?.text]).toEqual([200, ''])
    expect([known?.status, known?.text]).toEqual([304, ''])
    expect(cookie?.headers.get('cache-control')).toBe('private, no-cache')
    for (const one of [equal, head, known, cookie])
      expect(one?.headers.get('etag')).toBe(whole.headers.get('etag'))
  })

  test('do not share with callers, nor callers with each other', async () => {
    const { ask, make, state, until, release } = await openHeld()
    await make('events', eventOf({ title: 'Hidden', status: 'draft' }))
    const path = '/events?status=publish,draft'
    const all = (['editor', 'editor'] as const).map((as) => ask('GET', path, undefined, as))
    const visitor = ask('GET', '/events', undefined, 'visitor')
    const editor = ask('GET', '/events')
    await until(4)
    release()
    expect(state.finds).toBe(4)
    const [first, second] = await Promise.all(all)
    expect(first?.text).toContain('Hidden')
    expect(second?.text).toBe(first?.text)
    expect((await visitor).text).not.toContain('Hidden')
    expect((await editor).status).toBe(200)
  })

  test('do not share across a commit: what was acknowledged is in each later answer', async () => {
    const { ask, make, state, until, release } = await openHeld()
    const before = ask('GET', '/events', undefined, 'visitor')
    await until(1)
    const id = await make('events', eventOf({ title: 'New' }))
    const after = ask('GET', '/events', undefined, 'visitor')
    await until(2)
    release()
    expect(idsIn((await after).body, 'events')).toContain(id)
    expect(titles(await before)).toEqual(['Open day'])
    expect(state.finds).toBe(2)
    // What is made late is not cached over what is newer.
    state.isHeld = false
    expect(idsIn((await ask('GET', '/events', undefined, 'visitor')).body, 'events')).toContain(id)
  })

  test('get it though the first of them leaves; when all have left, the storage is told', async () => {
    const { send, state, signals, until, release } = await openHeld()
    const leaving = [new AbortController(), new AbortController()]
    const [first, second] = leaving.map(({ signal }) => send('/events', { signal }, 'visitor'))
    await until(1)
    const third = send('/events', {}, 'visitor')
    await settled()
    // Whoever waits is watched from the next turn of the event loop on.
    await new Promise((resolve) => setTimeout(resolve, 0))
    for (const one of leaving) one.abort()
    expectRefusal(await (first ?? third), 503, 'rest_unavailable')
    expectRefusal(await (second ?? third), 503, 'rest_unavailable')
    expect(signals.at(-1)?.aborted).toBe(false)
    release()
    expect((await third).status).toBe(200)
    expect(state.finds).toBe(1)

    await send('/venues', {
      method: 'POST',
      body: '{"venue":"Hall"}',
      headers: { 'content-type': 'application/json' },
    })
    const alone = new AbortController()
    const gone = send('/events', { signal: alone.signal }, 'visitor')
    await until(1)
    await new Promise((resolve) => setTimeout(resolve, 0))
    alone.abort()
    expectRefusal(await gone, 503, 'rest_unavailable')
    expect(signals.at(-1)?.aborted).toBe(true)
    // Nobody joins what is cancelled.
    const later = send('/events', {}, 'visitor')
    await until(2)
    release()
    expect((await later).status).toBe(200)
  })

  test('share a failure, and the next one begins anew', async () => {
    const { ask, state, storage, until, release, errors } = await openHeld()
    const failure = new StorageUnavailable('away')
    const { count } = storage
    let isAway = true
    storage.count = async (kind, filter) => {
      if (isAway) throw failure
      return count(kind, filter)
    }
    const all = [1, 2, 3].map(() => ask('GET', '/events', undefined, 'visitor'))
    for (const one of await Promise.all(all)) expectRefusal(one, 503, 'rest_unavailable')
    expect([state.finds, errors]).toEqual([1, [failure, failure, failure]])
    isAway = false
    release()
    const next = ask('GET', '/events', undefined, 'visitor')
    await until(1)
    release()
    expect((await next).status).toBe(200)
  })

  test('have no slot while they wait, and are no more than the queue takes', async () => {
    const { ask, until, release } = await openHeld({ limits: { inFlight: 2, queue: 3 } })
    const first = ask('GET', '/events', undefined, 'visitor')
    await until(1)
    const others = [1, 2, 3].map(() => ask('GET', '/events', undefined, 'visitor'))
    await settled()
    expect((await ask('GET', '/venues', undefined, 'visitor')).status).toBe(200)
    expectRefusal(await ask('GET', '/events', undefined, 'visitor'), 503, 'rest_overloaded')
    release()
    for (const one of await Promise.all([first, ...others])) expect(one.status).toBe(200)
    expect((await ask('GET', '/venues', undefined, 'visitor')).status).toBe(200)
  })

  test('leave an answer that makes no progress for ten seconds: its host may have ended it', async () => {
    const { ask, state, until, release } = await openHeld()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const first = ask('GET', '/events', undefined, 'visitor')
    for (let turn = 0; turn < 5; turn++) await settled()
    const others = [1, 2].map(() => ask('GET', '/events', undefined, 'visitor'))
    for (let turn = 0; turn < 5; turn++) await settled()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(state.finds).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    for (let turn = 0; turn < 5; turn++) await settled()
    expect(state.finds).toBe(2)
    await until(2)
    release()
    for (const one of await Promise.all([first, ...others])) expect(one.status).toBe(200)
  })
})

test('guesses at the password of an event are each counted, though they are equal and come together', async () => {
  const { ask, make } = openCalendar({ eventPasswords: { perAddress: 3, perUser: 3 } })
  const id = await make('events', eventOf({ password: 'open sesame' }))
  const path = `/events/${id}?password=wrong`
  const guesses = await Promise.all([1, 2, 3].map(() => ask('GET', path, undefined, 'visitor')))
  for (const one of guesses) expectRefusal(one, 403, 'event-password-protected')
  const right = await ask('GET', `/events/${id}?password=open+sesame`, undefined, 'visitor')
  expectRefusal(right, 429, 'rest_too_many_requests')
})

test('without the cache, nothing is shared', async () => {
  const { ask, state, until, release } = await openHeld({ limits: { cache: 0 } })
  const both = [1, 2].map(() => ask('GET', '/events', undefined, 'visitor'))
  await until(2)
  release()
  for (const one of await Promise.all(both)) expect(one.status).toBe(200)
  expect(state.finds).toBe(2)
})
