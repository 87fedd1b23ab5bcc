/*
 * QR codes (ISO/IEC 18004) of texts: byte mode, error correction M, versions 1 to 15. Our own, because an encoder for
 * one mode and one level is smaller than the settings of a library.
 */

/** Of each version at level M: words of error correction per block, and the lengths of the data of its blocks. */
const BLOCKS: readonly (readonly [
  ecc: number,
  blocks: readonly (readonly [count: number, words: number])[],
])[] = [
  [10, [[1, 16]]],
  [16, [[1, 28]]],
  [26, [[1, 44]]],
  [18, [[2, 32]]],
  [24, [[2, 43]]],
  [16, [[4, 27]]],
  [18, [[4, 31]]],
  [
    22,
    [
      [2, 38],
      [2, 39],
    ],
  ],
  [
    22,
    [
      [3, 36],
      [2, 37],
    ],
  ],
  [
    26,
    [
      [4, 43],
      [1, 44],
    ],
  ],
  [
    30,
    [
      [1, 50],
      [4, 51],
    ],
  ],
  [
    22,
    [
      [6, 36],
      [2, 37],
    ],
  ],
  [
    22,
    [
      [8, 37],
      [1, 38],
    ],
  ],
  [
    24,
    [
      [4, 40],
      [5, 41],
    ],
  ],
  [
    24,
    [
      [5, 41],
      [5, 42],
    ],
  ],
]

/** Centres of the alignment patterns of each version. */
const ALIGNMENT: readonly (readonly number[])[] = [
  ...[[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]],
  ...[
    [6, 30, 54],
    [6, 32, 58],
    [6, 34, 62],
    [6, 26, 46, 66],
    [6, 26, 48, 70],
  ],
]

// —— Arithmetic in GF(256) ————————————————————————————————————————————————————————————————————————————————————

const EXP = new Uint8Array(512)
const LOG = new Uint8Array(256)
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = value
  EXP[power + 255] = value
  LOG[value] = power
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0)
}

const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0
const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : at(EXP, at(LOG, a) + at(LOG, b)))

/** The rest of the division by the generator polynomial: the words of error correction. */
function correction(data: Uint8Array, count: number): Uint8Array {
  let generator = Uint8Array.of(1)
  for (let power = 0; power < count; power++) {
    const next = new Uint8Array(generator.length + 1)
    generator.forEach((value, index) => {
      next[index] = at(next, index) ^ value
      next[index + 1] = at(next, index + 1) ^ times(value, at(EXP, power))
    })
    generator = next
  }
  const rest = new Uint8Array(data.length + count)
  rest.set(data)
  for (let index = 0; index < data.length; index++) {
    const factor = at(rest, index)
    if (factor === 0) continue
    generator.forEach((value, offset) => {
      rest[index + offset] = at(rest, index + offset) ^ times(value, factor)
    })
  }
  return rest.slice(data.length)
}

// —— Words ————————————————————————————————————————————————————————————————————————————————————————————————————

const wordsOf = (version: number): number =>
  (BLOCKS[version - 1]?.[1] ?? []).reduce((sum, [count, words]) => sum + count * words, 0)

/** All words in the order of the code. */
function codewords(bytes: Uint8Array, version: number): Uint8Array {
  const capacity = wordsOf(version)
  const bits: number[] = []
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  push(4, 4)
  push(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) push(byte, 8)
  push(0, Math.min(4, capacity * 8 - bits.length))
  while (bits.length % 8 !== 0) bits.push(0)
  const data = new Uint8Array(capacity)
  for (let word = 0; word < capacity; word++) {
    const first = word * 8
    data[word] =
      first < bits.length
        ? bits.slice(first, first + 8).reduce((value, bit) => value * 2 + bit, 0)
        : (word - bits.length / 8) % 2 === 0
          ? 0xec
          : 0x11
  }
  const [ecc, groups] = BLOCKS[version - 1] ?? [0, []]
  const blocks: Uint8Array[] = []
  let from = 0
  for (const [count, words] of groups) {
    for (let block = 0; block < count; block++, from += words) blocks.push(data.slice(from, from + words))
  }
  const corrections = blocks.map((block) => correction(block, ecc))
  const longest = Math.max(...blocks.map(({ length }) => length))
  const woven: number[] = []
  for (let index = 0; index < longest; index++)
    for (const block of blocks) if (index < block.length) woven.push(at(block, index))
  for (let index = 0; index < ecc; index++) for (const block of corrections) woven.push(at(block, index))
  return Uint8Array.from(woven)
}

// —— Modules ——————————————————————————————————————————————————————————————————————————————————————————————————

class Matrix {
  readonly dark: Uint8Array
  readonly fixed: Uint8Array
  constructor(readonly size: number) {
    this.dark = new Uint8Array(size * size)
    this.fixed = new Uint8Array(size * size)
  }
  get(x: number, y: number): boolean {
    return this.dark[y * this.size + x] === 1
  }
  isFixed(x: number, y: number): boolean {
    return this.fixed[y * this.size + x] === 1
  }
  set(x: number, y: number, isDark: boolean): void {
    this.dark[y * this.size + x] = isDark ? 1 : 0
  }
  fix(x: number, y: number, isDark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return
    this.set(x, y, isDark)
    this.fixed[y * this.size + x] = 1
  }
}

function drawPatterns(matrix: Matrix, version: number): void {
  const { size } = matrix
  for (let index = 0; index < size; index++) {
    matrix.fix(6, index, index % 2 === 0)
    matrix.fix(index, 6, index % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy))
        matrix.fix(x + dx, y + dy, distance !== 2 && distance !== 4)
      }
  }
  const centres = ALIGNMENT[version - 1] ?? []
  const last = centres.length - 1
  centres.forEach((x, i) => {
    centres.forEach((y, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++)
          matrix.fix(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
    })
  })
  drawFormat(matrix, 0)
  if (version >= 7) drawVersion(matrix, version)
}

/** Level M and the mask, with 10 bits of correction, twice. */
function drawFormat(matrix: Matrix, mask: number): void {
  const { size } = matrix
  let rest = mask
  for (let bit = 0; bit < 10; bit++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const bit = (index: number) => ((bits >> index) & 1) === 1
  for (let index = 0; index <= 5; index++) matrix.fix(8, index, bit(index))
  matrix.fix(8, 7, bit(6))
  matrix.fix(8, 8, bit(7))
  matrix.fix(7, 8, bit(8))
  for (let index = 9; index < 15; index++) matrix.fix(14 - index, 8, bit(index))
  for (let index = 0; index < 8; index++) matrix.fix(size - 1 - index, 8, bit(index))
  for (let index = 8; index < 15; index++) matrix.fix(8, size - 15 + index, bit(index))
  matrix.fix(8, size - 8, true)
}

function drawVersion(matrix: Matrix, version: number): void {
  let rest = version
  for (let bit = 0; bit < 12; bit++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let index = 0; index < 18; index++) {
    const isDark = ((bits >> index) & 1) === 1
    const a = matrix.size - 11 + (index % 3)
    const b = Math.floor(index / 3)
    matrix.fix(a, b, isDark)
    matrix.fix(b, a, isDark)
  }
}

function drawWords(matrix: Matrix, words: Uint8Array): void {
  const { size } = matrix
  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const isUpward = ((right + 1) & 2) === 0
        const y = isUpward ? size - 1 - step : step
        if (matrix.isFixed(x, y)) continue
        matrix.set(x, y, ((at(words, bit >> 3) >> (7 - (bit & 7))) & 1) === 1)
        bit++
      }
    }
  }
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function applyMask(matrix: Matrix, isFlipped: (x: number, y: number) => boolean): void {
  for (let y = 0; y < matrix.size; y++)
    for (let x = 0; x < matrix.size; x++)
      if (!matrix.isFixed(x, y) && isFlipped(x, y)) matrix.set(x, y, !matrix.get(x, y))
}

/** Long runs, blocks, what looks like a corner, and an uneven share of dark cost readers time. */
function penaltyOf(matrix: Matrix): number {
  const { size } = matrix
  let penalty = 0
  let dark = 0
  for (let a = 0; a < size; a++) {
    for (const isRow of [true, false]) {
      const line = Array.from({ length: size }, (_, b) =>
        (isRow ? matrix.get(b, a) : matrix.get(a, b)) ? '1' : '0',
      ).join('')
      for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
      penalty += 40 * (line.split('00001011101').length - 1 + line.split('10111010000').length - 1)
      if (isRow) dark += line.replaceAll('0', '').length
    }
    for (let b = 0; b < size - 1 && a < size - 1; b++) {
      const first = matrix.get(a, b)
      if (
        first === matrix.get(a + 1, b) &&
        first === matrix.get(a, b + 1) &&
        first === matrix.get(a + 1, b + 1)
      )
        penalty += 3
    }
  }
  return penalty + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10
}

/** Rows of dark modules. `undefined` for a text that is too long: more than some 400 bytes. */
export function qrCode(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text)
  const version =
    BLOCKS.findIndex((_, index) => bytes.length <= wordsOf(index + 1) - (index + 1 < 10 ? 2 : 3)) + 1
  if (version === 0) return undefined
  const matrix = new Matrix(17 + 4 * version)
  drawPatterns(matrix, version)
  drawWords(matrix, codewords(bytes, version))
  let best = 0
  let least = Number.POSITIVE_INFINITY
  MASKS.forEach((mask, index) => {
    applyMask(matrix, mask)
    drawFormat(matrix, index)
    const penalty = penaltyOf(matrix)
    if (penalty < least) [best, least] = [index, penalty]
    applyMask(matrix, mask)
  })
  applyMask(matrix, MASKS[best] ?? (() => false))
  drawFormat(matrix, best)
  return Array.from({ length: matrix.size }, (_, y) =>
    Array.from({ length: matrix.size }, (_, x) => matrix.get(x, y)),
  )
}
