import type { Condition } from '../storage/contract.ts'
import { equal } from './assert.ts'
import { exampleEvent, type Overrides, put } from './examples.ts'
import { write, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

const KEYS = ['category', 'tag', 'venue', 'organizer'] as const
const published: Condition<'event'> = { key: 'status', in: ['publish'] }

export function tallyTests(test: StorageTest): void {
  test('tally: an empty storage has no values', async (storage) => {
    for (const key of KEYS) equal(await storage.tally(key, {}), new Map(), key)
    equal(await storage.tally('tag', { where: [published] }, [1]), new Map(), 'with values')
  })

  test('tally: counts the events of each value, of each key', async (storage) => {
    for (const key of KEYS) {
      const at = 100 * (1 + KEYS.indexOf(key))
      await write(storage, [
        put('event', at + 1, exampleEvent(at + 1, { [key]: [1, 2] })),
        put('event', at + 2, exampleEvent(at + 2, { [key]: [2] })),
        put('event', at + 3, exampleEvent(at + 3)),
      ])
    }
    for (const key of KEYS)
      equal(
        await storage.tally(key, {}),
        new Map([
          [1, 1],
          [2, 2],
        ]),
        key,
      )
  })

  test('tally: with values it counts those only, and leaves out what no event carries', async (storage) => {
    await writeEvents(storage, { tag: [1, 2, 3] }, { tag: [2] })
    equal(
      await storage.tally('tag', {}, [2, 9, 3]),
      new Map([
        [2, 2],
        [3, 1],
      ]),
      'values',
    )
    equal(await storage.tally('tag', {}, [2, 2]), new Map([[2, 2]]), 'a value twice')
    equal(await storage.tally('tag', {}, [9]), new Map(), 'none carried')
    equal(await storage.tally('tag', {}, []), new Map(), 'no values')
  })

  test('tally: by status', async (storage) => {
    await writeEvents(
      storage,
      { category: [1] },
      { category: [1], status: 'draft' },
      { category: [2], status: 'draft' },
      { category: [1, 3], status: 'private' },
    )
    const tally = (condition: Omit<Condition, 'key'>, values?: readonly number[]) =>
      storage.tally('category', { where: [{ key: 'status', ...condition }] }, values)
    equal(await tally({ in: ['publish'] }), new Map([[1, 1]]), 'publish')
    equal(
      await tally({ in: ['publish', 'draft'] }),
      new Map([
        [1, 2],
        [2, 1],
      ]),
      'two statuses',
    )
    equal(await tally({ in: ['draft'] }, [2, 3]), new Map([[2, 1]]), 'with values')
    equal(
      await tally({ notIn: ['draft'] }),
      new Map([
        [1, 2],
        [3, 1],
      ]),
      'not a status',
    )
    equal(await tally({ notIn: ['draft'] }, [1]), new Map([[1, 2]]), 'not a status, with values')
    equal(await tally({ in: [] }), new Map(), 'no status')
  })

  test('tally: by other conditions', async (storage) => {
    await writeEvents(
      storage,
      { venue: [1], organizer: [5], utc_start: '2031-01-01 00:00:00' },
      { venue: [1, 2], organizer: [5], utc_start: '2032-01-01 00:00:00' },
      { venue: [2], organizer: [6], utc_start: '2033-01-01 00:00:00', status: 'draft' },
    )
    const upcoming: Condition<'event'> = { key: 'utc_start', gt: '2031-06-01 00:00:00' }
    equal(
      await storage.tally('venue', { where: [upcoming] }),
      new Map([
        [1, 1],
        [2, 2],
      ]),
      'upcoming',
    )
    equal(
      await storage.tally('venue', { where: [upcoming, published] }),
      new Map([
        [1, 1],
        [2, 1],
      ]),
      'and published',
    )
    equal(
      await storage.tally('venue', { where: [upcoming, published] }, [2]),
      new Map([[2, 1]]),
      'with values',
    )
    const by = { key: 'organizer', in: [5] } as const
    equal(
      await storage.tally('venue', { where: [by] }),
      new Map([
        [1, 2],
        [2, 1],
      ]),
      'of an organizer',
    )
    const at = { key: 'venue', in: [1] } as const
    equal(
      await storage.tally('venue', { where: [at] }),
      new Map([
        [1, 2],
        [2, 1],
      ]),
      'of the key itself',
    )
  })

  test('tally: follows every commit', async (storage) => {
    const event = (id: number, tag: number[], status: string, expect: number) =>
      put('event', id, exampleEvent(id, { tag, status }), expect)
    const counts = async () => storage.tally('tag', { where: [published] })
    await write(storage, [
      event(1, [1, 2], 'publish', 0),
      event(2, [1], 'publish', 0),
      event(3, [3], 'draft', 0),
    ])
    equal(
      await counts(),
      new Map([
        [1, 2],
        [2, 1],
      ]),
      'at first',
    )
    await write(storage, [event(1, [2, 4], 'publish', 1)])
    equal(
      await counts(),
      new Map([
        [1, 1],
        [2, 1],
        [4, 1],
      ]),
      'after other tags',
    )
    await write(storage, [event(2, [1], 'trash', 1), event(3, [3], 'publish', 1)])
    equal(
      await counts(),
      new Map([
        [2, 1],
        [3, 1],
        [4, 1],
      ]),
      'after other statuses',
    )
    await write(storage, [{ do: 'remove', kind: 'event', id: 1, expect: 2 }])
    equal(await counts(), new Map([[3, 1]]), 'after a removal')
    equal(
      await storage.tally('tag', {}),
      new Map([
        [1, 1],
        [3, 1],
      ]),
      'in every status',
    )
  })

  test('tally: of events that everyone may read in full', async (storage) => {
    const all: readonly Overrides<'event'>[] = [
      { tag: [1, 2] },
      { tag: [1, 3], full_reader: -5 },
      // Another one on the same day, and one that ends before it starts.
      { tag: [1], full_reader: -6 },
      { tag: [1, 2], full_reader: -5, start: '2031-03-04 10:00:00', end: '2031-03-03 10:00:00' },
      { tag: [1], full_reader: -5, start: '2031-03-04 23:59:59', end: '2031-03-09 10:00:00' },
      { tag: [1, 4], status: 'draft', reader: 5, full_reader: 5 },
      { tag: [1], hidden: true },
    ]
    await writeEvents(storage, ...all)
    const ofAll: Condition<'event'> = { key: 'full_reader', in: [0] }
    const where = [published, ofAll]
    const open = (values?: readonly number[]) => storage.tally('tag', { where }, values)
    const two = new Map([
      [1, 2],
      [2, 1],
    ])
    equal(await open(), two, 'all')
    equal(await open([1, 3, 9]), new Map([[1, 2]]), 'with values')
    equal(await open([]), new Map(), 'no values')
    equal(await storage.tally('tag', { where: [ofAll] }), two, 'in every status')
    const either: Condition<'event'> = { key: 'status', in: ['draft', 'publish'] }
    equal(await storage.tally('tag', { where: [ofAll, either] }), two, 'in two statuses')
    const others = [published, { key: 'full_reader', in: [-5] } as const]
    equal(
      await storage.tally('tag', { where: others }),
      new Map([
        [1, 3],
        [2, 1],
        [3, 1],
      ]),
      'of one reader',
    )
    equal(await storage.count('event', { where: others }), 3, 'the total of one reader')

    const open2 = { ...all[1], full_reader: 0 }
    await write(storage, [
      put('event', 2, exampleEvent(2, open2), 1),
      put('event', 1, exampleEvent(1, { ...all[0], full_reader: -5 }), 1),
      { do: 'remove', kind: 'event', id: 4, expect: 1 },
    ])
    equal(
      await open(),
      new Map([
        [1, 2],
        [3, 1],
      ]),
      'after changes',
    )
  })

  test('tally: a refused commit counts for nothing', async (storage) => {
    await writeEvents(storage, { tag: [1] })
    await storage.commit([put('event', 2, exampleEvent(2, { tag: [1] })), put('event', 1, exampleEvent(1))])
    equal(await storage.tally('tag', { where: [published] }), new Map([[1, 1]]), 'tags')
  })
}
