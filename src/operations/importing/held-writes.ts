import type {
  Change,
  ChangeOf,
  CommitResult,
  Document,
  Facet,
  Filter,
  KeysOf,
  Kind,
  Query,
  Sequence,
  Storage,
} from '../../storage/contract.ts'
import { passes, versionAfter } from '../../storage/reference.ts'

/** IDs of new terms that are allocated at a time. */
const TERM_IDS_PER_ALLOCATION = 16

type Keys = Readonly<Record<string, unknown>>

/** The keys by which creates look for records. A copy, because all keys of the contract are half a kilobyte more to load. */
const LOOKUPS = ['slug', 'unique_slug', 'name', 'parent']
const UNIQUE = 'unique_slug' satisfies keyof KeysOf<'event'>

const nameOf = ({ kind, id }: Pick<Change, 'kind' | 'id'>): string => `${kind} ${id}`

/** Names of the unique values that a change puts. */
function claimsOf(change: Change): string[] {
  if (change.do !== 'put') return []
  const keys: Keys = change.content.keys
  const value = keys[UNIQUE] ?? null
  return value === null ? [] : [`${change.kind} ${value}`]
}

/** The documents of one kind: those that are held back, and those that were read, by ID and by key and value. */
class Documents<K extends Kind> {
  readonly held = new Map<number, Document<K>>()
  readonly read = new Map<number, Document<K> | undefined>()
  readonly heldWith = new Map<string, Document<K>[]>()
  readonly readWith = new Map<string, Document<K>[]>()
}

const withValue = (key: string, value: unknown): string => `${key} ${value}`

const lookupIn = <K extends Kind>({ where = [] }: Filter<K>) =>
  where.find(({ key, in: values }) => values !== undefined && LOOKUPS.includes(key))

/**
 * A storage over another one that holds commits back, so that several creates are decided one after the other and
 * committed together. Each of them sees those before it. Nothing is read twice. `commitAll` checks all versions and
 * unique values, as if one write had read all of it.
 *
 * It is for creates: only `get`, and queries by a slug or a name, see what is held back.
 */
export class Batch implements Storage {
  readonly #storage: Storage
  readonly #size: number
  readonly #ids: Readonly<Record<Sequence, number[]>> = { post: [], term: [] }
  readonly #changes = new Map<string, Change>()
  /** IDs by unique value, of what is held back. */
  readonly #owners = new Map<string, number>()
  readonly #documents: { readonly [K in Kind]: Documents<K> } = {
    event: new Documents(),
    venue: new Documents(),
    organizer: new Documents(),
    category: new Documents(),
    tag: new Documents(),
    receipt: new Documents(),
    entry: new Documents(),
    note: new Documents(),
    media: new Documents(),
    blob: new Documents(),
    suggestion: new Documents(),
    source: new Documents(),
  }

  /** `size`: the number of creates. */
  constructor(storage: Storage, size: number) {
    this.#storage = storage
    this.#size = size
  }

  /**
   * The same creates again, after `commitAll` met a conflict. Most receipts are written without a look at them; now they
   * are read first.
   */
  async again(): Promise<Batch> {
    const batch = new Batch(this.#storage, this.#size)
    await batch.get('receipt', [...this.#documents.receipt.held.keys()])
    return batch
  }

  /** Commits all that was held back. */
  async commitAll(commit: (changes: readonly Change[]) => Promise<CommitResult>): Promise<CommitResult> {
    const changes = [...this.#changes.values()]
    return changes.length === 0 ? { conflict: null } : commit(changes)
  }

  /** Reads the events with these slugs, so that the creates need not do so one by one. */
  async readSlugs(slugs: readonly string[]): Promise<void> {
    await this.#readWith('event', 'slug', slugs)
  }

  async get<K extends Kind>(kind: K, ids: readonly number[]): Promise<readonly Document<K>[]> {
    const documents: Documents<K> = this.#documents[kind]
    const unknown = ids.filter((id) => !documents.held.has(id) && !documents.read.has(id))
    if (unknown.length > 0) {
      const found = await this.#storage.get(kind, unknown)
      for (const id of unknown) documents.read.set(id, undefined)
      for (const document of found) documents.read.set(document.id, document)
    }
    return [...new Set(ids)].flatMap((id) => documents.held.get(id) ?? documents.read.get(id) ?? [])
  }

  async find<K extends Kind>(kind: K, query: Query<K>): Promise<readonly Document<K>[]> {
    // Other commits remove expired receipts.
    if (kind === 'receipt') return []
    const lookup = lookupIn(query)
    if (lookup === undefined) return this.#storage.find(kind, query)
    const { key, in: values = [] } = lookup
    const stored =
      query.keysOnly === true
        ? await this.#readWith(kind, key, values)
        : await this.#storage.find(kind, query)
    const documents: Documents<K> = this.#documents[kind]
    const held = [...new Set(values)].flatMap((value) => documents.heldWith.get(withValue(key, value)) ?? [])
    return [...stored, ...held]
      .filter((document) => passes(document, query))
      .sort((a, b) => a.id - b.id)
      .slice(0, query.limit)
  }

  /** What the storage has with these values, without texts and data. */
  async #readWith<K extends Kind>(
    kind: K,
    key: (Filter<K>['where'] & {})[number]['key'],
    values: readonly (string | number | boolean | null)[],
  ): Promise<Document<K>[]> {
    const documents: Documents<K> = this.#documents[kind]
    const distinct = [...new Set(values)]
    const unknown = distinct.filter((value) => !documents.readWith.has(withValue(key, value)))
    if (unknown.length > 0) {
      const where = [{ key, in: unknown }]
      const limit = Number.MAX_SAFE_INTEGER
      const found = await this.#storage.find(kind, { where, order: 'id', limit, keysOnly: true })
      for (const value of unknown) documents.readWith.set(withValue(key, value), [])
      for (const document of found) {
        const { [key]: value }: Keys = document.keys
        documents.readWith.get(withValue(key, value))?.push(document)
      }
    }
    return distinct.flatMap((value) => documents.readWith.get(withValue(key, value)) ?? [])
  }

  async commit(changes: readonly Change[]): Promise<CommitResult> {
    // Of documents that nobody has read, the last commit checks the versions.
    for (const { kind, id, expect } of changes) {
      if ((this.#versionOf(kind, id) ?? expect) === expect) continue
      return { conflict: expect === 0 ? 'exists' : 'stale', kind, id }
    }
    const claimed = new Set<string>()
    for (const change of changes) {
      const { kind, id } = change
      for (const claim of claimsOf(change)) {
        const owner = this.#owners.get(claim) ?? id
        if (owner !== id || claimed.has(claim)) return { conflict: 'taken', kind, id }
        claimed.add(claim)
      }
    }
    for (const change of changes) this.#hold(change)
    return { conflict: null }
  }

  /** The version that the creates so far rely on; `undefined` if none has looked at the document. */
  #versionOf(kind: Kind, id: number): number | undefined {
    const { held, read } = this.#documents[kind]
    const relied = held.get(id)?.version ?? this.#changes.get(nameOf({ kind, id }))?.expect
    return relied ?? (read.has(id) ? (read.get(id)?.version ?? 0) : undefined)
  }

  #hold(change: Change): void {
    const { id } = change
    const name = nameOf(change)
    const before = this.#changes.get(name)
    if (change.do === 'remove') throw new TypeError('a batch only creates')
    if (change.do === 'check') {
      if (before === undefined) this.#changes.set(name, change)
      return
    }
    // In one commit, a document changes once.
    this.#changes.set(name, { ...change, expect: before?.expect ?? change.expect })
    for (const claim of claimsOf(change)) this.#owners.set(claim, id)
    this.#holdDocument(change)
  }

  #holdDocument<K extends Kind>(change: ChangeOf<K>): void {
    if (change.do !== 'put') return
    const { kind, id, content } = change
    const document: Document<K> = { id, version: versionAfter(change), ...content }
    const documents: Documents<K> = this.#documents[kind]
    const isNew = !documents.held.has(document.id)
    documents.held.set(document.id, document)
    const keys: Keys = document.keys
    for (const key of isNew ? LOOKUPS : []) {
      if (!Object.hasOwn(keys, key)) continue
      const name = withValue(key, keys[key])
      const others = documents.heldWith.get(name)
      if (others === undefined) documents.heldWith.set(name, [document])
      else others.push(document)
    }
  }

  async allocate(sequence: Sequence, count: number): Promise<readonly number[]> {
    const ids = this.#ids[sequence]
    if (ids.length < count) {
      const more = Math.max(count, sequence === 'post' ? this.#size : TERM_IDS_PER_ALLOCATION)
      ids.push(...(await this.#storage.allocate(sequence, more)))
    }
    return ids.splice(0, count)
  }

  reserve(sequence: Sequence, upTo: number): Promise<number> {
    return this.#storage.reserve(sequence, upTo)
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

  migrate(): Promise<void> {
    return this.#storage.migrate()
  }

  close(): Promise<void> {
    return this.#storage.close()
  }
}
