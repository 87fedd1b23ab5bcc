import { describe, expect, test } from 'vitest'
import { at, idOf, listOf } from '../routes/calendar.ts'
import { calendarOf, calendarResponse, eventOn } from './feeds.ts'
import { opened } from './opened.ts'

/* How events follow their source when there is more than one way to read it. */

const weekly = (more = {}) =>
  eventOn('0406', 'a', { SUMMARY: 'Choir', RRULE: 'FREQ=WEEKLY;COUNT=3', ...more })
const second = (more = {}) =>
  eventOn('0413', 'a', { SUMMARY: 'Choir', 'RECURRENCE-ID': '20270413T190000', ...more })

describe('a date of a series that differs there', () => {
  test('takes place again when it is cancelled there no more, though it still differs', async () => {
    const { sourceOf, events } = opened()
    const source = await sourceOf('a', [weekly(), second({ STATUS: 'CANCELLED' })])
    await source.pull()
    expect(await events()).toContain('Choir 2027-04-13 19:00:00 canceled')
    source.serve([weekly(), second({ SUMMARY: 'Choir with guests' })])
    await source.pull()
    expect(await events()).toContain('Choir with guests 2027-04-13 19:00:00')
  })

  test('has the fields that were changed here of its series', async () => {
    const { ask, all, sourceOf, events } = opened()
    const source = await sourceOf('a', [weekly()])
    await source.pull()
    const [first] = await all()
    await ask('PATCH', `/events/${at(first, 'post_parent')}`, { title: 'Our choir' })
    source.serve([weekly(), second({ DTSTART: '20270414T190000', DTEND: '20270414T200000' })])
    await source.pull()
    expect(await events()).toEqual([
      'Our choir 2027-04-06 19:00:00',
      'Our choir 2027-04-14 19:00:00',
      'Our choir 2027-04-20 19:00:00',
    ])
  })
})

describe('what is gone', () => {
  test('is cancelled on its day too, if it lasts all day', async () => {
    const { setTime, sourceOf, events } = opened()
    const day = { DTSTART: '20270415', DTEND: '20270416' }
    const source = await sourceOf('a', [eventOn('0415', 'a', day)])
    await source.pull()
    setTime('2027-04-15T18:00:00Z')
    source.serve([])
    await source.pull()
    expect(await events()).toEqual(['Event a 2027-04-15 00:00:00 canceled'])
  })

  test('goes to the trash each time, if it was never published', async () => {
    const { sourceOf, events } = opened()
    const source = await sourceOf('a', [eventOn('0415', 'a')], { status: 'pending' })
    await source.pull()
    for (const round of [1, 2]) {
      source.serve([])
      await source.pull()
      expect(await events(), `round ${round}`).toEqual([])
      source.serve([eventOn('0415', 'a')])
      await source.pull()
      expect(await events(), `round ${round}`).toEqual(['Event a 2027-04-15 19:00:00'])
    }
  })

  test('of a series, and comes back: dates that were over meanwhile took place', async () => {
    const { setTime, sourceOf, events } = opened()
    const source = await sourceOf('a', [weekly()])
    await source.pull()
    source.serve([])
    await source.pull()
    expect(await events()).toContain('Choir 2027-04-06 19:00:00 canceled')
    setTime('2027-04-08T12:00:00Z')
    source.serve([weekly()])
    await source.pull()
    expect(await events()).toEqual(['06', '13', '20'].map((day) => `Choir 2027-04-${day} 19:00:00`))
  })

  test('and was deleted here for good does not count as gone again and again', async () => {
    const { ask, all, sourceOf, events } = opened()
    const feed = ['a', 'b', 'c', 'd', 'e', 'f'].map((uid) => eventOn('0415', uid))
    const source = await sourceOf('a', feed)
    await source.pull()
    for (const event of (await all()).slice(0, 3)) await ask('DELETE', `/events/${idOf(event)}?force=true`)
    source.serve(feed.slice(3))
    await source.pull()
    source.serve(feed.slice(4))
    expect(await source.pull()).toMatchObject({ gone: 1 })
    expect(await events()).toContain('Event d 2027-04-15 19:00:00 canceled')
  })
})

describe('the window', () => {
  const day = (days: number) =>
    new Date(Date.UTC(2027, 2, 1 + days)).toISOString().slice(0, 10).replaceAll('-', '')
  const inDays = (days: number, more = {}) => {
    const [DTSTART, DTEND] = [`${day(days)}T190000`, `${day(days)}T200000`]
    return eventOn('0415', `${days}`, { DTSTART, DTEND, ...more })
  }
  const window = { past_days: 5, future_days: 20 }

  test('keeps out what is over or far away; what comes nearer comes, though the feed is the same', async () => {
    const { setTime, sourceOf, events } = opened()
    const source = await sourceOf(
      'a',
      [-8, -3, 10, 30].map((days) => inDays(days)),
      { window },
    )
    expect(await source.pull()).toMatchObject({ new: 2 })
    expect(await source.pull()).toMatchObject({ new: 0 })
    setTime('2027-03-15T12:00:00Z')
    expect(await source.pull()).toMatchObject({ new: 1, gone: 0 })
    expect(await events()).toEqual([-3, 10, 30].map((days) => expect.stringMatching(`^Event ${days} [^c]*$`)))
  })

  test('takes nothing away: what has left it stays as it is', async () => {
    const { setTime, sourceOf, events } = opened()
    const source = await sourceOf('a', [inDays(3), inDays(10)], { window })
    await source.pull()
    setTime('2027-03-09T12:00:00Z')
    source.serve([inDays(10)])
    expect(await source.pull()).toMatchObject({ gone: 0 })
    expect(await events()).toEqual([3, 10].map((days) => expect.stringMatching(`^Event ${days} [^c]*$`)))
  })

  test('brings what was changed beyond it when it comes nearer', async () => {
    const { setTime, sourceOf, events } = opened()
    const source = await sourceOf('a', [inDays(10)], { window })
    await source.pull()
    const moved = { ...inDays(40), UID: '10', SUMMARY: 'Later' }
    source.serve([moved])
    await source.pull()
    source.serve([{ ...moved, SUMMARY: 'Much later' }])
    await source.pull()
    setTime('2027-03-25T12:00:00Z')
    await source.pull()
    expect(await events()).toEqual([expect.stringMatching(/^Much later 2027-04-10/)])
  })
})

test('an event that becomes private there is gone', async () => {
  const { sourceOf, events } = opened()
  const source = await sourceOf('a', [eventOn('0415', 'a')])
  await source.pull()
  source.serve([eventOn('0415', 'a', { CLASS: 'PRIVATE', SUMMARY: 'Secret' })])
  expect(await source.pull()).toMatchObject({
    gone: 1,
    refused: [{ uid: 'a', why: 'it is marked as private' }],
  })
  expect(await events()).toEqual(['Event a 2027-04-15 19:00:00 canceled'])
})

test('a server that says for a week that nothing has changed is asked for all of it', async () => {
  const { setTime, sourceOf, server, events } = opened()
  const source = await sourceOf('a', [eventOn('0415', 'a')])
  await source.pull()
  const [request] = server.asked
  const others = calendarOf([eventOn('0415', 'a'), eventOn('0416', 'b')])
  server.serve(request?.url ?? '', ({ headers }) =>
    headers['if-none-match'] ? new Response(null, { status: 304 }) : calendarResponse(others),
  )
  setTime('2027-03-08T11:00:00Z')
  expect(await source.pull()).toMatchObject({ new: 0 })
  setTime('2027-03-08T12:00:00Z')
  expect(await source.pull()).toMatchObject({ new: 1 })
  expect(await events()).toHaveLength(2)
})

test.each([
  ['an event', {}],
  ['a series', { RRULE: 'FREQ=WEEKLY;COUNT=3' }],
])('%s that is restored from the trash follows with the next reading', async (_what, more) => {
  const { api, ask, sourceOf, events } = opened()
  const source = await sourceOf('a', [eventOn('0415', 'one', more)])
  await source.pull()
  const { body } = await ask('GET', '/events?start_date=2027-04-01')
  const [first] = listOf(body.events)
  const id = at(first, 'post_parent') || at(first, 'id')
  await ask('DELETE', `/events/${id}`)
  source.serve([eventOn('0415', 'one', { ...more, SUMMARY: 'Renamed' })])
  expect(await source.pull()).toMatchObject({ changed: 0, gone: 0 })
  expect((await ask('PATCH', `/events/${id}?scope=all`, { status: 'publish' })).status).toBe(200)
  expect(await api.pull()).toMatchObject({ read: 1, changed: 1 })
  expect(new Set((await events()).map((line) => line.split(' ')[0]))).toEqual(new Set(['Renamed']))
})
