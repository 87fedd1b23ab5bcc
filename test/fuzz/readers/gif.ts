import type { Dice } from '../../../src/testing/dice.ts'
import { bytesOf, PICTURES } from '../../setup/pictures.ts'
import { type Bytes, fuzzImages, many, SECRET } from '../pictures.ts'

const gif = PICTURES['image/gif']
const start = gif.subarray(0, 13 + 12)
const picture = gif.subarray(gif.length - 23, gif.length - 1)
const chain = (...pieces: readonly string[]) =>
  [...pieces.map((piece) => `${String.fromCharCode(piece.length)}${piece}`), '\0'].join('')

const odd = (dice: Dice): Bytes => {
  const pieces = [...dice.some(3, () => 'x'.repeat(1 + dice.upTo(255))), SECRET]
  return bytesOf(
    dice.oneOf([
      `!\xfe${chain(...pieces)}`,
      `!\xff${chain('XMP DataXMP', ...pieces)}`,
      `!\xff${chain('NETSCAPE2.0', '\x01\0\0', ...pieces)}`,
      `!\xff${chain('NETSCAPE2.0', ...pieces)}`,
      `!\x01${chain(...pieces)}`,
      `!\xf9${chain('\x04\0\x0a\0', ...pieces)}`,
      `!${String.fromCharCode(dice.upTo(256) & 0xfe)}${chain(...pieces)}`,
      '\0',
    ]),
  )
}

/** Blocks of all kinds, in any order. */
function file(dice: Dice): Bytes {
  const parts = dice.some(20, () => (dice.chance(3) ? picture : odd(dice)))
  if (dice.chance(12)) {
    const part = dice.oneOf([
      '\0',
      '!\xfe\0',
      '!\xf9\x04\0\0\0\0\0',
      '!\x01\x01x\0',
      ',\0\0\0\0\x01\0\x01\0\0\x02\x01x\0',
    ])
    parts.push(many(dice, bytesOf(part)))
  }
  // Pixels in pieces of one byte.
  if (dice.chance(12)) parts.push(bytesOf(',\0\0\0\0\x01\0\x01\0\0\x02', many(dice, bytesOf('\x01x')), '\0'))
  return bytesOf(start, picture, ...parts, ';', dice.oneOf(['', SECRET]))
}

await fuzzImages(file)
