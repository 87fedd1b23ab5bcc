import { askingFrom, type FetchApi, type FetchHostOptions } from './fetch-host.ts'
import type { WaitUntil } from './wait-until.ts'

export type { FetchApi, FetchHostOptions, WaitUntil }

/** What this adapter needs of Bun's server. */
export interface BunServer {
  requestIP(request: Request): { readonly address: string } | null
}

/** The second argument of `api.fetch`: what Bun knows of the request and a `Request` cannot say. */
export interface BunHost {
  readonly server: BunServer
  /**
   * The address at the other end of the socket: behind a proxy, the proxy. `undefined` once the client has gone, and
   * on Unix sockets.
   */
  readonly ip: string | undefined
  readonly waitUntil: WaitUntil
}

/** The API as `fetch` of `Bun.serve`, or as a handler among its `routes`. */
export function toBunHandler(
  api: FetchApi,
  options: FetchHostOptions = {},
): (request: Request, server: BunServer) => Promise<Response> {
  const ask = askingFrom<Omit<BunHost, 'waitUntil'>>(api, options)
  return (request, server) => ask(request, { server, ip: server.requestIP(request)?.address })
}
