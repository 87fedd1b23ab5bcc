import type { Storage } from '../storage/contract.ts'
import { equal } from './assert.ts'
import { exampleEntry, exampleEvent, type Overrides, put } from './examples.ts'
import { idsOf, matching, matchingEvents, one, write, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

/* Series among events, and the entries of the journal. */

const LARGEST = Number.MAX_SAFE_INTEGER

const entry = (id: number, overrides?: Overrides<'entry'>) => put('entry', id, exampleEntry(id, overrides))

export function journalTests(test: StorageTest): void {
  test('entries: are found by their record, in the order of their IDs', async (storage) => {
    const of = (storage: Storage, record: number, kind: string) =>
      matching(storage, 'entry', 'id', { key: 'record', in: [record] }, { key: 'of', in: [kind] })
    await write(storage, [
      entry(LARGEST, { record: 7 }),
      entry(2, { record: 7, data: '{"é":"😀"}' }),
      entry(3, { record: 7, of: 'venue' }),
      entry(4, { record: 8 }),
    ])
    equal(await of(storage, 7, 'event'), [2, LARGEST], 'of the event 7')
    equal(await of(storage, 7, 'venue'), [3], 'of the venue 7')
    equal(await of(storage, 9, 'event'), [], 'of no event')
    equal((await one(storage, 'entry', 2))?.data, '{"é":"😀"}', 'data')
    await write(storage, [
      put('entry', 2, exampleEntry(2, { record: 8 }), 1),
      { do: 'remove', kind: 'entry', id: LARGEST, expect: 1 },
    ])
    equal(await of(storage, 7, 'event'), [], 'after a change and a removal')
    equal(await of(storage, 8, 'event'), [2, 4], 'of the event 8')
  })

  test('series: are found by what is due, and counted apart', async (storage) => {
    await writeEvents(
      storage,
      { tag: [1] },
      { tag: [1, 2], series: true, due: '2031-03-01 00:00:00', end: '9999-12-31 23:59:59' },
      { tag: [2], series: true },
      { tag: [1], series: true, due: '2031-02-01 00:00:00', status: 'draft' },
    )
    const due = (until: string) =>
      matchingEvents(storage, { key: 'series', in: [true] }, { key: 'due', lte: until })
    equal(await due('2031-01-31 23:59:59'), [], 'before')
    equal(await due('2031-02-01 00:00:00'), [4], 'one')
    equal(await due('2031-12-01 00:00:00'), [2, 4], 'all that are ever due')
    equal(await matchingEvents(storage, { key: 'due', in: [null] }), [1, 3], 'never')
    const published = { key: 'status', in: ['publish'] } as const
    equal(await matchingEvents(storage, published, { key: 'series', in: [false] }), [1], 'other events')
    const tally = (...series: readonly boolean[]) =>
      storage.tally('tag', { where: [published, { key: 'series', in: series }] }, [1, 2])
    equal(await tally(false), new Map([[1, 1]]), 'tags of other events')
    equal([...(await tally(true))].sort(), [...[[1, 1]], ...[[2, 2]]], 'tags of series')
    equal([...(await tally(true, false))].sort(), [...[[1, 2]], ...[[2, 2]]], 'tags of all')
    const ended = await storage.find('event', {
      where: [{ key: 'end', gt: '2032-01-01 00:00:00' }],
      order: 'start',
      limit: 9,
    })
    equal(idsOf(ended), [2], 'without a last date')
  })

  test('series: an event becomes one and is none again, in what is derived', async (storage) => {
    await writeEvents(storage, { tag: [1] })
    const change = (expect: number, series: boolean) =>
      write(storage, [
        put(
          'event',
          1,
          exampleEvent(1, { tag: [1], series, due: series ? '2031-01-01 00:00:00' : null }),
          expect,
        ),
      ])
    const counts = async () => {
      const where = [
        { key: 'status', in: ['publish'] },
        { key: 'series', in: [true] },
      ] as const
      return [await storage.count('event', { where }), (await storage.tally('tag', { where })).get(1) ?? 0]
    }
    await change(1, true)
    equal(await counts(), [1, 1], 'as a series')
    await change(2, false)
    equal(await counts(), [0, 0], 'as none')
  })

  test('a put may keep the version: its keys and text are derived anew', async (storage) => {
    await writeEvents(storage, { tag: [1], text: ['muller'] })
    const anew = exampleEvent(1, { tag: [2], text: ['muller', 'mueller'] })
    await write(storage, [{ ...put('event', 1, anew, 1), version: 1 }])
    equal(await one(storage, 'event', 1), { id: 1, version: 1, ...anew }, 'the document')
    equal(await matchingEvents(storage, { key: 'tag', in: [2] }), [1], 'by its tag')
    equal(await matchingEvents(storage, { key: 'tag', in: [1] }), [], 'by its old tag')
    const text = { all: ['mueller'], none: [], oneField: false }
    equal(await storage.count('event', { text }), 1, 'by its text')
    const { conflict } = await storage.commit([{ ...put('event', 1, anew, 2), version: 2 }])
    equal(conflict, 'stale', 'of a version that is not there')
  })
}
