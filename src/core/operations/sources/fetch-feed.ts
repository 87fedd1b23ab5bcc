import { joinedBytes } from '../../domain/joined-bytes.ts'
import type { HostRule } from '../../domain/public-host.ts'
import { withoutUnsafe } from '../../domain/text/unsafe-text.ts'

/*
 * One reading of an address that somebody else chose, from a server that may be hostile: with an end in bytes, in time and in
 * redirects. What is wrong is said in words that name no user and no password.
 */

interface Bounds {
  readonly accept: string
  /** Bytes and milliseconds of all answers, redirects and other pages included. */
  readonly bytes: number
  readonly time: number
}

const OF_FEEDS: Bounds = {
  accept: 'text/calendar, application/json;q=0.9, */*;q=0.1',
  bytes: 10 * 1024 * 1024,
  time: 20_000,
}
const MOST_REDIRECTS = 5
/** Characters of a header field that is sent again with the next request. */
const LONGEST_FIELD = 1000
const REDIRECTS = [301, 302, 303, 307, 308]

/** Why a source could not be read. */
export class FeedTrouble extends Error {
  /** Seconds before another request is welcome. */
  readonly retryAfter: number | undefined
  /** It is gone for good. */
  readonly isEnded: boolean

  constructor(
    message: string,
    { retryAfter, isEnded = false }: { retryAfter?: number | undefined; isEnded?: boolean } = {},
  ) {
    super(withoutUnsafe(message))
    this.retryAfter = retryAfter
    this.isEnded = isEnded
  }
}

export interface Fetched {
  /** Where the answer came from, without user and password. */
  readonly url: string
  readonly type: string
  readonly bytes: Uint8Array
  readonly etag: string
  readonly last_modified: string
  readonly retryAfter: number | undefined
}

export interface Conditions {
  readonly etag: string
  readonly last_modified: string
}

export interface FeedFetch {
  /** `undefined`: it did not change. Throws `FeedTrouble`. */
  readonly ask: (url: string, conditions?: Conditions) => Promise<Fetched | undefined>
  readonly stop: () => void
}

/** The requests of one reading, which share its time. */
export function createFeedFetch(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  rule: HostRule,
  now: () => Date,
  signal?: AbortSignal,
  { accept, bytes, time }: Bounds = OF_FEEDS,
): FeedFetch {
  const limit = new AbortController()
  const abort = () => limit.abort(signal?.reason)
  const tooSlow = new FeedTrouble(`the server takes longer than ${time / 1000} seconds`)
  const timer = setTimeout(() => limit.abort(tooSlow), time)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  const ended = new Promise<never>((_, reject) => {
    const fail = () => reject(limit.signal.reason)
    limit.signal.addEventListener('abort', fail)
    if (limit.signal.aborted) fail()
  })
  ended.catch(() => {})
  let left = bytes

  async function ask(address: string, conditions?: Conditions): Promise<Fetched | undefined> {
    const first = new URL(address)
    const credentials = credentialsOf(first)
    let url = bare(first)
    for (let redirects = 0; ; redirects++) {
      demandPublic(url, rule)
      const headers: Record<string, string> = { accept }
      if (credentials !== undefined && url.origin === first.origin) headers.authorization = credentials
      if (conditions?.etag) headers['if-none-match'] = conditions.etag
      if (conditions?.last_modified) headers['if-modified-since'] = conditions.last_modified
      const response = await request(url, headers)
      if (REDIRECTS.includes(response.status)) {
        void response.body?.cancel().catch(() => {})
        if (redirects === MOST_REDIRECTS) throw new FeedTrouble('it redirects more than 5 times')
        url = redirected(url, response.headers.get('location'))
        continue
      }
      return answer(response, url, conditions)
    }
  }

  async function request(url: URL, headers: Record<string, string>): Promise<Response> {
    const asked = (async () =>
      fetch(url.href, { method: 'GET', headers, redirect: 'manual', signal: limit.signal }))()
    asked.catch(() => {})
    try {
      return await Promise.race([asked, ended])
    } catch (error) {
      limit.signal.throwIfAborted()
      throw error instanceof FeedTrouble
        ? error
        : new FeedTrouble(`no answer from ${url.host}: ${reasonOf(error)}`)
    }
  }

  async function answer(
    response: Response,
    url: URL,
    conditions: Conditions | undefined,
  ): Promise<Fetched | undefined> {
    const { status, headers } = response
    const retryAfter = secondsIn(headers.get('retry-after'), now())
    if (status === 304 && conditions !== undefined && (conditions.etag || conditions.last_modified))
      return undefined
    if (status !== 200) {
      void response.body?.cancel().catch(() => {})
      if (status === 304) throw new FeedTrouble('the server answers 304 to a request without a condition')
      if (status === 410) throw new FeedTrouble('it is gone for good (410)', { isEnded: true })
      throw new FeedTrouble(`the server answers ${status}${meaningOf(status)}`, { retryAfter })
    }
    const codings = (headers.get('content-encoding') ?? '')
      .split(',')
      .filter((one) => !['', 'identity'].includes(one.trim().toLowerCase()))
    if (codings.length > 1) throw new FeedTrouble('the answer has more than one content coding')
    return {
      url: url.href,
      type: headers.get('content-type') ?? '',
      bytes: await read(response),
      etag: short(headers.get('etag')),
      last_modified: short(headers.get('last-modified')),
      retryAfter,
    }
  }

  async function read({ body }: Response): Promise<Uint8Array> {
    const reader = body?.getReader()
    const pieces: Uint8Array[] = []
    let size = 0
    try {
      for (;;) {
        const part = await Promise.race([reader?.read() ?? { done: true as const, value: undefined }, ended])
        if (part.done || part.value === undefined) return joinedBytes(pieces, size)
        size += part.value.length
        left -= part.value.length
        if (left < 0) throw new FeedTrouble(`the answer is larger than ${bytes / 1024 / 1024} MB`)
        pieces.push(part.value)
      }
    } catch (error) {
      void reader?.cancel().catch(() => {})
      limit.signal.throwIfAborted()
      throw error instanceof FeedTrouble
        ? error
        : new FeedTrouble(`the answer breaks off: ${reasonOf(error)}`)
    }
  }

  return {
    ask,
    stop() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

function demandPublic(url: URL, rule: HostRule): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FeedTrouble('it leads to an address that is neither http nor https')
  }
  if (rule.isRefused(url)) throw new FeedTrouble(`${url.host} is an address of a private network`)
}

/** Without user, password and fragment. */
function bare(url: URL): URL {
  const own = new URL(url)
  own.username = ''
  own.password = ''
  own.hash = ''
  return own
}

function credentialsOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  const pair = `${decoded(username)}:${decoded(password)}`
  const bytes = new TextEncoder().encode(pair)
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Credentials in a redirect are those of the server that sends it, and are not used. */
function redirected(from: URL, location: string | null): URL {
  if (location === null || !URL.canParse(location, from)) throw new FeedTrouble('it redirects to no address')
  return bare(new URL(location, from))
}

const short = (field: string | null): string =>
  field !== null && field.length <= LONGEST_FIELD && /^[\x20-\x7e]*$/.test(field) ? field : ''

/** `Retry-After`: seconds, or a date. */
function secondsIn(field: string | null, now: Date): number | undefined {
  if (field === null) return undefined
  if (/^\s*\d{1,9}\s*$/.test(field)) return Number(field)
  const date = Date.parse(field)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now.getTime()) / 1000)
}

const meaningOf = (status: number): string =>
  status === 401 || status === 403
    ? ': it wants a user and a password, or others than these'
    : status === 404
      ? ': there is nothing at this address'
      : status === 429
        ? ': it is asked too often'
        : ''

/** The message of an error without addresses, which can have credentials. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? causeOf(error) : String(error))
    .replace(/\b\w+:\/\/\S+/g, 'the address')
    .slice(0, 200)

const causeOf = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message !== '' ? cause.message : message
