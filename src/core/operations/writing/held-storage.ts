import {
  type Change,
  type ChangeOf,
  type CommitResult,
  type Conflict,
  type Document,
  type Facet,
  type Filter,
  type KeysOf,
  type Kind,
  type Query,
  type Sequence,
  type Storage,
  StorageUnavailable,
  versionAfter,
} from '../../../storage/contract.ts'
import { claimIn, copyOf, frozen } from './held-content.ts'
import { HeldDocuments } from './held-documents.ts'
import { Tallies } from './tallies.ts'

type Kinds = { [K in Kind]?: HeldDocuments<K> }

/** The sequence of the IDs of records. */
const SEQUENCES: { readonly [K in Kind]?: Sequence } = {
  ...{ event: 'post', venue: 'post', organizer: 'post', category: 'term', tag: 'term' },
}

const nameOf = ({ kind, id }: Pick<Change, 'kind' | 'id'>): string => `${kind} ${id}`

const claimOf = (change: Change): string | null => (change.do === 'put' ? claimIn(change.content) : null)

/** IDs that were drawn from a storage, in order. Who repeats an attempt gives them to the next one. */
export type DrawnIds = Readonly<Record<Sequence, number[]>>

export const noIds = (): DrawnIds => ({ post: [], term: [] })

export interface Holding {
  readonly drawn?: DrawnIds
  /** Nothing is held back: this commits to the storage below at once. */
  readonly send?: (changes: readonly Change[], below: Storage) => Promise<CommitResult>
}

/**
 * A storage over another one that holds commits back: its reads see them, and the other storage does not. It keeps the
 * whole contract, so a write cannot tell the difference. What it has read by ID, name or slug it does not read again.
 *
 * `changes` are all of them as one commit, which is checked as if one write had read and written all of it.
 */
export class HeldStorage implements Storage {
  readonly #below: Storage
  readonly #drawn: DrawnIds
  /** IDs that are drawn at a time, at least. */
  #block = { post: 1, term: 1 }
  readonly #send: Holding['send']
  readonly #used: Record<Sequence, number> = { post: 0, term: 0 }
  readonly #kinds: Kinds = {}
  /** By name: the last change of each document, with the version that its first change expected. */
  readonly #changes = new Map<string, Change>()
  readonly #tallies: Tallies
  #isClosed = false

  constructor(below: Storage, { drawn = noIds(), send }: Holding = {}) {
    this.#below = below
    this.#tallies = new Tallies(below)
    this.#drawn = drawn
    this.#send = send
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
    // What the writer had read may be of a version that is only here.
    if (change.kind === 'event') {
      const { before: _, ...put } = change
      return { ...put, version, ...this.#before('event', change) }
    }
    if (change.kind === 'extra') {
      const { before: _, ...put } = change
      return { ...put, version, ...this.#before('extra', change) }
    }
    return { ...change, version }
  }

  /** The keys of a document that changes, so that the storage need not read them again. */
  #before<K extends Kind>(kind: K, { id, expect }: ChangeOf<K>): { readonly before?: KeysOf<K> } {
    const stored = this.#of(kind).stored(id)
    return stored?.version === expect ? { before: stored.keys } : {}
  }

  #of<K extends Kind>(kind: K): HeldDocuments<K> {
    this.#demandOpen()
    const kinds: { [N in K]?: HeldDocuments<N> } = this.#kinds
    kinds[kind] ??= new HeldDocuments(kind, this.#below)
    return kinds[kind]
  }

  async get<K extends Kind>(kind: K, ids: readonly number[]): Promise<readonly Document<K>[]> {
    return this.#of(kind).get(ids)
  }

  async find<K extends Kind>(kind: K, query: Query<K>): Promise<readonly Document<K>[]> {
    return this.#send === undefined ? this.#of(kind).find(query) : this.#below.find(kind, query)
  }

  async count<K extends Kind>(kind: K, filter: Filter<K>): Promise<number> {
    return this.#of(kind).count(filter)
  }

  /** Reads at once what will be looked for by these slugs, names or claims. */
  async readWith(kind: Kind, key: string, values: readonly string[]): Promise<void> {
    await this.#of(kind).readWith(key, values)
  }

  /** Says which values the next tallies will be for, so that all are counted at once. */
  expectTallies(key: Facet, values: Iterable<number>): void {
    this.#tallies.expect(key, values)
  }

  async tally(
    key: Facet,
    filter: Filter<'event'>,
    values?: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    const counts = new Map(await this.#tallies.of(key, filter, values))
    const isWanted = (value: number) => values === undefined || values.includes(value)
    const add = ({ keys }: Document<'event'>, number: number) => {
      for (const value of keys[key]) {
        if (!isWanted(value)) continue
        const count = (counts.get(value) ?? 0) + number
        if (count === 0) counts.delete(value)
        else counts.set(value, count)
      }
    }
    const { before, after } = this.#of('event').moved(filter, key)
    for (const document of before) add(document, -1)
    for (const document of after) add(document, 1)
    return counts
  }

  async commit(changes: readonly Change[]): Promise<CommitResult> {
    this.#demandOpen()
    if (this.#send !== undefined) return this.#sendAtOnce(changes, this.#send)
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

  async #sendAtOnce(changes: readonly Change[], send: Required<Holding>['send']): Promise<CommitResult> {
    const whole = changes.map((change) =>
      change.kind === 'event' && change.do === 'put'
        ? { ...change, ...this.#before('event', change) }
        : change,
    )
    const result = await send(whole, this.#below)
    this.#tallies.forget()
    const changed = changes.filter((change) => change.do !== 'check')
    if (result.conflict === null) for (const { kind, id } of changed) this.#of(kind).forget([id])
    // Another write was first, so anything may be different.
    else for (const documents of Object.values(this.#kinds)) documents.forget()
    return result
  }

  /** Reads what decides whether the changes take effect. */
  async #readFor(changes: readonly Change[]): Promise<void> {
    const byKind = new Map<Kind, Change[]>()
    for (const change of changes) {
      const others = byKind.get(change.kind)
      if (others === undefined) byKind.set(change.kind, [change])
      else others.push(change)
    }
    await Promise.all(
      [...byKind].map(async ([kind, own]) => {
        const documents = this.#of(kind)
        await documents.read(own.flatMap((change) => (this.#isDrawn(change) ? [] : change.id)))
        const claims = own.flatMap((change) => {
          const claim = claimOf(change)
          const before = documents.now(change.id)
          return claim === null || (before !== undefined && claimIn(before) === claim) ? [] : claim
        })
        await documents.readOwners(claims)
      }),
    )
  }

  #conflictOf(changes: readonly Change[]): Conflict | undefined {
    for (const { kind, id, expect } of changes) {
      if ((this.#of(kind).now(id)?.version ?? 0) === expect) continue
      return { conflict: expect === 0 ? 'exists' : 'stale', kind, id }
    }
    const leaving = new Set(changes.flatMap((change) => (change.do === 'check' ? [] : nameOf(change))))
    const claimed = new Set<string>()
    for (const change of changes) {
      const claim = claimOf(change)
      if (claim === null) continue
      const { kind, id } = change
      const owner = this.#of(kind).ownerOf(claim)
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
    this.#of(kind).hold(id, document)
  }

  /** Says how many IDs are drawn at a time from now on, at least. What is left of them is lost. */
  drawAtOnce(counts: Readonly<Record<Sequence, number>>): void {
    this.#block = counts
  }

  async allocate(sequence: Sequence, count: number): Promise<readonly number[]> {
    this.#demandOpen()
    const drawn = this.#drawn[sequence]
    const ids = this.#take(sequence, count)
    const missing = count - ids.length
    if (missing === 0) return ids
    const fresh = await this.#below.allocate(sequence, Math.max(missing, this.#block[sequence]))
    // Whoever draws at the same time adds to them, too.
    drawn.splice(this.#used[sequence], 0, ...fresh)
    return [...ids, ...this.#take(sequence, missing)]
  }

  /** Whether nothing has the ID, because it was drawn for this. If something has, the last commit is refused. */
  #isDrawn({ kind, id, expect }: Change): boolean {
    const sequence = SEQUENCES[kind]
    return expect === 0 && sequence !== undefined && this.#drawn[sequence].includes(id)
  }

  /** As many IDs as are left, of those that were drawn. */
  #take(sequence: Sequence, count: number): readonly number[] {
    const first = this.#used[sequence]
    const ids = this.#drawn[sequence].slice(first, first + count)
    this.#used[sequence] += ids.length
    return ids
  }

  async reserve(sequence: Sequence, upTo: number): Promise<number> {
    this.#demandOpen()
    this.#used[sequence] = this.#drawn[sequence].length
    return this.#below.reserve(sequence, upTo)
  }

  async migrate(): Promise<void> {
    this.#demandOpen()
    await this.#below.migrate()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#below.close()
  }

  #demandOpen(): void {
    if (this.#isClosed) throw new StorageUnavailable('the held storage is closed')
  }
}
