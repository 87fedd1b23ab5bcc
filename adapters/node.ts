import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { setImmediate } from 'node:timers/promises'

/** What this adapter needs of the API: a shape, so that a wrapper around the API fits as well. */
export interface NodeApi {
  fetch(request: Request, host?: unknown): Response | Promise<Response>
  /** `undefined`: the path is not under `basePath`; the request's body has then not been touched. */
  handle(request: Request, host?: unknown): Response | undefined | Promise<Response | undefined>
  readonly basePath: string
}

/** A request of `node:http`, `node:https` or `node:http2`, with what Express and Connect write onto it. */
export type NodeRequest = (IncomingMessage | Http2ServerRequest) & { originalUrl?: string; body?: unknown }
export type NodeResponse = ServerResponse | Http2ServerResponse
export type NodeListener = (req: NodeRequest, res: NodeResponse, next?: (error?: unknown) => void) => void

/** The second argument of `api.fetch` and `api.handle`: what Node knows of the request and a `Request` cannot say. */
export interface NodeHost {
  readonly req: NodeRequest
  readonly res: NodeResponse
  /**
   * The address at the other end of the socket: behind a proxy that is the proxy, whatever `trustProxy` says,
   * because every entry of X-Forwarded-For that your own proxies did not write is the client's invention.
   * `undefined` once the client has gone, and on Unix sockets.
   */
  readonly ip: string | undefined
}

export interface NodeListenerOptions {
  /**
   * Take the origin of the request's URL from `X-Forwarded-Host` and `X-Forwarded-Proto` (the first value of each).
   *
   * Anyone can send these headers. Believed without a proxy that overwrites both, they let a stranger choose the
   * host of every generated link; a shared cache that keeps one such answer hands the stranger's links to everyone.
   * So set `true` only where each request passes a proxy that replaces (not appends to) both headers.
   * A malformed `X-Forwarded-Host` is answered with 400; a protocol other than `http` and `https` is passed over.
   *
   * Default `false`: the protocol is the socket's, the host is that of the Host header (HTTP/2: `:authority`).
   */
  trustProxy?: boolean
  /**
   * The `host` or `host:port` of every request's URL, whatever the request says.
   *
   * The Host header, too, is the client's word, and does the same harm as above where the server in front passes
   * unknown hosts on. With `host` set, neither it nor `X-Forwarded-Host` is read. `toNodeListener` throws a
   * `TypeError` when the value is not a host.
   *
   * Default: the request's own; `localhost` where it names none, as HTTP/1.0 may.
   */
  host?: string
  /**
   * Told of what the API threw and of response bodies that broke on the way. The client learns nothing of it: it
   * gets a 500 without a body, or a cut connection where the answer had begun. Errors after the client has gone
   * are its own doing and are not reported. Default: `console.error`.
   */
  onError?: (error: unknown, request: NodeRequest) => void
}

/** One request and its answer. */
interface Exchange {
  readonly req: NodeRequest
  readonly res: NodeResponse
  /** Aborts when the client leaves before it has its answer. */
  readonly gone: AbortSignal
  /** From here on, what still arrives of the request's body is dropped. */
  answered: boolean
}

type Incoming = { readonly request: Request } | { readonly refusal: Response; readonly path: string }

/** How much of an unwanted upload is read, so that the client gets to read its answer: bytes, milliseconds. */
const LINGER = { bytes: 1_048_576, time: 1_000 } as const

/**
 * The API as a listener for `http.createServer`, `https`, `http2` (its compatibility API), Express 4 and 5, Connect.
 *
 * With a third argument `next`, a path that is not under `api.basePath` goes on to `next()`, its body unread; without
 * it, the API's own 404 is sent. Express takes the mount path off `req.url`; the API sees the whole path
 * (`originalUrl`), so `app.use('/calendar', listener)` wants an API whose `basePath` begins with `/calendar`.
 *
 * A body that a parser in front has already read is made again from `req.body`: strings and buffers as they are,
 * anything else as JSON with `content-type: application/json`, urlencoded forms included: nested and repeated fields
 * arrive as the parser understood them. Uploaded files that a multipart parser took away do not arrive.
 */
export function toNodeListener(api: NodeApi, options: NodeListenerOptions = {}): NodeListener {
  if (options.host !== undefined && originOf('http', options.host) === undefined) {
    throw new TypeError(`toNodeListener: ${JSON.stringify(options.host)} is not a host or host:port`)
  }
  return (req, res, next) => {
    void exchange(api, options, req, res, next)
  }
}

async function exchange(
  api: NodeApi,
  options: NodeListenerOptions,
  req: NodeRequest,
  res: NodeResponse,
  next: ((error?: unknown) => void) | undefined,
): Promise<void> {
  const gone = new AbortController()
  const x: Exchange = { req, res, gone: gone.signal, answered: false }
  const leave = () => {
    if (!x.answered) gone.abort()
  }
  res.once('close', leave)
  if (res.destroyed) leave()
  try {
    const incoming = toRequest(x, options)
    const host: NodeHost = { req, res, ip: req.socket.remoteAddress }
    let response: Response | undefined
    if ('request' in incoming) {
      response = await (next ? api.handle(incoming.request, host) : api.fetch(incoming.request, host))
    } else if (!next || isUnder(api.basePath, incoming.path)) {
      response = incoming.refusal
    }
    if (response) return await send(response, x)
  } catch (error) {
    if (gone.signal.aborted) return
    await fail(x)
    return options.onError ? options.onError(error, req) : console.error(error)
  }
  res.off('close', leave)
  next?.() // outside of the try: what the host's own handlers throw is not ours to answer
}

// --- in: Node's request -> Request ---------------------------------------------------------------------------------

function toRequest(x: Exchange, options: NodeListenerOptions): Incoming {
  const { req } = x
  const { authority, path } = splitTarget(req.originalUrl ?? req.url ?? '/')
  const method = req.method ?? 'GET'
  // Fetch forbids these three, `new Request` would throw. 501, not 405: they exist for no resource here (RFC 9110 §9.1).
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method)) {
    return { path, refusal: refuse(501, 'rest_method_not_implemented', `${method} is not implemented.`) }
  }
  const origin = originFor(req, authority, options)
  if (origin === undefined || isAmbiguous(path)) {
    return {
      path,
      refusal: refuse(400, 'rest_invalid_host', 'The Host header or the request target is invalid.'),
    }
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (name.startsWith(':') || value === undefined) continue // HTTP/2's `:method` and such are no header fields
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one)
  }
  const body = bodyFor(x, method, headers)
  // `duplex`: Fetch wants it said that the answer may come before the whole body has been sent.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal: x.gone, duplex: 'half' }
  return { request: new Request(origin + path, init) }
}

/** The forms of RFC 9112 §3.2. The path always begins where the authority has ended: `//evil/x` stays a path. */
function splitTarget(target: string): { authority?: string; path: string } {
  if (target === '*') return { path: '/*' }
  const [, authority, rest] = /^https?:\/\/([^/?#\\]*)(.*)$/is.exec(target) ?? []
  if (authority === undefined || rest === undefined) return { path: target }
  return { authority, path: /^[/\\]/.test(rest) ? rest : `/${rest}` }
}

/**
 * Whether `URL` would read another path than a router in front did: `/open/../events` and `/open\..\events` pass a
 * guard that the host mounted at `/events`, and would then arrive here as `/events`. Fetch clients never send such.
 */
function isAmbiguous(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/, 1)
  return !pathname.startsWith('/') || /[\\\t\r\n]|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(pathname)
}

function isUnder(basePath: string, path: string): boolean {
  const base = basePath.replace(/\/+$/, '')
  const [pathname = ''] = path.split(/[?#]/, 1)
  return pathname === base || pathname.startsWith(`${base}/`)
}

function originFor(
  req: NodeRequest,
  authority: string | undefined,
  { trustProxy = false, host }: NodeListenerOptions,
): string | undefined {
  // Two Host fields: a server in front may have gone by the other one (RFC 9112 §3.2 wants a 400).
  if (req.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    return undefined
  const forwarded = (name: string) => (trustProxy ? firstOf(req.headers[name]) : undefined)
  const proto = forwarded('x-forwarded-proto')?.toLowerCase()
  const secure = 'encrypted' in req.socket && req.socket.encrypted === true
  return originOf(
    proto === 'https' || proto === 'http' ? proto : secure ? 'https' : 'http',
    host ||
      forwarded('x-forwarded-host') ||
      (authority ?? (firstOf(req.headers[':authority']) || req.headers.host || 'localhost')),
  )
}

/** `undefined` when that is no host: anything that `URL` could take for a user name, a path or a query is none. */
function originOf(scheme: 'http' | 'https', host: string): string | undefined {
  const origin = `${scheme}://${host}`
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) && URL.canParse(origin) ? origin : undefined
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value)?.split(',', 1)[0]?.trim()
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code, message, data: { status } }, { status })
}

function bodyFor(x: Exchange, method: string, headers: Headers): BodyInit | null {
  const { req } = x
  const sent =
    'stream' in req
      ? !req.stream.endAfterHeaders
      : headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0
  if (!sent || method === 'GET' || method === 'HEAD') return null
  // Express 4 sets `req.body = {}` even where its parsers let the body be; only a stream that was read has been parsed.
  if (!req.readableDidRead && !req.readableEnded) return streamOf(x)
  const { body } = req
  if (body === undefined) return req.readableEnded ? null : streamOf(x)
  // The parser has also undone these.
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name)
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  headers.set('content-type', 'application/json')
  return JSON.stringify(body)
}

/**
 * Not `Readable.toWeb`: cancelling that destroys the socket, and the 413 with it. Nothing is read, and no listener
 * set, before the API pulls: after `next()` the host's own parsers must find the request as it came.
 */
function streamOf(x: Exchange): ReadableStream<Uint8Array> {
  const { req, gone } = x
  const late = () => new Error('The request was answered before its body was read')
  let reading = false
  let over = false
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const stop = (reason: unknown) => {
      over = true
      controller.error(reason)
    }
    if (gone.aborted) return stop(gone.reason)
    if (x.answered) return stop(late())
    gone.addEventListener('abort', () => stop(gone.reason), { once: true })
    req.on('data', (chunk: Uint8Array) => {
      if (over) return
      // To close here would pass half a body off as a whole one.
      if (x.answered) return stop(late())
      req.pause()
      controller.enqueue(chunk)
    })
    req.once('end', () => {
      if (!over) controller.close()
    })
  }
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!reading) start(controller)
        reading = true
        req.resume()
      },
      cancel() {
        over = true
        req.pause()
      },
    },
    { highWaterMark: 0 },
  )
}

// --- out: Response -> Node's response ------------------------------------------------------------------------------

async function send(response: Response, x: Exchange): Promise<void> {
  const { req, res, gone } = x
  // A body that came in one packet with its head is about to be complete, and then costs no connection.
  if (!('stream' in res) && !req.complete) await setImmediate()
  // `headersSent`: the host has answered in the meantime, for instance because its patience ended.
  if (gone.aborted || res.headersSent) return discard(response.body)
  res.statusCode = response.status
  for (const [name, value] of response.headers) {
    // Each Set-Cookie comes by itself. Those, and the Vary, that the host's middleware has set stay.
    if (name === 'set-cookie' || name === 'vary') res.appendHeader(name, value)
    else res.setHeader(name, value)
  }
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

async function fail(x: Exchange): Promise<void> {
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
