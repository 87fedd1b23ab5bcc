import type { Dice } from '../../../src/testing/dice.ts'
import { bytesOf, exif, jpegSegment, PICTURES, placeOf } from '../../setup/pictures.ts'
import { type Bytes, fuzzImages, many, SECRET } from '../pictures.ts'

const jpeg = PICTURES['image/jpeg']
const scan = placeOf(jpeg, '\xff\xda')
const frame = placeOf(jpeg, '\xff\xc0')

const odd = (dice: Dice): Uint8Array =>
  dice.oneOf([
    () => jpegSegment(0xe1, 'Exif\0\0', exif(dice.upTo(10), SECRET)),
    () => jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`),
    () => jpegSegment(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\0\0${SECRET}`),
    () => jpegSegment(0xe2, `MPF\0${SECRET}`),
    () => jpegSegment(0xee, `Adobe\0\x64\0\0\0\0${String.fromCharCode(dice.upTo(4))}${SECRET}`),
    () => jpegSegment(0xe0 + dice.upTo(16), `x${SECRET}`),
    () => jpegSegment(0xfe, SECRET),
    () => bytesOf('\xff\xd3'),
    () => bytesOf(SECRET),
    () => bytesOf('\xff'.repeat(dice.upTo(5))),
    () => jpegSegment(dice.upTo(256), SECRET),
  ])()

const FLOODS = [
  '\xff\0',
  '\xff\xd0',
  '\xff',
  'x',
  '\xff\xfe\0\x02',
  '\xff\xe1\0\x03x',
  '\xff\xdd\0\x04\0\0',
  '\xff\x01',
]

/** Segments of all kinds between those of a picture, and scans. */
function file(dice: Dice): Bytes {
  const between = (many: number) => (dice.chance(2) ? [] : dice.some(many, () => odd(dice)))
  const flood = () => (dice.chance(12) ? [many(dice, bytesOf(dice.oneOf(FLOODS)))] : [])
  return bytesOf(
    jpeg.subarray(0, 2),
    ...between(8),
    ...flood(),
    jpeg.subarray(2, frame),
    ...between(3),
    jpeg.subarray(frame, scan),
    ...between(3),
    jpeg.subarray(scan, -2),
    ...flood(),
    ...(dice.chance(3) ? [...dice.some(5, () => jpeg.subarray(scan, -2)), ...flood()] : []),
    // Without an end, what is no marker is taken for pixels: nothing is hidden there.
    ...(dice.chance(4) ? [] : ['\xff\xd9', ...between(3)]),
  )
}

await fuzzImages(file)
