import type { Exchange, NodeRequest, NodeResponse } from './node/exchange.ts'
import { isUnder, originOf, toRequest } from './node/incoming.ts'
import { fail, send } from './node/outgoing.ts'

export type { NodeRequest, NodeResponse }

/** What this adapter needs of the API: a shape, so that a wrapper around the API fits as well. */
export interface NodeApi {
  fetch(request: Request, host?: unknown): Response | Promise<Response>
  /** `undefined`: the path is not under `basePath`; the request's body has then not been touched. */
  handle(request: Request, host?: unknown): Response | undefined | Promise<Response | undefined>
  readonly basePath: string
}

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
