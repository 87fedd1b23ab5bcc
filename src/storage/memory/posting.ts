import { type Atom, both, type Test, testOf, type Value, valueAt } from '../atoms.ts'
import type { Document, KeyValue, Kind } from '../contract.ts'
import { Cabinet, type Demand } from './cabinet.ts'
import { type Place, placeOf } from './drawers.ts'
import type { Layout } from './layouts.ts'
import { gather, type Run } from './runs.ts'
import type { Work } from './work.ts'

/** So many documents are looked at one by one: less work, and far less memory, than keeping them in order. */
const FEW = 1000

type Posting<K extends Kind> = Document<K>[] | Cabinet<K>

/** The documents that carry each value of a key, however many carry it. */
export class Postings<K extends Kind> {
  readonly #key: string
  readonly #layout: Layout<K>
  readonly #work: Work
  readonly #postings = new Map<KeyValue, Posting<K>>()

  constructor(key: string, layout: Layout<K>, work: Work) {
    this.#key = key
    this.#layout = layout
    this.#work = work
  }

  add(document: Document<K>, place: Place): void {
    for (const value of valuesOf(document, this.#key)) {
      const posting = this.#postings.get(value)
      if (posting === undefined) this.#postings.set(value, [document])
      else if (posting instanceof Cabinet) posting.add(document, place)
      else if (posting.push(document) > FEW) this.#postings.set(value, this.#toCabinet(posting))
    }
  }

  remove(document: Document<K>, place: Place): void {
    for (const value of valuesOf(document, this.#key)) {
      const posting = this.#postings.get(value)
      if (posting === undefined) continue
      if (posting instanceof Cabinet) posting.remove(document, place)
      else posting.splice(posting.indexOf(document), 1)
      if (sizeOf(posting) === 0) this.#postings.delete(value)
    }
  }

  /** How many times documents carry one of the values. */
  size(values: Iterable<KeyValue>): number {
    let size = 0
    for (const value of values) {
      const posting = this.#postings.get(value)
      if (posting !== undefined) size += sizeOf(posting)
    }
    return size
  }

  /** Runs, in the kind's main order, of the documents that carry one of the values of `among`, each once. */
  runs(among: Atom & { form: 'in' }, demand: Demand<K>): Run<K>[] {
    const { atoms, test } = demand
    const rest = { ...demand, atoms: atoms.filter((atom) => atom !== among) }
    const few: Run<K>[] = []
    const runs: Run<K>[] = []
    const testFew = both(testOf<K>(rest.atoms, undefined), test)
    for (const value of among.values) {
      const posting = this.#postings.get(value)
      if (posting === undefined) continue
      const once = among.values.size > 1 ? this.#isFirst(value, among.values) : null
      if (posting instanceof Cabinet) runs.push(...posting.runs({ ...rest, test: both(once, test) }))
      else few.push({ list: posting, from: 0, to: posting.length, test: both(once, testFew) })
    }
    return few.length === 0
      ? runs
      : [...runs, gather(few, this.#layout.orders[this.#layout.mainOrder].compare, this.#work)]
  }

  /** A document with several of the values is met in several postings; it counts in that of the first. */
  #isFirst(value: KeyValue, values: ReadonlySet<KeyValue>): Test<K> {
    return (document) => {
      for (const own of valuesOf(document, this.#key)) if (values.has(own)) return own === value
      return false
    }
  }

  #toCabinet(documents: readonly Document<K>[]): Cabinet<K> {
    const cabinet = new Cabinet(this.#layout, [this.#layout.mainOrder], this.#work)
    for (const document of documents) cabinet.add(document, placeOf(document, this.#layout))
    return cabinet
  }
}

const sizeOf = <K extends Kind>(posting: Posting<K>): number =>
  posting instanceof Cabinet ? posting.size : posting.length

export function valuesOf<K extends Kind>(document: Document<K>, key: string): readonly KeyValue[] {
  const value: Value = valueAt(document, key) ?? null
  return typeof value === 'object' && value !== null ? value : [value]
}
