/**
 * Hashes a text of any length to 14 characters of `0-9a-z`, for use in a key. Collisions are rare but possible, so
 * callers compare the texts that they find. The hash is not cryptographic: a collision only makes lookups slower.
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

/** Every bit of the result depends on every bit of both inputs. */
function mixed(a: number, b: number): number {
  let bits = Math.imul(a ^ (a >>> 16), 0x7feb352d) + Math.imul(b ^ (b >>> 15), 0x846ca68b)
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39)
  return (bits ^ (bits >>> 15)) >>> 0
}

const digits = (bits: number): string => bits.toString(36).padStart(7, '0')
