import type { Change, CommitResult, Kind, Sequence, Storage } from '../contract.ts'
import { StorageUnavailable } from '../contract.ts'
import { LAYOUTS } from './layouts.ts'
import { type ChangeOf, Shelf } from './shelf.ts'
import { Work } from './work.ts'

type Shelves = { readonly [K in Kind]: Shelf<K> }
type Sorted = { readonly [K in Kind]: ChangeOf<K>[] }

const KINDS = ['event', 'venue', 'organizer', 'category', 'tag', 'receipt'] as const

/** A memory storage whose work can be counted. */
export function openMemory(work = new Work()): Storage {
  const shelves: Shelves = {
    event: new Shelf('event', LAYOUTS.event, work),
    venue: new Shelf('venue', LAYOUTS.venue, work),
    organizer: new Shelf('organizer', LAYOUTS.organizer, work),
    category: new Shelf('category', LAYOUTS.category, work),
    tag: new Shelf('tag', LAYOUTS.tag, work),
    receipt: new Shelf('receipt', LAYOUTS.receipt, work),
  }
  const last: Record<Sequence, number> = { post: 0, term: 0 }
  let closed = false
  let commits = 0

  const alive = () => {
    if (closed) throw new StorageUnavailable('the memory storage was closed')
  }

  // Methods are async for the contract's sake; none awaits, so that each runs as one uninterrupted step.
  return {
    async get(kind, ids) {
      alive()
      return shelves[kind].get(ids)
    },
    async find(kind, query) {
      alive()
      return shelves[kind].find(query)
    },
    async count(kind, filter) {
      alive()
      return shelves[kind].count(filter)
    },
    async tally(key, filter, values) {
      alive()
      return shelves.event.tally(key, filter, values)
    },
    async allocate(sequence, count) {
      alive()
      const first = last[sequence] + 1
      last[sequence] += count
      return Array.from({ length: count }, (_, index) => first + index)
    },
    async commit(changes) {
      alive()
      commits++
      return commit(shelves, changes)
    },
    async revision() {
      alive()
      return commits
    },
    async migrate() {
      alive()
    },
    async close() {
      closed = true
    },
  }
}

/** Everything is checked before anything is touched: what follows the checks cannot fail half-way. */
function commit(shelves: Shelves, changes: readonly Change[]): CommitResult {
  const sorted: Sorted = { event: [], venue: [], organizer: [], category: [], tag: [], receipt: [] }
  const sort = <K extends Kind>(change: ChangeOf<K>) => sorted[change.kind].push(change)
  for (const change of changes) sort(change)

  const refusal = <K extends Kind>(kind: K) => shelves[kind].refusal(sorted[kind])
  const prepare = <K extends Kind>(kind: K) => shelves[kind].prepare(sorted[kind])
  for (const kind of KINDS) {
    const conflict = refusal(kind)
    if (conflict !== undefined) return conflict
  }
  for (const write of KINDS.map((kind) => prepare(kind))) write()
  return { conflict: null }
}
