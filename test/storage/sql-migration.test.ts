import { migrationSql, type SqlClient, type SqlStatement, sqlStorage } from 'kalends/storage/sql'
import { exampleEvent, put } from 'kalends/testing'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { TABLES } from '../../src/storage/sql/tables.ts'
import { eachDatabase, type TestDatabase } from '../setup/databases.ts'
import { killedAfter, runScript } from './scripts.ts'

for (const { name, database } of await eachDatabase()) {
  if (typeof database === 'string') test.skip(`migrations of ${name}: ${database}`)
  else describe(`migrations of ${name}`, () => migrations(database))
}

let prefixes = 0

async function works(storage: Storage): Promise<void> {
  const [id = 0] = await storage.allocate('post', 1)
  expect(await storage.commit([put('event', id, exampleEvent(id, { tag: [3] }))])).toEqual({ conflict: null })
  expect(await storage.count('event', { where: [{ key: 'tag', in: [3] }] })).toBe(1)
  expect(await storage.tally('tag', {})).toEqual(new Map([[3, 1]]))
}

function migrations({ client, schema }: TestDatabase): void {
  const open = (tablePrefix: string, by: SqlClient = client) =>
    sqlStorage(by, { tablePrefix, ...(schema === undefined ? {} : { schema }) })
  const freshPrefix = () => `m${prefixes++}_`

  test('of several at once each finds the tables ready', async () => {
    const prefix = freshPrefix()
    await Promise.all(Array.from({ length: 8 }, () => open(prefix).migrate()))
    await works(open(prefix))
  })

  test.each([1, 3, 7, 12, 15])('killed after %i statements, the next one ends it', async (most) => {
    const prefix = freshPrefix()
    await expect(open(prefix, killedAfter(client, most)).migrate()).rejects.toThrow('killed')
    await open(prefix).migrate()
    await works(open(prefix))
  })

  test('the printed script does the same, once or twice', async () => {
    const tablePrefix = freshPrefix()
    const script = migrationSql(client.dialect, { tablePrefix, ...(schema === undefined ? {} : { schema }) })
    for (let round = 0; round < 2; round++) await runScript(client, script)
    const sent: string[] = []
    const watched = watching(client, ({ sql }) => sent.push(sql))
    await works(open(tablePrefix))
    await runScript(client, script)
    await open(tablePrefix, watched).migrate()
    expect(sent.filter((sql) => /^create table/i.test(sql))).toEqual([])
    const text = { all: ['event'], none: [], oneField: false }
    const found = await open(tablePrefix).find('event', { text, order: 'id', limit: 9 })
    expect(found).toHaveLength(1)
  })

  test('calendars with prefixes of their own do not know of each other', async () => {
    const [one, other] = [open(freshPrefix()), open(freshPrefix())]
    await one.migrate()
    await other.migrate()
    await works(one)
    expect(await other.count('event', {})).toBe(0)
    await works(other)
  })

  test('tables of a version that is not known yet are left alone', async () => {
    const prefix = freshPrefix()
    await open(prefix).migrate()
    const quote = client.dialect === 'mysql' ? '`' : '"'
    const table = `${schema === undefined ? '' : `${schema}.`}${quote}${prefix}migration${quote}`
    await client.query({ sql: `insert into ${table} (version) values (99)`, values: [] })
    await expect(open(prefix).migrate()).rejects.toThrow('version 99')
  })

  test('every table is there under its name, for the host to read', async () => {
    const prefix = freshPrefix()
    const storage = open(prefix)
    await storage.migrate()
    await storage.commit([put('event', 7, exampleEvent(7, { category: [4], venue: [9] }))])
    const quote = client.dialect === 'mysql' ? '`' : '"'
    const table = (name: string) =>
      `${schema === undefined ? '' : `${schema}.`}${quote}${prefix}${name}${quote}`
    const stored = (name: string) =>
      name === 'revision' ? 'commits' : name.replace(/^event(_|$)/, 'events$1')
    for (const { name } of TABLES) {
      await client.query({ sql: `select * from ${table(stored(name))}`, values: [] })
    }
    const rows = await client.query({
      sql: `select e.slug, v.venue_id from ${table('events')} e
            join ${table('events_venue')} v on v.event_id = e.id
            join ${table('events_category')} c on c.event_id = e.id and c.category_id = 4`,
      values: [],
    })
    expect(rows.map((row) => [row.slug, Number(row.venue_id)])).toEqual([['event-7', 9]])
  })
}

test.each([
  [{ tablePrefix: 'a b' }],
  [{ tablePrefix: '1a' }],
  [{ tablePrefix: 'x"; drop table y; --' }],
  [{ tablePrefix: 'a'.repeat(33) }],
  [{ schema: 'a.b' }],
])('%j is refused', (options) => {
  expect(() => migrationSql('postgres', options)).toThrow(TypeError)
})

test('SQLite has no schemas', () => {
  expect(() => migrationSql('sqlite', { schema: 'calendar' })).toThrow(/schema/)
})

const watching = (client: SqlClient, see: (statement: SqlStatement) => void): SqlClient => ({
  ...client,
  query(statement) {
    see(statement)
    return client.query(statement)
  },
  batch(statements) {
    for (const statement of statements) see(statement)
    return client.batch(statements)
  },
})
