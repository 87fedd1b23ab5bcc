import type { Change, ChangeOf, CommitResult, Kind, Sequence, Storage } from '../contract.ts'
import { claimConflict, mustBeDistinct, versionConflict } from '../shared/conflicts.ts'
import { OpenState } from '../shared/open-state.ts'
import { checkReservation } from '../shared/reservation.ts'
import { Collection } from './collection.ts'
import { LAYOUTS } from './layouts.ts'
import { Work } from './work.ts'

type Collections = { readonly [K in Kind]: Collection<K> }

/** A memory storage with a counter for its work. */
export function openMemory(work = new Work()): Storage {
  const collections: Collections = {
    event: new Collection(LAYOUTS.event, work),
    venue: new Collection(LAYOUTS.venue, work),
    organizer: new Collection(LAYOUTS.organizer, work),
    category: new Collection(LAYOUTS.category, work),
    tag: new Collection(LAYOUTS.tag, work),
    receipt: new Collection(LAYOUTS.receipt, work),
    entry: new Collection(LAYOUTS.entry, work),
    extra: new Collection(LAYOUTS.extra, work),
  }
  const last: Record<Sequence, number> = { post: 0, term: 0 }
  const state = new OpenState('memory')
  let commits = 0

  // The contract requires async methods. None of them awaits, so each runs as one uninterrupted step.
  return {
    async get(kind, ids) {
      state.check()
      return collections[kind].get(ids)
    },
    async find(kind, query) {
      state.check()
      return collections[kind].find(query)
    },
    async count(kind, filter) {
      state.check()
      return collections[kind].count(filter)
    },
    async tally(key, filter, values) {
      state.check()
      return collections.event.tally(key, filter, values)
    },
    async allocate(sequence, count) {
      state.check()
      const first = last[sequence] + 1
      last[sequence] += count
      return Array.from({ length: count }, (_, index) => first + index)
    },
    async reserve(sequence, upTo) {
      state.check()
      checkReservation(upTo)
      last[sequence] = Math.max(last[sequence], upTo)
      return last[sequence]
    },
    async commit(changes) {
      state.check()
      commits++
      return commit(collections, changes)
    },
    async revision() {
      state.check()
      return commits
    },
    async migrate() {
      state.check()
    },
    async close() {
      state.close()
    },
  }
}

/** Checks and copies everything before it writes. After that nothing can fail. */
function commit(collections: Collections, changes: readonly Change[]): CommitResult {
  mustBeDistinct(changes)
  const conflict =
    versionConflict(changes, ({ kind, id }) => collections[kind].versionOf(id)) ??
    claimConflict(changes, (kind, claim) => collections[kind].ownerOf(claim))
  if (conflict !== undefined) return conflict
  const prepare = <K extends Kind>(change: ChangeOf<K>) => collections[change.kind].prepare(change)
  const steps = changes.map((change) => prepare(change))
  // Remove all old documents before adding new ones, so that unique values can move between documents.
  for (const { leave } of steps) leave()
  for (const { enter } of steps) enter()
  return { conflict: null }
}
