import { comesAfter, findAfter, keyOf } from '../../storage/after.ts'
import {
  byOrder,
  type Condition,
  type Content,
  type Document,
  type Filter,
  type KeysOf,
  type Kind,
  passes,
  type Query,
  type Storage,
} from '../../storage/contract.ts'

/** The key of the value that no two documents of a kind have, of the kinds that have one. */
const UNIQUE = 'unique_slug' satisfies keyof KeysOf<'event'>

/** The unique value of a document with these keys, if any. */
export function claimIn({ keys }: Pick<Content, 'keys'>): string | null {
  const byName: Readonly<Record<string, unknown>> = keys
  const claim = byName[UNIQUE]
  return typeof claim === 'string' ? claim : null
}

/** `undefined`: one of them is missing, so all keys differ. */
function changedKeys<K extends Kind>(
  before: Document<K> | undefined,
  after: Document<K> | undefined,
): ReadonlySet<string> | undefined {
  if (before === undefined || after === undefined) return undefined
  const others: Readonly<Record<string, unknown>> = after.keys
  const isSame = (one: unknown, other: unknown) =>
    one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other))
  return new Set(
    Object.entries(before.keys).flatMap(([name, value]) => (isSame(value, others[name]) ? [] : name)),
  )
}

const always = () => true

/** A copy. `structuredClone` takes longer than all the rest of a write. */
export function copyOf<K extends Kind>({ keys, text, data }: Content<K>): Content<K> {
  const copy = { ...keys }
  for (const [name, value] of Object.entries(keys)) {
    if (Array.isArray(value)) Reflect.set(copy, name, [...value])
  }
  return { keys: copy, text: [...text], data }
}

/** The document, which nobody can change from now on. */
export function frozen<K extends Kind>(document: Document<K>): Document<K> {
  for (const value of Object.values(document.keys)) Object.freeze(value)
  for (const part of [document, document.keys, document.text]) Object.freeze(part)
  return document
}

/** The documents of one kind: those of the storage, as they were first read, and those that are held back. */
export class HeldKind<K extends Kind> {
  readonly #kind: K
  readonly #storage: Storage
  readonly #unique: Condition<K>['key'] | undefined
  readonly #stored = new Map<number, Document<K> | undefined>()
  /** `null`: it is removed. */
  readonly #held = new Map<number, Document<K> | null>()
  /** By ID, the keys that differ from what is stored; `undefined` if all do. */
  readonly #changedKeys = new Map<number, ReadonlySet<string> | undefined>()
  /** IDs by unique value, of what is held back. */
  readonly #owners = new Map<string, number>()
  /** IDs by unique value, of what is stored. */
  readonly #storedOwners = new Map<string, number | undefined>()

  /** `unique`: the key of the value that no two documents of the kind have. */
  constructor(kind: K, storage: Storage, unique?: Condition<K>['key']) {
    this.#kind = kind
    this.#storage = storage
    this.#unique = unique
  }

  stored(id: number): Document<K> | undefined {
    return this.#stored.get(id)
  }

  /** The document as it is here. It was read before. */
  now(id: number): Document<K> | undefined {
    const held = this.#held.get(id)
    return held === undefined ? this.#stored.get(id) : (held ?? undefined)
  }

  /** Reads the documents that are not known yet. */
  async read(ids: readonly number[]): Promise<void> {
    const unknown = ids.filter((id) => !this.#held.has(id) && !this.#stored.has(id))
    if (unknown.length === 0) return
    const found = await this.#storage.get(this.#kind, unknown)
    // Another read may have been faster. What was seen first stays.
    for (const document of found) {
      if (!this.#stored.has(document.id)) this.#stored.set(document.id, frozen(document))
    }
    for (const id of unknown) if (!this.#stored.has(id)) this.#stored.set(id, undefined)
  }

  async get(ids: readonly number[]): Promise<readonly Document<K>[]> {
    await this.read(ids)
    return [...new Set(ids)].flatMap((id) => this.now(id) ?? [])
  }

  /** Reads who owns these unique values. */
  async readOwners(claims: readonly string[]): Promise<void> {
    const unknown = [...new Set(claims)].filter((claim) => !this.#storedOwners.has(claim))
    if (unknown.length === 0 || this.#unique === undefined) return
    const where = [{ key: this.#unique, in: unknown }]
    const found = await this.#storage.find(this.#kind, {
      ...{ where, order: 'id', limit: unknown.length, keysOnly: true },
    })
    const owners = new Map(found.map((document) => [claimIn(document), document.id]))
    for (const claim of unknown) this.#storedOwners.set(claim, owners.get(claim))
  }

  /** The document that has the unique value here. It was read before. */
  ownerOf(claim: string): number | undefined {
    const owner = this.#owners.get(claim)
    if (owner !== undefined) return owner
    const stored = this.#storedOwners.get(claim)
    return stored === undefined || this.#held.has(stored) ? undefined : stored
  }

  hold(id: number, document: Document<K> | null): void {
    this.#changedKeys.set(id, changedKeys(this.#stored.get(id), document ?? undefined))
    const before = this.#held.get(id)
    const freed = before === null || before === undefined ? null : claimIn(before)
    if (freed !== null && this.#owners.get(freed) === id) this.#owners.delete(freed)
    this.#held.set(id, document)
    const claim = document === null ? null : claimIn(document)
    if (claim !== null) this.#owners.set(claim, id)
  }

  /**
   * What the storage finds, with what is held back in its places. `h` documents here can move those of the storage by `h`
   * places at most, so a part of the list is enough, however far down it is.
   */
  async find(query: Query<K>): Promise<readonly Document<K>[]> {
    if (this.#held.size === 0) return this.#storage.find(this.#kind, query)
    const { limit, offset = 0, after: place } = query
    const compare = byOrder(this.#kind, query.order, query.reverse)
    const comes = place === undefined ? always : comesAfter(this.#kind, query, place, keyOf<K>)
    const mine = this.#matching(query, comes).sort(compare)
    const where = [...(query.where ?? []), { key: 'id' as const, notIn: this.#replaced() }]
    const upTo = (count: number) => Math.min(count, Number.MAX_SAFE_INTEGER)
    if (place !== undefined) {
      const part = { ...query, where, after: place, offset: 0, limit: upTo(offset + limit) }
      const others = await findAfter(this.#storage, this.#kind, part)
      return [...others, ...mine].sort(compare).slice(offset, offset + limit)
    }
    const from = Math.max(0, offset - mine.length)
    const others = await this.#storage.find(this.#kind, {
      ...query,
      ...{ where, offset: from, limit: upTo(limit + mine.length) },
    })
    const [first] = others
    // The list ends before this part.
    if (first === undefined && from > 0) return []
    const after = from === 0 || first === undefined ? mine : mine.filter((one) => compare(one, first) > 0)
    const skipped = offset - from - (mine.length - after.length)
    return [...others, ...after].sort(compare).slice(skipped, skipped + limit)
  }

  async count(filter: Filter<K>): Promise<number> {
    const stored = await this.#storage.count(this.#kind, filter)
    const { before, after } = this.moved(filter)
    return stored - before.length + after.length
  }

  /**
   * Documents for which the answer can differ from that of the storage: as they are stored and as they are here, those
   * that match. Most changes concern no key of a filter. `key`: another key that matters.
   */
  moved(filter: Filter<K>, key?: string): { readonly before: Document<K>[]; readonly after: Document<K>[] } {
    const keys = [
      ...(filter.where ?? []).map((condition): string => condition.key),
      ...(key === undefined ? [] : [key]),
    ]
    const before: Document<K>[] = []
    const after: Document<K>[] = []
    for (const [id, held] of this.#held) {
      const changed = filter.text === undefined ? this.#changedKeys.get(id) : undefined
      if (changed !== undefined && !keys.some((name) => changed.has(name))) continue
      const stored = this.#stored.get(id)
      if (stored !== undefined && passes(stored, filter)) before.push(stored)
      if (held !== null && passes(held, filter)) after.push(held)
    }
    return { before, after }
  }

  #matching(filter: Filter<K>, comes: (document: Document<K>) => boolean): Document<K>[] {
    return [...this.#held.values()].flatMap((one) =>
      one !== null && comes(one) && passes(one, filter) ? one : [],
    )
  }

  #replaced(): number[] {
    return [...this.#held.keys()].filter((id) => this.#stored.get(id) !== undefined)
  }
}
