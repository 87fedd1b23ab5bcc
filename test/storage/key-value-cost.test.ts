import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { keyValueStorage } from 'kalends/storage/key-value'
import { exampleEvent, put } from 'kalends/testing'
import { describe, expect, test } from 'vitest'
import type { Condition, Storage } from '../../src/storage/contract.ts'
import { ordersOf } from '../../src/storage/shared/orders.ts'
import { watched } from '../setup/watched-store.ts'

/*
 * What reads ask of a store, in calls and keys, in a small calendar and in one twenty times as large over the same ten
 * years.
 */

const SIZES = [500, 10_000] as const

const dateOf = (day: number, hour: number): string =>
  new Date(Date.UTC(2026, 0, 1 + day, hour)).toISOString().slice(0, 19).replace('T', ' ')

const pad = (id: number) => String(id).padStart(5, '0')

/** A day of the ten years that has nothing to do with the start of the event. */
const spread = (index: number, size: number) => Math.floor((((index * 7919) % size) * 3650) / size)

async function calendarOf(size: (typeof SIZES)[number]) {
  const store = watched(memoryKeyValue())
  const storage = keyValueStorage(store)
  await storage.migrate()
  const events = Array.from({ length: size }, (_, index) => {
    const day = Math.floor((index * 3650) / size)
    return put(
      'event',
      index + 1,
      exampleEvent(index + 1, {
        status: index % 20 === 0 ? 'draft' : 'publish',
        reader: index % 20 === 0 ? 7 : 0,
        full_reader: index % 20 === 0 ? 7 : 0,
        featured: index % 50 === 1,
        start: dateOf(day, 18),
        end: dateOf(day + (index % 10 === 3 ? 3 : 0), 20),
        category: [1 + (index % 5)],
        venue: [1 + (index % 100)],
        text: [`event ${pad(index)}`],
        field: [`size=${pad(spread(index, size))}`, `sold=${index % 3 === 0}`],
        date: dateOf(spread(index, size), 8),
        modified: dateOf(spread(index + 1, size), 9),
        title: `title ${pad((index * 7919) % size)}`,
      }),
    )
  })
  for (let from = 0; from < size; from += 500) await storage.commit(events.slice(from, from + 500))
  // The clock is known from now on, as it is where requests follow each other.
  await storage.count('event', {})
  store.forget()
  return { store, storage }
}

const open: readonly Condition<'event'>[] = [
  { key: 'status', in: ['publish'] },
  { key: 'hidden', in: [false] },
  { key: 'reader', in: [0] },
]
const ahead: readonly Condition<'event'>[] = [
  ...open,
  { key: 'start', gte: '2031-06-01 00:00:00' },
  { key: 'end', lte: '2033-06-01 23:59:59' },
]

interface Cost {
  readonly calls: number
  /** Entries of each sort that were read, by the first part of their keys. */
  readonly read: Readonly<Record<string, number>>
}

/** Nothing writes to them. */
const calendars = new Map(SIZES.map((size) => [size, calendarOf(size)]))

async function costOf(
  size: (typeof SIZES)[number],
  run: (storage: Storage) => Promise<unknown>,
): Promise<Cost> {
  const { store, storage } = (await calendars.get(size)) ?? (await calendarOf(size))
  store.forget()
  await run(storage)
  const { gets, ranges } = store.asked
  const read: Record<string, number> = {}
  for (const key of [...gets.flat(), ...ranges.flatMap(({ found }) => found.map(([one]) => one))]) {
    const sort = key.split('/')[1] ?? ''
    read[sort] = (read[sort] ?? 0) + 1
  }
  return { calls: gets.length + ranges.length, read }
}

/** The costs in the small calendar and in the large one. */
const costs = (run: (storage: Storage) => Promise<unknown>) =>
  Promise.all(SIZES.map((size) => costOf(size, run)))

describe('a key-value storage reads', () => {
  test('for a default list its documents and a few entries, in any calendar', async () => {
    const list = (storage: Storage) => storage.find('event', { where: ahead, order: 'start', limit: 10 })
    for (const { calls, read } of await costs(list)) {
      expect(calls).toBeLessThanOrEqual(4)
      expect(read).toMatchObject({ h: 10, x: 10, d: 10 })
      expect(read.t).toBeLessThan(40)
    }
  })

  test.each(ordersOf('event').filter((order) => order !== 'start' && order !== 'id'))(
    'for a page by %s a few entries, in any calendar',
    async (order) => {
      for (const reverse of [false, true]) {
        const list = (storage: Storage) => storage.find('event', { where: open, order, reverse, limit: 10 })
        const after = [order === 'title' ? `title ${pad(250)}` : dateOf(1800, 8), 7]
        const rest = (storage: Storage) =>
          storage.find('event', { where: open, order, reverse, limit: 10, after })
        for (const { read } of [...(await costs(list)), ...(await costs(rest))]) {
          expect(read).toMatchObject({ h: 10, x: 10, d: 10 })
          expect(read.t).toBeLessThan(60)
        }
        const inWindow = (storage: Storage) =>
          storage.find('event', { where: ahead, order, reverse, limit: 10 })
        for (const { read } of await costs(inWindow)) {
          expect((read.t ?? 0) + (read.h ?? 0)).toBeLessThan(300)
        }
      }
    },
  )

  test('for what changed last entries of these alone, and for its total no documents', async () => {
    const where = [...open, { key: 'modified', gt: dateOf(3600, 0) }] as const
    const list = (storage: Storage) => storage.find('event', { where, order: 'start', limit: 10 })
    for (const { read } of await costs(list)) expect(read.t).toBeLessThan(150)
    for (const { read } of await costs((storage) => storage.count('event', { where }))) {
      expect(read.h).toBeUndefined()
      expect(read.t).toBeLessThan(150)
    }
  })

  test('for the total of a default list kept numbers alone, as many in any calendar', async () => {
    for (const { read } of await costs((storage) => storage.count('event', { where: ahead }))) {
      expect(Object.keys(read).sort()).toEqual(['clock', 'n'])
      expect(read.n).toBeLessThan(160)
    }
  })

  test('for the total of what is featured kept numbers, too', async () => {
    const where = [...ahead, { key: 'featured', in: [true] } as const]
    const [, large] = await costs((storage) => storage.count('event', { where }))
    expect(Object.keys(large?.read ?? {}).sort()).toEqual(['clock', 'n'])
  })

  test('for a page of a category its documents and a few entries, in any calendar', async () => {
    const where = [...ahead, { key: 'category', in: [3] } as const]
    const list = (storage: Storage) => storage.find('event', { where, order: 'start', limit: 10 })
    for (const { read } of await costs(list)) {
      expect(read).toMatchObject({ h: 10, x: 10, d: 10 })
      expect(read.t).toBeLessThan(60)
    }
  })

  test('for the total of a category no bodies', async () => {
    const where = [...ahead, { key: 'category', in: [3] } as const]
    for (const { read } of await costs((storage) => storage.count('event', { where }))) {
      expect(Object.keys(read).sort()).toEqual(['clock', 't'])
    }
  })

  test('for filters on two links heads, but no bodies', async () => {
    const where = [...ahead, { key: 'category', in: [3] } as const, { key: 'venue', in: [3, 8, 13] } as const]
    for (const { read } of await costs((storage) => storage.count('event', { where }))) {
      expect(Object.keys(read).sort()).toEqual(['clock', 'h', 't'])
    }
  })

  const ofField = (condition: Omit<Condition<'event'>, 'key'>) => [
    ...ahead,
    { key: 'field', ...condition } as const,
  ]
  const rare = ofField({ gte: `size=${pad(100)}`, lt: `size=${pad(130)}` })
  const common = ofField({ gte: `size=${pad(100)}`, lt: 'size>' })
  const shared = ofField({ in: ['sold=true'] })

  test('for the events of a rare range of a custom field these alone', async () => {
    for (const order of ['start', 'title'] as const) {
      const list = (storage: Storage) => storage.find('event', { where: rare, order, limit: 10 })
      for (const { read } of await costs(list)) expect((read.t ?? 0) + (read.h ?? 0)).toBeLessThan(300)
    }
    for (const { read } of await costs((storage) => storage.count('event', { where: rare }))) {
      expect((read.t ?? 0) + (read.h ?? 0)).toBeLessThan(300)
    }
  })

  test('for a page of what many events have in a custom field a few entries, in any calendar', async () => {
    for (const where of [common, shared]) {
      for (const order of ['start', 'published', 'modified', 'title'] as const) {
        const list = (storage: Storage) => storage.find('event', { where, order, limit: 10 })
        for (const { read } of await costs(list)) {
          expect(read).toMatchObject({ x: 10, d: 10 })
          expect((read.t ?? 0) + (read.h ?? 0)).toBeLessThan(700)
        }
      }
    }
  })

  test('for the total of what many events have in a custom field no more than the window', async () => {
    for (const where of [common, shared]) {
      const [, large] = await costs((storage) => storage.count('event', { where }))
      // About 5,200 events start in the window.
      expect((large?.read.t ?? 0) + (large?.read.h ?? 0)).toBeLessThan(3 * 5200)
    }
  })

  test('for counts of terms one number each', async () => {
    const where = [{ key: 'status', in: ['publish'] }] as const
    for (const { read } of await costs((storage) => storage.tally('category', { where }, [1, 2, 3]))) {
      expect(read.y).toBe(3)
      expect(Object.keys(read).sort()).toEqual(['clock', 'y'])
    }
    const ofAll = [...where, { key: 'full_reader', in: [0] } as const]
    for (const { read } of await costs((storage) => storage.tally('category', { where: ofAll }, [1, 2, 3]))) {
      expect(Object.keys(read).sort()).toEqual(['clock', 'y'])
    }
  })

  test('for events under way at a moment a few entries, in any calendar', async () => {
    const where = [...open, { key: 'end', gt: '2031-06-01 10:00:00' } as const]
    const list = (storage: Storage) => storage.find('event', { where, order: 'start', limit: 10 })
    for (const { read } of await costs(list)) {
      expect(read).toMatchObject({ h: 10, x: 10, d: 10 })
      expect(read.t).toBeLessThan(150)
    }
  })

  test('for a record by its slug, or by its ID, that record', async () => {
    const bySlug = (storage: Storage) =>
      storage.find('event', { where: [{ key: 'unique_slug', in: ['event-77'] }], order: 'id', limit: 1 })
    for (const { calls, read } of await costs(bySlug)) {
      expect(calls).toBe(2)
      expect(read).toEqual({ clock: 1, u: 1, h: 1, x: 1, d: 1 })
    }
    for (const { calls } of await costs((storage) => storage.get('event', [77]))) expect(calls).toBe(1)
  })

  test('for a search the texts that other filters leave, and bodies of the page alone', async () => {
    const text = { all: [`event ${pad(301)}`], none: [], oneField: false }
    const list = (storage: Storage) =>
      storage.find('event', { where: ahead, text, order: 'start', limit: 10 })
    const [small] = await costs(list)
    expect(small?.read).toMatchObject({ d: 1, h: 1 })
    expect(small?.read.x).toBeLessThan(110)
  })
})
