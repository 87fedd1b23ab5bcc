import type { PlainResponse } from '../src/types.ts'
import { Exchange, type NodeRequest, type NodeResponse } from './node/exchange.ts'
import { isUnder, toRequest } from './node/incoming.ts'
import { createOrigins, type Origins } from './node/origins.ts'
import { fail, send, sendPlain } from './node/outgoing.ts'
import { platformRequest } from './node/request.ts'
import { checkHost, type OriginOptions } from './origin.ts'
import { untilDone, type WaitUntil } from './wait-until.ts'

export type { NodeRequest, NodeResponse, WaitUntil }

/** What this adapter needs of the API: a shape, so that a wrapper around the API fits as well. */
export interface NodeApi {
  readonly fetch: Answering<Response, PlainResponse>
  /** `undefined`: the path is not under `basePath`; the request's body has then not been touched. */
  readonly handle: Answering<Response | undefined, PlainResponse | undefined>
  readonly basePath: string
}

/** `plain`: the answer's parts, where the function has such a way, which is a quarter of the work. */
type Answering<R, P> = Method<R> & { readonly plain?: Method<P> }

/** Declared as a method, so that an API whose `host` is more than `unknown` fits. */
type Method<R> = { of(request: Request, host?: unknown): R | Promise<R> }['of']

export type NodeListener = (req: NodeRequest, res: NodeResponse, next?: (error?: unknown) => void) => void

/** The second argument of `api.fetch` and `api.handle`: what Node knows of the request and a `Request` cannot say. */
export interface NodeHost {
  readonly req: NodeRequest
  readonly res: NodeResponse
  /**
   * The address at the other end of the socket: behind a proxy that is the proxy, whatever `trustProxy` says,
   * because every entry of X-Forwarded-For that your own proxies did not write is the client's invention.
   * `undefined` on Unix sockets.
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
  const origins = createOrigins(options)
  return (req, res, next) => {
    void exchange(api, options, origins, req, res, next)
  }
}

async function exchange(
  api: NodeApi,
  options: NodeListenerOptions,
  origins: Origins,
  req: NodeRequest,
  res: NodeResponse,
  next: ((error?: unknown) => void) | undefined,
): Promise<void> {
  const x = new Exchange(req, res)
  try {
    const incoming = toRequest(x, origins)
    if ('request' in incoming) {
      const ask = next ? api.handle : api.fetch
      const host = new Host(req, res, options)
      if (ask.plain !== undefined) {
        const answer = await ask.plain(incoming.request, host)
        if (answer !== undefined) return await sendPlain(answer, x)
      } else {
        const response = await ask(platformRequest(incoming.request), host)
        if (response !== undefined) return await send(response, x)
      }
    } else if (!next || isUnder(api.basePath, incoming.path)) {
      return await send(incoming.refusal, x)
    }
  } catch (error) {
    if (x.isGone) return
    await fail(x)
    return report(error, req, options)
  }
  x.handOver()
  next?.() // outside of the try: what the host's own handlers throw is not ours to answer
}

/** A class, since one is made for every request, and most ask for no `waitUntil`. */
class Host implements NodeHost {
  readonly req: NodeRequest
  readonly res: NodeResponse
  readonly ip: string | undefined
  readonly #options: NodeListenerOptions
  #waitUntil: WaitUntil | undefined

  constructor(req: NodeRequest, res: NodeResponse, options: NodeListenerOptions) {
    this.req = req
    this.res = res
    this.ip = req.socket.remoteAddress
    this.#options = options
  }

  get waitUntil(): WaitUntil {
    this.#waitUntil ??= untilDone((error) => report(error, this.req, this.#options))
    return this.#waitUntil
  }
}

function report(error: unknown, req: NodeRequest, { onError }: NodeListenerOptions): void {
  if (onError) onError(error, req)
  else console.error(error)
}
