import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { at, type Calendar, expectWrong, idOf, listOf, openCalendar, textAt } from '../routes/calendar.ts'
import type { Opened } from '../setup/shared-calendar.ts'
import { limited } from './limited-storage.ts'

/* Events that repeat, as people move them in a calendar program, on one storage. It is 2027-03-01, a Monday, 13:00 in Berlin. */

const TUESDAYS = { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=5' }
const EVERYTHING = 'status=publish,future,draft,pending,private,trash&starts_after=0001-01-01&per_page=50'

export function movesOn(openStorage: () => Opened | Promise<Opened>): void {
  let storage: Storage
  let close: Opened['close']
  let calendar: Calendar
  beforeAll(async () => {
    const opened = await openStorage()
    storage = opened.storage
    close = opened.close
    await storage.migrate()
    calendar = openCalendar({ timezone: 'Europe/Berlin' }, storage)
  })
  afterAll(() => close())

  /** A series at 19:00 to 21:00, unless it says otherwise. */
  async function make(fields: object = {}, on: Calendar = calendar): Promise<number> {
    const event = {
      title: 'Rehearsal',
      start_date: '2027-03-02 19:00',
      end_date: '2027-03-02 21:00',
      recurrence: TUESDAYS,
    }
    return on.make('events', { ...event, ...fields })
  }

  const read = async (id: number) => (await calendar.ask('GET', `/events/${id}`)).body

  async function change(id: number, fields: object, query = '', on: Calendar = calendar) {
    const answer = await on.ask('PATCH', `/events/${id}${query}`, fields)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }

  const to = (start: string, end: string) => ({ start_date: start, end_date: end })

  /** All occurrences by start, those in the trash included. */
  async function all(series: number): Promise<readonly unknown[]> {
    const { body } = await calendar.ask('GET', `/events?post_parent=${series}&${EVERYTHING}`)
    return listOf(body.events).filter((event) => at(event, 'recurrence_id') !== undefined)
  }

  const living = async (series: number) =>
    (await all(series)).filter((event) => at(event, 'status') !== 'trash')

  /** `03-02 19:00-21:00`, as shown. */
  const shown = (event: unknown) =>
    `${textAt(event, 'start_date').slice(5, 16)}-${textAt(event, 'end_date').slice(11, 16)}`
  const starts = async (series: number) => (await living(series)).map(shown)
  const ids = async (series: number) => (await living(series)).map(idOf)
  const slugs = async (series: number) => (await living(series)).map((event) => at(event, 'slug'))
  const recurrence = async (series: number) => at(await read(series), 'recurrence')
  const trashed = async (series: number) =>
    (await all(series)).filter((event) => at(event, 'status') === 'trash').map(shown)

  async function nth(series: number, index: number): Promise<number> {
    const event = (await living(series))[index]
    return event === undefined ? expect.unreachable(`no date ${index}`) : idOf(event)
  }

  async function atTime<T>(iso: string, run: () => Promise<T>): Promise<T> {
    calendar.setTime(iso)
    try {
      return await run()
    } finally {
      calendar.setTime('2027-03-01T12:00:00Z')
    }
  }

  describe('all, to another day', () => {
    test.each([
      ['with BYDAY', TUESDAYS.rrule, 'FREQ=WEEKLY;COUNT=5;BYDAY=WE'],
      ['without BYDAY', 'FREQ=WEEKLY;COUNT=5', 'FREQ=WEEKLY;COUNT=5'],
    ])(
      '%s: every date moves, with its ID and slug; none goes and none comes',
      async (_what, rrule, moved) => {
        const series = await make({ recurrence: { rrule } })
        const [before, slugsBefore] = [await ids(series), await slugs(series)]
        const second = await nth(series, 1)
        const answer = await change(second, to('2027-03-10 20:00', '2027-03-10 22:00'), '?scope=all')
        expect(answer).toMatchObject({ id: second, status: 'publish', start_date: '2027-03-10 20:00:00' })
        expect(await starts(series)).toEqual(
          ['03-03', '03-10', '03-17', '03-24', '03-31'].map((day) => `${day} 20:00-22:00`),
        )
        expect([await ids(series), await slugs(series), await trashed(series)]).toEqual([
          before,
          slugsBefore,
          [],
        ])
        expect(await recurrence(series)).toMatchObject({ rrule: moved, count: 5 })
        expect(await read(second)).toMatchObject({ recurrence_id: '2027-03-10 20:00:00', overrides: [] })
      },
    )

    test('a cancelled date stays cancelled, and comes back where it would be', async () => {
      const series = await make()
      const third = await nth(series, 2)
      await calendar.ask('DELETE', `/events/${third}`)
      await change(await nth(series, 1), to('2027-03-10 19:00', '2027-03-10 21:00'), '?scope=all')
      expect(await recurrence(series)).toMatchObject({ exdate: ['2027-03-17'], count: 4 })
      expect(await starts(series)).toEqual(
        ['03-03', '03-10', '03-24', '03-31'].map((day) => `${day} 19:00-21:00`),
      )
      await change(third, { status: 'publish' })
      expect(shown(await read(third))).toBe('03-17 19:00-21:00')
      expect(await recurrence(series)).toMatchObject({ exdate: [], rdate: [], count: 5 })
    })

    test('a date that the rule has dropped before does not come back, unless the rule names it again', async () => {
      const series = await make()
      const before = await ids(series)
      await change(series, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } })
      await change(series, to('2027-03-03 19:00', '2027-03-03 21:00'))
      expect(await starts(series)).toEqual(['03-03 19:00-21:00', '03-10 19:00-21:00'])
      await change(series, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5' } })
      expect(await ids(series)).toEqual(before)
    })

    test('dates that are over stay, and count for COUNT', async () => {
      const series = await make()
      const before = await ids(series)
      await atTime('2027-03-12T12:00:00Z', async () => {
        await change(await nth(series, 3), to('2027-03-24 19:00', '2027-03-24 21:00'), '?scope=all')
        expect(await starts(series)).toEqual(
          ['03-02', '03-09', '03-17', '03-24', '03-31'].map((day) => `${day} 19:00-21:00`),
        )
        // A week on: no date takes the place that a moved one has left.
        await change(await nth(series, 2), to('2027-03-24 19:00', '2027-03-24 21:00'), '?scope=all')
        await change(series, { title: 'Once more' })
        expect(await starts(series)).toEqual(
          ['03-02', '03-09', '03-24', '03-31', '04-07'].map((day) => `${day} 19:00-21:00`),
        )
      })
      expect([await ids(series), await trashed(series)]).toEqual([before, []])
      expect((await read(await nth(series, 0))).recurrence_id).toBe('2027-03-02 19:00:00')
    })

    test('one that is over moves if it is named, and one that lands in the past like the others', async () => {
      const series = await make()
      await atTime('2027-03-12T12:00:00Z', async () => {
        await change(await nth(series, 1), to('2027-03-10 19:00', '2027-03-10 21:00'), '?scope=all')
        expect(await starts(series)).toEqual(
          ['03-02', '03-10', '03-17', '03-24', '03-31'].map((day) => `${day} 19:00-21:00`),
        )
        await change(await nth(series, 2), to('2027-03-11 19:00', '2027-03-11 21:00'), '?scope=all')
        expect(await starts(series)).toEqual(
          ['03-02', '03-10', '03-11', '03-18', '03-25'].map((day) => `${day} 19:00-21:00`),
        )
      })
    })

    test('a title of its own is no reason to stay, times of its own are', async () => {
      const series = await make()
      await change(await nth(series, 2), { title: 'With guests' })
      await change(await nth(series, 3), to('2027-03-23 15:00', '2027-03-23 16:00'))
      await change(await nth(series, 0), to('2027-03-04 19:00', '2027-03-04 21:00'), '?scope=all')
      expect(await starts(series)).toEqual([
        '03-04 19:00-21:00',
        '03-11 19:00-21:00',
        '03-18 19:00-21:00',
        '03-23 15:00-16:00',
        '04-01 19:00-21:00',
      ])
      expect(await read(await nth(series, 2))).toMatchObject({ title: 'With guests', overrides: ['title'] })
    })

    test('a date with times of its own changes the series by the difference, and is where it was put', async () => {
      const series = await make()
      const second = await nth(series, 1)
      await change(second, to('2027-03-10 20:00', '2027-03-10 21:00'))
      // Only the time: the others keep their days.
      const answer = await change(second, to('2027-03-10 21:30', '2027-03-10 22:30'), '?scope=all')
      expect(answer).toMatchObject({ id: second, status: 'publish', start_date: '2027-03-10 21:30:00' })
      expect(await starts(series)).toEqual([
        '03-02 20:30-22:30',
        '03-10 21:30-22:30',
        '03-16 20:30-22:30',
        '03-23 20:30-22:30',
        '03-30 20:30-22:30',
      ])
      expect(await trashed(series)).toEqual([])
      // Where the series is by then, it has no times of its own any more.
      await change(second, { start_date: '2027-03-09 20:30', end_date: '2027-03-09 22:30' })
      expect((await read(second)).overrides).toEqual([])
    })

    test('of the series itself: by the difference to the start that it shows, and a repetition changes nothing', async () => {
      const series = await make()
      const times = to('2027-03-04 18:00', '2027-03-04 19:30')
      for (const _ of [1, 2]) {
        expect(await change(series, times)).toMatchObject({ id: series, start_date: '2027-03-04 18:00:00' })
        expect(await starts(series)).toEqual(
          ['03-04', '03-11', '03-18', '03-25', '04-01'].map((day) => `${day} 18:00-19:30`),
        )
      }
      const { json_ld: _json, ...whole } = await read(series)
      await calendar.ask('PUT', `/events/${series}`, {
        ...whole,
        ...to('2027-03-05 18:00', '2027-03-05 19:30'),
        utc_start_date: undefined,
        utc_end_date: undefined,
      })
      expect(await recurrence(series)).toMatchObject({ rrule: 'FREQ=WEEKLY;COUNT=5;BYDAY=FR', count: 5 })
      expect((await starts(series))[1]).toBe('03-12 18:00-19:30')
    })

    test('a rule that a client has moved itself moves the dates, too', async () => {
      const series = await make()
      const before = await ids(series)
      await change(series, {
        ...to('2027-03-03 19:00', '2027-03-03 21:00'),
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=5;BYDAY=WE' },
      })
      expect([await ids(series), await trashed(series)]).toEqual([before, []])
      expect((await starts(series))[4]).toBe('03-31 19:00-21:00')
    })

    test('a numbered weekday takes the weekday and the number of the new date', async () => {
      const series = await make({
        ...to('2027-03-12 19:00', '2027-03-12 21:00'),
        recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=2FR;COUNT=4', exdate: ['2027-05-14'] },
      })
      const before = await ids(series)
      await change(await nth(series, 1), to('2027-04-08 19:00', '2027-04-08 21:00'), '?scope=all')
      expect(await recurrence(series)).toMatchObject({
        rrule: 'FREQ=MONTHLY;COUNT=4;BYDAY=2TH',
        exdate: ['2027-05-13'],
      })
      expect(await starts(series)).toEqual(['03-11', '04-08', '06-10'].map((day) => `${day} 19:00-21:00`))
      expect(await ids(series)).toEqual(before)
    })

    test('what cannot move is 400 recurrence, and nothing changes', async () => {
      const series = await make({
        ...to('2027-03-31 19:00', '2027-03-31 21:00'),
        recurrence: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4' },
      })
      const before = [await read(series), await all(series)]
      const first = await nth(series, 0)
      const move = to('2027-04-01 19:00', '2027-04-01 21:00')
      expectWrong(await calendar.ask('PATCH', `/events/${first}?scope=all`, move), 'recurrence')
      await atTime('2028-01-01T12:00:00Z', async () => {
        expectWrong(await calendar.ask('PATCH', `/events/${first}?scope=all`, move), 'recurrence')
      })
      expect([await read(series), await all(series)]).toEqual(before)
    })

    test('a rule without an end moves what is there, and goes on where it was moved', async () => {
      const series = await make({ recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU' } })
      await change(await nth(series, 1), to('2027-03-11 19:00', '2027-03-11 21:00'), '?scope=all')
      expect((await starts(series)).slice(0, 2)).toEqual(['03-04 19:00-21:00', '03-11 19:00-21:00'])
      expect(await trashed(series)).toEqual([])
      await calendar.ask('DELETE', `/events/${series}`)
    })
  })

  describe('another time of day', () => {
    test('of all: the dates stay, with their IDs', async () => {
      const series = await make({ recurrence: { ...TUESDAYS, rdate: ['2027-03-04', '2027-03-05 08:00'] } })
      const before = await ids(series)
      await change(await nth(series, 0), to('2027-03-02 18:00', '2027-03-02 20:30'), '?scope=all')
      expect((await starts(series)).slice(0, 4)).toEqual([
        '03-02 18:00-20:30',
        '03-04 18:00-20:30',
        '03-05 07:00-09:30',
        '03-09 18:00-20:30',
      ])
      expect(await ids(series)).toEqual(before)
    })

    test('a cancelled date that comes back has it', async () => {
      const series = await make()
      const third = await nth(series, 2)
      await calendar.ask('DELETE', `/events/${third}`)
      await change(series, to('2027-03-02 18:00', '2027-03-02 20:00'))
      await change(third, { status: 'publish' })
      expect(shown(await read(third))).toBe('03-16 18:00-20:00')
      expect(await recurrence(series)).toMatchObject({ exdate: [], rdate: [], count: 5 })
      expect((await starts(series)).length).toBe(5)
    })

    test('after the first date was cancelled, the series keeps its start, and COUNT does not begin anew', async () => {
      const series = await make()
      await calendar.ask('DELETE', `/events/${await nth(series, 0)}`)
      expect(await read(series)).toMatchObject({ start_date: '2027-03-02 19:00:00' })
      await change(series, to('2027-03-02 18:00', '2027-03-02 20:00'))
      expect(await starts(series)).toEqual(
        ['03-09', '03-16', '03-23', '03-30'].map((day) => `${day} 18:00-20:00`),
      )
      await change(await nth(series, 0), to('2027-03-09 17:00', '2027-03-09 20:00'), '?scope=all')
      expect((await starts(series)).at(-1)).toBe('03-30 17:00-20:00')
    })

    test('that one day does not have: only that day moves on', async () => {
      const series = await make({
        ...to('2027-03-28 02:30', '2027-03-28 04:00'),
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
      })
      expect(await starts(series)).toEqual(['03-28 03:30-04:00', '04-04 02:30-04:00', '04-11 02:30-04:00'])
      const late = await make({
        ...to('2027-03-28 01:00', '2027-03-28 02:30'),
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' },
      })
      expect(await starts(late)).toEqual(['03-28 01:00-03:30', '04-04 01:00-02:30'])
      const { json_ld: _json, ...whole } = await read(series)
      await calendar.ask('PUT', `/events/${series}`, whole)
      expect((await starts(series))[1]).toBe('04-04 02:30-04:00')
    })

    test('several a day: paired by their order, with slugs of their own', async () => {
      const series = await make({
        ...to('2027-03-02 09:00', '2027-03-02 10:00'),
        title: 'Tour',
        recurrence: { rrule: 'FREQ=DAILY;BYHOUR=9,17;COUNT=4' },
      })
      expect(await slugs(series)).toEqual([
        'tour-2027-03-02',
        'tour-2027-03-02-2',
        'tour-2027-03-03',
        'tour-2027-03-03-2',
      ])
      const before = await ids(series)
      await change(await nth(series, 1), to('2027-03-02 18:00', '2027-03-02 19:00'), '?scope=all')
      expect(await starts(series)).toEqual([
        '03-02 10:00-11:00',
        '03-02 18:00-19:00',
        '03-03 10:00-11:00',
        '03-03 18:00-19:00',
      ])
      await change(series, { recurrence: { rrule: 'FREQ=DAILY;BYHOUR=12,20;COUNT=4' } })
      expect(await ids(series)).toEqual(before)
      await calendar.ask('DELETE', `/events/${before[2]}`)
      expect(await recurrence(series)).toMatchObject({ exdate: ['2027-03-03 12:00:00'], count: 3 })
      const late = to('2027-03-02 23:00', '2027-03-02 23:30')
      expectWrong(await calendar.ask('PATCH', `/events/${before[0]}?scope=all`, late), 'recurrence')
      expectWrong(await calendar.ask('PATCH', `/events/${series}`, { all_day: true }), 'recurrence')
    })
  })

  describe('future', () => {
    test('to another day: from this date on, with what is left of COUNT; the answer is the date that was named', async () => {
      const series = await make()
      const before = await ids(series)
      const third = await nth(series, 2)
      const answer = await change(third, to('2027-03-18 20:00', '2027-03-18 22:00'), '?scope=future')
      const rest = Number(answer.post_parent)
      expect(answer).toMatchObject({ id: third, start_date: '2027-03-18 20:00:00', status: 'publish' })
      expect(rest).not.toBe(series)
      expect(await starts(series)).toEqual(['03-02 19:00-21:00', '03-09 19:00-21:00'])
      expect(await starts(rest)).toEqual(['03-18', '03-25', '04-01'].map((day) => `${day} 20:00-22:00`))
      expect([...(await ids(series)), ...(await ids(rest))]).toEqual(before)
      expect(await recurrence(rest)).toMatchObject({ rrule: 'FREQ=WEEKLY;COUNT=3;BYDAY=TH', count: 3 })
    })

    test('of the series: the answer is the new series; where nothing is to come, the series', async () => {
      const series = await make()
      await atTime('2027-03-12T12:00:00Z', async () => {
        const response = await calendar.ask('PATCH', `/events/${series}?scope=future`, { title: 'New hall' })
        const rest = idOf(response.body)
        expect(rest).not.toBe(series)
        expect(response.headers.get('content-location')).toMatch(new RegExp(`/events/${rest}$`))
        expect(response.body).toMatchObject({ title: 'New hall', recurrence: { count: 3 } })
        expect(await read(series)).toMatchObject({ title: 'Rehearsal', recurrence: { count: 2 } })
        const none = await calendar.ask('PATCH', `/events/${series}?scope=future`, { title: 'Too late' })
        expect([idOf(none.body), none.body.title]).toEqual([series, 'Rehearsal'])
        expect(none.headers.get('content-location')).toBeNull()
      })
    })

    test('on an added date: a title moves nothing, a time moves this date and all later ones', async () => {
      const rdate = ['2027-03-12 10:00', '2027-04-02']
      const series = await make({ recurrence: { ...TUESDAYS, rdate } })
      const named = await nth(series, 2)
      expect(shown(await read(named))).toBe('03-12 10:00-12:00')
      const title = await change(named, { title: 'Other' }, '?scope=future')
      const rest = Number(title.post_parent)
      const later = ['03-16 19:00-21:00', '03-23 19:00-21:00', '03-30 19:00-21:00', '04-02 19:00-21:00']
      expect(await starts(rest)).toEqual(['03-12 10:00-12:00', ...later])
      const again = await change(named, to('2027-03-12 11:00', '2027-03-12 13:00'), '?scope=future')
      expect(again).toMatchObject({ id: named, start_date: '2027-03-12 11:00:00' })
      expect(await starts(Number(again.post_parent))).toEqual([
        '03-12 11:00-13:00',
        ...later.map((shown) => shown.replace('19:00-21:00', '20:00-22:00')),
      ])
    })

    test('where only added dates are left, days keep the time that they had', async () => {
      const rdate = ['2027-04-05 10:00', '2027-04-06']
      const series = await make({ recurrence: { ...TUESDAYS, rdate } })
      const { post_parent } = await change(await nth(series, 5), { title: 'Extra' }, '?scope=future')
      expect(await starts(Number(post_parent))).toEqual(['04-05 10:00-12:00', '04-06 19:00-21:00'])
    })

    test('on the first date of the rule: an earlier added date stays as it was', async () => {
      const series = await make({ recurrence: { ...TUESDAYS, rdate: ['2027-03-01 20:00'] } })
      const { post_parent: rest } = await change(await nth(series, 1), { title: 'Other' }, '?scope=future')
      expect(rest).not.toBe(series)
      expect((await living(series)).map((event) => [shown(event), at(event, 'title')])).toEqual([
        ['03-01 20:00-22:00', 'Rehearsal'],
      ])
    })

    test('where only a cancelled date is before: the series itself changes', async () => {
      const series = await make()
      await calendar.ask('DELETE', `/events/${await nth(series, 0)}`)
      const answer = await change(await nth(series, 0), { title: 'Other' }, '?scope=future')
      expect(answer).toMatchObject({
        post_parent: series,
        slug: 'rehearsal-2027-03-09'.replace('rehearsal', String(at(await read(series), 'slug'))),
      })
      expect(await read(series)).toMatchObject({ title: 'Other', recurrence: { count: 4 } })
    })
  })

  test('an end of the repetition leaves the event at its start, once, and the dates that are over', async () => {
    const series = await make()
    const before = await ids(series)
    await atTime('2027-03-12T12:00:00Z', async () => {
      const ended = await change(before[3] ?? 0, { recurrence: null }, '?scope=all')
      expect(ended).toMatchObject({ id: series, status: 'publish', start_date: '2027-03-02 19:00:00' })
    })
    const after = await Promise.all(before.map(read))
    expect(after.map((event) => [event.status, shown(event)])).toEqual([
      ['trash', '03-02 19:00-21:00'],
      ['publish', '03-09 19:00-21:00'],
      ['trash', '03-16 19:00-21:00'],
      ['trash', '03-23 19:00-21:00'],
      ['trash', '03-30 19:00-21:00'],
    ])
  })

  describe('a dry run', () => {
    test('says what would happen, and changes nothing', async () => {
      const series = await make()
      await change(await nth(series, 3), to('2027-03-23 15:00', '2027-03-23 16:00'))
      const before = [await read(series), await all(series)]
      const [second, third] = [await nth(series, 1), await nth(series, 2)]
      const move = to('2027-03-10 20:00', '2027-03-10 22:00')
      const dry = async (method: string, path: string, body?: object) => {
        const answer = await calendar.ask(method, path, body)
        expect(answer.status, answer.text).toBe(200)
        expect(answer.headers.get('etag')).toBeNull()
        return answer.body
      }
      expect(await dry('PATCH', `/events/${second}?scope=all&dry_run=1`, move)).toEqual({
        moves: 4,
        keeps: 1,
        removes: 0,
        adds: 0,
      })
      expect(await dry('PATCH', `/events/${second}?scope=future&dry_run=true`, move)).toEqual({
        moves: 3,
        keeps: 1,
        removes: 0,
        adds: 0,
      })
      expect(await dry('PATCH', `/events/${second}?dry_run=1`, move)).toEqual({
        moves: 1,
        keeps: 0,
        removes: 0,
        adds: 0,
      })
      expect(await dry('PATCH', `/events/${series}?dry_run=1`, { title: 'Other' })).toEqual({
        moves: 0,
        keeps: 1,
        removes: 0,
        adds: 0,
      })
      const shorter = { recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,FR;COUNT=4' } }
      expect(await dry('PATCH', `/events/${series}?dry_run=1`, shorter)).toEqual({
        moves: 0,
        keeps: 0,
        removes: 3,
        adds: 2,
      })
      expect(await dry('DELETE', `/events/${third}?dry_run=1`)).toEqual({
        moves: 0,
        keeps: 1,
        removes: 1,
        adds: 0,
      })
      expect(await dry('DELETE', `/events/${third}?scope=future&dry_run=1`)).toEqual({
        moves: 0,
        keeps: 0,
        removes: 3,
        adds: 0,
      })
      expect(await dry('DELETE', `/events/${series}?force=true&dry_run=1`)).toEqual({
        moves: 0,
        keeps: 0,
        removes: 5,
        adds: 0,
      })
      const created = { title: 'Zither', ...to('2027-03-02 19:00', '2027-03-02 21:00'), recurrence: TUESDAYS }
      expect(await dry('POST', '/events?dry_run=1', created)).toEqual({
        moves: 0,
        keeps: 0,
        removes: 0,
        adds: 5,
      })
      expect([await read(series), await all(series)]).toEqual(before)
      expect((await calendar.ask('GET', '/events?search=zither')).body.total).toBe(0)
      expectWrong(await calendar.ask('PATCH', `/events/${series}?dry_run=perhaps`, {}), 'dry_run')
      expectWrong(
        await calendar.ask(
          'PATCH',
          `/events/${second}?scope=all&dry_run=1`,
          to('2027-03-10 20:00', '2027-03-10 19:00'),
        ),
        'end_date',
      )
    })
  })

  test.each([1, 2, 3])(
    'a move of a long series that ends after %i commits is completed by the next request: none twice, none missing',
    async (commits) => {
      const series = await make({ title: `Torn ${commits}`, recurrence: { rrule: 'FREQ=DAILY;COUNT=30' } })
      const before = await ids(series)
      const dying = openCalendar({ timezone: 'Europe/Berlin' }, limited(storage, { most: 9, commits }))
      await dying.ask('PATCH', `/events/${before[3]}?scope=all`, to('2027-03-09 20:00', '2027-03-09 22:00'))
      const next = openCalendar({ timezone: 'Europe/Berlin' }, limited(storage, { most: 9 }))
      await next.ask('GET', `/events?search=torn+${commits}`)
      const after = await starts(series)
      expect(after).toHaveLength(30)
      expect([after[0], after[29]]).toEqual(['03-06 20:00-22:00', '04-04 20:00-22:00'])
      expect([await ids(series), await trashed(series)]).toEqual([before, []])
      expect(at(await read(series), 'recurrence', 'unfinished')).toBeUndefined()
    },
  )
}
