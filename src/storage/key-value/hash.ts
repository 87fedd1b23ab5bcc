/**
 * A text of any length and characters as 14 characters of `0-9a-z`, so that it can stand in a key. Texts with the
 * same hash are rare, but may occur: what is found by one is compared. It need not be hard to find such texts: they only
 * make what they share slower to find.
 */
export function hash(text: string): string {
  let left = 0x2545f491
  let right = 0x6c8e9cf5
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    left = Math.imul(left ^ code, 0x01000193)
    right = Math.imul(right + code, 0x5bd1e995) ^ (right >>> 13)
  }
  return digits(mixed(left ^ text.length, right)) + digits(mixed(right, left))
}

/** Every bit of the result depends on every bit of both. */
function mixed(a: number, b: number): number {
  let bits = Math.imul(a ^ (a >>> 16), 0x7feb352d) + Math.imul(b ^ (b >>> 15), 0x846ca68b)
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39)
  return (bits ^ (bits >>> 15)) >>> 0
}

const digits = (bits: number): string => bits.toString(36).padStart(7, '0')
