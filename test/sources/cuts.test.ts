import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { at, listOf, openCalendar } from '../routes/calendar.ts'
import { limited } from '../series/limited-storage.ts'
import { calendarOf, eventOn, feedServer } from './feeds.ts'

/* Readings that end before one of their commits: the next one goes on, and brings nothing twice. */

const ADDRESS = 'https://feeds.example/a.ics'

const first = ['a', 'b', 'c'].map((uid) => eventOn('0415', uid))
const second = [
  eventOn('0416', 'a'),
  eventOn('0415', 'b'),
  eventOn('0417', 'd', { RRULE: 'FREQ=WEEKLY;COUNT=3' }),
]

/** Reads each state twice: until a commit that fails, and then to its end. Answers the calendar, and the ID of the source. */
async function readWithCuts(states: readonly (typeof first)[], commits: number) {
  const storage = memoryStorage()
  const { fetch, serve } = feedServer()
  const sources = { fetch }
  const whole = openCalendar({ sources }, storage)
  let hour = 0
  const next = () => new Date(Date.parse('2027-04-10T12:00:00Z') + 2 * 3_600_000 * hour++).toISOString()
  whole.setTime(next())
  const id = await whole.make('sources', { url: ADDRESS, status: 'publish' })
  let cuts = 0
  for (const events of states) {
    serve(ADDRESS, calendarOf(events))
    const cut = openCalendar({ sources }, limited(storage, { most: 1000, commits }))
    cut.setTime(next())
    await cut.api.pull().catch(() => cuts++)
    whole.setTime(next())
    await whole.api.pull()
  }
  const { body } = await whole.ask('GET', '/events?per_page=50&start_date=2027-01-01')
  const events = listOf(body.events).map(
    (event) => `${at(event, 'title')} ${at(event, 'start_date')} ${at(event, 'event_status') ?? ''}`,
  )
  return { events, cuts, source: (await whole.ask('GET', `/sources/${id}`)).body }
}

// Each state has a commit for the lease, one or two for events, and one for the source.
test.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 1],
  [4, 1],
  [5, 0],
])('cut before commit %i', async (commits, times) => {
  const { events, cuts, source } = await readWithCuts([first, second], commits)
  expect(cuts).toBe(times)
  expect(events).toEqual([
    'Event b 2027-04-15 19:00:00 ',
    'Event c 2027-04-15 19:00:00 canceled',
    'Event a 2027-04-16 19:00:00 ',
    ...['17', '24'].map((day) => `Event d 2027-04-${day} 19:00:00 `),
    'Event d 2027-05-01 19:00:00 ',
  ])
  expect(source).toMatchObject({ events: 4, error: null })
})

const SERIES = eventOn('0407', 'series', { SUMMARY: 'Yoga', RRULE: 'FREQ=WEEKLY;COUNT=4' })
const WEEKS = ['0414', '0421', '0428'].map((day) => eventOn(day, `single-${day}`, { SUMMARY: 'Yoga' }))
const OTHERS = ['a', 'b', 'c', 'd'].map((uid) => eventOn('0501', uid))

test.each([
  [0, 3],
  [1, 3],
  [2, 3],
  [3, 1],
  [4, 0],
])('a series that becomes single events, cut before commit %i', async (commits, times) => {
  // For a while, the calendar has both.
  const states = [[SERIES], [SERIES, ...WEEKS], WEEKS].map((events) => [...events, ...OTHERS])
  const { events, cuts } = await readWithCuts(states, commits)
  expect(cuts).toBe(times)
  expect(events.filter((event) => event.startsWith('Yoga'))).toEqual(
    ['07', '14', '21', '28'].map((day) => `Yoga 2027-04-${day} 19:00:00 `),
  )
})
