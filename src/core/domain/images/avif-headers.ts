import { type Box, newBox } from './boxes.ts'
import { broken, type ImageBytes } from './image-bytes.ts'

/* Headers of animations and their tracks (ISO/IEC 14496-12, sections 8.2.2, 8.3.2 and 8.4.2). */

/** By version: how many bytes it has, and which of them are kept: from, to, from, to … */
type Header = readonly (readonly [size: number, ...kept: number[]])[]

/** Without times of creation and changes, and without the ID for the next track, which is the last. */
export const MOVIE_HEADER: Header = [
  [100, 0, 4, 12, 26, 36, 72],
  [112, 0, 4, 20, 38, 48, 84],
]
/** Without times of creation and changes. */
export const TRACK_HEADER: Header = [
  [84, 0, 4, 12, 16, 20, 24, 32, 38, 40, 84],
  [96, 0, 4, 20, 24, 28, 36, 44, 50, 52, 96],
]
/** Without times of creation and changes, and without a language. */
export const MEDIA_HEADER: Header = [
  [24, 0, 4, 12, 20],
  [36, 0, 4, 20, 32],
]

/** A header with its box: what is not kept becomes zeros. Throws for a version that is not understood. */
export function keptHeader(image: ImageBytes, { type, data, end }: Box, header: Header): Uint8Array {
  const [size = 0, ...kept] = header[image.u8(data)] ?? []
  if (size === 0 || end < data + size) throw broken('a header is of an unknown kind')
  const bytes = new Uint8Array(size)
  for (let index = 0; index < kept.length; index += 2) {
    const [from = 0, to = 0] = kept.slice(index, index + 2)
    bytes.set(image.bytes.subarray(data + from, data + to), from)
  }
  return newBox(type, bytes)
}
