import { askingFrom, type FetchApi, type FetchHostOptions } from './fetch-host.ts'
import type { WaitUntil } from './wait-until.ts'

export type { FetchApi, FetchHostOptions, WaitUntil }

/** What `Deno.serve` says of a request. */
export interface DenoServeInfo {
  readonly remoteAddr: { readonly transport: string; readonly hostname?: string }
}

/** The second argument of `api.fetch`: what Deno knows of the request and a `Request` cannot say. */
export interface DenoHost {
  readonly info: DenoServeInfo
  /** The address at the other end of the socket: behind a proxy, the proxy. `undefined` on Unix sockets. */
  readonly ip: string | undefined
  readonly waitUntil: WaitUntil
}

/** The API as a handler for `Deno.serve`. */
export function toDenoHandler(
  api: FetchApi,
  options: FetchHostOptions = {},
): (request: Request, info: DenoServeInfo) => Promise<Response> {
  const ask = askingFrom<Omit<DenoHost, 'waitUntil'>>(api, options)
  return (request, info) => ask(request, { info, ip: info.remoteAddr.hostname })
}
