import { comesAfter, findAfter, keyOf } from '../../../storage/after.ts'
import {
  byOrder,
  type Condition,
  type Document,
  type Filter,
  KEYS,
  type Kind,
  orderConditions,
  passes,
  type Query,
  type Storage,
} from '../../../storage/contract.ts'
import { changedKeys, frozen, isText, keysIn, LOOKUPS, lookupsOf, UNIQUE } from './held-content.ts'

/** Documents that are remembered beside one for each value. If there are more, the storage is asked each time. */
const MOST_BESIDE = 99

/** The documents of the storage that have a value. */
interface Found<K extends Kind> {
  readonly documents: readonly Document<K>[]
  /** With texts and data. */
  readonly isWhole: boolean
}

const always = () => true

/** The documents of one kind: those of the storage, as they were first read, and those that are held back. */
export class HeldDocuments<K extends Kind> {
  readonly #kind: K
  readonly #storage: Storage
  readonly #stored = new Map<number, Document<K> | undefined>()
  /** By key and value; `many`: too many to remember. */
  readonly #found = new Map<string, Found<K> | 'many'>()
  /** `null`: it is removed. */
  readonly #held = new Map<number, Document<K> | null>()
  /** By key and value. */
  readonly #heldWith = new Map<string, Set<number>>()
  /** By ID, the keys that differ from what is stored; `undefined` if all do. */
  readonly #changedKeys = new Map<number, ReadonlySet<string> | undefined>()

  constructor(kind: K, storage: Storage) {
    this.#kind = kind
    this.#storage = storage
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
    this.#remember(await this.#storage.get(this.#kind, unknown))
    for (const id of unknown) if (!this.#stored.has(id)) this.#stored.set(id, undefined)
  }

  /** What was seen first stays, because it decided others. */
  #remember(documents: readonly Document<K>[]): void {
    for (const one of documents) if (!this.#stored.has(one.id)) this.#stored.set(one.id, frozen(one))
  }

  async get(ids: readonly number[]): Promise<readonly Document<K>[]> {
    await this.read(ids)
    return [...new Set(ids)].flatMap((id) => this.now(id) ?? [])
  }

  /** Reads who has these values. False if they are too many to remember. */
  async readWith(key: string, values: readonly string[], isWhole = false): Promise<boolean> {
    const found = values.map((value) => this.#found.get(`${key} ${value}`))
    if (found.includes('many')) return false
    const isMissing = (one: Found<K> | 'many' | undefined) =>
      one === undefined || (isWhole && one !== 'many' && !one.isWhole)
    const unknown = [...new Set(values.filter((_, at) => isMissing(found[at])))]
    if (unknown.length === 0 || !isKeyOf(this.#kind, key)) return true
    const limit = unknown.length + MOST_BESIDE
    const documents = await this.#storage.find(this.#kind, {
      ...{ where: [{ key, in: unknown }], order: 'id', limit, keysOnly: !isWhole },
    })
    if (isWhole) this.#remember(documents)
    const byValue = new Map<unknown, Document<K>[]>(unknown.map((value) => [value, []]))
    for (const one of documents) byValue.get(keysIn(one)[key])?.push(one)
    const isMany = documents.length === limit
    for (const value of unknown)
      this.#found.set(`${key} ${value}`, isMany ? 'many' : { documents: byValue.get(value) ?? [], isWhole })
    return !isMany
  }

  /** Those here that have one of the values. They were read before. */
  #having(key: string, values: readonly string[]): Document<K>[] {
    return [...new Set(values)].flatMap((value) => {
      const found = this.#found.get(`${key} ${value}`)
      const stored = found === undefined || found === 'many' ? [] : found.documents
      const held = [...(this.#heldWith.get(`${key} ${value}`) ?? [])].flatMap(
        (id) => this.#held.get(id) ?? [],
      )
      return [...stored.filter(({ id }) => !this.#held.has(id)), ...held]
    })
  }

  readOwners(claims: readonly string[]): Promise<boolean> {
    return this.readWith(UNIQUE, claims)
  }

  /** The document that has the unique value here. It was read before. */
  ownerOf(claim: string): number | undefined {
    return this.#having(UNIQUE, [claim])[0]?.id
  }

  hold(id: number, document: Document<K> | null): void {
    const before = this.#held.get(id)
    if (before) for (const name of lookupsOf(before)) this.#heldWith.get(name)?.delete(id)
    this.#held.set(id, document)
    this.#changedKeys.set(id, changedKeys(this.#stored.get(id), document ?? undefined))
    if (document === null) return
    for (const name of lookupsOf(document)) {
      const others = this.#heldWith.get(name)
      if (others === undefined) this.#heldWith.set(name, new Set([id]))
      else others.add(id)
    }
  }

  /** What was read of these is not true any more; without IDs, nothing is. */
  forget(ids?: readonly number[]): void {
    if (ids === undefined) this.#stored.clear()
    else for (const id of ids) this.#stored.delete(id)
  }

  async find(query: Query<K>): Promise<readonly Document<K>[]> {
    const lookup = query.where?.find(({ key, in: values }) => LOOKUPS.includes(key) && values?.every(isText))
    if (lookup !== undefined) {
      const values = (lookup.in ?? []).filter(isText)
      const isWhole = query.keysOnly !== true || query.text !== undefined
      if (await this.readWith(lookup.key, values, isWhole)) {
        const { limit, offset = 0 } = query
        return this.#sorted(this.#having(lookup.key, values), query).slice(offset, offset + limit)
      }
    }
    return this.#held.size === 0 ? this.#storage.find(this.#kind, query) : this.#findBoth(query)
  }

  /** Those of the query, in its order. */
  #sorted(documents: readonly Document<K>[], query: Query<K>): Document<K>[] {
    const { after } = query
    const comes = after === undefined ? always : comesAfter(this.#kind, query, after, keyOf<K>)
    const where = [...(query.where ?? []), ...orderConditions(this.#kind, query.order)]
    return documents
      .filter((one) => comes(one) && passes(one, { ...query, where }))
      .sort(byOrder(this.#kind, query.order, query.reverse))
  }

  /**
   * What the storage finds, with what is held back in its places. `h` documents here can move those of the storage by `h`
   * places at most, so a part of the list is enough, however far down it is.
   */
  async #findBoth(query: Query<K>): Promise<readonly Document<K>[]> {
    const { limit, offset = 0, after: place } = query
    const compare = byOrder(this.#kind, query.order, query.reverse)
    const mine = this.#sorted(
      [...this.#held.values()].flatMap((one) => one ?? []),
      query,
    )
    const replaced = [...this.#held.keys()].filter((id) => this.#stored.get(id) !== undefined)
    const where = [...(query.where ?? []), { key: 'id' as const, notIn: replaced }]
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
}

const isKeyOf = <K extends Kind>(kind: K, name: string): name is Condition<K>['key'] =>
  Object.hasOwn(KEYS[kind], name)
