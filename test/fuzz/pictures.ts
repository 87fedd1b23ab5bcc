import { setImmediate } from 'node:timers/promises'
import { cleaned } from '../../src/core/operations/media/stored-files.ts'
import { ApiError } from '../../src/errors.ts'
import type { Dice } from '../../src/testing/dice.ts'
import { damaged, joined } from './damage.ts'
import { fuzz } from './reader.ts'

/*
 * Fuzzing of images: whole ones with odd parts, of which some are damaged, and some have millions of tiny parts. What comes
 * out is an image that stays as it is the next time, and nothing that was hidden in a whole one.
 */

export type Bytes = Uint8Array<ArrayBuffer>

export const SECRET = '48.8584 N, 2.2945 E'

const PIECE = 2 ** 20
const LIMIT = 32 * 2 ** 20

/** Many copies of a part, up to the largest file that is accepted: mostly fewer. */
export function many(dice: Dice, part: Bytes): Bytes {
  const size = dice.oneOf([1000, 100_000, 2 ** 20, LIMIT - 2000])
  const whole = new Uint8Array(Math.max(part.length, size - (size % part.length)))
  whole.set(part)
  for (let filled = part.length; filled < whole.length; filled *= 2) whole.copyWithin(filled, 0, filled)
  return whole
}

/** `make`: an image that hides the secret where nothing may be. */
export const fuzzImages = (make: (dice: Dice) => Bytes): Promise<void> =>
  fuzz({
    make: (dice) => {
      const whole = make(dice)
      const isWhole = dice.chance(2)
      return { bytes: isWhole ? whole : damaged(dice, whole), isWhole }
    },
    read: async ({ bytes, isWhole }) => {
      const before = bytes.length
      const image = await clean(bytes)
      if (image.bytes.length > before + 100 + before / 8)
        throw new Error(`${before} bytes became ${image.bytes.length}`)
      const again = await clean(image.bytes)
      if (again.bytes.length !== image.bytes.length) throw new Error('what is clean is cleaned again')
      // In pieces, so that this is no long stop.
      for (let from = 0; from < again.bytes.length; from += PIECE) {
        const piece = Buffer.from(again.bytes.slice(from, from + PIECE + SECRET.length))
        if (isWhole && piece.includes(SECRET)) throw new Error('something hidden came out')
        if (!piece.equals(image.bytes.subarray(from, from + piece.length)))
          throw new Error('what is clean is changed again')
        await setImmediate()
      }
    },
    refuses: (error) => error instanceof ApiError && error.status < 500,
    // So many milliseconds of CPU, at full speed.
    longestStop: 50,
  })

const clean = (bytes: Uint8Array) => cleaned(bytes, 'file', LIMIT, () => setImmediate())

export { joined }
