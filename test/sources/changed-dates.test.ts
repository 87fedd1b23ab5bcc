import { describe, expect, test } from 'vitest'
import { at, idOf } from '../routes/calendar.ts'
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

describe('a series whose start has changed there', () => {
  const on = (day: string) => ({ DTSTART: `2027${day}T190000`, DTEND: `2027${day}T200000` })
  const until = { RRULE: 'FREQ=WEEKLY;UNTIL=20270518' }
  const days = async (calendar: ReturnType<typeof opened>) =>
    (await calendar.events()).map((event) => event.slice('Choir 2027-'.length, 'Choir 2027-05-03'.length))

  test.each([
    [
      'a start that goes on to the next date',
      '2027-03-01',
      until,
      { ...on('0510'), ...until },
      ['05-10', '05-17'],
    ],
    [
      'the same, when the first is over',
      '2027-05-04',
      until,
      { ...on('0510'), ...until },
      ['05-03', '05-10', '05-17'],
    ],
    [
      'a week more at the beginning',
      '2027-03-01',
      until,
      { ...on('0426'), ...until },
      ['04-26', '05-03', '05-10', '05-17'],
    ],
    ['another day', '2027-03-01', until, { ...on('0504'), ...until }, ['05-04', '05-11', '05-18']],
    [
      'another day of the rule',
      '2027-03-01',
      { RRULE: 'FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20270511' },
      { ...on('0505'), RRULE: 'FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20270511' },
      ['05-05', '05-10'],
    ],
    [
      'a new season, when the old one is over',
      '2027-06-01',
      { RRULE: 'FREQ=WEEKLY;COUNT=2' },
      { ...on('0906'), RRULE: 'FREQ=WEEKLY;COUNT=2' },
      ['05-03', '05-10', '09-06', '09-13'],
    ],
    [
      'a new season, when the old one has begun',
      '2027-05-04',
      { RRULE: 'FREQ=WEEKLY;COUNT=2' },
      { ...on('0906'), RRULE: 'FREQ=WEEKLY;COUNT=2' },
      ['05-03', '09-06', '09-13'],
    ],
  ])('has the dates that its source says: %s', async (_name, now, before, after, expected) => {
    const calendar = opened()
    const source = await calendar.sourceOf('a', [weekly(before)])
    await source.pull()
    calendar.setTime(`${now}T12:00:00Z`)
    source.serve([weekly(after)])
    expect(await source.pull()).toMatchObject({ changed: 1, refused: [] })
    expect(await days(calendar)).toEqual(expected)
  })

  test('keeps its IDs on another day, and what somebody has cut out here', async () => {
    const calendar = opened()
    const source = await calendar.sourceOf('a', [weekly(until)])
    await source.pull()
    const before = await calendar.all()
    await calendar.ask('DELETE', `/events/${idOf(before[1])}`)
    source.serve([weekly({ ...on('0504'), ...until })])
    await source.pull()
    expect(await days(calendar)).toEqual(['05-04', '05-18'])
    expect((await calendar.all()).map(idOf)).toEqual([idOf(before[0]), idOf(before[2])])
  })
})

test('a series whose dates are all excluded there is gone, and comes back with them', async () => {
  const { sourceOf, events } = opened()
  const source = await sourceOf('a', [weekly()])
  await source.pull()
  source.serve([weekly({ EXDATE: '20270503T190000,20270510T190000,20270517T190000' })])
  expect(await source.pull()).toMatchObject({ gone: 1 })
  expect((await events()).every((event) => event.endsWith('canceled'))).toBe(true)
  source.serve([weekly()])
  await source.pull()
  expect((await events()).some((event) => event.endsWith('canceled'))).toBe(false)
})
