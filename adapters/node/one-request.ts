import { Agent as HttpAgent, type IncomingMessage, request as requestByHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestByHttps } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { CheckedLookup } from './checked-lookup.ts'
import { PublicFetchError } from './public-fetch-error.ts'

/* One request over `node:http`, which connects to the addresses that it is given, and its answer as a `Response`. */

export interface Question {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: Uint8Array | undefined
  readonly lookup: CheckedLookup
}

export interface Bounds {
  /** Bytes of the body, after decoding. */
  readonly size: number
  readonly signal: AbortSignal
  /** Why the signal was aborted. */
  readonly reasonOf: () => unknown
}

export interface Answer {
  readonly response: Response
  /** Ends the connection of an answer that nobody reads. */
  destroy(): void
}

// A connection for each request: one that is kept could have been opened after another check.
const HTTP = new HttpAgent({ keepAlive: false })
const HTTPS = new HttpsAgent({ keepAlive: false })

export async function ask(question: Question, bounds: Bounds): Promise<Answer> {
  const message = await messageFor(question, bounds.signal)
  const destroy = () => void message.destroy()
  try {
    return { response: responseOf(message, question.method, bounds), destroy }
  } catch (error) {
    destroy()
    throw error
  }
}

function messageFor({ url, method, headers, body, lookup }: Question, signal: AbortSignal) {
  const isSecure = url.protocol === 'https:'
  const options = {
    method,
    headers: { ...Object.fromEntries(headers), ...(body && { 'content-length': body.length }) },
    agent: isSecure ? HTTPS : HTTP,
    signal,
    ...(lookup && { lookup }),
  }
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = isSecure ? requestByHttps(url, options) : requestByHttp(url, options)
    request.on('response', resolve)
    request.on('error', (cause) => {
      reject(
        cause instanceof PublicFetchError
          ? cause
          : new PublicFetchError(`${url.host} cannot be reached: ${cause.message}`, { cause }),
      )
    })
    // Nobody asked for another protocol.
    request.on('upgrade', (_message, socket) => {
      socket.destroy()
      reject(new PublicFetchError(`${url.host} changes the protocol`))
    })
    request.end(body)
  })
}

function responseOf(message: IncomingMessage, method: string, bounds: Bounds): Response {
  const status = message.statusCode ?? 0
  if (status < 200 || status > 599) throw new PublicFetchError(`an answer with the status ${status}`)
  const headers = new Headers()
  for (let at = 0; at + 1 < message.rawHeaders.length; at += 2) {
    headers.append(message.rawHeaders[at] ?? '', message.rawHeaders[at + 1] ?? '')
  }
  if (method === 'HEAD' || [204, 205, 304].includes(status)) {
    message.resume()
    return new Response(null, { status, headers })
  }
  if (Number(headers.get('content-length')) > bounds.size) throw tooLarge(bounds.size)
  const decoder = decoderOf(headers.get('content-encoding') ?? '')
  return new Response(bounded(decoder === undefined ? message : decodedBy(decoder, message), bounds), {
    status,
    headers,
  })
}

/** `undefined`: the body is as it is. Codings over each other are refused: a few bytes could become gigabytes. */
function decoderOf(coding: string) {
  const name = coding.trim().toLowerCase()
  if (name === '' || name === 'identity') return undefined
  if (name === 'gzip' || name === 'x-gzip') return createGunzip()
  if (name === 'br') return createBrotliDecompress()
  if (name === 'deflate') return createInflate()
  throw new PublicFetchError(
    name.includes(',')
      ? 'the answer has more than one Content-Encoding'
      : `the Content-Encoding ${JSON.stringify(name.slice(0, 40))} is not known`,
  )
}

/**
 * An error on one side ends the other one; the reader of the decoder gets it. Redirects, refused answers and bodies that are
 * canceled have no reader, and an error that nobody listens to would end the process.
 */
function decodedBy(decoder: ReturnType<typeof createGunzip>, message: IncomingMessage): Readable {
  decoder.on('error', () => {})
  pipeline(message, decoder, () => {})
  return decoder
}

const tooLarge = (size: number) =>
  new PublicFetchError(`the answer has more than ${size.toLocaleString('en')} bytes`)

/** The body while it is asked for: what is over the bound is not in memory. */
function bounded(source: Readable, { size, signal, reasonOf }: Bounds): ReadableStream<Uint8Array> {
  const stop = () => void source.destroy()
  signal.addEventListener('abort', stop, { once: true })
  const done = () => {
    signal.removeEventListener('abort', stop)
    source.destroy()
  }
  const pieces: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]()
  let left = size
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await pieces.next()
          if (signal.aborted) throw reasonOf()
          if (piece.done) {
            done()
            return controller.close()
          }
          left -= piece.value.length
          if (left < 0) throw tooLarge(size)
          controller.enqueue(new Uint8Array(piece.value))
        } catch (error) {
          done()
          controller.error(signal.aborted ? reasonOf() : inWords(error))
        }
      },
      cancel: done,
    },
    { highWaterMark: 0 },
  )
}

function inWords(error: unknown): unknown {
  return error instanceof PublicFetchError
    ? error
    : new PublicFetchError('the answer broke off', { cause: error })
}
