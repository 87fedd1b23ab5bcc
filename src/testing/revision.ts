import type { Change, Kind, Storage } from '../storage/contract.ts'
import { check, equal, unavailable } from './assert.ts'
import { exampleEvent, exampleOrganizer, exampleReceipt, exampleTerm, exampleVenue, put } from './examples.ts'
import { one, write, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

type Revision = string | number | undefined

const remove = (kind: Kind, id: number, expect: number): Change => ({ do: 'remove', kind, id, expect })

/** Commits in order. Some restore an earlier state of the data; the revision must still be new. */
const COMMITS: readonly (readonly [what: string, changes: readonly Change[]])[] = [
  ['an event', [put('event', 1, exampleEvent(1))]],
  ['the same again', [put('event', 1, exampleEvent(1), 1)]],
  ['with other data', [put('event', 1, exampleEvent(1, { data: '{"other":1}' }), 2)]],
  ['its removal', [remove('event', 1, 3)]],
  ['the event as it was at first', [put('event', 1, exampleEvent(1))]],
  ['a venue', [put('venue', 2, exampleVenue(2))]],
  ['an organizer', [put('organizer', 3, exampleOrganizer(3))]],
  ['a category', [put('category', 1, exampleTerm(1))]],
  ['a tag', [put('tag', 2, exampleTerm(2))]],
  ['links to them', [put('event', 1, exampleEvent(1, { venue: [2], category: [1], tag: [2] }), 1)]],
  ['a receipt', [put('receipt', 7, exampleReceipt(7))]],
  ['the removal of a receipt', [remove('receipt', 7, 1)]],
  ['the removal of a tag', [remove('tag', 2, 1)]],
  [
    'several at once',
    [put('event', 4, exampleEvent(4)), put('tag', 2, exampleTerm(2)), remove('venue', 2, 1)],
  ],
]

export function revisionTests(test: StorageTest): void {
  const testRevision = (name: string, run: (storage: Storage) => Promise<void>) =>
    test(`revision: ${name}; or the storage tells none`, async (storage) => {
      if ((await storage.revision?.()) === undefined) return
      await run(storage)
    })

  testRevision('is the same as long as nothing is asked for but it', async (storage) => {
    await writeEvents(storage, {})
    const first = await storage.revision?.()
    for (let time = 0; time < 3; time++) equal(await storage.revision?.(), first, 'the revision')
  })

  testRevision('is one that was never before after every commit that took effect', async (storage) => {
    const before = new Set<Revision>([await storage.revision?.()])
    for (const [what, changes] of COMMITS) {
      await write(storage, changes)
      demandNew(before, await storage.revision?.(), what)
    }
  })

  testRevision('is another one for whoever asks, whoever has committed', async (storage) => {
    const other = storage.within?.(new AbortController().signal) ?? storage
    const seen = { storage: new Set<Revision>(), other: new Set<Revision>() }
    for (let version = 0; version < 6; version++) {
      seen.storage.add(await storage.revision?.())
      seen.other.add(await other.revision?.())
      const writer = version % 2 === 0 ? storage : other
      await write(writer, [put('event', 1, exampleEvent(1), version)])
      demandNew(seen.storage, await storage.revision?.(), `version ${version + 1}`)
      demandNew(seen.other, await other.revision?.(), `version ${version + 1} on behalf of a request`)
    }
  })

  testRevision(
    'may be another one after a refused commit, but what is read is what it was',
    async (storage) => {
      await writeEvents(storage, {})
      const before = await one(storage, 'event', 1)
      equal(
        await storage.commit([put('event', 1, exampleEvent(1), 9)]),
        { conflict: 'stale', kind: 'event', id: 1 },
        'the refusal',
      )
      const revision = await storage.revision?.()
      equal(await one(storage, 'event', 1), before, 'the event')
      await write(storage, [put('event', 1, exampleEvent(1), 1)])
      demandNew(new Set([revision]), await storage.revision?.(), 'the commit after it')
    },
  )

  testRevision('is of one state: between two that are the same, reads find the same', async (storage) => {
    await writeEvents(storage, {})
    const versions = new Map<Revision, number | undefined>()
    const look = async () => {
      const before = await storage.revision?.()
      const version = (await one(storage, 'event', 1))?.version
      if ((await storage.revision?.()) !== before || before === undefined) return
      if (versions.has(before)) equal(version, versions.get(before), `the version at revision ${before}`)
      versions.set(before, version)
    }
    for (let version = 1; version <= 20; version++) {
      // Several readers, each at a different step.
      const reading = [look(), look().then(look), look().then(look).then(look)]
      await Promise.all([write(storage, [put('event', 1, exampleEvent(1), version)]), ...reading])
      await look()
    }
    check([...versions.values()].includes(21), 'the last state was seen')
  })

  testRevision(
    'is refused where every call is: after close, and once the request is over',
    async (storage) => {
      if (storage.within !== undefined) {
        const reason = new Error('the request is over')
        const ended = storage.within(AbortSignal.abort(reason))
        const thrown = await ended.revision?.().catch((error: unknown) => error)
        check(thrown === reason, 'revision rejects with the reason')
      }
      await storage.close()
      await unavailable(async () => storage.revision?.(), 'revision')
    },
  )
}

/** Checks that the revision is new, and adds it. A storage may return `undefined`. */
function demandNew(seen: Set<Revision>, revision: Revision, after: string): void {
  if (revision === undefined) return
  check(!seen.has(revision), `the revision is a new one after ${after}`)
  seen.add(revision)
}
