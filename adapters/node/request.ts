import type { PlainRequest } from '../../src/types/index.ts'
import { ArrivingBody, bodyFor, hasBody } from './body.ts'
import type { Exchange } from './exchange.ts'
import { headersFrom, type ReadableHeaders, SentHeaders } from './headers.ts'

/*
 * Making Node's own `Request` takes 6 µs, 25 with a signal. All of `node:http` takes 15 for a small response. Most
 * operations need only the method, the URL and a few header fields, so the `Request` is made on first use.
 */
export class NodePlainRequest implements PlainRequest {
  readonly url: string
  readonly method: string
  readonly #x: Exchange
  #headers: ReadableHeaders | undefined
  #body: ArrivingBody | undefined
  #request: Request | undefined

  constructor(x: Exchange, url: string, method: string) {
    this.url = url
    this.method = method
    this.#x = x
    // If a parser has read the body, body and header fields are made again.
    if (this.#isParsed) this.toRequest()
  }

  get #isParsed(): boolean {
    const { readableDidRead, readableEnded } = this.#x.req
    return readableDidRead || readableEnded
  }

  get headers(): ReadableHeaders {
    if (this.#request !== undefined) return this.#request.headers
    this.#headers ??= new SentHeaders(this.#x.req)
    return this.#headers
  }

  get signal(): AbortSignal {
    return this.#x.gone
  }

  get body(): PlainRequest['body'] {
    if (this.#body !== undefined) return this.#body
    if (this.#request !== undefined || this.#isParsed) return this.toRequest().body
    if (!hasBody(this.#x, this.method, this.headers)) return null
    this.#body = new ArrivingBody(this.#x)
    return this.#body
  }

  toRequest(): Request {
    if (this.#request !== undefined) return this.#request
    const { url, method } = this
    const headers = headersFrom(this.#x.req)
    // What was read piece by piece is gone, as after `request.text()`.
    const body = this.#body === undefined ? bodyFor(this.#x, method, headers) : null
    // `duplex`: Fetch requires it for streams.
    const init: RequestInit & { duplex: 'half' } = {
      method,
      headers,
      body,
      signal: this.#x.gone,
      duplex: 'half',
    }
    this.#request = new Request(url, init)
    return this.#request
  }
}
