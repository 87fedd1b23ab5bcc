import { asBytes, broken, type Cleaned, checkPixels, type ImageBytes } from './image-bytes.ts'
import { KeptParts } from './kept-parts.ts'
import { exifOf, orientationIn } from './orientation.ts'

/* PNG: chunks of a length, a type, data and a checksum (PNG, third edition, section 5). */

/** What pixels and colors need, and animations. Everything else that a decoder may skip is cut. */
const KEPT = new Set(
  'PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs hIST acTL fcTL fdAT'.split(' '),
)

const SIGNATURE = 8
const LONGEST = 0x7fff_ffff

/** Keeps pixels, colors and how the image is turned; nothing behind its end. */
export function cleanPng(image: ImageBytes): Cleaned {
  if (image.u32(SIGNATURE) !== 13 || !image.has(SIGNATURE + 4, 'IHDR')) throw broken('it has no header')
  const width = image.u32(SIGNATURE + 8)
  const height = image.u32(SIGNATURE + 12)
  if (width > LONGEST || height > LONGEST) throw broken('it names no valid size')
  checkPixels(width, height)
  const afterHeader = SIGNATURE + 25
  const kept = new KeptParts(image)
  let exif: Uint8Array | undefined
  let hasPixels = false
  for (let at = afterHeader; ; ) {
    const length = image.u32(at)
    const type = image.text(at + 4, 4)
    const end = at + 12 + length
    image.reach(end)
    if (type === 'eXIf') exif ??= image.bytes.subarray(at + 8, end - 4)
    if (type === 'IDAT') hasPixels = true
    if (KEPT.has(type)) kept.keep(at, end)
    // A capital letter: no decoder may skip it.
    else if (!/^[a-z][A-Za-z]{3}$/.test(type)) throw broken('it has a chunk of an unknown kind')
    if (type === 'IEND') break
    at = end
  }
  if (!hasPixels) throw broken('it has no pixels')
  const orientation = exif === undefined ? 1 : orientationIn(exif)
  kept.putBefore(
    image.bytes.subarray(0, afterHeader),
    ...(orientation > 1 ? [chunk('eXIf', exifOf(orientation))] : []),
  )
  return { bytes: kept.joined(), width, height, orientation }
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(12 + data.length)
  const view = new DataView(whole.buffer)
  view.setUint32(0, data.length)
  whole.set(asBytes(type), 4)
  whole.set(data, 8)
  view.setUint32(8 + data.length, checksum(whole.subarray(4, 8 + data.length)))
  return whole
}

/** CRC-32 (PNG, annex D). Bit by bit: it is used for a few bytes only. */
export function checksum(bytes: Uint8Array): number {
  let rest = 0xffff_ffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb8_8320 : 0)
  }
  return (rest ^ 0xffff_ffff) >>> 0
}
