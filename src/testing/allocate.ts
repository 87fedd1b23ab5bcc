import { LARGEST_RESERVED, type Sequence } from '../storage/contract.ts'
import { check, equal } from './assert.ts'
import { exampleEvent, put } from './examples.ts'
import { write } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

const SEQUENCES: readonly Sequence[] = ['post', 'term']

function ascending(ids: readonly number[]): void {
  for (const [index, id] of ids.entries()) {
    check(Number.isSafeInteger(id) && id > 0, `${id} is a positive integer`)
    check(index === 0 || id > (ids[index - 1] ?? 0), `the IDs ascend: ${ids.join()}`)
  }
}

export function allocateTests(test: StorageTest): void {
  test('allocate: gives as many IDs as asked for, positive and ascending', async (storage) => {
    for (const sequence of SEQUENCES) {
      for (const count of [1, 2, 50, 1000]) {
        const ids = await storage.allocate(sequence, count)
        equal(ids.length, count, `IDs of ${sequence}`)
        ascending(ids)
      }
    }
  })

  test('allocate: never gives an ID again', async (storage) => {
    for (const sequence of SEQUENCES) {
      const ids: number[] = []
      for (let round = 0; round < 20; round++)
        ids.push(...(await storage.allocate(sequence, 1 + (round % 3))))
      equal(new Set(ids).size, ids.length, `distinct IDs of ${sequence}`)
    }
  })

  test('allocate: calls at the same time get different IDs', async (storage) => {
    const calls = Array.from({ length: 40 }, (_, index) => storage.allocate('post', 1 + (index % 4)))
    const lists = await Promise.all(calls)
    for (const list of lists) ascending(list)
    const ids = lists.flat()
    equal(new Set(ids).size, ids.length, 'distinct IDs')
  })

  test('allocate: an ID is not given again after its document was removed', async (storage) => {
    const [id = 0] = await storage.allocate('post', 1)
    await write(storage, [put('event', id, exampleEvent(id))])
    await write(storage, [{ do: 'remove', kind: 'event', id, expect: 1 }])
    const later = await storage.allocate('post', 5)
    check(!later.includes(id), `${id} is not among ${later.join()}`)
  })

  test('allocate: a commit that was refused gives no IDs back', async (storage) => {
    const [first = 0] = await storage.allocate('post', 1)
    await storage.commit([put('event', first, exampleEvent(first), 7)])
    const [second = 0] = await storage.allocate('post', 1)
    check(second !== first, 'the IDs differ')
  })

  test('reserve: new IDs start beyond the reserved ones, of this sequence alone', async (storage) => {
    const [first = 0] = await storage.allocate('post', 1)
    const [term = 0] = await storage.allocate('term', 1)
    equal(await storage.reserve('post', first + 500), first + 500, 'the greatest ID')
    const [next = 0] = await storage.allocate('post', 1)
    equal(next, first + 501, 'the next ID')
    check(((await storage.allocate('term', 1))[0] ?? 0) < term + 500, 'the other sequence goes on')
  })

  test('reserve: IDs that are reserved or given already stay so', async (storage) => {
    await storage.reserve('post', 1000)
    const greatest = await storage.reserve('post', 10)
    check(greatest >= 1000, `${greatest} is not below the IDs reserved before`)
    const ids = await storage.allocate('post', 3)
    ascending([greatest, ...ids])
    check(
      (await storage.reserve('post', 0)) >= (ids.at(-1) ?? 0),
      'asking tells the greatest ID that was given',
    )
    ascending([...ids, ...(await storage.allocate('post', 40))])
  })

  test('reserve: refuses what would break the sequence, and gives IDs as before', async (storage) => {
    const [before = 0] = await storage.allocate('post', 1)
    for (const upTo of [
      1e300,
      2 ** 53 - 1,
      LARGEST_RESERVED + 1,
      1.5,
      -1,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ]) {
      const error = await storage.reserve('post', upTo).catch((reason: unknown) => reason)
      check(error instanceof RangeError, `reserve(${upTo}) throws a RangeError`)
    }
    const [after = 0] = await storage.allocate('post', 1)
    check(after > before && after - before < 100, `${after} comes soon after ${before}`)
  })

  test('reserve: races with allocations, and none of them gets an ID that another has', async (storage) => {
    const ids: number[] = []
    const race = async (racer: number) => {
      const upTo = racer * 50
      if (racer % 2 === 0) ids.push(...(await storage.allocate('post', 1 + racer)))
      else await storage.reserve('post', upTo)
      const later = await storage.allocate('post', 1)
      ids.push(...later)
      if (racer % 2 === 1) check((later[0] ?? 0) > upTo, `${later.join()} is beyond ${upTo}`)
    }
    await Promise.all(Array.from({ length: 20 }, (_, racer) => race(racer)))
    equal(new Set(ids).size, ids.length, 'distinct IDs')
    ascending(await storage.allocate('post', 5))
  })

  test('allocate: one sequence does not use up the other', async (storage) => {
    const [before = 0] = await storage.allocate('term', 1)
    await storage.allocate('post', 500)
    const [after = 0] = await storage.allocate('term', 1)
    check(after > before && after - before < 500, `${after} comes soon after ${before}`)
  })
}
