import type { PlainRequest } from '../../../types/index.ts'

/** Fields that are about the request which brought the batch, and not about its entries. */
const NOT_INHERITED = [
  ...['if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since', 'if-range'],
  ...['idempotency-key', 'x-event-password'],
  ...['accept', 'content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'range'],
  'x-http-method-override',
]

/**
 * An entry of a batch, as a request. It has the fields of the request that brought the batch, such as its credentials,
 * and its own.
 */
export class EntryRequest implements PlainRequest {
  readonly method: string
  readonly url: string
  readonly headers: PlainRequest['headers']
  readonly body = null
  readonly signal: AbortSignal
  readonly #outer: PlainRequest
  readonly #fields: ReadonlyMap<string, string>
  readonly #content: unknown
  #request: Request | undefined

  constructor(
    outer: PlainRequest,
    signal: AbortSignal,
    {
      method,
      url,
      fields,
      content,
    }: {
      readonly method: string
      readonly url: string
      readonly fields: ReadonlyMap<string, string>
      readonly content: unknown
    },
  ) {
    this.method = method
    this.url = url
    this.signal = signal
    this.#outer = outer
    this.#fields = fields
    this.#content = content
    const get = (name: string): string | null => {
      const lower = name.toLowerCase()
      return fields.get(lower) ?? (NOT_INHERITED.includes(lower) ? null : outer.headers.get(name))
    }
    this.headers = { get, has: (name) => get(name) !== null }
  }

  toRequest(): Request {
    this.#request ??= this.#make()
    return this.#request
  }

  #make(): Request {
    const { method, signal } = this
    const headers = new Headers(this.#outer.toRequest().headers)
    for (const name of NOT_INHERITED) headers.delete(name)
    for (const [name, value] of this.#fields) headers.set(name, value)
    if (this.#content === undefined) return new Request(this.url, { method, headers, signal })
    headers.set('content-type', 'application/json')
    return new Request(this.url, { method, headers, signal, body: JSON.stringify(this.#content) })
  }
}
