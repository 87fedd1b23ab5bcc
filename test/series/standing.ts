import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { at, type Calendar, eventOf, idOf, listOf, openCalendar, textAt } from '../routes/calendar.ts'
import type { Opened } from '../setup/shared-calendar.ts'

/* Whether events and dates of a series take place, on one storage. It is 2027-03-01, a Monday. */

export function standingOn(openStorage: () => Opened | Promise<Opened>): void {
  describe('what takes place', () => {
    let storage: Storage
    let close: Opened['close']
    let calendar: Calendar
    beforeAll(async () => {
      const opened = await openStorage()
      storage = opened.storage
      close = opened.close
      await storage.migrate()
      calendar = openCalendar({}, storage)
    })
    afterAll(() => close())

    const read = async (id: number) => (await calendar.ask('GET', `/events/${id}`)).body
    async function change(id: number, fields: object, query = '') {
      const answer = await calendar.ask('PATCH', `/events/${id}${query}`, fields)
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    }
    async function makeSeries(fields: object = {}) {
      const id = await calendar.make('events', {
        title: 'Jazz',
        start_date: '2027-03-08 19:00',
        end_date: '2027-03-08 21:00',
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
        ...fields,
      })
      const { body } = await calendar.ask('GET', `/events?post_parent=${id}&starts_after=2000-01-01`)
      return { id, dates: listOf(body.events).map(idOf) }
    }
    const shown = async (ids: readonly number[]) =>
      Promise.all(ids.map(async (id) => (await read(id)).event_status ?? 'scheduled'))

    test('lists are filtered by the status, by the usual one, too', async () => {
      const tag = 'which takes place'
      for (const event_status of ['scheduled', 'canceled', 'postponed', 'moved_online', 'rescheduled'])
        await calendar.make('events', eventOf({ title: event_status, tags: [tag], event_status }))
      await calendar.make('events', eventOf({ title: 'plain', tags: [tag] }))
      const found = async (query: string) => {
        const { body } = await calendar.ask('GET', `/events?tags=which-takes-place&event_status=${query}`)
        return listOf(body.events).map((event) => textAt(event, 'title'))
      }
      expect(await found('canceled')).toEqual(['canceled'])
      expect(await found('canceled,postponed')).toEqual(['canceled', 'postponed'])
      expect(await found('scheduled')).toEqual(['scheduled', 'plain'])
      expect(await found('scheduled,moved_online')).toEqual(['scheduled', 'moved_online', 'plain'])
      expect(await found('scheduled,canceled,postponed,moved_online,rescheduled')).toHaveLength(6)
    })

    test('one evening is cancelled, and the series goes on', async () => {
      const { id, dates } = await makeSeries()
      const [, second = 0, third = 0] = dates
      const why = { event_status: 'canceled', event_status_reason: 'The singer is ill.' }
      const changed = await change(second, why)
      expect(changed).toMatchObject({ ...why, overrides: ['event_status', 'event_status_reason'] })
      expect(await shown([id, ...dates])).toEqual([
        ...['scheduled', 'scheduled', 'canceled', 'scheduled', 'scheduled'],
      ])
      // A change of the series leaves it alone, and sending it back whole for all dates does not cancel the others.
      await change(id, { title: 'Late jazz' })
      await calendar.ask('PUT', `/events/${second}?scope=all`, { ...(await read(second)), title: 'Jazz' })
      expect(await read(second)).toMatchObject({ ...why, title: 'Jazz' })
      expect(await shown([id, third])).toEqual(['scheduled', 'scheduled'])
      // Undone, it follows the series again, and the reason is gone.
      const undone = await change(second, { event_status: 'scheduled' })
      expect(undone.overrides).toEqual([])
      expect(undone).not.toHaveProperty('event_status')
      expect(undone).not.toHaveProperty('event_status_reason')
    })

    test('a series is cancelled: its dates to come are, those that took place are not', async () => {
      const { id, dates } = await makeSeries()
      calendar.setTime('2027-03-16T12:00:00Z')
      await change(id, { event_status: 'canceled' })
      expect(await shown(dates)).toEqual(['scheduled', 'scheduled', 'canceled', 'canceled'])
      await change(id, { title: 'Again' })
      await change(dates[0] ?? 0, { title: 'As it was' })
      expect(await shown(dates)).toEqual(['scheduled', 'scheduled', 'canceled', 'canceled'])
      await change(id, { event_status: 'scheduled' })
      expect(await shown(dates)).toEqual(['scheduled', 'scheduled', 'scheduled', 'scheduled'])
      calendar.setTime('2027-03-01T12:00:00Z')
    })

    test('from one date on, dates are cancelled', async () => {
      const { dates } = await makeSeries()
      await change(dates[2] ?? 0, { event_status: 'canceled' }, '?scope=future')
      expect(await shown(dates)).toEqual(['scheduled', 'scheduled', 'canceled', 'canceled'])
    })

    test.each([
      ['the series', (ids: { id: number; dates: number[] }) => ids.id, ''],
      ['one of its dates', ({ dates }: { dates: number[] }) => dates[0] ?? 0, '?scope=all'],
    ])('%s is rescheduled: each date says where it was', async (_, named, query) => {
      const series = await makeSeries()
      await change(
        named(series),
        {
          event_status: 'rescheduled',
          start_date: '2027-03-09 20:00',
          end_date: '2027-03-09 22:00',
        },
        query,
      )
      const times = async () =>
        Promise.all(
          series.dates.map(async (id) => {
            const one = await read(id)
            return [one.start_date, one.previous_start_date, one.overrides]
          }),
        )
      const moved = [
        ['2027-03-09 20:00:00', '2027-03-08 19:00:00', []],
        ['2027-03-16 20:00:00', '2027-03-15 19:00:00', []],
        ['2027-03-23 20:00:00', '2027-03-22 19:00:00', []],
        ['2027-03-30 20:00:00', '2027-03-29 19:00:00', []],
      ]
      expect(await times()).toEqual(moved)
      expect(await read(series.id)).toMatchObject({ previous_start_date: '2027-03-08 19:00:00' })
      await change(series.id, { title: 'Later' })
      expect(await times()).toEqual(moved)
    })

    test('what was written before has the usual status, and stays as it was', async () => {
      const id = await calendar.make('events', eventOf({ title: 'Old' }))
      const [document] = await storage.get('event', [id])
      expect(document?.data).not.toMatch(/event_status|virtual|previous/)
      expect(document?.keys.field).toEqual([])
      await change(id, { event_status: 'canceled', is_virtual: true })
      await change(id, { event_status: 'scheduled', is_virtual: false })
      const [after] = await storage.get('event', [id])
      expect(at(after, 'keys', 'field')).toEqual([])
      expect(JSON.parse(after?.data ?? '')).toEqual(JSON.parse(document?.data ?? ''))
    })
  })
}
