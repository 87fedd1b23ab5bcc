import type { Exchange, NodeRequest, NodeResponse } from './node/exchange.ts'
import { isUnder, toRequest } from './node/incoming.ts'
import { fail, send } from './node/outgoing.ts'
import { checkHost, type OriginOptions } from './origin.ts'
import { untilDone, type WaitUntil } from './wait-until.ts'

export type { NodeRequest, NodeResponse, WaitUntil }

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
  readonly waitUntil: WaitUntil
}

export interface NodeListenerOptions extends OriginOptions {
  /**
   * Told of what the API threw, of response bodies that broke on the way, and of what work given to `waitUntil`
   * failed with. The client learns nothing of it: it gets a 500 without a body, or a cut connection where the answer
   * had begun. Errors after the client has gone
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
  checkHost(options.host)
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
    const waitUntil = untilDone((error) => report(error, req, options))
    const host: NodeHost = { req, res, ip: req.socket.remoteAddress, waitUntil }
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
    return report(error, req, options)
  }
  res.off('close', leave)
  next?.() // outside of the try: what the host's own handlers throw is not ours to answer
}

function report(error: unknown, req: NodeRequest, { onError }: NodeListenerOptions): void {
  if (onError) onError(error, req)
  else console.error(error)
}
