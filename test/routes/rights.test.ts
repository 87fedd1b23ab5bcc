import { ApiError, createEventsApi } from 'events-api'
import { memoryStorage } from 'events-api/storage/memory'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  API,
  ASKERS,
  type Asker,
  eventOf,
  expectRefusal,
  idOf,
  inStatus,
  listOf,
  MASTERS,
  openCalendar,
  STATUSES,
  USERS,
  WRITERS,
} from './calendar.ts'

describe('what may be written', () => {
  const outcome = ({ status, body }: Answer) => (status < 300 ? body.status : status)

  test('the status that comes of the one that is asked for', async () => {
    const { ask } = openCalendar()
    const table: Record<string, unknown[]> = {
      // publish, future, draft, pending, private, trash, none
      visitor: [401, 401, 401, 401, 401, 401, 401],
      subscriber: [403, 403, 403, 403, 403, 403, 403],
      contributor: ['pending', 'pending', 'draft', 'pending', 403, 'trash', 'draft'],
      author: ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'publish'],
      editor: ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'publish'],
      administrator: ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'publish'],
    }
    for (const asker of ASKERS) {
      const expected = table[asker]
      if (expected === undefined) continue
      for (const [collection, fields] of [
        ['events', eventOf()],
        ['venues', { venue: 'Hall' }],
        ['organizers', { organizer: 'Ann' }],
      ] as const) {
        const found: unknown[] = []
        for (const status of [...STATUSES, undefined]) {
          const extra = status === undefined ? {} : inStatus(status)
          // Descriptions differ, so that no earlier record is reused.
          found.push(
            outcome(
              await ask(
                'POST',
                `/${collection}`,
                { ...fields, ...extra, description: `${asker} ${status}` },
                asker,
              ),
            ),
          )
        }
        expect(found, `${asker} ${collection}`).toEqual(expected)
      }
    }
  })

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

  test('another author, sticky and featured need the right to edit others', async () => {
    for (const asker of WRITERS) {
      const { ask, make } = openCalendar()
      const isMaster = MASTERS.includes(asker)
      const expected = isMaster ? 201 : 403
      const other = asker === 'author' ? 4 : 3
      for (const fields of [
        { author: other },
        { author: String(other) },
        { sticky: true },
        { featured: '1' },
      ]) {
        const answer = await ask('POST', '/events', eventOf(fields), asker)
        expect(answer.status, `${asker} ${JSON.stringify(fields)}`).toBe(
          fields.author === undefined || other !== idOfUser(asker) ? expected : 201,
        )
      }
      const venue = await ask('POST', '/venues', { venue: `Of ${asker}`, author: other }, asker)
      expect(venue.status).toBe(other === idOfUser(asker) ? 201 : expected)
      const inline = await ask('POST', '/events', eventOf({ venue: { venue: 'X', author: other } }), asker)
      expect(inline.status).toBe(other === idOfUser(asker) ? 201 : expected)
      // What is so already may be said again.
      const own = await ask(
        'POST',
        '/events',
        eventOf({ author: idOfUser(asker), sticky: false, featured: 0 }),
        asker,
      )
      expect(own.status).toBe(201)
      const sticky = await make('events', eventOf({ author: idOfUser(asker), sticky: true, status: 'draft' }))
      expect((await ask('PATCH', `/events/${sticky}`, { sticky: true, title: 'Kept' }, asker)).status).toBe(
        200,
      )
      expect((await ask('PATCH', `/events/${sticky}`, { sticky: false }, asker)).status).toBe(
        isMaster ? 200 : 403,
      )
      expect((await ask('PATCH', `/events/${sticky}`, { author: other }, asker)).status).toBe(
        isMaster || other === idOfUser(asker) ? 200 : 403,
      )
    }
  })

  const idOfUser = (asker: Asker) => (asker === 'visitor' ? 0 : USERS[asker].id)

  test('terms: authors make categories, editors tags too, contributors use what there is', async () => {
    const { ask, make } = openCalendar()
    const category = await make('categories', { name: 'Food' })
    const tag = await make('tags', { name: 'warm' })
    const may = { categories: ['author', 'author2', ...MASTERS], tags: MASTERS } as const
    for (const asker of ASKERS) {
      for (const [collection, id] of [
        ['categories', category],
        ['tags', tag],
      ] as const) {
        const isAllowed = [...may[collection]].some((one) => one === asker)
        const refused = asker === 'visitor' ? 401 : 403
        const created = await ask('POST', `/${collection}`, { name: `By ${asker}` }, asker)
        expect(created.status, `${asker} ${collection}`).toBe(isAllowed ? 201 : refused)
        expect((await ask('PATCH', `/${collection}/${id}`, {}, asker)).status).toBe(isAllowed ? 200 : refused)
        const victim = isAllowed ? idOf(created.body) : id
        expect((await ask('DELETE', `/${collection}/${victim}`, undefined, asker)).status).toBe(
          isAllowed ? 200 : refused,
        )
        if (!WRITERS.includes(asker)) continue
        const assigned = await ask('POST', '/events', eventOf({ [collection]: [id] }), asker)
        expect(listOf(assigned.body[collection]).map(idOf)).toEqual([id])
        const invented = await ask('POST', '/events', eventOf({ [collection]: [`New of ${asker}`] }), asker)
        expect(invented.status, `${asker} ${collection}`).toBe(isAllowed ? 201 : 403)
      }
    }
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
  const ROUTES = [
    '/',
    '/doc',
    '/events',
    '/events/1',
    '/events/by-slug/x',
    '/venues',
    '/venues/1',
    '/venues/by-slug/x',
    '/organizers',
    '/organizers/1',
    '/organizers/by-slug/x',
    '/categories',
    '/categories/1',
    '/tags',
    '/tags/1',
  ]

  test('wrong ones are 401 on every route and method, and nothing else is told', async () => {
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

  test('an answer that is no principal is a fault of the host: 500, told to it and to nobody else', async () => {
    const WRONG = [
      '{}',
      '{"id":1}',
      '{"role":"editor"}',
      '{"id":0,"role":"editor"}',
      '{"id":-1,"role":"editor"}',
      '{"id":1.5,"role":"editor"}',
      '{"id":"1","role":"editor"}',
      '{"id":9007199254740992,"role":"editor"}',
      '{"id":1,"role":"king"}',
      '{"id":1,"role":"constructor"}',
      '{"id":1,"role":""}',
      '"editor"',
      'true',
      '7',
      '[]',
    ]
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
