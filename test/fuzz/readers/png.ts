import type { Dice } from '../../../src/testing/dice.ts'
import { bytesOf, exif, PICTURES, pngChunk } from '../../setup/pictures.ts'
import { type Bytes, fuzzImages, many, SECRET } from '../pictures.ts'

const png = PICTURES['image/png']
const start = png.subarray(0, 33)
const pixels = png.subarray(33, -12)
const end = png.subarray(-12)

const odd = (dice: Dice): Uint8Array =>
  dice.oneOf([
    () => pngChunk('tEXt', `Comment\0${SECRET}`),
    () => pngChunk('iTXt', `XML:com.adobe.xmp\0${SECRET}`),
    () => pngChunk('eXIf', exif(dice.upTo(10), SECRET)),
    () => pngChunk('tIME', SECRET),
    () =>
      pngChunk(
        dice.oneOf(['gAMA', 'pHYs', 'cHRM', 'sRGB', 'acTL', 'fcTL', 'cICP', 'sBIT', 'bKGD']),
        SECRET.repeat(2),
      ),
    () => pngChunk('pHYs', '\0\0\0\x01\0\0\0\x01\0'),
    () => pngChunk('IDAT', ''),
    () => pngChunk('prVt', SECRET),
    () =>
      dice.chance(8) ? pngChunk(dice.oneOf(['CgBI', 'IHDR', '\0\0\0\0']), SECRET) : pngChunk('zTXt', SECRET),
  ])()

/** Chunks of all kinds around pixels. */
function file(dice: Dice): Bytes {
  const around = () => dice.some(8, () => odd(dice))
  const tiny = () =>
    pngChunk(dice.oneOf(['IDAT', 'tEXt', 'fdAT', 'gAMA', 'PLTE']), dice.oneOf(['', 'x', '\0\0\0\0']))
  const flood = () => (dice.chance(12) ? [many(dice, bytesOf(tiny()))] : [])
  const before = [start, ...around(), ...flood(), pixels]
  // Cut off in pixels: what follows would be some, too.
  if (dice.chance(12)) return bytesOf(...before, 0x0300_0000, 'IDAT', many(dice, bytesOf('pixels')))
  const long = dice.chance(12) ? [pngChunk('IDAT', many(dice, bytesOf('pixels')).subarray(1000))] : []
  return bytesOf(
    ...[...before, ...long, ...flood(), ...around()],
    ...[dice.chance(4) ? '' : end, dice.oneOf(['', SECRET])],
  )
}

await fuzzImages(file)
