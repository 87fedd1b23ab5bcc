import { callerFor, type FetchApi, type FetchHostOptions } from './fetch-host.ts'
import type { WaitUntil } from './wait-until.ts'

export type { FetchApi, FetchHostOptions, WaitUntil }

/** Facts about a request from `Deno.serve`. */
export interface DenoServeInfo {
  readonly remoteAddr: { readonly transport: string; readonly hostname?: string }
}

/** The second argument of `api.fetch`: facts about the request that a `Request` does not have. */
export interface DenoHost {
  readonly info: DenoServeInfo
  /** The address at the other end of the socket. Behind a proxy it is the proxy's. `undefined` on Unix sockets. */
  readonly ip: string | undefined
  readonly waitUntil: WaitUntil
}

/**
 * The API as a handler for `Deno.serve`.
 *
 * @example
 * ```ts
 * import { toDenoHandler } from 'kalends/adapters/deno'
 *
 * Deno.serve({ port: Number(Deno.env.get('PORT') ?? 8000) }, toDenoHandler(api))
 * ```
 */
export function toDenoHandler(
  api: FetchApi<DenoHost>,
  options: FetchHostOptions = {},
): (request: Request, info: DenoServeInfo) => Promise<Response> {
  const call = callerFor<Omit<DenoHost, 'waitUntil'>>('toDenoHandler', api, options)
  return (request, info) => call(request, { info, ip: info.remoteAddr.hostname })
}
