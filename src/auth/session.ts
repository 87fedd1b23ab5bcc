import { ApiError } from '../errors.ts'
import type { Authenticate, PlainRequest } from '../types/index.ts'
import { type AnyHost, type Authenticator, authenticatorOf, finderOf } from './authenticator.ts'

export interface SessionOptions {
  /**
   * Other origins whose pages may write with the user's cookies, such as `https://app.example`. Default: none. Throws
   * `RangeError` for a value that is not an origin.
   */
  readonly trustedOrigins?: readonly string[] | undefined
}

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/**
 * Authenticates with the sessions of the host: `principalOf` reads the cookie and returns the user, or `null`. Browsers
 * send cookies with requests from any site. Therefore a write with a session is rejected with 403
 * `rest_cookie_invalid_nonce`, unless the browser's headers show that a page of this origin or of a trusted origin sent
 * it.
 *
 * @example
 * ```ts
 * import { bearerTokens, firstOf, memoryTokens, session } from 'kalends/auth'
 *
 * const sessions = session((request) =>
 *   request.headers.get('cookie') === 'sid=42' ? { id: 42, role: 'author' } : null,
 * )
 * ```
 */
export function session<Host extends AnyHost = AnyHost>(
  principalOf: Authenticate<Host>,
  options: SessionOptions = {},
): Authenticator<Host> {
  const { trustedOrigins = [] } = options
  for (const origin of trustedOrigins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new RangeError(`trustedOrigins: '${origin}' is not an origin`)
    }
  }
  const find = finderOf(principalOf)
  return authenticatorOf(async (request, host) => {
    const principal = await find(request, host)
    if (principal === null || SAFE.includes(request.method)) return principal
    if (!isOwn(request, trustedOrigins)) throw forgery(request)
    return principal
  })
}

function forgery({ headers, url }: Pick<PlainRequest, 'headers' | 'url'>): ApiError {
  const { origin } = new URL(url)
  const sent = headers.get('origin')
  const origins = sent === null ? 'says no Origin' : `says the Origin ${sent.slice(0, 80)}`
  const site = headers.get('sec-fetch-site')
  const from = site === null ? origins : `${origins} and the Sec-Fetch-Site ${site.slice(0, 80)}`
  return new ApiError('rest_cookie_invalid_nonce', {
    message: `A write with a session must come from ${origin}, and this one ${from}.`,
  })
}

function isOwn(
  { headers, url }: Pick<PlainRequest, 'headers' | 'url'>,
  trustedOrigins: readonly string[],
): boolean {
  const origin = headers.get('origin')
  if (origin !== null && trustedOrigins.includes(origin)) return true
  const site = headers.get('sec-fetch-site')
  // Pages cannot set this header, so it decides if it is present. `none`: the user made the request, not a page.
  if (site !== null) return site === 'same-origin' || site === 'none'
  return origin !== null && origin === new URL(url).origin
}
