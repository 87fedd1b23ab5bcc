/** 64 digits in the order of their codes. */
const DIGITS = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'

const encoder = new TextEncoder()

/**
 * The first bytes of a text, as digits that sort in the same order, for use in a key. Each three bytes become four
 * digits; `bytes` is a multiple of three.
 */
export function textDigits(text: string, bytes: number): string {
  const encoded = encoder.encode(text.slice(0, bytes))
  let digits = ''
  for (let at = 0; at < bytes; at += 3) {
    const bits = ((encoded[at] ?? 0) << 16) | ((encoded[at + 1] ?? 0) << 8) | (encoded[at + 2] ?? 0)
    for (const shift of [18, 12, 6, 0]) digits += DIGITS[(bits >> shift) & 63]
  }
  return digits
}
