import { setImmediate } from 'node:timers/promises'
import { createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, onTestFinished, test } from 'vitest'

const URL_OF_EVENTS = 'http://localhost/vendor/events/v1/events'
const HEADERS = { 'content-type': 'application/json' }

test('a client that leaves before its body is read leaves no rejection behind, which would end a Node process', async () => {
  const unheard: unknown[] = []
  const hear = (reason: unknown) => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))

  const client = new AbortController()
  let asked = 0
  const api = createEventsApi(memoryStorage(), {
    authenticate: async () => {
      if (asked++ > 0) client.abort()
      return { id: 1, role: 'editor' }
    },
  })
  // The first body loads what reads bodies.
  const first = await api.fetch(new Request(URL_OF_EVENTS, { method: 'POST', headers: HEADERS, body: '{}' }))
  expect(first.status).toBe(400)

  const body = new ReadableStream({
    start(controller) {
      controller.error(new Error('the socket is closed'))
    },
  })
  const { signal } = client
  const left = { method: 'POST', headers: HEADERS, signal, body, duplex: 'half' }
  expect((await api.fetch(new Request(URL_OF_EVENTS, left))).status).toBe(503)
  // Work for a client that has left ends within a few turns.
  for (let turns = 0; turns < 10; turns++) await setImmediate()
  expect(asked).toBe(2)
  expect(unheard).toEqual([])
})
