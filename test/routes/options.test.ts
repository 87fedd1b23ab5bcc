import { createEventsApi } from 'kalends'
import { createClient } from 'kalends/client'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { words } from '../setup/words.ts'
import { at, eventOf, expectRefusal, ORIGIN, openCalendar } from './calendar.ts'

/** As a program in JavaScript calls it. */
const creating =
  (...given: unknown[]) =>
  (): unknown =>
    Reflect.apply(createEventsApi, undefined, given)

describe('an API is not made', () => {
  test.each([
    ['nothing', [], 'undefined'],
    ['null', [null], 'null'],
    ['the options', [{ timezone: 'UTC' }], 'has no function get'],
    ['a function', [memoryStorage], 'function'],
    ['a storage that lacks something', [{ ...memoryStorage(), commit: undefined }], 'has no function commit'],
  ])('over %s in place of a storage', (_, given, says) => {
    expect(creating(...given)).toThrow(TypeError)
    expect(creating(...given)).toThrow(/storage/)
    expect(creating(...given)).toThrow(says)
  })

  test.each([
    [{ timeZone: 'UTC' }, 'timeZone: there is no such option; there are namespace,'],
    [{ limits: { perpage: 5 } }, 'limits.perpage'],
    [{ limits: { constructor: 5 } }, 'limits.constructor'],
    [{ cors: { origins: ['https://a.example'] } }, 'cors.origins'],
    [{ currency: { sign: '€' } }, 'currency.sign'],
    [{ eventPasswords: { perIp: 5 } }, 'eventPasswords.perIp'],
    [{ timezone: 5 }, 'timezone: must be of type string, not number'],
    [{ now: '2027-03-01' }, "now: must be of type function, not '2027-03-01'"],
    [{ authenticate: { id: 1 } }, 'authenticate: must be of type function'],
    [{ limits: { list: '5' } }, 'limits.list: must be of type number'],
    [{ limits: null }, 'limits: must be of type object, not null'],
    [{ limits: [] }, 'limits: must be an object'],
    [{ cors: 'https://a.example' }, 'cors: must be of type object'],
    [{ cors: {} }, 'cors.origin'],
    [{ cors: { origin: 'https://a.example' } }, 'cors.origin'],
    [{ cors: { origin: '*', headers: 'x-a' } }, 'cors.headers'],
  ])('with %j: TypeError', (options, says) => {
    expect(creating(memoryStorage(), options)).toThrow(TypeError)
    expect(creating(memoryStorage(), options)).toThrow(says)
  })

  const cors = (origin: string) => ({ cors: { origin: ['https://good.example', origin] } })

  test.each([
    [{ basePath: '/a b' }, "basePath: no URL has the path '/a b'; this one becomes '/a%20b'"],
    [{ basePath: '/kalender/münchen' }, '/kalender/m%C3%BCnchen'],
    [{ basePath: '/a/../b' }, 'basePath'],
    [{ basePath: '/a?b' }, 'basePath'],
    [{ basePath: '/a#b' }, 'basePath'],
    [{ basePath: '\\a' }, 'basePath'],
    [{ namespace: 'a/../b' }, 'namespace'],
    [{ namespace: 'a b' }, 'namespace'],
    [{ namespace: '' }, 'namespace'],
    [{ namespace: '/', basePath: '/' }, 'namespace'],
    [{ baseUrl: 'town.example' }, 'baseUrl'],
    [{ baseUrl: '/calendar' }, 'baseUrl'],
    [{ baseUrl: 'ftp://town.example' }, 'baseUrl'],
    [{ baseUrl: 'https:town.example' }, 'baseUrl'],
    [{ baseUrl: 'https://town.example?a=1' }, 'baseUrl'],
    [{ baseUrl: 'https://town.example/#top' }, 'baseUrl'],
    [{ baseUrl: ' https://town.example' }, 'baseUrl'],
    [{ currency: { position: 'before' } }, "currency.position: 'before'"],
    [cors('https://a.example/'), "'https://a.example/'; it would be 'https://a.example'"],
    [cors('https://a.example/app'), 'cors.origin'],
    [cors('https://A.example'), "it would be 'https://a.example'"],
    [cors('https://a.example:443'), "it would be 'https://a.example'"],
    [cors('a.example'), 'cors.origin'],
    [cors('https://*.a.example'), 'cors.origin'],
    [cors('*'), "every origin is '*' without a list"],
    [cors(''), 'cors.origin'],
    [{ cors: { origin: '*', headers: ['X A'] } }, "cors.headers: 'X A'"],
    [{ cors: { origin: '*', maxAge: -1 } }, 'cors.maxAge'],
    [{ cors: { origin: '*', maxAge: 1.5 } }, 'cors.maxAge'],
    [{ freshness: -1 }, 'freshness'],
    [{ freshness: 0.5 }, 'freshness'],
    [{ freshness: Number.NaN }, 'freshness'],
    [{ freshness: Number.POSITIVE_INFINITY }, 'freshness'],
  ])('with %j: RangeError', (options, says) => {
    expect(creating(memoryStorage(), options)).toThrow(RangeError)
    expect(creating(memoryStorage(), options)).toThrow(says)
  })

  test('and does not tell the credentials of a base URL', () => {
    expect(creating(memoryStorage(), { baseUrl: 'https://ann:hunter2@town.example' })).toThrow(
      /^baseUrl: (?!.*hunter2)/,
    )
  })
})

test('an API is made with origins that browsers send', () => {
  for (const origin of words(`
    https://a.example:8443 http://localhost:3000 http://[::1]:3000 capacitor://localhost null
  `)) {
    expect(creating(memoryStorage(), { cors: { origin: [origin] } }), origin).not.toThrow()
  }
})

test('what is undefined counts as absent, everywhere', async () => {
  const given = {
    ...{ namespace: undefined, basePath: undefined, baseUrl: undefined, timezone: undefined, now: undefined },
    ...{ isAuthor: undefined, resolveImage: undefined, permalink: undefined, rateLimit: undefined },
    ...{ audit: undefined, onError: undefined, authenticate: undefined },
    currency: { code: undefined, symbol: '€', position: undefined },
    cors: { origin: '*', credentials: undefined, headers: undefined, maxAge: undefined },
    limits: { body: undefined, perPage: 3, cache: undefined },
    eventPasswords: { attempts: undefined, perAddress: undefined, perUser: undefined, address: undefined },
  } as const
  const api = createEventsApi(memoryStorage(), given)
  expect([api.basePath, api.limits.body, api.limits.perPage]).toEqual(['/vendor/events/v1', 1_048_576, 3])
  const client = createClient({
    baseUrl: `https://calendar.example${api.basePath}`,
    fetch: api.as({ id: 1, role: 'editor' }),
    headers: undefined,
  })
  const event = await client.events.create(
    { ...eventOf(), cost: '12', description: undefined, venue: undefined },
    { idempotencyKey: undefined, signal: undefined, headers: undefined },
  )
  expect(event.cost).toBe('€12')
  expect((await client.events.list({ search: undefined, per_page: undefined })).total).toBe(1)
  for (const options of [
    undefined,
    { cors: undefined, limits: undefined, currency: undefined, eventPasswords: undefined },
  ]) {
    expect(createEventsApi(memoryStorage(), options).limits).toEqual(createEventsApi(memoryStorage()).limits)
  }
})

describe('a client is not made', () => {
  const making =
    (...given: unknown[]) =>
    (): unknown =>
      Reflect.apply(createClient, undefined, given)

  test.each([
    [[], 'createClient takes an object with baseUrl'],
    [[{}], 'baseUrl: must be a URL'],
    [[{ baseUrl: undefined }], 'baseUrl: must be a URL'],
    [
      [{ baseURL: 'https://town.example' }],
      'baseURL: there is no such option; there are baseUrl, fetch, headers',
    ],
    [[{ baseUrl: 'https://town.example', fetch: 'fetch' }], 'fetch: must be a function'],
  ])('with %j: TypeError', (given, says) => {
    expect(making(...given)).toThrow(TypeError)
    expect(making(...given)).toThrow(says)
  })

  test.each(['', ' ', 'localhost:3000/v1', 'ftp://town.example/v1', 'file:///v1'])(
    'with the base URL "%s": RangeError',
    (baseUrl) => {
      expect(making({ baseUrl })).toThrow(RangeError)
      expect(making({ baseUrl })).toThrow(/^baseUrl: /)
    },
  )

  test('but is with a URL of a server, or a path of the own site', () => {
    for (const baseUrl of ['https://town.example', 'HTTP://localhost:3000/v1/', '/vendor/events/v1']) {
      expect(making({ baseUrl, fetch: undefined, headers: undefined }), baseUrl).not.toThrow()
    }
  })
})

describe('an empty namespace', () => {
  const open = () => openCalendar({ basePath: '/calendar', namespace: '' })

  test('lets the API answer right below its base path', async () => {
    const { api, ask, make } = open()
    expect(api.basePath).toBe('/calendar')
    const id = await make('events', eventOf())
    const event = await ask('GET', `https://calendar.example/calendar/events/${id}`)
    expect([event.status, event.body.rest_url]).toEqual([
      200,
      `https://calendar.example/calendar/events/${id}`,
    ])
    const list = await ask('GET', '/events?per_page=1')
    expect(list.body.rest_url).toMatch(/^https:\/\/calendar\.example\/calendar\/events\/\?page=1&per_page=1/)
    for (const [path, status] of [
      ['/calendar', 200],
      ['/calendar/', 200],
      ['/calendar/doc', 200],
      ['/calendar/nowhere', 404],
    ] as const) {
      expect((await ask('GET', `https://calendar.example${path}`)).status, path).toBe(status)
    }
    expect(await api.handle(new Request('https://calendar.example/calendars/events'))).toBeUndefined()
    expect(await api.handle(new Request('https://calendar.example/'))).toBeUndefined()
  })

  test('is in the index and the documentation as it is', async () => {
    const { ask } = open()
    const { body } = await ask('GET', '/')
    expect(body.namespace).toBe('')
    expect(Object.keys(at(body, 'routes') ?? {}).slice(0, 4)).toEqual([
      '/',
      '/doc',
      '/events',
      '/events/counts',
    ])
    expect(at(body, 'routes', '/events', '_links', 'self', 0, 'href')).toBe(
      'https://calendar.example/calendar/events',
    )
    expect(at(body, '_links', 'up', 0, 'href')).toBe('https://calendar.example/calendar/')
    expect((await ask('GET', '/?namespace=')).status).toBe(200)
    expect((await ask('GET', '/?namespace=vendor/events/v1')).status).toBe(404)
    expect(at((await ask('GET', '/doc')).body, 'servers', 0, 'url')).toBe('https://calendar.example/calendar')
  })
})

describe('options at their edges', () => {
  test('without a clock of the host, it is what time it is', async () => {
    const api = createEventsApi(memoryStorage(), { authenticate: () => ({ id: 1, role: 'editor' }) })
    const before = Math.floor(Date.now() / 1000)
    const response = await api.fetch(
      new Request(`${ORIGIN}${api.basePath}/tags`, {
        method: 'POST',
        body: new URLSearchParams({ name: 'x' }),
      }),
    )
    expect(response.status).toBe(201)
    const event = await api.fetch(
      new Request(`${ORIGIN}${api.basePath}/events`, {
        method: 'POST',
        body: new URLSearchParams({ title: 'x', start_date: '2027-05-10', end_date: '2027-05-11' }),
      }),
    )
    const body: unknown = await event.json()
    const date = Date.parse(`${String(at(body, 'date_utc')).replace(' ', 'T')}Z`) / 1000
    expect(date).toBeGreaterThanOrEqual(before)
    expect(date).toBeLessThanOrEqual(Date.now() / 1000)
  })

  test('slashes at the end of baseUrl are none', async () => {
    const { ask } = openCalendar({ baseUrl: 'https://public.example///' })
    expect((await ask('GET', '/events')).body.rest_url).toMatch(/^https:\/\/public\.example\/vendor\//)
  })

  test('a rate limit of no seconds is a refusal all the same', async () => {
    const { ask } = openCalendar({ rateLimit: () => 0 })
    const answer = await ask('GET', '/events')
    expectRefusal(answer, 429, 'rest_too_many_requests')
    expect(answer.headers.get('retry-after')).toBe('1')
  })
})
