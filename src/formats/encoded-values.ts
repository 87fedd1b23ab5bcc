import { decodeAs } from './decode.ts'
import type { Property } from './property-lines.ts'

/*
 * Texts in Quoted-Printable and Base64, as programs of vCalendar 1.0 write them.
 */

/** Whether a line has a text in Quoted-Printable. */
export const isEncoded = (content: string): boolean =>
  /^[A-Za-z0-9-][^:]*;(?:ENCODING="?)?QUOTED-PRINTABLE"?[;:]/i.test(content.slice(0, MOST_PARAMETERS))

/** Characters before the value. */
const MOST_PARAMETERS = 500

/** A text as others are written. What cannot be decoded stays. */
export function withoutEncoding(property: Property): Property {
  const encoding = property.parameters.get('ENCODING')?.toUpperCase()
  const bytes =
    encoding === 'QUOTED-PRINTABLE'
      ? quotedBytes(property.value)
      : encoding === 'BASE64' || encoding === 'B'
        ? base64Bytes(property.value)
        : undefined
  if (bytes === undefined) return property
  return { ...property, value: decoded(bytes, property.parameters.get('CHARSET')) }
}

/** Characters that are not encoded stay as they are. */
function quotedBytes(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value.replace(/=[ \t]*$/, ''))
  const read = new Uint8Array(bytes.length)
  let size = 0
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] === EQUALS ? hexAt(bytes, at + 1) : undefined
    read[size++] = code ?? bytes[at] ?? 0
    if (code !== undefined) at += 2
  }
  return read.subarray(0, size)
}

const EQUALS = 61

function hexAt(bytes: Uint8Array, at: number): number | undefined {
  const [first, second] = [digitOf(bytes[at]), digitOf(bytes[at + 1])]
  return first === undefined || second === undefined ? undefined : first * 16 + second
}

function digitOf(byte = 0): number | undefined {
  const digit = Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(digit) ? undefined : digit
}

function base64Bytes(value: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(value.replace(/\s+/g, '')), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** In the named encoding if it is known; else in UTF-8, or what older programs write. */
function decoded(bytes: Uint8Array, charset: string | undefined): string {
  for (const encoding of [charset?.trim() || 'utf-8', 'utf-8']) {
    try {
      return decodeAs(encoding, bytes)
    } catch {}
  }
  return decodeAs('windows-1252', bytes)
}
