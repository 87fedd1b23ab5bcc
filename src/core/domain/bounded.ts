interface Entry<V> {
  readonly value: V
  readonly weight: number
  isUsed: boolean
}

/**
 * A map whose entries weigh at most `max` together. Above that, it evicts by second chance: the oldest entry is
 * evicted, unless it was used since it last became the oldest. A hit only sets a flag, which is cheaper than moving the
 * entry.
 */
export class BoundedMap<K, V> {
  /** Oldest first. */
  readonly #entries = new Map<K, Entry<V>>()
  readonly #max: number
  #weight = 0

  constructor(max: number) {
    this.#max = max
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    entry.isUsed = true
    return entry.value
  }

  /** The entry becomes the newest. */
  set(key: K, value: V, weight = 1): void {
    this.delete(key)
    this.#add(key, { value, weight, isUsed: false })
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.#max) return
      this.delete(oldest)
      if (entry.isUsed) this.#add(oldest, { ...entry, isUsed: false })
    }
  }

  delete(key: K): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }

  deleteWhere(isMeant: (value: V) => boolean): void {
    for (const [key, { value }] of this.#entries) if (isMeant(value)) this.delete(key)
  }

  #add(key: K, entry: Entry<V>): void {
    this.#entries.set(key, entry)
    this.#weight += entry.weight
  }
}
