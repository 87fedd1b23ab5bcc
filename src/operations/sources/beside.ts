import type {
  Change,
  CommitResult,
  Document,
  Facet,
  Filter,
  Kind,
  Query,
  Sequence,
  Storage,
} from '../../storage/contract.ts'

/**
 * A storage whose first commit of an event also writes a document beside it: for a series that is too large for one commit,
 * so that it is known from its first one on.
 */
export class Beside implements Storage {
  readonly #storage: Storage
  readonly #beside: (event: number) => Change
  /** Whether the document is written. */
  isWritten = false

  constructor(storage: Storage, beside: (event: number) => Change) {
    this.#storage = storage
    this.#beside = beside
  }

  async commit(changes: readonly Change[]): Promise<CommitResult> {
    const event = this.isWritten ? undefined : mainOf(changes)
    if (event === undefined) return this.#storage.commit(changes)
    const result = await this.#storage.commit([...changes, this.#beside(event)])
    if (result.conflict === null) this.isWritten = true
    return result
  }

  get<K extends Kind>(kind: K, ids: readonly number[]): Promise<readonly Document<K>[]> {
    return this.#storage.get(kind, ids)
  }

  find<K extends Kind>(kind: K, query: Query<K>): Promise<readonly Document<K>[]> {
    return this.#storage.find(kind, query)
  }

  count<K extends Kind>(kind: K, filter: Filter<K>): Promise<number> {
    return this.#storage.count(kind, filter)
  }

  tally(
    key: Facet,
    filter: Filter<'event'>,
    values?: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    return this.#storage.tally(key, filter, values)
  }

  allocate(sequence: Sequence, count: number): Promise<readonly number[]> {
    return this.#storage.allocate(sequence, count)
  }

  reserve(sequence: Sequence, upTo: number): Promise<number> {
    return this.#storage.reserve(sequence, upTo)
  }

  migrate(): Promise<void> {
    return this.#storage.migrate()
  }

  close(): Promise<void> {
    return this.#storage.close()
  }
}

/** The series of a commit, or its only event. */
function mainOf(changes: readonly Change[]): number | undefined {
  const puts = changes.flatMap((change) => (change.kind === 'event' && change.do === 'put' ? [change] : []))
  return (puts.find(({ content }) => content.keys.series) ?? puts[0])?.id
}
