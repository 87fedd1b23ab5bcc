import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import type { Document, Storage } from '../../src/storage/contract.ts'
import { libsqlFiles } from '../setup/databases.ts'
import { eventOf, idOf, listOf, openCalendar } from './calendar.ts'

/*
 * `date` and `modified` are shown in the zone of the site: also those that were stored while it was another one.
 */

const sqlite = libsqlFiles()
const STORAGES: readonly (readonly [name: string, open: () => Promise<Storage>])[] = [
  ['memory', async () => memoryStorage()],
  ['SQLite', async () => (await sqlite()).storage],
]

const TIMES = ['date', 'date_utc', 'modified', 'modified_utc'] as const
const timesOf = (body: Readonly<Record<string, unknown>>) => TIMES.map((name) => body[name])

describe.each(STORAGES)('after the option timezone is changed, on %s', (_name, open) => {
  async function moved() {
    const storage = await open()
    await storage.migrate()
    const before = openCalendar({}, storage)
    const after = openCalendar({ timezone: 'Asia/Tokyo' }, storage)
    return { storage, before, after }
  }

  test('date and modified are shown in the new zone, everywhere', async () => {
    const { before, after } = await moved()
    const id = await before.make(
      'events',
      eventOf({ venue: { venue: 'Hall' }, organizer: { organizer: 'Choir' } }),
    )
    const early = await before.make('venues', { venue: 'Barn', date: '2026-07-01 10:00' })
    const shown = (await before.ask('GET', `/events/${id}`)).body
    expect(timesOf(shown)).toEqual([
      '2027-03-01 07:00:00',
      '2027-03-01 12:00:00',
      '2027-03-01 07:00:00',
      '2027-03-01 12:00:00',
    ])
    const inTokyo = [
      '2027-03-01 21:00:00',
      '2027-03-01 12:00:00',
      '2027-03-01 21:00:00',
      '2027-03-01 12:00:00',
    ]
    const { ask } = after
    const event = (await ask('GET', `/events/${id}`)).body
    const [listed] = listOf((await ask('GET', '/events')).body.events)
    const venue = (await ask('GET', `/venues/${idOf(event.venue)}`)).body
    const [organizer] = listOf((await ask('GET', '/organizers')).body.organizers)
    for (const body of [event, listed, event.venue, venue, organizer, listOf(event.organizer)[0]]) {
      expect(timesOf(recordOf(body))).toEqual(inTokyo)
    }
    expect((await ask('GET', `/venues/${early}`)).body.date).toBe('2026-07-01 23:00:00')
    // A venue that exists already is answered as it is.
    expect((await ask('POST', '/venues', { venue: 'Barn' })).body).toMatchObject({
      id: early,
      date: '2026-07-01 23:00:00',
    })
    // The event's own times are those of its own zone.
    for (const name of ['start_date', 'end_date', 'timezone', 'utc_start_date']) {
      expect(event[name], name).toBe(shown[name])
    }
  })

  test('a change keeps the instant of publication, in either zone', async () => {
    const { before, after } = await moved()
    const id = await before.make('events', eventOf({ date: '2026-07-01 10:00' }))
    const path = `/events/${id}`
    const changed = await after.ask('PATCH', path, { title: 'New' })
    expect(timesOf(changed.body).slice(0, 2)).toEqual(['2026-07-01 23:00:00', '2026-07-01 14:00:00'])
    const whole = await after.ask('PUT', path, (await after.ask('GET', path)).body)
    expect(timesOf(whole.body)).toEqual(timesOf(changed.body))
    expect(timesOf((await before.ask('GET', path)).body).slice(0, 2)).toEqual([
      '2026-07-01 10:00:00',
      '2026-07-01 14:00:00',
    ])
  })

  test('a date that was said beside another date_utc stays as it was said', async () => {
    const { before, after } = await moved()
    const said = { date: '2026-07-01 10:00:00', date_utc: '2026-07-01 10:00:00' }
    const path = `/events/${await before.make('events', eventOf(said))}`
    expect((await after.ask('GET', path)).body).toMatchObject({ ...said, modified: '2027-03-01 21:00:00' })
    expect((await after.ask('PATCH', path, { title: 'New' })).body).toMatchObject(said)
    expect((await before.ask('GET', path)).body).toMatchObject(said)
  })

  test('documents of earlier versions, which do not say their zone, are shown in it, too', async () => {
    const { storage, before, after } = await moved()
    const old = await before.make('events', eventOf({ date: '2026-07-01 10:00' }))
    const odd = await before.make(
      'events',
      eventOf({ date: '2026-07-01 10:00', date_utc: '2026-08-01 10:00' }),
    )
    for (const document of await storage.get('event', [old, odd]))
      await storage.commit([asOnceStored(document)])
    expect((await after.ask('GET', `/events/${old}`)).body).toMatchObject({
      date: '2026-07-01 23:00:00',
      modified: '2027-03-01 21:00:00',
    })
    // No zone is a month away from UTC: this date was said by itself.
    expect((await after.ask('GET', `/events/${odd}`)).body).toMatchObject({
      date: '2026-07-01 10:00:00',
      date_utc: '2026-08-01 10:00:00',
      modified: '2027-03-01 21:00:00',
    })
    expect((await before.ask('GET', `/events/${old}`)).body.date).toBe('2026-07-01 10:00:00')
  })
})

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value ?? {}))

/** The document as version 0.6 stored it. */
function asOnceStored({ id, version, keys, text, data }: Document<'event'>) {
  const { site_timezone, ...stored }: Record<string, unknown> = JSON.parse(data)
  expect(site_timezone).toBe('America/New_York')
  return {
    do: 'put',
    kind: 'event',
    id,
    expect: version,
    content: { keys, text, data: JSON.stringify(stored) },
  } as const
}
