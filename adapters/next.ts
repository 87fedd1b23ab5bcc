import { askingFrom, type FetchApi, type FetchHostOptions } from './fetch-host.ts'
import type { WaitUntil } from './wait-until.ts'

export type { FetchApi, FetchHostOptions, WaitUntil }

export interface NextOptions extends FetchHostOptions {
  /**
   * `basePath` of next.config, such as `/site`. Next takes it off the URL that a handler gets; with this it is there
   * again, so the API's own `basePath` begins with it. A `TypeError` is thrown at once when Next would not take it.
   * Default: none.
   */
  basePath?: string
  /**
   * `after` of `next/server`: work given to `waitUntil` goes there, so that a serverless function is kept alive until
   * it is done. Default: the work just goes on, which is enough where a server of your own runs (`next start`).
   */
  after?: WaitUntil
}

/** What Next hands to a route handler beside the request. */
export interface NextContext {
  readonly params: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** The second argument of `api.fetch`: what Next knows of the request and a `Request` cannot say. */
export interface NextHost {
  /** The dynamic parts of the route, such as `town` of `app/[town]/api/[[...path]]/route.ts`. */
  readonly params: NextContext['params']
  /**
   * The last entry of `X-Forwarded-For`: whom the nearest proxy talked to. Only with `trustProxy`; otherwise
   * `undefined`: Next puts the socket's address there where the header is missing, and anyone can send it.
   */
  readonly ip: string | undefined
  readonly waitUntil: WaitUntil
}

export type NextHandler = (request: Request, context: NextContext) => Promise<Response>

export interface NextHandlers {
  readonly GET: NextHandler
  readonly HEAD: NextHandler
  readonly POST: NextHandler
  readonly PUT: NextHandler
  readonly PATCH: NextHandler
  readonly DELETE: NextHandler
  readonly OPTIONS: NextHandler
}

/**
 * The API as the route handlers of `app/<base>/[[...path]]/route.ts`, where `/<base>` and the API's `basePath` are the
 * same:
 *
 *     export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = toNextHandlers(api, { after })
 *
 * All other methods Next refuses by itself. Of the origin, only the host is as the client named it: the protocol is
 * that of `X-Forwarded-Proto` even without `trustProxy`, since Next has taken it from there before a handler is asked.
 */
export function toNextHandlers(api: FetchApi, options: NextOptions = {}): NextHandlers {
  const { basePath = '', after, trustProxy = false } = options
  if (!/^(?:\/[^/?#]+)*$/.test(basePath)) {
    throw new TypeError(`basePath: ${JSON.stringify(basePath)} is none of next.config, such as '/site'`)
  }
  const ask = askingFrom<Omit<NextHost, 'waitUntil'>>(
    basePath === '' ? api : under(basePath, api),
    options,
    after,
  )
  const handler: NextHandler = (request, { params }) => {
    const ip = trustProxy ? lastOf(request.headers.get('x-forwarded-for')) : undefined
    return ask(request, { params, ip })
  }
  return {
    GET: handler,
    HEAD: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
    OPTIONS: handler,
  }
}

/** The edge runtime leaves `basePath` in the URL. */
function under(basePath: string, api: FetchApi): FetchApi {
  return {
    fetch(request, host) {
      const url = new URL(request.url)
      if (`${url.pathname}/`.startsWith(`${basePath}/`)) return api.fetch(request, host)
      url.pathname = basePath + url.pathname
      return api.fetch(new Request(url, request), host)
    },
  }
}

const lastOf = (list: string | null): string | undefined => list?.split(',').at(-1)?.trim() || undefined
