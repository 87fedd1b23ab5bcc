import { createEventsApi } from 'kalends'
import { type NextHost, toNextHandlers } from 'kalends/adapters/next'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test, vi } from 'vitest'

/*
 * What the adapter of Next has beside the others of hosts that speak Fetch, whose common tests are in
 * fetch-hosts.test.ts. Requests are as Next makes them: under the address that the server listens on. Next itself, built
 * and started, is asked in test/runtimes.
 */

const context = { params: Promise.resolve({ path: ['events'] }) }

const fromNext = (path: string, init: RequestInit = {}) =>
  new Request(`http://localhost:3000${path}`, { headers: { host: 'cal.example' }, ...init })

/** Stands in for the API: keeps what it is asked. */
function keeping() {
  const kept: { request: Request; host: NextHost }[] = []
  return {
    kept,
    async fetch(request: Request, host: NextHost) {
      kept.push({ request, host })
      return new Response('ok')
    },
  }
}

async function urlFor(path: string, basePath?: string): Promise<string | undefined> {
  const api = keeping()
  await toNextHandlers(api, basePath === undefined ? {} : { basePath }).GET(fromNext(path), context)
  return api.kept[0]?.request.url
}

describe('the handlers', () => {
  test('are those of all methods that Next knows', () => {
    const names = Object.keys(toNextHandlers(keeping()))
    expect(names.sort()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'])
  })

  test('answer as the API does, HEAD and OPTIONS too', async () => {
    const handlers = toNextHandlers(createEventsApi(memoryStorage()))
    const path = '/vendor/events/v1/events'
    const asked = (method: string) => fromNext(path, { method })
    const head = await handlers.HEAD(asked('HEAD'), context)
    expect([head.status, head.headers.get('x-tec-total'), await head.text()]).toEqual([200, '0', ''])
    const options = await handlers.OPTIONS(asked('OPTIONS'), context)
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
    const refused = await handlers.POST(asked('POST'), context)
    expect(await refused.json()).toMatchObject({ code: 'rest_forbidden' })
  })
})

describe('basePath', () => {
  test.each([
    ['/api/events?q=%20a&q=b', 'http://cal.example/site/api/events?q=%20a&q=b'],
    ['/api/events/by-slug/a%2Fb%C3%A9', 'http://cal.example/site/api/events/by-slug/a%2Fb%C3%A9'],
    ['/api/events/', 'http://cal.example/site/api/events/'],
    ['/', 'http://cal.example/site/'],
    ['/sites/api', 'http://cal.example/site/sites/api'],
  ])('is put back before %s', async (path, url) => {
    expect(await urlFor(path, '/site')).toBe(url)
  })

  test.each(['/site/api/events', '/site'])('stays where Next left it: %s', async (path) => {
    expect(await urlFor(path, '/site')).toBe(`http://cal.example${path}`)
  })

  test.each([undefined, ''])('is nothing by default: %j', async (basePath) => {
    expect(await urlFor('/api/events', basePath)).toBe('http://cal.example/api/events')
  })

  test.each(['site', '/site/', '/', '/a//b', '/site?a'])(
    'that Next does not accept throws at once: %j',
    (basePath) => {
      expect(() => toNextHandlers(keeping(), { basePath })).toThrow(TypeError)
    },
  )

  test('is in the links of the API', async () => {
    const api = createEventsApi(memoryStorage(), { basePath: '/site/api' })
    const { GET } = toNextHandlers(api, { basePath: '/site' })
    const response = await GET(fromNext('/api/vendor/events/v1/tags'), context)
    expect(await response.json()).toMatchObject({
      rest_url: 'http://cal.example/site/api/vendor/events/v1/tags/',
    })
  })

  test('method, header fields, body and the departure of the client come along', async () => {
    const leaving = new AbortController()
    const api = keeping()
    const init = {
      method: 'PUT',
      headers: { host: 'cal.example', 'if-match': '"1.a"' },
      body: 'title=Fair',
      signal: leaving.signal,
    }
    await toNextHandlers(api, { basePath: '/site' }).PUT(fromNext('/api', init), context)
    const [{ request } = expect.unreachable()] = api.kept
    leaving.abort()
    expect([request.method, request.headers.get('if-match'), request.signal.aborted]).toEqual([
      'PUT',
      '"1.a"',
      true,
    ])
    expect(await request.text()).toBe('title=Fair')
  })
})

describe('after', () => {
  test('gets work that only ends: what it fails with goes to onError', async () => {
    const given: Promise<unknown>[] = []
    const onError = vi.fn()
    const api = keeping()
    const after = (work: Promise<unknown>) => void given.push(work)
    await toNextHandlers(api, { after, onError }).GET(fromNext('/api'), context)
    const failure = new Error('could not note it')
    api.kept[0]?.host.waitUntil(Promise.reject(failure))
    api.kept[0]?.host.waitUntil(Promise.resolve('noted'))
    expect(await Promise.all(given)).toEqual([undefined, 'noted'])
    expect(onError.mock.calls).toMatchObject([[failure, { url: 'http://localhost:3000/api' }]])
  })

  test('does not get what the API does before it answers', async () => {
    const after = vi.fn()
    await toNextHandlers(keeping(), { after }).GET(fromNext('/api'), context)
    expect(after).not.toHaveBeenCalled()
  })
})

describe('the address of the client', () => {
  const ipOf = async (forwardedFor: string | undefined, trustProxy: boolean) => {
    const api = keeping()
    const headers = new Headers({ host: 'cal.example' })
    if (forwardedFor !== undefined) headers.set('x-forwarded-for', forwardedFor)
    await toNextHandlers(api, { trustProxy }).GET(fromNext('/api', { headers }), context)
    return api.kept[0]?.host.ip
  }

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['203.0.113.9,  2001:db8::7 ', '2001:db8::7'],
    ['::ffff:127.0.0.1', '::ffff:127.0.0.1'],
    [undefined, undefined],
    ['', undefined],
    ['192.0.2.7,', undefined],
  ])('of X-Forwarded-For: %j is %j', async (field, ip) => {
    expect(await ipOf(field, true)).toBe(ip)
  })

  test('is not known where no proxy is trusted', async () => {
    expect(await ipOf('192.0.2.7', false)).toBeUndefined()
  })
})
