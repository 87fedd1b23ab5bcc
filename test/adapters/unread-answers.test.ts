import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import type net from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type NodeApi, toNodeListener } from '../../adapters/node.ts'
import type { PlainResponse } from '../../src/types/index.ts'
import { connect, gate, listen } from './sockets.ts'

/** More than the buffers of two sockets hold. */
const LARGE = new Uint8Array(48 * 1_048_576).fill(120)
const LIMITS = { timeout: 30_000, downloads: 1_073_741_824 }

/** Time goes by only when a test says so. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return () => {
    vi.useRealTimers()
  }
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate()
}

const plain = (body: Uint8Array<ArrayBuffer>): PlainResponse => ({
  status: 200,
  headers: { 'content-length': String(body.length) },
  body,
})

/** An API that answers by parts, or by a `Response` as one that was wrapped does. */
function apiOf(
  answer: (url: string) => PlainResponse | Promise<PlainResponse>,
  { limits = LIMITS, isWrapped = false } = {},
): NodeApi {
  const whole = async ({ url }: { url: string }) => {
    const { status, headers, body } = await answer(url)
    return new Response(body, { status, headers })
  }
  const parts = async ({ url }: { url: string }) => answer(url)
  const both = isWrapped ? whole : Object.assign(whole, { plain: parts })
  return { basePath: '/', fetch: both, handle: both, limits }
}

/** A server and its end of each connection, in the order in which they came. */
async function serve(api: NodeApi) {
  const sockets: net.Socket[] = []
  const server = http.createServer(toNodeListener(api))
  server.on('connection', (socket: net.Socket) => sockets.push(socket))
  return { port: await listen(server), sockets }
}

/** Asks for an answer and reads nothing of it, until nothing more goes out. */
async function askOnly(port: number, sockets: net.Socket[], path = '/'): Promise<net.Socket> {
  const client = connect(port)
  const before = sockets.length
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await until(() => sockets.length > before)
  const socket = sockets[before]
  await until(() => (socket?.writableLength ?? 0) > 0)
  for (let written = -1; written !== socket?.bytesWritten; ) {
    written = socket?.bytesWritten ?? 0
    for (let turn = 0; turn < 50; turn++) await setImmediate()
  }
  return client
}

/** Reads what is there and what still comes, up to a number of bytes. */
async function read(client: net.Socket, bytes: number): Promise<number> {
  let count = 0
  for (;;) {
    const chunk: Buffer | null = client.read()
    count += chunk?.length ?? 0
    if (count >= bytes) return count
    if (chunk === null) await once(client, 'readable')
  }
}

describe.each([
  ['by parts', false],
  ['by a Response', true],
])('an answer %s that its client does not read', (_, isWrapped) => {
  test('goes out no faster than it is taken', async () => {
    const { port, sockets } = await serve(apiOf(() => plain(LARGE), { isWrapped }))
    await askOnly(port, sockets)
    expect(sockets[0]?.writableLength).toBeLessThanOrEqual(2 * 65_536)
  })

  test('costs its client the connection, once it has taken nothing for the time of an answer', async () => {
    const { port, sockets } = await serve(apiOf(() => plain(LARGE), { isWrapped }))
    await askOnly(port, sockets)
    vi.advanceTimersByTime(29_999)
    await setImmediate()
    expect(sockets[0]?.destroyed).toBe(false)
    await until(() => {
      vi.advanceTimersByTime(30_000)
      return sockets[0]?.destroyed === true
    })
  })

  test('arrives whole where it is read slowly', async () => {
    const { port, sockets } = await serve(apiOf(() => plain(LARGE), { isWrapped }))
    const client = await askOnly(port, sockets)
    let count = 0
    while (count < LARGE.length) {
      const before = sockets[0]?.bytesWritten ?? 0
      const isLast = before >= LARGE.length
      count += await read(client, Math.min(16 * 1_048_576, LARGE.length - count))
      await until(() => isLast || (sockets[0]?.bytesWritten ?? 0) > before)
      vi.advanceTimersByTime(20_000)
    }
    expect(sockets[0]?.destroyed).toBe(false)
    expect(count).toBeGreaterThan(LARGE.length)
  })

  test('is cut before others when too many bytes wait, and it has waited longest', async () => {
    const limits = { ...LIMITS, downloads: LARGE.length + 1 }
    const { port, sockets } = await serve(apiOf(() => plain(LARGE), { isWrapped, limits }))
    await askOnly(port, sockets)
    const second = await askOnly(port, sockets)
    await until(() => sockets[0]?.destroyed === true)
    expect(sockets[1]?.destroyed).toBe(false)
    expect(await read(second, LARGE.length)).toBeGreaterThan(LARGE.length)
    // What the first one held is free again.
    await askOnly(port, sockets)
    expect(sockets[2]?.destroyed).toBe(false)
  })

  test('may be larger than the bound where it waits alone', async () => {
    const limits = { ...LIMITS, downloads: 1 }
    const { port, sockets } = await serve(apiOf(() => plain(LARGE), { isWrapped, limits }))
    const client = await askOnly(port, sockets)
    expect(await read(client, LARGE.length)).toBeGreaterThan(LARGE.length)
  })

  test('is forgotten when its client leaves', async () => {
    const limits = { ...LIMITS, downloads: LARGE.length + 1 }
    const { port, sockets } = await serve(apiOf(() => plain(LARGE), { isWrapped, limits }))
    for (let n = 0; n < 3; n++) {
      const client = await askOnly(port, sockets)
      client.destroy()
      await until(() => sockets[n]?.destroyed === true)
    }
    await askOnly(port, sockets)
    expect(sockets[3]?.destroyed).toBe(false)
    expect(vi.getTimerCount()).toBe(1)
  })
})

test('answers that are taken at once set no timer', async () => {
  const { port, sockets } = await serve(apiOf(() => plain(LARGE.subarray(0, 60_000))))
  const client = connect(port)
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await read(client, 60_000)
  expect(sockets[0]?.destroyed).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
})

test('an answer that is ready before the one in front of it waits without a limit of time', async () => {
  const first = gate<PlainResponse>()
  const ready = gate()
  const api = apiOf((url) => {
    if (url.endsWith('/first')) return first.opened
    ready.open()
    return plain(LARGE.subarray(0, 200_000))
  })
  const { port, sockets } = await serve(api)
  const client = connect(port)
  client.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n')
  await ready.opened
  await until(() => vi.getTimerCount() > 0)
  for (let n = 0; n < 3; n++) vi.advanceTimersByTime(30_000)
  await setImmediate()
  expect(sockets[0]?.destroyed).toBe(false)
  first.open(plain(LARGE.subarray(0, 10)))
  expect(await read(client, 200_000)).toBeGreaterThan(200_000)
})

describe('over HTTP/2, a stream that is not read', () => {
  async function serveStreams(api: NodeApi) {
    const server = http2.createServer(toNodeListener(api))
    const sessions: http2.ServerHttp2Session[] = []
    server.on('session', (session) => sessions.push(session))
    return { port: await listen(server), sessions }
  }

  /** Until the server has written what it can. */
  const settled = async () => {
    for (let turn = 0; turn < 200; turn++) await setImmediate()
  }

  test('is cancelled after the time limit; other requests of its connection continue', async () => {
    const { port, sessions } = await serveStreams(
      apiOf((url) => plain(url.endsWith('/large') ? LARGE : LARGE.subarray(0, 10))),
    )
    const client = http2.connect(`http://127.0.0.1:${port}`)
    onTestFinished(() => client.destroy())
    const stream = client.request({ ':path': '/large' })
    stream.on('error', () => {})
    await once(stream, 'response')
    await settled()
    vi.advanceTimersByTime(29_000)
    await settled()
    expect(stream.closed).toBe(false)
    vi.advanceTimersByTime(1_000)
    await until(() => stream.closed)
    expect(stream.rstCode).toBe(http2.constants.NGHTTP2_CANCEL)
    const other = client.request({ ':path': '/small' })
    let count = 0
    for await (const chunk of other) count += chunk.length
    expect(count).toBe(10)
    expect(sessions[0]?.destroyed).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })

  /** A frame of RFC 9113, section 4.1. */
  function frame(type: number, flags: number, stream: number, payload: readonly number[]): Buffer {
    const head = Buffer.alloc(9)
    head.writeUIntBE(payload.length, 0, 3)
    head.writeUInt8(type, 3)
    head.writeUInt8(flags, 4)
    head.writeUInt32BE(stream, 5)
    return Buffer.concat([head, Buffer.from(payload)])
  }

  test('costs its client the connection where that takes no reset either', async () => {
    const { port, sessions } = await serveStreams(apiOf(() => plain(LARGE)))
    const client = connect(port)
    const wide = [0x7f, 0, 0, 0]
    client.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    client.write(frame(4, 0, 0, [0, 4, ...wide])) // SETTINGS: all may come at once
    client.write(frame(8, 0, 0, wide)) // WINDOW_UPDATE
    client.write(frame(1, 5, 1, [0x82, 0x86, 0x84, 0x41, 1, 120])) // HEADERS: GET http://x/
    await until(() => sessions[0] !== undefined && vi.getTimerCount() > 0)
    await settled()
    vi.advanceTimersByTime(30_000)
    await settled()
    expect(sessions[0]?.destroyed).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(sessions[0]?.destroyed).toBe(true)
  })
})

test('the API says which limits are in force', () => {
  const { limits } = createEventsApi(memoryStorage(), { limits: { timeout: 5_000 } })
  expect([limits.timeout, limits.downloads]).toEqual([5_000, 134_217_728])
})
