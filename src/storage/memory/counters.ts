import type { Document, Kind } from '../contract.ts'
import { type Atom, isOpen, valueAt } from '../shared/atoms.ts'
import type { Value } from '../shared/keys.ts'

/** Whether everyone may read the document in full. */
const isOfAll = <K extends Kind>(document: Document<K>): boolean => valueAt(document, 'full_reader') === 0

/** Documents with these keys in common are counted together. */
const CLASS = ['status', 'series'] as const

interface Counts {
  readonly of: ReadonlyMap<string, Value>
  readonly all: Map<number, number>
  /** Those that everyone may read in full. */
  readonly open: Map<number, number>
}

/** The number of documents per status, series apart, for each ID in a list of IDs. */
export class Counters<K extends Kind> {
  readonly #key: string
  readonly #classes = new Map<string, Counts>()

  constructor(key: string) {
    this.#key = key
  }

  /** `change` is 1 for an added document, -1 for a removed one. */
  count(document: Document<K>, change: 1 | -1): void {
    const values = valueAt(document, this.#key)
    if (typeof values !== 'object' || values === null || values.length === 0) return
    const counts = this.#countsOf(document)
    for (const value of values) {
      if (typeof value !== 'number') continue
      add(counts.all, value, change)
      if (isOfAll(document)) add(counts.open, value, change)
    }
  }

  #countsOf(document: Document<K>): Counts {
    const name = CLASS.map((key) => valueAt(document, key)).join(' ')
    const known = this.#classes.get(name)
    if (known !== undefined) return known
    const of = new Map(CLASS.map((key): [string, Value] => [key, valueAt(document, key) ?? null]))
    const counts: Counts = { of, all: new Map(), open: new Map() }
    this.#classes.set(name, counts)
    return counts
  }

  /** `atoms`: only those that `isCounted`. */
  tally(atoms: readonly Atom[], values: readonly number[] | undefined): Map<number, number> {
    const sums = new Map<number, number>()
    const ofClass = atoms.filter((atom) => !isOpen(atom))
    for (const { of, all, open } of this.#classes.values()) {
      if (!ofClass.every(({ key, accepts }) => accepts(of.get(key) ?? null))) continue
      const counts = ofClass.length < atoms.length ? open : all
      if (values === undefined) for (const [value, count] of counts) add(sums, value, count)
      else for (const value of new Set(values)) add(sums, value, counts.get(value) ?? 0)
    }
    return sums
  }
}

/** Whether the counters can evaluate the atom. */
export const isCounted = (atom: Atom): boolean => CLASS.some((key) => key === atom.key) || isOpen(atom)

function add(counts: Map<number, number>, value: number, change: number): void {
  const count = (counts.get(value) ?? 0) + change
  if (count === 0) counts.delete(value)
  else counts.set(value, count)
}
