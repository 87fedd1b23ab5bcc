import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { openCalendar } from '../routes/calendar.ts'
import { calendarOf, eventOn, feedServer } from './feeds.ts'

/* A reading has a bound on its work, whatever the calendar says. Work is counted, not timed. */

const many = (count: number, more: (index: number) => Record<string, string> = () => ({})) =>
  Array.from({ length: count }, (_, index) => eventOn('0415', `${index}`, more(index)))

function opened(storage: Storage = memoryStorage(), limits = {}, server = feedServer()) {
  let time = Date.parse('2027-03-01T12:00:00Z')
  const calendar = openCalendar(
    { sources: { fetch: server.fetch }, now: () => new Date(time), limits },
    storage,
  )
  const sourceOf = (name: string, text: string, format = 'ics') => {
    server.serve(`https://${name}.example/a`, text)
    return calendar.make('sources', { url: `https://${name}.example/a`, format, status: 'publish' })
  }
  const pass = (seconds: number) => {
    time += seconds * 1000
  }
  return { ...calendar, server, sourceOf, pass }
}

/** A storage in which every commit of events takes so many seconds. */
function slow(seconds: number) {
  const storage = memoryStorage()
  const clock = { pass: (_seconds: number) => {} }
  const commit: Storage['commit'] = async (changes) => {
    const result = await storage.commit(changes)
    if (result.conflict === null && changes.some(({ kind }) => kind === 'event')) clock.pass(seconds)
    return result
  }
  return { clock, storage: { ...storage, commit } }
}

test('the turn of a reading ends, others have theirs, and it goes on with the next call', async () => {
  const { clock, storage } = slow(20)
  const { sourceOf, api, pass, ask } = opened(storage)
  clock.pass = pass
  const large = await sourceOf('large', calendarOf(many(300)))
  await sourceOf('small', calendarOf([eventOn('0416', 'small')]))
  const first = await api.pull()
  expect(first).toMatchObject({ read: 1, failed: 0, waiting: 1 })
  expect(first.new).toBeLessThan(202)
  expect((await ask('GET', `/sources/${large}`)).body).toMatchObject({ error: null, last_ok: null })
  let brought = first.new
  for (let call = 0; call < 5; call++) brought += (await api.pull()).new
  expect(brought).toBe(301)
  expect((await ask('GET', `/sources/${large}`)).body).toMatchObject({ error: null, events: 300 })
})

test('a turn in which nothing could be brought is a failure, and not tried again at once', async () => {
  const { sourceOf, api, pass, ask, server } = opened()
  const id = await sourceOf('slow', calendarOf(many(3)))
  server.serve('https://slow.example/a', () => {
    pass(31)
    return new Response(calendarOf(many(3)))
  })
  expect(await api.pull()).toMatchObject({ read: 1, new: 0, failed: 1, waiting: 0 })
  const error = 'nothing of it could be brought in 30 seconds'
  expect((await ask('GET', `/sources/${id}`)).body).toMatchObject({ error, last_ok: null })
  expect((await api.pull()).read).toBe(0)
})

test('events that all begin at one time are compared with few of them', async () => {
  const readFor = async (count: number) => {
    const memory = memoryStorage()
    let read = 0
    const find: Storage['find'] = async (kind, query) => {
      const found = await memory.find(kind, query)
      if (kind === 'event' && query.keysOnly !== true) read += found.length
      return found
    }
    const { sourceOf, api } = opened({ ...memory, find })
    await sourceOf('a', calendarOf(many(count, (index) => ({ SUMMARY: 'Same', LOCATION: `Hall ${index}` }))))
    expect((await api.pull()).new).toBe(count)
    return read
  }
  const [few, more] = [await readFor(600), await readFor(1200)]
  // Each with each would be four times as many.
  expect(more / few).toBeLessThan(3.6)
})

test('rules that name no date are followed within a bound, and other events come', async () => {
  const never = many(20, () => ({ RRULE: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }))
  const { sourceOf, ask } = opened(memoryStorage(), { occurrences: 1 })
  const id = await sourceOf('a', calendarOf([...never, eventOn('0416', 'harmless')]))
  const { body } = await ask('POST', `/sources/${id}/pull`)
  // 14 tables of a year for each of eight, of 100.
  expect(body.refused).toHaveLength(12)
  expect(body.refused).toContainEqual(
    expect.objectContaining({ uid: '19', why: 'the rules of the calendar take too long to follow' }),
  )
  expect(body.new).toBe(9)
})

test('a calendar brings no more venues and organizers than a bound', async () => {
  const event = (id: number, organizers: number) => ({
    ...{ id, title: `Event ${id}`, start_date: '2027-04-15 19:00:00', end_date: '2027-04-15 20:00:00' },
    organizer: Array.from({ length: organizers }, (_, index) => ({ organizer: `Organizer ${index}` })),
  })
  const list = { events: [event(1, 20_001), event(2, 1)], total: 2, total_pages: 1 }
  // Whatever page is asked for.
  const site = { ...feedServer(), fetch: async () => Response.json(list) }
  const { sourceOf, ask } = opened(memoryStorage(), {}, site)
  const id = await sourceOf('a', '', 'site')
  const { body } = await ask('POST', `/sources/${id}/pull`)
  const why = 'the calendar names more than 20000 venues and organizers'
  expect(body).toMatchObject({ new: 1, refused: [{ why }] })
})
