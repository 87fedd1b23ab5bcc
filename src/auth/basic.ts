import { hexOf, isSameDigest, randomBytes, slowHash, utf8 } from '../core/domain/digest.ts'
import { sha256 } from '../core/domain/sha256.ts'
import { wholeNumber } from '../errors.ts'
import type { Principal, ThrottleOptions } from '../types/index.ts'
import type { Authenticator } from './authenticator.ts'
import {
  asIssued,
  type Credentials,
  fold,
  hasControl,
  isUserName,
  MAX_PASSWORD,
  MAX_USER,
} from './basic-credentials.ts'
import { basicLogin } from './basic-login.ts'
import { createCredentialCache, MAX_CACHE_AGE } from './credential-cache.ts'

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
const MIN_CHOSEN = 8
const SALT_BYTES = 16
const PASSWORD_LENGTH = 36
const ID_LENGTH = 12
/** 32 characters, 5 bits each. Without l and o, 0 and 1, which people confuse. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const ISSUED = /^[a-km-np-z2-9]{36}$/
/** 128 bits of the hash, so that the ID is short enough for a key. */
const USER_HASH_LENGTH = 32

/**
 * Passwords in `Authorization: Basic …` (RFC 7617): issued for a device or program, or chosen by users.
 *
 * @example
 * ```ts
 * import { basicPasswords, memoryPasswords } from 'kalends/auth'
 *
 * const passwords = basicPasswords(memoryPasswords())
 * ```
 */
export function basicPasswords<Host = unknown>(
  store: PasswordStore,
  options: PasswordOptions<Host> = {},
): BasicPasswords<Host> {
  const { iterations = DEFAULT_ITERATIONS, cacheMaxAge = MAX_CACHE_AGE, now = () => new Date() } = options
  wholeNumber('iterations', iterations, MIN_ITERATIONS)
  wholeNumber('cacheMaxAge', cacheMaxAge, 0, MAX_CACHE_AGE)
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

  const authenticate = basicLogin<Host, PasswordRecord>(options, known, recordOf, async (record) => {
    const current = await store.get(record.id)
    return current?.hash === record.hash ? current : null
  })

  /** Puts or removes a record, and clears its cache entries. */
  async function change(id: string, work: () => unknown): Promise<void> {
    known.forget(id)
    await work()
    known.forget(id)
  }

  return {
    authenticate,
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
  if (password.length < MIN_CHOSEN || password.length > MAX_PASSWORD) {
    throw new RangeError(`password: must have ${MIN_CHOSEN} to ${MAX_PASSWORD} characters`)
  }
  if (hasControl(password)) throw new RangeError('password: must not have control characters')
  if (ISSUED.test(asIssued(password))) throw new RangeError('password: has the form of an issued one')
}
