import { ApiError } from '../errors.ts'
import { type Authenticate, type Way, wayOf } from './way.ts'

export interface SessionOptions {
  /**
   * Origins beside the request's own whose pages may write with the visitor's cookies, such as
   * `https://app.example`. Default: none. Throws `RangeError` for what is no origin.
   */
  readonly trustedOrigins?: readonly string[]
}

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/**
 * The sessions that the host has: `principalOf` reads its cookie and answers who that is, or `null`. A browser sends
 * cookies along with what any site makes it send; so writes of whoever has a session are refused with 403
 * `rest_cookie_invalid_nonce` unless the browser says that a page of this origin, or of a trusted one, made them.
 */
export function session<Host = unknown>(
  principalOf: Authenticate<Host>,
  options: SessionOptions = {},
): Way<Host> {
  const { trustedOrigins = [] } = options
  for (const origin of trustedOrigins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new RangeError(`trustedOrigins: '${origin}' is no origin`)
    }
  }
  return wayOf(async (request, host) => {
    const principal = await principalOf(request, host)
    if (principal === null || SAFE.includes(request.method)) return principal
    if (!isOwn(request, trustedOrigins)) throw new ApiError('rest_cookie_invalid_nonce')
    return principal
  })
}

function isOwn({ headers, url }: Request, trustedOrigins: readonly string[]): boolean {
  const origin = headers.get('origin')
  if (origin !== null && trustedOrigins.includes(origin)) return true
  const site = headers.get('sec-fetch-site')
  // No page can set it, so where it is there it has the last word. `none`: the user made the request, not a page.
  if (site !== null) return site === 'same-origin' || site === 'none'
  return origin !== null && origin === new URL(url).origin
}
