import { type Value, valueAt } from '../atoms.ts'
import type { Conflict, Content, Document, Filter, Kind, Query } from '../contract.ts'
import { KEYS } from '../contract.ts'
import { Catalogue } from './catalogue.ts'
import type { Layout } from './layouts.ts'
import { ownDocument } from './own.ts'
import type { Work } from './work.ts'

/** A step of a commit that concerns one kind. */
export type ChangeOf<K extends Kind> =
  | {
      readonly do: 'put'
      readonly kind: K
      readonly id: number
      readonly expect: number
      readonly content: Content<K>
    }
  | { readonly do: 'remove' | 'check'; readonly kind: K; readonly id: number; readonly expect: number }

/** The documents of one kind: their versions, their unique keys, and the indexes over them. */
export class Shelf<K extends Kind> {
  readonly #kind: K
  readonly #layout: Layout<K>
  readonly #documents = new Map<number, Document<K>>()
  readonly #catalogue: Catalogue<K>
  /** For each unique key: whose each value is. */
  readonly #owners: ReadonlyMap<string, Map<Value, number>>

  constructor(kind: K, layout: Layout<K>, work: Work) {
    this.#kind = kind
    this.#layout = layout
    this.#catalogue = new Catalogue(layout, (id) => this.#documents.get(id), work)
    const unique = Object.entries(KEYS[kind]).filter(([, spec]) => 'unique' in spec)
    this.#owners = new Map(unique.map(([key]) => [key, new Map()]))
  }

  get(ids: readonly number[]): readonly Document<K>[] {
    const found: Document<K>[] = []
    for (const id of new Set(ids)) {
      const document = this.#documents.get(id)
      if (document !== undefined) found.push(document)
    }
    return found
  }

  find(query: Query<K>): readonly Document<K>[] {
    return this.#catalogue.find(query)
  }

  count(filter: Filter<K>): number {
    return this.#catalogue.count(filter)
  }

  tally(key: string, filter: Filter<K>, values?: readonly number[]): ReadonlyMap<number, number> {
    return this.#catalogue.tally(key, filter, values)
  }

  /** Why the changes cannot be made now, if so. Touches nothing. */
  refusal(changes: readonly ChangeOf<K>[]): Conflict | undefined {
    const ids = new Set(changes.map((change) => change.id))
    if (ids.size < changes.length) throw new TypeError(`two changes of one ${this.#kind} in a commit`)
    for (const { id, expect } of changes) {
      const version = this.#documents.get(id)?.version ?? 0
      if (version !== expect) return { conflict: expect === 0 ? 'exists' : 'stale', kind: this.#kind, id }
    }
    return this.#collision(changes)
  }

  /** Copies what changes that were not refused will write. What it returns writes it, and cannot fail. */
  prepare(changes: readonly ChangeOf<K>[]): () => void {
    const left: Document<K>[] = []
    const put: Document<K>[] = []
    for (const change of changes) {
      const current = this.#documents.get(change.id)
      if (change.do !== 'check' && current !== undefined) left.push(current)
      if (change.do !== 'put') continue
      put.push(ownDocument(change.id, change.expect + 1, change.content, this.#layout.own))
    }
    return () => {
      // All go before any comes, so that values may change hands.
      for (const document of left) this.#remove(document)
      for (const document of put) this.#add(document)
    }
  }

  #collision(changes: readonly ChangeOf<K>[]): Conflict | undefined {
    const leaving = new Set(changes.filter((change) => change.do !== 'check').map((change) => change.id))
    for (const [key, owners] of this.#owners) {
      const claimed = new Set<Value>()
      for (const change of changes) {
        if (change.do !== 'put') continue
        const value = valueAt(change.content, key) ?? null
        if (value === null) continue
        const owner = owners.get(value)
        if (claimed.has(value) || (owner !== undefined && !leaving.has(owner))) {
          return { conflict: 'taken', kind: this.#kind, id: change.id }
        }
        claimed.add(value)
      }
    }
    return undefined
  }

  #add(document: Document<K>): void {
    this.#documents.set(document.id, document)
    for (const [key, owners] of this.#owners) {
      const value = valueAt(document, key) ?? null
      if (value !== null) owners.set(value, document.id)
    }
    this.#catalogue.add(document)
  }

  #remove(document: Document<K>): void {
    this.#documents.delete(document.id)
    for (const [key, owners] of this.#owners) owners.delete(valueAt(document, key) ?? null)
    this.#catalogue.remove(document)
  }
}
