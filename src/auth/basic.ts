import { createThrottle, type ThrottleOptions } from '../access/throttle.ts'
import { hexOf, isSameDigest, randomBytes, slowHash, utf8 } from '../domain/digest.ts'
import type { Principal } from '../types.ts'
import { credentialsOf, invalidCredentials, type Way, wayOf } from './way.ts'

/** A password as it is kept. Plain JSON; of the password itself only its beginning, the ID, is in it. */
export interface PasswordRecord {
  /** The first 12 characters of the password, by which it is found. */
  readonly id: string
  /** The user's name in lower case, NFC. */
  readonly user: string
  readonly principal: Principal
  /** What its owner calls it; '' for none. */
  readonly name: string
  /** PBKDF2-HMAC-SHA-256 of the password, 64 hexadecimal digits. */
  readonly hash: string
  /** 32 hexadecimal digits. */
  readonly salt: string
  readonly iterations: number
}

/** Where passwords are kept: a table of the host's, or `memoryPasswords()`. */
export interface PasswordStore {
  readonly get: (id: string) => PasswordRecord | null | undefined | Promise<PasswordRecord | null | undefined>
  readonly put: (record: PasswordRecord) => unknown
  /** Nothing happens when there is none. */
  readonly remove: (id: string) => unknown
}

export interface PasswordOptions<Host> extends ThrottleOptions<Host> {
  /**
   * Rounds of PBKDF2 for passwords issued from now on; those issued before keep theirs. Default 600,000, as OWASP
   * advises for HMAC-SHA-256. Cloudflare's runtime takes 100,000 at most. Throws `RangeError` below 1,000.
   */
  readonly iterations?: number
}

export interface BasicPasswords<Host> {
  readonly authenticate: Way<Host>
  /**
   * A new password beside those that the user has: 36 letters and digits in groups of 4, 180 random bits. It can be
   * shown now and never again. Throws `RangeError` when `user` is empty, longer than 200 characters, or has a colon
   * or control characters.
   */
  readonly issue: (password: {
    user: string
    principal: Principal
    name?: string
  }) => Promise<{ id: string; password: string }>
  /** From its end on, the password is refused. */
  readonly revoke: (id: string) => Promise<void>
}

const DEFAULT_ITERATIONS = 600_000
const MIN_ITERATIONS = 1_000
const MAX_USER = 200
const SALT_BYTES = 16
const PASSWORD_LENGTH = 36
const ID_LENGTH = 12
/** 32 characters, 5 bits each; without l and o, 0 and 1, which are taken for each other. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Generated passwords, one per device or program, sent as `Authorization: Basic …` (RFC 7617). */
export function basicPasswords<Host = unknown>(
  store: PasswordStore,
  options: PasswordOptions<Host> = {},
): BasicPasswords<Host> {
  const { iterations = DEFAULT_ITERATIONS } = options
  if (!Number.isSafeInteger(iterations) || iterations < MIN_ITERATIONS) {
    throw new RangeError(`iterations: ${iterations} is no whole number from ${MIN_ITERATIONS} on`)
  }
  const throttle = createThrottle(options)
  const pending = new Map<string, Promise<PasswordRecord | null>>()

  async function recordOf({ user, password }: Credentials): Promise<PasswordRecord | null> {
    const found = await store.get(password.slice(0, ID_LENGTH))
    const record = found?.user === user ? found : null
    // Where there is nothing to compare with, the same work is done: time does not tell whether a user exists.
    const { salt, hash } = record ?? { salt: '0'.repeat(SALT_BYTES * 2), hash: '0'.repeat(64) }
    const actual = await slowHash(password, utf8(salt), record?.iterations ?? iterations)
    return isSameDigest(actual, hash) ? record : null
  }

  async function check(given: Credentials, keys: readonly string[]): Promise<Principal> {
    // Requests that come at once with the same credentials share one slow hash; each is counted if it fails.
    const place = JSON.stringify([keys, given.password])
    const known = pending.get(place)
    const verified =
      known ?? throttle.reserve(keys, () => recordOf(given)).finally(() => pending.delete(place))
    pending.set(place, verified)
    const record = await verified
    if (record === null && known !== undefined) await throttle.count(keys)
    // Read once more, since it may have been revoked during the slow hash.
    const current = record === null ? null : await store.get(record.id)
    if (record === null || current?.hash !== record.hash) throw invalidCredentials()
    return current.principal
  }

  return {
    authenticate: wayOf((request, host) => {
      const value = credentialsOf(request, 'basic')
      if (value === null) return null
      const given = decode(value)
      return check(given, throttle.keysOf(request, host, given.user))
    }),
    issue: async ({ user, principal, name = '' }) => {
      if (!isUserName(user)) throw new RangeError('user: no name that Basic credentials can carry')
      const password = Array.from(randomBytes(PASSWORD_LENGTH), (byte) => ALPHABET.charAt(byte % 32)).join('')
      const id = password.slice(0, ID_LENGTH)
      const salt = hexOf(randomBytes(SALT_BYTES))
      const hash = await slowHash(password, utf8(salt), iterations)
      await store.put({ id, user: fold(user), principal, name, hash, salt, iterations })
      return { id, password: password.replace(/.{4}(?=.)/g, '$& ') }
    },
    revoke: async (id) => {
      await store.remove(id)
    },
  }
}

interface Credentials {
  readonly user: string
  readonly password: string
}

/** Throws 401 for what is no `user:password` in base64 of UTF-8, without control characters (RFC 7617, section 2). */
function decode(value: string): Credentials {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.length % 4 !== 0) throw invalidCredentials()
  const bytes = Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0))
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const colon = text.indexOf(':')
  const user = text.slice(0, Math.max(colon, 0))
  // U+FFFD stands where the bytes are no UTF-8.
  if (!isUserName(user) || /[\p{Cc}\uFFFD]/u.test(text)) throw invalidCredentials()
  // People type the groups with or without blanks, and phones begin with a capital.
  const password = text
    .slice(colon + 1)
    .replace(/\s/g, '')
    .toLowerCase()
  return { user: fold(user), password }
}

const isUserName = (user: string): boolean =>
  user !== '' && user.length <= MAX_USER && !/[\p{Cc}:\uFFFD]/u.test(user)

/** By way of capitals, so that `ß` is `ss`, and a sigma the same at the end of a word as within. */
const fold = (user: string): string => user.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
