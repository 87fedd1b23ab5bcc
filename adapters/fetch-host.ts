import { checkHost, type OriginOptions, originFor } from './origin.ts'
import { refuseHost, refuseMethod } from './refuse.ts'
import { untilDone, type WaitUntil } from './wait-until.ts'

/*
 * What the hosts have in common that speak Fetch themselves.
 */

/** What these adapters need of the API: a shape, so that a wrapper around the API fits as well. */
export interface FetchApi {
  fetch(request: Request, host?: unknown): Response | Promise<Response>
}

export interface FetchHostOptions extends OriginOptions {
  /** Told of what work given to `waitUntil` failed with, and of the request as the host gave it. Default: `console.error`. */
  onError?: (error: unknown, request: Request) => void
}

/**
 * Asks the API under the URL that the client named, with the facts of the host. `Facts` beside `waitUntil` are the
 * host's own, `keep` is its way to be kept alive. Throws `TypeError` at once for options that cannot be meant.
 */
export function askingFrom<Facts extends object>(
  api: FetchApi,
  options: FetchHostOptions,
  keep?: WaitUntil,
): (request: Request, facts: Facts) => Promise<Response> {
  checkHost(options.host)
  return async (incoming, facts) => {
    const refusal = refuseMethod(incoming.method)
    if (refusal !== undefined) return refusal
    const url = readdressed(incoming, options)
    if (url === undefined) return refuseHost()
    const request = url === incoming.url ? incoming : new Request(url, incoming)
    const report = (error: unknown) =>
      options.onError ? options.onError(error, incoming) : console.error(error)
    return api.fetch(request, { ...facts, waitUntil: untilDone(report, keep) })
  }
}

/**
 * `undefined` when the request names no host that could be one. Read as text: where the Host header is malformed or
 * missing, Bun's `request.url` is a bare path, and Deno's may be no URL, or one whose host ends where a path begins.
 */
function readdressed({ url, headers }: Request, options: OriginOptions): string | undefined {
  const [, scheme, authority, rest = url] = /^(https?):\/\/([^/?#\\]*)(.*)$/is.exec(url) ?? []
  const origin = originFor(
    {
      isSecure: scheme?.toLowerCase() === 'https',
      // HTTP/2 has no such field; the URL is then made of its `:authority`.
      host: headers.get('host') || authority,
      field: (name) => headers.get(name),
    },
    options,
  )
  return origin !== undefined && URL.canParse(origin + rest) ? new URL(origin + rest).href : undefined
}
