import type { PlainRequest } from '../../src/types/index.ts'
import type { NodeRequest } from './messages.ts'

export type ReadableHeaders = PlainRequest['headers']

/** The header fields of Node's request. For single fields this saves the 2 µs of making `Headers`. */
export class SentHeaders implements ReadableHeaders {
  readonly #req: NodeRequest

  constructor(req: NodeRequest) {
    this.#req = req
  }

  get(name: string): string | null {
    const value: unknown = this.#req.headers[name.toLowerCase()]
    if (Array.isArray(value)) return value.join(', ')
    return typeof value === 'string' ? value : null
  }

  has(name: string): boolean {
    return this.get(name) !== null
  }
}

export function headersFrom(req: NodeRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (name.startsWith(':') || value === undefined) continue // pseudo-header fields of HTTP/2, such as `:method`
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one)
  }
  return headers
}
