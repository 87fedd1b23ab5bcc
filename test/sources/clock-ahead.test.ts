import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { memoryAttempts } from '../../src/core/access/throttle.ts'
import { putNote } from '../../src/core/operations/journal/extras.ts'
import { isExpired } from '../../src/core/operations/journal/receipts.ts'
import { listOf, openCalendar } from '../routes/calendar.ts'
import { calendarOf, eventOn, feedServer } from './feeds.ts'

/* After a clock that was once ahead, everything goes on: what it has written of the future counts as nothing. */

const NOW = '2027-03-01T12:00:00Z'
const AHEAD = ['2027-03-04T12:00:00Z', '2040-01-01T00:00:00Z']

function opened() {
  const server = feedServer()
  const storage = memoryStorage()
  let time = NOW
  const received: unknown[] = []
  const calendar = openCalendar(
    {
      ...{ sources: { fetch: server.fetch }, now: () => new Date(time), changes: true },
      suggestions: { author: 'public' },
      deliver: async (change) => {
        if (time !== NOW) throw new Error('not now')
        received.push(change)
      },
    },
    storage,
  )
  const setTime = (iso: string) => {
    time = iso
  }
  return { ...calendar, server, storage, setTime, received }
}

test.each(AHEAD)('sources are read, though the last reading was at %s', async (ahead) => {
  const { server, make, api, setTime, ask } = opened()
  server.serve('https://a.example/a.ics', calendarOf([eventOn('0415', 'a')]))
  const id = await make('sources', { url: 'https://a.example/a.ics', status: 'publish' })
  setTime(ahead)
  expect((await api.pull()).read).toBe(1)
  setTime(NOW)
  server.serve('https://a.example/a.ics', calendarOf([eventOn('0415', 'a'), eventOn('0416', 'b')]))
  expect((await api.pull()).read).toBe(1)
  const { body } = await ask('GET', '/events')
  expect(listOf(body.events)).toHaveLength(2)
  expect((await ask('GET', `/sources/${id}`)).body.next_run).toContain('2027-03-01')
  expect((await api.pull()).read).toBe(0)
})

test('a source that is paused for as long as it may be is not read', async () => {
  const { server, make, api, setTime } = opened()
  server.serve('https://a.example/a.ics', calendarOf([eventOn('0415', 'a')], { 'REFRESH-INTERVAL': 'P7D' }))
  await make('sources', { url: 'https://a.example/a.ics' })
  await api.pull()
  expect((await api.pull()).read).toBe(0)
  setTime('2027-03-08T11:59:00Z')
  expect((await api.pull()).read).toBe(0)
  setTime('2027-03-08T12:00:00Z')
  expect((await api.pull()).read).toBe(1)
})

test('a lease of a reading that ends too far ahead holds nobody up', async () => {
  const { server, make, api, storage } = opened()
  server.serve('https://a.example/a.ics', calendarOf([eventOn('0415', 'a')]))
  const id = await make('sources', { url: 'https://a.example/a.ics' })
  const lease = (end: string) => ({ [id]: [1, Date.parse(end), 'somebody'] })
  await storage.commit([putNote('.pull', 0, lease('2027-03-01T12:01:00Z'))])
  expect((await api.pull()).read).toBe(0)
  await storage.commit([putNote('.pull', 1, lease('2027-03-05T12:01:00Z'))])
  expect((await api.pull()).read).toBe(1)
})

test.each(AHEAD)('deliveries go on, though the last attempt was at %s', async (ahead) => {
  const { make, api, setTime, received } = opened()
  await make('events', { title: 'A', start_date: '2027-04-01', end_date: '2027-04-02', status: 'publish' })
  setTime(ahead)
  for (let attempt = 0; attempt < 3; attempt++) await api.deliver()
  setTime(NOW)
  await api.deliver()
  expect(received.length).toBeGreaterThan(0)
})

test.each(AHEAD)('who suggested much at %s may suggest', async (ahead) => {
  const { ask, setTime } = opened()
  const suggest = async (n: number) => {
    const contact = { name: 'A', email: 'a@b.example', message: '' }
    const times = { start_date: '2041-04-01 10:00', end_date: '2041-04-01 11:00' }
    return (await ask('POST', '/suggestions', { title: `Event ${n}`, ...times, contact }, 'visitor')).status
  }
  setTime(ahead)
  for (let n = 0; n < 20; n++) await suggest(n)
  expect(await suggest(20)).toBe(429)
  setTime(NOW)
  expect(await suggest(21)).toBe(201)
})

test('a receipt that expires later than any receipt could is expired', () => {
  const now = new Date(NOW)
  expect(isExpired('2027-03-02 12:00:00', now, 86_400)).toBe(false)
  expect(isExpired('2027-03-02 12:02:00', now, 86_400)).toBe(true)
  expect(isExpired('2027-03-01 12:00:00', now, 86_400)).toBe(true)
})

test('attempts that were counted ahead are forgotten', () => {
  let time = AHEAD[1] ?? ''
  const attempts = memoryAttempts({ window: 900, now: () => new Date(time) })
  attempts.add('a', 1)
  expect(attempts.add('a', 1)).toMatchObject({ count: 2 })
  time = NOW
  expect(attempts.add('a', 1)).toMatchObject({ count: 1 })
})
