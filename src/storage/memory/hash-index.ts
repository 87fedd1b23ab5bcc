import type { Document, KeyValue, Kind } from '../contract.ts'
import { valueAt } from '../shared/atoms.ts'

/**
 * A hash index on a key whose values few documents share. `null` and 0 (no parent) are not indexed, because many
 * documents share them and no query selects them. `find` returns `undefined` for them.
 */
export class HashIndex<K extends Kind> {
  readonly #key: string
  /** Nearly all values have one document, which is stored without a set to save memory. */
  readonly #one = new Map<KeyValue, Document<K>>()
  readonly #more = new Map<KeyValue, Set<Document<K>>>()

  constructor(key: string) {
    this.#key = key
  }

  add(document: Document<K>): void {
    const value = this.#valueOf(document)
    if (value === undefined) return
    if (!this.#one.has(value)) {
      this.#one.set(value, document)
      return
    }
    const more = this.#more.get(value) ?? new Set()
    this.#more.set(value, more.add(document))
  }

  remove(document: Document<K>): void {
    const value = this.#valueOf(document)
    if (value === undefined) return
    const more = this.#more.get(value)
    if (this.#one.get(value) !== document) more?.delete(document)
    else {
      const [next] = more ?? []
      if (next === undefined) this.#one.delete(value)
      else {
        this.#one.set(value, next)
        more?.delete(next)
      }
    }
    if (more?.size === 0) this.#more.delete(value)
  }

  /** The documents with one of these values, or `undefined` if a value is not indexed. */
  find(values: ReadonlySet<KeyValue>): Document<K>[] | undefined {
    if (values.has(null) || values.has(0)) return undefined
    const found: Document<K>[] = []
    for (const value of values) {
      const one = this.#one.get(value)
      if (one === undefined) continue
      found.push(one)
      for (const document of this.#more.get(value) ?? []) found.push(document)
    }
    return found
  }

  #valueOf(document: Document<K>): KeyValue | undefined {
    const value = valueAt(document, this.#key)
    return value === null || value === 0 || typeof value === 'object' ? undefined : value
  }
}
