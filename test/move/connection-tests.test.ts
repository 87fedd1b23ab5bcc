import { createEventsApi, type EventsApiOptions } from 'kalends'
import { basicPasswords, memoryPasswords } from 'kalends/auth'
import { type ConnectionTests, oldAddresses } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { StorageUnavailable } from '../../src/storage/contract.ts'

const SITE = 'https://town.example'
const passwords = basicPasswords(memoryPasswords())
let authorization = ''
beforeAll(async () => {
  const principal = { id: 7, role: 'editor' } as const
  const { password } = await passwords.issue({ user: 'ann', principal })
  authorization = `Basic ${btoa(`ann:${password}`)}`
})

interface Options extends Pick<ConnectionTests, 'nameOf'>, EventsApiOptions {
  folder?: string
}

function open({ folder, nameOf, ...more }: Options = {}) {
  const options = {
    ...{ basePath: '/wp-json', namespace: 'tribe/events/v1', title: 'Town hall', timezone: 'Europe/Berlin' },
    authenticate: passwords.authenticate,
    ...more,
  }
  const { authenticate, baseUrl, title, timezone, onError } = options
  const shared = { authenticate, baseUrl, title, timezone, onError, nameOf }
  const old = oldAddresses(createEventsApi(memoryStorage(), options), { folder, connectionTests: shared })
  return async (path: string, init: RequestInit = {}) => {
    const response = await old(new Request(`${SITE}${path}`, init))
    if (response === undefined) return undefined
    const text = await response.text()
    const body: unknown = text === '' ? '' : JSON.parse(text)
    return { status: response.status, headers: response.headers, body }
  }
}

test('the root says what the site is, and which routes it has', async () => {
  for (const path of ['/wp-json/', '/wp-json']) {
    expect((await open()(path))?.body).toMatchObject({
      ...{ name: 'Town hall', url: SITE, home: SITE, timezone_string: 'Europe/Berlin' },
      namespaces: ['tribe/events/v1', 'wp/v2'],
      routes: { '/tribe/events/v1/events': { methods: ['GET', 'POST'] } },
    })
  }
  expect((await open({ baseUrl: 'https://new.example/' })('/wp-json/'))?.body).toMatchObject({
    home: 'https://new.example',
  })
})

describe('users/me', () => {
  const me = '/wp-json/wp/v2/users/me'

  test('is the user whose credentials come, by the ways of the API', async () => {
    const answer = await open()(me, { headers: { authorization } })
    expect(answer?.status).toBe(200)
    expect(answer?.headers.get('cache-control')).toBe('private, no-store')
    expect(answer?.body).toMatchObject({
      id: 7,
      name: '7',
      slug: '7',
      roles: ['editor'],
      capabilities: { editor: true },
    })
    const nameOf = ({ id }: { id: number | string }) => `Ann (${id})`
    expect(
      (await open({ nameOf })(`${me}?context=edit`, { headers: { authorization } }))?.body,
    ).toMatchObject({
      name: 'Ann (7)',
    })
  })

  test('is 401 without credentials, in the words that programs know, and for wrong ones', async () => {
    const answer = await open()(me)
    expect(answer?.body).toEqual({
      code: 'rest_not_logged_in',
      message: 'You are not currently logged in.',
      data: { status: 401 },
    })
    expect([answer?.status, answer?.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="calendar", charset="UTF-8"',
    ])
    const wrong = await open()(me, { headers: { authorization: `Basic ${btoa('ann:wrong')}` } })
    expect([wrong?.status, wrong?.body]).toMatchObject([401, { code: 'rest_invalid_credentials' }])
    expect((await open({ authenticate: undefined })(me))?.status).toBe(401)
  })

  test('tells nothing of a fault, and the host all of it', async () => {
    const onError = vi.fn()
    const failing = (error: Error) =>
      open({
        onError,
        authenticate: () => {
          throw error
        },
      })(me)
    const fault = new Error('secret')
    expect(await failing(fault)).toMatchObject({ status: 500, body: { code: 'rest_internal_error' } })
    expect(onError).toHaveBeenCalledWith(fault, expect.any(Request))
    const out = await failing(new StorageUnavailable('no database'))
    expect([out?.status, out?.headers.get('retry-after')]).toEqual([503, '5'])
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const silent = open({
      authenticate: () => {
        throw fault
      },
    })
    expect((await silent(me))?.status).toBe(500)
    expect(logged).toHaveBeenCalledWith(fault)
    logged.mockRestore()
  })
})

test('types say where the records are', async () => {
  const body = (await open()('/wp-json/wp/v2/types'))?.body
  expect(body).toMatchObject({
    tribe_events: { slug: 'tribe_events', rest_namespace: 'tribe/events/v1', rest_base: 'events' },
    tribe_venue: { rest_base: 'venues' },
    tribe_organizer: { rest_base: 'organizers' },
  })
})

test('HEAD has no body, other methods and other addresses are left to the host', async () => {
  expect(await open()('/wp-json/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  for (const path of [
    '/wp-json/wp/v2',
    '/wp-json/wp/v2/users',
    '/wp-json/wp/v2/posts',
    '/wp-json/tribe/events/v1',
  ]) {
    expect(await open()(path)).toBeUndefined()
  }
  expect(await open()('/wp-json/', { method: 'POST' })).toBeUndefined()
})

test('`rest_route` in the query is another way to each address', async () => {
  for (const [route, path] of [
    ['/', '/wp-json/'],
    ['', '/wp-json/'],
    ['/wp/v2/users/me', '/wp-json/wp/v2/users/me'],
    ['/wp/v2/types/', '/wp-json/wp/v2/types'],
  ]) {
    const init = { headers: { authorization } }
    const answer = await open()(`/?rest_route=${encodeURIComponent(route ?? '')}&context=edit`, init)
    expect(answer?.status).toBe(200)
    expect(answer?.body).toEqual((await open()(path ?? '', init))?.body)
  }
  expect(await open()('/?rest_route=/wp/v2/posts')).toBeUndefined()
  expect(await open()('/?rest_route=/', { method: 'POST' })).toBeUndefined()
})

describe('other origins', () => {
  const origin = 'https://app.example'
  const cors = { origin: [origin], credentials: true }
  const paths = ['/wp-json/', '/wp-json/wp/v2/users/me', '/wp-json/wp/v2/types', '/?rest_route=/']

  test.each(paths)('%s can be read by those that `cors` of the API names', async (path) => {
    const ask = open({ cors })
    const answer = await ask(path, { headers: { origin, authorization } })
    expect([answer?.status, answer?.headers.get('access-control-allow-origin')]).toEqual([200, origin])
    expect(answer?.headers.get('access-control-allow-credentials')).toBe('true')
    const preflight = await ask(path, { method: 'OPTIONS', headers: { origin } })
    expect(preflight?.status).toBe(204)
    expect(preflight?.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflight?.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(preflight?.headers.get('access-control-allow-headers')).toContain('Authorization')
  })

  test('a refusal and a fault can be read as well', async () => {
    const me = '/wp-json/wp/v2/users/me'
    const authenticate = () => {
      throw new Error('secret')
    }
    for (const [options, status] of [
      [{ cors }, 401],
      [{ cors, authenticate, onError: () => {} }, 500],
    ] as const) {
      const answer = await open(options)(me, { headers: { origin } })
      expect([answer?.status, answer?.headers.get('access-control-allow-origin')]).toEqual([status, origin])
    }
  })

  test.each<[string, Options, string]>([
    ['without `cors`', {}, origin],
    ['that it does not name', { cors }, 'https://other.example'],
  ])('none %s', async (_, options, origin) => {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await open(options)('/wp-json/', { method, headers: { origin } })
      expect([...(answer?.headers.keys() ?? [])]).not.toContain('access-control-allow-origin')
    }
  })
})

test('the old site may have been in a folder', async () => {
  const ask = open({ folder: 'blog', basePath: '/blog/wp-json' })
  expect((await ask('/blog/wp-json/'))?.body).toMatchObject({
    home: `${SITE}/blog`,
    namespaces: ['tribe/events/v1', 'wp/v2'],
  })
  expect(await ask('/wp-json/')).toBeUndefined()
})

test('an API at another address is refused at once', () => {
  expect(() => open({ basePath: '/api' })).toThrow(
    new RangeError('connectionTests: the API answers at /api/tribe/events/v1, not below /wp-json'),
  )
})
