import { asBytes, broken, type Cleaned, checkPixels, type ImageBytes } from './image-bytes.ts'
import { KeptParts } from './kept-parts.ts'

/* GIF: blocks, of which the longer ones are chains of up to 255 bytes each (GIF89a). */

const EXTENSION = 0x21
const PICTURE = 0x2c
const END = 0x3b
const CONTROL = 0xf9
const APPLICATION = 0xff
const COMMENT = 0xfe
const PLAIN_TEXT = 0x01

/** How often an animation repeats, by either of two names. */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0']
const PROFILE = 'ICCRGBG1012'

/** Keeps pictures, their times and colors; nothing behind the end. */
export function cleanGif(image: ImageBytes): Cleaned {
  const width = image.u16(6, true)
  const height = image.u16(8, true)
  checkPixels(width, height)
  const kept = new KeptParts(image)
  let at = 13 + colorsBytes(image.u8(10))
  kept.keep(0, at)
  let hasPicture = false
  for (;;) {
    const kind = image.u8(at)
    if (kind === END) {
      kept.keep(at, at + 1)
      break
    }
    if (kind === PICTURE) {
      checkPixels(image.u16(at + 5, true), image.u16(at + 7, true))
      // Behind the descriptor and its colors, one byte says how pixels are coded.
      const end = endOfChain(image, at + 11 + colorsBytes(image.u8(at + 9)))
      kept.keep(at, end)
      hasPicture = true
      at = end
    } else if (kind === EXTENSION) at = keepExtension(image, at, kept)
    else throw broken('it has a block of an unknown kind')
  }
  if (!hasPicture) throw broken('it has no pixels')
  return { bytes: kept.joined(), width, height, orientation: 1 }
}

/** Returns where the next block begins. */
function keepExtension(image: ImageBytes, at: number, kept: KeptParts): number {
  const label = image.u8(at + 1)
  const chain = at + 2
  const end = endOfChain(image, chain)
  if (label === CONTROL) kept.keep(at, end)
  else if (label === APPLICATION && image.u8(chain) === 11) {
    const name = image.text(chain + 1, 11)
    const first = chain + 12
    if (name === PROFILE) kept.keep(at, end)
    else if (LOOPS.includes(name) && image.u8(first) === 3 && image.u8(first + 1) === 1)
      kept.add(asBytes(`!\xff\x0b${name}\x03\x01${image.text(first + 2, 2)}\0`))
  } else if (label !== COMMENT && label !== PLAIN_TEXT && label !== APPLICATION)
    throw broken('it has an extension of an unknown kind')
  return end
}

/** Bytes of a table of colors, as the flags before it say. */
const colorsBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

function endOfChain(image: ImageBytes, from: number): number {
  let at = from
  for (;;) {
    const length = image.u8(at)
    at += 1 + length
    if (length === 0) return at
  }
}
