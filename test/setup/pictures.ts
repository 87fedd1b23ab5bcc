/* Pictures of 6 by 4 pixels, and parts to put into them. Made by sharp 0.35. */

const decoded = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

export const PICTURES = {
  'image/png': decoded(
    'iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAIAAAAiZtkUAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAV0lEQVQImQFMALP/AAAHDhUcIyoxOD9GTVRbYmlwdwB+hYyTmqGor7a9xMvS2eDn7vUA/AMKERgfJi00O0JJUFdeZWxzAHqBiI+WnaSrsrnAx87V3OPq8Vq+IuXvLQW/AAAAAElFTkSuQmCC',
  ),
  'image/jpeg': decoded(
    '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAbEAABBAMAAAAAAAAAAAAAAAAAAQMFERNh0v/EABUBAQEAAAAAAAAAAAAAAAAAAAAB/8QAFxEAAwEAAAAAAAAAAAAAAAAAAAECMf/aAAwDAQACEQMRAD8Avi45pW1W61jb5ABUK1n/2Q==',
  ),
  'image/gif': decoded('R0lGODlhBgAEAIEAAPwDCtDX3oeOlS41PCH5BAQAAAAALAAAAAAGAAQAAAIInC0pwXCjFisAOw=='),
  'image/webp': decoded(
    'UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoGAAQAA4BaJYwC7AEPBL2tgAD+ScbRn/HcNH1z0ulU3hbu1cMiQAAA',
  ),
  'image/avif': decoded(
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACoAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAYAAAAEAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAybWRhdBIACgg4CG7SAhoNIDIcHEJi5OmmmmFjYACQNZDt/wjkVlbgYB2qrMkI4A==',
  ),
} as const

/** Texts are bytes, one per character; numbers are 32 bits, the highest first. */
export function bytesOf(...parts: readonly (string | number | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const all = parts.map((part) => {
    if (typeof part === 'string') return Uint8Array.from(part, (character) => character.charCodeAt(0))
    if (typeof part !== 'number') return part
    const four = new Uint8Array(4)
    new DataView(four.buffer).setUint32(0, part)
    return four
  })
  const whole = new Uint8Array(all.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of all) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The bytes with others in between. */
export const inserted = (bytes: Uint8Array, at: number, ...parts: readonly Uint8Array[]) =>
  bytesOf(bytes.subarray(0, at), ...parts, bytes.subarray(at))

/** The bytes with others in place of as many. */
export function replaced(bytes: Uint8Array, at: number, part: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = bytesOf(bytes)
  whole.set(part, at)
  return whole
}

export const asText = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** Where a text begins in the bytes. */
export const placeOf = (bytes: Uint8Array, text: string): number => asText(bytes).indexOf(text)

/** Exif data: an orientation, and a text that says where someone lives. */
export const exif = (orientation: number, secret: string): Uint8Array =>
  bytesOf(
    'II*\0\x08\0\0\0\x02\0',
    `\x12\x01\x03\0\x01\0\0\0${String.fromCharCode(orientation)}\0\0\0`,
    `\x0e\x01\x02\0${String.fromCharCode(secret.length)}\0\0\0\x26\0\0\0`,
    '\0\0\0\0',
    secret,
  )

export const jpegSegment = (marker: number, ...data: readonly (string | Uint8Array)[]): Uint8Array => {
  const body = bytesOf(...data)
  return bytesOf(String.fromCharCode(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255), body)
}

/** With a checksum that nobody compares. */
export const pngChunk = (type: string, ...data: readonly (string | number | Uint8Array)[]): Uint8Array => {
  const body = bytesOf(...data)
  return bytesOf(body.length, type, body, 0)
}

export const webpChunk = (type: string, data: Uint8Array): Uint8Array =>
  bytesOf(type, little(data.length), data, data.length % 2 === 1 ? '\0' : '')

/** 32 bits, the lowest first. */
export const little = (value: number): Uint8Array => bytesOf(value).reverse()

export const webpFile = (...chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const body = bytesOf(...chunks)
  return bytesOf('RIFF', little(body.length + 4), 'WEBP', body)
}

/** The header that names features, of an image of 6 by 4 pixels. */
export const webpHeader = (flags: number): Uint8Array =>
  webpChunk('VP8X', bytesOf(String.fromCharCode(flags), '\0\0\0\x05\0\0\x03\0\0'))

export const box = (
  type: string,
  ...parts: readonly (string | number | Uint8Array)[]
): Uint8Array<ArrayBuffer> => {
  const body = bytesOf(...parts)
  return bytesOf(body.length + 8, type, body)
}
