import type { Dice } from '../../../src/testing/dice.ts'
import { bytesOf, exif, little, PICTURES, webpChunk, webpFile, webpHeader } from '../../setup/pictures.ts'
import { type Bytes, fuzzImages, many, SECRET } from '../pictures.ts'

const pixels = PICTURES['image/webp'].subarray(12)
const lossless = webpChunk('VP8L', bytesOf('/', little(5 | (3 << 14)), 'pixels'))
const frame = (...parts: readonly Uint8Array[]) =>
  webpChunk('ANMF', bytesOf('\0\0\0\0\0\0\x05\0\0\x03\0\0\x64\0\0\0', ...parts))

const odd = (dice: Dice): Uint8Array =>
  dice.oneOf([
    () => webpChunk('EXIF', exif(dice.upTo(10), SECRET)),
    () => webpChunk('XMP ', bytesOf(SECRET)),
    () => webpChunk('mine', bytesOf(SECRET)),
    () => webpChunk('ANIM', bytesOf('\0\0\0\0\0\0', SECRET)),
    () => webpChunk('VP8X', bytesOf('\0\0\0\0\x05\0\0\x03\0\0', SECRET)),
    () => webpChunk('ICCP', bytesOf('a profile')),
    () => webpChunk('ALPH', bytesOf('\0x')),
    () => webpChunk('', bytesOf(SECRET)),
  ])()

/** A picture or an animation, with chunks of all kinds. */
function file(dice: Dice): Bytes {
  const around = () => dice.some(5, () => odd(dice))
  const one = () => dice.oneOf([pixels, lossless])
  const tiny = webpChunk(
    dice.oneOf(['mine', 'ALPH', 'ICCP', 'ANMF', 'EXIF']),
    bytesOf(dice.oneOf(['', 'x', '\0\0'])),
  )
  const flood = () => (dice.chance(12) ? [many(dice, bytesOf(tiny))] : [])
  const header = dice.chance(4) ? [] : [webpHeader(dice.upTo(256))]
  if (dice.chance(2)) return webpFile(...header, ...around(), ...flood(), one(), ...around(), ...flood())
  const frames = dice.some(8, () => frame(...around(), one(), ...around()))
  return webpFile(
    webpHeader(2),
    webpChunk('ANIM', bytesOf('\0\0\0\0\0\0')),
    frame(...flood(), one(), ...flood()),
    ...frames,
  )
}

await fuzzImages(file)
