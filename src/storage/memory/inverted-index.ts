import { type Document, type KeyValue, type Kind, meets } from '../contract.ts'
import { type Atom, type Bounds, both, type Test, testOf, valueAt } from '../shared/atoms.ts'
import type { Value } from '../shared/keys.ts'
import type { Layout } from './layouts.ts'
import { type Demand, PartitionedIndex } from './partitioned-index.ts'
import { type Place, placeOf } from './partitions.ts'
import { gather, type Run } from './runs.ts'
import { SortedList } from './sorted-list.ts'
import type { Work } from './work.ts'

/** Shorter posting lists stay unsorted: a scan is faster than an index and takes far less memory. */
const LONGEST_UNSORTED = 1000

const BY_VALUE = {
  lead: () => 0,
  compare: (a: KeyValue, b: KeyValue) => (a === b || a === null || b === null ? 0 : a < b ? -1 : 1),
}

type Posting<K extends Kind> = Document<K>[] | PartitionedIndex<K>

/** An inverted index: the documents for each value of a key, with posting lists of any length. */
export class InvertedIndex<K extends Kind> {
  readonly #key: string
  readonly #layout: Layout<K>
  readonly #work: Work
  readonly #postings = new Map<KeyValue, Posting<K>>()
  /** The values that have a posting list, in order. */
  readonly #values: SortedList<KeyValue>

  constructor(key: string, layout: Layout<K>, work: Work) {
    this.#key = key
    this.#layout = layout
    this.#work = work
    this.#values = new SortedList(BY_VALUE, work)
  }

  add(document: Document<K>, place: Place): void {
    for (const value of valuesOf(document, this.#key)) {
      const posting = this.#postings.get(value)
      if (posting === undefined) {
        this.#postings.set(value, [document])
        this.#values.add(value)
      } else if (posting instanceof PartitionedIndex) posting.add(document, place)
      else if (posting.push(document) > LONGEST_UNSORTED) this.#postings.set(value, this.#toIndex(posting))
    }
  }

  remove(document: Document<K>, place: Place): void {
    for (const value of valuesOf(document, this.#key)) {
      const posting = this.#postings.get(value)
      if (posting === undefined) continue
      if (posting instanceof PartitionedIndex) posting.remove(document, place)
      else posting.splice(posting.indexOf(document), 1)
      if (sizeOf(posting) > 0) continue
      this.#postings.delete(value)
      this.#values.remove(value)
    }
  }

  /** The total length of the posting lists of these values. */
  size(values: Iterable<KeyValue>): number {
    let size = 0
    for (const value of values) {
      const posting = this.#postings.get(value)
      if (posting !== undefined) size += sizeOf(posting)
    }
    return size
  }

  /** The values within bounds; `undefined` if their posting lists are longer than `most` in total. */
  within(bounds: Bounds, most: number): ReadonlySet<KeyValue> | undefined {
    const { gte, gt, ...upper } = bounds
    const { lte, lt, ...lower } = bounds
    const from = this.#values.rank(0, (value) => !meets(value, lower))
    const to = this.#values.rank(0, (value) => meets(value, upper))
    // Every value has a document.
    if (to - from > most) return undefined
    const values = new Set(this.#values.slice(from, to))
    return this.size(values) > most ? undefined : values
  }

  /**
   * Sorted runs, in the kind's main order, of the documents with one of the values, which are those that `selecting`
   * accepts. Each document occurs once.
   */
  runs(selecting: Atom, values: ReadonlySet<KeyValue>, demand: Demand<K>): Run<K>[] {
    const { atoms, test } = demand
    const rest = { ...demand, atoms: atoms.filter((atom) => atom !== selecting) }
    const few: Run<K>[] = []
    const runs: Run<K>[] = []
    const testFew = both(testOf<K>(rest.atoms, undefined), test)
    for (const value of values) {
      const posting = this.#postings.get(value)
      if (posting === undefined) continue
      const once = values.size > 1 ? this.#isFirst(value, values) : null
      if (posting instanceof PartitionedIndex) runs.push(...posting.runs({ ...rest, test: both(once, test) }))
      else few.push({ list: posting, from: 0, to: posting.length, test: both(once, testFew) })
    }
    return few.length === 0
      ? runs
      : [...runs, gather(few, this.#layout.orders[this.#layout.mainOrder].compare, this.#work)]
  }

  /** A document with several of the values is in several posting lists. It counts only in the list of its first one. */
  #isFirst(value: KeyValue, values: ReadonlySet<KeyValue>): Test<K> {
    return (document) => {
      for (const own of valuesOf(document, this.#key)) if (values.has(own)) return own === value
      return false
    }
  }

  #toIndex(documents: readonly Document<K>[]): PartitionedIndex<K> {
    const index = new PartitionedIndex(this.#layout, [this.#layout.mainOrder], this.#work)
    for (const document of documents) index.add(document, placeOf(document, this.#layout))
    return index
  }
}

const sizeOf = <K extends Kind>(posting: Posting<K>): number =>
  posting instanceof PartitionedIndex ? posting.size : posting.length

export function valuesOf<K extends Kind>(document: Document<K>, key: string): readonly KeyValue[] {
  const value: Value = valueAt(document, key) ?? null
  return typeof value === 'object' && value !== null ? value : [value]
}
