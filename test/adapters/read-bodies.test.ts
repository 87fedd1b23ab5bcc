import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createEventsApi } from 'kalends'
import { toNodeListener } from 'kalends/adapters/node'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './sockets.ts'

/* A middleware in front has read the body. Without one, an update would be 200 and change nothing. */

const MESSAGE = expect.stringContaining('mount the calendar before the parser')

function opened() {
  const errors: unknown[] = []
  const api = createEventsApi(memoryStorage(), {
    authenticate: () => ({ id: 1, role: 'editor' }),
    onError: (error) => errors.push(error),
  })
  return { api, errors }
}

/** A server that reads each body before the calendar gets the request. */
async function behind(
  keep: (req: IncomingMessage & { body?: unknown; rawBody?: unknown }, text: string) => void,
) {
  const { api, errors } = opened()
  const calendar = toNodeListener(api)
  const front: RequestListener = async (req, res) => {
    let text = ''
    for await (const piece of req) text += piece
    keep(req, text)
    calendar(req, res)
  }
  const server = createServer(front)
  const port = await listen(server)
  onTestFinished(() => void server.close())
  const send = async (body: string | ReadableStream, type = 'application/json') => {
    // `duplex`: Fetch requires it for streams.
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': type },
    }
    const response = await fetch(`http://127.0.0.1:${port}${api.basePath}/venues`, init)
    return { status: response.status, venue: String(Object(await response.json()).venue) }
  }
  return { send, errors }
}

const BODY = '{"venue":"Hall"}'
const stream = () => new Blob([BODY]).stream()

test('and keeps it nowhere: 500, and the log says where to mount the calendar', async () => {
  const { send, errors } = await behind(() => {})
  expect([(await send(BODY)).status, (await send(stream())).status]).toEqual([500, 500])
  expect(errors.map((error) => (error instanceof Error ? error.message : error))).toEqual([MESSAGE, MESSAGE])
})

test('and keeps it as `rawBody`: it is read from there, whatever the parser made of it', async () => {
  for (const raw of [(text: string) => text, (text: string) => Buffer.from(text)]) {
    const { send } = await behind((req, text) =>
      Object.assign(req, { rawBody: raw(text), body: { venue: 'Other' } }),
    )
    expect([await send(BODY), await send(stream())]).toEqual([
      { status: 201, venue: 'Hall' },
      { status: 201, venue: 'Hall' },
    ])
    expect(await send('venue=Hall+2', 'application/x-www-form-urlencoded')).toEqual({
      status: 201,
      venue: 'Hall 2',
    })
  }
})

test('of a `Request`: 500 with the same words, locked or used', async () => {
  const { api, errors } = opened()
  const init = {
    method: 'POST',
    body: BODY,
    headers: { 'content-type': 'application/json', 'content-length': '16' },
  }
  const used = new Request(`http://localhost${api.basePath}/venues`, init)
  await used.json()
  const locked = new Request(`http://localhost${api.basePath}/venues`, init)
  locked.body?.getReader()
  for (const request of [used, locked]) expect((await api.fetch(request)).status).toBe(500)
  expect(errors.map((error) => (error instanceof Error ? error.message : error))).toEqual([MESSAGE, MESSAGE])
})
