import { joinedBytes } from '../../core/domain/joined-bytes.ts'
import { parse } from '../../core/domain/json.ts'
import { isRow } from '../../formats/rows.ts'
import { MoveError } from '../move-error.ts'
import { failureOf } from './fetch-failures.ts'
import { addressFrom, isSameSite, shownAddress } from './web-address.ts'

/*
 * Reads JSON from a site of others, politely: two requests at a time, with pauses after failures. The site is not
 * trusted: answers and redirects have bounds, and the credentials go to the caller's site alone.
 */

export interface Reply {
  /** Where the answer came from, after redirects. */
  readonly url: string
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

/** A header field `Authorization`, and the site that it is for. */
export interface Credentials {
  readonly authorization: string
  readonly site: URL
}

export interface AskOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** A page behind the last one: if it is missing, that is no failure of the site. */
  readonly mayBeMissing?: boolean
}

/** The host answers, and shows no page: it leads in a circle, or has a fault that does not pass. */
export class NoPage extends MoveError {}

const PARALLEL_REQUESTS = 2
const ATTEMPTS = 8
/** Attempts with a host that has never answered. */
const FIRST_ATTEMPTS = 3
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 60_000
/** Milliseconds until a request without an answer counts as failed. */
const PATIENCE = 60_000
/** Bytes of an answer. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_REDIRECTS = 10

/** A site that answers an error, or breaks off, may answer the same request later. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** Runs two works at a time. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running === PARALLEL_REQUESTS) await new Promise<void>((resolve) => waiting.push(resolve))
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
  credentials: Credentials | undefined,
  inTurn = createTurns(),
) {
  const { fetch: ask = fetch, signal, now = () => new Date() } = options
  const sleep = options.sleep ?? ((time) => pause(time, signal))
  /** Hosts that have answered: if they fail, they may come back. */
  const answered = new Set<string>()

  /** Follows redirects itself, because each one decides anew who may get the credentials. */
  async function follow(start: string, headers: Readonly<Record<string, string>>, stop: AbortSignal) {
    let url = start
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const response = await ask(url, {
        headers: headersFor(start, url, headers),
        redirect: 'manual',
        signal: stop,
      })
      answered.add(new URL(url).host)
      const location = isRedirect(response.status) ? response.headers.get('location') : null
      if (location === null) return { response, url }
      response.body?.cancel().catch(() => {})
      url = addressFrom(start, location, url).href
    }
    throw new NoPage(`${shownAddress(start)}: more than ${MOST_REDIRECTS} redirects`)
  }

  /** Without the credentials, another host would answer less, and what it leaves out would count as gone. */
  function headersFor(start: string, url: string, headers: Readonly<Record<string, string>>) {
    const plain = { accept: 'application/json', ...headers }
    if (credentials === undefined) return plain
    if (isSameSite(credentials.site, new URL(url))) {
      return { ...plain, authorization: credentials.authorization }
    }
    throw new MoveError(
      `${shownAddress(start)}: this leads to ${new URL(url).origin}. The password is only for ${credentials.site.origin}`,
    )
  }

  /** One attempt; a failure if it may pass. */
  async function attempt(start: string, { headers = {} }: AskOptions): Promise<Reply | Failure> {
    try {
      const timeout = AbortSignal.timeout(PATIENCE)
      const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
      const { response, url } = await follow(start, headers, stop)
      const bytes = await bytesOf(response, url)
      const text = new TextDecoder().decode(bytes)
      if (isPassing(response.status)) {
        return { failure: `status ${response.status}`, after: response.headers.get('retry-after') }
      }
      const body = parse(text)
      if (body === undefined && isJson(response.headers))
        return { failure: 'an answer that broke off', after: null }
      const reply = { url, status: response.status, headers: response.headers, body: body ?? text, bytes }
      // How a site shows that its database did not answer.
      if (response.status === 404 && isRow(body) && body.code === 'event-archive-page-not-found') {
        return { failure: 'a page that is missing', after: null, reply }
      }
      return reply
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof MoveError) throw error
      const { message, isFinal } = failureOf(error)
      if (isFinal && !answered.has(new URL(start).host)) {
        throw new MoveError(`${shownAddress(start)}: ${message}`)
      }
      return { failure: message, after: null }
    }
  }

  /** Answers of any status but those that may pass. Throws `MoveError` if those do not end. */
  return (url: string, how: AskOptions = {}): Promise<Reply> =>
    inTurn(async () => {
      for (let tries = 1; ; tries++) {
        signal?.throwIfAborted()
        const result = await attempt(url, how)
        if (!('failure' in result)) return result
        const most = answered.has(new URL(url).host) ? ATTEMPTS : FIRST_ATTEMPTS
        if (result.reply !== undefined && (how.mayBeMissing || tries === most)) return result.reply
        if (tries === most) {
          const message = `${shownAddress(url)}: ${result.failure}, ${tries} times`
          throw answered.has(new URL(url).host) ? new NoPage(message) : new MoveError(message)
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
async function bytesOf(response: Response, url: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done || value === undefined) break
    size += value.length
    if (size > MOST_BYTES) {
      reader?.cancel().catch(() => {})
      throw new MoveError(`${shownAddress(url)}: an answer of more than ${MOST_BYTES} bytes`)
    }
    pieces.push(value)
  }
  return joinedBytes(pieces, size)
}

const isJson = (headers: Headers): boolean => /json/i.test(headers.get('content-type') ?? '')

/** In milliseconds. `Retry-After` is a number of seconds or a date. */
function pauseAfter(tries: number, after: string | null, now: Date): number {
  const own = FIRST_PAUSE * 2 ** (tries - 1)
  const seconds = after === null || after === '' ? Number.NaN : Number(after)
  const asked = Number.isNaN(seconds) ? Date.parse(after ?? '') - now.getTime() : seconds * 1000
  return Math.min(LONGEST_PAUSE, Math.max(own, Number.isNaN(asked) ? 0 : asked))
}
