import { comesAfter } from '../after.ts'
import {
  type Document,
  type Filter,
  type Kind,
  type OrderOf,
  orderConditions,
  type Query,
  type TextQuery,
} from '../contract.ts'
import { type Atom, atomsOf, both, hasWords, isIn, type Test, testOf, valueAt } from '../shared/atoms.ts'
import { isFacet } from '../shared/keys.ts'
import { BloomFilters } from './bloom-filters.ts'
import { Counters, isCounted } from './counters.ts'
import { HashIndex } from './hash-index.ts'
import { InvertedIndex, valuesOf } from './inverted-index.ts'
import type { Layout } from './layouts.ts'
import { page } from './merge.ts'
import { PartitionedIndex } from './partitioned-index.ts'
import { placeOf } from './partitions.ts'
import { countIn, doubtIn, eachMatch, gather, lengthOf, type Run, reversed, runFrom } from './runs.ts'
import type { Work } from './work.ts'

/** A superset of the result. `order`: the one in which the runs are. */
interface Source<K extends Kind> {
  readonly runs: readonly Run<K>[]
  readonly order: OrderOf<K> | undefined
}

/** With this few candidates, no better index is searched. */
const FEW_CANDIDATES = 64

/** Documents that are sorted sooner than so many are tested. */
const mostSorted = (tested: number): number => tested / 8

/** The same runs with one more test. */
const among = <K extends Kind>(runs: readonly Run<K>[], test: Test<K>): readonly Run<K>[] =>
  test === null ? runs : runs.map((run) => ({ ...run, test: both(run.test, test) }))

/** All indexes of one kind, and the choice between them. */
export class Indexes<K extends Kind> {
  readonly #layout: Layout<K>
  readonly #work: Work
  readonly #get: (id: number) => Document<K> | undefined
  readonly #all: PartitionedIndex<K>
  readonly #lookups: ReadonlyMap<string, HashIndex<K>>
  readonly #postings: ReadonlyMap<string, InvertedIndex<K>>
  readonly #counters: ReadonlyMap<string, Counters<K>>
  readonly #bloomFilters = new BloomFilters<K>()

  constructor(layout: Layout<K>, get: (id: number) => Document<K> | undefined, work: Work) {
    this.#layout = layout
    this.#work = work
    this.#get = get
    this.#all = new PartitionedIndex(layout, layout.orderNames, work)
    this.#lookups = new Map(layout.lookups.map((key) => [key, new HashIndex<K>(key)]))
    this.#postings = new Map(layout.postings.map((key) => [key, new InvertedIndex(key, layout, work)]))
    this.#counters = new Map(layout.postings.filter(isFacet).map((key) => [key, new Counters<K>(key)]))
  }

  add(document: Document<K>): void {
    const place = placeOf(document, this.#layout)
    this.#all.add(document, place)
    for (const lookup of this.#lookups.values()) lookup.add(document)
    for (const postings of this.#postings.values()) postings.add(document, place)
    for (const counters of this.#counters.values()) counters.count(document, 1)
  }

  remove(document: Document<K>): void {
    const place = placeOf(document, this.#layout)
    this.#bloomFilters.remove(document)
    this.#all.remove(document, place)
    for (const lookup of this.#lookups.values()) lookup.remove(document)
    for (const postings of this.#postings.values()) postings.remove(document, place)
    for (const counters of this.#counters.values()) counters.count(document, -1)
  }

  find({ where = [], text, order, reverse = false, limit, offset = 0, after }: Query<K>): Document<K>[] {
    if (limit <= 0) return []
    const atoms = atomsOf([...where, ...orderConditions(this.#layout.kind, order)])
    const { compare } = this.#layout.orders[order]
    const isAfter: Test<K> =
      after === undefined ? null : comesAfter(this.#layout.kind, { order, reverse }, after, valueAt)
    const cut = (all: readonly Run<K>[]) => {
      const sorted = reverse ? all.map(reversed) : all
      const runs = isAfter === null ? sorted : sorted.map((run) => runFrom(run, isAfter))
      return page(runs, reverse ? (a, b) => compare(b, a) : compare, offset, limit, this.#work)
    }
    const most = (all: number) => Math.sqrt((offset + limit) * all)
    const { runs, order: own } = this.#best(atoms, text, lengthOf, most)
    if (own === order) return cut(runs)

    // Either sort all candidates, or scan the requested order until it has produced enough matches.
    const candidates = lengthOf(runs)
    const walked = ((offset + limit) * this.#all.size) / Math.max(candidates, 1)
    const sorted =
      candidates <= walked
        ? [gather(among(runs, isAfter), compare, this.#work)]
        : this.#all.runs({ atoms, order, test: this.#bloomFilters.test(text) })
    return cut(sorted)
  }

  count({ where = [], text }: Filter<K>): number {
    return this.#count(atomsOf(where), text)
  }

  tally(key: string, { where = [], text }: Filter<K>, values?: readonly number[]): Map<number, number> {
    const atoms = atomsOf(where)
    const areCounted = !hasWords({ text }) && atoms.every(isCounted)
    const stored = areCounted ? this.#counters.get(key)?.tally(atoms, values) : undefined
    if (stored !== undefined) return stored

    const { runs } = this.#best(atoms, text, lengthOf, mostSorted)
    const among = values === undefined ? undefined : new Set(values)
    const carriers = among === undefined ? Infinity : (this.#postings.get(key)?.size(among) ?? Infinity)
    const sums = new Map<number, number>()
    if (among !== undefined && carriers <= lengthOf(runs)) {
      for (const value of among) {
        const count = this.#count([...atoms, isIn(key, [value])], text)
        if (count > 0) sums.set(value, count)
      }
      return sums
    }
    eachMatch(runs, this.#work, (document) => {
      for (const value of valuesOf(document, key)) {
        if (typeof value !== 'number' || among?.has(value) === false) continue
        sums.set(value, (sums.get(value) ?? 0) + 1)
      }
    })
    return sums
  }

  #count(atoms: readonly Atom[], text: TextQuery | undefined): number {
    return countIn(this.#best(atoms, text, doubtIn, mostSorted).runs, this.#work)
  }

  /**
   * The source with the lowest `cost`. `most`: the number of documents that are sorted sooner than so many are looked
   * through.
   */
  #best(
    atoms: readonly Atom[],
    text: TextQuery | undefined,
    cost: (runs: readonly Run<K>[]) => number,
    most: (all: number) => number,
  ): Source<K> {
    const sources: Source<K>[] = []
    const words = this.#bloomFilters.test(text)
    for (const atom of atoms) {
      const list = atom.form === 'in' ? this.#listed(atom) : undefined
      if (list === undefined) continue
      const test = both(testOf<K>(atoms, undefined), words)
      const source = { runs: [{ list, from: 0, to: list.length, test }], order: undefined }
      if (list.length <= FEW_CANDIDATES) return source
      sources.push(source)
    }
    const { mainOrder: order } = this.#layout
    const demand = { atoms, order, test: words }
    for (const atom of atoms) {
      const postings = atom.form === 'in' ? this.#postings.get(atom.key) : undefined
      if (atom.form === 'in' && postings !== undefined) {
        const source = { runs: postings.runs(atom, atom.values, demand), order }
        if (lengthOf(source.runs) <= FEW_CANDIDATES) return source
        sources.push(source)
      }
    }
    for (const other of this.#layout.orderNames) {
      const first = this.#layout.firstDates[other]?.key
      if (other === order || !atoms.some(({ key, form }) => key === first && form === 'range')) continue
      sources.push({ runs: this.#all.runs({ ...demand, order: other }), order: other })
    }
    let best: Source<K> = { runs: this.#all.runs(demand), order }
    for (const source of sources) if (cost(source.runs) < cost(best.runs)) best = source
    for (const atom of atoms) {
      const postings = atom.form === 'range' ? this.#postings.get(atom.key) : undefined
      if (atom.form !== 'range' || postings === undefined) continue
      const values = postings.within(atom.bounds, most(cost(best.runs)))
      if (values !== undefined) best = { runs: postings.runs(atom, values, demand), order }
    }
    return best
  }

  /** The documents that an atom selects by ID or through a hash index; `undefined` if it does not. */
  #listed(atom: Atom & { form: 'in' }): readonly Document<K>[] | undefined {
    if (atom.key !== 'id') return this.#lookups.get(atom.key)?.find(atom.values)
    const documents: Document<K>[] = []
    for (const id of atom.values) {
      const document = typeof id === 'number' ? this.#get(id) : undefined
      if (document !== undefined) documents.push(document)
    }
    return documents
  }
}
