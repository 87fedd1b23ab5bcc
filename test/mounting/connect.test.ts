import { createServer } from 'node:http'
import connect from 'connect'
import { createEventsApi, type Principal } from 'kalends'
import { type NodeHost, toNodeListener } from 'kalends/adapters/node'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { ask, listen } from '../adapters/sockets.ts'

/** Express is in test/examples/express.test.ts and test/adapters/node.test.ts. */

const body = new URLSearchParams({ title: 'Fair', start_date: 'tomorrow', end_date: 'tomorrow' }).toString()
const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': `${body.length}` }

function open(basePath = '') {
  const users = new WeakMap<object, Principal>()
  const api = createEventsApi<NodeHost>(memoryStorage(), {
    basePath,
    authenticate: (_request, host) => (host && users.get(host.req)) ?? null,
  })
  const app = connect()
  app.use((req, _res, next) => {
    if (req.headers.cookie === 'session=42') users.set(req, { id: 42, role: 'author' })
    next()
  })
  return { api, app }
}

test('Connect: the session of the app says who writes, and other paths go on', async () => {
  const { api, app } = open()
  app.use(toNodeListener(api))
  app.use((req, res) => {
    res.end(`the rest of my app: ${req.url}`)
  })
  const port = await listen(createServer(app))
  const events = '/vendor/events/v1/events'
  expect(await ask(port, events, { method: 'POST', headers: form, body })).toMatchObject({ status: 401 })
  const headers = { ...form, cookie: 'session=42' }
  const created = await ask(port, events, { method: 'POST', headers, body })
  expect(JSON.parse(created.text)).toMatchObject({ title: 'Fair', author: '42' })
  expect((await ask(port, '/vendor/events/v10')).text).toBe('the rest of my app: /vendor/events/v10')
})

test('Connect: a mount path that it takes off is still a part of the API’s', async () => {
  const { api, app } = open('/calendar')
  app.use('/calendar', toNodeListener(api))
  const port = await listen(createServer(app))
  const { status, text } = await ask(port, '/calendar/vendor/events/v1/tags', {
    headers: { host: 'town.example' },
  })
  expect(status).toBe(200)
  expect(JSON.parse(text)).toMatchObject({ rest_url: 'http://town.example/calendar/vendor/events/v1/tags/' })
})
