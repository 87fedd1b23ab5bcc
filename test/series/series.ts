import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { Dice } from '../../src/testing/dice.ts'
import {
  type Answer,
  at,
  type Calendar,
  expectRefusal,
  expectWrong,
  idOf,
  listOf,
  openCalendar,
  textAt,
} from '../routes/calendar.ts'
import { heldBeforeCommit } from '../setup/held-storage.ts'
import { type Opened, open, type Calendar as SharedCalendar } from '../setup/shared-calendar.ts'
import { inListsOn } from './in-lists.ts'
import { limited } from './limited-storage.ts'
import { movesOn } from './moves.ts'
import { standingOn } from './standing.ts'
import { venueTakenOn } from './venue-taken.ts'

/* Events that repeat, through the API, on one storage. It is 2027-03-01, a Monday. */

const EVERYTHING = 'status=publish,future,draft,pending,private,trash&starts_after=0001-01-01&per_page=50'
const MONDAYS = { rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=6' }
const DAYS = ['2027-03-08', '2027-03-15', '2027-03-22', '2027-03-29', '2027-04-05', '2027-04-12']

/** Six Mondays in New York, from 19:00 to 21:00. */
const weekly = (fields: object = {}) => ({
  title: 'Jazz',
  start_date: '2027-03-08 19:00',
  end_date: '2027-03-08 21:00',
  recurrence: MONDAYS,
  ...fields,
})

export const seriesIn = (calendar: SharedCalendar): void => seriesOn(() => open(calendar))

export function seriesOn(openStorage: () => Opened | Promise<Opened>): void {
  movesOn(openStorage)
  standingOn(openStorage)
  inListsOn(openStorage)
  venueTakenOn(openStorage)

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

  const ask: Calendar['ask'] = (...request) => calendar.ask(...request)
  const read = async (id: number) => (await ask('GET', `/events/${id}`)).body

  /** Changes that must succeed. */
  async function change(id: number, fields: object, query = ''): Promise<Answer> {
    const answer = await ask('PATCH', `/events/${id}${query}`, fields)
    expect(answer.status, answer.text).toBe(200)
    return answer
  }

  /** All occurrences by start, those in the trash included. */
  async function occurrencesOf(series: number): Promise<readonly unknown[]> {
    const found: unknown[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { body } = await ask('GET', `/events?post_parent=${series}&${EVERYTHING}&page=${page}`)
      found.push(...listOf(body.events))
      pages = Number(body.total_pages)
    }
    return found.filter((event) => at(event, 'recurrence_id') !== undefined)
  }

  const living = async (series: number) =>
    (await occurrencesOf(series)).filter((event) => at(event, 'status') !== 'trash')

  /** IDs by day. */
  const idsOf = async (series: number): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await living(series)).map((event) => [textAt(event, 'recurrence_id').slice(0, 10), idOf(event)]),
    )

  const days = async (series: number) => Object.keys(await idsOf(series))
  const startsOf = async (series: number) => (await living(series)).map((event) => at(event, 'start_date'))

  async function occurrence(series: number, day: string): Promise<number> {
    const id = (await idsOf(series))[day]
    if (id === undefined) throw new TypeError(`no occurrence on ${day}`)
    return id
  }

  /** What holds after every write: no date has two occurrences, and the series counts those that there are. */
  async function expectSound(series: number): Promise<void> {
    const all = await occurrencesOf(series)
    const dates = all.map((event) => at(event, 'recurrence_id'))
    expect(dates).toEqual([...new Set(dates)])
    const shown = at(await read(series), 'recurrence')
    expect(at(shown, 'count')).toBe((await living(series)).length)
    expect(at(shown, 'unfinished')).toBeUndefined()
  }

  describe('a series', () => {
    test('has an event for each date, with an ID and a slug of its own', async () => {
      const answer = await ask('POST', '/events', weekly({ title: 'Six Mondays' }))
      expect(answer.body).toMatchObject({
        start_date: '2027-03-08 19:00:00',
        post_parent: 0,
        recurrence: { ...MONDAYS, exdate: [], rdate: [], count: 6 },
      })
      const series = idOf(answer.body)
      expect(await days(series)).toEqual(DAYS)
      expect((await living(series))[1]).toMatchObject({
        slug: 'six-mondays-2027-03-15',
        title: 'Six Mondays',
        start_date: '2027-03-15 19:00:00',
        end_date: '2027-03-15 21:00:00',
        // Summer time begins on 14 March: the clock stays at 19:00.
        utc_start_date: '2027-03-15 23:00:00',
        post_parent: series,
        recurrence_id: '2027-03-15 19:00:00',
        overrides: [],
      })
      expect(await read(series)).toEqual({ ...answer.body, json_ld: expect.anything() })
    })

    test('stands in no list unless it is named, and counts for no term', async () => {
      const fields = weekly({
        title: 'Hidden itself',
        categories: ['Repeated'],
        recurrence: { rrule: 'FREQ=DAILY;COUNT=2' },
      })
      const series = await calendar.make('events', fields)
      const found = await ask('GET', '/events?search=hidden+itself')
      expect(listOf(found.body.events).map((event) => at(event, 'post_parent'))).toEqual([series, series])
      const named = await ask('GET', `/events?include=${series}`)
      expect(listOf(named.body.events).map(idOf)).toEqual([series])
      const terms = await ask('GET', '/categories?search=repeated')
      expect(at(terms.body.categories, 0, 'count')).toBe(2)
    })

    test('keeps wall clocks: a time that does not occur moves on, an excluded day has none, an added one has its own time', async () => {
      const recurrence = { rrule: 'FREQ=DAILY;COUNT=4', exdate: ['2027-03-15'], rdate: ['2027-03-20 07:30'] }
      const series = await calendar.make(
        'events',
        weekly({ start_date: '2027-03-13 02:30', end_date: '2027-03-13 02:45', recurrence }),
      )
      expect(await startsOf(series)).toEqual([
        '2027-03-13 02:30:00',
        '2027-03-14 03:30:00',
        '2027-03-16 02:30:00',
        '2027-03-20 07:30:00',
      ])
      const moved = await read(await occurrence(series, '2027-03-14'))
      expect(moved).toMatchObject({ recurrence_id: '2027-03-14 02:30:00', end_date: '2027-03-14 03:45:00' })
    })

    test('what an answer shows can be sent back', async () => {
      const recurrence = { ...MONDAYS, exdate: ['2027-03-08'], rdate: ['2027-03-10'] }
      const series = await calendar.make('events', weekly({ recurrence, all_day: true }))
      for (const id of [series, await occurrence(series, '2027-03-15')]) {
        const { json_ld: _, ...before } = await read(id)
        const answer = await ask('PUT', `/events/${id}`, before)
        expect(answer.body, answer.text).toMatchObject({
          ...before,
          modified: answer.body.modified,
          modified_utc: answer.body.modified_utc,
        })
      }
      await expectSound(series)
    })

    test.each([
      ['a frequency below a day', { rrule: 'FREQ=HOURLY' }],
      ['no rule', { exdate: ['2027-03-08'] }],
      ['a rule without a date', { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }],
      ['more than the limit', { rrule: 'FREQ=DAILY;COUNT=1001' }],
      ['dates that are all excluded', { rrule: 'FREQ=DAILY;COUNT=1', exdate: ['2027-03-08'] }],
      ['a day that does not exist', { ...MONDAYS, rdate: ['2027-02-30'] }],
      ['an unknown member', { ...MONDAYS, exdates: [] }],
      ['a text', 'FREQ=DAILY'],
    ])('%s is refused, and nothing is written', async (_what, recurrence) => {
      const { body: before } = await ask('GET', `/events?${EVERYTHING}`)
      expectWrong(await ask('POST', '/events', weekly({ recurrence })), 'recurrence')
      expect((await ask('GET', `/events?${EVERYTHING}`)).body.total).toBe(before.total)
    })

    test('an ordinary event can begin to repeat, and a series can end', async () => {
      const id = await calendar.make('events', weekly({ recurrence: undefined }))
      const made = await change(id, { recurrence: MONDAYS })
      expect(at(made.body, 'recurrence', 'count')).toBe(6)
      const ids = await idsOf(id)
      await change(Number(ids['2027-03-15']), { title: 'Changed by itself' })
      calendar.setTime('2027-03-10T12:00:00Z')
      const ended = await change(id, { recurrence: null })
      calendar.setTime('2027-03-01T12:00:00Z')
      expect(ended.body).toMatchObject({ id, start_date: '2027-03-08 19:00:00' })
      expect(ended.body).not.toHaveProperty('recurrence')
      const after = await Promise.all(Object.values(ids).map(read))
      expect(after.map((event) => [event.status, event.post_parent, event.recurrence_id])).toEqual([
        // At the start of the event itself; changed by itself; to come.
        ['trash', 0, undefined],
        ['publish', 0, undefined],
        ...Array.from({ length: 4 }, () => ['trash', 0, undefined]),
      ])
    })
  })

  describe('a change of a series', () => {
    test('reaches the occurrences, except for what one has for itself', async () => {
      const series = await calendar.make('events', weekly())
      const own = await occurrence(series, '2027-03-22')
      const changed = await change(own, {
        title: 'Special',
        start_date: '2027-03-23 18:00',
        end_date: '2027-03-23 19:00',
        featured: false,
      })
      expect(changed.body).toMatchObject({
        overrides: ['title', 'start_date', 'end_date'],
        recurrence_id: '2027-03-22 19:00:00',
      })
      await change(series, {
        title: 'Blues',
        start_date: '2027-03-08 20:00',
        end_date: '2027-03-08 23:00',
        venue: { venue: 'Cellar' },
      })
      const starts = DAYS.map((day) => (day === '2027-03-22' ? '2027-03-23 18:00:00' : `${day} 20:00:00`))
      expect(await startsOf(series)).toEqual(starts)
      expect(await read(own)).toMatchObject({
        title: 'Special',
        recurrence_id: '2027-03-22 20:00:00',
        venue: { venue: 'Cellar' },
      })
      // What is set to the value of the series follows it again.
      expect((await change(own, { title: 'Blues' })).body.overrides).toEqual(['start_date', 'end_date'])
      await expectSound(series)
    })

    test('another time of day keeps all IDs, and another rule those of the dates that stay', async () => {
      const rrule = 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20270412T230000'
      const series = await calendar.make(
        'events',
        weekly({ recurrence: { rrule, exdate: ['2027-03-29 19:00'] } }),
      )
      const before = await idsOf(series)
      await change(series, { start_date: '2027-03-08 20:30', end_date: '2027-03-08 22:00' })
      expect(await idsOf(series)).toEqual(before)
      await change(series, { recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;COUNT=4' } })
      const after = await idsOf(series)
      expect(Object.keys(after)).toEqual(['2027-03-08', '2027-03-09', '2027-03-22', '2027-03-23'])
      expect(after).toMatchObject({ '2027-03-08': before['2027-03-08'], '2027-03-22': before['2027-03-22'] })
      expect(await read(Number(before['2027-03-15']))).toMatchObject({ status: 'trash', post_parent: series })
      await change(series, { recurrence: { rrule, exdate: [] } })
      expect(await idsOf(series)).toMatchObject(before)
      await expectSound(series)
    })

    test('the past keeps its times and its dates', async () => {
      const series = await calendar.make(
        'events',
        weekly({ start_date: '2027-02-15 19:00', end_date: '2027-02-15 21:00' }),
      )
      await change(series, {
        title: 'Later',
        start_date: '2027-02-15 22:00',
        end_date: '2027-02-15 23:00',
        recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=6' },
      })
      const all = await living(series)
      expect(all.map((event) => at(event, 'start_date'))).toEqual([
        ...['2027-02-15 19:00:00', '2027-02-22 19:00:00'],
        ...['2027-03-02 22:00:00', '2027-03-09 22:00:00', '2027-03-16 22:00:00', '2027-03-23 22:00:00'],
      ])
      expect(new Set(all.map((event) => at(event, 'title')))).toEqual(new Set(['Later']))
      await expectSound(series)
    })

    test('its trash takes the occurrences along, and brings back those that it took', async () => {
      const series = await calendar.make('events', weekly({ title: 'Trashed' }))
      const ids = await idsOf(series)
      await ask('DELETE', `/events/${ids['2027-03-15']}`)
      const deleted = await ask('DELETE', `/events/${series}`)
      expect(deleted.body).toMatchObject({ status: 'trash', recurrence: { count: 0 } })
      expect(await living(series)).toEqual([])
      expectWrong(await ask('PATCH', `/events/${ids['2027-03-08']}`, { status: 'publish' }), 'status')
      await change(series, { status: 'publish' })
      const { '2027-03-15': _gone, ...others } = ids
      expect(await idsOf(series)).toEqual(others)
      expect((await read(Number(ids['2027-03-08']))).slug).toBe('trashed-2027-03-08')
      await expectSound(series)
    })
  })

  describe('an occurrence', () => {
    test('that is deleted is excluded from the series, and comes back with its ID', async () => {
      const series = await calendar.make('events', weekly())
      const id = await occurrence(series, '2027-03-08')
      expect((await ask('DELETE', `/events/${id}`)).body).toMatchObject({ id, status: 'trash' })
      expect(await read(series)).toMatchObject({
        start_date: '2027-03-08 19:00:00',
        recurrence: { exdate: ['2027-03-08'], count: 5 },
      })
      expectRefusal(await ask('DELETE', `/events/${id}`), 410, 'event-is-in-trash')
      await change(id, { status: 'publish', title: 'Back' })
      expect(await read(series)).toMatchObject({
        start_date: '2027-03-08 19:00:00',
        recurrence: { exdate: [], count: 6 },
      })
      expect(await read(id)).toMatchObject({ title: 'Back', overrides: ['title'] })
      await expectSound(series)
    })

    test('cannot repeat by itself, nor leave its series', async () => {
      const series = await calendar.make('events', weekly())
      const id = await occurrence(series, '2027-03-08')
      expectWrong(
        await ask('PATCH', `/events/${id}`, { recurrence: MONDAYS, post_parent: 0 }),
        'recurrence',
        'post_parent',
      )
      expectWrong(await ask('PATCH', `/events/${id}?scope=some`, {}), 'scope')
    })

    test('may be edited by whoever may edit the series, also if it was given to somebody else', async () => {
      const series = await calendar.make('events', weekly(), 'author')
      const id = await occurrence(series, '2027-03-08')
      await change(id, { author: 4 })
      expect(
        (await ask('PATCH', `/events/${id}`, { excerpt: 'By the author of the series' }, 'author')).status,
      ).toBe(200)
      expect((await ask('PATCH', `/events/${id}`, { excerpt: 'By its author' }, 'author2')).status).toBe(200)
      expectRefusal(
        await ask('PATCH', `/events/${id}?scope=all`, { title: 'No' }, 'author2'),
        403,
        'rest_forbidden',
      )
      expectRefusal(
        await ask('DELETE', `/events/${id}?scope=future`, undefined, 'author2'),
        403,
        'rest_forbidden',
      )
      expect(await read(id)).toMatchObject({ author: '4', overrides: ['excerpt', 'author'] })
    })
  })

  describe('scope', () => {
    test('future: the rest is a series of its own, with what remains of COUNT and the IDs that it had', async () => {
      const series = await calendar.make('events', weekly({ title: 'Split' }))
      const ids = await idsOf(series)
      const changed = await change(
        Number(ids['2027-03-22']),
        { title: 'Second half', start_date: '2027-03-22 18:00', end_date: '2027-03-22 20:00' },
        '?scope=future',
      )
      const rest = Number(changed.body.post_parent)
      expect(rest).not.toBe(series)
      expect(changed.body).toMatchObject({ id: ids['2027-03-22'], title: 'Second half', overrides: [] })
      expect(await read(rest)).toMatchObject({
        slug: 'split-2',
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4;BYDAY=MO', count: 4 },
      })
      expect(await read(series)).toMatchObject({
        title: 'Split',
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2;BYDAY=MO', count: 2 },
      })
      expect({ ...(await idsOf(series)), ...(await idsOf(rest)) }).toEqual(ids)
      for (const one of [series, rest]) await expectSound(one)
    })

    test('future, on the series: from the next occurrence on', async () => {
      const series = await calendar.make(
        'events',
        weekly({ start_date: '2027-02-22 19:00', end_date: '2027-02-22 21:00' }),
      )
      // The times that the series shows are those of its first date.
      const times = { start_date: '2027-02-22 20:00', end_date: '2027-02-22 22:00' }
      await change(series, { title: 'From now on', ...times }, '?scope=future')
      expect(await startsOf(series)).toEqual(['2027-02-22 19:00:00'])
      // On 1 March it is 07:00 in New York.
      const { body } = await ask('GET', '/events?search=from+now+on')
      expect(listOf(body.events).map((event) => at(event, 'start_date'))).toEqual(
        ['2027-03-01', ...DAYS.slice(0, 4)].map((day) => `${day} 20:00:00`),
      )
      const rest = Number(at(body.events, 0, 'post_parent'))
      expect(at(await read(rest), 'recurrence', 'rrule')).toBe('FREQ=WEEKLY;COUNT=5;BYDAY=MO')
      const { utc_start_date: _start, utc_end_date: _end, ...shown } = await read(rest)
      const ended = await change(rest, { ...shown, recurrence: null })
      expect(ended.body).toMatchObject({ start_date: '2027-03-01 20:00:00', post_parent: 0 })
    })

    test('all: on an occurrence, it moves every one as this one is moved, and not what only this one has', async () => {
      const series = await calendar.make('events', weekly({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } }))
      const ids = await idsOf(series)
      await change(Number(ids['2027-03-15']), { title: 'Own title' })
      const own = await read(Number(ids['2027-03-15']))
      const { utc_start_date: _start, utc_end_date: _end, ...shown } = own
      const times = { start_date: '2027-03-16 20:00:00', end_date: '2027-03-16 21:00:00' }
      const fields = { ...shown, ...times, excerpt: 'For all' }
      await change(idOf(own), fields, '?scope=all')
      expect(await startsOf(series)).toEqual([
        '2027-03-09 20:00:00',
        '2027-03-16 20:00:00',
        '2027-03-23 20:00:00',
      ])
      expect(await read(series)).toMatchObject({ title: 'Jazz', excerpt: expect.stringContaining('For all') })
      await expectSound(series)
    })

    test('of a deletion: future ends the series before it, all deletes it', async () => {
      const series = await calendar.make('events', weekly())
      const ids = await idsOf(series)
      await ask('DELETE', `/events/${ids['2027-03-22']}?scope=future`)
      expect(await days(series)).toEqual(DAYS.slice(0, 2))
      await ask('DELETE', `/events/${ids['2027-03-15']}?scope=all`)
      expect(await read(series)).toMatchObject({ status: 'trash' })
      await expectSound(series)
    })
  })

  describe('time', () => {
    test('occurrences exist for 24 months, and follow as time passes', async () => {
      const moving = openCalendar({ limits: { occurrences: 500 } }, storage)
      const fields = weekly({ recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', rdate: ['2029-07-04'] } })
      const series = await moving.make('events', fields)
      expect((await days(series)).at(-1)).toBe('2029-02-26')
      const { version: _version, ...before } = await read(series)
      moving.setTime('2027-07-01T12:00:00Z')
      const visitor = await moving.ask(
        'GET',
        `/events?post_parent=${series}&starts_after=0001-01-01`,
        undefined,
        'visitor',
      )
      expect(visitor.body.total).toBe(121)
      expect((await days(series)).at(-1)).toBe('2029-06-25')
      moving.setTime('2027-07-09T12:00:00Z')
      await moving.ask('GET', '/events')
      expect((await days(series)).slice(-2)).toEqual(['2029-07-04', '2029-07-09'])
      expect(await read(series)).toEqual({
        ...before,
        recurrence: { ...Object(before.recurrence), count: 124 },
      })
      await expectSound(series)
      await ask('DELETE', `/events/${series}`)
    })

    test('the limit counts what is to come', async () => {
      const few = openCalendar({ limits: { occurrences: 3 } }, storage)
      const series = await few.make(
        'events',
        weekly({
          start_date: '2027-02-22 19:00',
          end_date: '2027-02-22 21:00',
          recurrence: { rrule: 'FREQ=WEEKLY' },
        }),
      )
      expect(await days(series)).toEqual(['2027-03-01', '2027-03-08', '2027-03-15'])
      few.setTime('2027-03-09T12:00:00Z')
      await few.ask('GET', '/events')
      expect(await days(series)).toEqual([
        '2027-03-01',
        '2027-03-08',
        '2027-03-15',
        '2027-03-22',
        '2027-03-29',
      ])
      await ask('DELETE', `/events/${series}`)
    })

    test('a scheduled series appears with its occurrences', async () => {
      const later = openCalendar({}, storage)
      const series = await later.make('events', weekly({ title: 'Zeppelin', date: '2027-03-02 10:00' }))
      const seen = async () =>
        (await later.ask('GET', `/events?search=zeppelin`, undefined, 'visitor')).body.total
      expect(await seen()).toBe(0)
      later.setTime('2027-03-02T16:00:00Z')
      expect(await seen()).toBe(6)
      expect((await later.ask('GET', `/events/${series}`, undefined, 'visitor')).body.status).toBe('publish')
    })
  })

  describe('a storage that takes few changes at once', () => {
    test('gets a series in parts: nothing twice, nothing missing', async () => {
      const small = openCalendar({}, limited(storage, { most: 7 }))
      const series = await small.make('events', weekly({ recurrence: { rrule: 'FREQ=DAILY;COUNT=40' } }))
      await expectSound(series)
      const ids = await idsOf(series)
      expect((await small.ask('PATCH', `/events/${series}`, { title: 'In parts' })).status).toBe(200)
      const split = await small.ask('PATCH', `/events/${ids['2027-03-20']}?scope=future`, {
        excerpt: 'Second part',
      })
      const rest = Number(split.body.post_parent)
      for (const one of [series, rest]) await expectSound(one)
      expect({ ...(await idsOf(series)), ...(await idsOf(rest)) }).toEqual(ids)
      expect((await small.ask('PATCH', `/events/${rest}`, { recurrence: null })).body).not.toHaveProperty(
        'recurrence',
      )
      expect(await living(rest)).toEqual([])
      expect((await small.ask('DELETE', `/events/${series}`)).body).toMatchObject({
        recurrence: { count: 0 },
      })
      expect(await living(series)).toEqual([])
    })

    test.each([1, 2, 4])(
      'an end after %i commits leaves a series that the next request completes',
      async (commits) => {
        const dying = openCalendar({}, limited(storage, { most: 7, commits }))
        await dying.ask(
          'POST',
          '/events',
          weekly({ title: `Cut ${commits}`, recurrence: { rrule: 'FREQ=DAILY;COUNT=30' } }),
        )
        const next = openCalendar({}, limited(storage, { most: 7 }))
        const found = await next.ask('GET', `/events?search=cut+${commits}&per_page=50`)
        expect(found.body.total).toBe(30)
        await expectSound(Number(at(found.body.events, 0, 'post_parent')))
      },
    )
  })

  describe('races end in one of the two orders', () => {
    /** Runs `first` up to its commit, then all of `second`, then the rest of `first`. */
    async function race(first: (calendar: Calendar) => Promise<Answer>, second: () => Promise<Answer>) {
      const held = heldBeforeCommit(storage)
      const running = first(openCalendar({}, held.storage))
      await held.arrived
      expect((await second()).status).toBe(200)
      held.release()
      expect((await running).status).toBe(200)
    }

    test('an edit of the series and one of an occurrence', async () => {
      const series = await calendar.make('events', weekly())
      const id = await occurrence(series, '2027-03-15')
      await race(
        (calendar) => calendar.ask('PATCH', `/events/${series}`, { title: 'Of the series' }),
        () => change(id, { title: 'Of the occurrence' }),
      )
      expect(await read(id)).toMatchObject({ title: 'Of the occurrence', overrides: ['title'] })
      await race(
        (calendar) => calendar.ask('PATCH', `/events/${id}`, { excerpt: 'Own' }),
        () => change(series, { excerpt: 'All', recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=3' } }),
      )
      expect(await read(id)).toMatchObject({ overrides: ['title', 'excerpt'] })
      await expectSound(series)
    })

    test('two deletions, and a deletion with a split', async () => {
      const series = await calendar.make('events', weekly())
      const ids = await idsOf(series)
      await race(
        (calendar) => calendar.ask('DELETE', `/events/${ids['2027-03-15']}`),
        () => ask('DELETE', `/events/${ids['2027-03-22']}`),
      )
      expect(at(await read(series), 'recurrence', 'exdate')).toEqual(['2027-03-15', '2027-03-22'])
      await race(
        (calendar) => calendar.ask('PATCH', `/events/${ids['2027-03-29']}?scope=future`, { title: 'Rest' }),
        () => ask('DELETE', `/events/${ids['2027-04-05']}`),
      )
      const rest = Number((await read(Number(ids['2027-03-29']))).post_parent)
      expect(await days(rest)).toEqual(['2027-03-29', '2027-04-12'])
      for (const one of [series, rest]) await expectSound(one)
    })

    test('two processes that extend the same series', async () => {
      const series = await calendar.make('events', weekly({ recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO' } }))
      const others = [openCalendar({}, storage), openCalendar({}, storage), openCalendar({}, storage)]
      for (const one of others) one.setTime('2027-06-01T12:00:00Z')
      await Promise.all(others.map((one) => one.ask('GET', '/events')))
      expect((await days(series)).at(-1)).toBe('2029-05-28')
      await expectSound(series)
      await ask('DELETE', `/events/${series}`)
    })
  })

  test('random writes keep every series sound, and the IDs of the dates that stay', async () => {
    const dice = new Dice(18)
    const series = await calendar.make('events', weekly())
    const known = new Map<string, number>()
    for (let step = 0; step < 30; step++) {
      const ids = await idsOf(series)
      for (const [day, id] of Object.entries(ids)) {
        expect(known.get(day) ?? id, `the ID of ${day} after ${step} steps`).toBe(id)
        known.set(day, id)
      }
      const id = dice.oneOf([series, ...Object.values(ids)])
      const hour = 10 + dice.upTo(10)
      const day = id === series ? '2027-03-08' : dice.oneOf(DAYS)
      const fields = dice.oneOf<() => object>([
        () => ({ title: `Title ${step}` }),
        () => ({ start_date: `${day} ${hour}:00`, end_date: `${day} ${hour + 1}:30` }),
        () => ({ status: dice.oneOf(['publish', 'draft', 'private']) }),
        () =>
          id === series
            ? { recurrence: { exdate: dice.some(2, () => dice.oneOf(DAYS)) } }
            : { featured: dice.chance(2) },
        () =>
          id === series
            ? { recurrence: { rrule: `FREQ=WEEKLY;BYDAY=MO;COUNT=${3 + dice.upTo(5)}` } }
            : { cost: String(step) },
      ])()
      const isDeleted = id !== series && dice.chance(6)
      const answer = isDeleted
        ? await ask('DELETE', `/events/${id}`)
        : await ask('PATCH', `/events/${id}`, fields)
      expect([200, 400], answer.text).toContain(answer.status)
      await expectSound(series)
    }
  })
}
