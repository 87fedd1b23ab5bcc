import { expect, test, vi } from 'vitest'
import { createEventsApi } from '../../src/index.ts'
import { memoryStorage } from '../../src/storage/memory.ts'

// One line of the list, and no other of the package.
vi.mock('../../src/features.ts', async (load) => {
  const { FEATURES } = await load<typeof import('../../src/features.ts')>()
  const { likes } = await import('./likes.ts')
  return { FEATURES: [...FEATURES, likes] }
})

const ROOT = 'http://localhost/vendor/events/v1'

function calendar(changes: boolean) {
  const authenticate = () => ({ id: 1, role: 'administrator' }) as const
  const api = createEventsApi(memoryStorage(), { changes, authenticate })
  return async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) }
    const response = await api.fetch(new Request(ROOT + path, init))
    return { status: response.status, body: await response.json() }
  }
}

const EVENT = { title: 'Lantern walk', start_date: '2030-01-01 17:00', end_date: '2030-01-01 18:00' }

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
  expect(components.schemas.Likes.properties).toMatchObject({ likes: { type: 'number' } })
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
