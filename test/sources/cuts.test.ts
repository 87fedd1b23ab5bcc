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

test.each([0, 1, 2, 3, 4, 5])('cut before commit %i', async (commits) => {
  const storage = memoryStorage()
  const { fetch, serve } = feedServer()
  const sources = { fetch }
  const whole = openCalendar({ sources }, storage)
  const { body } = await whole.ask('POST', '/sources', { url: ADDRESS, status: 'publish' })
  let hour = 12
  for (const events of [first, second]) {
    serve(ADDRESS, calendarOf(events))
    const cut = openCalendar({ sources }, limited(storage, { most: 1000, commits }))
    hour += 2
    for (const calendar of [cut, whole]) calendar.setTime(`2027-03-01T${hour}:00:00Z`)
    await cut.api.pull().catch(() => undefined)
    whole.setTime(`2027-03-01T${hour + 1}:30:00Z`)
    await whole.api.pull()
  }
  const list = await whole.ask('GET', '/events?per_page=50&start_date=2027-01-01')
  const shown = listOf(list.body.events).map(
    (event) => `${at(event, 'title')} ${at(event, 'start_date')} ${at(event, 'event_status') ?? ''}`,
  )
  expect(shown).toEqual([
    'Event b 2027-04-15 19:00:00 ',
    'Event c 2027-04-15 19:00:00 canceled',
    'Event a 2027-04-16 19:00:00 ',
    ...['17', '24'].map((day) => `Event d 2027-04-${day} 19:00:00 `),
    'Event d 2027-05-01 19:00:00 ',
  ])
  expect((await whole.ask('GET', `/sources/${Number(body.id)}`)).body).toMatchObject({
    events: 4,
    error: null,
  })
})
