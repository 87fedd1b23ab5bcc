import { type SqlStatement, sqlStorage } from 'kalends/storage/sql'
import { exampleEvent, exampleOrganizer, exampleTerm, exampleVenue, put } from 'kalends/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { StorageUnavailable } from '../../src/storage/contract.ts'
import { eventOf, openCalendar } from '../routes/calendar.ts'
import { libsqlMemory, pgliteDatabase } from '../setup/databases.ts'

/* What is asked for at the same moment goes to the database as one statement. */

const { client } = await pgliteDatabase()
const seen: SqlStatement[] = []
let isLost = false
const storage = sqlStorage({
  ...client,
  query(statement) {
    seen.push(statement)
    return isLost ? Promise.reject(new Error('gone')) : client.query(statement)
  },
  codeOf: (error) => (isLost ? 'lost' : client.codeOf(error)),
})

const venue = exampleVenue(11, { latitude: 52.52000659999999, longitude: -0.1, name: 'a "quoted" \\ name' })

beforeAll(async () => {
  await storage.migrate()
  await storage.commit([
    put('event', 1, exampleEvent(1, { category: [31, 32], tag: [41], hidden: true })),
    put('event', 2, exampleEvent(2, { category: [31], status: 'draft' })),
    put('venue', 11, venue),
    put('organizer', 21, exampleOrganizer(21, { data: '{"é":"😀\\n"}' })),
    put('category', 31, exampleTerm(31)),
    put('category', 32, exampleTerm(32)),
    put('tag', 41, exampleTerm(41)),
  ])
})

const published = {
  where: [
    { key: 'status', in: ['publish'] },
    { key: 'series', in: [false] },
  ],
} as const

const page = () =>
  Promise.all([
    storage.get('event', [2, 1]),
    storage.get('venue', [11]),
    storage.get('organizer', [21]),
    storage.get('category', [31]),
    storage.get('category', [32, 99]),
    storage.get('tag', [41]),
    storage.tally('category', published, [31, 99]),
    storage.tally('category', published, [32]),
    storage.tally('tag', published, [41]),
  ])

test('everybody gets what they would get alone', async () => {
  const [events, venues, organizers, first, others, tags, count, other, tagCount] = await page()
  const alone = async () => [
    await storage.get('event', [2, 1]),
    await storage.get('venue', [11]),
    await storage.get('organizer', [21]),
    await storage.get('category', [31]),
    await storage.get('category', [32, 99]),
    await storage.get('tag', [41]),
  ]
  expect([events, venues, organizers, first, others, tags]).toEqual(await alone())
  expect(venues).toEqual([{ id: 11, version: 1, ...venue }])
  expect([count, other, tagCount]).toEqual([new Map([[31, 1]]), new Map([[32, 1]]), new Map([[41, 1]])])
})

test('by one statement, which is the same for other IDs', async () => {
  seen.length = 0
  await page()
  await Promise.all([storage.get('tag', [41, 42]), storage.get('venue', [1, 2, 3])])
  await Promise.all([storage.get('venue', [4, 5]), storage.get('tag', [6, 7])])
  expect(seen).toHaveLength(3)
  expect(seen[1]?.sql).toBe(seen[2]?.sql)
})

test('one after the other they are statements of their own', async () => {
  seen.length = 0
  await storage.get('venue', [11])
  await storage.get('tag', [41])
  expect(seen).toHaveLength(2)
})

test('an outage is an outage for all of them, and the next round goes well', async () => {
  isLost = true
  const results = await Promise.allSettled([storage.get('venue', [11]), storage.get('tag', [41])])
  isLost = false
  for (const result of results) {
    expect(result.status === 'rejected' && result.reason).toBeInstanceOf(StorageUnavailable)
  }
  expect(await storage.get('venue', [11])).toHaveLength(1)
})

describe.each([
  ['PostgreSQL', client],
  ['SQLite', libsqlMemory().client],
] as const)('without a cache, on %s', (name, client) => {
  let statements = 0
  const written: SqlStatement[] = []
  const storage = sqlStorage(
    {
      ...client,
      query(statement) {
        statements++
        return client.query(statement)
      },
      batch(statements, signal) {
        written.push(...statements)
        return client.batch(statements, signal)
      },
    },
    { tablePrefix: 'counted_' },
  )
  const { ask, make } = openCalendar({ limits: { cache: 0 } }, storage)

  beforeAll(async () => {
    await storage.migrate()
    await make('categories', { name: 'Music' })
    await make('categories', { name: 'Jazz', parent: 1 })
    await make('events', {
      ...eventOf({ venue: { venue: 'Hall' }, organizer: { organizer: 'Ada' } }),
      ...{ categories: [2], tags: 'loud' },
    })
  })

  // Event, then all that it shows. SQLite joins at most five reads, and an event can show six sorts of them.
  const linked = name === 'SQLite' ? 2 : 1
  test.each([
    ['/events/1', 1 + linked],
    ['/events/by-slug/open-day', 1 + linked],
    ['/events', 2 + linked],
    ['/events?page=1&start_date=2027-05-01&end_date=2027-06-30', 2 + linked],
    // SQLite first asks its index of words. A page that is not full tells the total.
    ['/events?search=open', (name === 'SQLite' ? 1 : 0) + 1 + linked],
  ])('%s takes %d statements', async (path, count) => {
    // The first request of all also looks for what is due for publication, the first search for its index.
    await ask('GET', '/tags/999', undefined, 'visitor')
    await ask('GET', '/events?search=open', undefined, 'visitor')
    statements = 0
    const { status, text } = await ask('GET', path, undefined, 'visitor')
    expect(status, text).toBe(200)
    expect(text).toContain('"venue":{"id"')
    expect(statements).toBe(count)
  })

  test('a create takes three reads and a commit', async () => {
    const fields = { venue: 2, organizer: 3, categories: [1, 2], tags: [3] }
    await make('events', eventOf({ ...fields, title: 'First' }))
    statements = 0
    const made = await ask('POST', '/events', eventOf({ ...fields, title: 'Second' }), 'editor')
    expect(made.status, made.text).toBe(201)
    // What it links to, the slug, and the counts of its terms for the answer.
    expect(statements).toBe(3)
  })

  test('an update of times takes two reads and a commit, which writes the links of a sort by one statement', async () => {
    const fields = { venue: 2, organizer: 3, categories: [1, 2], tags: [3] }
    const id = await make('events', eventOf({ ...fields, title: 'Moved' }))
    statements = 0
    written.length = 0
    const times = { start_date: '2028-01-02 10:00', end_date: '2028-01-02 12:00' }
    const { status, text } = await ask('POST', `/events/${id}`, times, 'editor')
    expect(status, text).toBe(200)
    // The event, and all that it shows.
    expect(statements).toBe(1 + linked)
    const texts = written.map(({ sql }) => sql).join('; ')
    const links = texts.matchAll(/(\w+) "counted_events_(?:category|tag|venue|organizer)"/g)
    expect(Array.from(links, ([, verb]) => verb)).toEqual(Array(4).fill('update'))
  })
})
