import { expect, test } from 'vitest'
import { termContent } from '../../src/core/domain/records/content.ts'
import { fromDocument } from '../../src/core/domain/records/stored-record.ts'
import type { Document } from '../../src/storage/contract.ts'
import { memoryStorage } from '../../src/storage/memory.ts'
import { eventOf, openCalendar } from '../routes/calendar.ts'

/** An event as a storage has it, with other data. */
async function eventWith(change: (data: Record<string, unknown>) => void): Promise<Document<'event'>> {
  const storage = memoryStorage()
  const { make } = openCalendar({}, storage)
  const id = await make('events', eventOf({ ticketed: true }))
  const [document = expect.unreachable('no event')] = await storage.get('event', [id])
  const data = JSON.parse(document.data)
  change(data)
  return { ...document, data: JSON.stringify(data) }
}

test('a document that lacks what a later version added gets the default', async () => {
  const document = await eventWith((data) => {
    delete data.ticketed
    delete data.own_slug
    delete data.site_timezone
  })
  expect(fromDocument('event', document)).toMatchObject({
    id: document.id,
    ticketed: false,
  })
})

test('a series that version 0.7 left unfinished says what remains to be done', async () => {
  const series = { rrule: 'FREQ=DAILY', exdate: [], rdate: [], start: '2027-03-02 19:00:00', duration: 0 }
  const state = { since: '', made: '', count: 0, due: '0001-01-01 00:00:00' }
  const adopts = { id: 7, from: '2027-03-09 19:00:00' }
  const document = await eventWith((data) => {
    data.series = { ...series, ...state, unfinished: 'make', adopts }
  })
  expect(fromDocument('event', document).series).toEqual({
    ...series,
    ...state,
    work: { do: 'make', adopts },
  })
})

test.each([
  ['title', 5],
  ['start', undefined],
  ['status', 'gone'],
  ['venue', ['7']],
  ['cost', '$10'],
  ['image', {}],
])('a document with a wrong %s is an error that names it', async (name, value) => {
  const document = await eventWith((data) => {
    data[name] = value
  })
  expect(() => fromDocument('event', document)).toThrow(
    new TypeError(`the stored event ${document.id} has wrong fields: ${name}`),
  )
})

test('a record of another kind, or none, is an error', () => {
  const tag = { kind: 'tag', id: 1, version: 1, name: 'A', description: '', slug: 'a', parent: 0 } as const
  const document = { id: 1, version: 1, ...termContent(tag) }
  expect(fromDocument('tag', document)).toEqual(tag)
  expect(() => fromDocument('category', document)).toThrow('the stored category 1 has wrong fields: kind')
  expect(() => fromDocument('tag', { ...document, data: 'null' })).toThrow('wrong fields: name, description')
})
