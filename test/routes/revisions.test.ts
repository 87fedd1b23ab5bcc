import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { CommitTooLarge } from '../../src/storage/contract.ts'
import { methodsOf, wrapped } from '../setup/wrapped-storage.ts'
import { at, type Calendar, eventOf, expectRefusal, idOf, openCalendar } from './calendar.ts'

/* What was there before, of events, venues and organizers, and going back to it. */

interface Revision {
  readonly n: number
  readonly date_utc: string
  readonly user: unknown
  readonly fields: readonly string[]
  readonly event?: Readonly<Record<string, unknown>> | null
  readonly venue?: Readonly<Record<string, unknown>> | null
}

const open = (options = {}, storage = memoryStorage()) => openCalendar({ changes: true, ...options }, storage)

async function list({ api }: Calendar, path: string): Promise<Revision[]> {
  const url = `https://calendar.example${api.basePath}${path}/revisions`
  const response = await api.fetch(new Request(url, { headers: { 'x-user': 'editor' } }))
  expect(response.status).toBe(200)
  return response.json()
}

const restore = ({ ask }: Calendar, path: string, n: number, as?: Parameters<Calendar['ask']>[3]) =>
  ask('POST', `${path}/revisions/${n}`, undefined, as)

describe('the states of a record', () => {
  test('are the one after each change and the first, the newest first', async () => {
    const calendar = open()
    const { ask, make, setTime } = calendar
    const id = await make('events', eventOf({ title: 'One' }), 'author')
    setTime('2027-03-02T08:00:05Z')
    await ask('PATCH', `/events/${id}`, { title: 'Two', cost: '5', start_date: '2027-05-10 09:00:00' })
    setTime('2027-03-03T08:00:00Z')
    await ask('PATCH', `/events/${id}`, { status: 'draft' })
    const states = await list(calendar, `/events/${id}`)
    expect(states.map(({ n, date_utc, user, fields }) => ({ n, date_utc, user, fields }))).toEqual([
      { n: 3, date_utc: '2027-03-03 08:00:00', user: { id: 2 }, fields: ['status'] },
      { n: 2, date_utc: '2027-03-02 08:00:05', user: { id: 2 }, fields: ['cost', 'start_date', 'title'] },
      { n: 1, date_utc: '2027-03-01 12:00:00', user: { id: 3 }, fields: [] },
    ])
    expect(states.map(({ event }) => event?.title)).toEqual(['Two', 'Two', 'One'])
    expect(states[1]?.event).toMatchObject({ status: 'publish', start_date: '2027-05-10 09:00:00' })
  })

  test('begin with the one before the first change that the journal has', async () => {
    const storage = memoryStorage()
    const before = openCalendar({}, storage)
    const id = await before.make('venues', { venue: 'Old' })
    const calendar = open({}, storage)
    expect(await list(calendar, `/venues/${id}`)).toEqual([])
    await calendar.ask('PATCH', `/venues/${id}`, { venue: 'New' })
    const states = await list(calendar, `/venues/${id}`)
    expect(states.map(({ n, user, venue }) => [n, user, venue?.venue])).toEqual([
      [2, { id: 2 }, 'New'],
      [1, null, 'Old'],
    ])
  })

  test('are the newest fifty', async () => {
    const calendar = open()
    const id = await calendar.make('organizers', { organizer: 'A' })
    for (let number = 2; number <= 60; number++)
      await calendar.ask('PATCH', `/organizers/${id}`, { phone: `${number}` })
    const states = await list(calendar, `/organizers/${id}`)
    expect(states.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, index) => 60 - index))
  })

  test('tell no password, and nothing that changes by itself', async () => {
    const calendar = open()
    const { ask, make } = calendar
    const id = await make(
      'events',
      eventOf({ password: 'sesame-1', recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } }),
    )
    await ask('PATCH', `/events/${id}`, { password: 'sesame-2', title: 'New' })
    const states = await list(calendar, `/events/${id}`)
    expect(JSON.stringify(states)).not.toMatch(/sesame|pbkdf2/i)
    expect(states.map(({ fields }) => fields)).toEqual([['title'], []])
    expect(states[0]?.event?.description).toBeDefined()
  })

  test('show merged records as the one that stays', async () => {
    const calendar = open()
    const { ask, make } = calendar
    const stays = await make('venues', { venue: 'A' })
    const goes = await make('venues', { venue: 'B' })
    const id = await make('events', eventOf({ venue: goes }))
    await ask('PATCH', `/events/${id}`, { venue: '' })
    await ask('POST', `/venues/${stays}/merge`, { from: [goes] })
    const [, first] = await list(calendar, `/events/${id}`)
    expect(at(first?.event, 'venue', 'id')).toBe(stays)
    expect(idOf(at((await restore(calendar, `/events/${id}`, 1)).body, 'venue'))).toBe(stays)
    const answer = await ask('GET', `/venues/${goes}/revisions`)
    expectRefusal(answer, 301, 'rest_merged')
    expect(answer.headers.get('location')).toContain(`/venues/${stays}/revisions`)
  })

  test('are there with the option only', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf())
    expectRefusal(await ask('GET', `/events/${id}/revisions`), 404, 'rest_no_route')
    expect(() => openCalendar({ changes: { days: 0 } })).toThrow(RangeError)
    expect(() => openCalendar({ changes: { days: 1.5 } })).toThrow('changes.days')
    const { body } = await open().ask('GET', '/me')
    expect(at(body, 'features', 'revisions')).toBe(true)
  })

  test('are kept for as many days as the option says', async () => {
    const calendar = open({ changes: { days: 5 } })
    const { ask, api, make, setTime } = calendar
    const id = await make('tags', { name: 'x' })
    const event = await make('events', eventOf())
    setTime('2027-03-05T12:00:00Z')
    await ask('PATCH', `/events/${event}`, { title: 'Later' })
    await api.deliver()
    expect(await list(calendar, `/events/${event}`)).toHaveLength(2)
    setTime('2027-03-07T12:00:00Z')
    await api.deliver()
    const states = await list(calendar, `/events/${event}`)
    expect(states.map(({ n, fields, event: was }) => [n, fields, was?.title])).toEqual([
      [2, ['title'], 'Later'],
      [1, [], 'Open day'],
    ])
    expect(id).toBe(1)
  })
})

describe('going back', () => {
  test('an event has all fields of the state, and keeps password, author, status and date', async () => {
    const calendar = open({
      customFields: { event: { level: { schema: z.string() }, seats: { schema: z.number() } } },
    })
    const { ask, make } = calendar
    const venue = await make('venues', { venue: 'Hall' })
    const fields = {
      ...{ title: 'First', description: '<p>Long</p>', excerpt: 'Short', cost: ['5', '10', '$20'], venue },
      ...{
        website: 'https://first.example/',
        categories: ['Jazz'],
        tags: 'late',
        featured: true,
        all_day: true,
      },
      ...{ image: 'https://first.example/a.png', slug: 'first', timezone: 'Europe/Berlin' },
      custom_fields: { level: 'easy' },
    }
    const id = await make('events', eventOf(fields))
    const { body: before } = await ask('GET', `/events/${id}`)
    await ask('PATCH', `/events/${id}`, {
      ...{
        title: 'Second',
        description: '',
        excerpt: '',
        cost: '',
        venue: '',
        website: '',
        categories: '',
        tags: [],
      },
      ...{
        featured: false,
        all_day: false,
        image: false,
        slug: 'second',
        timezone: 'UTC',
        start_date: '2027-06-01 10:00',
      },
      ...{ end_date: '2027-06-01 11:00', author: 3, status: 'draft', date: '2027-02-01', password: 'sesame' },
      custom_fields: { level: null, seats: 7 },
    })
    const second = await ask('GET', `/events/${id}`)
    const answer = await restore(calendar, `/events/${id}`, 1)
    expect(answer.status, answer.text).toBe(200)
    const { body: after } = await ask('GET', `/events/${id}`)
    const kept = [
      'author',
      'status',
      'date',
      'date_utc',
      'modified',
      'modified_utc',
      'url',
      'json_ld',
      'categories',
      'tags',
    ]
    for (const name of Object.keys(before)) {
      if (!kept.includes(name)) expect([name, after[name]]).toEqual([name, before[name]])
    }
    for (const name of ['categories', 'tags'])
      expect([after[name]].flat().map(idOf)).toEqual([before[name]].flat().map(idOf))
    for (const name of ['author', 'status', 'date']) expect(after[name]).toEqual(second.body[name])
    await ask('PATCH', `/events/${id}`, { status: 'publish' })
    expectRefusal(await ask('GET', `/events/${id}`, undefined, 'visitor'), 403, 'event-password-protected')
    expect(await list(calendar, `/events/${id}`)).toHaveLength(4)
  })

  test('and forth again', async () => {
    const calendar = open()
    const id = await calendar.make('events', eventOf({ title: 'One' }))
    await calendar.ask('PATCH', `/events/${id}`, { title: 'Two' })
    expect((await restore(calendar, `/events/${id}`, 1)).body.title).toBe('One')
    expect((await restore(calendar, `/events/${id}`, 2)).body.title).toBe('Two')
  })

  test('a venue loses what it did not have', async () => {
    const calendar = open()
    const id = await calendar.make('venues', { venue: 'Hall', city: 'Bonn' })
    const { body: before } = await calendar.ask('GET', `/venues/${id}`)
    const later = {
      venue: 'Other',
      address: 'Way 1',
      city: '',
      geo_lat: 1,
      geo_lng: 2,
      show_map: false,
      image: 'https://a.example/b.png',
    }
    await calendar.ask('PATCH', `/venues/${id}`, later)
    const answer = await restore(calendar, `/venues/${id}`, 1)
    expect(answer.status, answer.text).toBe(200)
    const { body: after } = await calendar.ask('GET', `/venues/${id}`)
    expect({ ...after, modified: '', modified_utc: '' }).toEqual({
      ...before,
      modified: '',
      modified_utc: '',
    })
  })

  test('a series has its rule again', async () => {
    const calendar = open()
    const { ask, make } = calendar
    const id = await make('events', eventOf({ recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } }))
    await ask('PATCH', `/events/${id}?scope=all`, { recurrence: { rrule: 'FREQ=DAILY;COUNT=5' } })
    expect(at((await restore(calendar, `/events/${id}`, 1)).body, 'recurrence', 'rrule')).toBe(
      'FREQ=DAILY;COUNT=3',
    )
    const { body } = await ask('GET', '/events')
    expect(body.total).toBe(3)
  })

  test('an event in the trash stays there, with its slug to come', async () => {
    const calendar = open()
    const { ask, make } = calendar
    const id = await make('events', eventOf({ title: 'Fair' }))
    await ask('PATCH', `/events/${id}`, { title: 'Market' })
    await ask('DELETE', `/events/${id}`)
    expect((await restore(calendar, `/events/${id}`, 1)).body).toMatchObject({
      status: 'trash',
      title: 'Fair',
    })
    expect((await ask('PATCH', `/events/${id}`, { status: 'publish' })).body.slug).toBe('fair')
  })

  test('is for those who may edit the record', async () => {
    const calendar = open()
    const { ask, make } = calendar
    const id = await make('events', eventOf({ title: 'Secret draft', status: 'private' }))
    const own = await make('events', eventOf({ title: 'Own' }), 'author')
    for (const path of [
      `/events/${id}/revisions`,
      `/events/${id}/revisions/1`,
      `/events/${id}/revisions/99`,
    ]) {
      const method = path.endsWith('revisions') ? 'GET' : 'POST'
      expectRefusal(await ask(method, path, undefined, 'visitor'), 401, 'rest_forbidden')
      for (const user of ['subscriber', 'contributor', 'author'] as const)
        expectRefusal(await ask(method, path, undefined, user), 403, 'rest_forbidden')
    }
    await ask('PATCH', `/events/${own}`, { featured: true, title: 'By editor' })
    const answer = await restore(calendar, `/events/${own}`, 1, 'author')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ title: 'Own', featured: true, author: '3' })
  })

  test('to what is not there is refused', async () => {
    const calendar = open()
    const { ask, make } = calendar
    const id = await make('events', eventOf())
    for (const n of ['2', '0', 'x', '1x', '-1', '9'.repeat(40), '1.0', '%31'])
      if (n !== '%31')
        expectRefusal(await ask('POST', `/events/${id}/revisions/${n}`), 404, 'rest_revision_not_found')
    expectRefusal(await ask('GET', '/events/999/revisions'), 404, 'rest-event-not-found')
    expectRefusal(await ask('POST', '/events/999/revisions/1'), 404, 'rest-event-not-found')
    expectRefusal(await ask('GET', `/events/${id}/revisions/1`), 405, 'rest_method_not_allowed')
  })

  test('to none of many states, or to one of them, does not read the whole journal', async () => {
    let reads = 0
    const storage = wrapped(memoryStorage(), (name, call) => {
      if (name === 'find entry') reads++
      return call()
    })
    const calendar = open({}, storage)
    const id = await calendar.make('events', eventOf({ title: 'State 1' }))
    for (let n = 2; n <= 200; n++) await calendar.ask('PATCH', `/events/${id}`, { title: `State ${n}` })
    for (const n of [201, 5000, 0, 2 ** 60]) {
      reads = 0
      expectRefusal(await restore(calendar, `/events/${id}`, n), 404, 'rest_revision_not_found')
      expect(reads).toBeLessThanOrEqual(2)
    }
    for (const n of [1, 3, 99, 200]) {
      reads = 0
      expect((await restore(calendar, `/events/${id}`, n)).body.title).toBe(`State ${n}`)
      expect(reads).toBeLessThanOrEqual(12)
    }
  })

  test('with another version of the record is refused', async () => {
    const calendar = open()
    const id = await calendar.make('events', eventOf())
    await calendar.ask('PATCH', `/events/${id}`, { title: 'Two' })
    const init = { method: 'POST', headers: { 'if-match': '"1.x"' } }
    expectRefusal(await calendar.send(`/events/${id}/revisions/1`, init), 412, 'rest_precondition_failed')
  })

  test('to a state that was too large to keep is refused', async () => {
    const storage = memoryStorage()
    const small = {
      ...methodsOf(storage),
      commit: async (changes: Parameters<typeof storage.commit>[0]) => {
        if (JSON.stringify(changes).length > 12_000) throw new CommitTooLarge('more than this storage takes')
        return storage.commit(changes)
      },
    }
    const calendar = open({}, small)
    const id = await calendar.make('events', eventOf({ description: 'x'.repeat(2500) }))
    await calendar.ask('PATCH', `/events/${id}`, { title: 'Two' })
    const states = await list(calendar, `/events/${id}`)
    expect(states.map(({ n, event, fields }) => [n, event === null, fields])).toEqual([
      [2, true, []],
      [1, false, []],
    ])
    expectRefusal(await restore(calendar, `/events/${id}`, 2), 409, 'rest_revision_not_kept')
  })

  test('what is deleted for good has none', async () => {
    const calendar = open()
    const { ask, make } = calendar
    const id = await make('events', eventOf())
    await ask('DELETE', `/events/${id}?force=true`)
    expectRefusal(await ask('GET', `/events/${id}/revisions`), 404, 'rest-event-not-found')
  })
})
