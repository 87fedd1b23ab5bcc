import { type Context, Hono } from 'hono'
import { createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { moduleUnder } from './blocks.ts'

/*
 * The hosts that take `api.fetch` as it is. Hono is there itself. The others are not installed: what docs/mounting.md
 * shows is called as their servers call it (SvelteKit 3, Astro 7, React Router 8), with as much of their arguments as it
 * uses. That says nothing of what those servers do before and after. A Worker runs in workerd in test/runtimes/.
 */

const CALENDAR = `
import { createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'

// The user that the host knows: in SvelteKit and Astro in \`locals\`, elsewhere as this test has it.
export const api = createEventsApi(memoryStorage(), {
  authenticate: (_request, host) => (host?.user ?? host?.locals?.user) ?? null,
})
`

const editor = { id: 7, role: 'editor' } as const
type Send = (request: Request, user?: typeof editor) => Promise<Response>

const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function'

/** What `call` gives must be an answer. */
async function answerOf(call: unknown, ...args: unknown[]): Promise<Response> {
  if (!isFunction(call)) throw new TypeError(`${String(call)} cannot be called`)
  const answer = await call(...args)
  if (!(answer instanceof Response)) throw new TypeError(`${String(answer)} is no Response`)
  return answer
}

const hosts: Record<string, () => Promise<Send>> = {
  async Hono() {
    const api = createEventsApi<Context<{ Variables: { user?: typeof editor } }>>(memoryStorage(), {
      authenticate: (_request, c) => c?.get('user') ?? null,
    })
    const known = new WeakMap<Request, typeof editor>()
    const app = new Hono<{ Variables: { user?: typeof editor } }>()
    app.use(async (c, next) => {
      const user = known.get(c.req.raw)
      if (user) c.set('user', user)
      await next()
    })
    app.all(`${api.basePath}/*`, (c) => api.fetch(c.req.raw, c))
    app.all('*', (c) => c.text('the rest of my app'))
    return async (request, user) => {
      if (user) known.set(request, user)
      return app.fetch(request)
    }
  },

  async Workers() {
    const module = await moduleUnder('Workers', CALENDAR)
    const { default: worker } = module
    const fetch =
      typeof worker === 'object' && worker !== null && 'fetch' in worker ? worker.fetch : undefined
    const ctx = { waitUntil() {}, passThroughOnException() {} }
    return (request, user) => answerOf(fetch, request, { user }, ctx)
  },

  async SvelteKit() {
    const { handle } = await moduleUnder('SvelteKit', CALENDAR)
    const resolve = async () => new Response('the rest of my app')
    return (request, user) =>
      answerOf(handle, { event: { request, url: new URL(request.url), locals: { user } }, resolve })
  },

  async Astro() {
    const { prerender, ALL, ...others } = await moduleUnder('Astro', CALENDAR)
    expect({ prerender, others }).toEqual({ prerender: false, others: {} })
    return (request, user) => {
      const { pathname } = new URL(request.url)
      const path = /^\/vendor\/events\/v1(?:\/(.*))?$/.exec(pathname)
      if (path === null) return Promise.resolve(new Response('the rest of my app'))
      return answerOf(ALL, { request, params: { path: path[1] }, locals: { user } })
    }
  },

  async 'React Router'() {
    const { loader, action } = await moduleUnder('React Router', CALENDAR)
    return (request, user) => {
      const { pathname } = new URL(request.url)
      if (!/^\/vendor\/events\/v1(\/|$)/.test(pathname)) {
        return Promise.resolve(new Response('the rest of my app'))
      }
      const isWrite = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(request.method)
      return answerOf(isWrite ? action : loader, { request, params: {}, context: { user } })
    }
  },
}

const at = (path: string, init?: RequestInit) => new Request(`http://town.example${path}`, init)
const dates = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' }
const post = (body: BodyInit, headers = {}) =>
  at('/vendor/events/v1/events', { method: 'POST', body, headers })

describe.each(Object.entries(hosts))('%s', (name, open) => {
  test('writes, for the user that the host knows, and reads', async () => {
    const send = await open()
    expect((await send(post(new URLSearchParams({ title: 'Fair', ...dates })))).status).toBe(401)
    const body = JSON.stringify({ title: 'Fair', ...dates })
    const created = await send(post(body, { 'content-type': 'application/json' }), editor)
    expect(created.status).toBe(201)
    const { id, author }: { id: number; author: string } = await created.json()
    expect(author).toBe('7')
    const one = `/vendor/events/v1/events/${id}`
    const headers = { 'content-type': 'application/json' }
    const changed = await send(at(one, { method: 'PATCH', body: '{"title":"Feast"}', headers }), editor)
    expect(await changed.json()).toMatchObject({ title: 'Feast' })
    const etag = (await send(at(one, { method: 'HEAD' }))).headers.get('etag') ?? 'none'
    expect((await send(at(one, { headers: { 'if-none-match': etag } }))).status).toBe(304)
    expect((await send(at(one, { method: 'DELETE' }), editor)).status).toBe(200)
  })

  test.each(['/vendor/events/v1', '/vendor/events/v1/', '/vendor/events/v1/tags/'])(
    'answers %s',
    async (path) => {
      const send = await open()
      const response = await send(at(path))
      expect([path, response.status]).toEqual([path, 200])
    },
  )

  test('tells OPTIONS what is allowed, and refuses a method with 405', async () => {
    const send = await open()
    const options = await send(at('/vendor/events/v1/tags', { method: 'OPTIONS' }))
    expect(options.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
    expect((await send(at('/vendor/events/v1/tags', { method: 'DELETE' }), editor)).status).toBe(405)
  })

  test('leaves other paths to the app, where it has a say in that', async () => {
    const send = await open()
    const response = await send(at('/about'))
    if (name === 'Workers') expect(response.status).toBe(404)
    else expect(await response.text()).toBe('the rest of my app')
  })
})
