import { expect, test } from 'vitest'
import { at, listOf, openCalendar } from '../routes/calendar.ts'
import { calendarOf, eventOn, feedServer } from './feeds.ts'

/* The venue, categories and tags that all events of a source get. */

function opened() {
  const server = feedServer()
  const calendar = openCalendar({ sources: { fetch: server.fetch } })
  const { LOCATION: _, ...nowhere } = eventOn('0415', 'a')
  server.serve('https://a.example/a.ics', calendarOf([nowhere]))
  const url = 'https://a.example/a.ics'
  return {
    ...calendar,
    server,
    url,
    events: async () => listOf((await calendar.ask('GET', '/events')).body.events),
  }
}

test.each([
  ['venue', 999],
  ['venue', '999'],
  ['categories', [998, 999]],
  ['tags', '999'],
  ['map', { theirs: 999 }],
])('%s %j that nothing has is 400, when a source is added and when it is changed', async (name, value) => {
  const { ask, url, make } = opened()
  for (const query of ['', '?dry_run=1']) {
    const added = await ask('POST', `/sources${query}`, { url, [name]: value })
    expect(added.status).toBe(400)
    expect(added.body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { [name]: expect.stringContaining('999') } },
    })
  }
  const id = await make('sources', { url })
  expect((await ask('PATCH', `/sources/${id}`, { [name]: value })).status).toBe(400)
})

test('a venue in the trash, or an organizer’s ID, is none', async () => {
  const { ask, url, make } = opened()
  const venue = await make('venues', { venue: 'Hall' })
  await ask('DELETE', `/venues/${venue}`)
  expect((await ask('POST', '/sources', { url, venue })).status).toBe(400)
  const organizer = await make('organizers', { organizer: 'Club' })
  expect((await ask('POST', '/sources', { url, venue: organizer })).status).toBe(400)
})

test('what is deleted later is left out, and the source says so', async () => {
  const { ask, url, make, events, server } = opened()
  const venue = await make('venues', { venue: 'Hall' })
  const category = await make('categories', { name: 'Music' })
  const id = await make('sources', { url, status: 'publish', venue, categories: [category] })
  await ask('DELETE', `/venues/${venue}?force=true`, undefined, 'administrator')
  await ask('DELETE', `/categories/${category}`, undefined, 'administrator')
  const report = (await ask('POST', `/sources/${id}/pull`)).body
  expect(report).toMatchObject({ new: 1, refused: [] })
  const { body } = await ask('GET', `/sources/${id}`)
  expect(body.error).toContain(`venue ${venue}, category ${category}`)
  const [event] = await events()
  expect([at(event, 'venue'), at(event, 'categories')]).toEqual([[], []])
  const other = await make('venues', { venue: 'Club' })
  await ask('PATCH', `/sources/${id}`, { venue: other, categories: [] })
  server.serve(url, calendarOf([eventOn('0416', 'b')]))
  await ask('POST', `/sources/${id}/pull`)
  expect((await ask('GET', `/sources/${id}`)).body.error).toBe(null)
})

test('a reading in which most is refused is said', async () => {
  const { ask, url, make, server } = opened()
  const secret = (uid: string) => eventOn('0415', uid, { CLASS: 'PRIVATE' })
  server.serve(url, calendarOf([secret('a'), secret('b'), eventOn('0416', 'c')]))
  const id = await make('sources', { url })
  expect((await ask('POST', `/sources/${id}/pull`)).body.new).toBe(1)
  const { body } = await ask('GET', `/sources/${id}`)
  expect(body.error).toBe('2 of 3 events are refused, the first one because: it is marked as private')
  expect(body.last_ok).not.toBe(null)
  server.serve(url, calendarOf([secret('a'), eventOn('0417', 'b'), eventOn('0416', 'c')]))
  await ask('POST', `/sources/${id}/pull`)
  expect((await ask('GET', `/sources/${id}`)).body.error).toBe(null)
})
