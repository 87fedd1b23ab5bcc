import { toBunHandler } from 'kalends/adapters/bun'
import { toDenoHandler } from 'kalends/adapters/deno'
import type { FetchHostOptions, NextHandlers } from 'kalends/adapters/next'
import { toNextHandlers } from 'kalends/adapters/next'
import { describe, expect, test, vi } from 'vitest'
import { gate } from './sockets.ts'

/*
 * The adapters of hosts that speak Fetch, by shape: what they hand to the API. The hosts themselves are asked in
 * test/runtimes.
 */

interface Seen {
  readonly url: string
  readonly method: string
  readonly body: string
  readonly host: Readonly<Record<string, unknown>>
}

/** Stands in for the API: notes what it is asked. */
function listening(work?: Promise<unknown>) {
  const seen: Seen[] = []
  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null
  const fetch = async (request: Request, host?: unknown) => {
    if (!isRecord(host) || typeof host.waitUntil !== 'function') throw new Error('no host facts')
    seen.push({ url: request.url, method: request.method, body: await request.text(), host })
    if (work !== undefined) host.waitUntil(work)
    return new Response('ok')
  }
  return { seen, fetch }
}

type Api = ReturnType<typeof listening>
const params = Promise.resolve({ path: ['events'] })
const info = { remoteAddr: { transport: 'tcp', hostname: '192.0.2.7', port: 4711 } }
const server = { requestIP: () => ({ address: '192.0.2.7', port: 4711, family: 'IPv4' }) }

/** One handler of each host, under the same facts. */
const hosts: Record<
  string,
  (api: Api, options?: FetchHostOptions) => (request: Request) => Promise<Response>
> = {
  deno: (api, options) => {
    const handler = toDenoHandler(api, options)
    return (request) => handler(request, info)
  },
  bun: (api, options) => {
    const handler = toBunHandler(api, options)
    return (request) => handler(request, server)
  },
  next: (api, options) => {
    const handlers = toNextHandlers(api, options)
    const isMethod = (method: string): method is keyof NextHandlers => method in handlers
    return (request) =>
      isMethod(request.method) ? handlers[request.method](request, { params }) : expect.unreachable()
  },
}

describe.each(Object.entries(hosts))('%s', (_name, mount) => {
  const ask = async (url: string, headers: Record<string, string>, options?: FetchHostOptions) => {
    const api = listening()
    const response = await mount(api, options)(new Request(url, { headers }))
    return { response, url: api.seen[0]?.url }
  }
  const forwarded = { 'x-forwarded-host': 'public.example:8443, inner', 'x-forwarded-proto': 'HTTPS' }

  test('hands on the request as it is where nothing is to be changed', async () => {
    const request = new Request('http://cal.example:81/calendar/events?q=%20a#x', {
      headers: { host: 'cal.example:81' },
    })
    const asked: Request[] = []
    const fetch = async (one: Request) => {
      asked.push(one)
      return new Response('ok')
    }
    await mount({ seen: [], fetch })(request)
    expect(asked).toEqual([request])
    expect(asked[0]).toBe(request)
  })

  test('takes the host of the Host header where the URL has another', async () => {
    const { url } = await ask('http://localhost:3000/calendar?page=2', { host: 'cal.example' })
    expect(url).toBe('http://cal.example/calendar?page=2')
  })

  test('ignores forwarded headers unless the proxy is trusted', async () => {
    expect((await ask('http://cal.example/calendar', forwarded)).url).toBe('http://cal.example/calendar')
  })

  test('takes the first forwarded host and protocol of a trusted proxy', async () => {
    const { url } = await ask('http://cal.example/calendar', forwarded, { trustProxy: true })
    expect(url).toBe('https://public.example:8443/calendar')
  })

  test('has the host that the options name, whatever the headers say', async () => {
    const options = { trustProxy: true, host: 'fixed.example' }
    expect((await ask('http://cal.example/calendar', forwarded, options)).url).toBe(
      'https://fixed.example/calendar',
    )
  })

  test('a path that looks like a host stays a path', async () => {
    const { url } = await ask('http://localhost//evil.example/x', { host: 'cal.example' })
    expect(url).toBe('http://cal.example//evil.example/x')
  })

  test.each(['user@evil.example', 'evil.example/path', 'a b', '1.2.3.999'])(
    'a malformed host is a 400: %j',
    async (host) => {
      const { response, url } = await ask(
        'http://cal.example/calendar',
        { 'x-forwarded-host': host },
        { trustProxy: true },
      )
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'rest_invalid_host', data: { status: 400 } })
      expect(url).toBeUndefined()
    },
  )

  test('an invalid host option throws at once', () => {
    expect(() => mount(listening(), { host: 'http://x' })).toThrow(TypeError)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s keeps its body under another URL', async (method) => {
    const api = listening()
    const request = new Request('http://localhost/calendar', {
      method,
      headers: { host: 'cal.example' },
      body: 'title=Fair',
    })
    await mount(api)(request)
    expect(api.seen).toMatchObject([{ url: 'http://cal.example/calendar', method, body: 'title=Fair' }])
  })

  test('a client that leaves aborts the request under another URL too', async () => {
    const leaving = new AbortController()
    const signals: AbortSignal[] = []
    const fetch = async ({ signal }: Request) => {
      signals.push(signal)
      return new Response('ok')
    }
    const headers = { host: 'cal.example' }
    await mount({ seen: [], fetch })(new Request('http://localhost/', { headers, signal: leaving.signal }))
    leaving.abort()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  test('what work after the answer fails with goes to onError', async () => {
    const onError = vi.fn()
    const failure = new Error('could not note it')
    await mount(listening(Promise.reject(failure)), { onError })(new Request('http://cal.example/calendar'))
    await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce())
    expect(onError.mock.calls[0]).toMatchObject([failure, { url: 'http://cal.example/calendar' }])
  })

  test('an onError that throws changes nothing', async () => {
    const told = gate()
    const onError = () => {
      told.open()
      throw new Error('nobody listens')
    }
    const work = Promise.reject(new Error('could not note it'))
    const response = await mount(listening(work), { onError })(new Request('http://cal.example/calendar'))
    await told.opened
    expect(await response.text()).toBe('ok')
  })
})

describe('the facts of the host', () => {
  const facts = async (mount: (api: Api) => Promise<Response>) => {
    const api = listening()
    await mount(api)
    return api.seen[0]?.host
  }
  const request = (headers: Record<string, string> = {}) => new Request('http://cal.example/', { headers })

  test('Deno names the address and its own info', async () => {
    expect(await facts((api) => toDenoHandler(api)(request(), info))).toMatchObject({ ip: '192.0.2.7', info })
  })

  test('Deno on a Unix socket has no address', async () => {
    const unix = { remoteAddr: { transport: 'unix', path: '/run/calendar' } }
    expect(await facts((api) => toDenoHandler(api)(request(), unix))).toMatchObject({ ip: undefined })
  })

  test('Bun names the address and its server', async () => {
    expect(await facts((api) => toBunHandler(api)(request(), server))).toMatchObject({
      ip: '192.0.2.7',
      server,
    })
  })

  test('Bun has no address once the client has gone', async () => {
    const gone = { requestIP: () => null }
    expect(await facts((api) => toBunHandler(api)(request(), gone))).toMatchObject({ ip: undefined })
  })

  test('Next names the parts of the route', async () => {
    expect(await facts((api) => toNextHandlers(api).GET(request(), { params }))).toMatchObject({ params })
  })
})
