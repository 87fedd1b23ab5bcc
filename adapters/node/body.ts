import type { Exchange } from './exchange.ts'

/*
 * The body of a request: as it comes, or made again from what a parser in front has read.
 */

export function bodyFor(x: Exchange, method: string, headers: Headers): BodyInit | null {
  const { req } = x
  const sent =
    'stream' in req
      ? !req.stream.endAfterHeaders
      : headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0
  if (!sent || method === 'GET' || method === 'HEAD') return null
  // Express 4 sets `req.body = {}` even where its parsers let the body be; only a stream that was read has been parsed.
  if (!req.readableDidRead && !req.readableEnded) return streamOf(x)
  const { body } = req
  if (body === undefined) return req.readableEnded ? null : streamOf(x)
  // The parser has also undone these.
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name)
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  headers.set('content-type', 'application/json')
  return JSON.stringify(body)
}

/**
 * Not `Readable.toWeb`: cancelling that destroys the socket, and the 413 with it. Nothing is read, and no listener
 * set, before the API pulls: after `next()` the host's own parsers must find the request as it came.
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
      // To close here would pass half a body off as a whole one.
      if (x.answered) return stop(late())
      req.pause()
      controller.enqueue(chunk)
    })
    req.once('end', () => {
      if (!over) controller.close()
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
