import type { Work } from './work.ts'

/**
 * A chunk is split when it exceeds this length. Longer chunks make insertion slower, because a chunk's tail moves;
 * shorter ones make the table of chunks longer. Between 256 and 1024, a million random insertions cost about the same.
 */
const FULL = 512

/**
 * Neighbouring chunks are merged if they are no longer than this together. The gap to `FULL` prevents alternate merges
 * and splits.
 */
const JOINED = FULL / 2

/** A list with access by position. */
export interface Ranked<T> {
  at(index: number): T | undefined
  slice(from: number, to: number): readonly T[]
}

/**
 * A sort order in two steps. `lead` maps an entry to a number that never decreases where the order increases. For equal
 * leads, `compare` decides. `compare` is the complete order, and 0 only for the same entry.
 */
export interface Order<T> {
  readonly lead: (entry: T) => number
  readonly compare: (a: T, b: T) => number
}

/** Entries and their leads. A search reads the leads, which are adjacent in memory, and not the entries. */
interface Chunk<T> {
  readonly entries: T[]
  readonly leads: number[]
}

/**
 * A sorted list in chunks. Adding, removing, access by position and finding a position take O(log n) reads; writes also
 * move half a chunk. An entry takes 16 to 32 bytes.
 */
export class SortedList<T> implements Ranked<T> {
  readonly #order: Order<T>
  readonly #work: Work
  readonly #chunks: Chunk<T>[] = []
  /** The number of entries before each chunk. Valid for the first `#known` chunks; the rest is computed on demand. */
  readonly #before: number[] = []
  #known = 0
  #size = 0

  constructor(order: Order<T>, work: Work) {
    this.#order = order
    this.#work = work
  }

  get size(): number {
    return this.#size
  }

  add(entry: T): void {
    this.#size++
    const lead = this.#order.lead(entry)
    const isBefore = (other: T) => this.#order.compare(other, entry) < 0
    const place = this.#firstChunk(lead, isBefore)
    const isLast = place === this.#chunks.length
    const index = isLast ? place - 1 : place
    const chunk = this.#chunks[index]
    // For ascending inserts, start a new chunk. A split would leave every chunk half empty.
    if (chunk === undefined || (isLast && chunk.entries.length >= FULL)) {
      this.#chunks.push({ entries: [entry], leads: [lead] })
      return
    }
    this.#known = Math.min(this.#known, index + 1)
    if (isLast) {
      chunk.entries.push(entry)
      chunk.leads.push(lead)
      return
    }
    const at = this.#firstIn(chunk, lead, isBefore)
    chunk.entries.splice(at, 0, entry)
    chunk.leads.splice(at, 0, lead)
    if (chunk.entries.length <= FULL) return
    const entries = chunk.entries.splice(FULL / 2)
    const leads = chunk.leads.splice(FULL / 2)
    this.#chunks.splice(index + 1, 0, { entries, leads })
  }

  /** Removes the entry that compares equal. */
  remove(entry: T): void {
    const lead = this.#order.lead(entry)
    const isBefore = (other: T) => this.#order.compare(other, entry) < 0
    const index = this.#firstChunk(lead, isBefore)
    const chunk = this.#chunks[index]
    if (chunk === undefined) return
    const at = this.#firstIn(chunk, lead, isBefore)
    const found = chunk.entries[at]
    if (found === undefined || this.#order.compare(found, entry) !== 0) return
    chunk.entries.splice(at, 1)
    chunk.leads.splice(at, 1)
    this.#size--
    this.#known = Math.min(this.#known, index + 1)
    if (chunk.entries.length < JOINED / 2) this.#join(index)
  }

  at(index: number): T | undefined {
    this.#work.looks++
    const place = this.#chunkAt(index)
    return this.#chunks[place]?.entries[index - (this.#before[place] ?? 0)]
  }

  slice(from: number, to: number): readonly T[] {
    const entries: T[] = []
    for (let place = this.#chunkAt(from); place < this.#chunks.length; place++) {
      const before = this.#before[place] ?? 0
      if (before >= to) break
      const chunk = this.#chunks[place]?.entries ?? []
      for (const entry of chunk.slice(Math.max(0, from - before), to - before)) entries.push(entry)
    }
    return entries
  }

  /**
   * The number of entries before a position: those with a smaller lead, and those with this lead for which `isBefore`
   * is true.
   */
  rank(lead: number, isBefore: (entry: T) => boolean): number {
    const index = this.#firstChunk(lead, isBefore)
    const chunk = this.#chunks[index]
    if (chunk === undefined) return this.#size
    this.#sumUp()
    return (this.#before[index] ?? 0) + this.#firstIn(chunk, lead, isBefore)
  }

  /** The chunk that contains the entry at this position. */
  #chunkAt(index: number): number {
    this.#sumUp()
    let low = 0
    let high = this.#chunks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#before[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return low
  }

  /** The first chunk whose last entry is not before; the number of chunks if there is none. */
  #firstChunk(lead: number, isBefore: (entry: T) => boolean): number {
    let low = 0
    let high = this.#chunks.length
    // Inserts are often ascending: test the last chunk first.
    let middle = high - 1
    while (low < high) {
      const chunk = this.#chunks[middle]
      if (chunk !== undefined && this.#isBefore(chunk, chunk.leads.length - 1, lead, isBefore))
        low = middle + 1
      else high = middle
      middle = (low + high) >>> 1
    }
    return low
  }

  #firstIn(chunk: Chunk<T>, lead: number, isBefore: (entry: T) => boolean): number {
    let low = 0
    let high = chunk.leads.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#isBefore(chunk, middle, lead, isBefore)) low = middle + 1
      else high = middle
    }
    return low
  }

  #isBefore(chunk: Chunk<T>, index: number, lead: number, isBefore: (entry: T) => boolean): boolean {
    this.#work.looks++
    const own = chunk.leads[index] ?? 0
    if (own !== lead) return own < lead
    const entry = chunk.entries[index]
    return entry !== undefined && isBefore(entry)
  }

  #join(index: number): void {
    const left = this.#chunks[index - 1]
    const chunk = this.#chunks[index]
    if (chunk === undefined) return
    const length = chunk.entries.length
    if (length > 0 && (left === undefined || left.entries.length + length > JOINED)) return
    left?.entries.push(...chunk.entries)
    left?.leads.push(...chunk.leads)
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
    return this.#chunks[index]?.entries.length ?? 0
  }
}
