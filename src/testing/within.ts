import type { Storage } from '../storage/contract.ts'
import { check, equal, unavailable } from './assert.ts'
import { exampleEvent, put } from './examples.ts'
import { matchingEvents, one, write, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

export function withinTests(test: StorageTest): void {
  /**
   * The test name mentions storages without `within`, because the suite knows only at run time whether a storage has
   * it.
   */
  const testWithin = (name: string, run: (storage: Storage, within: Within) => Promise<void>) =>
    test(`within: ${name}; or the storage has no within`, async (storage) => {
      if (storage.within === undefined) return
      await run(storage, (signal) => storage.within?.(signal) ?? storage)
    })

  testWithin(
    'of an aborted signal every call rejects with its reason, and nothing is written',
    async (storage, within) => {
      await writeEvents(storage, { tag: [1] })
      const control = new AbortController()
      const scoped = within(control.signal)
      const reason = new Error('the request is over')
      control.abort(reason)
      for (const ended of [scoped, within(control.signal)]) {
        for (const [name, call] of callsOf(ended)) await rejectsWith(reason, call, name)
      }
      equal(await matchingEvents(storage), [1], 'events')
      equal((await one(storage, 'event', 1))?.version, 1, 'version')
    },
  )

  testWithin('a reason of any type is thrown as it is', async (_storage, within) => {
    for (const reason of ['too late', 504, null, new TypeError('mine')]) {
      const ended = within(AbortSignal.abort(reason))
      await rejectsWith(reason, () => ended.count('event', {}), String(reason))
    }
  })

  testWithin('a signal that is never aborted changes nothing', async (storage, within) => {
    const scoped = within(new AbortController().signal)
    await write(scoped, [put('event', 1, exampleEvent(1, { tag: [3], text: ['words'] }))])
    equal(await scoped.get('event', [1]), await storage.get('event', [1]), 'get')
    equal(await matchingEvents(scoped, { key: 'tag', in: [3] }), [1], 'find and count')
    const text = { all: ['word'], none: [], oneField: false }
    equal(await scoped.count('event', { text }), 1, 'by text')
    equal(await scoped.tally('tag', {}), new Map([[3, 1]]), 'tally')
    const [first = 0] = await scoped.allocate('post', 1)
    const [second = 0] = await storage.allocate('post', 1)
    check(second > first, 'IDs come from the same sequence')
    const conflict = { conflict: 'exists', kind: 'event', id: 1 }
    equal(await scoped.commit([put('event', 1, exampleEvent(1))]), conflict, 'a conflict')
    await scoped.migrate()
    equal(await matchingEvents(storage), [1], 'events')
  })

  testWithin(
    'an abort ends what is asked on behalf of that request, and nothing else',
    async (storage, within) => {
      await writeEvents(storage, {}, {}, {})
      const other = within(new AbortController().signal)
      for (let round = 0; round < 10; round++) {
        const control = new AbortController()
        const scoped = within(control.signal)
        const ending = [scoped.get('event', [1, 2]), scoped.count('event', {}), scoped.get('venue', [1])]
        const others = [other.get('event', [2, 3]), storage.get('event', [1, 2])]
        const ended = Promise.allSettled(ending)
        control.abort('over')
        for (const result of await ended) {
          // A call that had already finished may resolve.
          if (result.status === 'rejected') equal(result.reason, 'over', 'the reason')
        }
        const lengths = (await Promise.all(others)).map((documents) => documents.length)
        equal(lengths, [2, 2], 'documents of others')
      }
      await write(storage, [put('event', 4, exampleEvent(4))])
      equal(await matchingEvents(other), [1, 2, 3, 4], 'events')
    },
  )

  testWithin('a commit whose request is over takes effect whole or not at all', async (storage, within) => {
    for (let id = 1; id <= 10; id += 2) {
      const control = new AbortController()
      const changes = [put('event', id, exampleEvent(id)), put('event', id + 1, exampleEvent(id + 1))]
      const commit = within(control.signal).commit(changes)
      const settled = commit.catch((error: unknown) => error)
      // Abort a little later in each round.
      for (let turn = 1; turn < id; turn++) await null
      control.abort('over')
      const result = await settled
      const there = (await storage.get('event', [id, id + 1])).length
      check(there === 0 || there === 2, 'both or neither')
      if (result !== 'over') equal([result, there], [{ conflict: null }, 2], 'what was acknowledged is there')
    }
  })

  testWithin('after close every call rejects with StorageUnavailable', async (storage, within) => {
    const scoped = within(new AbortController().signal)
    await scoped.close()
    await unavailable(() => scoped.count('event', {}), 'count of one request')
    await unavailable(() => storage.count('event', {}), 'count')
  })
}

type Within = (signal: AbortSignal) => Storage

const callsOf = (storage: Storage): readonly (readonly [string, () => Promise<unknown>])[] => [
  ['get', () => storage.get('event', [1])],
  ['get of nothing', () => storage.get('event', [])],
  ['find', () => storage.find('event', { order: 'id', limit: 1 })],
  ['find of nothing', () => storage.find('event', { order: 'id', limit: 0 })],
  ['count', () => storage.count('event', {})],
  ['tally', () => storage.tally('tag', {})],
  ['allocate', () => storage.allocate('post', 1)],
  ['commit', () => storage.commit([put('event', 1, exampleEvent(1), 1), put('event', 2, exampleEvent(2))])],
  ['an empty commit', () => storage.commit([])],
  ['migrate', () => storage.migrate()],
]

async function rejectsWith(reason: unknown, call: () => Promise<unknown>, what: string): Promise<void> {
  const thrown = await call().then(
    () => ({ nothing: true }),
    (error: unknown) => error,
  )
  check(Object.is(thrown, reason), `${what} rejects with the reason`)
}
