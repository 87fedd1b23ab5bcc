import { memoryStorage } from 'kalends/storage/memory'
import { exampleEvent, put, testStorage } from 'kalends/testing'
import { describe, expect, test } from 'vitest'
import { StorageView } from '../../src/operations/writing/storage-view.ts'
import type { Change, Storage } from '../../src/storage/contract.ts'
import { testAnotherClient } from '../setup/another-client.ts'

/* The published suite, over a view of a storage: what nobody has committed yet is read as if it were. */

describe('a view of an empty storage keeps the contract', () => {
  testStorage({ test: testAnotherClient, open: async () => ({ storage: new StorageView(memoryStorage()) }) })
})

/** A view that commits what it holds after every `every`th commit, so that documents are on both sides. */
function flushing(storage: Storage, every: number): Storage {
  let view = new StorageView(storage)
  let commits = 0
  const current = () => view
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
      const held = view
      const result = await held.commit(changes)
      if (++commits % every === 0 && held === view) {
        view = new StorageView(storage)
        expect(await storage.commit(held.changes())).toEqual({ conflict: null })
      }
      return result
    },
  }
}

describe.each([1, 3, 7])('a view that is committed after %d commits keeps it, too', (every) => {
  testStorage({ test: testAnotherClient, open: async () => ({ storage: flushing(memoryStorage(), every) }) })
})

test('a change that was decided on what is only in the view brings no keys of it', async () => {
  const storage = memoryStorage()
  const view = new StorageView(storage)
  const content = exampleEvent(1, { tag: [1] })
  await view.commit([put('event', 1, content)])
  await view.commit([{ ...put('event', 1, exampleEvent(1, { tag: [2] }), 1), before: content.keys }])
  const [change] = view.changes()
  expect(change).toMatchObject({ do: 'put', expect: 0, version: 2, content: { keys: { tag: [2] } } })
  expect(change).not.toHaveProperty('before')
})

test('what was removed and made again never counts down in the storage below', async () => {
  const storage = memoryStorage()
  await storage.commit([{ ...put('event', 1, exampleEvent(1)), version: 5 }])
  const view = new StorageView(storage)
  await view.commit([{ do: 'remove', kind: 'event', id: 1, expect: 5 }])
  await view.commit([put('event', 1, exampleEvent(1))])
  expect((await view.get('event', [1]))[0]?.version).toBe(1)
  expect(await storage.commit(view.changes())).toEqual({ conflict: null })
  expect((await storage.get('event', [1]))[0]?.version).toBe(5)
})
