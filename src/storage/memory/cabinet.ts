import type { Document, KeyValue, Kind, OrderOf } from '../contract.ts'
import { type Atom, both, type Test, testOf, type Value, valueAt } from './atoms.ts'
import type { Layout } from './layouts.ts'
import type { Run } from './runs.ts'
import { SortedList } from './sorted-list.ts'
import { isTimeAtom, Window } from './window.ts'
import type { Work } from './work.ts'

/** Sorted lists of documents that are alike in their drawer keys, by order and then by bucket. */
interface Drawer<K extends Kind> {
  readonly values: ReadonlyMap<string, Value>
  readonly tracks: ReadonlyMap<OrderOf<K>, Map<number, SortedList<Document<K>>>>
}

type Drawers<K extends Kind> = Map<string, Drawer<K>>

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
  readonly #orders: readonly OrderOf<K>[]
  readonly #work: Work
  readonly #public: Drawers<K> = new Map()
  readonly #others: Drawers<K> = new Map()
  readonly #own = new Map<number, Drawers<K>>()
  #size = 0

  constructor(layout: Layout<K>, orders: readonly OrderOf<K>[], work: Work) {
    this.#layout = layout
    this.#orders = orders
    this.#work = work
  }

  get size(): number {
    return this.#size
  }

  add(document: Document<K>, bucket: number): void {
    this.#size++
    const reader = this.#layout.readerOf?.(document.keys) ?? 0
    if (reader === 0) this.#file(this.#public, document, bucket)
    else {
      this.#file(this.#others, document, bucket)
      const own = this.#own.get(reader) ?? new Map()
      this.#own.set(reader, own)
      this.#file(own, document, bucket)
    }
  }

  remove(document: Document<K>, bucket: number): void {
    this.#size--
    const reader = this.#layout.readerOf?.(document.keys) ?? 0
    if (reader === 0) this.#withdraw(this.#public, document, bucket)
    else {
      this.#withdraw(this.#others, document, bucket)
      const own = this.#own.get(reader)
      if (own === undefined) return
      this.#withdraw(own, document, bucket)
      if (own.size === 0) this.#own.delete(reader)
    }
  }

  runs({ atoms, order, test }: Demand<K>): Run<K>[] {
    const hasClock = this.#layout.clock !== undefined && order === this.#layout.mainOrder
    const isOfDrawer = ({ key }: Atom) => this.#isDrawerKey(key)
    const times = hasClock ? atoms.filter(isTimeAtom) : []
    const others = atoms.filter((atom) => !isOfDrawer(atom) && !times.includes(atom) && atom.key !== 'reader')
    const window = new Window(times, this.#layout.clock?.startOf ?? (() => ''))
    const runs: Run<K>[] = []
    for (const { drawers, readers } of this.#readable(atoms.filter(({ key }) => key === 'reader'))) {
      const sure = both(test, testOf<K>([...others, ...readers], undefined))
      const doubtful = both(sure, testOf<K>(times, undefined))
      for (const { values, tracks } of drawers.values()) {
        if (!atoms.every((atom) => !isOfDrawer(atom) || atom.accepts(values.get(atom.key) ?? null))) continue
        for (const [bucket, list] of tracks.get(order) ?? []) {
          const span = window.spanIn(bucket, list)
          const add = (from: number, to: number, how: Test<K>) => {
            if (from < to) runs.push({ list, from, to, test: how })
          }
          add(span.from, span.sure, doubtful)
          add(span.sure, span.sureTo, sure)
          add(Math.max(span.sureTo, span.sure), span.to, doubtful)
        }
      }
    }
    return runs
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

  #isDrawerKey(key: string): boolean {
    return this.#layout.drawerKeys.some((own) => own === key)
  }

  #nameOf(document: Document<K>): string {
    let name = ''
    for (const key of this.#layout.drawerKeys) name += `${valueAt(document, key)}|`
    return name
  }

  #file(drawers: Drawers<K>, document: Document<K>, bucket: number): void {
    const name = this.#nameOf(document)
    let drawer = drawers.get(name)
    if (drawer === undefined) {
      const values = this.#layout.drawerKeys.map((key) => [key, valueAt(document, key) ?? null] as const)
      drawer = { values: new Map(values), tracks: new Map(this.#orders.map((order) => [order, new Map()])) }
      drawers.set(name, drawer)
    }
    for (const [order, lists] of drawer.tracks) {
      const place = order === this.#layout.mainOrder ? bucket : 0
      let list = lists.get(place)
      if (list === undefined) {
        list = new SortedList(this.#layout.orders[order], this.#work)
        lists.set(place, list)
      }
      list.add(document)
    }
  }

  #withdraw(drawers: Drawers<K>, document: Document<K>, bucket: number): void {
    const name = this.#nameOf(document)
    const drawer = drawers.get(name)
    if (drawer === undefined) return
    let isEmpty = true
    for (const [order, lists] of drawer.tracks) {
      const place = order === this.#layout.mainOrder ? bucket : 0
      const list = lists.get(place)
      list?.remove(document)
      if (list?.size === 0) lists.delete(place)
      if (lists.size > 0) isEmpty = false
    }
    if (isEmpty) drawers.delete(name)
  }
}
