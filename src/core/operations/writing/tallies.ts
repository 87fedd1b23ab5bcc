import type { Facet, Filter, Storage } from '../../../storage/contract.ts'

/** Counts of a storage, each asked once. */
export class Tallies {
  readonly #storage: Storage
  /** Zeros included, by key and filter. */
  readonly #known = new Map<string, Map<number, number>>()
  readonly #expected = new Map<Facet, readonly number[]>()

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** These values will be asked for, so all are counted at once. */
  expect(key: Facet, values: Iterable<number>): void {
    this.#expected.set(key, [...values])
  }

  forget(): void {
    this.#known.clear()
  }

  async of(
    key: Facet,
    filter: Filter<'event'>,
    values: readonly number[] | undefined,
  ): Promise<ReadonlyMap<number, number>> {
    if (values === undefined) return this.#storage.tally(key, filter)
    const name = JSON.stringify([key, filter])
    const known = this.#known.get(name) ?? new Map<number, number>()
    this.#known.set(name, known)
    const unknown = values.filter((value) => !known.has(value))
    if (unknown.length > 0) {
      const others = (this.#expected.get(key) ?? []).filter((value) => !known.has(value))
      const asked = [...new Set([...unknown, ...others])]
      const counts = await this.#storage.tally(key, filter, asked)
      for (const value of asked) known.set(value, counts.get(value) ?? 0)
    }
    return new Map(
      values.flatMap((value) => {
        const count = known.get(value) ?? 0
        return count === 0 ? [] : [[value, count] as const]
      }),
    )
  }
}
