import type { CorsOptions, PlainRequest, PlainResponse } from '../../types/index.ts'
import { addVary, type HeaderFields } from './plain-response.ts'

/** Header fields of responses that a script of another origin may read. */
const EXPOSED =
  'X-TEC-Total, X-TEC-TotalPages, ETag, Last-Modified, Location, Retry-After, Idempotent-Replayed'
const ALLOWED_FIELDS = [
  'Authorization',
  'Content-Disposition',
  'Content-Type',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Unmodified-Since',
  'Idempotency-Key',
  'X-Event-Password',
  'X-HTTP-Method-Override',
  'X-WP-Nonce',
]
const DEFAULT_MAX_AGE = 600

/** Origins are compared with `Origin`, character by character (RFC 6454, section 6.2). */
function checkOrigin(origin: string): void {
  const refuse = (hint: string) =>
    new RangeError(`cors.origin: no browser sends the origin '${origin}'; ${hint}`)
  if (origin === '*') throw refuse("every origin is '*' without a list")
  if (origin.includes('*')) throw refuse('each must be listed as it is')
  if (/^https?:/i.test(origin) && URL.canParse(origin)) {
    const { origin: sent } = new URL(origin)
    if (sent !== origin) throw refuse(`it would be '${sent}'`)
  } else if (origin !== 'null' && !/^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/.test(origin)) {
    // Apps have their own schemes, such as capacitor://localhost. Pages without an origin send 'null'.
    throw refuse("it would be one like 'https://app.example'")
  }
}

export interface Cors {
  /** The response, with the header fields that let the origin of the request read it if it may. */
  readonly mark: (answer: PlainResponse, request: Pick<PlainRequest, 'headers'>) => PlainResponse
  /** Header fields of a preflight response (Fetch standard, CORS protocol). */
  readonly preflight: (methods: string) => HeaderFields
}

/**
 * Throws `TypeError` for credentials with every origin, because then every site could use them, and `RangeError` for
 * values that no browser sends or accepts.
 */
export function createCors(options: CorsOptions | undefined, ofFeatures: readonly string[] = []): Cors {
  if (options === undefined) return { mark: (answer) => answer, preflight: () => ({}) }
  const { origin, credentials = false, headers: more = [], maxAge = DEFAULT_MAX_AGE } = options
  if (origin === '*' && credentials) throw new TypeError('cors: credentials need a list of origins')
  if (origin !== '*') {
    // `includes` of a string would find parts of it.
    if (!Array.isArray(origin)) throw new TypeError("cors.origin: must be '*' or a list of origins")
    for (const one of origin) checkOrigin(one)
  }
  if (!Array.isArray(more)) throw new TypeError('cors.headers: must be a list of names')
  for (const name of more) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      throw new RangeError(`cors.headers: '${name}' is not the name of a header field`)
    }
  }
  if (!Number.isSafeInteger(maxAge) || maxAge < 0) {
    throw new RangeError('cors.maxAge: must be a number of whole seconds, from 0 up')
  }
  return {
    mark: (answer, request) => {
      const headers: HeaderFields = { ...answer.headers }
      const marked = { ...answer, headers }
      if (origin !== '*') addVary(headers, 'Origin')
      const asking = request.headers.get('origin')
      if (asking === null || (origin !== '*' && !origin.includes(asking))) return marked
      headers['access-control-allow-origin'] = origin === '*' ? '*' : asking
      headers['access-control-expose-headers'] = EXPOSED
      if (credentials) headers['access-control-allow-credentials'] = 'true'
      return marked
    },
    preflight: (methods) => ({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': [...ALLOWED_FIELDS, ...ofFeatures, ...more].join(', '),
      'access-control-max-age': String(maxAge),
    }),
  }
}
