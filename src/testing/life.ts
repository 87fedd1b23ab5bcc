import { equal, unavailable } from './assert.ts'
import { exampleEvent, exampleReceipt, exampleTerm, put } from './examples.ts'
import { matchingEvents, one, write, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

const LARGEST = Number.MAX_SAFE_INTEGER

export function lifeTests(test: StorageTest): void {
  test('life: migrate changes nothing when it runs again, or several times at once', async (storage) => {
    await writeEvents(storage, { tag: [1] }, {})
    const before = await storage.get('event', [1, 2])
    const ids = await storage.allocate('post', 3)
    await storage.migrate()
    await Promise.all([storage.migrate(), storage.migrate(), storage.migrate()])
    equal(await storage.get('event', [1, 2]), before, 'documents')
    equal(await storage.tally('tag', {}), new Map([[1, 1]]), 'tally')
    const later = await storage.allocate('post', 3)
    equal(
      later.filter((id) => ids.includes(id)),
      [],
      'IDs given twice',
    )
  })

  test('life: after close every call rejects with StorageUnavailable', async (storage) => {
    await writeEvents(storage, {})
    await storage.close()
    await unavailable(() => storage.get('event', [1]), 'get')
    await unavailable(() => storage.find('event', { order: 'id', limit: 1 }), 'find')
    await unavailable(() => storage.count('event', {}), 'count')
    await unavailable(() => storage.tally('tag', {}), 'tally')
    await unavailable(() => storage.allocate('post', 1), 'allocate')
    await unavailable(() => storage.reserve('post', 1), 'reserve')
    await unavailable(() => storage.commit([put('event', 2, exampleEvent(2))]), 'commit')
    await unavailable(() => storage.commit([]), 'an empty commit')
    await unavailable(() => storage.migrate(), 'migrate')
  })

  test('life: everything is there after a restart, where anything outlives the storage', async (storage, opened) => {
    if (opened.reopen === undefined) return
    const content = exampleEvent(1, { tag: [1, 2], unique_slug: 'kept', text: ['words'], data: '{"é":"😀"}' })
    await write(storage, [
      put('event', 1, exampleEvent(1)),
      put('event', 2, exampleEvent(2)),
      put('tag', 3, exampleTerm(3)),
      put('receipt', LARGEST, exampleReceipt(LARGEST)),
    ])
    await write(storage, [put('event', 1, content, 1), { do: 'remove', kind: 'event', id: 2, expect: 1 }])
    const ids = await storage.allocate('post', 10)
    await storage.close()

    const again = await opened.reopen()
    try {
      await again.migrate()
      equal(await again.get('event', [1, 2]), [{ id: 1, version: 2, ...content }], 'events')
      equal((await one(again, 'tag', 3))?.keys, exampleTerm(3).keys, 'tag')
      const receipt = { id: LARGEST, version: 1, ...exampleReceipt(LARGEST) }
      equal(await again.get('receipt', [LARGEST, LARGEST - 1]), [receipt], 'receipts')
      const expired = {
        where: [{ key: 'expires', lt: '2031-07-01 00:00:00' }],
        order: 'id',
        limit: 9,
      } as const
      equal(await again.find('receipt', expired), [receipt], 'receipts found by date')
      equal(await matchingEvents(again, { key: 'tag', in: [2] }), [1], 'found by tag')
      const text = { all: ['words'], none: [], oneField: false }
      equal(await again.count('event', { text }), 1, 'found by text')
      equal(
        await again.tally('tag', {}),
        new Map([
          [1, 1],
          [2, 1],
        ]),
        'tally',
      )
      const claim = put('event', 4, exampleEvent(4, { unique_slug: 'kept' }))
      equal(await again.commit([claim]), { conflict: 'taken', kind: 'event', id: 4 }, 'unique value')
      const later = await again.allocate('post', 10)
      equal(
        later.filter((id) => ids.includes(id)),
        [],
        'IDs given twice',
      )
    } finally {
      await again.close()
    }
  })
}
