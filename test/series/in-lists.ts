import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import {
  type Asker,
  at,
  type Calendar,
  eventOf,
  idOf,
  idsIn,
  listOf,
  openCalendar,
} from '../routes/calendar.ts'
import type { Opened } from '../setup/shared-calendar.ts'

/* Series in lists, their next dates, and counts, on one storage. It is 2027-03-01, a Monday. */

export function inListsOn(openStorage: () => Opened | Promise<Opened>): void {
  describe('series in lists', () => {
    let storage: Storage
    let close: Opened['close']
    let calendar: Calendar
    const ids: Record<string, number> = {}
    const venues: Record<string, number> = {}
    let organizer = 0

    const make = async (title: string, day: string, recurrence: object | undefined, fields: object = {}) => {
      ids[title] = await calendar.make('events', {
        title,
        start_date: `${day} 19:00`,
        end_date: `${day} 21:00`,
        // Other tests share the calendar.
        organizer,
        ...(recurrence === undefined ? {} : { recurrence }),
        ...fields,
      })
    }

    beforeAll(async () => {
      const opened = await openStorage()
      storage = opened.storage
      close = opened.close
      await storage.migrate()
      calendar = openCalendar({}, storage)
      venues.hall = await calendar.make('venues', { venue: 'Hall in lists' })
      venues.quay = await calendar.make('venues', { venue: 'Quay in lists' })
      organizer = await calendar.make('organizers', { organizer: 'In lists' })
      await make('endless', '2026-01-05', { rrule: 'FREQ=WEEKLY' }, { tags: ['Jazz'], venue: venues.hall })
      await make('short', '2027-03-08', { rrule: 'FREQ=WEEKLY;COUNT=3' }, { categories: ['Talk'] })
      await make('over', '2027-01-04', { rrule: 'FREQ=WEEKLY;COUNT=3' })
      await make('draft', '2027-03-09', { rrule: 'FREQ=WEEKLY;COUNT=2' }, { status: 'draft' })
      await make('once', '2027-03-08', undefined, { venue: venues.hall, tags: ['Jazz'] })
      await make('secret', '2027-03-08', undefined, { venue: venues.hall, password: 'rosebud' })
    })
    afterAll(async () => {
      // Other tests share the calendar, and their requests would extend this series, too.
      await calendar.ask('DELETE', `/events/${ids.endless}`)
      close()
    })

    const list = async (query: string, as?: Asker) =>
      (await calendar.ask('GET', `/events?series=only&organizer=${organizer}&${query}`, undefined, as)).body
    const titles = async (query: string, as?: Asker) =>
      listOf((await list(query, as)).events).map((event) => at(event, 'title'))

    test('`series=only` lists them by their first dates, for all who may see them', async () => {
      expect(await titles('', 'visitor')).toEqual(['endless', 'over', 'short'])
      expect(await titles('')).toEqual(['endless', 'over', 'short', 'draft'])
      expect(await titles('order=desc&orderby=event_date', 'visitor')).toEqual(['short', 'over', 'endless'])
      expect(await list('per_page=2&page=2', 'visitor')).toMatchObject({ total: 3, total_pages: 2 })
    })

    test('with every filter', async () => {
      expect(await titles('tags=jazz')).toEqual(['endless'])
      expect(await titles('categories=talk')).toEqual(['short'])
      expect(await titles(`venue=${venues.hall}`)).toEqual(['endless'])
      expect(await titles('status=draft')).toEqual(['draft'])
      expect(await titles('search=over')).toEqual(['over'])
      expect(await titles(`include=${ids.short},${ids.once}`)).toEqual(['short'])
    })

    test('they last from the first date to the last', async () => {
      expect(await titles('ends_after=2027-03-01', 'visitor')).toEqual(['endless', 'short'])
      expect(await titles('ends_before=2027-03-01', 'visitor')).toEqual(['over'])
      expect(await titles('starts_after=2027-01-01', 'visitor')).toEqual(['over', 'short'])
      expect(await titles('ends_before=9000-01-01', 'visitor')).toEqual(['over', 'short'])
    })

    test('other values are ignored', async () => {
      const usual = (await calendar.ask('GET', '/events')).body
      for (const value of ['none', '', '1', 'only,', 'x'.repeat(5000)])
        expect((await calendar.ask('GET', `/events?series=${value}`)).body.events).toEqual(usual.events)
    })

    test('feeds show their dates all the same', async () => {
      const { text } = await calendar.ask('GET', '/events.ics?series=only')
      expect(text).toBe((await calendar.ask('GET', '/events.ics')).text)
    })

    test('`recurrence.next` is the next date that takes place', async () => {
      const nexts = async () =>
        Object.fromEntries(
          listOf((await list('', 'visitor')).events).map((event) => [
            at(event, 'title'),
            at(event, 'recurrence', 'next'),
          ]),
        )
      expect(await nexts()).toEqual({
        endless: '2027-03-01 19:00:00',
        over: null,
        short: '2027-03-08 19:00:00',
      })
      const { body } = await calendar.ask('GET', `/events?post_parent=${ids.short}`)
      const [first = 0] = idsIn(body, 'events')
      await calendar.ask('PATCH', `/events/${first}`, { event_status: 'canceled' })
      expect(await nexts()).toMatchObject({ short: '2027-03-15 19:00:00' })
      await calendar.ask('PATCH', `/events/${first}`, { event_status: 'scheduled' })
      // It changes with the clock alone, to the second.
      calendar.setTime('2027-03-01T23:59:59Z')
      expect(await nexts()).toMatchObject({ endless: '2027-03-01 19:00:00' })
      calendar.setTime('2027-03-02T00:00:00Z')
      expect(await nexts()).toMatchObject({ endless: '2027-03-08 19:00:00' })
      calendar.setTime('2027-03-01T12:00:00Z')
    })

    test('it is nowhere else, unless `_fields` names it', async () => {
      const read = async (query: string) => (await calendar.ask('GET', `/events/${ids.short}${query}`)).body
      expect(at(await read(''), 'recurrence')).not.toHaveProperty('next')
      expect(at(await read('?_fields=recurrence'), 'recurrence')).not.toHaveProperty('next')
      expect(await read('?_fields=recurrence.next')).toEqual({ recurrence: { next: '2027-03-08 19:00:00' } })
      expect((await calendar.ask('GET', `/events/${ids.once}?_fields=recurrence.next`)).body).toEqual({})
      expect(await list('tags=jazz&_fields=title,recurrence.next')).toMatchObject({
        events: [{ title: 'endless', recurrence: { next: '2027-03-01 19:00:00' } }],
      })
      // Sent back, it says nothing.
      const [shown] = listOf((await list('categories=talk')).events)
      const sent = await calendar.ask('PUT', `/events/${idOf(shown)}`, Object(shown))
      expect(sent.status, sent.text).toBe(200)
    })

    test('counts are the totals of lists', async () => {
      const counts = async (query: string, as?: Asker) =>
        (await calendar.ask('GET', `/events/counts?organizer=${organizer}&${query}`, undefined, as)).body
      const total = async (query: string, as?: Asker) =>
        (await calendar.ask('GET', `/events?organizer=${organizer}&${query}`, undefined, as)).body.total
      for (const query of ['', 'tags=jazz', 'starts_after=2000-01-01', 'series=only', 'search=once']) {
        for (const as of ['visitor', 'subscriber', 'editor', 'author'] as const) {
          const found = await counts(query, as)
          for (const [status, count] of Object.entries(found))
            expect(count, `${query} ${status} ${as}`).toBe(await total(`${query}&status=${status}`, as))
          const keys = ['visitor', 'subscriber'].includes(as)
            ? ['publish']
            : ['publish', 'future', 'draft', 'pending', 'private', 'trash']
          expect(Object.keys(found)).toEqual(keys)
        }
      }
      expect(await counts('series=only')).toMatchObject({ publish: 3, draft: 1, trash: 0 })
      expect(await counts('series=only&status=draft')).toEqual({ draft: 1 })
    })

    test('venues and organizers say how many events they have where `_fields` names it', async () => {
      const shown = async (query: string, as: Asker) =>
        (await calendar.ask('GET', `/venues${query}`, undefined, as)).body
      const total = async (as: Asker) =>
        (
          await calendar.ask(
            'GET',
            `/events?venue=${venues.hall}&starts_after=2000-01-01&status=publish`,
            undefined,
            as,
          )
        ).body.total
      for (const as of ['visitor', 'editor'] as const) {
        expect(await shown(`/${venues.hall}?_fields=venue,events`, as)).toEqual({
          venue: 'Hall in lists',
          events: await total(as),
        })
        const { venues: found } = await shown('?_fields=venue,events&search=%22quay%20in%20lists%22', as)
        expect(found).toEqual([{ venue: 'Quay in lists', events: 0 }])
      }
      expect(await shown(`/${venues.quay}?_fields=events`, 'visitor')).toEqual({ events: 0 })
      expect(await shown(`/${venues.quay}`, 'visitor')).not.toHaveProperty('events')
      const ann = await calendar.make('organizers', { organizer: 'Ann in lists' })
      await calendar.make('events', eventOf({ organizer: ann }))
      const { body } = await calendar.ask('GET', `/organizers/${ann}?_fields=events`)
      expect(body).toEqual({ events: 1 })
    })
  })
}
