import type { Entry, KeyRange, OrderedKeyValue } from '../../src/storage/key-value/store.ts'

/**
 * An ordered key-value store in the memory of this process, for tests and temporary calendars.
 *
 * Each call is atomic. The store has no limits and stays fast with millions of entries.
 *
 * @example
 * ```ts
 * const storage = keyValueStorage(memoryKeyValue())
 * ```
 */
export function memoryKeyValue(): OrderedKeyValue {
  const entries = new SortedEntries()
  return {
    async get(keys) {
      return keys.map((key) => entries.get(key))
    },
    async range(range) {
      return entries.range(range)
    },
    // No other process can reach it.
    async seal() {},
    async commit({ checks, sets, deletes }) {
      if (checks.some(([key, value]) => entries.get(key) !== value)) return false
      for (const [key, value] of sets) entries.set(key, value)
      for (const key of deletes) entries.delete(key)
      return true
    },
  }
}

interface Block {
  readonly keys: string[]
  readonly values: string[]
}

interface Place {
  /** The index of the block. */
  readonly at: number
  readonly block: Block
  /** The position of the key in the block, or where it would be inserted. */
  readonly index: number
  readonly isThere: boolean
}

const MOST_IN_BLOCK = 512
/** A smaller block is merged with the previous one if the result is small enough. */
const LEAST_IN_BLOCK = 128

/** Sorted entries in blocks. An insertion moves the entries of one block, and rarely the blocks. */
class SortedEntries {
  /** In order. Only a single block may be empty. */
  readonly #blocks: Block[] = [{ keys: [], values: [] }]

  get(key: string): string | undefined {
    const { block, index, isThere } = this.#find(key)
    return isThere ? block.values[index] : undefined
  }

  set(key: string, value: string): void {
    const { at, block, index, isThere } = this.#find(key)
    if (isThere) {
      block.values[index] = value
      return
    }
    block.keys.splice(index, 0, key)
    block.values.splice(index, 0, value)
    if (block.keys.length > MOST_IN_BLOCK) this.#split(at, block, index)
  }

  delete(key: string): void {
    const { at, block, index, isThere } = this.#find(key)
    if (!isThere) return
    block.keys.splice(index, 1)
    block.values.splice(index, 1)
    if (block.keys.length < LEAST_IN_BLOCK) this.#join(at, block)
  }

  range({ start, end, limit, reverse = false }: KeyRange): Entry[] {
    const found: Entry[] = []
    if (start >= end) return found
    const step = reverse ? -1 : 1
    let { at, index } = this.#find(reverse ? end : start)
    if (reverse) index--
    for (let block = this.#blocks[at]; block !== undefined; block = this.#blocks[at]) {
      for (; index >= 0 && index < block.keys.length; index += step) {
        const key = block.keys[index]
        const value = block.values[index]
        if (key === undefined || value === undefined) break
        if (found.length === limit || (reverse ? key < start : key >= end)) return found
        found.push([key, value])
      }
      at += step
      index = reverse ? (this.#blocks[at]?.keys.length ?? 0) - 1 : 0
    }
    return found
  }

  /** In the last block whose first key is not greater than the key. */
  #find(key: string): Place {
    const at = Math.max(0, firstWhere(this.#blocks, ({ keys }) => (keys[0] ?? '') > key) - 1)
    const block = this.#blocks[at]
    if (block === undefined) throw new Error('there is always a block')
    const index = firstWhere(block.keys, (one) => one >= key)
    return { at, block, index, isThere: block.keys[index] === key }
  }

  /** Ascending inserts leave full blocks; other inserts split a block in half. */
  #split(at: number, { keys, values }: Block, last: number): void {
    const from = last === MOST_IN_BLOCK ? last : keys.length >> 1
    this.#blocks.splice(at + 1, 0, { keys: keys.splice(from), values: values.splice(from) })
  }

  #join(at: number, { keys, values }: Block): void {
    const before = this.#blocks[at - 1]
    const fits = before !== undefined && before.keys.length + keys.length <= MOST_IN_BLOCK / 2
    if (fits) {
      before.keys.push(...keys)
      before.values.push(...values)
    }
    if (fits || (keys.length === 0 && this.#blocks.length > 1)) this.#blocks.splice(at, 1)
  }
}

/**
 * Binary search: the index of the first element that satisfies `isSo`, or the length of the list. All elements after it
 * must satisfy `isSo` too.
 */
function firstWhere<T>(list: readonly T[], isSo: (one: T) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const one = list[middle]
    if (one === undefined || isSo(one)) high = middle
    else low = middle + 1
  }
  return low
}
