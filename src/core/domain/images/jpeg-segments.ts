import type { ImageBytes } from './image-bytes.ts'

/* Segments of a JPEG whose lengths follow from what they hold. Decoders refuse others, and something else could hide there. */

export const SCAN = 0xda
const HUFFMAN = 0xc4
const ARITHMETIC = 0xcc
const QUANTIZATION = 0xdb
const RESTARTS = 0xdd

export const TABLES: readonly number[] = [HUFFMAN, ARITHMETIC, QUANTIZATION, RESTARTS]

export const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![HUFFMAN, 0xc8, ARITHMETIC].includes(marker)

/** Why decoders stop at a segment that is in the file as a whole; `undefined`: they do not. */
export function faultIn(image: ImageBytes, marker: number, at: number, end: number): string | undefined {
  const body = at + 4
  const isRight =
    body <= end &&
    (isFrame(marker)
      ? end >= body + 6 && end === body + 6 + 3 * image.u8(body + 5)
      : marker === SCAN
        ? end > body && end === body + 4 + 2 * image.u8(body)
        : !TABLES.includes(marker) || areTables(image, marker, body, end))
  return isRight ? undefined : 'a segment has a wrong length'
}

function areTables(image: ImageBytes, marker: number, body: number, end: number): boolean {
  if (marker === RESTARTS) return end === body + 2
  let at = body
  while (at < end) {
    if (marker === ARITHMETIC) at += 2
    else if (marker === QUANTIZATION) at += image.u8(at) >> 4 === 0 ? 65 : 129
    else {
      // A table of codes says first how many there are of each length.
      if (at + 17 > end) return false
      for (let length = 1, first = at; length <= 16; length++) at += image.u8(first + length)
      at += 17
    }
  }
  return at === end
}
