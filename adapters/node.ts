import type { PlainRequest, PlainResponse } from '../src/types/index.ts'
import { checkApi } from './check-api.ts'
import { Backlog } from './node/backlog.ts'
import { Exchange } from './node/exchange.ts'
import type { GuideApi, GuideOptions } from './node/guide.ts'
import { isUnder, toRequest } from './node/incoming.ts'
import type { NodeRequest, NodeResponse } from './node/messages.ts'
import { createOrigins, type Origins } from './node/origins.ts'
import { fail, send, sendPlain } from './node/outgoing.ts'
import { type PublicFetch, type PublicFetchOptions, publicFetch } from './node/public-fetch.ts'
import { PublicFetchError } from './node/public-fetch-error.ts'
import { TimeSlices } from './node/time-slices.ts'
import { checkHost, type OriginOptions } from './origin.ts'
import { untilDone, type WaitUntil } from './wait-until.ts'

export type { GuideApi, GuideOptions, NodeRequest, NodeResponse, PublicFetch, PublicFetchOptions, WaitUntil }
export { PublicFetchError, publicFetch }

/**
 * Prints the addresses of a server on Node, for whoever starts it, as `kalends serve` does.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { printGuide, toNodeListener } from 'kalends/adapters/node'
 *
 * createServer(toNodeListener(api)).listen(port, () => printGuide(api, { origin: `http://localhost:${port}` }))
 * ```
 */
export async function printGuide(api: GuideApi, options: GuideOptions): Promise<void> {
  await (await import('./node/guide.ts')).printGuide(api, options)
}

/**
 * The parts of the API that this adapter needs. A wrapper around the API fits too. An API for another host, such as
 * `createEventsApi<BunHost>(…)`, does not, because its `authenticate` needs another host object.
 */
export interface NodeApi {
  readonly fetch: ApiFunction<Response, PlainResponse>
  /** `undefined`: the path is not under `basePath`, and the body was not read. */
  readonly handle: ApiFunction<Response | undefined, PlainResponse | undefined>
  readonly basePath: string
  /** The limits of responses that clients do not read; see `Limits`. Default: 30,000 milliseconds, 134,217,728 bytes. */
  readonly limits?: { readonly timeout: number; readonly downloads: number }
}

const DEFAULT_LIMITS = { timeout: 30_000, downloads: 134_217_728 } as const

/** `plain`: the same with plain requests and responses. It takes a quarter of the time. */
type ApiFunction<R, P> = Call<Request, R> & { readonly plain?: Call<PlainRequest, P> }

type Call<I, R> = (request: I, host: NodeHost) => R | Promise<R>

export type NodeListener = (req: NodeRequest, res: NodeResponse, next?: (error?: unknown) => void) => void

/** The second argument of `api.fetch` and `api.handle`: facts about the request that a `Request` does not have. */
export interface NodeHost {
  readonly req: NodeRequest
  readonly res: NodeResponse
  /**
   * The address at the other end of the socket. Behind a proxy it is the proxy's, even with `trustProxy`, because clients
   * can invent entries of X-Forwarded-For. `undefined` on Unix sockets.
   */
  readonly ip: string | undefined
  readonly waitUntil: WaitUntil
}

export interface NodeListenerOptions extends OriginOptions {
  /**
   * Called with errors of the API, of response bodies that break off, and of work passed to `waitUntil`. The client gets
   * a 500 without a body, or a closed connection if the response has begun. Errors after the client is gone are not
   * reported. Default: `console.error`.
   */
  onError?: ((error: unknown, request: NodeRequest) => void) | undefined
}

/**
 * The API as a listener for `http.createServer`, `https`, `http2` (its compatibility API), Express 4 and 5, Connect.
 *
 * With a third argument `next`, requests outside `api.basePath` are passed to `next()`, and their bodies are not read.
 * Without it, they get the API's 404. Express removes the mount path from `req.url`, but the API uses the whole path
 * (`originalUrl`). So for `app.use('/calendar', listener)`, the `basePath` of the API must begin with `/calendar`.
 *
 * If a parser has read the body before, the body is made again from `req.body`: strings and buffers as they are, other
 * values as JSON with `content-type: application/json`. This includes urlencoded forms, with nested and repeated fields as
 * the parser read them. Files that a multipart parser has removed are lost.
 *
 * @example
 * ```ts
 * import { toNodeListener } from 'kalends/adapters/node'
 *
 * createServer(toNodeListener(api)).listen(process.env.PORT ?? 3000)
 * ```
 */
export function toNodeListener(api: NodeApi, options: NodeListenerOptions = {}): NodeListener {
  checkApi('toNodeListener', api, ['fetch', 'handle'])
  checkHost(options.host)
  const origins = createOrigins(options)
  const slices = new TimeSlices()
  const backlog = new Backlog(api.limits ?? DEFAULT_LIMITS)
  return (req, res, next) => {
    const x = new Exchange(req, res, backlog)
    const begin = () => void exchange(api, options, origins, x, next)
    // Requests for the host's own routes do not wait.
    if (next !== undefined && !isUnder(api.basePath, req.originalUrl ?? req.url ?? '')) return begin()
    slices.start(() => {
      if (!x.isGone) begin()
    })
  }
}

async function exchange(
  api: NodeApi,
  options: NodeListenerOptions,
  origins: Origins,
  x: Exchange,
  next: ((error?: unknown) => void) | undefined,
): Promise<void> {
  const { req, res } = x
  try {
    const incoming = toRequest(x, origins)
    if ('request' in incoming) {
      const call = next ? api.handle : api.fetch
      const host = new Host(req, res, options)
      if (call.plain !== undefined) {
        const answer = await call.plain(incoming.request, host)
        if (answer !== undefined) return await sendPlain(answer, x)
      } else {
        const response = await call(incoming.request.toRequest(), host)
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
  next?.() // outside the try, because errors of the host's own handlers are not ours
}

/** A class, because one is made for every request, and few use `waitUntil`. */
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
