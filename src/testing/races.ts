import type { CommitResult } from '../storage/contract.ts'
import { check, equal } from './assert.ts'
import { exampleEvent, exampleTerm, put } from './examples.ts'
import { idsOf, matchingEvents, one, write, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

const RACERS = 20

const racers = <T>(run: (racer: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: RACERS }, (_, index) => run(index)))

/** The index of the only racer whose commit took effect. The others must have been rejected for one of the reasons. */
function winner(results: readonly CommitResult[], reasons: readonly string[]): number {
  const winners = results.flatMap((result, index) => (result.conflict === null ? [index] : []))
  equal(winners.length, 1, 'racers whose commit took effect')
  for (const { conflict } of results) {
    check(conflict === null || reasons.includes(conflict), `${conflict} is one of ${reasons.join()}`)
  }
  return winners[0] ?? -1
}

export function raceTests(test: StorageTest): void {
  test('races: of commits that expect the same version exactly one takes effect', async (storage) => {
    await writeEvents(storage, {})
    for (let version = 1; version <= 3; version++) {
      const results = await racers((author) =>
        storage.commit([put('event', 1, exampleEvent(1, { author }), version)]),
      )
      const author = winner(results, ['stale'])
      const document = await one(storage, 'event', 1)
      equal([document?.version, document?.keys.author], [version + 1, author], 'version and author')
    }
  })

  test('races: of commits that create the same document exactly one takes effect', async (storage) => {
    const results = await racers((author) =>
      storage.commit([put('event', 1, exampleEvent(1, { author, unique_slug: null }))]),
    )
    equal((await one(storage, 'event', 1))?.keys.author, winner(results, ['exists']), 'author')
  })

  test('races: of documents that put the same unique value exactly one is written', async (storage) => {
    const results = await racers((racer) =>
      storage.commit([put('tag', racer + 1, exampleTerm(racer + 1, { unique_slug: 'jazz' }))]),
    )
    const id = winner(results, ['taken']) + 1
    equal(idsOf(await storage.find('tag', { order: 'id', limit: 99 })), [id], 'tags')
  })

  test('races: a put and a removal of the same version cannot both take effect', async (storage) => {
    await writeEvents(storage, {})
    const results = await racers((racer) =>
      storage.commit([
        racer % 2 === 0
          ? { do: 'remove', kind: 'event', id: 1, expect: 1 }
          : put('event', 1, exampleEvent(1, { author: racer }), 1),
      ]),
    )
    const isRemoved = winner(results, ['stale']) % 2 === 0
    equal((await storage.get('event', [1])).length, isRemoved ? 0 : 1, 'documents')
  })

  test('races: a check that held, held until its commit took effect', async (storage) => {
    await writeEvents(storage, {}, {})
    // Write skew: each commit writes one document on the condition that the other is unchanged. Only one may succeed.
    const results = await Promise.all([
      storage.commit([{ do: 'check', kind: 'event', id: 2, expect: 1 }, put('event', 1, exampleEvent(1), 1)]),
      storage.commit([{ do: 'check', kind: 'event', id: 1, expect: 1 }, put('event', 2, exampleEvent(2), 1)]),
    ])
    winner(results, ['stale'])
  })

  test('races: commits in opposite order both end', async (storage) => {
    await writeEvents(storage, ...Array.from({ length: 10 }, () => ({})))
    const changes = Array.from({ length: 10 }, (_, index) =>
      put('event', index + 1, exampleEvent(index + 1), 1),
    )
    winner(await racers((racer) => storage.commit(racer % 2 === 0 ? changes : changes.toReversed())), [
      'stale',
    ])
    const versions = (await storage.find('event', { order: 'id', limit: 99 })).map(
      (document) => document.version,
    )
    equal(
      versions,
      changes.map(() => 2),
      'versions',
    )
  })

  test('races: commits of different documents all take effect', async (storage) => {
    const results = await racers((racer) =>
      storage.commit([put('event', racer + 1, exampleEvent(racer + 1, { tag: [1] }))]),
    )
    equal(
      results,
      results.map(() => ({ conflict: null })),
      'results',
    )
    equal(await storage.count('event', {}), RACERS, 'count')
    equal(await storage.tally('tag', {}), new Map([[1, RACERS]]), 'tally')
  })

  test('races: counters do not lose what commits add at the same time', async (storage) => {
    await writeEvents(storage, ...Array.from({ length: RACERS }, () => ({ tag: [1] })))
    await racers((racer) =>
      storage.commit([
        put('event', racer + 1, exampleEvent(racer + 1, { tag: [racer % 2 === 0 ? 1 : 2] }), 1),
      ]),
    )
    const where = [{ key: 'status', in: ['publish'] }] as const
    equal(
      await storage.tally('tag', { where }),
      new Map([
        [1, RACERS / 2],
        [2, RACERS / 2],
      ]),
      'tally',
    )
  })

  test('races: readers see every commit that was acknowledged before they began', async (storage) => {
    await writeEvents(storage, {})
    for (let version = 1; version < 20; version++) {
      const tag = [version]
      await write(storage, [put('event', 1, exampleEvent(1, { tag }), version)])
      equal((await one(storage, 'event', 1))?.version, version + 1, 'get')
      equal(await matchingEvents(storage, { key: 'tag', in: tag }), [1], 'find')
      equal(
        await storage.tally('tag', { where: [{ key: 'status', in: ['publish'] }] }),
        new Map([[version, 1]]),
        'tally',
      )
    }
  })

  test('races: readers see a commit whole or not at all', async (storage) => {
    await writeEvents(storage, { author: 0, tag: [1] }, { author: 0 }, { author: 0 })
    const ids = [1, 2, 3]
    const commits = async () => {
      for (let author = 1; author <= 30; author++) {
        // Exactly one of the three events has the tag, and each commit moves it.
        const event = (id: number) => exampleEvent(id, { author, tag: author % 3 === id - 1 ? [1] : [] })
        await write(
          storage,
          ids.map((id) => put('event', id, event(id), author)),
        )
      }
    }
    let isDone = false
    const reads = async () => {
      let last = 0
      while (!isDone) {
        const got = await storage.get('event', ids)
        const found = await storage.find('event', { order: 'id', limit: 9 })
        for (const documents of [got, found]) {
          equal(idsOf(documents), ids, 'all three are there')
          const authors = new Set(documents.map((document) => document.keys.author))
          equal(authors.size, 1, 'commits that are seen')
          const [author = -1] = authors
          check(author >= last, 'a reader does not go back in time')
          last = author
        }
        equal(await storage.count('event', { where: [{ key: 'tag', in: [1] }] }), 1, 'carriers of the tag')
        // Lets commits run, for storages that never wait.
        await new Promise<void>((resolve) => setTimeout(resolve))
      }
    }
    const done = commits().finally(() => {
      isDone = true
    })
    await Promise.all([done, reads(), reads()])
  })
}
