import { callerFor, type FetchApi, type FetchHostOptions } from './fetch-host.ts'
import type { WaitUntil } from './wait-until.ts'

export type { FetchApi, FetchHostOptions, WaitUntil }

export interface NextOptions extends FetchHostOptions {
  /**
   * `basePath` of next.config, such as `/site`. Next removes it from the URL of a handler. This option adds it again, so
   * the API's own `basePath` begins with it. Throws `TypeError` at once for a value that Next rejects. Default: none.
   */
  basePath?: string | undefined
  /**
   * `after` of `next/server`. Work passed to `waitUntil` goes there, so that a serverless function stays alive until it is
   * done. Default: the work just continues, which is enough on a server of your own (`next start`).
   */
  after?: WaitUntil | undefined
}

/** The second argument of a route handler. */
export interface NextContext {
  readonly params: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** The second argument of `api.fetch`: facts about the request that a `Request` does not have. */
export interface NextHost {
  /** The dynamic parts of the route, such as `town` of `app/[town]/api/[[...path]]/route.ts`. */
  readonly params: NextContext['params']
  /**
   * The last entry of `X-Forwarded-For`: the address that the nearest proxy saw. `undefined` without `trustProxy`, because
   * anyone can send the header. Next writes the socket's address there only if it is missing.
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
 * Next itself rejects all other methods. Of the origin, only the host comes from the client. The protocol is that of
 * `X-Forwarded-Proto` even without `trustProxy`, because Next reads it before it calls a handler.
 *
 * @example
 * ```ts
 * import { toNextHandlers } from 'kalends/adapters/next'
 *
 * export const { GET, POST } = toNextHandlers(api)
 * ```
 */
export function toNextHandlers(api: FetchApi<NextHost>, options: NextOptions = {}): NextHandlers {
  const { basePath = '', after, trustProxy = false } = options
  if (!/^(?:\/[^/?#]+)*$/.test(basePath)) {
    throw new TypeError(
      `basePath: ${JSON.stringify(basePath)} is not a basePath of next.config, such as '/site'`,
    )
  }
  const call = callerFor<Omit<NextHost, 'waitUntil'>>(
    'toNextHandlers',
    basePath === '' ? api : under(basePath, api),
    options,
    after,
  )
  const handler: NextHandler = (request, { params }) => {
    const ip = trustProxy ? lastOf(request.headers.get('x-forwarded-for')) : undefined
    return call(request, { params, ip })
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

/** Adds `basePath` to the URL, unless it is there: the edge runtime does not remove it. */
function under(basePath: string, api: FetchApi<NextHost>): FetchApi<NextHost> {
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
