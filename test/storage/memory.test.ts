import { memoryStorage } from 'kalends/storage/memory'
import { exampleEvent, put, testStorage } from 'kalends/testing'
import { expect, test } from 'vitest'
import { byOrder, type Condition, passes } from '../../src/storage/contract.ts'
import { compareCalendar } from '../../src/testing/random.ts'

testStorage({ test, open: async () => ({ storage: memoryStorage() }) })

/* Beyond the sizes at which lists are split and postings are sorted. */
test('a large calendar answers as the contract says', () =>
  compareCalendar(memoryStorage(), { seed: 5, documents: 6000, queries: 100 }))

test('documents are frozen, and the same object until they change', async () => {
  const storage = memoryStorage()
  const put = (expect: number) => storage.commit([{ do: 'put', kind: 'tag', id: 1, expect, content }])
  const content = {
    keys: { slug: 'a', unique_slug: 'a', name: 'a', parent: 0 },
    text: ['a'],
    data: '{}',
  }
  await put(0)
  const [first] = await storage.get('tag', [1])
  const [again] = await storage.find('tag', { order: 'id', limit: 1 })
  expect(again).toBe(first)
  expect([first, first?.keys, first?.text].every(Object.isFrozen)).toBe(true)
  await put(1)
  expect((await storage.get('tag', [1]))[0]).not.toBe(first)
  expect(first?.version).toBe(1)
})

/* The contract knows no such dates. Whoever writes them all the same gets the lists that the contract's code gives. */
test('texts that are no dates, and events that end before they start, are compared as texts', async () => {
  const storage = memoryStorage()
  const texts = [
    '',
    '2031',
    '2031-02-28 23:59:59',
    '2031-02-31 00:00:00',
    '2031-03-01 00:00:00',
    '2031-03-01 24:00:00',
  ]
  texts.push('2031-03-02T00:00:00', '2031/03/02', ':', '9999-12-31 23:59:59', '0000-01-01 00:00:00')
  const all = texts.flatMap((start) => texts.map((end) => ({ start, end, utc_start: start })))
  const changes = all.map((times, index) => put('event', index + 1, exampleEvent(index + 1, times)))
  await storage.commit(changes)
  const documents = await storage.get(
    'event',
    changes.map(({ id }) => id),
  )
  for (const bound of texts) {
    const where = (['start', 'end', 'utc_start'] as const).flatMap((key): Condition<'event'>[] => [
      { key, gte: bound },
      { key, gt: bound },
      { key, lte: bound },
      { key, lt: bound },
      { key, gte: bound, lte: bound },
    ])
    for (const condition of where) {
      const filter = { where: [condition] }
      const expected = documents.filter((one) => passes(one, filter)).sort(byOrder('event', 'start'))
      expect(await storage.find('event', { ...filter, order: 'start', limit: 1000 })).toEqual(expected)
      expect(await storage.count('event', filter)).toBe(expected.length)
    }
  }
})

test('a commit with two changes of one document is a mistake, and changes nothing', async () => {
  const storage = memoryStorage()
  const change = put('event', 1, exampleEvent(1))
  await expect(storage.commit([change, change])).rejects.toThrow(TypeError)
  expect(await storage.count('event', {})).toBe(0)
})
