import type { LinkedKind, RecordOf, TermKind } from '../../core/domain/records/records.ts'
import { fromDocument } from '../../core/domain/records/stored-record.ts'
import { readStaying } from '../../core/operations/reading/staying.ts'
import type { Storage } from '../../storage/contract.ts'

/** Makes the links of records lead to those that stay here of merged ones. The old site knows nothing of the merge. */
export class StayingLinks {
  readonly #storage: Storage
  /** By kind and ID. One for each record that many events link to. */
  readonly #known = new Map<string, Promise<number>>()

  constructor(storage: Storage) {
    this.#storage = storage
  }

  async of<R extends RecordOf[keyof RecordOf]>(record: R): Promise<R> {
    if (record.kind === 'event') {
      const [venue, organizer, categories, tags] = await Promise.all([
        this.#all('venue', record.venue),
        this.#all('organizer', record.organizer),
        this.#all('category', record.categories),
        this.#all('tag', record.tags),
      ])
      return { ...record, venue, organizer, categories, tags }
    }
    if (record.kind !== 'category' || record.parent === 0) return record
    return { ...record, parent: await this.#one('category', record.parent) }
  }

  async #all(kind: LinkedKind | TermKind, ids: readonly number[]): Promise<number[]> {
    return [...new Set(await Promise.all(ids.map((id) => this.#one(kind, id))))]
  }

  #one(kind: LinkedKind | TermKind, id: number): Promise<number> {
    const name = `${kind} ${id}`
    const known = this.#known.get(name) ?? this.#read(kind, id)
    this.#known.set(name, known)
    return known
  }

  /** An ID that nothing has stays: the record may come later. */
  async #read(kind: LinkedKind | TermKind, id: number): Promise<number> {
    const place = { storage: this.#storage, memo: { record: fromDocument } }
    return (await readStaying(place, kind, [id])).get(id)?.id ?? id
  }
}
