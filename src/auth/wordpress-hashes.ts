import { blake2b } from '@noble/hashes/blake2.js'
import { isSameDigest, utf8 } from '../core/domain/digest.ts'
import { Turns } from '../core/domain/turns.ts'
import { ApiError } from '../errors.ts'
import { Md5Chain } from './md5-chain.ts'

/*
 * The two hashes in which WordPress stores application passwords: `wp_fast_hash`, and the portable hash of phpass from
 * before WordPress 6.8, which is a chain of MD5. No runtime has such a chain off its event loop, so it gives way. Loaded
 * with the first password to check.
 */

const FAST = '$generic$'
/** The same on all sites, so hashes are valid wherever they are moved. */
const FAST_KEY = utf8('wp_fast_hash_6.8+')
const FAST_BYTES = 30

/** With 2^7 to 2^20 rounds. WordPress makes 2^13. */
const PORTABLE = /^\$P\$[5-9A-I][./0-9A-Za-z]{30}$/
const SALT = { from: 4, to: 12 } as const
const DIGITS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Rounds of each hash that WordPress makes. */
const USUAL_ROUNDS = 2 ** 13
/** Hash of no password. */
const NOBODY = `$P$B${'.'.repeat(30)}`

/** Rounds without a pause, about two milliseconds. */
const SLICE = 4_096
/** Checks that wait for the one that is under way. */
const MAX_WAITING = 32
/** `Retry-After` of those beyond, in seconds. */
const RETRY = '1'

/** One check at a time in the process: in turns with each other, many would still keep everybody else waiting. */
const turns = new Turns()
let waiting = 0

/**
 * Whether the password has one of these hashes. Every wrong password takes the rounds of `most` usual portable hashes,
 * whatever hashes the user has and whether there is a user, so that the time does not reveal who exists. Portable hashes
 * that need more rounds than that fit no password. Throws `rest_overloaded` if too many checks wait.
 */
export async function fitsAny(password: string, hashes: readonly string[], most: number): Promise<boolean> {
  const fast = fastHash(password)
  if (hashes.some((hash) => isSameDigest(hash, fast))) return true
  if (most === 0) return false
  if (waiting > MAX_WAITING) throw new ApiError('rest_overloaded', { headers: { 'retry-after': RETRY } })
  waiting++
  const portable = hashes.filter((hash) => PORTABLE.test(hash))
  return turns
    .take('', () => fitsPortable(utf8(password), portable, most * USUAL_ROUNDS))
    .finally(() => {
      waiting--
    })
}

async function fitsPortable(
  password: Uint8Array,
  hashes: readonly string[],
  rounds: number,
): Promise<boolean> {
  const candidates = hashes.values()
  for (let left = rounds, next = candidates.next(); left > 0; next = candidates.next()) {
    const hash = next.value ?? NOBODY
    const needed = roundsOf(hash)
    if (next.done !== true && needed > left) continue
    const chain = new Md5Chain(utf8(hash.slice(SALT.from, SALT.to)), password)
    for (let rest = Math.min(needed, left); rest > 0; ) {
      const slice = Math.min(rest, SLICE - ((rounds - left) % SLICE))
      chain.run(slice)
      rest -= slice
      left -= slice
      if ((rounds - left) % SLICE === 0) await pause()
    }
    if (isSameDigest(hash, hash.slice(0, SALT.to) + digitsOf(chain.digest()))) return true
  }
  return false
}

const roundsOf = (hash: string): number => 2 ** DIGITS.indexOf(hash.charAt(3))

/** Lets all others have their turn. A timer, because all runtimes have it. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/** `wp_fast_hash` of WordPress 6.8 and later: keyed BLAKE2b (RFC 7693). */
function fastHash(password: string): string {
  const digest = blake2b(utf8(password), { key: FAST_KEY, dkLen: FAST_BYTES })
  const base64 = btoa(String.fromCharCode(...digest))
  return FAST + base64.replaceAll('+', '-').replaceAll('/', '_')
}

/** Six bits per digit, the lowest first; three bytes are four digits. */
function digitsOf(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.subarray(at, at + 3)
    let bits = group.reduce((sum, byte, index) => sum + byte * 256 ** index, 0)
    for (let digit = 0; digit <= group.length; digit++) {
      text += DIGITS.charAt(bits % 64)
      bits = Math.floor(bits / 64)
    }
  }
  return text
}
