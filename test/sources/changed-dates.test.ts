import { describe, expect, test } from 'vitest'
import { at } from '../routes/calendar.ts'
import { eventOn } from './feeds.ts'
import { opened } from './opened.ts'

const weekly = (more: object = {}) =>
  eventOn('0503', 'choir', { SUMMARY: 'Choir', RRULE: 'FREQ=WEEKLY;COUNT=3', ...more })
const later = { DTSTART: '20270503T200000', DTEND: '20270503T210000' }
/** The date of 10 May, on another day. */
const moved = (time: string, day: string, title: string) =>
  eventOn(day, 'choir', { SUMMARY: title, 'RECURRENCE-ID': `20270510T${time}` })

describe('a changed date of a series', () => {
  test('goes on following when the series has another time', async () => {
    const { sourceOf, events } = opened()
    const source = await sourceOf('a', [weekly(), moved('190000', '0512', 'Moved')])
    await source.pull()
    source.serve([weekly(later), moved('200000', '0513', 'Moved again')])
    expect(await source.pull()).toMatchObject({ changed: 1, kept: 0 })
    expect((await events())[1]).toBe('Moved again 2027-05-13 19:00:00')
    source.serve([weekly(later)])
    await source.pull()
    expect((await events())[1]).toBe('Choir 2027-05-10 20:00:00')
  })

  test('is known by its day, if the series has another time and the change names the time before', async () => {
    const { sourceOf, events } = opened()
    const source = await sourceOf('a', [weekly(later), moved('190000', '0512', 'Moved')])
    expect(await source.pull()).toMatchObject({ new: 1, refused: [] })
    expect(await events()).toEqual([
      'Choir 2027-05-03 20:00:00',
      'Moved 2027-05-12 19:00:00',
      'Choir 2027-05-17 20:00:00',
    ])
  })

  test('goes on following after its series was shorter for a while', async () => {
    const { sourceOf, events } = opened()
    const source = await sourceOf('a', [weekly(), moved('190000', '0512', 'Moved')])
    await source.pull()
    source.serve([weekly({ RRULE: 'FREQ=WEEKLY;COUNT=1' })])
    await source.pull()
    source.serve([weekly()])
    await source.pull()
    expect((await events())[1]).toBe('Choir 2027-05-10 19:00:00')
  })

  test('that somebody has cancelled here stays cancelled, if another date was changed in the same way there', async () => {
    const { ask, all, sourceOf, events } = opened()
    const off = (day: string) => ({ ...moved('190000', day, 'Choir'), STATUS: 'CANCELLED' })
    const source = await sourceOf('a', [weekly(), off('0510')])
    await source.pull()
    const [, , third] = await all()
    await ask('PATCH', `/events/${at(third, 'id')}`, { event_status: 'canceled' })
    source.serve([weekly({ DESCRIPTION: 'New' }), off('0510')])
    await source.pull()
    expect((await events())[2]).toBe('Choir 2027-05-17 19:00:00 canceled')
  })
})
