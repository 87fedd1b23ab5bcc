import Fastify, { type FastifyInstance } from 'fastify'
import { createEventsApi, type EventsApi } from 'kalends'
import { type NodeHost, toNodeListener } from 'kalends/adapters/node'
import { createClient } from 'kalends/client'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, onTestFinished, test } from 'vitest'

const open = (): EventsApi<NodeHost> =>
  createEventsApi<NodeHost>(memoryStorage(), { authenticate: () => ({ id: 1, role: 'editor' }) })

const dates = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' }
const json = { 'content-type': 'application/json' }

async function listen(app: FastifyInstance): Promise<string> {
  onTestFinished(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}

async function send(url: string, init: RequestInit) {
  const response = await fetch(url, init)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/** As docs/mounting.md shows it. */
function mount(app: FastifyInstance, api: EventsApi<NodeHost>): void {
  const listener = toNodeListener(api)
  app.register(async (calendar) => {
    calendar.removeAllContentTypeParsers()
    calendar.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const path of [api.basePath, `${api.basePath}/*`]) {
      calendar.all(path, (request, reply) => {
        reply.hijack()
        listener(request.raw, reply.raw)
      })
    }
  })
}

/** Beside a route of the app's own. */
async function mounted(): Promise<string> {
  const app = Fastify()
  mount(app, open())
  app.post('/own', async (request) => ({ got: request.body }))
  return listen(app)
}

describe('Fastify', () => {
  test('JSON, forms and multipart reach the API unread', async () => {
    const events = `${await mounted()}/vendor/events/v1/events`
    const form = new FormData()
    for (const [name, value] of Object.entries({ title: 'Parts', ...dates })) form.set(name, value)
    for (const [title, init] of [
      ['JSON', { headers: json, body: JSON.stringify({ title: 'JSON', ...dates }) }],
      ['Form', { body: new URLSearchParams({ title: 'Form', ...dates }) }],
      ['Parts', { body: form }],
    ] as const) {
      const created = await send(events, { method: 'POST', ...init })
      expect(created).toMatchObject({ status: 201, body: { title } })
    }
  })

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s is answered by the API',
    async (method) => {
      const origin = await mounted()
      const created = await send(`${origin}/vendor/events/v1/tags`, {
        method: 'POST',
        headers: json,
        body: '{"name":"A"}',
      })
      const body = method === 'GET' || method === 'HEAD' ? {} : { headers: json, body: '{"name":"B"}' }
      const answer = await send(`${origin}/vendor/events/v1/tags/${created.body.id}`, { method, ...body })
      const direct = await directly(method, body)
      expect(answer.status).toBe(direct.status)
      expect(answer.headers.get('allow')).toBe(direct.headers.get('allow'))
      expect(answer.headers.get('x-powered-by')).toBeNull()
    },
  )

  test('the client deletes: a content type without a body is no error', async () => {
    const client = createClient({ baseUrl: `${await mounted()}/vendor/events/v1` })
    const { id } = await client.tags.create({ name: 'A' })
    expect((await client.tags.delete(id, { force: true })).id).toBe(id)
  })

  /** The same in process. */
  async function directly(method: string, body: RequestInit): Promise<Response> {
    const api = open()
    const tags = `http://localhost${api.basePath}/tags`
    const created = await api.fetch(
      new Request(tags, { method: 'POST', headers: json, body: '{"name":"A"}' }),
    )
    const { id }: { id: number } = await created.json()
    return api.fetch(new Request(`${tags}/${id}`, { method, ...body }))
  }

  test('the index, a long slug and a slash at the end are found; other paths are the app’s', async () => {
    const origin = await mounted()
    for (const path of ['', '/', '/tags', '/tags/', `/events/by-slug/${'x'.repeat(500)}`]) {
      const { status, headers } = await send(`${origin}/vendor/events/v1${path}`, {})
      expect([path, status]).toEqual([path, path.startsWith('/events') ? 404 : 200])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await send(`${origin}/vendor/events/v10`, {})).body).toMatchObject({ message: /Route/ })
  })

  test('a body beyond the limit of the API is its own 413', async () => {
    const events = `${await mounted()}/vendor/events/v1/events`
    const body = JSON.stringify({ title: 'x'.repeat(1_100_000), ...dates })
    const refused = await send(events, { method: 'POST', headers: json, body })
    expect(refused).toMatchObject({ status: 413, body: { data: { status: 413 } } })
  })

  test('what is no JSON is refused by the API, in its form', async () => {
    const events = `${await mounted()}/vendor/events/v1/events`
    const refused = await send(events, { method: 'POST', headers: json, body: '{' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_json' } })
  })

  test('routes of the app keep their parsers', async () => {
    const origin = await mounted()
    const own = await send(`${origin}/own`, { method: 'POST', headers: json, body: '{"a":1}' })
    expect(own).toMatchObject({ status: 200, body: { got: { a: 1 } } })
    expect(await send(`${origin}/own`, { method: 'POST', headers: json, body: '{' })).toMatchObject({
      status: 400,
    })
  })

  test('a body that Fastify has parsed is handed on with the request', async () => {
    const api = open()
    const listener = toNodeListener(api)
    const app = Fastify()
    app.all(`${api.basePath}/*`, (request, reply) => {
      reply.hijack()
      listener(Object.assign(request.raw, { body: request.body }), reply.raw)
    })
    const events = `${await listen(app)}/vendor/events/v1/events`
    const body = JSON.stringify({ title: 'Parsed', ...dates })
    const created = await send(events, { method: 'POST', headers: json, body })
    expect(created).toMatchObject({ status: 201, body: { title: 'Parsed' } })
  })

  test('a user that a hook found is known to authenticate', async () => {
    const users = new WeakMap<object, number>()
    const api = createEventsApi<NodeHost>(memoryStorage(), {
      authenticate: (_request, host) => {
        const id = host && users.get(host.req)
        return id === undefined ? null : { id, role: 'author' }
      },
    })
    const app = Fastify()
    app.addHook('onRequest', async (request) => {
      if (request.headers.cookie === 'session=42') users.set(request.raw, 42)
    })
    mount(app, api)
    const events = `${await listen(app)}/vendor/events/v1/events`
    const init = { method: 'POST', body: new URLSearchParams({ title: 'Mine', ...dates }) }
    expect(await send(events, init)).toMatchObject({ status: 401 })
    const mine = await send(events, { ...init, headers: { cookie: 'session=42' } })
    expect(mine).toMatchObject({ status: 201, body: { author: '42' } })
  })
})
