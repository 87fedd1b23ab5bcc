import type { Kind, OrderOf, Storage } from '../storage/contract.ts'
import { ordersOf } from '../storage/shared/orders.ts'
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

  test('order: by the last change, then by ID', async (storage) => {
    const times = [day(3), day(1), day(3), day(2)]
    await write(
      storage,
      times.flatMap((modified, index) => [
        put('event', index + 1, exampleEvent(index + 1, { modified })),
        put('venue', index + 1, exampleVenue(index + 1, { modified })),
        put('organizer', index + 1, exampleOrganizer(index + 1, { modified })),
      ]),
    )
    for (const kind of ['event', 'venue', 'organizer'] as const) {
      equal(await found(storage, kind, 'modified'), [2, 4, 1, 3], kind)
      const since = await storage.find(kind, {
        where: [{ key: 'modified', gt: day(1), lte: day(3) }],
        order: 'id',
        limit: ALL,
      })
      equal(idsOf(since), [1, 3, 4], `${kind} changed since`)
      equal(await storage.count(kind, { where: [{ key: 'modified', lt: day(3) }] }), 2, `${kind} before`)
    }
  })

  test('order: by title, character by character, then by ID', async (storage) => {
    const long = 'a beginning that a hundred titles have in common, and that an index may cut off: '
    const titles = [
      `${long}b`,
      'a',
      '',
      `${long}a`,
      'ab',
      'a b',
      '音楽',
      '\ud7ff',
      '😀',
      'a',
      `${long}b`,
      long,
    ]
    await write(
      storage,
      titles.flatMap((title, index) => [
        put('event', index + 1, exampleEvent(index + 1, { title })),
        put('venue', index + 1, exampleVenue(index + 1, { title })),
        put('organizer', index + 1, exampleOrganizer(index + 1, { title })),
      ]),
    )
    const sorted = [3, 2, 10, 6, 12, 4, 1, 11, 5, 7, 8, 9]
    for (const kind of ['event', 'venue', 'organizer'] as const) {
      equal(await found(storage, kind, 'title'), sorted, kind)
      for (let offset = 0; offset < 12; offset++) {
        equal(await found(storage, kind, 'title', 2, offset), sorted.slice(offset, offset + 2), `${offset}`)
      }
    }
  })

  test('order: every order can be turned round, ties too', async (storage) => {
    const times = [day(2), day(1), day(2), day(3)]
    await write(
      storage,
      times.flatMap((time, index) => {
        const id = index + 1
        const keys = { date: time, modified: time, title: time }
        return [
          put('event', id, exampleEvent(id, { ...keys, start: time })),
          put('venue', id, exampleVenue(id, keys)),
          put('organizer', id, exampleOrganizer(id, keys)),
        ]
      }),
    )
    for (const order of ['start', 'published', 'modified', 'title'] as const) {
      const reversed = await storage.find('event', { order, reverse: true, limit: ALL })
      equal(idsOf(reversed), [4, 3, 1, 2], `events by ${order}`)
    }
    for (const kind of ['venue', 'organizer'] as const) {
      for (const order of ['newest', 'modified', 'title'] as const) {
        const reversed = await storage.find(kind, { order, reverse: true, limit: 3 })
        equal(idsOf(reversed), order === 'newest' ? [2, 1, 3] : [4, 3, 1], `${kind} by ${order}`)
      }
      equal(
        idsOf(await storage.find(kind, { order: 'id', reverse: true, limit: 2 })),
        [4, 3],
        `${kind} by ID`,
      )
    }
  })

  test('order: follows changes of titles and times', async (storage) => {
    await writeEvents(storage, { title: 'a' }, { title: 'b' }, { title: 'c' })
    await write(storage, [
      put('event', 1, exampleEvent(1, { title: 'd', modified: day(9) }), 1),
      { do: 'remove', kind: 'event', id: 2, expect: 1 },
    ])
    equal(await found(storage, 'event', 'title'), [3, 1], 'by title')
    equal(await found(storage, 'event', 'modified'), [3, 1], 'by change')
    const since = { where: [{ key: 'modified', gte: day(9) }] } as const
    equal(await storage.count('event', since), 1, 'changed since')
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
    for (const order of ordersOf('event')) {
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
