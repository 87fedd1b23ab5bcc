import { wholeNumber } from '../errors.ts'
import type { Principal, ThrottleOptions } from '../types/index.ts'
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
   * Portable hashes (`$P$`) of one user that are checked: 0 to 100, default 20. More of them fit no password. Each wrong
   * password costs as much as so many, about 3 ms of CPU each, whoever the user is: set 0 where all hashes are
   * `$generic$`. Throws `RangeError` for other numbers.
   */
  readonly portableHashes?: number | undefined
  /**
   * Seconds for which correct credentials are cached, so that not every request calls `find`: 0 to 300, default 300. A
   * password that you remove is valid until then. Throws `RangeError` for other numbers.
   */
  readonly cacheMaxAge?: number | undefined
  /** Default `() => new Date()`. */
  readonly now?: (() => Date) | undefined
}

const MAX_PORTABLE = 100

/**
 * Application passwords that were made in WordPress, in `Authorization: Basic …`: the hashes `$generic$` of WordPress 6.8
 * and later, and `$P$` of earlier versions. Other hashes fit no password.
 *
 * @example
 * ```ts
 * import { wordpressPasswords } from 'kalends/auth'
 *
 * const options = {
 *   authenticate: wordpressPasswords({ find: (userName) => (userName === 'ann' ? ann : null) }),
 *   title: 'Town hall',
 *   timezone: 'Europe/Berlin',
 * }
 * ```
 */
export function wordpressPasswords<Host = unknown>(
  options: WordPressPasswordOptions<Host>,
): Authenticator<Host> {
  const { find, portableHashes = 20, cacheMaxAge = MAX_CACHE_AGE, now = () => new Date() } = options
  wholeNumber('portableHashes', portableHashes, 0, MAX_PORTABLE)
  wholeNumber('cacheMaxAge', cacheMaxAge, 0, MAX_CACHE_AGE)
  const known = createCredentialCache<Login>(cacheMaxAge, now)
  return basicLogin(options, known, async ({ name, user, password }) => {
    const [found, { fitsAny }] = await Promise.all([find(name), import('./wordpress-hashes.ts')])
    const typed = asApplicationPassword(password)
    const isRight = (await fitsAny(typed, found?.hashes ?? [], portableHashes)) && typed !== ''
    return isRight && found ? { id: user, user, principal: found.principal } : null
  })
}

/** WordPress shows passwords in groups, and ignores all that is neither a letter nor a digit. */
const asApplicationPassword = (password: string): string => password.replace(/[^a-z\d]/gi, '')
