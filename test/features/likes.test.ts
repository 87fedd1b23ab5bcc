import { expect, test, vi } from 'vitest'
import { createEventsApi } from '../../src/index.ts'
import type { Storage } from '../../src/storage/contract.ts'
import { memoryStorage } from '../../src/storage/memory.ts'
import { wrapped } from '../setup/wrapped-storage.ts'
import { purged, telling, told } from './likes.ts'

// One line of the list, and no other of the package.
vi.mock('../../src/features.ts', async (load) => {
  const { FEATURES } = await load<typeof import('../../src/features.ts')>()
  const { likes } = await import('./likes.ts')
  return { FEATURES: [...FEATURES, likes] }
})

const ROOT = 'http://localhost/vendor/events/v1'

function calendar(changes: boolean, storage: Storage = memoryStorage()) {
  const authenticate = () => ({ id: 1, role: 'administrator' }) as const
  const api = createEventsApi(storage, {
    changes,
    authenticate,
    onChange: (change) => void shown.push(change),
  })
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) }
    const response = await api.fetch(new Request(ROOT + path, init))
    return { status: response.status, body: await response.json() }
  }
  return Object.assign(ask, { api })
}

/** What the host is told of changes. */
const shown: unknown[] = []

const EVENT = {
  title: 'Lantern walk',
  status: 'publish',
  start_date: '2030-01-01 17:00',
  end_date: '2030-01-01 18:00',
}

test('a feature that the core does not know answers, keeps, and is described', async () => {
  const ask = calendar(true)
  const { id } = (await ask('POST', '/events', EVENT)).body
  expect(await ask('POST', `/events/${id}/like`)).toEqual({ status: 200, body: { id, likes: 1 } })
  expect(await ask('POST', `/events/${id}/like`)).toEqual({ status: 200, body: { id, likes: 2 } })
  expect(await ask('POST', '/events/999/like')).toMatchObject({
    ...{ status: 404, body: { code: 'rest-event-not-found' } },
  })
  expect((await ask('GET', '/me')).body.features).toMatchObject({ likes: true, revisions: true })
  const { paths, components } = (await ask('GET', '/doc')).body
  expect(paths['/events/{id}/like'].post).toMatchObject({ operationId: 'createLike', tags: ['Likes'] })
  expect(components.schemas.Event.properties).toMatchObject({ likes: { type: 'integer' }, title: {} })
  expect(components.schemas.Likes.properties).toMatchObject({ likes: { type: 'integer' } })
  const order = Object.keys((await ask('GET', '')).body.routes)
  const place = order.findIndex((path) => path.endsWith('/like'))
  expect(order[place - 1]).toMatch(/events\/\(\?P<id>\\d\+\)$/)
})

test('where it is off there is no trace of it', async () => {
  const ask = calendar(false)
  const { id } = (await ask('POST', '/events', EVENT)).body
  expect(await ask('POST', `/events/${id}/like`)).toMatchObject({
    status: 404,
    body: { code: 'rest_no_route' },
  })
  expect((await ask('GET', '/me')).body.features).toMatchObject({ likes: false, revisions: false })
  expect(JSON.stringify((await ask('GET', '/doc')).body)).not.toContain('Likes')
})

test('it shows members in answers, and nowhere else', async () => {
  const ask = calendar(true)
  const { id } = (await ask('POST', '/events', EVENT)).body
  expect((await ask('POST', '/events', EVENT)).body).toMatchObject({ likes: 0, title: 'Lantern walk' })
  await ask('POST', `/events/${id}/like`)
  expect((await ask('GET', `/events/${id}`)).body.likes).toBe(1)
  const { events } = (await ask('GET', '/events?start_date=2029-01-01&end_date=2031-01-01')).body
  expect(events.map((event: { likes: number }) => event.likes).sort()).toEqual([0, 1])
  const { status, body } = await ask('GET', '/changes')
  expect([status, JSON.stringify(body).includes('Lantern walk')]).toEqual([200, true])
  expect(JSON.stringify(body)).not.toContain('likes')
  expect(JSON.stringify(shown)).not.toContain('likes')
})

test('it takes part in the deletion by others, in their commit, and its message arrives at least once', async () => {
  const ask = calendar(true)
  const { id } = (await ask('POST', '/events', EVENT)).body
  await ask('POST', `/events/${id}/like`)
  await ask('DELETE', `/events/${id}?dry_run=true&force=true`)
  expect((await ask('GET', `/events/${id}`)).body.likes).toBe(1)
  await ask('DELETE', `/events/${id}?force=true`)
  telling.fails = true
  await expect(ask.api.deliver()).rejects.toThrow('nobody listens')
  telling.fails = false
  await ask.api.deliver()
  await ask.api.deliver()
  expect(told).toEqual([JSON.stringify({ id, likes: 1 })])
})

test('it purges with the calendar', async () => {
  await calendar(true).api.purge({ olderThan: 30 })
  expect(purged).toHaveLength(1)
})

test('storage calls: as many as before where it is off, one more where it is on, at the same time as others', async () => {
  const log: string[] = []
  async function callsOf(changes: boolean) {
    const storage = wrapped(memoryStorage(), async (name, call) => {
      log.push(name)
      const result = await call()
      // A storage elsewhere answers when all that is asked at once is asked.
      await new Promise((resolve) => setImmediate(resolve))
      log.push(`end of ${name}`)
      return result
    })
    const ask = calendar(changes, storage)
    const { id } = (await ask('POST', '/events', { ...EVENT, venue: { venue: 'Pier 9' } })).body
    await ask('GET', `/events/${id}`)
    const calls: string[][] = []
    for (const path of [`/events/${id}`, '/events?start_date=2029-01-01&end_date=2031-01-01']) {
      log.length = 0
      await ask('GET', path)
      calls.push([...log])
    }
    return calls
  }
  const isCall = (name: string) => !name.startsWith('end of')
  const off = await callsOf(false)
  const on = await callsOf(true)
  expect(off.map((log) => log.filter(isCall))).toEqual([
    ['get event', 'get venue'],
    ['find event', 'count event', 'get venue'],
  ])
  for (const [at, log] of on.entries()) {
    const calls = log.filter(isCall)
    expect(calls.filter((name) => name !== 'get extra')).toEqual(off[at]?.filter(isCall))
    expect(calls.filter((name) => name === 'get extra')).toHaveLength(1)
    expect(log.indexOf('get extra')).toBeLessThan(log.indexOf('end of get venue'))
  }
})
