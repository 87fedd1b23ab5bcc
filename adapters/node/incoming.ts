import { type OriginOptions, originFor } from '../origin.ts'
import { refuseHost, refuseMethod } from '../refuse.ts'
import type { Exchange, NodeRequest } from './exchange.ts'

/*
 * The way in: Node's request as a `Request`, or the answer to one that cannot be made into any.
 */

export type Incoming = { readonly request: Request } | { readonly refusal: Response; readonly path: string }

export function toRequest(x: Exchange, options: OriginOptions): Incoming {
  const { req } = x
  const { authority, path } = splitTarget(req.originalUrl ?? req.url ?? '/')
  const method = req.method ?? 'GET'
  const refusal = refuseMethod(method)
  if (refusal !== undefined) return { path, refusal }
  const origin = originOf(req, authority, options)
  if (origin === undefined || isAmbiguous(path)) return { path, refusal: refuseHost() }
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

export function isUnder(basePath: string, path: string): boolean {
  const base = basePath.replace(/\/+$/, '')
  const [pathname = ''] = path.split(/[?#]/, 1)
  return pathname === base || pathname.startsWith(`${base}/`)
}

function originOf(
  req: NodeRequest,
  authority: string | undefined,
  options: OriginOptions,
): string | undefined {
  // Two Host fields: a server in front may have gone by the other one (RFC 9112 §3.2 wants a 400).
  if (req.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    return undefined
  const field = (name: string) => [req.headers[name]].flat()[0]
  const isSecure = 'encrypted' in req.socket && req.socket.encrypted === true
  const host = authority ?? (field(':authority') || req.headers.host || undefined)
  return originFor({ isSecure, host, field }, options)
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
