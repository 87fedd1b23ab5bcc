import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { type Storage, StorageUnavailable } from '../../src/storage/contract.ts'
import { eventOf, expectRefusal, idOf, openCalendar } from './calendar.ts'

describe('a scheduled record', () => {
  test('becomes public when the clock passes its date', async () => {
    const { ask, setTime } = openCalendar()
    const date = '2027-03-01 08:00:00' // 13:00 UTC
    const event = await ask('POST', '/events', eventOf({ date, venue: { venue: 'Hall', date } }))
    expect(event.body).toMatchObject({
      status: 'future',
      date_utc: '2027-03-01 13:00:00',
      venue: { status: 'future' },
    })
    const path = `/events/${idOf(event.body)}`
    expectRefusal(await ask('GET', path, undefined, 'visitor'), 403, 'event-not-accessible')
    expect((await ask('GET', '/events', undefined, 'visitor')).body.total).toBe(0)
    setTime('2027-03-01T12:59:59Z')
    expect((await ask('GET', path, undefined, 'visitor')).status).toBe(403)
    setTime('2027-03-01T13:00:15Z')
    expect((await ask('GET', '/events', undefined, 'visitor')).body.total).toBe(1)
    expect((await ask('GET', path, undefined, 'visitor')).body).toMatchObject({
      status: 'publish',
      date: '2027-03-01 08:00:00',
      venue: { status: 'publish' },
    })
  })

  test('is not held up by others that are not due, nor by a clock that is set back', async () => {
    const { ask, make, setTime } = openCalendar()
    for (let n = 0; n < 60; n++)
      await make('events', eventOf({ date: '2020-01-01', date_utc: '2099-01-01', hide_from_listings: true }))
    // 01:50 of the summer time that ends on this day; ten past one of the winter time comes after it.
    const id = await make('events', eventOf({ date: '2027-11-07 01:50' }))
    setTime('2027-11-07T06:10:00Z')
    expect((await ask('GET', `/events/${id}`, undefined, 'visitor')).body).toMatchObject({
      status: 'publish',
      date_utc: '2027-11-07 05:50:00',
    })
  })

  test('keeps the date that a draft was given; one without a date gets it when it is published', async () => {
    const { ask, make, setTime } = openCalendar()
    const dated = await make('events', eventOf({ status: 'draft', date: '2027-01-05 08:00' }))
    const undated = await make('events', eventOf({ status: 'draft' }))
    setTime('2027-03-02T12:00:00Z')
    for (const id of [dated, undated]) {
      await ask('PATCH', `/events/${id}`, { title: 'Edited' })
      await ask('PATCH', `/events/${id}`, { status: 'publish' })
    }
    const dateOf = async (id: number) => (await ask('GET', `/events/${id}`)).body.date
    expect([await dateOf(dated), await dateOf(undated)]).toEqual([
      '2027-01-05 08:00:00',
      '2027-03-02 07:00:00',
    ])
  })

  test('is what a date to come makes of publish, and what no such date unmakes', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ status: 'future' }))
    expect((await ask('GET', `/events/${id}`)).body.status).toBe('publish')
    expect((await ask('PATCH', `/events/${id}`, { date: '2028-01-01' })).body.status).toBe('future')
    expect((await ask('PATCH', `/events/${id}`, { title: 'Kept' })).body).toMatchObject({
      status: 'future',
      date: '2028-01-01 00:00:00',
    })
    expect((await ask('PATCH', `/events/${id}`, { date_utc: '2027-02-01T00:00:00Z' })).body).toMatchObject({
      status: 'publish',
      date: '2027-01-31 19:00:00',
      date_utc: '2027-02-01 00:00:00',
    })
    expect((await ask('PATCH', `/events/${id}`, { status: 'private', date: '2028-01-01' })).body.status).toBe(
      'private',
    )
  })
})

describe('records that are due', () => {
  const DUE = '2027-03-01T13:00:00Z'
  const AFTER = '2027-03-01T14:00:00Z'

  test('are all published before the answer, however many they are', async () => {
    const { ask, make, setTime } = openCalendar()
    for (let n = 0; n < 120; n++) await make('events', eventOf({ date: DUE }))
    setTime(AFTER)
    expect((await ask('GET', '/events', undefined, 'visitor')).body.total).toBe(120)
  })

  /** A storage whose commits go wrong while `isRefusing`, and how many it was asked for meanwhile. */
  function refusing(error: Error, refuses: (id: number) => boolean = () => true) {
    const inner = memoryStorage()
    const state = { isRefusing: false, refused: 0 }
    const commit: Storage['commit'] = async (changes) => {
      if (state.isRefusing && changes.some(({ id }) => refuses(id))) {
        state.refused++
        throw error
      }
      return inner.commit(changes)
    }
    return { storage: { ...inner, commit }, state }
  }

  test('stay as they are while the storage refuses writes: reads continue, and onError gets the error', async () => {
    const error = new StorageUnavailable('read-only')
    const { storage, state } = refusing(error)
    const { ask, make, setTime, errors } = openCalendar({}, storage)
    const open = await make('events', eventOf())
    for (let n = 0; n < 5; n++) await make('events', eventOf({ date: DUE }))
    state.isRefusing = true
    setTime(AFTER)
    for (const path of ['/events', `/events/${open}`, '/venues', '/tags', '/']) {
      expect((await ask('GET', path, undefined, 'visitor')).status, path).toBe(200)
    }
    expect((await ask('GET', '/events', undefined, 'visitor')).body.total).toBe(1)
    // One attempt, until it is time to look again: reads must not wait for a storage that refuses, one after the other.
    expect(state.refused).toBe(1)
    expect(errors).toEqual([error])
    expectRefusal(await ask('PATCH', `/events/${open}`, { title: 'New' }), 503, 'rest_unavailable')
    state.isRefusing = false
    setTime('2027-03-01T14:00:15Z')
    expect((await ask('GET', '/events', undefined, 'visitor')).body.total).toBe(6)
    expect(errors).toHaveLength(2)
  })

  test('do not wait for one of them that cannot be written', async () => {
    const error = new RangeError('a fault')
    const { storage, state } = refusing(error, (id) => id === 2)
    const { ask, make, setTime, errors } = openCalendar({}, storage)
    for (let n = 0; n < 60; n++) await make('events', eventOf({ date: DUE }))
    state.isRefusing = true
    setTime(AFTER)
    const { status, body } = await ask('GET', '/events', undefined, 'visitor')
    expect({ status, total: body.total }).toEqual({ status: 200, total: 59 })
    expect(errors).toEqual([error])
  })

  test('are not held up by a clock that was ahead and was set back', async () => {
    const { ask, make, setTime } = openCalendar()
    const id = await make('events', eventOf({ date: DUE }))
    setTime('2031-01-01T00:00:00Z')
    await make('events', eventOf())
    setTime('2027-03-01T12:00:00Z')
    const other = await make('events', eventOf({ date: DUE }))
    expect((await ask('GET', `/events/${id}`, undefined, 'visitor')).status).toBe(200)
    expect((await ask('GET', `/events/${other}`, undefined, 'visitor')).status).toBe(403)
    setTime(AFTER)
    expect((await ask('GET', `/events/${other}`, undefined, 'visitor')).status).toBe(200)
  })
})

describe('a published record whose date the clock has not reached, since it was set back', () => {
  test('stays published through every change that leaves its date alone', async () => {
    const { ask, make, setTime } = openCalendar()
    setTime('2031-01-01T00:00:00Z')
    const id = await make('events', eventOf({ venue: { venue: 'Hall' } }))
    setTime('2027-03-01T12:00:00Z')
    const shown = (await ask('GET', `/events/${id}`)).body
    const { date, date_utc } = shown
    const unchanged = { status: 'publish', date, date_utc }
    const changes = [
      { title: 'New' },
      { title: 'Newer', status: 'publish' },
      { date, date_utc },
      { date },
      { status: 'publish', date_utc },
    ]
    for (const fields of changes) {
      const { body } = await ask('PATCH', `/events/${id}`, fields)
      expect(body, JSON.stringify(fields)).toMatchObject(unchanged)
    }
    const venue = idOf(shown.venue)
    expect((await ask('PATCH', `/venues/${venue}`, { city: 'Bergen' })).body).toMatchObject(unchanged)
    expect((await ask('GET', `/events/${id}`, undefined, 'visitor')).status).toBe(200)
    expect((await ask('PATCH', `/events/${id}`, { date: '2031-06-01' })).body.status).toBe('future')
  })
})
