import type { Document, KeyValue, Kind } from '../contract.ts'
import { type Atom, valueAt } from '../shared/atoms.ts'

/** The number of documents per status, for each ID in a list of IDs. */
export class Counters<K extends Kind> {
  readonly #key: string
  readonly #byStatus = new Map<KeyValue, Map<number, number>>()

  constructor(key: string) {
    this.#key = key
  }

  /** `change` is 1 for an added document, -1 for a removed one. */
  count(document: Document<K>, change: 1 | -1): void {
    const values = valueAt(document, this.#key)
    const status = valueAt(document, 'status') ?? null
    if (typeof values !== 'object' || values === null || typeof status === 'object') return
    const counts = this.#byStatus.get(status) ?? new Map<number, number>()
    this.#byStatus.set(status, counts)
    for (const value of values) {
      if (typeof value !== 'number') continue
      const count = (counts.get(value) ?? 0) + change
      if (count === 0) counts.delete(value)
      else counts.set(value, count)
    }
  }

  /** `atoms`: only atoms on the status. */
  tally(atoms: readonly Atom[], values: readonly number[] | undefined): Map<number, number> {
    const sums = new Map<number, number>()
    const add = (value: number, count: number) => sums.set(value, (sums.get(value) ?? 0) + count)
    for (const [status, counts] of this.#byStatus) {
      if (!atoms.every((atom) => atom.accepts(status))) continue
      if (values === undefined) for (const [value, count] of counts) add(value, count)
      else {
        for (const value of new Set(values)) {
          const count = counts.get(value)
          if (count !== undefined) add(value, count)
        }
      }
    }
    return sums
  }
}
