import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { PlainResponse } from '../../src/types.ts'
import type { Exchange, NodeRequest, NodeResponse } from './exchange.ts'

/*
 * The way out: an answer onto Node's response, whatever the client does meanwhile.
 */

/** How much of an unwanted upload is read, so that the client gets to read its answer: bytes, milliseconds. */
const LINGER = { bytes: 1_048_576, time: 1_000 } as const

/** The parts as they are, in one packet: 100 µs less than by way of a `Response` and its stream. */
export async function sendPlain(answer: PlainResponse, x: Exchange): Promise<void> {
  const { req, res } = x
  const { status, headers, body } = answer
  // HTTP/2, and bodies that are still coming, take more care.
  if ('stream' in res || !req.complete) return send(new Response(body, { status, headers }), x)
  if (x.isGone || res.headersSent) return
  x.answered = true
  if (res.getHeaderNames().length === 0) {
    res.writeHead(status, headers)
  } else {
    res.statusCode = status
    for (const [name, value] of Object.entries(headers)) putHeader(res, name, value)
  }
  if (body === null) res.end()
  else res.end(body)
  // Node lets go of a body that nobody has touched.
  if (req.readableDidRead) req.resume()
}

/** Cookies, and what the answer varies by, that the host's middleware has set stay. */
function putHeader(res: NodeResponse, name: string, value: string): void {
  if (name === 'set-cookie' || name === 'vary') res.appendHeader(name, value)
  else res.setHeader(name, value)
}

export async function send(response: Response, x: Exchange): Promise<void> {
  const { req, res, gone } = x
  // A body that came in one packet with its head is about to be complete, and then costs no connection.
  if (!('stream' in res) && !req.complete) await setImmediate()
  // `headersSent`: the host has answered in the meantime, for instance because its patience ended.
  if (gone.aborted || res.headersSent) return discard(response.body)
  res.statusCode = response.status
  for (const [name, value] of response.headers) putHeader(res, name, value) // each Set-Cookie comes by itself
  if (req.method === 'HEAD') discard(response.body)
  else if (response.body) await pump(response.body, x)
  if (gone.aborted) return
  x.answered = true
  if ('stream' in res) {
    res.end()
    await drain(req)
    // RFC 9113 §8.1: after a whole answer, NO_ERROR asks the client to stop sending.
    if (!req.complete) res.stream.close()
    return
  }
  // A socket that is closed while its client still writes resets, and the reset can overtake the answer.
  if (!req.complete) {
    flush(x)
    await drain(req)
  }
  res.end()
  if (req.complete) req.resume()
}

async function pump(body: ReadableStream<Uint8Array>, x: Exchange): Promise<void> {
  const { res, gone } = x
  const reader = body.getReader()
  gone.addEventListener('abort', () => void reader.cancel().catch(() => {}), { once: true })
  const starting = reader.read()
  if ((await Promise.race([starting, setImmediate()])) === undefined) flush(x)
  let now = await starting
  // Most answers are one chunk: with its length said, the client knows that it has the whole without waiting for more.
  let following = now.done ? undefined : reader.read()
  const whole = now.done || (await Promise.race([following, setImmediate()]))?.done === true
  if (gone.aborted) return
  if (whole && !res.headersSent) res.setHeader('content-length', now.value?.byteLength ?? 0)
  announce(x)
  const sink: { write(chunk: Uint8Array): boolean } = res
  while (!now.done && !gone.aborted) {
    if (!sink.write(now.value)) await once(res, 'drain', { signal: gone }).catch(() => {})
    now = await (following ?? reader.read())
    following = undefined
  }
}

/** An answer before the end of the request is the last one on an HTTP/1 connection: what follows is no request. */
function announce({ req, res }: Exchange): void {
  if (!('stream' in res) && !req.complete && !res.headersSent) res.setHeader('connection', 'close')
}

function flush(x: Exchange): void {
  announce(x)
  const { res } = x
  if (res.headersSent) return
  if ('stream' in res) res.writeHead(res.statusCode)
  else res.flushHeaders()
}

/** Reads on, for a while, so that a client that is still writing comes to read its answer. */
function drain(req: NodeRequest): Promise<void> {
  return new Promise((resolve) => {
    if (req.complete || req.destroyed) return resolve()
    let left: number = LINGER.bytes
    const done = () => {
      clearTimeout(timer)
      req.pause()
      resolve()
    }
    const timer = setTimeout(done, LINGER.time)
    req.on('data', (chunk: Uint8Array) => {
      left -= chunk.byteLength
      if (left < 0) done()
    })
    req.once('close', done)
    req.resume()
  })
}

export async function fail(x: Exchange): Promise<void> {
  const { res } = x
  if (!res.headersSent) {
    // What the failed answer said of itself (its length, its ETag, how long to cache it) is not true of this one.
    for (const name of res.getHeaderNames()) res.removeHeader(name)
    await send(new Response(null, { status: 500, headers: { 'content-length': '0' } }), x)
  } else if (!res.writableEnded) {
    // A cut is all that tells the client that what it has is not the whole. HTTP/2: INTERNAL_ERROR (RFC 9113 §7).
    if ('stream' in res) res.stream.close(2)
    else res.destroy()
  }
}

function discard(body: ReadableStream<Uint8Array> | null): void {
  body?.cancel().catch(() => {}) // nobody will read it: how its ending goes is of no interest
}
