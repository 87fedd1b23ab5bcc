import { asBytes, broken, type Cleaned, checkPixels, type ImageBytes } from './image-bytes.ts'
import { KeptParts } from './kept-parts.ts'
import { exifOf, orientationIn } from './orientation.ts'

/* WebP: chunks of a type, a length and data, filled up to an even length (RFC 9649). */

const HEADER = 'VP8X'
const FRAME = 'ANMF'
const LOSSY = 'VP8 '
const LOSSLESS = 'VP8L'
const KEPT = ['ICCP', 'ANIM', 'ALPH', LOSSY, LOSSLESS]
const FILE_START = 12
/** In the flags of the header. */
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

interface Chunk {
  readonly type: string
  readonly start: number
  readonly data: number
  /** Without the byte that fills it up. */
  readonly dataEnd: number
  readonly end: number
}

/** Keeps pixels, colors and how the image is turned; nothing behind the end of the file. */
export function cleanWebp(image: ImageBytes): Cleaned {
  const end = 8 + image.u32(4, true)
  image.reach(end)
  const kept = new KeptParts(image)
  let size: { width: number; height: number } | undefined
  let flags: { at: number; value: number } | undefined
  let exif: Uint8Array | undefined
  let hasPixels = false
  for (let at = FILE_START; at < end; ) {
    const chunk = chunkAt(image, at, end)
    const { type, start, data } = chunk
    if (start === FILE_START && type === HEADER) {
      size = { width: image.u24(data + 4) + 1, height: image.u24(data + 7) + 1 }
      checkPixels(size.width, size.height)
      flags = { at: data, value: image.u8(data) }
      keepChunk(chunk, kept)
    } else if (type === FRAME) {
      if (size === undefined) throw broken('a frame comes before the size')
      keepFrame(image, chunk, size, kept)
      hasPixels = true
    } else if (type === LOSSY || type === LOSSLESS) {
      const own = sizeOf(image, chunk)
      size ??= own
      if (hasPixels || own.width !== size.width || own.height !== size.height)
        throw broken('its parts have different sizes')
      keepChunk(chunk, kept)
      hasPixels = true
    } else if (KEPT.includes(type)) keepChunk(chunk, kept)
    else if (type === 'EXIF') exif ??= exifIn(image, chunk)
    at = chunk.end
  }
  if (size === undefined || !hasPixels) throw broken('it has no pixels')
  const orientation = exif === undefined || flags === undefined ? 1 : orientationIn(exif)
  if (orientation > 1) kept.add(chunkOf('EXIF', exifOf(orientation)))
  kept.putBefore(chunkOf('RIFF', asBytes('WEBP'), 4 + kept.size))
  const bytes = kept.joined()
  if (flags !== undefined)
    bytes[flags.at] = (flags.value & ~HAS_EXIF & ~HAS_XMP) | (orientation > 1 ? HAS_EXIF : 0)
  return { bytes, ...size, orientation }
}

function chunkAt(image: ImageBytes, start: number, most: number): Chunk {
  const length = image.u32(start + 4, true)
  const dataEnd = start + 8 + length
  // Some programs leave out the last byte.
  const end = Math.min(dataEnd + (length % 2), most)
  if (dataEnd > most) throw broken('a chunk ends too soon')
  return { type: image.text(start, 4), start, data: start + 8, dataEnd, end }
}

function keepChunk({ start, data, dataEnd }: Chunk, kept: KeptParts): void {
  kept.keep(start, dataEnd)
  if ((dataEnd - data) % 2 === 1) kept.add(new Uint8Array(1))
}

/** Programs put the header of JPEG before it, or not. */
function exifIn({ bytes }: ImageBytes, { data, dataEnd }: Chunk): Uint8Array {
  const exif = bytes.subarray(data, dataEnd)
  return exif[0] === 0x45 ? exif.subarray(6) : exif
}

/** The size that the pixels of a chunk have. */
function sizeOf(image: ImageBytes, { type, data }: Chunk): { width: number; height: number } {
  if (type === LOSSY) {
    if (!image.has(data + 3, '\x9d\x01\x2a')) throw broken('its pixels do not begin')
    const size = { width: image.u16(data + 6, true) & 0x3fff, height: image.u16(data + 8, true) & 0x3fff }
    checkPixels(size.width, size.height)
    return size
  }
  if (image.u8(data) !== 0x2f) throw broken('its pixels do not begin')
  const bits = image.u32(data + 1, true)
  const size = { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  checkPixels(size.width, size.height)
  return size
}

/** A frame of an animation: its place and time, then chunks. */
function keepFrame(
  image: ImageBytes,
  frame: Chunk,
  canvas: { readonly width: number; readonly height: number },
  kept: KeptParts,
): void {
  const place = frame.data
  const width = image.u24(place + 6) + 1
  const height = image.u24(place + 9) + 1
  const isInside =
    2 * image.u24(place) + width <= canvas.width && 2 * image.u24(place + 3) + height <= canvas.height
  if (!isInside) throw broken('a frame is larger than the image')
  const parts = new KeptParts(image)
  parts.keep(place, place + 16)
  let hasPixels = false
  for (let at = place + 16; at < frame.dataEnd; ) {
    const chunk = chunkAt(image, at, frame.dataEnd)
    if (chunk.type === LOSSY || chunk.type === LOSSLESS) {
      const own = sizeOf(image, chunk)
      if (hasPixels || own.width !== width || own.height !== height)
        throw broken('its parts have different sizes')
      hasPixels = true
      keepChunk(chunk, parts)
    } else if (chunk.type === 'ALPH') keepChunk(chunk, parts)
    at = chunk.end
  }
  if (!hasPixels) throw broken('a frame has no pixels')
  kept.add(chunkOf(FRAME, parts.joined()))
}

/** A chunk. `length`: of its data, if more will follow. */
function chunkOf(type: string, data: Uint8Array, length = data.length): Uint8Array {
  const whole = new Uint8Array(8 + data.length + (data.length % 2))
  whole.set(asBytes(type))
  new DataView(whole.buffer).setUint32(4, length, true)
  whole.set(data, 8)
  return whole
}
