import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openEndpoint, URL_OF_MCP } from './endpoint.ts'

/*
 * Bodies that are large, slow, broken or many. The limits are those of all bodies of the calendar.
 */

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

/** A body that arrives as the test says. */
function stream() {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  let isCanceled = false
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        control = controller
      },
      pull: () => begin(),
      cancel: () => {
        isCanceled = true
      },
    },
    { highWaterMark: 0 },
  )
  return {
    body,
    /** Resolves when somebody reads. */
    begun,
    send: (text: string) => control?.enqueue(new TextEncoder().encode(text)),
    end: () => control?.close(),
    fail: () => control?.error(new Error('The connection is gone.')),
    isCanceled: () => isCanceled,
  }
}

const requestWith = (body: ReadableStream<Uint8Array>, signal?: AbortSignal) =>
  new Request(URL_OF_MCP, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
    ...(signal !== undefined && { signal }),
    // Node demands it for streams; the types of the DOM do not know it.
    ...{ duplex: 'half' },
  })

describe('a slow body', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('that is here in time is answered', async () => {
    const { api } = openEndpoint({}, { limits: { timeout: 1000 } })
    const { body, send, end } = stream()
    const answer = api.fetch(requestWith(body))
    send(PING.slice(0, 9))
    await vi.advanceTimersByTimeAsync(999)
    send(PING.slice(9))
    end()
    expect((await answer).status).toBe(200)
  })

  test('is given up at the limit of time, however often a piece comes', async () => {
    const { api } = openEndpoint({}, { limits: { timeout: 1000 } })
    const { body, send, isCanceled } = stream()
    const answer = api.fetch(requestWith(body))
    for (const letter of PING.slice(0, 10)) {
      send(letter)
      await vi.advanceTimersByTimeAsync(100)
    }
    const response = await answer
    expect([response.status, response.headers.get('retry-after'), isCanceled()]).toEqual([504, '5', true])
    expect((await response.json()).error.code).toBe(-32603)
  })
})

test('a body that breaks off is 400', async () => {
  const { api } = openEndpoint()
  const { body, send, fail } = stream()
  const answer = api.fetch(requestWith(body))
  send(PING.slice(0, 9))
  fail()
  expect((await answer).status).toBe(400)
})

test('a body is given up when the client is gone', async () => {
  const { api } = openEndpoint()
  const { body, begun, isCanceled } = stream()
  const gone = new AbortController()
  const answer = api.fetch(requestWith(body, gone.signal))
  await begun
  gone.abort()
  expect([(await answer).status, isCanceled()]).toEqual([503, true])
})

test('a body beyond limits.body is 413, whatever length it says', async () => {
  const { api } = openEndpoint({}, { limits: { body: 100 } })
  const { body, send } = stream()
  const answer = api.fetch(requestWith(body))
  send(PING + ' '.repeat(100))
  expect((await answer).status).toBe(413)
})

test('bodies that arrive together are bounded by limits.uploads', async () => {
  const { api } = openEndpoint({}, { limits: { body: 16_384, uploads: 16_384 } })
  const first = stream()
  const waiting = api.fetch(requestWith(first.body))
  const refused = await api.fetch(requestWith(stream().body))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  first.send(PING)
  first.end()
  expect((await waiting).status).toBe(200)
})
