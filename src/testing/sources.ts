import { equal } from './assert.ts'
import { exampleSource, put } from './examples.ts'
import { matching, write } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

/* Calendars that are read, and what is known of their events. */

const LARGEST = Number.MAX_SAFE_INTEGER

export function sourceTests(test: StorageTest): void {
  test('sources: are found by the calendar and by the event, whatever their IDs are', async (storage) => {
    await write(storage, [
      put('source', 1, exampleSource(1)),
      put('source', 2, exampleSource(2)),
      put('source', 7, exampleSource(7, { source: 1, event: 30 })),
      put('source', LARGEST, exampleSource(LARGEST, { source: 2, event: 30 })),
      put('source', 9, exampleSource(9, { source: 2, event: 31 })),
    ])
    equal(await matching(storage, 'source', 'id', { key: 'source', in: [0] }), [1, 2], 'the calendars')
    equal(await matching(storage, 'source', 'id', { key: 'source', in: [2] }), [9, LARGEST], 'of a calendar')
    equal(await matching(storage, 'source', 'id', { key: 'event', in: [30] }), [7, LARGEST], 'of an event')
    equal(await storage.count('source', { where: [{ key: 'source', in: [2] }] }), 2, 'the number')
    await write(storage, [
      put('source', 7, exampleSource(7, { source: 1, event: 31 }), 1),
      { do: 'remove', kind: 'source', id: 9, expect: 1 },
    ])
    equal(await matching(storage, 'source', 'id', { key: 'event', in: [31] }), [7], 'after a change')
    equal(await matching(storage, 'source', 'id', { key: 'event', in: [30] }), [LARGEST], 'what is left')
  })
}
