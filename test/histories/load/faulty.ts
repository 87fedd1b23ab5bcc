import { memoryStorage } from 'kalends/storage/memory'
import type { Change, CommitResult, Storage } from '../../../src/storage/contract.ts'
import type { Dice } from '../../../src/testing/dice.ts'
import { methodsOf } from '../../setup/wrapped-storage.ts'

/*
 * Storages with one fault each, as people make them: over one that has none, whose calls take turns at random, so that
 * requests come between each other at every step.
 */

export interface Fault {
  readonly name: string
  readonly load: 'register' | 'slugs' | 'names' | 'idempotency'
  readonly open: (dice: Dice) => Storage
}

/** Without a fault. */
export function turns(dice: Dice, storage: Storage = memoryStorage()): Storage {
  const after = async <T>(run: () => Promise<T>): Promise<T> => {
    await pause(dice.upTo(4))
    const result = await run()
    await pause(dice.upTo(4))
    return result
  }
  return {
    get: (kind, ids) => after(() => storage.get(kind, ids)),
    find: (kind, query) => after(() => storage.find(kind, query)),
    count: (kind, filter) => after(() => storage.count(kind, filter)),
    tally: (key, filter, values) => after(() => storage.tally(key, filter, values)),
    allocate: (sequence, count) => after(() => storage.allocate(sequence, count)),
    reserve: (sequence, upTo) => after(() => storage.reserve(sequence, upTo)),
    commit: (changes) => after(() => storage.commit(changes)),
    migrate: () => storage.migrate(),
    close: () => storage.close(),
  }
}

async function pause(turns: number): Promise<void> {
  for (let left = turns; left > 0; left--) await new Promise((resolve) => setImmediate(resolve))
}

/** Reads of one ID are answered by another copy, once in a while, which is some commits behind. */
function staleSnapshot(dice: Dice): Storage {
  const storage = memoryStorage()
  const copy = memoryStorage()
  const behind: (readonly Change[])[] = []
  const changed: Storage = {
    ...methodsOf(storage),
    get: (kind, ids) => (dice.chance(8) ? copy : storage).get(kind, ids),
    commit: async (changes) => {
      const result = await storage.commit(changes)
      if (result.conflict === null) behind.push(changes)
      const [oldest] = behind.length > 3 ? behind.splice(0, 1) : []
      if (oldest !== undefined) await copy.commit(oldest)
      return result
    },
  }
  return turns(dice, changed)
}

/** Whoever writes last wins, whatever was expected. */
function ignoresExpect(dice: Dice): Storage {
  const storage = memoryStorage()
  const commit = async (changes: readonly Change[]): Promise<CommitResult> => {
    const result = await storage.commit(changes)
    if (result.conflict !== 'stale') return result
    const there: Change[] = []
    for (const change of changes) {
      const [document] = await storage.get(change.kind, [change.id])
      there.push({ ...change, expect: document?.version ?? 0 })
    }
    return storage.commit(there)
  }
  return turns(dice, { ...methodsOf(storage), commit })
}

function ignoresUnique(dice: Dice): Storage {
  const storage = memoryStorage()
  const commit = async (changes: readonly Change[]): Promise<CommitResult> => {
    const result = await storage.commit(changes)
    if (result.conflict !== 'taken') return result
    const sharing: Change[] = JSON.parse(JSON.stringify(changes), (key, value) =>
      key === 'unique_slug' ? null : value,
    )
    return storage.commit(sharing)
  }
  return turns(dice, { ...methodsOf(storage), commit })
}

/** What was acknowledged is to be read only some turns later. */
function acknowledgesEarly(dice: Dice): Storage {
  const storage = memoryStorage()
  const visible = memoryStorage()
  let showing = Promise.resolve()
  const commit = async (changes: readonly Change[]): Promise<CommitResult> => {
    const result = await storage.commit(changes)
    if (result.conflict !== null) return result
    const later = dice.upTo(30)
    showing = showing.then(async () => {
      await pause(later)
      await visible.commit(changes)
    })
    return result
  }
  return turns(dice, { ...methodsOf(visible), allocate: storage.allocate.bind(storage), commit })
}

/** The receipt of a create goes into a commit of its own, after that of the record. */
function receiptLater(dice: Dice): Storage {
  const storage = memoryStorage()
  const commit = async (changes: readonly Change[]): Promise<CommitResult> => {
    const receipts = changes.filter(({ kind }) => kind === 'receipt')
    const result = await storage.commit(changes.filter(({ kind }) => kind !== 'receipt'))
    if (result.conflict !== null || receipts.length === 0) return result
    await pause(dice.upTo(4))
    return storage.commit(receipts)
  }
  return turns(dice, { ...methodsOf(storage), commit })
}

/** Receipts are written whatever version they were expected to have, so that a guard guards nothing. */
function ignoresReceipts(dice: Dice): Storage {
  const storage = memoryStorage()
  const commit = async (changes: readonly Change[]): Promise<CommitResult> => {
    const receipts = changes.filter(({ kind }) => kind === 'receipt')
    const there = await storage.get(
      'receipt',
      receipts.map(({ id }) => id),
    )
    const versions = new Map(there.map(({ id, version }) => [id, version]))
    return storage.commit(
      changes.map((change) =>
        change.kind === 'receipt' ? { ...change, expect: versions.get(change.id) ?? 0 } : change,
      ),
    )
  }
  return turns(dice, { ...methodsOf(storage), commit })
}

export const FAULTS: readonly Fault[] = [
  { name: 'reads from a stale snapshot', load: 'register', open: staleSnapshot },
  { name: 'commits that ignore what they expect', load: 'register', open: ignoresExpect },
  { name: 'unique slugs that are not checked', load: 'slugs', open: ignoresUnique },
  { name: 'an acknowledgement before the write is to be read', load: 'register', open: acknowledgesEarly },
  { name: 'receipts whose versions are not checked', load: 'names', open: ignoresReceipts },
  { name: 'a receipt that is written in a second commit', load: 'idempotency', open: receiptLater },
]
