import type { CorsOptions, PlainResponse } from '../types.ts'
import { addVary, type Fields } from './plain-response.ts'

/** Fields of our answers that a script of another origin may read. */
const EXPOSED = 'X-TEC-Total, X-TEC-TotalPages, ETag, Last-Modified, Retry-After, Idempotent-Replayed'
const ALLOWED_FIELDS = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'X-Event-Password',
]
const DEFAULT_MAX_AGE = 600

export interface Cors {
  /** The answer with what lets the origin of the request read it; nothing more when it may not. */
  readonly mark: (answer: PlainResponse, request: Request) => PlainResponse
  /** What a preflight asks for (Fetch standard, CORS protocol). */
  readonly preflight: (methods: string) => Fields
}

/** Throws `TypeError` when credentials are to be allowed for every origin, which would open them to every site. */
export function createCors(options: CorsOptions | undefined): Cors {
  if (options === undefined) return { mark: (answer) => answer, preflight: () => ({}) }
  const { origin, credentials = false, headers: more = [], maxAge = DEFAULT_MAX_AGE } = options
  if (origin === '*' && credentials) throw new TypeError('cors: credentials need a list of origins')
  return {
    mark: (answer, request) => {
      const headers: Fields = { ...answer.headers }
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
      'access-control-allow-headers': [...ALLOWED_FIELDS, ...more].join(', '),
      'access-control-max-age': String(maxAge),
    }),
  }
}
