import { requestOf } from '../core/access/request-of.ts'
import { ApiError } from '../errors.ts'
import type { Authenticate, PlainRequest, Principal } from '../types/index.ts'

/**
 * An authentication method. It can be the option `authenticate` of an API. It then rejects an `Authorization` header of
 * another scheme. For such a header, `find` returns `null`, so that `firstOf` can try the next authenticator.
 */
export interface Authenticator<Host> {
  (request: Request, host: Host | undefined): Promise<Principal | null>
  /** `null`: the request has no credentials of this kind. Throws `ApiError` when they are wrong. */
  readonly find: Finder<Host>
  /** Only of authenticators for passwords: looks up credentials without a limit of wrong guesses. */
  readonly match?: Matcher
  readonly challenges: readonly string[]
  /** The same function, without a `Request`. */
  readonly plain: (request: PlainRequest, host: Host | undefined) => Promise<Principal | null>
}

/** Bound of an inferred host: without it, TypeScript infers `undefined` from `Host | undefined` where no function names one. */
export type AnyHost = NonNullable<unknown> | null

/** `others`: the authenticators for passwords that follow in `firstOf`. They share the limits of the first one. */
type Finder<Host> = (
  request: Request | PlainRequest,
  host: Host | undefined,
  others?: readonly Matcher[],
) => Principal | null | Promise<Principal | null>

/** A user whose password fits. */
export interface Match {
  /** `null` if the password has been revoked since. */
  readonly confirm: () => Promise<Principal | null>
}

/** `value`: user name and password, as the header has them. `null` for an unknown user and for a wrong password. */
export type Matcher = (value: string) => Promise<Match | null>

export async function firstMatch(matchers: readonly Matcher[], value: string): Promise<Match | null> {
  for (const match of matchers) {
    const found = await match(value)
    if (found !== null) return found
  }
  return null
}

/**
 * Combines authenticators. The first one that finds credentials of its kind decides: it returns the principal or
 * rejects the credentials. A user name and a password may fit any of the authenticators for passwords. Your own functions
 * return `null` for requests without their credentials. An `Authorization` header that no authenticator accepts is
 * rejected with 401.
 *
 * @example
 * ```ts
 * import { bearerTokens, firstOf, memoryTokens, session } from 'kalends/auth'
 *
 * const api = createEventsApi(memoryStorage(), {
 *   authenticate: firstOf(tokens.authenticate, sessions),
 *   securitySchemes: {
 *     bearer: { type: 'http', scheme: 'bearer' },
 *     session: { type: 'apiKey', in: 'cookie', name: 'sid' },
 *   },
 * })
 * ```
 */
export function firstOf<Host extends AnyHost = AnyHost>(
  ...authenticators: readonly (Authenticator<NoInfer<Host>> | Authenticate<NoInfer<Host>>)[]
): Authenticator<Host>
export function firstOf<Host>(
  ...authenticators: readonly (Authenticator<Host> | Authenticate<Host>)[]
): Authenticator<Host>
export function firstOf<Host>(
  ...authenticators: readonly (Authenticator<Host> | Authenticate<Host>)[]
): Authenticator<Host> {
  // `Host` is inferred from the use of the result: an argument that ignores the host would infer `unknown`.
  const finders = authenticators.map((one) => ('find' in one ? one.find : finderOf(one)))
  const matchersFrom = (from: number): Matcher[] =>
    authenticators
      .slice(from)
      .flatMap((one) => ('match' in one && one.match !== undefined ? [one.match] : []))
  const following = finders.map((_, at) => matchersFrom(at + 1))
  const all = matchersFrom(0)
  const challenges = new Set(authenticators.flatMap((one) => one.challenges ?? []))
  return authenticatorOf(
    async (request, host, others = []) => {
      for (const [at, find] of finders.entries()) {
        const principal = await find(request, host, [...(following[at] ?? []), ...others])
        if (principal !== null) return principal
      }
      return null
    },
    [...challenges],
    all.length === 0 ? undefined : (value) => firstMatch(all, value),
  )
}

/** Converts a function of the host, which needs a `Request`, to a finder. */
export const finderOf =
  <Host>(authenticate: Authenticate<Host>): Finder<Host> =>
  (request, host) =>
    authenticate(requestOf(request), host)

export function authenticatorOf<Host>(
  find: Finder<Host>,
  challenges: readonly string[] = [],
  match?: Matcher,
): Authenticator<Host> {
  const authenticate = async (request: Request | PlainRequest, host: Host | undefined) => {
    const principal = await find(request, host)
    // A request with unknown credentials must not be treated as anonymous: the client must learn that they were not
    // accepted.
    if (principal === null && request.headers.has('authorization')) throw invalidCredentials()
    return principal
  }
  return Object.assign(authenticate, {
    find,
    challenges,
    plain: authenticate,
    ...(match === undefined ? {} : { match }),
  })
}

/** One message for all wrong credentials, so that it does not reveal which part was right. */
export const invalidCredentials = (): ApiError => new ApiError('rest_invalid_credentials')

/**
 * Maximum length of an `Authorization` header in characters. The longest user name and password fit. Longer headers are
 * not decoded.
 */
const MAX_HEADER = 2_048

/**
 * The credentials in the `Authorization` header: the text after the scheme. `null` without the header, or with another
 * scheme. Throws 401 when they are not a token68 (RFC 9110, section 11.2), such as two headers joined by a comma.
 */
export function credentialsOf(
  { headers }: Pick<PlainRequest, 'headers'>,
  scheme: 'basic' | 'bearer',
): string | null {
  const header = headers.get('authorization')
  if (header === null || header.split(/[\s,]/, 1)[0]?.toLowerCase() !== scheme) return null
  const value = /^[a-z]+ +([\w.~+/-]+=*)$/i.exec(header)?.[1]
  if (value === undefined || header.length > MAX_HEADER) throw invalidCredentials()
  return value
}
