import {
  type Change,
  type ChangeOf,
  type CommitResult,
  type Conflict,
  type Document,
  type Facet,
  type Filter,
  type Kind,
  type Query,
  type Sequence,
  type Storage,
  StorageUnavailable,
  versionAfter,
} from '../../storage/contract.ts'
import { claimIn, copyOf, frozen, HeldKind } from './held-kind.ts'

type Kinds = { readonly [K in Kind]: HeldKind<K> }

const nameOf = ({ kind, id }: Pick<Change, 'kind' | 'id'>): string => `${kind} ${id}`

const claimOf = (change: Change): string | null => (change.do === 'put' ? claimIn(change.content) : null)

/** IDs that a view drew from its storage, in order. Who repeats an attempt gives them to the next view. */
export type DrawnIds = Readonly<Record<Sequence, number[]>>

export const noIds = (): DrawnIds => ({ post: [], term: [] })

/**
 * A storage over another one that holds commits back: its reads see them, and the other storage does not. It keeps the
 * whole contract, so a write cannot tell the difference.
 *
 * `changes` are all of them as one commit, which is checked as if one write had read and written all of it.
 */
export class StorageView implements Storage {
  readonly #storage: Storage
  readonly #drawn: DrawnIds
  readonly #used: Record<Sequence, number> = { post: 0, term: 0 }
  readonly #kinds: Kinds
  /** By name: the last change of each document, with the version that its first change expected. */
  readonly #changes = new Map<string, Change>()
  /** Counts of the storage below, zeros included, by key and filter. */
  readonly #tallies = new Map<string, Map<number, number>>()
  readonly #expected = new Map<Facet, readonly number[]>()
  #isClosed = false

  constructor(storage: Storage, drawn = noIds()) {
    this.#storage = storage
    this.#drawn = drawn
    this.#kinds = {
      event: new HeldKind('event', storage, 'unique_slug'),
      venue: new HeldKind('venue', storage, 'unique_slug'),
      organizer: new HeldKind('organizer', storage, 'unique_slug'),
      category: new HeldKind('category', storage, 'unique_slug'),
      tag: new HeldKind('tag', storage, 'unique_slug'),
      receipt: new HeldKind('receipt', storage),
      entry: new HeldKind('entry', storage),
      note: new HeldKind('note', storage),
      media: new HeldKind('media', storage),
      blob: new HeldKind('blob', storage),
      suggestion: new HeldKind('suggestion', storage),
      source: new HeldKind('source', storage),
    }
  }

  /** Number of documents that change. */
  get size(): number {
    return this.#changes.size
  }

  /** What is held back, as one commit for the other storage. */
  changes(): readonly Change[] {
    return [...this.#changes.values()].map((change) => this.#whole(change))
  }

  #whole(change: Change): Change {
    if (change.do !== 'put') {
      const isGoneAgain = change.do === 'remove' && change.expect === 0
      return isGoneAgain ? { ...change, do: 'check' } : change
    }
    // A document that was removed and made again counts from 1 here, and a commit never counts down.
    const version = Math.max(versionAfter(change), change.expect)
    if (change.kind !== 'event') return { ...change, version }
    // What the writer had read may be of a version that is only here.
    const { before: _, ...put } = change
    const stored = this.#kinds.event.stored(change.id)
    return stored === undefined ? { ...put, version } : { ...put, version, before: stored.keys }
  }

  async get<K extends Kind>(kind: K, ids: readonly number[]): Promise<readonly Document<K>[]> {
    this.#demandOpen()
    return this.#kinds[kind].get(ids)
  }

  async find<K extends Kind>(kind: K, query: Query<K>): Promise<readonly Document<K>[]> {
    this.#demandOpen()
    return this.#kinds[kind].find(query)
  }

  async count<K extends Kind>(kind: K, filter: Filter<K>): Promise<number> {
    this.#demandOpen()
    return this.#kinds[kind].count(filter)
  }

  async tally(
    key: Facet,
    filter: Filter<'event'>,
    values?: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    this.#demandOpen()
    const counts = new Map(await this.#storedTally(key, filter, values))
    const isWanted = (value: number) => values === undefined || values.includes(value)
    const add = ({ keys }: Document<'event'>, number: number) => {
      for (const value of keys[key]) {
        if (!isWanted(value)) continue
        const count = (counts.get(value) ?? 0) + number
        if (count === 0) counts.delete(value)
        else counts.set(value, count)
      }
    }
    const { before, after } = this.#kinds.event.moved(filter, key)
    for (const document of before) add(document, -1)
    for (const document of after) add(document, 1)
    return counts
  }

  /** Says which values the next tallies will be for, so that all are counted at once. */
  expectTallies(key: Facet, values: Iterable<number>): void {
    this.#expected.set(key, [...values])
  }

  async #storedTally(
    key: Facet,
    filter: Filter<'event'>,
    values: readonly number[] | undefined,
  ): Promise<ReadonlyMap<number, number>> {
    if (values === undefined) return this.#storage.tally(key, filter)
    const name = JSON.stringify([key, filter])
    const known = this.#tallies.get(name) ?? new Map<number, number>()
    this.#tallies.set(name, known)
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

  async commit(changes: readonly Change[]): Promise<CommitResult> {
    this.#demandOpen()
    if (new Set(changes.map(nameOf)).size < changes.length) {
      throw new TypeError('a document may appear in one change of a commit only')
    }
    await this.#readFor(changes)
    // From here on, nothing awaits: no other commit comes between.
    const conflict = this.#conflictOf(changes)
    if (conflict !== undefined) return conflict
    for (const change of changes) this.#note(change)
    for (const change of changes) if (change.do !== 'check') this.#hold(change)
    return { conflict: null }
  }

  /** Reads what decides whether the changes take effect. */
  async #readFor(changes: readonly Change[]): Promise<void> {
    const byKind = new Map<Kind, Change[]>()
    for (const change of changes) byKind.set(change.kind, [...(byKind.get(change.kind) ?? []), change])
    await Promise.all(
      [...byKind].map(async ([kind, own]) => {
        const held = this.#kinds[kind]
        await held.read(own.map(({ id }) => id))
        const claims = own.flatMap((change) => {
          const claim = claimOf(change)
          const before = held.now(change.id)
          return claim === null || (before !== undefined && claimIn(before) === claim) ? [] : claim
        })
        await held.readOwners(claims)
      }),
    )
  }

  #conflictOf(changes: readonly Change[]): Conflict | undefined {
    for (const { kind, id, expect } of changes) {
      if ((this.#kinds[kind].now(id)?.version ?? 0) === expect) continue
      return { conflict: expect === 0 ? 'exists' : 'stale', kind, id }
    }
    const leaving = new Set(changes.flatMap((change) => (change.do === 'check' ? [] : nameOf(change))))
    const claimed = new Set<string>()
    for (const change of changes) {
      const claim = claimOf(change)
      if (claim === null) continue
      const { kind, id } = change
      const owner = this.#kinds[kind].ownerOf(claim)
      const isFree = owner === undefined || leaving.has(nameOf({ kind, id: owner }))
      if (!isFree || claimed.has(`${kind} ${claim}`)) return { conflict: 'taken', kind, id }
      claimed.add(`${kind} ${claim}`)
    }
    return undefined
  }

  #note(change: Change): void {
    const name = nameOf(change)
    const before = this.#changes.get(name)
    if (before === undefined) this.#changes.set(name, change)
    else if (change.do !== 'check') {
      const whole = change.do === 'put' ? { ...change, version: versionAfter(change) } : change
      this.#changes.set(name, { ...whole, expect: before.expect })
    }
  }

  #hold<K extends Kind>(change: ChangeOf<K>): void {
    const { kind, id } = change
    const document =
      change.do === 'put' ? frozen<K>({ id, version: versionAfter(change), ...copyOf(change.content) }) : null
    this.#kinds[kind].hold(id, document)
  }

  async allocate(sequence: Sequence, count: number): Promise<readonly number[]> {
    this.#demandOpen()
    const drawn = this.#drawn[sequence]
    const first = this.#used[sequence]
    const ids = drawn.slice(first, first + count)
    this.#used[sequence] += ids.length
    if (ids.length === count) return ids
    // All that were drawn are used. Whoever draws at the same time adds to them, too.
    const fresh = await this.#storage.allocate(sequence, count - ids.length)
    drawn.push(...fresh)
    this.#used[sequence] = drawn.length
    return [...ids, ...fresh]
  }

  async reserve(sequence: Sequence, upTo: number): Promise<number> {
    this.#demandOpen()
    this.#used[sequence] = this.#drawn[sequence].length
    return this.#storage.reserve(sequence, upTo)
  }

  async migrate(): Promise<void> {
    this.#demandOpen()
    await this.#storage.migrate()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#storage.close()
  }

  #demandOpen(): void {
    if (this.#isClosed) throw new StorageUnavailable('the view of the storage is closed')
  }
}
