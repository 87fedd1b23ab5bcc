import { memoryStorage } from 'kalends/storage/memory'
import { beforeEach, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { at, type Calendar, listOf, openCalendar } from '../routes/calendar.ts'
import { calendarOf, eventOn, feedServer } from '../sources/feeds.ts'

/* In feeds, each UID stands once, whatever strangers say. A file changes what an import has brought, and nothing else. */

let storage: Storage
let server: ReturnType<typeof feedServer>
let calendar: Calendar
const open = () => openCalendar({ import: true, sources: { fetch: server.fetch } }, storage)

beforeEach(() => {
  storage = memoryStorage()
  server = feedServer()
  calendar = open()
})

const typed = (title: string) =>
  calendar.make('events', {
    ...{ title, status: 'publish', start_date: '2027-04-20 19:00', end_date: '2027-04-20 20:00' },
  })
const sourceOf = (name: string, ...events: readonly ReturnType<typeof eventOn>[]) => {
  server.serve(`https://${name}.example/a.ics`, calendarOf(events))
  return calendar.make('sources', { url: `https://${name}.example/a.ics`, status: 'publish' })
}
const bring = async (...events: readonly ReturnType<typeof eventOn>[]) => {
  const headers = { 'content-type': 'text/calendar' }
  const { status, body } = await calendar.send('/import', {
    ...{ method: 'POST', headers, body: calendarOf(events) },
  })
  expect(status).toBe(200)
  return body
}
/** What the feed shows: UIDs by titles. */
async function shown(): Promise<Record<string, string>> {
  const { text } = await calendar.send('/events.ics', {}, 'visitor')
  const uids = [...text.matchAll(/^UID:(.*)\r$/gm)].map(([, uid = '']) => uid)
  const titles = [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title = '']) => title)
  expect(new Set(uids).size).toBe(uids.length)
  return Object.fromEntries(titles.map((title, index) => [title, uids[index] ?? '']))
}
const titles = async () =>
  listOf((await calendar.ask('GET', '/events')).body.events)
    .map((event) => String(at(event, 'title')))
    .sort()

test('a source that takes the UID of an event here gets one of ours for its own, the same at every reading', async () => {
  const id = await typed('Ours')
  const uid = `event-${id}@calendar.example`
  const source = await sourceOf('a', eventOn('0415', uid, { SUMMARY: 'Theirs' }))
  await calendar.api.pull()
  const first = await shown()
  expect(first).toEqual({ Ours: uid, Theirs: expect.stringMatching(/^event-\d+@calendar\.example$/) })
  server.serve(
    'https://a.example/a.ics',
    calendarOf([eventOn('0415', uid, { SUMMARY: 'Theirs', LOCATION: 'Park' })]),
  )
  expect((await calendar.ask('POST', `/sources/${source}/pull`)).body).toMatchObject({ changed: 1 })
  expect(await shown()).toEqual(first)
})

test('a UID of our form that no event has yet is not taken over either', async () => {
  await sourceOf('a', eventOn('0415', 'event-99@calendar.example', { SUMMARY: 'Theirs' }))
  await calendar.api.pull()
  expect((await shown()).Theirs).not.toBe('event-99@calendar.example')
})

test('of two sources with one UID, the first has it', async () => {
  await sourceOf('a', eventOn('0415', 'x@y', { SUMMARY: 'First' }))
  await calendar.api.pull()
  await sourceOf('b', eventOn('0416', 'x@y', { SUMMARY: 'Second' }))
  await calendar.api.pull()
  expect(await shown()).toEqual({ First: 'x@y', Second: expect.stringMatching(/^event-\d+@/) })
})

test('of two processes that bring one UID at the same time, one gets it', async () => {
  await sourceOf('a', eventOn('0415', 'x@y', { SUMMARY: 'First' }))
  await sourceOf('b', eventOn('0416', 'x@y', { SUMMARY: 'Second' }))
  const [one, other] = [open(), open()]
  const [first, second] = (
    await calendar.ask('GET', '/sources').then(({ body }) => listOf(body.sources))
  ).map((source) => Number(at(source, 'id')))
  await Promise.all([one.ask('POST', `/sources/${first}/pull`), other.ask('POST', `/sources/${second}/pull`)])
  const uids = Object.values(await shown())
  expect(uids).toHaveLength(2)
  expect(uids).toContain('x@y')
})

test('what is deleted for good gives its UID back', async () => {
  await bring(eventOn('0415', 'x@y', { SUMMARY: 'First' }))
  const [event] = listOf((await calendar.ask('GET', '/events')).body.events)
  await calendar.ask('DELETE', `/events/${at(event, 'id')}?force=true`, undefined, 'administrator')
  await sourceOf('a', eventOn('0416', 'x@y', { SUMMARY: 'Second' }))
  await calendar.api.pull()
  expect(await shown()).toEqual({ Second: 'x@y' })
})

test('a file with the UID of an event that was typed here makes a new one, and then changes that', async () => {
  const id = await typed('Ours')
  const uid = `event-${id}@calendar.example`
  const theirs = (more: object) => eventOn('0415', uid, { SUMMARY: 'Theirs', ...more })
  expect(await bring(theirs({}))).toMatchObject({ created: 1, updated: 0 })
  expect(await bring(theirs({}))).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  const before = await shown()
  expect(await bring(theirs({ LOCATION: 'Park' }))).toMatchObject({ created: 0, updated: 1 })
  expect(await shown()).toEqual(before)
  expect(await titles()).toEqual(['Ours', 'Theirs'])
})

test('a file with the UID of an event of a source makes a new one', async () => {
  await sourceOf('a', eventOn('0415', 'x@y', { SUMMARY: 'Of the source' }))
  await calendar.api.pull()
  const own = eventOn('0416', 'x@y', { SUMMARY: 'Of the file' })
  expect(await bring(own)).toMatchObject({ created: 1, updated: 0 })
  expect(await bring(own)).toMatchObject({ created: 0, unchanged: 1 })
  expect(await titles()).toEqual(['Of the file', 'Of the source'])
  expect((await shown())['Of the source']).toBe('x@y')
})
