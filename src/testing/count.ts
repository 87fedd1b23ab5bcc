import { equal } from './assert.ts'
import { exampleTerm, put } from './examples.ts'
import { write, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

/* Tests of `find` also compare the count. These tests cover errors that only a count can have. */
export function countTests(test: StorageTest): void {
  test('count: nothing is 0', async (storage) => {
    equal(await storage.count('event', {}), 0, 'events')
    equal(await storage.count('tag', { where: [{ key: 'parent', in: [0] }] }), 0, 'tags')
  })

  test('count: a document with several of the values counts once', async (storage) => {
    await writeEvents(storage, { category: [1, 2, 3], tag: [1, 2] }, { category: [2, 3] })
    equal(await storage.count('event', { where: [{ key: 'category', in: [1, 2, 3] }] }), 2, 'one condition')
    const where = [
      { key: 'category', in: [2, 3] },
      { key: 'tag', in: [1, 2] },
    ] as const
    equal(await storage.count('event', { where }), 1, 'two conditions')
  })

  test('count: follows every commit', async (storage) => {
    const term = (id: number, parent: number, expect: number) =>
      put('category', id, exampleTerm(id, { parent }), expect)
    const below = () => storage.count('category', { where: [{ key: 'parent', in: [7] }] })
    await write(storage, [term(1, 7, 0), term(2, 7, 0), term(3, 0, 0)])
    equal(await below(), 2, 'after the first commit')
    await write(storage, [term(1, 0, 1), term(3, 7, 1), { do: 'remove', kind: 'category', id: 2, expect: 1 }])
    equal(await below(), 1, 'after changes')
    equal(await storage.count('category', {}), 2, 'all')
  })

  test('count: windows of time, by every edge', async (storage) => {
    const times = ['2031-03-01 00:00:00', '2031-03-01 12:00:00', '2031-03-02 00:00:00', '2031-06-01 00:00:00']
    const events = times.flatMap((start) =>
      times.flatMap((end) => (end < start ? [] : [{ start, end, utc_start: start }])),
    )
    await writeEvents(storage, ...events)
    for (const from of times) {
      for (const to of times) {
        const inside = events.filter(({ start, end }) => start >= from && end <= to).length
        const within = [
          { key: 'start', gte: from },
          { key: 'end', lte: to },
        ] as const
        equal(await storage.count('event', { where: within }), inside, `inside ${from} to ${to}`)
        const touching = events.filter(({ start, end }) => start < to && end > from).length
        const over = [
          { key: 'start', lt: to },
          { key: 'end', gt: from },
        ] as const
        equal(await storage.count('event', { where: over }), touching, `touching ${from} to ${to}`)
      }
    }
  })
}
