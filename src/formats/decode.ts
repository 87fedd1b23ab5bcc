/*
 * Bytes as text, in the encoding that a program or a person has named.
 */

/** What Windows-1252 has from 0x80 to 0x9F; `.`: a control character, as in the standard. */
const WINDOWS = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ'

/** Throws for bytes that are not in this encoding, and for an encoding that nobody knows. */
export function decodeAs(encoding: string, bytes: Uint8Array): string {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const text = decoder.decode(bytes)
  return decoder.encoding === 'windows-1252' ? withWindowsSigns(text) : text
}

/** Node up to 22 reads Windows-1252 as Latin-1: quotation marks, dashes and € become control characters. */
const withWindowsSigns = (text: string): string =>
  text.replace(/[\u0080-\u009F]/g, (control) => {
    const sign = WINDOWS[control.charCodeAt(0) - 0x80]
    return sign === undefined || sign === '.' ? control : sign
  })

export function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}
