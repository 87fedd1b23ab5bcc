/*
 * Passwords of events, kept as salted hashes: `pbkdf2:{iterations}:{salt}:{hash}`, both in hexadecimal.
 */

const ITERATIONS = 100_000
const SALT_BYTES = 16

async function derive(password: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
    'deriveBits',
  ])
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256)
  return hex(new Uint8Array(bits))
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const unhex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  return `pbkdf2:${ITERATIONS}:${hex(salt)}:${await derive(password, salt, ITERATIONS)}`
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, iterations = '', salt = '', expected = ''] = stored.split(':')
  const actual = await derive(password, unhex(salt), Number(iterations))
  // Every character is looked at, so that the time taken says nothing of where they differ.
  let difference = actual.length ^ expected.length
  for (let at = 0; at < actual.length; at++) difference |= actual.charCodeAt(at) ^ expected.charCodeAt(at)
  return difference === 0
}
