import { type Atom, both, type Test, testOf } from '../atoms.ts'
import type { Document, KeyValue, Kind, OrderOf } from '../contract.ts'
import { Drawers, type Place } from './drawers.ts'
import type { Layout } from './layouts.ts'
import type { Run } from './runs.ts'
import { isTimeAtom, Window } from './window.ts'
import type { Work } from './work.ts'

/** What is demanded of documents, and which of it the drawers and the clock answer. */
export interface Demand<K extends Kind> {
  readonly atoms: readonly Atom[]
  readonly order: OrderOf<K>
  /** Applies to every document, whatever its drawer. */
  readonly test: Test<K>
}

/**
 * Documents in separate drawers by the values of the drawer keys (statuses, hidden or not) and by reader, each
 * drawer sorted in one or several orders. A list that demands no more than such values is a merge of whole
 * drawers, and can be counted by their lengths.
 *
 * What everyone may see lies in one drawer. What only its author may see lies in two: with that of all others,
 * for those who see everything, and in the author's own.
 */
export class Cabinet<K extends Kind> {
  readonly #layout: Layout<K>
  readonly #empty: () => Drawers<K>
  readonly #public: Drawers<K>
  readonly #others: Drawers<K>
  readonly #own = new Map<number, Drawers<K>>()
  #size = 0
  /** The one that was asked for last. */
  #window: { readonly name: string; readonly window: Window<K> } | undefined

  constructor(layout: Layout<K>, orders: readonly OrderOf<K>[], work: Work) {
    this.#layout = layout
    this.#empty = () => new Drawers(layout, orders, work)
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
    const hasClock = this.#layout.clock !== undefined && order === this.#layout.mainOrder
    const times = hasClock ? atoms.filter(isTimeAtom) : []
    const window = this.#windowOf(times)
    const keys: readonly string[] = [...this.#layout.drawerKeys, ...this.#layout.zeroKeys]
    const ofDrawers = atoms.filter((atom) => keys.includes(atom.key))
    const ofReaders = atoms.filter((atom) => atom.key === 'reader')
    const answered = new Set([...times, ...ofDrawers, ...ofReaders])
    const others = atoms.filter((atom) => !answered.has(atom))

    const runs: Run<K>[] = []
    for (const { drawers, readers } of this.#readable(ofReaders)) {
      for (const { values, lists } of drawers.lists(order)) {
        if (!ofDrawers.every(({ key, accepts }) => accepts(values.get(key) ?? null) || !values.has(key)))
          continue
        const unshared = ofDrawers.filter(({ key }) => !values.has(key))
        // Words last: they are dear to look for.
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

  /** A page and its total ask for the same window, and so do most lists: to make it once takes some 30 µs off each. */
  #windowOf(times: readonly Atom[]): Window<K> {
    const name = JSON.stringify(times)
    if (this.#window?.name !== name) {
      this.#window = { name, window: new Window(times, this.#layout.clock?.startOf ?? (() => '')) }
    }
    return this.#window.window
  }

  /** The drawers that may hold what the atoms on the reader accept; `readers` are those left to be tested. */
  *#readable(atoms: readonly Atom[]): Generator<{ drawers: Drawers<K>; readers: readonly Atom[] }> {
    const isAccepted = (reader: KeyValue) => atoms.every((atom) => atom.accepts(reader))
    if (this.#layout.readerOf === undefined) {
      yield { drawers: this.#public, readers: atoms }
      return
    }
    if (isAccepted(0)) yield { drawers: this.#public, readers: [] }
    const among = atoms.find((atom) => atom.form === 'in')
    if (among?.form !== 'in') yield { drawers: this.#others, readers: atoms }
    else {
      for (const reader of among.values) {
        const drawers = typeof reader === 'number' ? this.#own.get(reader) : undefined
        if (drawers !== undefined && isAccepted(reader)) yield { drawers, readers: [] }
      }
    }
  }
}
