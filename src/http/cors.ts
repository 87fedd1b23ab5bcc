import type { CorsOptions } from '../types.ts'

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
  /** Adds what lets the origin of the request read the answer; nothing when it may not. */
  readonly mark: (headers: Headers, request: Request) => void
  /** Adds what a preflight asks for (Fetch standard, CORS protocol). */
  readonly preflight: (headers: Headers, methods: string) => void
}

/** Throws `TypeError` when credentials are to be allowed for every origin, which would open them to every site. */
export function createCors(options: CorsOptions | undefined): Cors {
  if (options === undefined) return { mark: () => undefined, preflight: () => undefined }
  const { origin, credentials = false, headers: more = [], maxAge = DEFAULT_MAX_AGE } = options
  if (origin === '*' && credentials) throw new TypeError('cors: credentials need a list of origins')
  return {
    mark: (headers, request) => {
      if (origin !== '*') headers.append('vary', 'Origin')
      const asking = request.headers.get('origin')
      if (asking === null || (origin !== '*' && !origin.includes(asking))) return
      headers.set('access-control-allow-origin', origin === '*' ? '*' : asking)
      headers.set('access-control-expose-headers', EXPOSED)
      if (credentials) headers.set('access-control-allow-credentials', 'true')
    },
    preflight: (headers, methods) => {
      headers.set('access-control-allow-methods', methods)
      headers.set('access-control-allow-headers', [...ALLOWED_FIELDS, ...more].join(', '))
      headers.set('access-control-max-age', String(maxAge))
    },
  }
}
