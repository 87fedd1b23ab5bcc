import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asker, at, type Calendar, eventOf, idOf, idsIn, openCalendar } from '../routes/calendar.ts'
import type { Opened } from '../setup/shared-calendar.ts'

/* The same venue at the same time is worth a word, on one storage. It is 2027-03-01, a Monday. */

export function venueTakenOn(openStorage: () => Opened | Promise<Opened>): void {
  describe('the same venue at the same time', () => {
    let close: Opened['close']
    let calendar: Calendar
    let venue = 0
    beforeAll(async () => {
      const opened = await openStorage()
      close = opened.close
      await opened.storage.migrate()
      calendar = openCalendar({}, opened.storage)
    })
    afterAll(() => close())

    /** A venue of its own for each test. */
    const newVenue = async () => {
      venue = await calendar.make('venues', { venue: `Hall ${venue}` })
      return venue
    }
    const from = (start: string, end: string, fields: object = {}) =>
      eventOf({ start_date: `2027-05-10 ${start}`, end_date: `2027-05-10 ${end}`, venue, ...fields })
    const make = (start: string, end: string, fields?: object) =>
      calendar.make('events', from(start, end, fields))
    const warned = async (fields: object, as?: Asker) => {
      const answer = await calendar.ask('POST', '/events?warn=1', fields, as)
      expect(answer.status, answer.text).toBe(201)
      return { id: idOf(answer.body), warnings: answer.body.warnings }
    }
    const taken = (...events: number[]) => [{ code: 'venue_taken', events }]

    test('is in the answer to a create and to an update that wants warnings, and nowhere else', async () => {
      await newVenue()
      const first = await make('10:00', '12:00')
      const second = await warned(from('11:00', '13:00'))
      expect(second.warnings).toEqual(taken(first))
      const path = `/events/${first}`
      expect((await calendar.ask('PATCH', `${path}?warn=1`, {})).body.warnings).toEqual(taken(second.id))
      expect((await calendar.ask('PATCH', path, {})).body).not.toHaveProperty('warnings')
      expect((await calendar.ask('PATCH', `${path}?warn=0`, {})).body).not.toHaveProperty('warnings')
      expect((await calendar.ask('GET', `${path}?warn=1`)).body).not.toHaveProperty('warnings')
      const dry = await calendar.ask('PATCH', `${path}?warn=1&dry_run=1`, {})
      expect(dry.body).not.toHaveProperty('warnings')
      expect((await calendar.ask('PATCH', `${path}?warn=perhaps`, {})).status).toBe(400)
      // Sent back, warnings say nothing.
      const sent = await calendar.ask('PATCH', path, { warnings: taken(7) })
      expect(sent.body).not.toHaveProperty('warnings')
    })

    test('only where the times overlap, at the same venue', async () => {
      await newVenue()
      const first = await make('10:00', '12:00')
      for (const [start, end] of [
        ['08:00', '10:00'],
        ['12:00', '14:00'],
      ] as const)
        expect((await warned(from(start, end))).warnings).toEqual([])
      expect((await warned(from('10:30', '11:00', { venue: [] }))).warnings).toEqual([])
      // By the clock of another zone: 16:00 in Berlin is 10:00 in New York.
      const berlin = from('16:00', '17:00', { timezone: 'Europe/Berlin' })
      expect((await warned(berlin)).warnings).toEqual(taken(first))
    })

    test('what is cancelled or in the trash leaves the venue to others', async () => {
      await newVenue()
      const first = await make('10:00', '12:00', { event_status: 'canceled' })
      const trashed = await make('10:00', '12:00')
      await calendar.ask('DELETE', `/events/${trashed}`)
      const second = await warned(from('10:00', '12:00'))
      expect(second.warnings).toEqual([])
      const back = await calendar.ask('PATCH', `/events/${first}?warn=1`, { event_status: 'scheduled' })
      expect(back.body.warnings).toEqual(taken(second.id))
      const off = await calendar.ask('PATCH', `/events/${first}?warn=1`, { event_status: 'postponed' })
      expect(off.body.warnings).toEqual(taken(second.id))
    })

    test('dates of a series are compared with others, not with each other', async () => {
      await newVenue()
      const other = await make('19:00', '20:00')
      const series = await warned({
        ...eventOf({ venue, start_date: '2027-05-03 18:00', end_date: '2027-05-03 19:30' }),
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
      })
      expect(series.warnings).toEqual(taken(other))
      const { body } = await calendar.ask('GET', `/events?post_parent=${series.id}`)
      const [first = 0, second = 0] = idsIn(body, 'events')
      const moved = await calendar.ask('PATCH', `/events/${first}?warn=1`, {
        start_date: '2027-05-10 18:00',
        end_date: '2027-05-10 18:30',
      })
      expect(moved.body.warnings).toEqual([])
      expect(at((await calendar.ask('PATCH', `/events/${second}?warn=1`, {})).body, 'warnings')).toEqual(
        taken(other),
      )
    })

    test('names only what the caller may read in full', async () => {
      await newVenue()
      await make('10:00', '12:00', { status: 'private' })
      await make('10:00', '12:00', { password: 'rosebud' })
      const open = await make('10:00', '12:00')
      expect((await warned(from('10:00', '12:00'), 'author')).warnings).toEqual(taken(open))
    })

    test('has a bound', async () => {
      await newVenue()
      for (let number = 0; number < 52; number++) await make('10:00', '12:00')
      const { warnings } = await warned(from('10:00', '12:00'))
      expect(at(warnings, 0, 'events')).toHaveLength(50)
    })
  })
}
