import type { Document, Kind, OrderOf } from '../contract.ts'
import { valueAt } from '../shared/atoms.ts'
import type { Value } from '../shared/keys.ts'
import type { Layout } from './layouts.ts'
import { SortedList } from './sorted-list.ts'
import type { Work } from './work.ts'

/** The place of a document in every index that contains it, computed once for all of them. */
export interface Place {
  /** The values of the partition keys, and which zero keys are 0, as one text. */
  readonly partition: string
  /** 0, or the only author who may see it. */
  readonly reader: number
  /** The duration bucket; see `time-window.ts`. */
  readonly bucket: number
}

export function placeOf<K extends Kind>(document: Document<K>, layout: Layout<K>): Place {
  let partition = ''
  for (const key of layout.partitionKeys) partition += `${valueAt(document, key)}|`
  for (const key of layout.zeroKeys) partition += valueAt(document, key) === 0 ? '0|' : '|'
  const reader = layout.readerOf?.(document.keys) ?? 0
  return { partition, reader, bucket: layout.bucketOf?.(document.keys) ?? 0 }
}

/** Sorted lists of documents with the same partition keys, by order and bucket. */
interface Partition<K extends Kind> {
  /** The values that all of its documents share. */
  readonly values: ReadonlyMap<string, Value>
  readonly tracks: ReadonlyMap<OrderOf<K>, Map<number, SortedList<Document<K>>>>
}

/** Partitions by shared values. Empty partitions are removed. */
export class Partitions<K extends Kind> {
  readonly #layout: Layout<K>
  readonly #orders: readonly OrderOf<K>[]
  readonly #work: Work
  readonly #partitions = new Map<string, Partition<K>>()

  constructor(layout: Layout<K>, orders: readonly OrderOf<K>[], work: Work) {
    this.#layout = layout
    this.#orders = orders
    this.#work = work
  }

  get isEmpty(): boolean {
    return this.#partitions.size === 0
  }

  /** The shared values of each partition, and its sorted lists for one order, by bucket. */
  *lists(order: OrderOf<K>) {
    for (const { values, tracks } of this.#partitions.values())
      yield { values, lists: tracks.get(order) ?? [] }
  }

  add(document: Document<K>, place: Place): void {
    const partition = this.#partitions.get(place.partition) ?? this.#open(document, place)
    for (const [order, lists] of partition.tracks) {
      if (!this.#isIn(order, document)) continue
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
    const partition = this.#partitions.get(place.partition)
    if (partition === undefined) return
    let isEmpty = true
    for (const [order, lists] of partition.tracks) {
      const bucket = this.#bucketIn(order, place)
      const list = lists.get(bucket)
      if (this.#isIn(order, document)) list?.remove(document)
      if (list?.size === 0) lists.delete(bucket)
      if (lists.size > 0) isEmpty = false
    }
    if (isEmpty) this.#partitions.delete(place.partition)
  }

  #open(document: Document<K>, place: Place): Partition<K> {
    const zeros = this.#layout.zeroKeys.filter((key) => valueAt(document, key) === 0)
    const shared = [...this.#layout.partitionKeys, ...zeros]
    const values = shared.map((key) => [key, valueAt(document, key) ?? null] as const)
    const tracks = this.#orders.map((order) => [order, new Map<number, SortedList<Document<K>>>()] as const)
    const partition = { values: new Map(values), tracks: new Map(tracks) }
    this.#partitions.set(place.partition, partition)
    return partition
  }

  #isIn(order: OrderOf<K>, document: Document<K>): boolean {
    const key = this.#layout.partialOrders.get(order)
    return key === undefined || valueAt(document, key) !== null
  }

  /** Buckets separate durations for the time window, which only applies to the main order. */
  #bucketIn(order: OrderOf<K>, place: Place): number {
    return order === this.#layout.mainOrder ? place.bucket : 0
  }
}
