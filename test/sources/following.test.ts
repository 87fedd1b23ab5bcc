import { describe, expect, test } from 'vitest'
import { at, idOf } from '../routes/calendar.ts'
import { eventOn } from './feeds.ts'
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
