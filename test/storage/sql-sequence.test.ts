import { type SqlClient, sqlStorage } from 'kalends/storage/sql'
import { expect, test } from 'vitest'
import { type Storage, StorageUnavailable } from '../../src/storage/contract.ts'
import { libsqlMemory } from '../setup/databases.ts'

/*
 * IDs are drawn in blocks: what that saves, and what it must not change.
 */

/** A client that counts its batches, and lets a test hold one up or have it fail. */
function watched(client: SqlClient) {
  const seen = { batches: 0 }
  let before = async () => {}
  const counted: SqlClient = {
    ...client,
    async batch(statements) {
      seen.batches++
      await before()
      return client.batch(statements)
    },
    codeOf: (error) => (error === LOST ? 'lost' : client.codeOf(error)),
  }
  const whenAsked = (step: () => Promise<void>) => {
    before = step
  }
  return { client: counted, seen, whenAsked }
}

const LOST = new Error('lost')

async function opened() {
  const { client, seen, whenAsked } = watched(libsqlMemory().client)
  const storage = sqlStorage(client)
  await storage.migrate()
  seen.batches = 0
  return { storage, other: sqlStorage(client), seen, whenAsked }
}

const one = async (storage: Storage): Promise<number> => (await storage.allocate('post', 1))[0] ?? 0

test('a process gives out its IDs without gaps, and seldom asks for more', async () => {
  const { storage, seen } = await opened()
  const ids: number[] = []
  for (let n = 0; n < 320; n++) ids.push(await one(storage))
  expect(ids).toEqual(Array.from({ length: 320 }, (_, index) => index + 1))
  // 1, 1, 2, 4, 8, 16, and 32 each time from then on.
  expect(seen.batches).toBe(15)
})

test('a process that ends leaves no larger gap than it used up, and at most 31', async () => {
  for (const used of [1, 2, 3, 5, 9, 17, 33, 100]) {
    const { storage, other } = await opened()
    for (let n = 0; n < used; n++) await one(storage)
    const gap = (await one(other)) - used - 1
    expect(gap).toBeGreaterThanOrEqual(0)
    expect(gap).toBeLessThan(Math.min(used + 1, 32))
  }
})

test('a request for many IDs gets the rest of a block first', async () => {
  const { storage } = await opened()
  for (let n = 0; n < 5; n++) await one(storage)
  expect(await storage.allocate('post', 40)).toEqual(Array.from({ length: 40 }, (_, index) => index + 6))
})

test('two processes never give out the same, and each its own in order', async () => {
  const { storage, other } = await opened()
  const [mine, theirs]: [number[], number[]] = [[], []]
  for (let n = 0; n < 50; n++) {
    mine.push(await one(storage))
    theirs.push(...(await other.allocate('post', 1 + (n % 3))))
  }
  expect(new Set([...mine, ...theirs]).size).toBe(mine.length + theirs.length)
  for (const ids of [mine, theirs]) expect(ids).toEqual(ids.toSorted((a, b) => a - b))
})

test('those who wait at the same time are served by one block', async () => {
  const { storage, seen, whenAsked } = await opened()
  whenAsked(() => new Promise(setImmediate))
  const lists = await Promise.all(
    Array.from({ length: 30 }, (_, index) => storage.allocate('post', 1 + (index % 2))),
  )
  // The first is on its way when the others come.
  expect(seen.batches).toBe(2)
  expect(lists.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 45 }, (_, index) => index + 1))
})

test('a block that cannot be allocated fails the waiting calls, and the next call tries again', async () => {
  const { storage, whenAsked } = await opened()
  whenAsked(() => Promise.reject(LOST))
  const results = await Promise.allSettled([one(storage), one(storage)])
  for (const result of results) {
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StorageUnavailable) })
  }
  whenAsked(async () => {})
  expect(await one(storage)).toBe(1)
})

test('who goes away leaves the block to the others', async () => {
  const { storage, seen, whenAsked } = await opened()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  whenAsked(() => held)
  const control = new AbortController()
  const left = storage.within?.(control.signal).allocate('post', 1)
  const stays = one(storage)
  control.abort('over')
  await expect(left).rejects.toBe('over')
  letGo()
  whenAsked(async () => {})
  expect(await stays).toBe(1)
  expect(await one(storage)).toBe(2)
  expect(seen.batches).toBe(2)
})

test('without its row a sequence says what is missing', async () => {
  const { client } = libsqlMemory()
  const storage = sqlStorage(client)
  await storage.migrate()
  await client.batch([{ sql: 'delete from calendar_sequence', values: [] }])
  await expect(one(storage)).rejects.toThrow(/no sequence 'post'/)
})
