import { memoryStorage } from 'kalends/storage/memory'
import { beforeEach, describe, expect, test } from 'vitest'
import { Slices } from '../../src/formats/give-way.ts'
import { readIcs } from '../../src/formats/read-ics.ts'
import type { Storage } from '../../src/storage/contract.ts'
import { at, type Calendar, listOf, openCalendar } from '../routes/calendar.ts'
import { calendarOf, eventOn, feedServer } from './feeds.ts'

/* Calendars that ask for more work, more memory or more rights than they may have. */

let server: ReturnType<typeof feedServer>
let calendar: Calendar
const harmless = eventOn('0416', 'harmless')

beforeEach(() => open())

function open(storage?: Storage) {
  server = feedServer()
  calendar = openCalendar({ sources: { fetch: server.fetch } }, storage)
}

const sourceOf = (name: string, text: string, fields: object = {}): Promise<number> => {
  server.serve(`https://${name}.example/a.ics`, text)
  return calendar.make('sources', { url: `https://${name}.example/a.ics`, status: 'publish', ...fields })
}
const pull = async (id: number) => (await calendar.ask('POST', `/sources/${id}/pull`)).body
const titles = async () =>
  listOf((await calendar.ask('GET', '/events?start_date=2000-01-01')).body.events).map((event) =>
    at(event, 'title'),
  )

describe('an event of a calendar is refused, and the others come', () => {
  const long = 'x'.repeat(400_001)
  test.each([
    ['with a text that no field takes', eventOn('0415', 'a', { DESCRIPTION: long }), 'it is too large'],
    ['with a line in many parts', eventOn('0415', 'a', { 'X-A': '\r\n x'.repeat(400_001) }), 'large'],
    ['with many properties', eventOn('0415', 'a', { 'X-A': `1${'\r\nA:'.repeat(10_000)}` }), 'too large'],
    ['with many dates', eventOn('0415', 'a', { RDATE: '20270501,'.repeat(150_000) }), 'too large'],
    ['with a long UID', eventOn('0415', 'a'.repeat(5000)), 'UID must be at most'],
  ])('%s', async (_how, event, why) => {
    const id = await sourceOf('a', calendarOf([event, harmless]))
    expect(await pull(id)).toMatchObject({ new: 1, refused: [{ why: expect.stringContaining(why) }] })
    expect(await titles()).toEqual(['Event harmless'])
  })
})

test('a file in an event is left out, however large it is', async () => {
  const file = { 'ATTACH;ENCODING=BASE64;VALUE=BINARY': 'QUJD'.repeat(500_000) }
  const id = await sourceOf('a', calendarOf([eventOn('0415', 'a', file)]))
  expect(await pull(id)).toMatchObject({ new: 1, refused: [] })
})

test('a UID that changes into one that cannot be stored changes nothing', async () => {
  const id = await sourceOf('a', calendarOf([eventOn('0415', 'a')]))
  await pull(id)
  server.serve(
    'https://a.example/a.ics',
    calendarOf([eventOn('0415', 'b'.repeat(5000), { LOCATION: 'Park' })]),
  )
  expect(await pull(id)).toMatchObject({
    changed: 0,
    refused: [{ why: expect.stringContaining('UID must') }],
  })
})

test('changed dates count as events, so that one event has no million of them', async () => {
  const changed = Array.from({ length: 20_000 }, (_, index) =>
    eventOn('0415', 'a', { 'RECURRENCE-ID': `20270415T19${String(index % 60).padStart(2, '0')}00` }),
  )
  const series = eventOn('0415', 'a', { RRULE: 'FREQ=DAILY;COUNT=3' })
  const id = await sourceOf('a', calendarOf([series, ...changed]))
  expect(await pull(id)).toMatchObject({ new: 0, error: 'it has more than 20000 events' })
})

test('other work runs between the changed dates of one event', async () => {
  const changed = Array.from({ length: 2500 }, (_, index) =>
    eventOn('0415', 'a', { 'RECURRENCE-ID': `20270415T19${String(index % 60).padStart(2, '0')}00` }),
  )
  const text = calendarOf([eventOn('0415', 'a', { RRULE: 'FREQ=DAILY;COUNT=3' }), ...changed])
  let turns = 0
  const slices = new Slices(async () => {
    turns++
  })
  await readIcs(text, { timezone: undefined, siteTimezone: 'UTC' }, slices)
  // One for each thousand, beside those of the lines.
  expect(turns).toBeGreaterThanOrEqual(2)
})

test('the name of a calendar and what is wrong with it hold nothing that a storage cannot keep', async () => {
  const id = await sourceOf('a', calendarOf([harmless], { 'X-WR-CALNAME': `a\0${'x'.repeat(198)}😀😀` }))
  await pull(id)
  const named = await calendar.ask('GET', `/sources/${id}`)
  expect(named.body.title).toBe(`a${'x'.repeat(198)}`)
  server.serve('https://a.example/a.ics', 'BEGIN:VCALENDAR\r\nBEGIN:\0\r\nEND:VCALENDAR\r\n')
  expect((await pull(id)).error).not.toContain('\0')
})

test('what our own files say beside iCalendar is not read: it could name images, and fields of the host', async () => {
  const fields = { image: 1, custom_fields: { a: 1 }, cost: '5', title: 7, recurrence: { rdate: 5 } }
  const own = { 'X-KALENDS-FIELDS': JSON.stringify(fields).replaceAll(',', '\\,') }
  const id = await sourceOf('a', calendarOf([eventOn('0415', 'a', own)]))
  expect(await pull(id)).toMatchObject({ new: 1, refused: [] })
  const [event] = listOf((await calendar.ask('GET', '/events?start_date=2000-01-01')).body.events)
  expect(event).toMatchObject({ title: 'Event a', image: false, cost: '', custom_fields: [] })
})

test('a calendar that finds a fault of ours keeps no other one from being read', async () => {
  const fault = new TypeError('a fault')
  const storage = memoryStorage()
  open({
    ...storage,
    commit: (changes) =>
      changes.some((change) => change.do === 'put' && change.content.data.includes('Event evil'))
        ? Promise.reject(fault)
        : storage.commit(changes),
  })
  const id = await sourceOf('evil', calendarOf([eventOn('0415', 'evil')]))
  await sourceOf('other', calendarOf([harmless]))
  expect(await calendar.api.pull()).toMatchObject({ read: 2, new: 1, failed: 1, waiting: 0 })
  expect(calendar.errors).toEqual([fault])
  expect((await calendar.ask('GET', `/sources/${id}`)).body.error).toBe('an error of this program')
  expect(await pull(id)).toMatchObject({ error: 'an error of this program' })
})

test('dates of series are bounded, and what is here already stays as it is', async () => {
  server = feedServer()
  calendar = openCalendar({ sources: { fetch: server.fetch }, limits: { occurrences: 3 } })
  const daily = (uid: string) => eventOn('0415', uid, { RRULE: 'FREQ=DAILY' })
  const id = await sourceOf('a', calendarOf([daily('here')]))
  expect(await pull(id)).toMatchObject({ new: 1, refused: [] })
  const many = Array.from({ length: 120 }, (_, index) => daily(`more-${index}`))
  server.serve('https://a.example/a.ics', calendarOf([...many, daily('here')]))
  const report = await pull(id)
  expect(report).toMatchObject({ gone: 0 })
  expect(report.refused).toContainEqual(
    expect.objectContaining({ uid: 'here', why: 'the calendar has more than 300 dates' }),
  )
  expect(Number(report.new)).toBeLessThan(100)
})

test('no commit holds the dates of many series', async () => {
  const storage = memoryStorage()
  const sizes: number[] = []
  open({
    ...storage,
    commit: (changes) => {
      sizes.push(changes.filter(({ kind }) => kind === 'event').length)
      return storage.commit(changes)
    },
  })
  const daily = Array.from({ length: 6 }, (_, index) =>
    eventOn('0415', `${index}`, { RRULE: 'FREQ=DAILY;COUNT=100' }),
  )
  const id = await sourceOf('a', calendarOf(daily))
  expect(await pull(id)).toMatchObject({ new: 6 })
  server.serve('https://a.example/a.ics', calendarOf([harmless]))
  await calendar.ask('POST', `/sources/${id}/pull?confirm=1`)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2 * 101)
})

test('a report names titles and codes, what comes without its end, and how many events are outside of the window', async () => {
  const far = eventOn('0416', 'far', { DTSTART: '20350416T190000', DTEND: '20350416T200000' })
  const endless = eventOn('0417', 'endless', { DTEND: 'late' })
  const series = eventOn('0418', 'series', { RRULE: 'FREQ=DAILY;COUNT=2' })
  const id = await sourceOf(
    'a',
    calendarOf([far, endless, series, eventOn('0419', 'bad', { DTSTART: 'never' })]),
  )
  const first = await pull(id)
  expect(first).toMatchObject({
    ...{ new: 2, outside: 1, notes: [{ uid: 'endless', title: 'Event endless', code: 'no_end' }] },
    refused: [
      { uid: 'bad', title: 'Event bad', code: 'bad_date', message: 'the start is not a date: never' },
    ],
  })
  const over = { ...series, RRULE: 'FREQ=DAILY;UNTIL=20270401T000000' }
  server.serve('https://a.example/a.ics', calendarOf([far, endless, over]))
  // A series that ends before its first date is gone, as one that is not in the calendar any more.
  expect(await pull(id)).toMatchObject({ gone: 1, refused: [{ uid: 'series', code: 'no_dates' }] })
})
