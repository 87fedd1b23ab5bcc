import type { PlainRequest, PlainResponse } from 'kalends'
import type { Made } from './page-cache.ts'

/*
 * Responses: pages with their ETag, redirects, and texts.
 */

export type AnyRequest = Request | PlainRequest

const encoder = new TextEncoder()

const BASICS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' }

export const REVALIDATED = 'public, max-age=0, must-revalidate'

export async function madeOf(
  text: string,
  headers: Readonly<Record<string, string>>,
  status = 200,
  until = Number.POSITIVE_INFINITY,
): Promise<Made> {
  const body = encoder.encode(text)
  return { status, headers: { ...BASICS, ...headers }, body, etag: `"${hashOf(body)}"`, until }
}

/** 64 bits in two lanes. It only tells versions of a page apart; SHA-256 would take a tenth of the making of a page. */
function hashOf(bytes: Uint8Array): string {
  let [a, b] = [bytes.length, 0x41c6ce57]
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x9e3779b1)
    b = Math.imul(b ^ byte, 0x5f356495)
    // Multiplication carries upwards only, so the top bits are mixed into the bottom ones.
    a ^= a >>> 15
    b ^= b >>> 13
  }
  return `${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`
}

const tagsOf = (field: string): string[] => field.split(',').map((one) => one.trim().replace(/^W\//, ''))

/** The response with a page that is made: 304 where the client has it. */
export async function respond(request: AnyRequest, made: Made): Promise<PlainResponse> {
  const known = request.headers.get('if-none-match')
  const isKept = made.headers['cache-control'] !== 'no-store'
  const headers = isKept ? { ...made.headers, vary: 'accept-encoding' } : made.headers
  if (
    isKept &&
    made.status === 200 &&
    known !== null &&
    (known === '*' || tagsOf(known).includes(made.etag))
  ) {
    return { status: 304, headers: { ...headers, etag: made.etag }, body: null }
  }
  const isHead = request.method === 'HEAD'
  const compressed = isKept && takesGzip(request) ? await compressedOf(made) : undefined
  const body = compressed ?? made.body
  const coding = compressed === undefined ? {} : { 'content-encoding': 'gzip' }
  const etag = compressed === undefined ? made.etag : `W/${made.etag}`
  return {
    status: made.status,
    headers: {
      ...headers,
      ...coding,
      ...(isKept && made.status === 200 ? { etag } : {}),
      'content-length': String(body.length),
    },
    body: isHead ? null : body,
  }
}

/** Hosts that give a `Request` compress themselves. */
const takesGzip = (request: AnyRequest): boolean =>
  'toRequest' in request &&
  typeof CompressionStream !== 'undefined' &&
  (request.headers.get('accept-encoding') ?? '').split(',').some(isGzip)

/** Whether an entry of `Accept-Encoding` takes gzip (RFC 9110, section 12.5.3). */
function isGzip(entry: string): boolean {
  const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return (coding === 'gzip' || coding === '*') && Number(weight) > 0
}

function compressedOf(made: Made): Promise<Uint8Array<ArrayBuffer>> {
  made.compressed ??= compress(made.body)
  return made.compressed
}

async function compress(body: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

export const redirect = (location: string, status: 301 | 302 | 303 = 301): PlainResponse => ({
  status,
  headers: {
    ...BASICS,
    location,
    'content-length': '0',
    // Another record can take the slug of a redirect.
    'cache-control': status === 303 ? 'no-store' : REVALIDATED,
  },
  body: null,
})

export const notAllowed = (allow: string): PlainResponse => ({
  status: 405,
  headers: { ...BASICS, allow, 'content-length': '0' },
  body: null,
})

/** A response of the API as it is. */
export async function passOn(response: Response): Promise<PlainResponse> {
  const body = response.body === null ? null : new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}
