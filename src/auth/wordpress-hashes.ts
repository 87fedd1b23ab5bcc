import { blake2b } from '@noble/hashes/blake2.js'
import { md5 } from '@noble/hashes/legacy.js'
import { isSameDigest, utf8 } from '../domain/digest.ts'

/*
 * The two hashes in which WordPress stores application passwords. Loaded with the first one to check.
 */

const FAST = '$generic$'
/** The same on all sites, so hashes are valid wherever they are moved. */
const FAST_KEY = utf8('wp_fast_hash_6.8+')
const FAST_BYTES = 30

/** With 2^7 to 2^20 rounds. WordPress makes 2^13. */
const PORTABLE = /^\$P\$[5-9A-I][./0-9A-Za-z]{30}$/
const SALT = { from: 4, to: 12 } as const
const DIGEST_BYTES = 16
const DIGITS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Hash of no password. */
const NOBODY = `$P$B${'.'.repeat(30)}`

/**
 * Whether the password has one of these hashes. A user without portable hashes, or without any, takes as long as one with
 * a portable hash, so that the time does not reveal who exists.
 */
export function fitsAny(password: string, hashes: readonly string[]): boolean {
  if (hashes.some((hash) => hash.startsWith(FAST) && isSameDigest(hash, fastHash(password)))) return true
  const portable = hashes.filter((hash) => PORTABLE.test(hash))
  const checked = portable.length === 0 ? [NOBODY] : portable
  return checked.some((hash) => isSameDigest(hash, portableHash(password, hash)))
}

/** `wp_fast_hash` of WordPress 6.8 and later: keyed BLAKE2b (RFC 7693). */
function fastHash(password: string): string {
  const digest = blake2b(utf8(password), { key: FAST_KEY, dkLen: FAST_BYTES })
  const base64 = btoa(String.fromCharCode(...digest))
  return FAST + base64.replaceAll('+', '-').replaceAll('/', '_')
}

/** The portable hash of phpass, as before WordPress 6.8. `like`: a hash with the rounds and the salt. */
function portableHash(password: string, like: string): string {
  const bytes = utf8(password)
  // Each round hashes the digest before it and the password.
  const text = new Uint8Array(DIGEST_BYTES + bytes.length)
  text.set(bytes, DIGEST_BYTES)
  text.set(md5(utf8(like.slice(SALT.from, SALT.to) + password)))
  for (let rounds = 2 ** DIGITS.indexOf(like.charAt(3)); rounds > 0; rounds--) text.set(md5(text))
  return like.slice(0, SALT.to) + digitsOf(text.subarray(0, DIGEST_BYTES))
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
