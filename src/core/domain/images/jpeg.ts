import {
  asBytes,
  broken,
  bytes16,
  type Cleaned,
  checkPixels,
  type ImageBytes,
  joined,
  type Parts,
  type Steps,
} from './image-bytes.ts'
import { endOfPicture, nextMarker } from './jpeg-markers.ts'
import { faultIn, isFrame, SCAN, TABLES } from './jpeg-segments.ts'
import { KeptParts } from './kept-parts.ts'
import { exifOf, orientationIn } from './orientation.ts'

/* JPEG: segments, each with a marker (ISO/IEC 10918-1, annex B), and behind that of a scan its coded pixels. */

const START = 0xd8
const END = 0xd9
const COMMENT = 0xfe
/** The number of lines comes late: decoders skip it. */
const LINES = 0xdc
const isApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef
const EXIF = 'Exif\0\0'
const JFIF = 'JFIF\0'
const PROFILE = 'ICC_PROFILE\0'
const ADOBE = 'Adobe'
/** Bytes of these headers without a thumbnail, with their length. */
const JFIF_SIZE = 16
const ADOBE_SIZE = 14

/** Decoders take time for each, however few bytes it has. */
const MOST_SCANS = 1000

interface Frame {
  readonly width: number
  readonly height: number
  readonly components: number
  /** The components are named R, G and B. */
  readonly isRgb: boolean
}

/** What is told of the picture outside of its pixels. */
interface Told {
  frame: Frame | undefined
  scans: number
  exif: Uint8Array | undefined
  hasJfif: boolean
  transform: number | undefined
}

/**
 * Keeps the first image without its metadata: its pixels, its color profile and how it is turned. As decoders do, it skips
 * stray bytes between segments; and a picture whose end marker lacks, or that is damaged later, ends where it is understood.
 */
export function* cleanJpeg(image: ImageBytes): Steps<Cleaned> {
  const kept = new KeptParts(image)
  const told: Told = { frame: undefined, scans: 0, exif: undefined, hasJfif: false, transform: undefined }
  const last = endOfPicture(image)
  for (let at = 2; ; ) {
    image.countPart()
    at = yield* nextMarker(image, at, last)
    if (at + 1 >= last || image.u8(at + 1) === END) break
    const marker = image.u8(at + 1)
    if (isAlone(marker)) {
      at += 2
      continue
    }
    const end = at + 4 <= last ? at + 2 + image.u16(at + 2) : last + 1
    const fault = end > last ? 'it ends too soon' : (faultOf(marker, told) ?? faultIn(image, marker, at, end))
    if (fault !== undefined) {
      // What follows its pixels cannot take them away.
      if (told.scans > 0) break
      throw broken(fault)
    }
    if (marker === SCAN) {
      told.scans++
      kept.keep(at, end)
      const next = yield* nextMarker(image, end, last, true)
      yield* kept.keepLong(end, next)
      at = next
    } else {
      keepSegment(image, marker, at, end, told, kept)
      at = end
    }
  }
  const { frame, scans, exif } = told
  if (frame === undefined || scans === 0) throw broken('it has no pixels')
  kept.add(asBytes('\xff\xd9'))
  const orientation = exif === undefined ? 1 : orientationIn(exif)
  const transform = transformOf(frame, told)
  kept.putBefore(
    asBytes('\xff\xd8'),
    ...(orientation > 1 ? [segment(0xe1, EXIF, exifOf(orientation))] : []),
    ...(transform === undefined ? [] : [segment(0xee, ADOBE, '\0\x64\0\0\0\0', Uint8Array.of(transform))]),
  )
  const { width, height } = frame
  yield image.steps()
  return { bytes: kept.joined(), width, height, orientation }
}

/** Markers without a segment: of restarts, and one that means nothing. */
const isAlone = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01

/** Why decoders stop at a segment; `undefined`: they do not. */
function faultOf(marker: number, { frame, scans }: Told): string | undefined {
  if (marker === START) return 'a second image begins in it'
  if (isFrame(marker)) return frame === undefined ? undefined : 'it has two frames'
  if (marker !== SCAN)
    return marker === LINES || TABLES.includes(marker) || isApplication(marker) || marker === COMMENT
      ? undefined
      : 'it has a segment of an unknown kind'
  if (frame === undefined) return 'pixels come before the size'
  return scans < MOST_SCANS ? undefined : `it has more than ${MOST_SCANS} scans`
}

function keepSegment(
  image: ImageBytes,
  marker: number,
  at: number,
  end: number,
  told: Told,
  kept: KeptParts,
): void {
  const body = at + 4
  const has = (name: string) => body + name.length <= end && image.has(body, name)
  if (isFrame(marker)) {
    told.frame = frameIn(image, body)
    kept.keep(at, end)
  } else if (TABLES.includes(marker)) kept.keep(at, end)
  else if (marker === 0xe2 && has(PROFILE)) kept.keep(at, end)
  else if (marker === 0xe1 && has(EXIF)) told.exif ??= image.bytes.subarray(body + EXIF.length, end)
  else if (marker === 0xe0 && end - at >= JFIF_SIZE + 2 && has(JFIF)) told.hasJfif = true
  else if (marker === 0xee && end - at >= ADOBE_SIZE + 2 && has(ADOBE)) told.transform ??= image.u8(body + 11)
}

function frameIn(image: ImageBytes, body: number): Frame {
  const [height, width] = [image.u16(body + 1), image.u16(body + 3)]
  checkPixels(width, height)
  const components = image.u8(body + 5)
  const isRgb = components === 3 && [6, 9, 12].map((at) => image.text(body + at, 1)).join('') === 'RGB'
  return { width, height, components, isRgb }
}

/**
 * What must be said of the colors. Three components are read as luma and chroma unless their names are R, G and B; a header of
 * JFIF, which is cut, says that they are luma and chroma in any case. The colors of four would be wrong without it.
 */
function transformOf({ components, isRgb }: Frame, { hasJfif, transform }: Told): number | undefined {
  if (components === 4) return transform
  if (components !== 3) return undefined
  const isStoredAsRgb = !hasJfif && (transform === undefined ? isRgb : transform === 0)
  return isStoredAsRgb === isRgb ? undefined : isStoredAsRgb ? 0 : 1
}

function segment(marker: number, ...parts: Parts): Uint8Array {
  const data = joined(...parts)
  return joined(Uint8Array.of(0xff, marker), bytes16(data.length + 2), data)
}
