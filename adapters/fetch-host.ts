import { checkApi } from './check-api.ts'
import { checkHost, type OriginOptions, originFor } from './origin.ts'
import { refuseHost, refuseMethod } from './refuse.ts'
import { untilDone, type WaitUntil } from './wait-until.ts'

/*
 * Shared by the adapters of hosts that speak Fetch.
 */

/**
 * The parts of the API that these adapters need. A wrapper around the API fits too. An API for another host does not,
 * because its `authenticate` needs another host object.
 */
export interface FetchApi<Host> {
  readonly fetch: (request: Request, host: Host) => Response | Promise<Response>
}

export interface FetchHostOptions extends OriginOptions {
  /** Called with errors of work passed to `waitUntil`, and with the host's request. Default: `console.error`. */
  onError?: ((error: unknown, request: Request) => void) | undefined
}

/**
 * Makes a function that calls the API with the URL that the client sent. `Facts`: the parts of the host object beside
 * `waitUntil`. `extend`: the host's own `waitUntil`. Throws `TypeError` at once for invalid options, and for a value that
 * is not an API.
 */
export function callerFor<Facts extends object>(
  adapter: string,
  api: FetchApi<Facts & { readonly waitUntil: WaitUntil }>,
  options: FetchHostOptions,
  extend?: WaitUntil,
): (request: Request, facts: Facts) => Promise<Response> {
  checkApi(adapter, api, ['fetch'])
  checkHost(options.host)
  return async (incoming, facts) => {
    const refusal = refuseMethod(incoming.method)
    if (refusal !== undefined) return refusal
    const url = readdressed(incoming, options)
    if (url === undefined) return refuseHost()
    const request = url === incoming.url ? incoming : new Request(url, incoming)
    const report = (error: unknown) =>
      options.onError ? options.onError(error, incoming) : console.error(error)
    return api.fetch(request, { ...facts, waitUntil: untilDone(report, extend) })
  }
}

/**
 * `undefined` when the host of the request is invalid. The URL is read as text, because with a malformed or missing Host
 * header, Bun's `request.url` is only a path, and Deno's is not a URL or has a wrong host.
 */
function readdressed({ url, headers }: Request, options: OriginOptions): string | undefined {
  const [, scheme, authority, rest = url] = /^(https?):\/\/([^/?#\\]*)(.*)$/is.exec(url) ?? []
  const origin = originFor(
    {
      isSecure: scheme?.toLowerCase() === 'https',
      // HTTP/2 has no Host field. Its `:authority` is in the URL.
      host: headers.get('host') || authority,
      field: (name) => headers.get(name),
    },
    options,
  )
  return origin !== undefined && URL.canParse(origin + rest) ? new URL(origin + rest).href : undefined
}
