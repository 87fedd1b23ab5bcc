import { joinedBytes } from '../domain/joined-bytes.ts'
import { MoveError } from './move-error.ts'
import { isRow } from './rows.ts'

/*
 * Reads JSON from a site of others, politely: two requests at a time, with pauses after failures.
 */

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly bytes: Uint8Array
}

export interface FetchOptions {
  /** Default: `fetch` of the runtime. */
  readonly fetch?: typeof fetch | undefined
  readonly signal?: AbortSignal | undefined
  /** Waits between attempts. Default: a timer. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined
  readonly now?: (() => Date) | undefined
}

const AT_ONCE = 2
const ATTEMPTS = 8
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 60_000
/** Milliseconds until a request without an answer counts as failed. */
const PATIENCE = 60_000
/** Bytes of an answer. */
const MOST_BYTES = 64 * 1024 * 1024

/** A site that answers an error, or breaks off, may answer the same request later. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500

/** Runs two works at a time. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

/** Waits, or until an abort. */
const pause = (time: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, time)
    signal?.addEventListener('abort', done)
  })

export function createPoliteFetch(
  options: FetchOptions,
  headers: Readonly<Record<string, string>> = {},
  inTurn = createTurns(),
) {
  const { fetch: ask = fetch, signal, now = () => new Date() } = options
  const sleep = options.sleep ?? ((time) => pause(time, signal))

  /** One attempt; a text when it failed in a way that may pass. */
  async function attempt(url: string, more: Readonly<Record<string, string>>): Promise<Reply | Failure> {
    try {
      const timeout = AbortSignal.timeout(PATIENCE)
      const response = await ask(url, {
        headers: { accept: 'application/json', ...headers, ...more },
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      const bytes = await bytesOf(response)
      const text = new TextDecoder().decode(bytes)
      if (isPassing(response.status)) {
        return { failure: `status ${response.status}`, after: response.headers.get('retry-after') }
      }
      const body = parsed(text)
      if (body === undefined && isJson(response.headers))
        return { failure: 'an answer that broke off', after: null }
      // How a site shows that its database did not answer.
      if (response.status === 404 && isRow(body) && body.code === 'event-archive-page-not-found') {
        return {
          failure: 'a page that is missing',
          after: null,
          reply: { status: 404, headers: response.headers, body, bytes },
        }
      }
      return { status: response.status, headers: response.headers, body: body ?? text, bytes }
    } catch (error) {
      signal?.throwIfAborted()
      return { failure: error instanceof Error ? error.message : String(error), after: null }
    }
  }

  /** Answers of any status but those that may pass. Throws `MoveError` if those do not end. */
  return (url: string, more: Readonly<Record<string, string>> = {}): Promise<Reply> =>
    inTurn(async () => {
      for (let tries = 1; ; tries++) {
        signal?.throwIfAborted()
        const result = await attempt(url, more)
        if (!('failure' in result)) return result
        if (tries === ATTEMPTS) {
          if (result.reply !== undefined) return result.reply
          throw new MoveError(`${url}: ${result.failure}, ${ATTEMPTS} times`)
        }
        await sleep(pauseAfter(tries, result.after, now()))
        signal?.throwIfAborted()
      }
    })
}

export type PoliteFetch = ReturnType<typeof createPoliteFetch>

interface Failure {
  readonly failure: string
  /** The header field `Retry-After`. */
  readonly after: string | null
  /** The answer, if it is the last one. */
  readonly reply?: Reply
}

/** Throws for an answer that is too large, before it is in memory. */
async function bytesOf(response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done || value === undefined) break
    size += value.length
    if (size > MOST_BYTES) {
      await reader?.cancel()
      throw new MoveError(`an answer of more than ${MOST_BYTES} bytes`)
    }
    pieces.push(value)
  }
  return joinedBytes(pieces, size)
}

const isJson = (headers: Headers): boolean => /json/i.test(headers.get('content-type') ?? '')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** In milliseconds. `Retry-After` is a number of seconds or a date. */
function pauseAfter(tries: number, after: string | null, now: Date): number {
  const own = FIRST_PAUSE * 2 ** (tries - 1)
  const seconds = after === null || after === '' ? Number.NaN : Number(after)
  const asked = Number.isNaN(seconds) ? Date.parse(after ?? '') - now.getTime() : seconds * 1000
  return Math.min(LONGEST_PAUSE, Math.max(own, Number.isNaN(asked) ? 0 : asked))
}
