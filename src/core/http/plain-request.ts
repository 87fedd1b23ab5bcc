import type { PlainRequest } from '../../types/index.ts'

/*
 * Requests are plain values here. On Node, making a `Request` takes longer than all of `node:http`, and most operations
 * need only the method, the URL and a few header fields.
 */

export const plainRequest = (request: Request | PlainRequest): PlainRequest =>
  'toRequest' in request ? request : new WholeRequest(request)

class WholeRequest implements PlainRequest {
  readonly method: string
  readonly url: string
  readonly #request: Request

  constructor(request: Request) {
    this.method = request.method
    this.url = request.url
    this.#request = request
  }

  get headers(): Headers {
    return this.#request.headers
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  get body(): Request['body'] {
    return this.#request.body
  }

  toRequest(): Request {
    return this.#request
  }
}
