import { toNodeListener } from 'kalends/adapters/node'
import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../src/types/index.ts'
import { serve } from '../adapters/sockets.ts'
import { at, eventOf, expectRefusal, expectWrong, openCalendar, USERS } from './calendar.ts'
import { json } from './sending.ts'
import { openStocked } from './stocked.ts'

/** The two ways to say which method a POST means. */
const WAYS = {
  header: (path: string, method: string) => ({ path, headers: { 'x-http-method-override': method } }),
  query: (path: string, method: string) => ({
    path: `${path}${path.includes('?') ? '&' : '?'}_method=${encodeURIComponent(method)}`,
    headers: {},
  }),
}

describe.each(Object.entries(WAYS))('a method in the %s of a POST', (_, way) => {
  test('is that method on every route', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { routes, send } = await openStocked()
      for (const [path, allowed] of routes) {
        const given = way(path, method)
        const answer = await send(given.path, {
          method: 'POST',
          headers: { ...json, ...given.headers },
          body: '{}',
        })
        const isGone = method === 'DELETE' && path.includes('by-slug')
        const expected = !allowed.includes(method) ? 405 : isGone ? 404 : 200
        expect(answer.status, `${method} ${path} ${answer.text}`).toBe(expected)
      }
    }
  })

  test('changes the record with the fields of the body, and deletes it', async () => {
    const { make, send, ask } = openCalendar()
    const id = await make('events', eventOf())
    const changing = way(`/events/${id}`, 'PATCH')
    const changed = await send(changing.path, {
      method: 'POST',
      headers: { ...json, ...changing.headers },
      body: JSON.stringify({ title: 'Renamed' }),
    })
    expect([changed.status, changed.body.title]).toEqual([200, 'Renamed'])
    const deleting = way(`/events/${id}`, 'DELETE')
    const deleted = await send(deleting.path, { method: 'POST', headers: deleting.headers })
    expect([deleted.status, deleted.body.status]).toEqual([200, 'trash'])
    expect((await ask('GET', `/events/${id}`)).body.status).toBe('trash')
  })

  test.each(['PUT', 'PATCH'])('is taken from an update that has it already: %s', async (method) => {
    const { make, send } = openCalendar()
    const id = await make('events', eventOf())
    const ask = (named: string) => {
      const { path, headers } = way(`/events/${id}`, named)
      const body = JSON.stringify({ ...eventOf(), title: named })
      return send(path, { method, headers: { ...json, ...headers }, body })
    }
    for (const named of [method, method.toLowerCase()]) {
      const answer = await ask(named)
      expect([answer.status, answer.body.title]).toEqual([200, named])
    }
    for (const other of ['PUT', 'PATCH', 'DELETE', 'POST', 'GET'].filter((one) => one !== method))
      expect((await ask(other)).status, other).toBe(400)
  })

  test('asks for the rights of that method, and makes no record', async () => {
    const { make, send, ask } = openCalendar()
    const id = await make('events', eventOf())
    const deleting = way(`/events/${id}`, 'DELETE')
    for (const [as, status] of [
      ['visitor', 401],
      ['author', 403],
    ] as const) {
      const refused = await send(deleting.path, { method: 'POST', headers: deleting.headers }, as)
      expectRefusal(refused, status, 'rest_forbidden')
    }
    const put = way('/events', 'PUT')
    const body = JSON.stringify(eventOf())
    const refused = await send(put.path, { method: 'POST', headers: { ...json, ...put.headers }, body })
    expectRefusal(refused, 405, 'rest_method_not_allowed')
    expect((await ask('GET', '/events')).body.total).toBe(1)
  })

  test('is what `authenticate`, `rateLimit`, `audit` and `onError` are told', async () => {
    const told: (string | [method: string, operation: string | null])[] = []
    const entries: AuditEntry[] = []
    const calendar = openCalendar({
      authenticate: async (request) => {
        told.push(request.method)
        return USERS.editor
      },
      rateLimit: ({ request, operation }) => {
        told.push([request.method, operation])
        if (operation === 'updateEvent') throw new Error('broken')
        return null
      },
      audit: (entry) => entries.push(entry),
      onError: (_error, request) => told.push(`fault in ${request.method}`),
    })
    const id = await calendar.make('events', eventOf())
    told.length = 0
    entries.length = 0
    for (const method of ['DELETE', 'PUT']) {
      const { path, headers } = way(`/events/${id}`, method)
      await calendar.send(path, { method: 'POST', headers })
    }
    expect(told).toEqual(['DELETE', ['DELETE', 'deleteEvent'], 'PUT', ['PUT', 'updateEvent'], 'fault in PUT'])
    expect(entries.map(({ method, operation, status }) => [method, operation, status])).toEqual([
      ['DELETE', 'deleteEvent', 200],
      ['PUT', 'updateEvent', 500],
    ])
  })

  test.each(['delete', 'Delete', 'dELETE'])(
    'is that method as "%s", for rights, `rateLimit` and `audit` too',
    async (word) => {
      const told: string[] = []
      const entries: AuditEntry[] = []
      const { make, send, ask } = openCalendar({
        rateLimit: ({ request, operation, isWrite }) => {
          told.push(`${request.method} ${operation} ${isWrite}`)
          return null
        },
        audit: (entry) => entries.push(entry),
      })
      const id = await make('events', eventOf())
      const { path, headers } = way(`/events/${id}`, word)
      const options = { method: 'POST', headers }
      expectRefusal(await send(path, options, 'author'), 403, 'rest_forbidden')
      told.length = 0
      entries.length = 0
      const deleted = await send(path, options)
      expect([deleted.status, deleted.body.status]).toEqual([200, 'trash'])
      expect(told).toEqual(['DELETE deleteEvent true'])
      expect(entries.map(({ method, operation }) => [method, operation])).toEqual([['DELETE', 'deleteEvent']])
      // Sent again, it is gone: no create, no update.
      expectRefusal(await send(path, options), 410, 'event-is-in-trash')
      expect((await ask('GET', '/events')).body.total).toBe(0)
      for (const method of ['GET', 'PUT', 'DELETE']) {
        expect((await send(path, { method, headers })).status, method).toBe(400)
      }
    },
  )

  test.each(['patch', 'Put'])('reads the body of a "%s"', async (word) => {
    const { make, send } = openCalendar()
    const id = await make('events', eventOf())
    const { path, headers } = way(`/events/${id}`, word)
    const changed = await send(path, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify({ title: 'Renamed' }),
    })
    expect([changed.status, changed.body.title]).toEqual([200, 'Renamed'])
  })

  test.each(['GET', 'get', 'POST', 'HEAD', 'OPTIONS', 'TRACE', '', ' ', 'PUT, PUT', 'x'])(
    'is refused when it is "%s"',
    async (value) => {
      const { make, send, ask } = openCalendar()
      const id = await make('events', eventOf())
      const { path, headers } = way(`/events/${id}`, value)
      const answer = await send(path, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: JSON.stringify({ title: 'Changed' }),
      })
      expectWrong(answer, Object.keys(headers).length === 0 ? '_method' : 'X-HTTP-Method-Override')
      expect((await ask('GET', `/events/${id}`)).body.title).toBe('Open day')
    },
  )

  test('is refused on every other method', async () => {
    const { make, send, ask } = openCalendar()
    const id = await make('events', eventOf())
    // Once before: its answer is kept then.
    expect((await send(`/events/${id}`, {}, 'visitor')).status).toBe(200)
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const { path, headers } = way(`/events/${id}`, 'DELETE')
      const answer = await send(path, { method, headers }, method === 'GET' ? 'visitor' : 'editor')
      expectWrong(answer, Object.keys(headers).length === 0 ? '_method' : 'X-HTTP-Method-Override')
    }
    const head = way(`/events/${id}`, 'PUT')
    expect((await send(head.path, { method: 'HEAD', headers: head.headers })).status).toBe(400)
    expect((await ask('GET', `/events/${id}`)).body.status).toBe('publish')
  })

  test('works over a socket on Node, body included', async () => {
    const { api, make, ask } = openCalendar()
    const id = await make('events', eventOf())
    const { path, headers } = way(`${api.basePath}/events/${id}`, 'PUT')
    const port = await serve(toNodeListener(api))
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...json, ...headers, 'x-user': 'editor' },
      body: JSON.stringify({ title: 'Renamed' }),
    })
    expect([answer.status, at(await answer.json(), 'title')]).toEqual([200, 'Renamed'])
    expect((await ask('GET', `/events/${id}`)).body.title).toBe('Renamed')
  })
})

test('a method in header and query is refused when they differ', async () => {
  const { make, send } = openCalendar()
  const id = await make('events', eventOf())
  const asking = (header: string, query: string) =>
    send(`/events/${id}?_method=${query}`, { method: 'POST', headers: { 'x-http-method-override': header } })
  expectWrong(await asking('PUT', 'DELETE'), '_method')
  expectWrong(await asking('PUT', 'PUT&_method=DELETE'), '_method')
  expectWrong(await asking('put', 'Delete'), '_method')
  expect((await asking('delete', 'DELETE&_method=Delete')).status).toBe(200)
})

test('a preflight of a POST that means another method lets the header through', async () => {
  const { api } = openCalendar({ cors: { origin: '*' } })
  const preflight = await api.fetch(
    new Request(`https://calendar.example${api.basePath}/events/1?_method=DELETE`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    }),
  )
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('X-HTTP-Method-Override')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE')
})

test('the documentation says it of every POST that can mean another method, and of no other', async () => {
  const { ask } = openCalendar()
  const { body } = await ask('GET', '/doc')
  const paths = Object.entries(at(body, 'paths') ?? {})
  for (const [path, item] of paths) {
    for (const [method, operation] of Object.entries(item ?? {})) {
      const parameters: unknown = at(operation, 'parameters')
      const found = Array.isArray(parameters)
        ? parameters.map((one) => `${at(one, 'in')} ${at(one, 'name')}`)
        : []
      const has = ['header X-HTTP-Method-Override', 'query _method'].filter((one) => found.includes(one))
      const expected = method === 'post' && at(item, 'put') !== undefined ? 2 : 0
      expect(has.length, `${method} ${path}`).toBe(expected)
    }
  }
  expect(paths.length).toBeGreaterThan(10)
})
