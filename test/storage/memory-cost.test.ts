import { exampleEvent, put } from 'kalends/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Condition, Storage } from '../../src/storage/contract.ts'
import { openMemory } from '../../src/storage/memory/open.ts'
import { Work } from '../../src/storage/memory/work.ts'
import { ordersOf } from '../../src/storage/shared/orders.ts'

/*
 * That the usual lists do not scan, proven by counting looks at documents instead of time: each operation on a
 * calendar and on one sixteen times as large. What is O(log n) may grow by a few looks per sorted list; what scans
 * grows sixteenfold.
 */

const SMALL = 2_000
const LARGE = 32_000

const HOUR = 3600
const FIRST = Date.UTC(2031, 0, 1) / 1000
const text = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** A calendar that grows into the future: as many events a day, whatever its size. */
async function calendar(size: number): Promise<{ storage: Storage; work: Work }> {
  const work = new Work()
  const storage = openMemory(work)
  for (let first = 1; first <= size; first += 1000) {
    const ids = Array.from({ length: Math.min(1000, size + 1 - first) }, (_, index) => first + index)
    const changes = ids.map((id) => {
      const start = FIRST + id * HOUR
      const isDraft = id % 10 === 0
      return put(
        'event',
        id,
        exampleEvent(id, {
          status: isDraft ? 'draft' : 'publish',
          reader: isDraft ? id % 7 : 0,
          start: text(start),
          end: text(start + (id % 50 === 0 ? 60 * 24 * HOUR : (id % 5) * HOUR)),
          utc_start: text(start - HOUR),
          date: text(start - (id % 90) * 24 * HOUR),
          category: [1 + (id % 3)],
          tag: [id % 400],
          venue: [id % 100],
          organizer: [id % 100],
          modified: text(FIRST + ((id * 7919) % size) * HOUR),
          field: [`size=${String((id * 7919) % size).padStart(5, '0')}`, `sold=${id % 3 === 0}`],
          title: `title ${(id * 7907) % size}`,
        }),
      )
    })
    expect(await storage.commit(changes)).toEqual({ conflict: null })
  }
  return { storage, work }
}

const listed: readonly Condition<'event'>[] = [
  { key: 'status', in: ['publish'] },
  { key: 'reader', in: [0] },
  { key: 'hidden', in: [false] },
]
/** From the tenth day to the end of every calendar. */
const window: readonly Condition<'event'>[] = [
  { key: 'start', gte: text(FIRST + 240 * HOUR) },
  { key: 'end', lte: text(FIRST + 10 * LARGE * HOUR) },
]
const published = { where: [{ key: 'status', in: ['publish'] }] } as const

const page = (storage: Storage, where: readonly Condition<'event'>[], offset = 0) =>
  storage.find('event', { where, order: 'start', limit: 50, offset })

describe('the memory storage', () => {
  let small: { storage: Storage; work: Work }
  let large: { storage: Storage; work: Work }
  beforeAll(async () => {
    small = await calendar(SMALL)
    large = await calendar(LARGE)
  })

  async function looks({ storage, work }: typeof small, run: (storage: Storage) => Promise<unknown>) {
    const before = work.looks
    await run(storage)
    return work.looks - before
  }

  /** Few looks on the large calendar, and not many more than on the small one. */
  async function expectNoScan(run: (storage: Storage) => Promise<unknown>, most: number): Promise<void> {
    const few = await looks(small, run)
    const many = await looks(large, run)
    expect(many).toBeLessThan(most)
    expect(many).toBeLessThan(3 * few + 100)
  }

  test('counts work: a search for words looks at every event', async () => {
    const words = { text: { all: ['nowhere'], none: [], oneField: false } }
    expect(await looks(large, (storage) => storage.count('event', words))).toBeGreaterThanOrEqual(LARGE)
  })

  test('does not scan for a page of the default list', () =>
    expectNoScan((storage) => page(storage, [...listed, ...window]), 1000))

  test('does not scan for a page with its author’s own events', () => {
    const own: readonly Condition<'event'>[] = [
      { key: 'status', in: ['publish', 'draft'] },
      { key: 'reader', in: [0, 3] },
      { key: 'hidden', in: [false] },
    ]
    return expectNoScan((storage) => page(storage, [...own, ...window]), 1500)
  })

  test('does not scan to count the default list', () =>
    expectNoScan((storage) => storage.count('event', { where: [...listed, ...window] }), 1000))

  test('does not scan to count what is under way at a time', () => {
    const time = text(FIRST + 1500 * HOUR)
    const where = [...listed, { key: 'start', lte: time }, { key: 'end', gt: time }] as const
    return expectNoScan((storage) => storage.count('event', { where }), 1000)
  })

  test('does not scan to count what is still to start', () => {
    const where = [...listed, { key: 'utc_start', gt: text(FIRST + 1500 * HOUR) }] as const
    return expectNoScan((storage) => storage.count('event', { where }), 1000)
  })

  test('leaps to a page deep in the list', async () => {
    const where = [...listed, ...window]
    const offset = 20_000
    expect(await looks(large, (storage) => page(storage, where, offset))).toBeLessThan(5000)
    const [first] = await page(large.storage, where, offset)
    const all = await large.storage.find('event', { where, order: 'start', limit: LARGE })
    expect(first).toBe(all[offset])
  })

  test('does not scan for a page and the count of a category', async () => {
    const where = [...listed, ...window, { key: 'category', in: [1] }] as const
    expect(await large.storage.count('event', { where })).toBeGreaterThan(9000)
    await expectNoScan((storage) => page(storage, where), 1500)
    await expectNoScan((storage) => storage.count('event', { where }), 1500)
  })

  test('looks at no more than the carriers of a rare tag', async () => {
    const where = [...listed, ...window, { key: 'tag', in: [7] }] as const
    expect(await looks(large, (storage) => page(storage, where))).toBeLessThan(1000)
    expect(await looks(large, (storage) => storage.count('event', { where }))).toBeLessThan(1000)
  })

  test('looks at no more than the events of a rare range of a custom field', async () => {
    for (const calendar of [small, large]) {
      const where = [...listed, ...window, { key: 'field', gte: 'size=00100', lt: 'size=00130' } as const]
      for (const order of ['start', 'title'] as const) {
        const found = (storage: Storage) => storage.find('event', { where, order, limit: 50 })
        expect(await looks(calendar, found)).toBeLessThan(1000)
      }
      expect(await looks(calendar, (storage) => storage.count('event', { where }))).toBeLessThan(1000)
    }
  })

  test('does not scan for a page of what many events have in a custom field', async () => {
    await expectNoScan(
      (storage) => page(storage, [...listed, ...window, { key: 'field', gt: 'size=00700', lt: 'size>' }]),
      1000,
    )
    const where = [...listed, ...window, { key: 'field', in: ['sold=true'] } as const]
    await expectNoScan((storage) => page(storage, where), 1000)
    await expectNoScan((storage) => storage.count('event', { where }), 1000)
  })

  test('does not scan for an event by its slug or ID', async () => {
    const bySlug = (key: 'slug' | 'unique_slug') => (storage: Storage) =>
      storage.find('event', { where: [{ key, in: ['event-77'] }], order: 'id', limit: 1 })
    await expectNoScan(bySlug('slug'), 20)
    await expectNoScan(bySlug('unique_slug'), 20)
    await expectNoScan((storage) => storage.get('event', [77]), 20)
    const byIds: Condition<'event'> = { key: 'id', in: [5, 6, 7] }
    await expectNoScan(
      (storage) => storage.find('event', { where: [byIds], order: 'published', limit: 3 }),
      20,
    )
  })

  test('does not scan for the latest published', () =>
    expectNoScan((storage) => storage.find('event', { where: listed, order: 'published', limit: 10 }), 500))

  test.each(ordersOf('event').filter((order) => order !== 'start' && order !== 'id'))(
    'does not scan for a page by %s, either way',
    async (order) => {
      for (const reverse of [false, true]) {
        const find = (where: readonly Condition<'event'>[]) => (storage: Storage) =>
          storage.find('event', { where, order, reverse, limit: 50 })
        await expectNoScan(find(listed), 1000)
        const after = [order === 'title' ? 'title 1500' : text(FIRST + 900 * HOUR), 7]
        const rest = (storage: Storage) =>
          storage.find('event', { where: listed, order, reverse, limit: 50, after })
        await expectNoScan(rest, 1000)
        await expectNoScan(find([...listed, ...window]), 1500)
      }
    },
  )

  test('does not scan for what changed last, nor to count it', async () => {
    const since = ({ work }: { work: Work }) =>
      text(FIRST + ((work === large.work ? LARGE : SMALL) - 20) * HOUR)
    for (const calendar of [small, large]) {
      const where: readonly Condition<'event'>[] = [...listed, { key: 'modified', gt: since(calendar) }]
      for (const order of ['modified', 'start'] as const) {
        const found = async (storage: Storage) => {
          expect(await storage.find('event', { where, order, limit: 50 })).not.toEqual([])
        }
        expect(await looks(calendar, found)).toBeLessThan(500)
      }
      expect(await looks(calendar, (storage) => storage.count('event', { where }))).toBeLessThan(500)
    }
  })

  test('tallies by status without looking at an event', async () => {
    for (const key of ['category', 'tag', 'venue', 'organizer'] as const) {
      expect(await looks(large, (storage) => storage.tally(key, published))).toBe(0)
      expect(await looks(large, (storage) => storage.tally(key, published, [1, 2]))).toBe(0)
      const ofAll = { where: [...published.where, { key: 'full_reader', in: [0] } as const] }
      expect(await looks(large, (storage) => storage.tally(key, ofAll))).toBe(0)
    }
  })

  test('writes without scanning', async () => {
    const change = (id: number) => async (storage: Storage) => {
      const slug = { slug: 'moved', unique_slug: 'moved' }
      const [document] = await storage.get('event', [id])
      const content = exampleEvent(id, { ...slug, category: [2] })
      await storage.commit([put('event', id, content, document?.version ?? 0)])
    }
    await expectNoScan(change(901), 2000)
  })
})
