import type { Dice } from '../../src/testing/dice.ts'

/* Damage as files and answers have it: cut short, bits that turned, parts that are there twice, lengths that lie. */

const LENGTHS = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff]

type Bytes = Uint8Array<ArrayBuffer>

/** None to four damages. */
export function damaged(dice: Dice, bytes: Bytes): Bytes {
  let result = bytes
  for (let times = dice.upTo(5); times > 0 && result.length > 0; times--)
    result = dice.oneOf(DAMAGES)(dice, result)
  return result
}

/** The same for texts. `odd`: what such texts have as separators. */
export function damagedText(dice: Dice, text: string, odd: readonly string[]): string {
  let result = text
  for (let times = dice.upTo(5); times > 0; times--) {
    const [from, to] = part(dice, result.length)
    const put = [...dice.some(3, () => dice.oneOf(odd)), dice.chance(3) ? result.slice(from, to) : '']
    result = result.slice(0, from) + put.join('') + result.slice(dice.chance(2) ? from : to)
  }
  return result
}

/** Begin and end of some part, mostly a short one. */
function part(dice: Dice, length: number): readonly [from: number, to: number] {
  const from = dice.upTo(length + 1)
  const longest = dice.chance(4) ? length : 16
  return [from, Math.min(length, from + dice.upTo(longest + 1))]
}

const DAMAGES: readonly ((dice: Dice, bytes: Bytes) => Bytes)[] = [
  (dice, bytes) => bytes.slice(0, dice.upTo(bytes.length)),
  (dice, bytes) => {
    const changed = bytes.slice()
    for (let times = 1 + dice.upTo(8); times > 0; times--) changed[dice.upTo(changed.length)] = dice.upTo(256)
    return changed
  },
  (dice, bytes) => {
    const changed = bytes.slice()
    const at = dice.upTo(changed.length)
    const value = dice.oneOf(LENGTHS)
    const view = new DataView(changed.buffer)
    const isLittle = dice.chance(2)
    if (dice.chance(2) && at + 4 <= changed.length) view.setUint32(at, value, isLittle)
    else if (at + 2 <= changed.length) view.setUint16(at, value, isLittle)
    return changed
  },
  (dice, bytes) => {
    const [from, to] = part(dice, bytes.length)
    const copies = Array.from({ length: 1 + dice.upTo(3) }, () => bytes.subarray(from, to))
    return joined([bytes.subarray(0, to), ...copies, bytes.subarray(to)])
  },
  (dice, bytes) => {
    const [from, to] = part(dice, bytes.length)
    return joined([bytes.subarray(0, from), bytes.subarray(to)])
  },
]

export function joined(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const one of parts) {
    whole.set(one, at)
    at += one.length
  }
  return whole
}
