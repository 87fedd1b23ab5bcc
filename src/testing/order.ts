import type { Kind, OrderOf, Storage } from '../storage/contract.ts'
import { equal } from './assert.ts'
import { exampleEvent, exampleOrganizer, exampleReceipt, exampleTerm, exampleVenue, put } from './examples.ts'
import { ALL, idsOf, write, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

const found = async <K extends Kind>(
  storage: Storage,
  kind: K,
  order: OrderOf<K>,
  limit = ALL,
  offset?: number,
): Promise<number[]> =>
  idsOf(await storage.find(kind, { order, limit, ...(offset === undefined ? {} : { offset }) }))

const day = (number: number) => `2031-01-0${number} 10:00:00`

export function orderTests(test: StorageTest): void {
  test('order: events by start, then by publication, then by ID', async (storage) => {
    await writeEvents(
      storage,
      { start: day(2), date: day(5) },
      { start: day(1), date: day(9) },
      { start: day(2), date: day(4) },
      { start: day(2), date: day(5) },
      { start: day(3), date: day(1) },
      { start: day(2), date: day(4) },
    )
    equal(await found(storage, 'event', 'start'), [2, 3, 6, 1, 4, 5], 'IDs')
  })

  test('order: events by publication, then by ID', async (storage) => {
    await writeEvents(
      storage,
      { date: day(3), start: day(1) },
      { date: day(2), start: day(9) },
      { date: day(3), start: day(1) },
      { date: day(1), start: day(5) },
    )
    equal(await found(storage, 'event', 'published'), [4, 2, 1, 3], 'IDs')
  })

  test('order: by ID, as numbers', async (storage) => {
    const ids = [2 ** 53 - 1, 10, 9, 100, 1, 2 ** 40]
    const ascending = [1, 9, 10, 100, 2 ** 40, 2 ** 53 - 1]
    await write(
      storage,
      ids.map((id) => put('category', id, exampleTerm(id))),
    )
    await write(
      storage,
      ids.map((id) => put('tag', id, exampleTerm(id))),
    )
    await write(
      storage,
      ids.map((id) => put('venue', id, exampleVenue(id))),
    )
    await write(
      storage,
      ids.map((id) => put('organizer', id, exampleOrganizer(id))),
    )
    await write(
      storage,
      ids.map((id) => put('receipt', id, exampleReceipt(id))),
    )
    equal(await found(storage, 'category', 'id'), ascending, 'categories')
    equal(await found(storage, 'tag', 'id'), ascending, 'tags')
    equal(await found(storage, 'venue', 'id'), ascending, 'venues')
    equal(await found(storage, 'organizer', 'id'), ascending, 'organizers')
    equal(await found(storage, 'receipt', 'id'), ascending, 'receipts')
  })

  test('order: venues and organizers newest first, of one time the last ID first', async (storage) => {
    const dates = [day(2), day(3), day(2), day(1), day(2)]
    await write(
      storage,
      dates.map((date, index) => put('venue', index + 1, exampleVenue(index + 1, { date }))),
    )
    await write(
      storage,
      dates.map((date, index) => put('organizer', index + 1, exampleOrganizer(index + 1, { date }))),
    )
    equal(await found(storage, 'venue', 'newest'), [2, 5, 3, 1, 4], 'venues')
    equal(await found(storage, 'organizer', 'newest'), [2, 5, 3, 1, 4], 'organizers')
  })

  test('order: follows changes', async (storage) => {
    await writeEvents(storage, { start: day(1) }, { start: day(2) }, { start: day(3) })
    await write(storage, [
      put('event', 1, exampleEvent(1, { start: day(4) }), 1),
      { do: 'remove', kind: 'event', id: 2, expect: 1 },
    ])
    equal(await found(storage, 'event', 'start'), [3, 1], 'IDs')
  })

  test('order: limit and offset cut pages out of the whole', async (storage) => {
    await writeEvents(storage, ...Array.from({ length: 25 }, (_, index) => ({ start: day(9 - (index % 3)) })))
    for (const order of ['start', 'published', 'id'] as const) {
      const all = await found(storage, 'event', order)
      equal(all.length, 25, 'length')
      for (const [limit, offset] of [
        [1, 0],
        [10, 0],
        [10, 10],
        [10, 20],
        [25, 0],
        [26, 0],
        [7, 24],
        [1, 25],
        [5, 900],
      ] as const) {
        const page = await found(storage, 'event', order, limit, offset)
        equal(page, all.slice(offset, offset + limit), `${order}: ${limit} from ${offset}`)
      }
      equal(await found(storage, 'event', order, 4), all.slice(0, 4), 'without an offset')
    }
  })

  test('order: a limit of 0 gives nothing, one of 2^53-1 everything', async (storage) => {
    await writeEvents(storage, {}, {}, {})
    equal(await found(storage, 'event', 'start', 0), [], 'limit 0')
    equal(await found(storage, 'event', 'start', 0, 1), [], 'limit 0 from 1')
    equal(await found(storage, 'event', 'start', Number.MAX_SAFE_INTEGER), [1, 2, 3], 'limit 2^53-1')
    equal(await found(storage, 'event', 'start', Number.MAX_SAFE_INTEGER, 2), [3], 'limit 2^53-1 from 2')
  })

  test('order: pages of a filtered list leave nothing out and repeat nothing', async (storage) => {
    await writeEvents(
      storage,
      ...Array.from({ length: 60 }, (_, index) => ({
        start: day(1 + (index % 4)),
        tag: [index % 3],
        author: index % 2,
      })),
    )
    const where = [
      { key: 'tag', in: [0, 2] },
      { key: 'author', in: [1] },
    ] as const
    const all = idsOf(await storage.find('event', { where, order: 'start', limit: ALL }))
    const pages: number[] = []
    for (let offset = 0; offset < 60; offset += 7) {
      pages.push(...idsOf(await storage.find('event', { where, order: 'start', limit: 7, offset })))
    }
    equal(pages, all, 'all pages')
    equal(await storage.count('event', { where }), 20, 'count')
    equal(all.length, 20, 'length')
  })
}
