import type { BodyRead, PlainRequest } from '../../src/types/index.ts'
import type { Exchange } from './exchange.ts'

/*
 * The body of a request: as it arrives, or made again from the result of a parser in front.
 */

/** Whether the request has a body that a `Request` can have, too. */
export function hasBody({ req }: Exchange, method: string, headers: PlainRequest['headers']): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return 'stream' in req
    ? !req.stream.endAfterHeaders
    : headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0
}

export function bodyFor(x: Exchange, method: string, headers: Headers): BodyInit | null {
  const { req } = x
  if (!hasBody(x, method, headers)) return null
  // Express 4 sets `req.body = {}` even for bodies that its parsers ignore. Only a stream that was read was parsed.
  if (!req.readableDidRead && !req.readableEnded) return streamOf(x)
  const { rawBody } = req
  const isRaw = typeof rawBody === 'string' || rawBody instanceof Uint8Array
  const body = isRaw ? rawBody : req.body
  // A parser has read it and kept it elsewhere. The header fields promise a body, so the API refuses the request.
  if (body === undefined) return req.readableEnded ? null : streamOf(x)
  // These fields describe the body before parsing.
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name)
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  headers.set('content-type', 'application/json')
  return JSON.stringify(body)
}

/** Not `Readable.toWeb`, because cancelling that destroys the socket, and the 413 with it. */
function streamOf(x: Exchange): ReadableStream<Uint8Array> {
  const body = new ArrivingBody(x)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await body.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => body.cancel(),
    },
    { highWaterMark: 0 },
  )
}

/** Why nothing more comes. */
type Over = 'complete' | { readonly reason: unknown }

/**
 * The body as it arrives. It has what the API uses of a stream, because making a `ReadableStream` and its `Request`
 * takes a tenth of a create. Before the first read, nothing is read and no listener is set: after `next()`, the host's
 * own parsers must find the request unchanged.
 */
export class ArrivingBody {
  readonly #x: Exchange
  #isReading = false
  readonly #pieces: Uint8Array[] = []
  #over: Over | undefined
  #reading: { resolve(read: BodyRead): void; reject(reason: unknown): void } | undefined

  constructor(x: Exchange) {
    this.#x = x
  }

  getReader(): this {
    return this
  }

  read(): Promise<BodyRead> {
    return new Promise((resolve, reject) => {
      this.#reading = { resolve, reject }
      if (this.#isReading) this.#settle()
      else this.#start()
      if (this.#reading !== undefined) this.#x.req.resume()
    })
  }

  async cancel(): Promise<void> {
    this.#over ??= 'complete'
    this.#x.req.pause()
  }

  #start(): void {
    this.#isReading = true
    const { req, gone } = this.#x
    const late = () => this.#end({ reason: new Error('The request was answered before its body was read') })
    const leave = () => this.#end({ reason: gone.reason })
    if (gone.aborted) leave()
    else if (this.#x.answered) late()
    gone.addEventListener('abort', leave, { once: true })
    req.on('data', (piece: Uint8Array) => {
      // Ending here would make half a body look complete.
      if (this.#x.answered) late()
      if (this.#over !== undefined) return
      req.pause()
      this.#pieces.push(piece)
      this.#settle()
    })
    req.once('end', () => this.#end('complete'))
    // Without this, a read after the response would never settle.
    req.once('close', late)
  }

  #end(over: Over): void {
    this.#over ??= over
    this.#settle()
  }

  #settle(): void {
    const reading = this.#reading
    if (reading === undefined) return
    const value = this.#pieces.shift()
    if (value === undefined && this.#over === undefined) return
    this.#reading = undefined
    if (value !== undefined) reading.resolve({ done: false, value })
    else if (this.#over === 'complete') reading.resolve({ done: true })
    else reading.reject(this.#over?.reason)
  }
}
