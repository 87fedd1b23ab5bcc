import { setImmediate } from 'node:timers/promises'
import type { PlainResponse } from '../../src/types/index.ts'
import type { Exchange } from './exchange.ts'
import type { NodeRequest, NodeResponse } from './messages.ts'

/*
 * Writes responses to Node's response.
 */

/** How much of a rejected upload is read, so that the client can read its response: bytes, milliseconds. */
const LINGER = { bytes: 1_048_576, time: 1_000 } as const

/** Bytes per write. More would be copied into buffers of connections whose clients may never read them. */
const PIECE = 65_536

/** Writes a plain response, and says when it has been sent. */
export async function sendPlain(answer: PlainResponse, x: Exchange): Promise<void> {
  try {
    await writePlain(answer, x)
  } finally {
    answer.sent?.()
  }
}

/** In one packet if it is small. This saves 100 µs for a `Response` and its stream. */
async function writePlain(answer: PlainResponse, x: Exchange): Promise<void> {
  const { req, res } = x
  const { status, headers, body, stream } = answer
  // HTTP/2 and incomplete request bodies need more care.
  if ('stream' in res || !req.complete || stream !== undefined)
    return send(new Response(body ?? stream, { status, headers }), x)
  if (x.isGone || res.headersSent) return
  x.answered = true
  if (res.getHeaderNames().length === 0) {
    res.writeHead(status, headers)
  } else {
    res.statusCode = status
    for (const [name, value] of Object.entries(headers)) putHeader(res, name, value)
  }
  if (body === null) res.end()
  else if (body.length <= PIECE) res.end(body)
  else if (await write(body, x)) res.end()
  // Node itself drops a body that was never read.
  if (req.readableDidRead) req.resume()
  await finished(x)
}

/** Writes as fast as the client reads. False: the connection is closed. */
async function write(bytes: Uint8Array, { req, res, backlog }: Exchange): Promise<boolean> {
  const sink: { write(piece: Uint8Array): boolean } = res
  for (let at = 0; at < bytes.length; at += PIECE) {
    const isFull = !sink.write(bytes.subarray(at, at + PIECE))
    if (!isFull || res.writableLength === 0) continue
    if (!(await backlog.taken(req, res, 'drain', bytes.length - at))) return false
  }
  return true
}

async function finished({ req, res, backlog }: Exchange): Promise<void> {
  const { writableLength } = res
  if (writableLength > 0) await backlog.taken(req, res, 'finish', writableLength)
}

/** Keeps the cookies and `vary` of the host's middleware. */
function putHeader(res: NodeResponse, name: string, value: string): void {
  if (name === 'set-cookie' || name === 'vary') res.appendHeader(name, value)
  else res.setHeader(name, value)
}

export async function send(response: Response, x: Exchange): Promise<void> {
  const { req, res, gone } = x
  // A body in one packet with its head is about to be complete. Then the connection can stay open.
  if (!('stream' in res) && !req.complete) await setImmediate()
  // `headersSent`: the host has answered meanwhile, for instance after a timeout of its own.
  if (gone.aborted || res.headersSent) return discard(response.body)
  res.statusCode = response.status
  for (const [name, value] of response.headers) putHeader(res, name, value) // each Set-Cookie is one pair
  if (req.method === 'HEAD') discard(response.body)
  else if (response.body && !(await pump(response.body, x))) return
  if (gone.aborted) return
  x.answered = true
  if ('stream' in res) {
    res.end()
    await drain(req)
    await finished(x)
    // RFC 9113 §8.1: after a complete response, NO_ERROR asks the client to stop sending.
    if (!req.complete) res.stream.close()
    return
  }
  // Closing a socket while its client still writes causes a reset, which can overtake the response.
  if (!req.complete) {
    flush(x)
    await drain(req)
  }
  res.end()
  if (req.complete) req.resume()
  await finished(x)
}

/** False: the connection is closed. */
async function pump(body: ReadableStream<Uint8Array>, x: Exchange): Promise<boolean> {
  const { res, gone } = x
  const reader = body.getReader()
  gone.addEventListener('abort', () => void reader.cancel().catch(() => {}), { once: true })
  const starting = reader.read()
  if ((await Promise.race([starting, setImmediate()])) === undefined) flush(x)
  let now = await starting
  // Most responses are one chunk. With `content-length`, the client does not wait for more.
  let following = now.done ? undefined : reader.read()
  const whole = now.done || (await Promise.race([following, setImmediate()]))?.done === true
  if (gone.aborted) return false
  if (whole && !res.headersSent) res.setHeader('content-length', now.value?.byteLength ?? 0)
  announce(x)
  while (!now.done && !gone.aborted) {
    if (!(await write(now.value, x))) {
      reader.cancel().catch(() => {})
      return false
    }
    now = await (following ?? reader.read())
    following = undefined
  }
  return !gone.aborted
}

/** A response before the end of its request is the last one on an HTTP/1 connection: the next bytes are no request. */
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

/** Reads the request for a while, so that a client that is still writing gets to read its response. */
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
    // Length, ETag and cache control of the failed response are wrong for this one.
    for (const name of res.getHeaderNames()) res.removeHeader(name)
    await send(new Response(null, { status: 500, headers: { 'content-length': '0' } }), x)
  } else if (!res.writableEnded) {
    // Only a closed connection tells the client that the response is incomplete. HTTP/2: INTERNAL_ERROR (RFC 9113 §7).
    if ('stream' in res) res.stream.close(2)
    else res.destroy()
  }
}

function discard(body: ReadableStream<Uint8Array> | null): void {
  body?.cancel().catch(() => {}) // nobody reads it, so errors do not matter
}
