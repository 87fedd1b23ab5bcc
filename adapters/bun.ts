import { callerFor, type FetchApi, type FetchHostOptions } from './fetch-host.ts'
import type { WaitUntil } from './wait-until.ts'

export type { FetchApi, FetchHostOptions, WaitUntil }

/** The part of Bun's server that this adapter needs. */
export interface BunServer {
  requestIP(request: Request): { readonly address: string } | null
}

/** The second argument of `api.fetch`: facts about the request that a `Request` does not have. */
export interface BunHost {
  readonly server: BunServer
  /**
   * The address at the other end of the socket. Behind a proxy it is the proxy's. `undefined` when the client is gone, and
   * on Unix sockets.
   */
  readonly ip: string | undefined
  readonly waitUntil: WaitUntil
}

/**
 * The API as `fetch` of `Bun.serve`, or as a handler among its `routes`.
 *
 * @example
 * ```ts
 * import { toBunHandler } from 'kalends/adapters/bun'
 *
 * Bun.serve({ port: process.env.PORT ?? 3000, fetch: toBunHandler(api) })
 * ```
 */
export function toBunHandler(
  api: FetchApi<BunHost>,
  options: FetchHostOptions = {},
): (request: Request, server: BunServer) => Promise<Response> {
  const call = callerFor<Omit<BunHost, 'waitUntil'>>('toBunHandler', api, options)
  return (request, server) => call(request, { server, ip: server.requestIP(request)?.address })
}
