import { equal } from './assert.ts'
import { exampleEvent, exampleOrganizer, exampleReceipt, exampleTerm, exampleVenue, put } from './examples.ts'
import { idsOf, one, write, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

export function getTests(test: StorageTest): void {
  test('get: an empty storage has nothing', async (storage) => {
    equal(await storage.get('event', [1, 2]), [], 'events')
    equal(await storage.get('tag', [1]), [], 'tags')
    equal(await storage.get('venue', []), [], 'no IDs')
  })

  test('get: gives documents in the order of the IDs, whatever order they were written in', async (storage) => {
    await writeEvents(storage, {}, {}, {})
    equal(idsOf(await storage.get('event', [3, 1, 2])), [3, 1, 2], 'IDs')
  })

  test('get: gives a document once, at its first place, however often it is named', async (storage) => {
    await writeEvents(storage, {}, {})
    equal(idsOf(await storage.get('event', [2, 1, 2, 2, 1])), [2, 1], 'IDs')
  })

  test('get: passes over what does not exist', async (storage) => {
    await writeEvents(storage, {}, {})
    equal(idsOf(await storage.get('event', [9, 2, 0, -1, 1, 2 ** 53 - 1])), [2, 1], 'IDs')
  })

  test('get: takes a thousand IDs', async (storage) => {
    await writeEvents(storage, ...Array.from({ length: 100 }, () => ({})))
    const ids = Array.from({ length: 1000 }, (_, index) => 1000 - index)
    equal(idsOf(await storage.get('event', ids)), ids.slice(900), 'IDs')
  })

  test('get: documents of different kinds may have the same ID', async (storage) => {
    await write(storage, [
      put('event', 1, exampleEvent(1)),
      put('venue', 1, exampleVenue(1)),
      put('organizer', 1, exampleOrganizer(1)),
      put('category', 1, exampleTerm(1)),
      put('tag', 1, exampleTerm(1)),
      put('receipt', 1, exampleReceipt(1)),
    ])
    equal((await one(storage, 'event', 1))?.keys, exampleEvent(1).keys, 'event')
    equal((await one(storage, 'venue', 1))?.keys, exampleVenue(1).keys, 'venue')
    equal((await one(storage, 'organizer', 1))?.keys, exampleOrganizer(1).keys, 'organizer')
    equal((await one(storage, 'category', 1))?.keys, exampleTerm(1).keys, 'category')
    equal((await one(storage, 'tag', 1))?.keys, exampleTerm(1).keys, 'tag')
    equal((await one(storage, 'receipt', 1))?.keys, exampleReceipt(1).keys, 'receipt')
  })
}
