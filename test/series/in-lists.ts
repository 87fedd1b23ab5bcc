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
import { heldBeforeCommit } from '../setup/held-storage.ts'
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

    describe('they last as long as their dates do', () => {
      /** Three Mondays of June, in a series of the test's own. */
      const three = async (fields: object = {}) => {
        await make('lasting', '2027-06-07', { rrule: 'FREQ=WEEKLY;COUNT=3' }, { organizer: 0, ...fields })
        const id = ids.lasting ?? 0
        const { body } = await calendar.ask('GET', `/events?post_parent=${id}`)
        const [first = 0, second = 0, third = 0] = idsIn(body, 'events')
        return { id, first, second, third }
      }
      const change = async (id: number, fields: object, query = '') => {
        const { status, text } = await calendar.ask('PATCH', `/events/${id}${query}`, fields)
        expect(status, text).toBe(200)
      }
      const cancel = (id: number, query = '') => change(id, { event_status: 'canceled' }, query)
      const endOf = async (id: number) => (await storage.get('event', [id]))[0]?.keys.end
      const june = (day: string) => `2027-06-${day} 21:00:00`

      test('a last date that is cancelled does not count, until it takes place again', async () => {
        const { id, second, third } = await three()
        const found = async () =>
          (await calendar.ask('GET', `/events?series=only&include=${id}&ends_after=2027-06-20`)).body.total
        expect([await endOf(id), await found()]).toEqual([june('21'), 1])
        await cancel(third)
        expect([await endOf(id), await found()]).toEqual([june('14'), 0])
        await cancel(second)
        expect(await endOf(id)).toBe(june('07'))
        await change(third, { event_status: 'postponed' })
        expect([await endOf(id), await found()]).toEqual([june('21'), 1])
      })

      test('if all are cancelled, all count', async () => {
        const { id, first, second, third } = await three()
        for (const date of [first, third, second]) await cancel(date)
        expect(await endOf(id)).toBe(june('21'))
        await change(first, { event_status: 'scheduled' })
        expect(await endOf(id)).toBe(june('07'))
        const all = await three()
        await cancel(all.id)
        expect(await endOf(all.id)).toBe(june('21'))
      })

      test('a date that is moved counts where it is', async () => {
        const { id, first, third } = await three()
        await change(third, { start_date: '2027-06-25 19:00', end_date: '2027-06-26 01:00' })
        expect(await endOf(id)).toBe('2027-06-26 01:00:00')
        await change(first, { start_date: '2027-06-28 19:00', end_date: '2027-06-28 21:00' })
        expect(await endOf(id)).toBe(june('28'))
        await change(first, { start_date: '2027-06-09 19:00', end_date: '2027-06-09 21:00' })
        expect(await endOf(id)).toBe('2027-06-26 01:00:00')
        await change(third, { start_date: '2027-06-10 19:00', end_date: '2027-06-10 21:00' })
        expect(await endOf(id)).toBe(june('14'))
      })

      test('a date in a zone of its own counts on the clock of the series', async () => {
        const { id, third } = await three()
        await change(third, {
          timezone: 'Asia/Tokyo',
          start_date: '2027-06-22 08:00',
          end_date: '2027-06-22 09:00',
        })
        expect(await endOf(id)).toBe('2027-06-21 20:00:00')
      })

      test('trash, return and deletion for good', async () => {
        const { id, second, third } = await three()
        await calendar.ask('DELETE', `/events/${third}`)
        expect(await endOf(id)).toBe(june('14'))
        await cancel(second)
        expect(await endOf(id)).toBe(june('07'))
        await change(third, { status: 'publish' })
        expect(await endOf(id)).toBe(june('21'))
        await calendar.ask('DELETE', `/events/${third}?force=true`)
        expect(await endOf(id)).toBe(june('07'))
      })

      test('a change of all, or from a date on, keeps what its dates say', async () => {
        const { id, second, third } = await three()
        await cancel(third)
        await change(id, { title: 'Lasting' })
        expect(await endOf(id)).toBe(june('14'))
        await change(second, { title: 'Split' }, '?scope=future')
        expect(await endOf(id)).toBe(june('07'))
        const tail = (await calendar.ask('GET', `/events/${second}`)).body.post_parent
        expect(await endOf(Number(tail))).toBe(june('14'))
      })

      test('while dates remain to be made, as long as the rule says, or a date that is later', async () => {
        const few = openCalendar({ limits: { occurrences: 2 } }, storage)
        const id = await few.make('events', {
          ...eventOf({ start_date: '2027-06-07 19:00', end_date: '2027-06-07 21:00' }),
          recurrence: { rrule: 'FREQ=WEEKLY;UNTIL=20270622' },
        })
        const { body } = await few.ask('GET', `/events?post_parent=${id}`)
        const [first = 0, second = 0] = idsIn(body, 'events')
        await few.ask('PATCH', `/events/${second}`, { event_status: 'canceled' })
        expect(await endOf(id)).toBe(june('21'))
        await few.ask('PATCH', `/events/${first}`, {
          start_date: '2027-07-01 19:00',
          end_date: '2027-07-01 21:00',
        })
        expect(await endOf(id)).toBe('2027-07-01 21:00:00')
        // The third one is made, and is the last: all are read again.
        few.setTime('2027-06-08T12:00:00Z')
        await few.ask('GET', '/tags')
        expect((await few.ask('GET', `/events?post_parent=${id}&starts_after=2027-01-01`)).body.total).toBe(3)
        expect(await endOf(id)).toBe('2027-07-01 21:00:00')
      })

      test.each([
        ['its last date is cancelled', { event_status: 'canceled' }],
        [
          'its last date becomes an earlier one',
          { start_date: '2027-06-08 19:00', end_date: '2027-06-08 21:00' },
        ],
        ['its title changes', undefined],
      ])('while %s, another date is cancelled, or moved to be the last', async (_, fields) => {
        const moved = { start_date: '2027-06-16 19:00', end_date: '2027-06-16 21:00' }
        for (const [other, end] of [
          [{ event_status: 'canceled' }, fields === undefined ? june('21') : june('07')],
          [moved, fields === undefined ? june('21') : june('16')],
        ] as const) {
          const { id, first, second, third } = await three()
          for (const isFirst of [true, false]) {
            const held = heldBeforeCommit(storage)
            const slow = openCalendar({}, held.storage)
            const [one, two] = [
              fields === undefined ? ([id, { title: 'Racing' }] as const) : ([third, fields] as const),
              [second, other] as const,
            ]
            const [late, early] = isFirst ? [one, two] : [two, one]
            const writing = slow.ask('PATCH', `/events/${late[0]}`, late[1])
            await held.arrived
            await change(early[0], early[1])
            held.release()
            expect((await writing).status).toBe(200)
            const wanted =
              fields !== undefined && 'start_date' in fields && end === june('07')
                ? '2027-06-08 21:00:00'
                : end
            expect(await endOf(id)).toBe(wanted)
            // As before, for the other order.
            for (const [date, day] of [
              [first, '07'],
              [second, '14'],
              [third, '21'],
            ] as const) {
              await change(date, {
                ...{ event_status: 'scheduled', start_date: `2027-06-${day} 19:00` },
                end_date: `2027-06-${day} 21:00`,
              })
            }
          }
        }
      })
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
