import { asBytes, broken, type Cleaned, checkPixels, type ImageBytes } from './image-bytes.ts'
import { KeptParts } from './kept-parts.ts'
import { exifOf, orientationIn } from './orientation.ts'

/* JPEG: segments, each with a marker (ISO/IEC 10918-1, annex B), and behind that of a scan its coded pixels. */

const SCAN = 0xda
const END = 0xd9
const COMMENT = 0xfe
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7
const isApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef
/** Tables: of Huffman codes, arithmetic codes and quantization, the number of lines, the restart interval. */
const TABLES = [0xc4, 0xcc, 0xdb, 0xdc, 0xdd]
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const EXIF = 'Exif\0\0'
const PROFILE = 'ICC_PROFILE\0'
const ADOBE = 'Adobe'

/** Keeps the first image without its metadata: its pixels, its color profile and how it is turned. */
export function cleanJpeg(image: ImageBytes): Cleaned {
  const kept = new KeptParts(image)
  let exif: Uint8Array | undefined
  let transform: number | undefined
  let frame: { width: number; height: number; components: number } | undefined
  let hasScan = false
  for (let at = 2; ; ) {
    if (image.u8(at) !== 0xff) throw broken('a segment has no marker')
    // Any number of these may come before a marker.
    while (image.u8(at + 1) === 0xff) at++
    const marker = image.u8(at + 1)
    if (marker === END) {
      kept.keep(at, at + 2)
      break
    }
    const body = at + 4
    const length = image.u16(at + 2)
    const end = at + 2 + length
    if (length < 2) throw broken('a segment has no length')
    image.reach(end)
    if (isFrame(marker)) {
      if (frame !== undefined) throw broken('it has two frames')
      frame = { height: image.u16(body + 1), width: image.u16(body + 3), components: image.u8(body + 5) }
      checkPixels(frame.width, frame.height)
      kept.keep(at, end)
    } else if (marker === SCAN) {
      if (frame === undefined) throw broken('pixels come before the size')
      hasScan = true
      const next = endOfScan(image, end)
      kept.keep(at, next)
      at = next
      continue
    } else if (TABLES.includes(marker)) kept.keep(at, end)
    else if (!isApplication(marker) && marker !== COMMENT) throw broken('it has a segment of an unknown kind')
    else if (marker === 0xe2 && image.has(body, PROFILE)) kept.keep(at, end)
    else if (marker === 0xe1 && image.has(body, EXIF)) exif ??= image.bytes.subarray(body + EXIF.length, end)
    else if (marker === 0xee && length >= 14 && image.has(body, ADOBE)) transform ??= image.u8(body + 11)
    at = end
  }
  if (frame === undefined || !hasScan) throw broken('it has no pixels')
  const orientation = exif === undefined ? 1 : orientationIn(exif)
  kept.putBefore(
    image.bytes.subarray(0, 2),
    ...(orientation > 1 ? [segment('\xe1', asBytes(EXIF), exifOf(orientation))] : []),
    ...(transform !== undefined && needsTransform(transform, frame.components)
      ? [segment('\xee', asBytes(`${ADOBE}\0\x64\0\0\0\0${String.fromCharCode(transform)}`))]
      : []),
  )
  const { width, height } = frame
  return { bytes: kept.joined(), width, height, orientation }
}

/** Where the next marker is: not the escape of a coded byte 255, and not one that lets a decoder restart. */
function endOfScan({ bytes }: ImageBytes, from: number): number {
  for (let at = from; ; ) {
    const found = bytes.indexOf(0xff, at)
    const next = bytes[found + 1]
    if (found < 0 || next === undefined) throw broken('it ends too soon')
    if (next !== 0 && next !== 0xff && !isRestart(next)) return found
    at = next === 0xff ? found + 1 : found + 2
  }
}

/** Without it, three components are read as luma and chroma, and the colors of four would be wrong. */
const needsTransform = (transform: number, components: number): boolean =>
  components === 4 || (components === 3 && transform === 0)

function segment(marker: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 2)
  const head = asBytes(`\xff${marker}${String.fromCharCode(size >> 8, size & 0xff)}`)
  const whole = new Uint8Array(head.length + size - 2)
  whole.set(head)
  let at = head.length
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
