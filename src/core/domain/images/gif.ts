import { asBytes, broken, type Cleaned, checkPixels, type ImageBytes, type Steps } from './image-bytes.ts'
import { KeptParts } from './kept-parts.ts'

/* GIF: blocks, of which the longer ones are chains of up to 255 bytes each (GIF89a). */

const EXTENSION = 0x21
const PICTURE = 0x2c
const END = 0x3b
const CONTROL = 0xf9
const APPLICATION = 0xff

/** How often an animation repeats, by either of two names. */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0']
const PROFILE = 'ICCRGBG1012'
/** Bytes of a picture's place, size and flags, with the byte before them. */
const DESCRIPTOR = 10

/**
 * Keeps pictures, their times and colors. As decoders do, it skips stray bytes before the first picture and zeros behind it;
 * a file that is cut off, or damaged later, ends where it is understood.
 */
export function* cleanGif(image: ImageBytes): Steps<Cleaned> {
  let width = image.u16(6, true)
  let height = image.u16(8, true)
  const kept = new KeptParts(image)
  let at = 13 + colorsBytes(image.u8(10))
  kept.keep(0, at)
  let hasPicture = false
  while (at < image.length) {
    if (image.isDue) yield image.steps()
    const kind = image.u8(at)
    if (kind === PICTURE) {
      const pixels = at + DESCRIPTOR + (at + DESCRIPTOR <= image.length ? colorsBytes(image.u8(at + 9)) : 0)
      // One byte says how pixels are coded, one how many follow.
      if (pixels + 2 >= image.length) break
      image.countPart()
      const own = { width: image.u16(at + 5, true), height: image.u16(at + 7, true) }
      if (own.width === 0 || own.height === 0) {
        at = (yield* chainAt(image, pixels + 1)).end
        continue
      }
      checkPixels(own.width, own.height)
      // Some programs leave the size of the whole to its first picture.
      if (!hasPicture && (width === 0 || height === 0)) ({ width, height } = own)
      kept.keep(at, pixels + 1)
      at = yield* keepChain(image, pixels + 1, kept)
      hasPicture = true
    } else if (kind === EXTENSION) {
      if (at + 2 >= image.length) break
      image.countPart()
      at = yield* keepExtension(image, at, kept)
    } else if (kind === 0 || (!hasPicture && kind !== END)) at++
    else break
  }
  if (!hasPicture) throw broken('it has no pixels')
  checkPixels(width, height)
  kept.add(Uint8Array.of(END))
  kept.replace(6, Uint8Array.of(width & 0xff, width >> 8, height & 0xff, height >> 8))
  yield image.steps()
  return { bytes: kept.joined(), width, height, orientation: 1 }
}

/** Returns where the next block begins. */
function* keepExtension(image: ImageBytes, at: number, kept: KeptParts): Steps<number> {
  const label = image.u8(at + 1)
  const first = at + 2
  const { end, isWhole } = yield* chainAt(image, first)
  if (!isWhole) return image.length
  // Four bytes say for how long a picture is shown, and which color is none.
  if (label === CONTROL && image.u8(first) >= 4) kept.add(asBytes(`!\xf9\x04${image.text(first + 1, 4)}\0`))
  else if (label === APPLICATION && image.u8(first) === 11) {
    const name = image.text(first + 1, 11)
    const data = first + 12
    if (name === PROFILE) yield* kept.keepLong(at, end)
    else if (LOOPS.includes(name) && image.u8(data) === 3 && image.u8(data + 1) === 1)
      kept.add(asBytes(`!\xff\x0b${name}\x03\x01${image.text(data + 2, 2)}\0`))
  }
  return end
}

/** Bytes of a table of colors, as the flags before it say. */
const colorsBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

interface Chain {
  /** Where it ends, or the file, if that is cut off before. */
  readonly end: number
  readonly isWhole: boolean
  /** Where its last piece begins: the empty one, or the one that is cut off. */
  readonly last: number
}

function* chainAt(image: ImageBytes, from: number): Steps<Chain> {
  for (let at = from; ; ) {
    if (image.isDue) yield image.steps()
    if (at >= image.length) return { end: image.length, isWhole: false, last: image.length }
    const length = image.u8(at)
    const next = at + 1 + length
    if (length === 0) return { end: next, isWhole: true, last: at }
    if (next > image.length) return { end: image.length, isWhole: false, last: at }
    at = next
  }
}

/** Keeps the pixels of a picture, also if the file ends in them. Returns where the next block begins. */
function* keepChain(image: ImageBytes, from: number, kept: KeptParts): Steps<number> {
  const { end, last } = yield* chainAt(image, from)
  yield* kept.keepLong(from, last)
  // A piece that is cut off has as many bytes as there are.
  const rest = end - last - 1
  if (rest > 0) {
    kept.add(Uint8Array.of(rest))
    kept.keep(last + 1, end)
  }
  kept.add(Uint8Array.of(0))
  return end
}
