import { memoryStorage } from 'kalends/storage/memory'
import { exampleEvent, put, testStorage } from 'kalends/testing'
import { describe, expect, test } from 'vitest'
import { HeldStorage } from '../../src/core/operations/writing/held-storage.ts'
import type { Change, Storage } from '../../src/storage/contract.ts'
import { testAnotherClient } from '../setup/another-client.ts'

/* The published suite, over a held storage: what nobody has committed yet is read as if it were. */

describe('one over an empty storage keeps the contract', () => {
  testStorage({ test: testAnotherClient, open: async () => ({ storage: new HeldStorage(memoryStorage()) }) })
})

/** One that commits what it holds after every `every`th commit, so that documents are on both sides. */
function flushing(storage: Storage, every: number): Storage {
  let storageNow = new HeldStorage(storage)
  let commits = 0
  const current = () => storageNow
  return {
    get: (kind, ids) => current().get(kind, ids),
    find: (kind, query) => current().find(kind, query),
    count: (kind, filter) => current().count(kind, filter),
    tally: (key, filter, values) => current().tally(key, filter, values),
    allocate: (sequence, count) => current().allocate(sequence, count),
    reserve: (sequence, upTo) => current().reserve(sequence, upTo),
    migrate: () => current().migrate(),
    close: () => current().close(),
    async commit(changes: readonly Change[]) {
      const held = storageNow
      const result = await held.commit(changes)
      if (++commits % every === 0 && held === storageNow) {
        storageNow = new HeldStorage(storage)
        expect(await storage.commit(held.changes())).toEqual({ conflict: null })
      }
      return result
    },
  }
}

describe.each([1, 3, 7])('one that is committed after %d commits keeps it, too', (every) => {
  testStorage({ test: testAnotherClient, open: async () => ({ storage: flushing(memoryStorage(), every) }) })
})

test('a change that was decided on what is only here brings no keys of it', async () => {
  const storage = memoryStorage()
  const held = new HeldStorage(storage)
  const content = exampleEvent(1, { tag: [1] })
  await held.commit([put('event', 1, content)])
  await held.commit([{ ...put('event', 1, exampleEvent(1, { tag: [2] }), 1), before: content.keys }])
  const [change] = held.changes()
  expect(change).toMatchObject({ do: 'put', expect: 0, version: 2, content: { keys: { tag: [2] } } })
  expect(change).not.toHaveProperty('before')
})

test('what was removed and made again never counts down in the storage below', async () => {
  const storage = memoryStorage()
  await storage.commit([{ ...put('event', 1, exampleEvent(1)), version: 5 }])
  const held = new HeldStorage(storage)
  await held.commit([{ do: 'remove', kind: 'event', id: 1, expect: 5 }])
  await held.commit([put('event', 1, exampleEvent(1))])
  expect((await held.get('event', [1]))[0]?.version).toBe(1)
  expect(await storage.commit(held.changes())).toEqual({ conflict: null })
  expect((await storage.get('event', [1]))[0]?.version).toBe(5)
})
