import { type Atom, atomsOf, both, hasWords, isIn, testOf } from '../atoms.ts'
import type { Document, Filter, Kind, Query, TextQuery } from '../contract.ts'
import { Cabinet } from './cabinet.ts'
import { Counters } from './counters.ts'
import { placeOf } from './drawers.ts'
import type { Layout } from './layouts.ts'
import { Lookup } from './lookup.ts'
import { page } from './merge.ts'
import { Postings, valuesOf } from './posting.ts'
import { countIn, doubtIn, eachMatch, gather, lengthOf, type Run } from './runs.ts'
import { Signatures } from './signatures.ts'
import type { Work } from './work.ts'

/** Documents among which all answers are; `isSorted` by the kind's main order. */
interface Source<K extends Kind> {
  readonly runs: readonly Run<K>[]
  readonly isSorted: boolean
}

/** So few candidates are taken without looking for fewer. */
const FEW = 64

/** Every index of one kind, and the choice among them. */
export class Catalogue<K extends Kind> {
  readonly #layout: Layout<K>
  readonly #work: Work
  readonly #get: (id: number) => Document<K> | undefined
  readonly #all: Cabinet<K>
  readonly #lookups: ReadonlyMap<string, Lookup<K>>
  readonly #postings: ReadonlyMap<string, Postings<K>>
  readonly #counters: ReadonlyMap<string, Counters<K>>
  readonly #signatures = new Signatures<K>()

  constructor(layout: Layout<K>, get: (id: number) => Document<K> | undefined, work: Work) {
    this.#layout = layout
    this.#work = work
    this.#get = get
    this.#all = new Cabinet(layout, layout.orderNames, work)
    this.#lookups = new Map(layout.lookups.map((key) => [key, new Lookup<K>(key)]))
    this.#postings = new Map(layout.postings.map((key) => [key, new Postings(key, layout, work)]))
    this.#counters = new Map(layout.counted.map((key) => [key, new Counters<K>(key)]))
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
    this.#signatures.remove(document)
    this.#all.remove(document, place)
    for (const lookup of this.#lookups.values()) lookup.remove(document)
    for (const postings of this.#postings.values()) postings.remove(document, place)
    for (const counters of this.#counters.values()) counters.count(document, -1)
  }

  find({ where = [], text, order, limit, offset = 0 }: Query<K>): Document<K>[] {
    if (limit <= 0) return []
    const atoms = atomsOf(where)
    const { compare } = this.#layout.orders[order]
    const { runs, isSorted } = this.#best(atoms, text, lengthOf)
    if (isSorted && order === this.#layout.mainOrder) return page(runs, compare, offset, limit, this.#work)

    // Either all candidates are sorted, or the asked order is walked until enough candidates were met.
    const candidates = lengthOf(runs)
    const walked = ((offset + limit) * this.#all.size) / Math.max(candidates, 1)
    const sorted =
      candidates <= walked
        ? [gather(runs, compare, this.#work)]
        : this.#all.runs({ atoms, order, test: this.#signatures.test(text) })
    return page(sorted, compare, offset, limit, this.#work)
  }

  count({ where = [], text }: Filter<K>): number {
    return this.#count(atomsOf(where), text)
  }

  tally(key: string, { where = [], text }: Filter<K>, values?: readonly number[]): Map<number, number> {
    const atoms = atomsOf(where)
    const isByStatus = !hasWords({ text }) && atoms.every((atom) => atom.key === 'status')
    const kept = isByStatus ? this.#counters.get(key)?.tally(atoms, values) : undefined
    if (kept !== undefined) return kept

    const { runs } = this.#best(atoms, text, lengthOf)
    const asked = values === undefined ? undefined : new Set(values)
    const carriers = asked === undefined ? Infinity : (this.#postings.get(key)?.size(asked) ?? Infinity)
    const sums = new Map<number, number>()
    if (asked !== undefined && carriers <= lengthOf(runs)) {
      for (const value of asked) {
        const count = this.#count([...atoms, isIn(key, [value])], text)
        if (count > 0) sums.set(value, count)
      }
      return sums
    }
    eachMatch(runs, this.#work, (document) => {
      for (const value of valuesOf(document, key)) {
        if (typeof value !== 'number' || asked?.has(value) === false) continue
        sums.set(value, (sums.get(value) ?? 0) + 1)
      }
    })
    return sums
  }

  #count(atoms: readonly Atom[], text: TextQuery | undefined): number {
    return countIn(this.#best(atoms, text, doubtIn).runs, this.#work)
  }

  /** Of all ways to come by the answers the one of least `cost`. */
  #best(
    atoms: readonly Atom[],
    text: TextQuery | undefined,
    cost: (runs: readonly Run<K>[]) => number,
  ): Source<K> {
    const sources: Source<K>[] = []
    const words = this.#signatures.test(text)
    for (const atom of atoms) {
      const list = atom.form === 'in' ? this.#listed(atom) : undefined
      if (list === undefined) continue
      const test = both(testOf<K>(atoms, undefined), words)
      const source = { runs: [{ list, from: 0, to: list.length, test }], isSorted: false }
      if (list.length <= FEW) return source
      sources.push(source)
    }
    const demand = { atoms, order: this.#layout.mainOrder, test: words }
    for (const atom of atoms) {
      const postings = atom.form === 'in' ? this.#postings.get(atom.key) : undefined
      if (atom.form === 'in' && postings !== undefined) {
        const source = { runs: postings.runs(atom, demand), isSorted: true }
        if (lengthOf(source.runs) <= FEW) return source
        sources.push(source)
      }
    }
    let best: Source<K> = { runs: this.#all.runs(demand), isSorted: true }
    for (const source of sources) if (cost(source.runs) < cost(best.runs)) best = source
    return best
  }

  /** The documents that an atom names, where they can be had one by one. */
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
