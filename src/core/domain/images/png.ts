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
import { checksum, crc, FIRST } from './png-checksum.ts'

/* PNG: chunks of a length, a type, data and a checksum (PNG, third edition, section 5). */

const PIXELS = 'IDAT'
const FRAME_PIXELS = 'fdAT'

const everySize = () => true
const is = (size: number) => (length: number) => length === size
const upTo = (size: number) => (length: number) => length <= size

/**
 * What pixels and colors need, and animations, by the sizes that it can have. Decoders ignore other sizes, and something else
 * could hide there. Everything else that a decoder may skip is cut.
 */
const KEPT: Readonly<Record<string, (length: number) => boolean>> = {
  PLTE: everySize,
  [PIXELS]: everySize,
  [FRAME_PIXELS]: everySize,
  iCCP: everySize,
  tRNS: upTo(256),
  hIST: upTo(512),
  bKGD: upTo(6),
  sBIT: upTo(4),
  cHRM: is(32),
  gAMA: is(4),
  sRGB: is(1),
  cICP: is(4),
  mDCV: is(24),
  cLLI: is(8),
  pHYs: is(9),
  acTL: is(8),
  fcTL: is(26),
}

const SIGNATURE = 8
const LONGEST = 0x7fff_ffff
const PIECE = 65_536

/** Keeps pixels, colors and how the image is turned. A file that is cut off, or damaged behind pixels, ends there. */
export function* cleanPng(image: ImageBytes): Steps<Cleaned> {
  if (image.u32(SIGNATURE) !== 13 || !image.has(SIGNATURE + 4, 'IHDR')) throw broken('it has no header')
  const width = image.u32(SIGNATURE + 8)
  const height = image.u32(SIGNATURE + 12)
  if (width > LONGEST || height > LONGEST) throw broken('it names no valid size')
  checkPixels(width, height)
  const afterHeader = SIGNATURE + 25
  image.reach(afterHeader)
  const kept = new KeptParts(image)
  let exif: Uint8Array | undefined
  let hasPixels = false
  for (let at = afterHeader; at + 8 <= image.length; ) {
    image.countPart()
    if (image.isDue) yield image.steps()
    const length = image.u32(at)
    const type = image.text(at + 4, 4)
    const end = at + 12 + length
    const isKept = KEPT[type]
    // A capital letter: no decoder may skip it.
    const isKnown = isKept !== undefined || type === 'IEND' || /^[a-z][A-Za-z]{3}$/.test(type)
    const isCut = end > image.length
    if (type === 'IEND' || (hasPixels && !isKnown)) break
    if (!isKnown) throw broken('it has a chunk of an unknown kind')
    if (isCut) {
      const data = image.bytes.subarray(at + 8, at + 8 + length)
      if (type === PIXELS || (type === FRAME_PIXELS && data.length > 4)) {
        yield* keepCut(image, type, data, kept)
        hasPixels ||= data.length > 0
      }
      break
    }
    if (type === 'eXIf') exif ??= image.bytes.subarray(at + 8, end - 4)
    hasPixels ||= type === PIXELS && length > 0
    if (isKept?.(length)) yield* kept.keepLong(at, end)
    at = end
  }
  if (!hasPixels) throw broken('it has no pixels')
  kept.add(chunk('IEND'))
  const orientation = exif === undefined ? 1 : orientationIn(exif)
  kept.putBefore(
    image.bytes.subarray(0, afterHeader),
    ...(orientation > 1 ? [chunk('eXIf', exifOf(orientation))] : []),
  )
  yield image.steps()
  return { bytes: kept.joined(), width, height, orientation }
}

/** Keeps the pixels that are there, as a chunk that is whole. */
function* keepCut(image: ImageBytes, type: string, data: Uint8Array, kept: KeptParts): Steps<void> {
  kept.add(bytes32(data.length))
  kept.add(asBytes(type))
  let rest = crc(FIRST, asBytes(type))
  for (let from = 0; from < data.length; from += PIECE) {
    const piece = data.subarray(from, from + PIECE)
    rest = crc(rest, piece)
    image.count(16 * piece.length)
    kept.add(piece)
    if (image.isDue) yield image.steps()
  }
  kept.add(bytes32(~rest))
}

function chunk(type: string, data: Uint8Array = new Uint8Array()): Uint8Array {
  const told = joined(type, data)
  return joined(data.length, told, checksum(told))
}
