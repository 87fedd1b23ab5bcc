import { type Value, valueAt } from '../atoms.ts'
import type { Document, Kind, OrderOf } from '../contract.ts'
import type { Layout } from './layouts.ts'
import { SortedList } from './sorted-list.ts'
import type { Work } from './work.ts'

/** Where a document lies in every cabinet that holds it; worked out once for all of them. */
export interface Place {
  /** Its values of the drawer keys, and which of the zero keys are 0, as one text. */
  readonly drawer: string
  /** 0, or the author who alone may see it. */
  readonly reader: number
  /** By its duration; see `window.ts`. */
  readonly bucket: number
}

export function placeOf<K extends Kind>(document: Document<K>, layout: Layout<K>): Place {
  let drawer = ''
  for (const key of layout.drawerKeys) drawer += `${valueAt(document, key)}|`
  for (const key of layout.zeroKeys) drawer += valueAt(document, key) === 0 ? '0|' : '|'
  const reader = layout.readerOf?.(document.keys) ?? 0
  return { drawer, reader, bucket: layout.clock?.bucketOf(document.keys) ?? 0 }
}

/** Sorted lists of documents that are alike in their drawer keys, by order and then by bucket. */
interface Drawer<K extends Kind> {
  /** The values that all of its documents share. */
  readonly values: ReadonlyMap<string, Value>
  readonly tracks: ReadonlyMap<OrderOf<K>, Map<number, SortedList<Document<K>>>>
}

/** Drawers by the values that their documents share. Those that become empty go. */
export class Drawers<K extends Kind> {
  readonly #layout: Layout<K>
  readonly #orders: readonly OrderOf<K>[]
  readonly #work: Work
  readonly #drawers = new Map<string, Drawer<K>>()

  constructor(layout: Layout<K>, orders: readonly OrderOf<K>[], work: Work) {
    this.#layout = layout
    this.#orders = orders
    this.#work = work
  }

  get isEmpty(): boolean {
    return this.#drawers.size === 0
  }

  /** Every drawer's shared values, and its sorted lists of one order by bucket. */
  *lists(order: OrderOf<K>) {
    for (const { values, tracks } of this.#drawers.values()) yield { values, lists: tracks.get(order) ?? [] }
  }

  add(document: Document<K>, place: Place): void {
    const drawer = this.#drawers.get(place.drawer) ?? this.#open(document, place)
    for (const [order, lists] of drawer.tracks) {
      const bucket = this.#bucketIn(order, place)
      let list = lists.get(bucket)
      if (list === undefined) {
        list = new SortedList(this.#layout.orders[order], this.#work)
        lists.set(bucket, list)
      }
      list.add(document)
    }
  }

  remove(document: Document<K>, place: Place): void {
    const drawer = this.#drawers.get(place.drawer)
    if (drawer === undefined) return
    let isEmpty = true
    for (const [order, lists] of drawer.tracks) {
      const bucket = this.#bucketIn(order, place)
      const list = lists.get(bucket)
      list?.remove(document)
      if (list?.size === 0) lists.delete(bucket)
      if (lists.size > 0) isEmpty = false
    }
    if (isEmpty) this.#drawers.delete(place.drawer)
  }

  #open(document: Document<K>, place: Place): Drawer<K> {
    const zeros = this.#layout.zeroKeys.filter((key) => valueAt(document, key) === 0)
    const shared = [...this.#layout.drawerKeys, ...zeros]
    const values = shared.map((key) => [key, valueAt(document, key) ?? null] as const)
    const tracks = this.#orders.map((order) => [order, new Map<number, SortedList<Document<K>>>()] as const)
    const drawer = { values: new Map(values), tracks: new Map(tracks) }
    this.#drawers.set(place.drawer, drawer)
    return drawer
  }

  /** Buckets tell durations apart for the clock, which serves the main order alone. */
  #bucketIn(order: OrderOf<K>, place: Place): number {
    return order === this.#layout.mainOrder ? place.bucket : 0
  }
}
