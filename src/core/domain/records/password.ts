import { hexOf, isSameDigest, randomBytes, slowHash } from '../digest.ts'

/*
 * Passwords of events, stored as salted hashes: `pbkdf2:{iterations}:{salt}:{hash}`, both in hexadecimal.
 */

const ITERATIONS = 100_000
const SALT_BYTES = 16

const unhex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

export const hashPassword = (password: string): Promise<string> =>
  hashWithSalt(password, randomBytes(SALT_BYTES))

/** The same text and salt produce the same hash. */
export async function hashWithSalt(text: string, salt: Uint8Array<ArrayBuffer>): Promise<string> {
  return `pbkdf2:${ITERATIONS}:${hexOf(salt)}:${await slowHash(text, salt, ITERATIONS)}`
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, iterations = '', salt = '', expected = ''] = stored.split(':')
  return isSameDigest(await slowHash(password, unhex(salt), Number(iterations)), expected)
}
