import { hexOf, isSameDigest, randomBytes, slowHash } from './digest.ts'

/*
 * Passwords of events, kept as salted hashes: `pbkdf2:{iterations}:{salt}:{hash}`, both in hexadecimal.
 */

const ITERATIONS = 100_000
const SALT_BYTES = 16

const unhex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return `pbkdf2:${ITERATIONS}:${hexOf(salt)}:${await slowHash(password, salt, ITERATIONS)}`
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, iterations = '', salt = '', expected = ''] = stored.split(':')
  return isSameDigest(await slowHash(password, unhex(salt), Number(iterations)), expected)
}
