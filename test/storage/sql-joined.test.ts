import { type SqlStatement, sqlStorage } from 'kalends/storage/sql'
import { exampleEvent, exampleTerm, exampleVenue, put } from 'kalends/testing'
import { beforeEach, expect, test } from 'vitest'
import { Joined } from '../../src/storage/sql/joined.ts'
import { pgliteDatabase } from '../setup/databases.ts'

/* On PostgreSQL, the changes of a commit are one statement. */

const { client } = await pgliteDatabase()
const batches: (readonly SqlStatement[])[] = []
const storage = sqlStorage({
  ...client,
  batch(statements, signal) {
    batches.push(statements)
    return client.batch(statements, signal)
  },
})
await storage.migrate()
await storage.commit([
  ...[31, 32, 33, 34].map((id) => put('category', id, exampleTerm(id))),
  put('venue', 11, exampleVenue(11)),
])

beforeEach(() => {
  batches.length = 0
})

const linked = exampleEvent(1, { category: [31, 32], venue: [11], end: '2031-01-09 00:00:00' })

test('a new event is one statement, with its links, counters and revision', async () => {
  const before = await storage.revision?.()
  expect(await storage.commit([put('event', 1, linked)])).toEqual({ conflict: null })
  expect(batches.map((statements) => statements.length)).toEqual([1])
  expect(await storage.revision?.()).not.toBe(before)
  const ofVenue = { where: [{ key: 'venue', in: [11] }] } as const
  expect((await storage.find('event', { ...ofVenue, order: 'id', limit: 9 })).map(({ id }) => id)).toEqual([
    1,
  ])
  expect(await storage.tally('category', {})).toEqual(
    new Map([
      [31, 1],
      [32, 1],
    ]),
  )
})

test('nothing of it is written if its ID exists', async () => {
  const again = put('event', 1, exampleEvent(1, { category: [33], unique_slug: 'another' }))
  expect(await storage.commit([again])).toEqual({ conflict: 'exists', kind: 'event', id: 1 })
  expect((await storage.tally('category', {})).get(33)).toBe(undefined)
})

test('a change of an event is one statement, also where links stay, come and go', async () => {
  const moved = exampleEvent(1, { category: [32, 34], venue: [11], featured: true })
  const change = { ...put('event', 1, moved), expect: 1 }
  expect(await storage.commit([change])).toEqual({ conflict: null })
  expect(batches.map((statements) => statements.length)).toEqual([1])
  expect(await storage.tally('category', {})).toEqual(
    new Map([
      [32, 1],
      [34, 1],
    ]),
  )
  const featured = {
    where: [
      { key: 'category', in: [32] },
      { key: 'featured', is: true },
    ],
  } as const
  expect(await storage.count('event', featured)).toBe(1)
  expect(await storage.get('event', [1])).toMatchObject([{ version: 2 }])
})

test('nothing of it is written if another change came first', async () => {
  const late = { ...put('event', 1, exampleEvent(1, { category: [33] })), expect: 1 }
  expect(await storage.commit([late])).toEqual({ conflict: 'stale', kind: 'event', id: 1 })
  expect((await storage.tally('category', {})).get(33)).toBe(undefined)
  expect(await storage.get('event', [1])).toMatchObject([{ version: 2 }])
})

test('a removal, and slugs that change places, are several statements', async () => {
  expect(await storage.commit([put('event', 2, exampleEvent(2))])).toEqual({ conflict: null })
  const [first, second] = [await storage.get('event', [1]), await storage.get('event', [2])]
  const slugs = [first, second].map(([document]) => document?.keys.unique_slug ?? null)
  batches.length = 0
  const swapped = [
    { ...put('event', 1, exampleEvent(1, { unique_slug: slugs[1] ?? null })), expect: 2 },
    { ...put('event', 2, exampleEvent(2, { unique_slug: slugs[0] ?? null })), expect: 1 },
  ]
  expect(await storage.commit(swapped)).toEqual({ conflict: null })
  expect(await storage.commit([{ do: 'remove', kind: 'event', id: 2, expect: 2 }])).toEqual({
    conflict: null,
  })
  for (const statements of batches) expect(statements.length).toBeGreaterThan(1)
  const [document] = await storage.get('event', [1])
  expect(document?.keys.unique_slug).toBe(slugs[1])
})

// Each text of a statement is prepared by each connection.
test('beyond 32 sorts of commits, more are not joined', async () => {
  const texts = new Set<string>()
  for (let id = 100; id < 160; id++) {
    const category = Array.from({ length: (id - 100) % 8 }, (_, index) => 31 + index)
    const tag = Array.from({ length: Math.floor((id - 100) / 8) }, (_, index) => 41 + index)
    const content = exampleEvent(id, { category, tag, unique_slug: `sort-${id}`, slug: `sort-${id}` })
    expect(await storage.commit([put('event', id, content)])).toEqual({ conflict: null })
  }
  for (const { sql } of batches.flat()) if (sql.startsWith('with ')) texts.add(sql)
  expect(texts.size).toBeLessThanOrEqual(32)
  expect(texts.size).toBeGreaterThan(20)
  expect(batches.some((statements) => statements.length > 1)).toBe(true)
})

// Otherwise two commits could lock the same counters in different orders, and wait for each other.
test('the database runs what is joined in the order of a batch', async () => {
  await client.batch([{ sql: 'create table ran (n serial, name text)', values: [] }])
  const insert = { sql: 'insert into ran (name) values ($1)', isIndependent: true }
  const statements = ['a', 'b', 'c', 'd'].map((name) => ({ ...insert, values: [name] }))
  const joined = new Joined().of(statements)
  expect(joined).toHaveLength(1)
  await client.batch(joined)
  const rows = await client.query({ sql: 'select name from ran order by n', values: [] })
  expect(rows.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
})
