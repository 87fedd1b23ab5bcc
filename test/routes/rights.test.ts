import { ApiError, createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { words } from '../setup/words.ts'
import { API, eventOf, expectRefusal, openCalendar } from './calendar.ts'
import { GOOD } from './sending.ts'

describe('what may be written', () => {
  test('a contributor hands in, and lets go of what is published', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf(), 'contributor')
    const path = `/events/${id}`
    expect((await ask('PATCH', path, { title: 'Better' }, 'contributor')).body.status).toBe('draft')
    expectRefusal(await ask('PATCH', path, { status: 'private' }, 'contributor'), 403, 'rest_forbidden')
    expect((await ask('PATCH', path, { status: 'publish' }, 'contributor')).body.status).toBe('pending')
    expect((await ask('PATCH', path, { status: 'publish' }, 'editor')).body.status).toBe('publish')
    expectRefusal(await ask('PATCH', path, { title: 'Mine' }, 'contributor'), 403, 'rest_forbidden')
    expectRefusal(await ask('DELETE', path, undefined, 'contributor'), 403, 'rest_forbidden')
    await ask('DELETE', path)
    expect((await ask('PATCH', path, { status: 'publish' }, 'contributor')).body.status).toBe('pending')
  })

  test('a visitor is asked for credentials before anything is said of a record or a field', async () => {
    const { ask } = openCalendar()
    for (const body of [{}, eventOf(), { title: 5 }])
      expectRefusal(await ask('POST', '/events', body, 'visitor'), 401, 'rest_forbidden')
    expectRefusal(await ask('POST', '/events', {}, 'subscriber'), 403, 'rest_forbidden')
    expectRefusal(await ask('POST', '/events', {}, 'contributor'), 400, 'rest_missing_callback_param')
  })
})

describe('credentials', () => {
  const ROUTES = words(`
    / /doc /events /events/1 /events/by-slug/x /venues /venues/1 /venues/by-slug/x /organizers
    /organizers/1 /organizers/by-slug/x /categories /categories/1 /tags /tags/1
  `)

  test('wrong ones are 401 on every route and method, without other details', async () => {
    const { send } = openCalendar()
    const bodies = new Set<string>()
    for (const path of ROUTES) {
      const isSingle = /\d$|by-slug/.test(path)
      const methods =
        path === '/' || path === '/doc'
          ? ['GET', 'HEAD']
          : isSingle
            ? ['GET', 'PATCH', 'DELETE']
            : ['GET', 'POST']
      for (const method of methods) {
        const answer = await send(path, { method, headers: { 'x-user': 'mallory' } }, 'visitor')
        expect(answer.status, `${method} ${path}`).toBe(401)
        if (method === 'HEAD') continue
        expectRefusal(answer, 401, 'rest_invalid_credentials')
        bodies.add(answer.text)
      }
    }
    expect(bodies.size).toBe(1)
  })

  test('the route and the method are known before anybody is asked who it is', async () => {
    let asked = 0
    const { send } = openCalendar({
      authenticate: () => {
        asked++
        throw new ApiError('rest_invalid_credentials')
      },
    })
    expect((await send('/nowhere', {}, 'visitor')).status).toBe(404)
    expect((await send('/events', { method: 'DELETE' }, 'visitor')).status).toBe(405)
    expect((await send('/events', { method: 'OPTIONS' }, 'visitor')).status).toBe(204)
    expect(asked).toBe(0)
    expect((await send('/events', {}, 'visitor')).status).toBe(401)
    expect(asked).toBe(1)
  })

  test('a value that is not a principal is a fault of the host: 500, and only onError gets it', async () => {
    const WRONG = words(`
      {} {"id":1} {"role":"editor"} {"id":0,"role":"editor"} {"id":-1,"role":"editor"}
      {"id":1.5,"role":"editor"} {"id":"","role":"editor"} {"id":9007199254740992,"role":"editor"}
      {"id":1,"role":"king"} {"id":1,"role":"constructor"} {"id":1,"role":""} "editor" true 7 []
    `)
    for (const principal of WRONG) {
      const errors: unknown[] = []
      const { send } = openCalendar({
        authenticate: () => JSON.parse(principal),
        onError: (error) => errors.push(error),
      })
      for (const path of ['/events', '/venues/1', '/doc']) {
        const answer = await send(path, {}, 'visitor')
        expectRefusal(answer, 500, 'rest_internal_error')
        expect(answer.body).toEqual({
          code: 'rest_internal_error',
          message: 'Internal error.',
          data: { status: 500 },
        })
      }
      expect(errors).toHaveLength(3)
      expect(errors[0]).toBeInstanceOf(TypeError)
    }
  })

  test('without authenticate everybody is a visitor', async () => {
    const api = createEventsApi(memoryStorage())
    expect((await api.fetch(new Request(`${API}/events`))).status).toBe(200)
    expect((await api.fetch(new Request(`${API}/events`, { method: 'POST' }))).status).toBe(401)
  })
})

test('who may not change a record does not learn its version either', async () => {
  const { make, send } = openCalendar()
  const id = await make('events', GOOD)
  for (const etag of ['"1.x"', '"2.x"']) {
    for (const method of ['DELETE', 'POST', 'PUT', 'PATCH']) {
      const init = { method, headers: { 'if-match': etag } }
      expectRefusal(await send(`/events/${id}`, init, 'contributor'), 403, 'rest_forbidden')
    }
  }
})
