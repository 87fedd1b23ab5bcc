import { wholeNumber } from '../access/throttle.ts'
import type { Principal, ThrottleOptions } from '../types.ts'
import type { Authenticator } from './authenticator.ts'
import { basicLogin, type Login } from './basic-login.ts'
import { createCredentialCache, MAX_CACHE_AGE } from './credential-cache.ts'

export interface WordPressUser {
  readonly principal: Principal
  /** The hashes of the application passwords: `password` of each entry in the user meta `_application_passwords`. */
  readonly hashes: readonly string[]
}

export interface WordPressPasswordOptions<Host> extends ThrottleOptions<Host> {
  /** The user with this login name or e-mail address, as it was typed. WordPress ignores case. */
  readonly find: (
    userName: string,
  ) => WordPressUser | null | undefined | Promise<WordPressUser | null | undefined>
  /**
   * Seconds for which correct credentials are cached, so that not every request calls `find`: 0 to 300, default 300. A
   * password that you remove is valid until then. Throws `RangeError` for other numbers.
   */
  readonly cacheMaxAge?: number | undefined
  /** Default `() => new Date()`. */
  readonly now?: (() => Date) | undefined
}

/**
 * Application passwords that were made in WordPress, in `Authorization: Basic …`: the hashes `$generic$` of WordPress 6.8
 * and later, and `$P$` of earlier versions. Other hashes fit no password.
 */
export function wordpressPasswords<Host = unknown>(
  options: WordPressPasswordOptions<Host>,
): Authenticator<Host> {
  const { find, cacheMaxAge = MAX_CACHE_AGE, now = () => new Date() } = options
  wholeNumber('cacheMaxAge', cacheMaxAge, 0, MAX_CACHE_AGE)
  const known = createCredentialCache<Login>(cacheMaxAge, now)
  return basicLogin(options, known, async ({ name, user, password }) => {
    const [found, { fitsAny }] = await Promise.all([find(name), import('./wordpress-hashes.ts')])
    const typed = asApplicationPassword(password)
    const isRight = fitsAny(typed, found?.hashes ?? []) && typed !== ''
    return isRight && found ? { id: user, user, principal: found.principal } : null
  })
}

/** WordPress shows passwords in groups, and ignores all that is neither a letter nor a digit. */
const asApplicationPassword = (password: string): string => password.replace(/[^a-z\d]/gi, '')
