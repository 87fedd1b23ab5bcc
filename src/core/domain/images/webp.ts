import {
  asBytes,
  broken,
  bytes32,
  type Cleaned,
  checkPixels,
  type ImageBytes,
  joined,
  type Steps,
} from './image-bytes.ts'
import { KeptParts } from './kept-parts.ts'
import { exifOf, orientationIn } from './orientation.ts'

/* WebP: chunks of a type, a length and data, filled up to an even length (RFC 9649). */

const HEADER = 'VP8X'
const FRAME = 'ANMF'
const LOSSY = 'VP8 '
const LOSSLESS = 'VP8L'
/** What may stand around pixels and has no size of its own. */
const COLORS = 'ICCP'
const TRANSPARENCY = 'ALPH'
const ANIMATION = 'ANIM'
const FILE_START = 12
const HEADER_SIZE = 10
const ANIMATION_SIZE = 6
const FRAME_SIZE = 16
/** In the flags of the header: colors, transparency, an animation. Exif is told anew. */
const KEPT_FLAGS = 0x32
const HAS_EXIF = 0x08

interface Chunk {
  readonly type: string
  readonly start: number
  readonly data: number
  /** Without the byte that fills it up. */
  readonly dataEnd: number
  readonly end: number
  /** The file ends before it. */
  readonly isCut: boolean
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Keeps pixels, colors and how the image is turned. A file that is cut off in its pixels ends there. */
export function* cleanWebp(image: ImageBytes): Steps<Cleaned> {
  const end = Math.min(8 + image.u32(4, true), image.length)
  const kept = new KeptParts(image)
  let size: Size | undefined
  let flags: number | undefined
  let exif: Uint8Array | undefined
  let hasPixels = false
  for (let at = FILE_START; at + 8 <= end; ) {
    image.countPart()
    if (image.isDue) yield image.steps()
    const chunk = chunkAt(image, at, end)
    const { type, start, data, isCut } = chunk
    if (start === FILE_START && type === HEADER) {
      size = { width: image.u24(data + 4) + 1, height: image.u24(data + 7) + 1 }
      checkPixels(size.width, size.height)
      flags = image.u8(data) & KEPT_FLAGS
      keepSized(image, chunk, HEADER_SIZE, kept)
    } else if (type === FRAME) {
      if (size === undefined) throw broken('a frame comes before the size')
      hasPixels = (yield* keepFrame(image, chunk, size, kept)) || hasPixels
    } else if (type === LOSSY || type === LOSSLESS) {
      // Decoders take the first pixels, and no others.
      if (!hasPixels) {
        const own = sizeOf(image, chunk)
        size ??= own
        if (own.width !== size.width || own.height !== size.height)
          throw broken('its parts have different sizes')
        yield* keepChunk(chunk, kept)
        hasPixels = true
      }
    } else if (isCut) break
    else if (type === COLORS || type === TRANSPARENCY) yield* keepChunk(chunk, kept)
    else if (type === ANIMATION) keepSized(image, chunk, ANIMATION_SIZE, kept)
    else if (type === 'EXIF') exif ??= exifIn(image, chunk)
    at = chunk.end
  }
  if (size === undefined || !hasPixels) throw broken('it has no pixels')
  const orientation = exif === undefined || flags === undefined ? 1 : orientationIn(exif)
  if (flags !== undefined) kept.replace(8, Uint8Array.of(flags | (orientation > 1 ? HAS_EXIF : 0), 0, 0, 0))
  if (orientation > 1) kept.add(chunkOf('EXIF', exifOf(orientation)))
  kept.putBefore(asBytes('RIFF'), little(4 + kept.size), asBytes('WEBP'))
  yield image.steps()
  return { bytes: kept.joined(), ...size, orientation }
}

function chunkAt(image: ImageBytes, start: number, most: number): Chunk {
  const length = image.u32(start + 4, true)
  const whole = start + 8 + length
  const dataEnd = Math.min(whole, most)
  return {
    ...{ type: image.text(start, 4), start, data: start + 8, dataEnd, isCut: whole > most },
    // Some programs leave out the last byte.
    end: Math.min(dataEnd + (length % 2), most),
  }
}

/** Keeps a chunk, or what is there of it. */
function* keepChunk({ type, data, dataEnd }: Chunk, kept: KeptParts): Steps<void> {
  kept.add(asBytes(type))
  kept.add(little(dataEnd - data))
  yield* kept.keepLong(data, dataEnd)
  if ((dataEnd - data) % 2 === 1) kept.add(new Uint8Array(1))
}

/** Keeps a chunk whose size is known, without what is behind that. */
function keepSized(image: ImageBytes, { type, data, dataEnd }: Chunk, size: number, kept: KeptParts): void {
  if (dataEnd < data + size) throw broken('a chunk is too short')
  kept.add(chunkOf(type, image.bytes.subarray(data, data + size)))
}

/** Programs put the header of JPEG before it, or not. */
function exifIn({ bytes }: ImageBytes, { data, dataEnd }: Chunk): Uint8Array {
  const exif = bytes.subarray(data, dataEnd)
  return exif[0] === 0x45 ? exif.subarray(6) : exif
}

/** The size that the pixels of a chunk have. */
function sizeOf(image: ImageBytes, { type, data, dataEnd }: Chunk): Size {
  const isLossy = type === LOSSY
  if (dataEnd <= data + (isLossy ? 10 : 5)) throw broken('it has no pixels')
  if (isLossy ? !image.has(data + 3, '\x9d\x01\x2a') : image.u8(data) !== 0x2f)
    throw broken('its pixels do not begin')
  const bits = image.u32(data + (isLossy ? 6 : 1), true)
  const size = isLossy
    ? { width: bits & 0x3fff, height: (bits >>> 16) & 0x3fff }
    : { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  checkPixels(size.width, size.height)
  return size
}

/** Keeps a frame of an animation: its place and time, then chunks. `false`: it is cut off before its pixels. */
function* keepFrame(image: ImageBytes, frame: Chunk, canvas: Size, kept: KeptParts): Steps<boolean> {
  const place = frame.data
  if (frame.dataEnd < place + FRAME_SIZE) {
    if (frame.isCut) return false
    throw broken('a chunk is too short')
  }
  const width = image.u24(place + 6) + 1
  const height = image.u24(place + 9) + 1
  const isInside =
    2 * image.u24(place) + width <= canvas.width && 2 * image.u24(place + 3) + height <= canvas.height
  if (!isInside) throw broken('a frame is larger than the image')
  const before = kept.size
  kept.add(chunkOf(FRAME, image.bytes.subarray(place, place + FRAME_SIZE)))
  let hasPixels = false
  for (let at = place + FRAME_SIZE; at + 8 <= frame.dataEnd && !hasPixels; ) {
    image.countPart()
    if (image.isDue) yield image.steps()
    const chunk = chunkAt(image, at, frame.dataEnd)
    if (chunk.type === LOSSY || chunk.type === LOSSLESS) {
      if (frame.isCut && chunk.dataEnd <= chunk.data + 10) break
      const own = sizeOf(image, chunk)
      if (own.width !== width || own.height !== height) throw broken('its parts have different sizes')
      hasPixels = true
      yield* keepChunk(chunk, kept)
    } else if (chunk.type === TRANSPARENCY) yield* keepChunk(chunk, kept)
    at = chunk.end
  }
  if (!hasPixels && !frame.isCut) throw broken('a frame has no pixels')
  if (hasPixels) kept.replace(before + 4, little(kept.size - before - 8))
  else kept.shorten(before)
  return hasPixels
}

const chunkOf = (type: string, data: Uint8Array): Uint8Array =>
  joined(type, little(data.length), data, '\0'.repeat(data.length % 2))

const little = (value: number): Uint8Array => bytes32(value).reverse()
