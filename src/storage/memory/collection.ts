import {
  type ChangeOf,
  type Document,
  type Filter,
  type Kind,
  type Query,
  versionAfter,
} from '../contract.ts'
import { claimIn } from '../shared/claim.ts'
import { Indexes } from './indexes.ts'
import type { Layout } from './layouts.ts'
import { ownDocument } from './own.ts'
import type { Work } from './work.ts'

/** The documents of one kind, with their versions, unique keys and indexes. */
export class Collection<K extends Kind> {
  readonly #kind: K
  readonly #documents = new Map<number, Document<K>>()
  readonly #indexes: Indexes<K>
  /** The ID of the document that owns each unique value. */
  readonly #owners = new Map<string, number>()

  constructor(layout: Layout<K>, work: Work) {
    this.#kind = layout.kind
    this.#indexes = new Indexes(layout, (id) => this.#documents.get(id), work)
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
    return this.#indexes.find(query)
  }

  count(filter: Filter<K>): number {
    return this.#indexes.count(filter)
  }

  tally(key: string, filter: Filter<K>, values?: readonly number[]): ReadonlyMap<number, number> {
    return this.#indexes.tally(key, filter, values)
  }

  /** 0 if the document does not exist. */
  versionOf(id: number): number {
    return this.#documents.get(id)?.version ?? 0
  }

  ownerOf(claim: string): number | undefined {
    return this.#owners.get(claim)
  }

  /** Copies the content of a change. `leave` and `enter` apply the change and cannot fail. */
  prepare(change: ChangeOf<K>): { readonly leave: () => void; readonly enter: () => void } {
    const { id } = change
    const old = change.do === 'check' ? undefined : this.#documents.get(id)
    const now =
      change.do === 'put' ? ownDocument(this.#kind, id, versionAfter(change), change.content) : undefined
    return {
      leave: () => old && this.#remove(old),
      enter: () => now && this.#add(now),
    }
  }

  #add(document: Document<K>): void {
    this.#documents.set(document.id, document)
    const claim = claimIn(this.#kind, document.keys)
    if (claim !== null) this.#owners.set(claim, document.id)
    this.#indexes.add(document)
  }

  #remove(document: Document<K>): void {
    this.#documents.delete(document.id)
    const claim = claimIn(this.#kind, document.keys)
    if (claim !== null) this.#owners.delete(claim)
    this.#indexes.remove(document)
  }
}
