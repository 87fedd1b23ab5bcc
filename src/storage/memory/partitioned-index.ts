import type { Document, KeyValue, Kind, OrderOf } from '../contract.ts'
import { type Atom, both, type Test, testOf } from '../shared/atoms.ts'
import type { Layout } from './layouts.ts'
import { Partitions, type Place } from './partitions.ts'
import type { Run } from './runs.ts'
import { type FirstDate, isTimeAtom, TimeWindow } from './time-window.ts'
import type { Work } from './work.ts'

/** A query of the index. */
export interface Demand<K extends Kind> {
  readonly atoms: readonly Atom[]
  readonly order: OrderOf<K>
  /** Applies to every document, in all partitions. */
  readonly test: Test<K>
}

/**
 * Documents partitioned by the values of the partition keys (status, hidden) and by reader. Each partition is sorted in
 * one or several orders. If a list filters only by such values, it is a merge of whole partitions, and the sum of their
 * lengths is the count.
 *
 * Public documents are in one partition. A document that only its author may see is in two: one with the private
 * documents of all authors, for users who may see everything, and one of its author.
 */
export class PartitionedIndex<K extends Kind> {
  readonly #layout: Layout<K>
  readonly #empty: () => Partitions<K>
  readonly #public: Partitions<K>
  readonly #others: Partitions<K>
  readonly #own = new Map<number, Partitions<K>>()
  #size = 0
  /** The last window, cached. */
  #window: { readonly name: string; readonly window: TimeWindow<K> } | undefined

  constructor(layout: Layout<K>, orders: readonly OrderOf<K>[], work: Work) {
    this.#layout = layout
    this.#empty = () => new Partitions(layout, orders, work)
    this.#public = this.#empty()
    this.#others = this.#empty()
  }

  get size(): number {
    return this.#size
  }

  add(document: Document<K>, place: Place): void {
    this.#size++
    if (place.reader === 0) {
      this.#public.add(document, place)
      return
    }
    this.#others.add(document, place)
    const own = this.#own.get(place.reader) ?? this.#empty()
    this.#own.set(place.reader, own)
    own.add(document, place)
  }

  remove(document: Document<K>, place: Place): void {
    this.#size--
    if (place.reader === 0) {
      this.#public.remove(document, place)
      return
    }
    this.#others.remove(document, place)
    const own = this.#own.get(place.reader)
    own?.remove(document, place)
    if (own?.isEmpty) this.#own.delete(place.reader)
  }

  runs({ atoms, order, test }: Demand<K>): Run<K>[] {
    const first = this.#layout.firstDates[order]
    const times = first === undefined ? [] : atoms.filter((atom) => isTimeAtom(atom, first.key))
    const window = this.#windowOf(times, first)
    const keys: readonly string[] = [...this.#layout.partitionKeys, ...this.#layout.zeroKeys]
    const ofPartitions = atoms.filter((atom) => keys.includes(atom.key))
    const ofReaders = atoms.filter((atom) => atom.key === 'reader')
    const answered = new Set([...times, ...ofPartitions, ...ofReaders])
    const others = atoms.filter((atom) => !answered.has(atom))

    const runs: Run<K>[] = []
    for (const { partitions, readers } of this.#readable(ofReaders)) {
      for (const { values, lists } of partitions.lists(order)) {
        if (!ofPartitions.every(({ key, accepts }) => accepts(values.get(key) ?? null) || !values.has(key)))
          continue
        const unshared = ofPartitions.filter(({ key }) => !values.has(key))
        // Test words last, because that is the slowest test.
        const sure = both(testOf<K>([...others, ...readers, ...unshared], undefined), test)
        const doubtful = both(testOf<K>(times, undefined), sure)
        for (const [bucket, list] of lists) {
          const span = window.spanIn(bucket, list)
          const add = (from: number, to: number, how: Test<K>) => {
            if (from < to) runs.push({ list, from, to, test: how })
          }
          add(span.from, span.sure, doubtful)
          add(span.sure, span.sureTo, sure)
          add(span.sureTo, span.to, doubtful)
        }
      }
    }
    return runs
  }

  /** Cached, because a page, its total and most lists have the same window, which takes 30 µs to build. */
  #windowOf(times: readonly Atom[], first: FirstDate<K> | undefined): TimeWindow<K> {
    const name = JSON.stringify(times)
    if (this.#window?.name !== name) {
      this.#window = { name, window: new TimeWindow(times, first) }
    }
    return this.#window.window
  }

  /**
   * The partitions that may contain matches for the atoms on the reader; `readers`: the atoms that still need a test.
   */
  *#readable(atoms: readonly Atom[]): Generator<{ partitions: Partitions<K>; readers: readonly Atom[] }> {
    const isAccepted = (reader: KeyValue) => atoms.every((atom) => atom.accepts(reader))
    if (this.#layout.readerOf === undefined) {
      yield { partitions: this.#public, readers: atoms }
      return
    }
    if (isAccepted(0)) yield { partitions: this.#public, readers: [] }
    const among = atoms.find((atom) => atom.form === 'in')
    if (among?.form !== 'in') yield { partitions: this.#others, readers: atoms }
    else {
      for (const reader of among.values) {
        const partitions = typeof reader === 'number' ? this.#own.get(reader) : undefined
        if (partitions !== undefined && isAccepted(reader)) yield { partitions, readers: [] }
      }
    }
  }
}
