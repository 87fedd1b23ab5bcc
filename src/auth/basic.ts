import { createThrottle, wholeNumber } from '../access/throttle.ts'
import { hexOf, isSameDigest, randomBytes, slowHash, utf8 } from '../domain/digest.ts'
import { sha256 } from '../domain/sha256.ts'
import type { PlainRequest, Principal, ThrottleOptions } from '../types.ts'
import { type Authenticator, authenticatorOf, credentialsOf, invalidCredentials } from './authenticator.ts'
import { createCredentialCache } from './credential-cache.ts'

/** A stored password as plain JSON. For an issued password, it contains only the first characters, as the ID. */
export interface PasswordRecord {
  /** The first 12 characters of an issued password. For a chosen password: `chosen-` and a hash of the user name. */
  readonly id: string
  /** The user name in lower case, NFC; at most 254 characters. */
  readonly user: string
  readonly principal: Principal
  /** A name from its owner. '' for none. */
  readonly name: string
  /** 64 hexadecimal digits: SHA-256 if `iterations` is 0, otherwise PBKDF2-HMAC-SHA-256. */
  readonly hash: string
  /** 32 hexadecimal digits; '' if `iterations` is 0. */
  readonly salt: string
  /** Rounds of PBKDF2. 0 for issued passwords, which are too long to guess from a fast hash. */
  readonly iterations: number
}

/** The parts of a password record that its owner may see. */
export type PasswordInfo = Pick<PasswordRecord, 'id' | 'user' | 'principal' | 'name'>

/** Where passwords are stored: `kalends/auth/sql`, `kalends/auth/key-value`, `memoryPasswords()` or your own. */
export interface PasswordStore {
  readonly get: (id: string) => PasswordRecord | null | undefined | Promise<PasswordRecord | null | undefined>
  /** Replaces a record with the same ID. */
  readonly put: (record: PasswordRecord) => unknown
  /** Does nothing if there is no such record. */
  readonly remove: (id: string) => unknown
  /** The records of a user name, in any order. */
  readonly list: (user: string) => readonly PasswordRecord[] | Promise<readonly PasswordRecord[]>
}

export interface PasswordOptions<Host> extends ThrottleOptions<Host> {
  /**
   * Rounds of PBKDF2 for new chosen passwords. Existing passwords keep their number of rounds. Default 600,000, as
   * OWASP recommends for HMAC-SHA-256. Cloudflare's runtime allows at most 100,000. Throws `RangeError` below 1,000.
   */
  readonly iterations?: number | undefined
  /**
   * Seconds for which correct credentials are cached, so that not every request reads the store: 0 to 300, default 300.
   * `revoke` and `choose` clear the cache of their own process at once. In other processes, and after changes of a
   * principal in the store, the cache entry is valid until it expires. Throws `RangeError` for other numbers.
   */
  readonly cacheMaxAge?: number | undefined
  /** Default `() => new Date()`. */
  readonly now?: (() => Date) | undefined
}

export interface BasicPasswords<Host> {
  readonly authenticate: Authenticator<Host>
  /**
   * Creates another password for a user: 36 letters and digits in groups of 4, 180 random bits. Show it at once; it
   * cannot be read later. Throws `RangeError` if `user` is empty, longer than 254 characters, or contains a colon or
   * control characters. An e-mail address is a valid user name.
   */
  readonly issue: (password: {
    user: string
    principal: Principal
    name?: string | undefined
  }) => Promise<{ id: string; password: string }>
  /**
   * Stores a password chosen by the user, 8 to 128 characters. It replaces the previous chosen password. Throws
   * `RangeError` for other lengths, control characters, the format of an issued password, and user names that `issue`
   * rejects.
   */
  readonly choose: (password: {
    user: string
    principal: Principal
    password: string
    name?: string | undefined
  }) => Promise<{ id: string }>
  /** Returns the passwords of a user, in the order of their IDs. */
  readonly list: (user: string) => Promise<PasswordInfo[]>
  /**
   * When the promise resolves, this process rejects the password. Other processes reject it when their cache entries
   * expire.
   */
  readonly revoke: (id: string) => Promise<void>
}

const DEFAULT_ITERATIONS = 600_000
const MIN_ITERATIONS = 1_000
const MAX_CACHE_AGE = 300
/** The longest e-mail address (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
const MAX_USER = 254
const MIN_CHOSEN = 8
const MAX_CHOSEN = 128
const SALT_BYTES = 16
const PASSWORD_LENGTH = 36
const ID_LENGTH = 12
/** 32 characters, 5 bits each. Without l and o, 0 and 1, which people confuse. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const ISSUED = /^[a-km-np-z2-9]{36}$/
/** 128 bits of the hash, so that the ID is short enough for a key. */
const USER_HASH_LENGTH = 32

/** Passwords in `Authorization: Basic …` (RFC 7617): issued for a device or program, or chosen by users. */
export function basicPasswords<Host = unknown>(
  store: PasswordStore,
  options: PasswordOptions<Host> = {},
): BasicPasswords<Host> {
  const { iterations = DEFAULT_ITERATIONS, cacheMaxAge = MAX_CACHE_AGE, now = () => new Date() } = options
  wholeNumber('iterations', iterations, MIN_ITERATIONS)
  wholeNumber('cacheMaxAge', cacheMaxAge, 0, MAX_CACHE_AGE)
  const throttle = createThrottle<Host, PasswordRecord>(options)
  const known = createCredentialCache<PasswordRecord>(cacheMaxAge, now)

  async function recordOf({ user, password }: Credentials): Promise<PasswordRecord | null> {
    const typed = asIssued(password)
    const isIssued = ISSUED.test(typed)
    const id = isIssued ? typed.slice(0, ID_LENGTH) : chosenId(user)
    const found = await store.get(id)
    const record = found?.id === id && found.user === user ? found : null
    // Do the same work without a record, so that the response time does not reveal whether the user exists.
    const { hash, ...way } = record ?? { hash: '', salt: NO_SALT, iterations: isIssued ? 0 : iterations }
    const actual = await hashOf(isIssued ? typed : password.normalize('NFC'), way)
    return isSameDigest(actual, hash) ? record : null
  }

  async function check(credentials: Credentials, keys: readonly string[]): Promise<PasswordRecord> {
    const record = await throttle.guess(keys, credentials.password, () => recordOf(credentials))
    // Read again, because the password may have been revoked or replaced during the slow hash.
    const current = record === null ? null : await store.get(record.id)
    if (record === null || current?.hash !== record.hash) throw invalidCredentials()
    return current
  }

  async function find(request: Request | PlainRequest, host: Host | undefined): Promise<Principal | null> {
    const value = credentialsOf(request, 'basic')
    if (value === null) return null
    const record = known.find(value)
    if (record !== undefined) {
      // Limit cached credentials too: a 200 must not tell an address with too many wrong guesses that this guess is
      // correct.
      await throttle.reserve(throttle.keysOf(request, host, record.user), async () => record)
      return record.principal
    }
    const keep = known.begin()
    const credentials = decode(value)
    const found = await check(credentials, throttle.keysOf(request, host, credentials.user))
    keep(value, found)
    return found.principal
  }

  /** Puts or removes a record, and clears its cache entries. */
  async function change(id: string, work: () => unknown): Promise<void> {
    known.forget(id)
    await work()
    known.forget(id)
  }

  return {
    authenticate: authenticatorOf(find, ['Basic realm="calendar", charset="UTF-8"']),
    issue: async ({ user, principal, name = '' }) => {
      demandUserName(user)
      const password = Array.from(randomBytes(PASSWORD_LENGTH), (byte) => ALPHABET.charAt(byte % 32)).join('')
      const id = password.slice(0, ID_LENGTH)
      const hash = sha256(password)
      await store.put({ id, user: fold(user), principal, name, hash, salt: '', iterations: 0 })
      return { id, password: password.replace(/.{4}(?=.)/g, '$& ') }
    },
    choose: async ({ user, principal, password, name = '' }) => {
      demandUserName(user)
      demandChoice(password)
      const id = chosenId(fold(user))
      const salt = hexOf(randomBytes(SALT_BYTES))
      const hash = await hashOf(password.normalize('NFC'), { salt, iterations })
      await change(id, () => store.put({ id, user: fold(user), principal, name, hash, salt, iterations }))
      return { id }
    },
    list: async (user) => {
      const records = await store.list(fold(user))
      return records
        .map(({ id, user, principal, name }) => ({ id, user, principal, name }))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    revoke: (id) => change(id, () => store.remove(id)),
  }
}

const NO_SALT = '0'.repeat(SALT_BYTES * 2)

async function hashOf(
  password: string,
  { salt, iterations }: Pick<PasswordRecord, 'salt' | 'iterations'>,
): Promise<string> {
  return iterations === 0 ? sha256(password) : slowHash(password, utf8(salt), iterations)
}

const chosenId = (user: string): string => `chosen-${sha256(user).slice(0, USER_HASH_LENGTH)}`

function demandUserName(user: string): void {
  if (isUserName(user)) return
  throw new RangeError(
    `user: a user name has 1 to ${MAX_USER} characters, and neither a colon nor control characters`,
  )
}

function demandChoice(password: string): void {
  if (password.length < MIN_CHOSEN || password.length > MAX_CHOSEN) {
    throw new RangeError(`password: must have ${MIN_CHOSEN} to ${MAX_CHOSEN} characters`)
  }
  if (HAS_CONTROL.test(password)) throw new RangeError('password: must not have control characters')
  if (ISSUED.test(asIssued(password))) throw new RangeError('password: has the form of an issued one')
}

interface Credentials {
  readonly user: string
  readonly password: string
}

/**
 * Throws 401 unless the value is `user:password` in base64 of UTF-8 without control characters (RFC 7617, section 2).
 */
function decode(value: string): Credentials {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.length % 4 !== 0) throw invalidCredentials()
  const bytes = Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0))
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const colon = text.indexOf(':')
  const user = text.slice(0, Math.max(colon, 0))
  const password = text.slice(colon + 1)
  if (!isUserName(user) || HAS_CONTROL.test(text) || asIssued(password).length > MAX_CHOSEN) {
    throw invalidCredentials()
  }
  return { user: fold(user), password }
}

/** The decoder replaces bytes that are not UTF-8 with U+FFFD. */
const HAS_CONTROL = /[\p{Cc}\uFFFD]/u

const isUserName = (user: string): boolean =>
  user !== '' && user.length <= MAX_USER && !user.includes(':') && !HAS_CONTROL.test(user)

/** People type the groups with or without spaces, and phones capitalize the first letter. */
const asIssued = (password: string): string => password.replace(/\s/g, '').toLowerCase()

/** Upper case first, so that `ß` equals `ss`, and all forms of sigma are equal. */
const fold = (user: string): string => user.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
