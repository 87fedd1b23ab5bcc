import type { Filter, Kind } from '../contract.ts'
import { atomsOf } from '../shared/atoms.ts'
import { ordersOf } from '../shared/orders.ts'
import type { Calendar } from './calendar.ts'
import { headsOf } from './documents.ts'
import { readHead } from './heads.ts'
import { END, lastId } from './keyspace.ts'
import { sourceAfter } from './places.ts'
import { type Candidate, knownCandidate, Sieve } from './sieve.ts'
import { isListed, SortedEntry } from './sorted-lists.ts'
import { type Source, sourceOf, type Wanted } from './sources.ts'
import { isDated } from './timelines.ts'
import { walk, walkEntries } from './walk.ts'

/** Extra entries to read, because the sieve may reject some. */
const SLACK = 6

/** All documents that match a filter: a source of candidates and a sieve. */
export class Matches<K extends Kind> {
  readonly source: Source
  readonly sieve: Sieve<K>
  readonly #calendar: Calendar
  readonly #kind: K

  private constructor(calendar: Calendar, kind: K, source: Source, sieve: Sieve<K>) {
    this.#calendar = calendar
    this.#kind = kind
    this.source = source
    this.sieve = sieve
  }

  static async of<K extends Kind>(
    calendar: Calendar,
    kind: K,
    { where = [], text }: Filter<K>,
    wanted?: Wanted,
  ): Promise<Matches<K>> {
    const atoms = atomsOf(where)
    const all = await sourceOf(calendar, kind, where, atoms, wanted)
    const source = wanted === undefined ? all : sourceAfter(calendar.keys, kind, all, wanted)
    return new Matches(calendar, kind, source, new Sieve(calendar, kind, atoms, text))
  }

  /** Whether the source returns candidates in this order. */
  isSortedBy(order: string, reverse = false): boolean {
    if (this.source.by === 'heads') return order === 'id' && !reverse
    if (this.source.by === 'sorted') return order === this.source.order
    if (this.source.by === 'ids' || !isDated(this.#kind)) return false
    return order === ordersOf(this.#kind)[0]
  }

  /** `first`: the expected number of candidates needed. `reverse`: from the end of the source's order. */
  async *batches(first: number, reverse = false): AsyncGenerator<Candidate[], void, void> {
    for await (const batch of this.#candidates(first, reverse)) {
      const passed = await this.sieve.pass(batch)
      if (passed.length > 0) yield passed
    }
  }

  async *#candidates(first: number, reverse: boolean): AsyncGenerator<Candidate[], void, void> {
    const { source } = this
    switch (source.by) {
      case 'ids':
        for (let from = 0; from < source.ids.length; from += this.#calendar.stride) {
          yield this.#there(source.ids.slice(from, from + this.#calendar.stride))
        }
        return
      case 'timelines':
        if (isDated(this.#kind)) {
          const way = { first: first + SLACK, reverse: (this.#kind !== 'event') !== reverse }
          yield* walk(this.#calendar, this.#kind, source.stretches, way)
        }
        return
      case 'sorted': {
        const kind = this.#kind
        if (!isListed(kind)) return
        yield* walkEntries(
          this.#calendar,
          source.stretches,
          { first: first + SLACK, reverse },
          (sort, text, met) => new SortedEntry(kind, sort, text, met),
        )
        return
      }
      case 'heads': {
        const heads = this.#calendar.keys.heads(this.#kind)
        const { start = heads, end = heads + END } = source
        for await (const entries of this.#calendar.parts(start, end)) {
          yield entries.map(([key, head]) => knownCandidate(lastId(key), readHead(this.#kind, head).keys))
        }
      }
    }
  }

  /** The same candidates, each with its value of the key. */
  async withKey(key: string, candidates: readonly Candidate[]): Promise<Candidate[]> {
    const lacking = candidates.filter((one) => one.valueOf(key) === undefined).map(({ id }) => id)
    const read = new Map((await this.#there(lacking)).map((one) => [one.id, one]))
    return candidates.map((one) => read.get(one.id) ?? one)
  }

  /** Returns the matching documents among these IDs. */
  async among(ids: readonly number[]): Promise<Candidate[]> {
    return this.sieve.pass(await this.#there(ids))
  }

  async #there(ids: readonly number[]): Promise<Candidate[]> {
    const heads = await headsOf(this.#calendar, this.#kind, ids)
    return ids.flatMap((id, index) => {
      const head = heads[index]
      return head === undefined ? [] : [knownCandidate(id, head.keys)]
    })
  }
}
