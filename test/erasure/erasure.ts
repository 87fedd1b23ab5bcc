import type { DeliveredChange } from 'kalends'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Storage } from '../../src/storage/contract.ts'
import { KINDS } from '../../src/storage/shared/keys.ts'
import {
  at,
  type Calendar,
  eventOf,
  expectRefusal,
  idOf,
  listOf,
  openCalendar,
  textAt,
} from '../routes/calendar.ts'
import { limited } from '../series/limited-storage.ts'
import { heldBeforeCommit } from '../setup/held-storage.ts'
import { type Opened, open, type Calendar as SharedCalendar } from '../setup/shared-calendar.ts'
import { erasePersonOn } from './person.ts'

/* What is deleted for good, on one storage. It is 2027-03-01. */

/** In every text of what is deleted, and nowhere else. */
const MARK = 'zqmark'

const TEXTS = {
  title: `Night of ${MARK}`,
  description: `<p>By ${MARK}, with <b>${MARK}</b></p>`,
  excerpt: MARK,
  website: `https://${MARK}.example/`,
  image: `https://${MARK}.example/a.png`,
  cost: MARK,
  slug: `night-of-${MARK}`,
  // As a list of texts it is also in the index.
  custom_fields: { note: [MARK], whole: { by: MARK } },
}
const PERSON = {
  organizer: `Ann ${MARK}`,
  description: MARK,
  email: `ann@${MARK}.example`,
  phone: MARK,
  website: `https://${MARK}.example/ann`,
  custom_fields: { note: MARK },
}
const DAILY = { rrule: 'FREQ=DAILY;COUNT=12' }
/** Days of March, as texts. */
const march = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, day) => String(first + day).padStart(2, '0'))
export const erasureIn = (calendar: SharedCalendar, stored?: () => Promise<string>): void =>
  erasureOn(() => open(calendar), stored)

/** `stored`: all that the database holds, in its own form. */
export function erasureOn(
  openStorage: () => Opened | Promise<Opened>,
  stored: () => Promise<string> = async () => '',
): void {
  let storage: Storage
  let close: Opened['close']
  let calendar: Calendar
  beforeAll(async () => {
    const opened = await openStorage()
    storage = opened.storage
    close = opened.close
    await storage.migrate()
    const customFields = { event: { note: z.unknown(), whole: z.unknown() }, organizer: { note: z.string() } }
    calendar = openCalendar({ changes: true, customFields }, storage)
  })
  afterAll(() => close())

  const ask: Calendar['ask'] = (...request) => calendar.ask(...request)
  const make: Calendar['make'] = (...request) => calendar.make(...request)

  /** Everything in the storage. */
  async function everything(): Promise<string> {
    const all = { order: 'id', limit: Number.MAX_SAFE_INTEGER } as const
    const documents = await Promise.all(KINDS.map((kind) => storage.find(kind, all)))
    return JSON.stringify(documents) + (await stored())
  }

  async function expectForgotten(): Promise<void> {
    const text = await everything()
    const place = text.toLowerCase().indexOf(MARK)
    expect(place < 0 ? '' : text.slice(Math.max(0, place - 300), place + 100)).toBe('')
  }

  async function erase(path: string, query = '') {
    const answer = await ask('DELETE', `${path}?force=true${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }

  /** A token from which on `changesSince` reads. */
  async function syncToken(): Promise<string> {
    for (let path = '/changes?per_page=50'; ; ) {
      const { body } = await ask('GET', path)
      if (typeof body.sync_token === 'string') return body.sync_token
      path = `/changes/${new URL(textAt(body, 'next_rest_url')).search}`
    }
  }

  async function changesSince(token: string): Promise<readonly unknown[]> {
    const found: unknown[] = []
    for (let path = `/changes?per_page=50&sync_token=${token}`; ; ) {
      const { body } = await ask('GET', path)
      found.push(...listOf(body.changes))
      if (typeof body.sync_token === 'string') return found
      path = `/changes/${new URL(textAt(body, 'next_rest_url')).search}`
    }
  }

  const seriesOf = (fields: object = {}) =>
    make('events', {
      ...{ title: 'Daily', start_date: '2027-03-02 19:00', end_date: '2027-03-02 21:00' },
      ...{ recurrence: DAILY, ...fields },
    })

  async function occurrencesOf(series: number): Promise<readonly unknown[]> {
    const statuses = 'publish,future,draft,pending,private,trash'
    const { body } = await ask('GET', `/events?post_parent=${series}&status=${statuses}&per_page=50`)
    return listOf(body.events)
  }

  const days = async (series: number) =>
    (await occurrencesOf(series)).map((event) => textAt(event, 'start_date').slice(8, 10))

  async function occurrence(series: number, day: string): Promise<number> {
    const all = await occurrencesOf(series)
    return idOf(all.find((event) => textAt(event, 'start_date').slice(8, 10) === day))
  }

  describe('what is deleted for good', () => {
    test('an event: no text of it remains, and others are told', async () => {
      const id = await make('events', eventOf(TEXTS))
      for (let version = 2; version < 5; version++)
        await ask('PATCH', `/events/${id}`, { excerpt: `${MARK} ${version}` })
      const before = (await ask('GET', `/events/${id}`)).body
      const token = await syncToken()
      const { json_ld, ...shown } = before
      for (const text of [await everything(), (await stored()) || MARK]) expect(text).toContain(MARK)
      expect(await erase(`/events/${id}`)).toEqual(shown)
      await expectForgotten()
      expectRefusal(await ask('GET', `/events/${id}`), 404, 'rest-event-not-found')
      expectRefusal(await ask('DELETE', `/events/${id}?force=true`), 404, 'rest-event-not-found')
      expect(await changesSince(token)).toEqual([{ kind: 'event', id, deleted: true }])
      const next = await make('events', eventOf({ slug: TEXTS.slug }))
      expect((await ask('GET', `/events/${next}`)).body.slug).toBe(TEXTS.slug)
      await erase(`/events/${next}`)
    })

    test('an organizer and a venue: their events lose them', async () => {
      const event = await make('events', {
        ...eventOf(),
        organizer: [PERSON, { organizer: 'Choir' }],
        venue: { venue: `${MARK} Hall`, address: MARK, city: MARK, phone: MARK },
      })
      const { body } = await ask('GET', `/events/${event}`)
      const [person] = listOf(body.organizer)
      const token = await syncToken()
      expect(await erase(`/organizers/${idOf(person)}`)).toMatchObject({ organizer: PERSON.organizer })
      expect(await erase(`/venues/${idOf(body.venue)}`)).toMatchObject({ venue: `${MARK} Hall` })
      await expectForgotten()
      const rest = (await ask('GET', `/events/${event}`)).body
      expect(rest).toMatchObject({ organizer: [{ organizer: 'Choir' }], venue: [] })
      const { json_ld, ...sent } = rest
      expect((await ask('PUT', `/events/${event}`, sent)).status).toBe(200)
      const told = (await changesSince(token)).filter((change) => at(change, 'deleted') === true)
      expect(told).toHaveLength(2)
    })

    test('an event, by a process that writes no entries itself', async () => {
      const id = await make('events', eventOf(TEXTS))
      await ask('PATCH', `/events/${id}`, { excerpt: `${MARK} 2` })
      const { status } = await openCalendar({}, storage).ask('DELETE', `/events/${id}?force=true`)
      expect(status).toBe(200)
      await expectForgotten()
    })

    test('a term', async () => {
      const id = await make('tags', { name: MARK, description: MARK })
      await make('events', eventOf({ tags: [id] }))
      await ask('PATCH', `/tags/${id}`, { description: `${MARK} 2` })
      await erase(`/tags/${id}`)
      await expectForgotten()
    })

    test('what is in the trash, by its ID and by its slug', async () => {
      for (const path of [(id: number) => `/events/${id}`, () => `/events/by-slug/${TEXTS.slug}__trashed`]) {
        const id = await make('events', eventOf(TEXTS))
        await ask('DELETE', `/events/${id}`)
        expectRefusal(await ask('DELETE', path(id)), 410, 'event-is-in-trash')
        expect(await erase(path(id))).toMatchObject({ id, status: 'trash' })
        await expectForgotten()
      }
    })

    test('a record that was changed more often than one commit takes entries', async () => {
      const id = await make('tags', { name: MARK })
      for (let one = 0; one < 25; one++) await ask('PATCH', `/tags/${id}`, { description: `${MARK} ${one}` })
      await erase(`/tags/${id}`)
      await expectForgotten()
    })

    test('onChange gets the record as it was, and deliveries get none of its texts', async () => {
      const got: DeliveredChange[] = []
      const deliver = Object.assign(async (change: DeliveredChange) => void got.push(change), {
        progress: 'erasure',
      })
      const told: unknown[] = []
      const { api, ...other } = openCalendar(
        { changes: true, deliver, onChange: (change) => void told.push(change) },
        storage,
      )
      while ((await api.deliver({ limit: 1000 })).waiting > 0);
      got.length = 0
      const id = await other.make('events', eventOf(TEXTS))
      await other.ask('DELETE', `/events/${id}?force=1`)
      await expect.poll(() => told.length).toBe(2)
      expect(told[1]).toMatchObject({ type: 'deleted', id, before: { title: TEXTS.title }, after: null })
      await api.deliver({ limit: 1000 })
      expect(got).toMatchObject([
        { type: 'created', id, before: null, after: null },
        { type: 'deleted', id, before: null, after: null },
      ])
    })

    test('a simultaneous change is gone with it, or finds nothing', async () => {
      const id = await make('events', eventOf(TEXTS))
      const held = heldBeforeCommit(storage)
      const slow = openCalendar({ changes: true }, held.storage)
      const erasing = slow.ask('DELETE', `/events/${id}?force=true`)
      await held.arrived
      await ask('PATCH', `/events/${id}`, { excerpt: `${MARK} meanwhile` })
      held.release()
      expect((await erasing).body).toMatchObject({ id, excerpt: `${MARK} meanwhile` })
      await expectForgotten()
    })
  })

  describe('a series', () => {
    for (const [size, most] of [
      ['in one commit', Number.POSITIVE_INFINITY],
      ['in many', 18],
    ] as const) {
      const small = () => openCalendar({ changes: true }, limited(storage, { most }))

      test(`goes with its occurrences, ${size}`, async () => {
        const series = await seriesOf(TEXTS)
        const last = await occurrence(series, '09')
        await ask('PATCH', `/events/${last}`, { excerpt: `${MARK} own` })
        const { status, body, text } = await small().ask('DELETE', `/events/${series}?force=true`)
        expect(status, text).toBe(200)
        expect(body).toMatchObject({ id: series, status: 'publish', title: TEXTS.title })
        await expectForgotten()
      })

      test(`loses one occurrence, ${size}`, async () => {
        const series = await seriesOf()
        const id = await occurrence(series, '04')
        await ask('PATCH', `/events/${id}`, { title: MARK })
        const { body } = await small().ask('DELETE', `/events/${id}?force=true`)
        expect(body).toMatchObject({ id, title: MARK, status: 'publish' })
        await expectForgotten()
        expect(await days(series)).toEqual(['02', '03', ...march(5, 13)])
        expect((await ask('GET', `/events/${series}`)).body.recurrence).toMatchObject({
          exdate: ['2027-03-04'],
          count: 11,
        })
        await erase(`/events/${series}`)
      })

      test(`ends before an occurrence, ${size}`, async () => {
        const series = await seriesOf()
        for (const day of ['06', '08'])
          await ask('PATCH', `/events/${await occurrence(series, day)}`, { title: `${MARK} ${day}` })
        const id = await occurrence(series, '06')
        const { body } = await small().ask('DELETE', `/events/${id}?force=true&scope=future`)
        expect(body).toMatchObject({ id, title: `${MARK} 06` })
        await expectForgotten()
        expect(await days(series)).toEqual(march(2, 5))
        const left = await occurrence(series, '04')
        await erase(`/events/${await occurrence(series, '05')}`, '&scope=all')
        for (const gone of [series, left])
          expectRefusal(await ask('GET', `/events/${gone}`), 404, 'rest-event-not-found')
      })
    }

    test('that is interrupted is removed by the next request', async () => {
      for (let commits = 1; ; commits++) {
        const series = await seriesOf(TEXTS)
        const dying = openCalendar({ changes: true }, limited(storage, { most: 18, commits }))
        const { status } = await dying.ask('DELETE', `/events/${series}?force=true`)
        if (status === 200) break
        expectRefusal(
          await ask('PATCH', `/events/${series}`, { status: 'publish' }),
          404,
          'rest-event-not-found',
        )
        await openCalendar({ changes: true }, limited(storage, { most: 18 })).ask('GET', '/tags')
        await expectForgotten()
      }
    })
  })

  describe('api.purge', () => {
    const trashed = async (title: string, time: string) => {
      calendar.setTime(time)
      const id = await make('events', eventOf({ title }))
      await ask('DELETE', `/events/${id}`)
      return id
    }
    const isThere = async (id: number) => (await ask('GET', `/events/${id}`)).status === 200

    test('removes what is in the trash for longer, and nothing else', async () => {
      calendar.setTime('2027-03-01T12:00:00Z')
      await calendar.api.purge({ olderThan: 0 })
      const old = await trashed(MARK, '2027-04-01T12:00:00Z')
      const restored = await trashed('Restored', '2027-04-01T12:00:00Z')
      const young = await trashed('Young', '2027-04-05T12:00:01Z')
      calendar.setTime('2027-04-01T12:00:00Z')
      const series = await seriesOf({
        title: MARK,
        start_date: '2027-04-02 19:00',
        end_date: '2027-04-02 20:00',
      })
      await ask('DELETE', `/events/${series}`)
      const organizer = await make('organizers', PERSON)
      await ask('DELETE', `/organizers/${organizer}`)
      const living = await seriesOf({ start_date: '2027-04-02 19:00', end_date: '2027-04-02 20:00' })
      const cancelled = await occurrence(living, '03')
      await ask('DELETE', `/events/${cancelled}`)
      await ask('PATCH', `/events/${restored}`, { status: 'draft' })
      calendar.setTime('2027-05-05T12:00:00Z')
      const token = await syncToken()
      // An event, an occurrence, a series with twelve occurrences, and an organizer.
      expect(await calendar.api.purge({ olderThan: 30 })).toEqual({ removed: 16, more: false })
      await expectForgotten()
      for (const id of [old, series, cancelled]) expect(await isThere(id)).toBe(false)
      for (const id of [restored, young, living]) expect(await isThere(id)).toBe(true)
      // Mirrors have not had them since they were in the trash.
      expect(await changesSince(token)).toEqual([])
      expect((await ask('GET', `/events/${living}`)).body.recurrence).toMatchObject({ count: 11 })
      expect(await calendar.api.purge({ olderThan: 30 })).toEqual({ removed: 0, more: false })
      expect(await calendar.api.purge({ olderThan: 29.99 })).toEqual({ removed: 1, more: false })
      expect(await isThere(young)).toBe(false)
    })

    test('ends at its limit, and when it is aborted', async () => {
      for (const title of ['A', 'B', 'C']) await trashed(title, '2027-04-01T12:00:00Z')
      const signal = AbortSignal.abort()
      expect(await calendar.api.purge({ olderThan: 0, signal })).toEqual({ removed: 0, more: true })
      expect(await calendar.api.purge({ olderThan: 0, limit: 2 })).toEqual({ removed: 2, more: true })
      expect(await calendar.api.purge({ olderThan: 0, limit: 1 })).toEqual({ removed: 1, more: false })
    })

    test('removes a series in parts where the storage takes no more', async () => {
      calendar.setTime('2027-03-01T12:00:00Z')
      const series = await seriesOf(TEXTS)
      await ask('DELETE', `/events/${series}`)
      const { api } = openCalendar({ changes: true }, limited(storage, { most: 18 }))
      expect(await api.purge({ olderThan: 0 })).toEqual({ removed: 13, more: false })
      await expectForgotten()
    })
  })

  describe('api.erase', () => erasePersonOn(() => storage, everything))
}
