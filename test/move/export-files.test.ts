import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { keyValueStorage } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { readByIcalJs, readByTsIcs } from '../feeds/readers.ts'
import { idsIn, on } from '../routes/calendar.ts'
import { libsqlMemory } from '../setup/databases.ts'
import { type FileCalendar, fileCalendar } from './files.ts'

/*
 * What is exported, another calendar reads: it then exports the same.
 */

const TARGETS: readonly (readonly [string, () => Storage])[] = [
  ['memory', memoryStorage],
  ['SQLite', () => sqlStorage(libsqlMemory().client)],
  ['a key-value store', () => keyValueStorage(memoryKeyValue())],
]

async function stock(calendar: FileCalendar): Promise<void> {
  const { make, ask } = calendar
  await make(
    'events',
    on('2027-05-10 10:00', '2027-05-10 12:00', {
      title: 'Jazz <em>& more</em>, here; "now"',
      description: '<p>Line <a href="https://x.example/?a=1&amp;b=2">one</a></p>\n<ul><li>x, y; z</li></ul>',
      excerpt: '<p>Short</p>',
      venue: [
        { venue: 'Hall, big', address: '1 High St', city: 'Berlin', geo_lat: 52.5, geo_lng: 13.4 },
        { venue: 'Annexe' },
      ],
      organizer: [
        { organizer: 'Anna, B', email: 'a@b.example', phone: '+49 30 123' },
        { organizer: 'Bob \\ Co' },
      ],
      categories: ['Music', 'Two, three'],
      tags: ['Loud'],
      cost: ['$10', '25 €'],
      website: 'https://jazz.example/?x=1,2',
      image: 'https://img.example/a.jpg',
      featured: true,
      sticky: true,
    }),
  )
  await make('events', on('2027-05-11 10:00', undefined, { title: 'Draft', status: 'draft', tags: ['Loud'] }))
  await make(
    'events',
    on('2027-05-12', '2027-05-14', {
      title: 'Camp',
      all_day: true,
      hide_from_listings: true,
      timezone: 'Asia/Tokyo',
    }),
  )
  await make('events', on('2027-05-13 10:00', '2027-05-13 11:30', { title: 'Secret', password: 'rosebud' }))
  await make(
    'events',
    on('2027-11-07 01:30', '2027-11-07 03:00', { title: 'Clock', utc_start_date: '2027-11-07 06:30:00' }),
  )
  await make(
    'events',
    on('2027-05-15 10:00', '2027-05-15 11:00', { title: 'Offset', timezone: 'UTC+5:30', status: 'private' }),
  )
  const choir = await make(
    'events',
    on('2027-03-02 19:00', '2027-03-02 21:00', {
      title: 'Choir',
      venue: { venue: 'Annexe' },
      recurrence: {
        rrule: 'FREQ=WEEKLY;UNTIL=20270420T235959;BYDAY=TU',
        exdate: ['2027-03-16'],
        rdate: ['2027-03-18 20:00'],
      },
    }),
  )
  const [, second, third] = idsIn((await ask('GET', `/events?post_parent=${choir}`)).body, 'events')
  const moved = { title: 'Other', start_date: '2027-03-10 20:00', end_date: '2027-03-10 22:00', venue: [] }
  expect((await ask('PATCH', `/events/${second}`, moved)).status).toBe(200)
  expect((await ask('PATCH', `/events/${third}`, { status: 'private' })).status).toBe(200)
  await make(
    'events',
    on('2027-06-01', '2027-06-02', {
      title: 'Fair',
      all_day: true,
      recurrence: { rrule: 'FREQ=YEARLY;COUNT=2' },
    }),
  )
  // The first date that the rule names is not the start.
  await make(
    'events',
    on('2027-06-02 02:00', '2027-06-02 03:00', {
      title: 'Bells',
      timezone: 'UTC+5',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3;BYDAY=MO' },
    }),
  )
  const bin = await make('events', on('2027-05-16 10:00', undefined, { title: 'Bin' }))
  await ask('DELETE', `/events/${bin}`)
}

/** The numbers of versions are not brought. */
/** Events have other IDs there, and those with UIDs of ours get others. */
const comparable = (text: string) => text.replace(/^SEQUENCE:.*\r\n/gm, '').replace(/event-\d+@/g, 'event-@')

const shown = (events: readonly Readonly<Record<string, unknown>>[]) =>
  events.map(
    ({ title, start_date, end_date, utc_start_date, timezone, status, hide_from_listings, cost }) => [
      ...[title, start_date, end_date, utc_start_date, timezone, status, hide_from_listings, cost],
    ],
  )

describe.each(TARGETS)('into %s', (_name, open) => {
  test.each(['ics', 'csv'] as const)(
    '%s: the same calendar, and nothing to do when repeated',
    async (format) => {
      const calendar = fileCalendar()
      await stock(calendar)
      const file = await calendar.export(format)

      const target = fileCalendar(open())
      await target.api.migrate()
      const report = await target.bring(file)
      expect(report).toMatchObject({ format, read: 9, created: 9, skipped: 0, notes: [], unknownColumns: [] })
      expect(comparable(await target.export(format))).toBe(comparable(file))
      const [before, after] = [await calendar.events(), await target.events()]
      const published = before.map((event) =>
        event.title === 'Secret' ? { ...event, status: 'private' } : event,
      )
      expect(shown(after)).toEqual(shown(published))
      expect(after).toHaveLength(18)

      const again = await target.bring(file)
      expect(again).toMatchObject({ read: 9, created: 0, updated: 0, unchanged: 9, gone: [], notes: [] })
      expect(await target.events()).toEqual(after)
    },
  )
})

test.each(['UTC+5:30', 'UTC', 'Asia/Kathmandu'])(
  'a changed date of a series in %s keeps the zone',
  async (timezone) => {
    const calendar = fileCalendar()
    const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=3;BYDAY=MO' }
    const id = await calendar.make(
      'events',
      on('2027-05-10 02:00', '2027-05-10 03:00', { timezone, recurrence }),
    )
    const [, second] = idsIn((await calendar.ask('GET', `/events?post_parent=${id}`)).body, 'events')
    const moved = { start_date: '2027-05-18 04:00', end_date: '2027-05-18 05:00' }
    expect((await calendar.ask('PATCH', `/events/${second}`, moved)).status).toBe(200)
    for (const format of ['ics', 'csv'] as const) {
      const target = fileCalendar()
      expect(await target.bring(await calendar.export(format))).toMatchObject({ created: 1, notes: [] })
      const overrides = (await target.events()).map((event) => [
        event.start_date,
        event.timezone,
        event.overrides,
      ])
      expect(overrides).toEqual([
        ['2027-05-10 02:00:00', timezone, []],
        ['2027-05-18 04:00:00', timezone, ['start_date', 'end_date']],
        ['2027-05-24 02:00:00', timezone, []],
      ])
    }
  },
)

test('other readers see the same events, and no passwords', async () => {
  const calendar = fileCalendar()
  await stock(calendar)
  const text = await calendar.export('ics')
  expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  expect(text).not.toMatch(/rosebud|scrypt|pbkdf|Bin/i)
  expect(await calendar.export('csv')).not.toMatch(/rosebud|scrypt|pbkdf|Bin/i)
  const [one, other] = [readByIcalJs(text), readByTsIcs(text)]
  expect(one.map(({ summary, start, end }) => [summary, start, end])).toEqual(
    other.map(({ summary, start, end }) => [summary, start, end]),
  )
  expect(new Set(one.map(({ uid }) => uid)).size).toBe(9)
  expect(one).toHaveLength(11)
})
