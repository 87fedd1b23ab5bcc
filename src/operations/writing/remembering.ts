import type { Change, Document, Filter, Kind, Query, Sequence, Storage } from '../../storage/contract.ts'

/** Kinds that a write of an event does not change. */
const STEADY: readonly Kind[] = ['venue', 'organizer', 'category', 'tag']

/**
 * A cache over the storage, for one write of an event. Venues, organizers and terms that were read for the write are
 * not read again for its answer. That saves a third of the reads of a create. It is correct because the write does not
 * change them. The storage gets the keys of the events that it changes, so it need not read them again. When another
 * write was first, the cache is emptied.
 */
export class Remembering implements Storage {
  readonly #storage: Storage
  #known = nothing()

  constructor(storage: Storage) {
    this.#storage = storage
  }

  async get<K extends Kind>(kind: K, ids: readonly number[]): Promise<readonly Document<K>[]> {
    const known: Map<number, Document<K>> = this.#known[kind]
    // The write itself may change these.
    const mayChange = !STEADY.includes(kind)
    const unknown = mayChange ? ids : ids.filter((id) => !known.has(id))
    const found = unknown.length === 0 ? [] : await this.#storage.get(kind, unknown)
    for (const document of found) known.set(document.id, document)
    if (mayChange) return found
    return [...new Set(ids)].flatMap((id) => known.get(id) ?? [])
  }

  async commit(changes: readonly Change[]) {
    const result = await this.#storage.commit(changes.map((change) => this.#withKeys(change)))
    if (result.conflict !== null) this.#known = nothing()
    return result
  }

  #withKeys(change: Change): Change {
    if (change.kind !== 'event' || change.do !== 'put') return change
    const known = this.#known.event.get(change.id)
    return known?.version === change.expect ? { ...change, before: known.keys } : change
  }

  find<K extends Kind>(kind: K, query: Query<K>) {
    return this.#storage.find(kind, query)
  }

  count<K extends Kind>(kind: K, filter: Filter<K>) {
    return this.#storage.count(kind, filter)
  }

  tally(...query: Parameters<Storage['tally']>) {
    return this.#storage.tally(...query)
  }

  allocate(sequence: Sequence, count: number) {
    return this.#storage.allocate(sequence, count)
  }

  reserve(sequence: Sequence, upTo: number) {
    return this.#storage.reserve(sequence, upTo)
  }

  migrate() {
    return this.#storage.migrate()
  }

  close() {
    return this.#storage.close()
  }
}

const nothing = (): { readonly [K in Kind]: Map<number, Document<K>> } => ({
  event: new Map(),
  venue: new Map(),
  organizer: new Map(),
  category: new Map(),
  tag: new Map(),
  receipt: new Map(),
  entry: new Map(),
  note: new Map(),
  media: new Map(),
  blob: new Map(),
  suggestion: new Map(),
  source: new Map(),
})
