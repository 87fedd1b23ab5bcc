import type { Exchange } from './exchange.ts'

/*
 * The body of a request: as it arrives, or made again from the result of a parser in front.
 */

export function bodyFor(x: Exchange, method: string, headers: Headers): BodyInit | null {
  const { req } = x
  const sent =
    'stream' in req
      ? !req.stream.endAfterHeaders
      : headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0
  if (!sent || method === 'GET' || method === 'HEAD') return null
  // Express 4 sets `req.body = {}` even for bodies that its parsers ignore. Only a stream that was read was parsed.
  if (!req.readableDidRead && !req.readableEnded) return streamOf(x)
  const { body } = req
  if (body === undefined) return req.readableEnded ? null : streamOf(x)
  // These fields describe the body before parsing.
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name)
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  headers.set('content-type', 'application/json')
  return JSON.stringify(body)
}

/**
 * Not `Readable.toWeb`, because cancelling that destroys the socket, and the 413 with it. Before the API pulls, nothing is
 * read and no listener is set: after `next()`, the host's own parsers must find the request unchanged.
 */
function streamOf(x: Exchange): ReadableStream<Uint8Array> {
  const { req } = x
  const late = () => new Error('The request was answered before its body was read')
  let reading = false
  let over = false
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const stop = (reason: unknown) => {
      over = true
      controller.error(reason)
    }
    const { gone } = x
    if (gone.aborted) return stop(gone.reason)
    if (x.answered) return stop(late())
    gone.addEventListener('abort', () => stop(gone.reason), { once: true })
    req.on('data', (chunk: Uint8Array) => {
      if (over) return
      // Closing here would make half a body look complete.
      if (x.answered) return stop(late())
      req.pause()
      controller.enqueue(chunk)
    })
    req.once('end', () => {
      if (!over) controller.close()
      over = true
    })
    // Without this, a read after the response would never settle.
    req.once('close', () => {
      if (!over) stop(late())
    })
  }
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!reading) start(controller)
        reading = true
        req.resume()
      },
      cancel() {
        over = true
        req.pause()
      },
    },
    { highWaterMark: 0 },
  )
}
