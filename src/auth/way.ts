import { ApiError } from '../errors.ts'
import type { Principal } from '../types.ts'

/** What an API takes as its option `authenticate`. */
export type Authenticate<Host> = (
  request: Request,
  host: Host | undefined,
) => Principal | null | Promise<Principal | null>

/**
 * A way to authenticate. Called, it is an API's `authenticate`, and refuses an `Authorization` header that it does
 * not understand; `find` answers `null` for one, so that `firstOf` can ask the next way.
 */
export interface Way<Host> {
  (request: Request, host: Host | undefined): Promise<Principal | null>
  /** `null`: the request has no credentials of this kind. Throws `ApiError` when they are wrong. */
  readonly find: Authenticate<Host>
}

/**
 * Several ways as one: the first that finds credentials of its kind decides, also by refusing them. Functions of
 * your own can be among them; one answers `null` for what is not its matter. An `Authorization` header that none
 * of them takes is refused with 401.
 */
export function firstOf<Host = unknown>(
  ...ways: readonly (Way<NoInfer<Host>> | Authenticate<NoInfer<Host>>)[]
): Way<Host> {
  // `Host` is inferred from where the answer goes: from the ways, one that looks at no host would settle it.
  const finders = ways.map((one) => ('find' in one ? one.find : one))
  return wayOf(async (request, host) => {
    for (const find of finders) {
      const principal = await find(request, host)
      if (principal !== null) return principal
    }
    return null
  })
}

export function wayOf<Host>(find: Authenticate<Host>): Way<Host> {
  const authenticate = async (request: Request, host: Host | undefined) => {
    const principal = await find(request, host)
    // Whoever says who they are is never taken for a visitor: they should hear that it was not understood.
    if (principal === null && request.headers.has('authorization')) throw invalidCredentials()
    return principal
  }
  return Object.assign(authenticate, { find })
}

/** One message for everything that is wrong, so that nothing is told of what was nearly right. */
export const invalidCredentials = (): ApiError => new ApiError('rest_invalid_credentials')

/** Characters of an `Authorization` header; ours are below 100, and what is longer is not even decoded. */
const MAX_HEADER = 1_024

/**
 * What follows the scheme in the `Authorization` header; `null` without the header, or with another scheme. Throws
 * 401 when it is no token68 (RFC 9110, section 11.2), which two headers, joined by a comma, are not either.
 */
export function credentialsOf(request: Request, scheme: 'basic' | 'bearer'): string | null {
  const header = request.headers.get('authorization')
  if (header === null || header.split(/[\s,]/, 1)[0]?.toLowerCase() !== scheme) return null
  const value = /^[a-z]+ +([\w.~+/-]+=*)$/i.exec(header)?.[1]
  if (value === undefined || header.length > MAX_HEADER) throw invalidCredentials()
  return value
}
