import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { exampleEvent, put } from '../../src/testing/examples.ts'
import { openCalendar } from './calendar.ts'

/*
 * Another process may still hold a block of IDs when an import brings records that have them.
 */

test('a create whose ID belongs to an imported record gets another one', async () => {
  const storage = memoryStorage()
  const taken = Array.from({ length: 40 }, (_, index) => index + 1)
  await storage.commit(taken.map((id) => put('event', id, exampleEvent(id))))
  const fields = { title: 'New', start_date: '2031-05-04 10:00', end_date: '2031-05-04 12:00' }
  expect(await openCalendar({}, storage).make('events', fields)).toBeGreaterThan(40)
  expect(await storage.count('event', {})).toBe(41)
})
