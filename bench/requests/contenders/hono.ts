import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { openTables } from './by-hand.ts'
import { type Handlers, handlersOf, type Reply, ROOT, refusal } from './handlers.ts'
import { requestOf } from './request.ts'
import { type Keep, type Served, textOf } from './served.ts'

/*
 * The hand-written interface under Hono.
 */

const answer = (c: Context, { status, headers, body }: Reply): Response =>
  c.newResponse(body ?? null, status, headers)

function appOf(handlers: Handlers): Hono {
  const app = new Hono().basePath(ROOT)
  const tag = (c: Context) => c.req.header('if-none-match')
  app.get('/events', async (c) => {
    const { url } = c.req
    const at = url.indexOf('?')
    return answer(c, await handlers.list(at === -1 ? '' : url.slice(at + 1), tag(c)))
  })
  app.get('/events/by-slug/:slug', async (c) => answer(c, await handlers.bySlug(c.req.param('slug'), tag(c))))
  app.get('/events/:id{[0-9]+}', async (c) =>
    answer(c, await handlers.byId(Number(c.req.param('id')), tag(c))),
  )
  app.post('*', async (c, next) => {
    if (c.req.header('authorization') === undefined) return answer(c, refusal(401))
    await next()
  })
  app.post('/events', async (c) => answer(c, await handlers.create(await c.req.text())))
  app.post('/events/:id{[0-9]+}', async (c) =>
    answer(c, await handlers.update(Number(c.req.param('id')), await c.req.text())),
  )
  return app
}

export async function openHono(events: number, copyOf: string, keep: Keep): Promise<Served> {
  const { driver, version, bytes } = await openTables({ copyOf }, events, keep)
  const app = appOf(handlersOf(driver))
  const listener = getRequestListener(app.fetch)
  return {
    version: `Hono with @hono/node-server on ${version}, synchronous = full`,
    listener: (req, res) => void listener(req, res),
    ask: async (question) => textOf(await app.fetch(requestOf(question))),
    file: undefined,
    bytes,
  }
}
