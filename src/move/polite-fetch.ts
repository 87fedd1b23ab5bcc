/*
 * Reads JSON from a site of others, politely: two requests at a time, with pauses after failures.
 */

export type Row = Readonly<Record<string, unknown>>

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
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

/** The site cannot be read: it is not reachable, refuses the credentials, or is not an events site. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}

/** A site that answers an error, or breaks off, may answer the same request later. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRow) : [])

export function createPoliteFetch(options: FetchOptions, headers: Readonly<Record<string, string>> = {}) {
  const { fetch: ask = fetch, signal, now = () => new Date() } = options
  const sleep = options.sleep ?? ((time) => new Promise((resolve) => setTimeout(resolve, time)))
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
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

  /** One attempt; a text when it failed in a way that may pass. */
  async function attempt(url: string, more: Readonly<Record<string, string>>): Promise<Reply | Failure> {
    try {
      const timeout = AbortSignal.timeout(PATIENCE)
      const response = await ask(url, {
        headers: { accept: 'application/json', ...headers, ...more },
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      const text = await response.text()
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
          reply: { ...response, status: 404, headers: response.headers, body },
        }
      }
      return { status: response.status, headers: response.headers, body: body ?? text }
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
