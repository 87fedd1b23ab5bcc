import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { words } from '../setup/words.ts'
import {
  API,
  at,
  eventOf,
  expectRefusal,
  expectWrong,
  idOf,
  ORIGIN,
  openCalendar,
  textAt,
} from './calendar.ts'
import { post } from './sending.ts'
import { openStocked } from './stocked.ts'

const methodsIn = (headers: Headers) => (headers.get('allow') ?? '').split(', ').sort()

describe('methods', () => {
  test('one that a path does not have is 405, and Allow says which it has', async () => {
    const { send, routes } = await openStocked()
    for (const [path, allowed] of routes) {
      const all = [...allowed, 'HEAD', 'OPTIONS'].sort()
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        if (allowed.includes(method)) continue
        const answer = await send(path, { method })
        expectRefusal(answer, 405, 'rest_method_not_allowed')
        expect(methodsIn(answer.headers), `${method} ${path}`).toEqual(all)
      }
      const options = await send(path, { method: 'OPTIONS' }, 'visitor')
      expect([options.status, options.text, methodsIn(options.headers)]).toEqual([204, '', all])
    }
  })

  test('HEAD answers as GET does, without a body', async () => {
    const { send, routes } = await openStocked()
    for (const [path] of [
      ...routes,
      ['/events/999'] as const,
      ['/nowhere'] as const,
      ['/events?page=0'] as const,
    ]) {
      const get = await send(path, {})
      const head = await send(path, { method: 'HEAD' })
      expect(head.status, path).toBe(get.status)
      expect(head.text).toBe('')
      expect(Object.fromEntries(head.headers), path).toEqual(Object.fromEntries(get.headers))
      const length = String(new TextEncoder().encode(get.text).length)
      expect(get.headers.get('content-length'), path).toBe(length)
    }
  })

  test('Allow on an answer names what this caller may use', async () => {
    const { send } = await openStocked()
    expect(methodsIn((await send('/events', {}, 'visitor')).headers)).toEqual(['GET', 'HEAD', 'OPTIONS'])
    expect(methodsIn((await send('/events', {}, 'contributor')).headers)).toEqual(
      words('GET HEAD OPTIONS POST'),
    )
    expect(methodsIn((await send('/tags', {}, 'author')).headers)).toEqual(['GET', 'HEAD', 'OPTIONS'])
  })
})

describe('paths', () => {
  test('slashes at the end make no difference, without a redirect', async () => {
    const { send, routes } = await openStocked()
    for (const [path] of routes) {
      const { status, text } = await send(path, {})
      expect(status, path).toBe(200)
      for (const more of ['/', '//']) {
        const slashed = await send(path + more, {})
        expect([slashed.status, slashed.text], path + more).toEqual([status, text])
      }
      expect((await send(`${path}/?page=1`, {})).status).toBe(200)
    }
  })

  test('what is no route is 404, whatever is asked of it', async () => {
    const { send } = await openStocked()
    const none = words(`
      /nowhere /events/x /events/by-slug /events/by-slug/a/b /events//1 /categories/by-slug/one
      /events/%zz /events/by-slug/a%00b
    `)
    for (const path of none)
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE'])
        expectRefusal(await send(path, { method }), 404, 'rest_no_route')
    for (const path of words(
      '/events/0 /events/99999999999999999999 /events/by-slug/%20 /events/by-slug/%21',
    ))
      expectRefusal(await send(path, {}), 404, 'rest-event-not-found')
  })

  test('an ID of another kind is unknown', async () => {
    const { send, ids } = await openStocked()
    expectRefusal(await send(`/events/${ids.venues}`, {}), 404, 'rest-event-not-found')
    expectRefusal(await send(`/venues/${ids.events}`, {}), 404, 'rest-venue-not-found')
    expectRefusal(await send(`/organizers/${ids.events}`, {}), 404, 'rest-organizer-not-found')
    expectRefusal(await send(`/categories/${ids.tags}`, {}), 404, 'rest-category-not-found')
    expectRefusal(await send(`/tags/${ids.categories}`, {}), 404, 'rest-tag-not-found')
  })

  test('the mount ends at a boundary: what lies beside it is not ours', async () => {
    const { api } = openCalendar()
    const status = async (path: string) => (await api.handle(new Request(ORIGIN + path)))?.status
    expect(await status('/vendor/events/v1')).toBe(200)
    expect(await status('/vendor/events/v1/')).toBe(200)
    expect(await status('/vendor/events/v1/nowhere')).toBe(404)
    for (const path of words(`
      / /vendor/events/v1x /vendor/events/v10/events /vendor/events /x/vendor/events/v1 /Vendor/events/v1
      /vendor%2Fevents/v1 //vendor/events/v1 /vendor/events/v1/../v2
    `))
      expect(await status(path), path).toBeUndefined()
    const missed = await api.fetch(new Request(`${ORIGIN}/elsewhere`))
    expect(missed.status).toBe(404)
    expect(await missed.json()).toMatchObject({ code: 'rest_no_route', data: { status: 404 } })
  })

  test('base path and namespace are where it answers and what its links say', async () => {
    const { api, ask, make } = openCalendar({ basePath: '/wp-json/', namespace: '/tribe/events/v1/' })
    expect(api.basePath).toBe('/wp-json/tribe/events/v1')
    const id = await make('events', eventOf({ categories: 'Food' }))
    const root = `${ORIGIN}/wp-json/tribe/events/v1`
    const { body } = await ask('GET', `/events/${id}`)
    expect(body).toMatchObject({
      rest_url: `${root}/events/${id}`,
      url: `${ORIGIN}/event/open-day/`,
      categories: [{ urls: { self: `${root}/categories/1`, collection: `${root}/categories` } }],
    })
    expect(textAt((await ask('GET', '/events')).body, 'rest_url').startsWith(`${root}/events/?`)).toBe(true)
    expect((await ask('GET', '/')).body.namespace).toBe('tribe/events/v1')
    expect((await ask('GET', '/?namespace=tribe/events/v1')).status).toBe(200)
    expectRefusal(await ask('GET', '/?namespace=other/v1'), 404, 'rest_invalid_namespace')
    expect(await api.handle(new Request(`${ORIGIN}/tribe/events/v1/events`))).toBeUndefined()
  })

  test('baseUrl stands at the head of every link, whatever host was asked', async () => {
    const { api, make } = openCalendar({ baseUrl: 'https://public.example:8443/app/' })
    await make('events', eventOf({ venue: { venue: 'Hall' }, tags: 'warm' }))
    for (const path of ['/events', '/events/1', '/venues/2', '/tags?hide_empty=0', '/', '/doc']) {
      const response = await api.fetch(new Request(`http://evil.example/vendor/events/v1${path}`))
      expect(response.status, path).toBe(200)
      const text = await response.text()
      expect(text).not.toContain('evil.example')
      expect(text).toContain('https://public.example:8443/app/')
    }
    const without = openCalendar()
    await without.make('events', eventOf())
    const { body } = await without.send('http://Other.example:81/vendor/events/v1/events/1', {})
    expect(body).toMatchObject({
      rest_url: 'http://other.example:81/vendor/events/v1/events/1',
      global_id: 'other.example?id=1',
      url: 'http://other.example:81/event/open-day/',
    })
  })

  test('permalink makes the public addresses, of what is public and what is not', async () => {
    const { ask, make } = openCalendar({
      permalink: (kind, { id, slug, status, ancestors }) =>
        `https://site.example/${[kind, ...ancestors, slug || id, status].filter(Boolean).join('/')}`,
    })
    const top = await make('categories', { name: 'Top' })
    const child = await make('categories', { name: 'Child', parent: top })
    expect((await ask('GET', `/categories/${child}`)).body.url).toBe(
      'https://site.example/category/top/child',
    )
    const event = await ask(
      'POST',
      '/events',
      eventOf({ status: 'draft', venue: { venue: 'Hall' }, organizer: { organizer: 'Ann' } }),
    )
    const address = `https://site.example/event/${idOf(event.body)}/draft`
    expect(event.body).toMatchObject({
      url: address,
      website: address,
      venue: { url: 'https://site.example/venue/hall/publish' },
      organizer: [{ url: 'https://site.example/organizer/ann/publish' }],
    })
    expect(at((await ask('GET', `/events/${idOf(event.body)}`)).body, 'json_ld', 'url')).toBe(address)
  })
})

describe('the order of checks', () => {
  const TOO_LONG = `?x=${'y'.repeat(9000)}`
  const wrong = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-user': 'mallory' },
    body: '{',
  }

  test('limits, route, method, credentials, coarse rights, syntax, parameters, record, rights, version, work', async () => {
    const { send, ask, make } = openCalendar()
    const id = await make('events', eventOf())
    const trashed = await make('events', eventOf({ status: 'trash' }))
    expectRefusal(await send(`/nowhere${TOO_LONG}`, wrong, 'visitor'), 414, 'rest_uri_too_long')
    expectRefusal(await send('/nowhere', wrong, 'visitor'), 404, 'rest_no_route')
    expectRefusal(
      await send('/events', { ...wrong, method: 'PUT' }, 'visitor'),
      405,
      'rest_method_not_allowed',
    )
    expectRefusal(await send('/events', wrong, 'visitor'), 401, 'rest_invalid_credentials')
    const broken = {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'if-match': '"0"' },
      body: '{',
    }
    expectRefusal(await send('/events/999?id=5', broken, 'visitor'), 401, 'rest_forbidden')
    expectRefusal(await send('/events/999?id=5', broken, 'subscriber'), 403, 'rest_forbidden')
    expectRefusal(await send('/events/999?id=5', broken, 'author'), 400, 'rest_invalid_json')
    expectWrong(await send('/events/999?id=5', { ...broken, body: '{"title":5}' }, 'author'), 'title', 'id')
    expectRefusal(await send('/events/999', { ...broken, body: '{}' }, 'author'), 404, 'rest-event-not-found')
    expectRefusal(await send(`/events/${id}`, { ...broken, body: '{}' }, 'author'), 403, 'rest_forbidden')
    expectRefusal(await send(`/events/${id}`, { ...broken, body: '{}' }), 412, 'rest_precondition_failed')
    expectRefusal(
      await send(`/events/${trashed}`, { method: 'DELETE', headers: { 'if-match': '"0"' } }),
      412,
      'rest_precondition_failed',
    )
    expectRefusal(await ask('DELETE', `/events/${trashed}`), 410, 'event-is-in-trash')
  })
})

describe('other origins', () => {
  const origin = { origin: 'https://app.example' }
  const fieldsOf = (headers: Headers) =>
    [...headers.keys()].filter((name) => name.startsWith('access-control'))

  test('get nothing unless they are configured', async () => {
    const { send } = openCalendar()
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const { headers } = await send('/events', { method, headers: origin }, 'visitor')
      expect(fieldsOf(headers)).toEqual([])
      expect(headers.get('vary') ?? '').not.toContain('Origin')
    }
  })

  test('those that are listed read every answer, totals included; others none', async () => {
    const { send, api } = openCalendar({
      cors: { origin: ['https://app.example', 'https://b.example'], credentials: true, maxAge: 60 },
    })
    for (const path of ['/events', '/events/99', '/nowhere', '/events?page=0']) {
      const { headers } = await send(path, { headers: origin })
      expect(headers.get('access-control-allow-origin')).toBe('https://app.example')
      expect(headers.get('access-control-allow-credentials')).toBe('true')
      expect(headers.get('access-control-expose-headers')).toContain('X-TEC-Total, X-TEC-TotalPages')
      expect(headers.get('vary')).toContain('Origin')
      for (const other of words(
        'https://app.example.evil.example https://APP.example null http://app.example',
      )) {
        const refused = (await send(path, { headers: { origin: other } })).headers
        expect(fieldsOf(refused), other).toEqual([])
        expect(refused.get('vary')).toContain('Origin')
      }
      expect(fieldsOf((await send(path, {})).headers)).toEqual([])
    }
    const asked = {
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'content-type, if-match',
    }
    const preflight = await api.fetch(
      new Request(`${API}/events/1`, { method: 'OPTIONS', headers: { ...origin, ...asked } }),
    )
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('If-Match')
    expect(preflight.headers.get('access-control-max-age')).toBe('60')
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example')
  })

  test('for all of them, without credentials', async () => {
    const { send } = openCalendar({ cors: { origin: '*' } })
    const { headers } = await send('/events', { headers: origin })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.has('access-control-allow-credentials')).toBe(false)
  })
})

test('the index refuses what it cannot read, as every route does', async () => {
  const { ask } = openCalendar()
  expectWrong(await ask('GET', '/?%'), '%')
  expectWrong(await ask('GET', '/?__proto__=1'), '__proto__')
})

test('a body that breaks off is refused, and onError gets nothing', async () => {
  const { send, errors } = openCalendar()
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error('the client has gone')),
  })
  const init: RequestInit & { duplex: 'half' } = { ...post(body), duplex: 'half' }
  expectRefusal(await send('/tags', init), 400, 'rest_invalid_json')
  expect(errors).toEqual([])
})

test('what is wrong with a write is named in one order, however long the storage takes to find out', async () => {
  const storage = memoryStorage()
  for (const slow of ['venue', 'organizer', 'event']) {
    const get: Storage['get'] = async (kind, ids) => {
      for (let turn = 0; kind === slow && turn < 50; turn++) await null
      return storage.get(kind, ids)
    }
    const { ask } = openCalendar({}, { ...storage, get })
    const wrong = { author: 99, image: 9, venue: 99, organizer: 99, post_parent: 99 }
    const answer = await ask('POST', '/events', eventOf(wrong))
    expect(Object.keys(at(answer.body, 'data', 'params') ?? {})).toEqual(Object.keys(wrong))
  }
})

test('every answer of a known path says what may be asked there', async () => {
  const { ask } = openCalendar()
  const allow = async (...request: Parameters<typeof ask>) => (await ask(...request)).headers.get('allow')
  expect(await allow('GET', '/venues/999')).toBe('GET, HEAD, DELETE, POST, PUT, PATCH, OPTIONS')
  expect(await allow('POST', '/venues', {}, 'visitor')).toBe('GET, HEAD, OPTIONS')
  expect(await allow('GET', '/nowhere')).toBeNull()
})

test('the root of the interface answers with and without a slash', async () => {
  const { ask } = openCalendar()
  for (const path of ['', '/']) expect((await ask('GET', path)).body.namespace).toBe('vendor/events/v1')
})

test('without an Accept field the documentation is JSON', async () => {
  const { send } = openCalendar()
  const { headers } = await send('/doc', {})
  expect(headers.get('content-type')).toBe('application/json; charset=UTF-8')
})

test('a host that authenticates by a header of its own lets other origins send it', async () => {
  const { api } = openCalendar({ cors: { origin: '*', headers: ['X-User'] } })
  const preflight = await api.fetch(
    new Request('https://calendar.example/vendor/events/v1/events', {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    }),
  )
  expect(preflight.headers.get('access-control-allow-headers')).toBe(
    'Authorization, Content-Disposition, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, Idempotency-Key, X-Event-Password, X-HTTP-Method-Override, X-WP-Nonce, X-User',
  )
})
