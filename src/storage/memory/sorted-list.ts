import type { Work } from './work.ts'

/**
 * A chunk is split beyond this length. Longer ones make insertion dearer (a chunk's tail moves), shorter ones
 * the table of chunks longer; between 256 and 2048 a million random insertions cost about the same.
 */
const FULL = 256

/** Neighbours are joined when together they are no longer than this, so that joining and splitting cannot alternate. */
const JOINED = FULL / 2

/** What can be read by position. */
export interface Ranked<T> {
  at(index: number): T | undefined
}

/**
 * A list that is always sorted, in chunks. Adding, removing, reading by position and finding a position cost
 * O(log n) looks, plus the move of half a chunk for writes. An entry takes 8 to 16 bytes.
 *
 * `compare` must be total: 0 only for entries that stand for the same document.
 */
export class SortedList<T> implements Ranked<T> {
  readonly #compare: (a: T, b: T) => number
  readonly #work: Work
  readonly #chunks: T[][] = []
  /** Entries before each chunk; right for the first `#known` chunks, the rest is summed up when it is asked for. */
  readonly #before: number[] = []
  #known = 0
  #size = 0

  constructor(compare: (a: T, b: T) => number, work: Work) {
    this.#compare = compare
    this.#work = work
  }

  get size(): number {
    return this.#size
  }

  add(entry: T): void {
    this.#size++
    const place = this.#chunkFor(entry)
    const isLast = place === this.#chunks.length
    const index = isLast ? place - 1 : place
    const chunk = this.#chunks[index]
    if (chunk === undefined) {
      this.#chunks.push([entry])
      return
    }
    this.#known = Math.min(this.#known, index + 1)
    if (!isLast) chunk.splice(this.#placeIn(chunk, entry), 0, entry)
    else if (chunk.length < FULL) chunk.push(entry)
    // What comes in order fills its chunks: a split would leave all of them half empty.
    else this.#chunks.push([entry])
    if (chunk.length > FULL) this.#chunks.splice(index + 1, 0, chunk.splice(FULL / 2))
  }

  /** Removes the entry that compares as equal. */
  remove(entry: T): void {
    const index = this.#chunkFor(entry)
    const chunk = this.#chunks[index]
    if (chunk === undefined) return
    const place = this.#placeIn(chunk, entry)
    const found = chunk[place]
    if (found === undefined || this.#compare(found, entry) !== 0) return
    chunk.splice(place, 1)
    this.#size--
    this.#known = Math.min(this.#known, index + 1)
    if (chunk.length < JOINED / 2) this.#join(index)
  }

  at(index: number): T | undefined {
    this.#sumUp()
    this.#work.looks++
    let low = 0
    let high = this.#chunks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#before[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return this.#chunks[low]?.[index - (this.#before[low] ?? 0)]
  }

  /** How many entries come first of which `isBefore` holds; it must hold of no entry behind one of which it does not. */
  rank(isBefore: (entry: T) => boolean): number {
    const index = this.#firstChunk(isBefore)
    const chunk = this.#chunks[index]
    if (chunk === undefined) return this.#size
    this.#sumUp()
    return (this.#before[index] ?? 0) + this.#firstIn(chunk, isBefore)
  }

  #chunkFor(entry: T): number {
    const last = this.#chunks.at(-1)?.at(-1)
    this.#work.looks++
    if (last === undefined || this.#compare(last, entry) < 0) return this.#chunks.length
    return this.#firstChunk((other) => this.#compare(other, entry) < 0)
  }

  #placeIn(chunk: readonly T[], entry: T): number {
    return this.#firstIn(chunk, (other) => this.#compare(other, entry) < 0)
  }

  /** The first chunk whose last entry is not before; the number of chunks, if there is none. */
  #firstChunk(isBefore: (entry: T) => boolean): number {
    let low = 0
    let high = this.#chunks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const last = this.#chunks[middle]?.at(-1)
      this.#work.looks++
      if (last !== undefined && isBefore(last)) low = middle + 1
      else high = middle
    }
    return low
  }

  #firstIn(chunk: readonly T[], isBefore: (entry: T) => boolean): number {
    let low = 0
    let high = chunk.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const entry = chunk[middle]
      this.#work.looks++
      if (entry !== undefined && isBefore(entry)) low = middle + 1
      else high = middle
    }
    return low
  }

  #join(index: number): void {
    const left = this.#chunks[index - 1]
    const chunk = this.#chunks[index]
    if (chunk === undefined) return
    if (chunk.length > 0 && (left === undefined || left.length + chunk.length > JOINED)) return
    left?.push(...chunk)
    this.#chunks.splice(index, 1)
    this.#known = Math.max(0, Math.min(this.#known, index - 1))
  }

  #sumUp(): void {
    const count = this.#chunks.length
    if (this.#known >= count) return
    let sum = this.#known === 0 ? 0 : (this.#before[this.#known - 1] ?? 0) + this.#length(this.#known - 1)
    for (let index = this.#known; index < count; index++) {
      this.#before[index] = sum
      sum += this.#length(index)
    }
    this.#known = count
  }

  #length(index: number): number {
    return this.#chunks[index]?.length ?? 0
  }
}
