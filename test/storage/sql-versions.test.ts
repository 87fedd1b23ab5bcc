import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { migrationSql, type SqlClient, sqlStorage } from 'kalends/storage/sql'
import {
  exampleEvent,
  exampleOrganizer,
  exampleReceipt,
  exampleTerm,
  exampleVenue,
  put,
} from 'kalends/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { Dice } from '../../src/testing/dice.ts'
import { BundledProgram } from '../setup/bundled-program.ts'
import {
  eachDatabase,
  libsqlFile,
  mysqlDatabase,
  postgresDatabase,
  type TestDatabase,
  temporaryFolder,
} from '../setup/databases.ts'
import { mysqlUrl, postgresUrl } from '../setup/servers.ts'
import type { Calendar } from '../setup/shared-calendar.ts'
import { killedAfter, runScript, statementsIn } from './scripts.ts'

/*
 * Calendars that were made by earlier versions of the tables. `version-1/` and so on have the scripts that
 * `migrationSql` of those versions printed, with PREFIX_ and SCHEMA in place of names. Receipts came with version 2;
 * version 3 indexes names by their hash on PostgreSQL; version 4 has a revision; version 5 sorts by change and title; version 6 has
 * values of custom fields.
 */

const LARGEST = Number.MAX_SAFE_INTEGER
const VERSIONS = [1, 2, 4, 5] as const
type Version = (typeof VERSIONS)[number]
const PROCESSES = 4
const KILLED = 2

const scriptOf = (version: Version, dialect: string, prefix: string, schema: string | undefined): string =>
  readFileSync(new URL(`version-${version}/${dialect}.sql`, import.meta.url), 'utf8')
    .replaceAll('PREFIX_', prefix)
    .replaceAll(/(["`])SCHEMA\1\./g, schema === undefined ? '' : `$1${schema}$1.`)

/** What the migration from a version says that the script of that version does not. */
function isNew(version: Version, dialect: string, sql: string): boolean {
  const addsReceipts = version === 1 && /\b\w+_receipt\b/.test(sql)
  return (
    addsReceipts ||
    /\b\w+_event_field\b/.test(sql) ||
    (version < 5 && /\b\w+_sort(_\w+)?\b/.test(sql)) ||
    (version < 5 && /^update .* not like '%"title":%'$/.test(sql)) ||
    (version < 4 && /\b\w+_revision\b/.test(sql)) ||
    (version < 4 &&
      dialect === 'postgres' &&
      /^(create|drop) index if (not )?exists .*_name\b|_name_hash/.test(sql))
  )
}

let prefixes = 0

for (const { name, database } of await eachDatabase()) {
  for (const version of VERSIONS) {
    if (typeof database === 'string') test.skip(`version ${version} in ${name}: ${database}`)
    else describe(`version ${version} in ${name}`, () => upgrades(version, database))
  }
}

/** Writes as an earlier version did: without the tables and keys that came later. */
const earlier = (version: Version, client: SqlClient): SqlClient => ({
  ...client,
  batch: (statements, signal) =>
    client.batch(
      statements
        .filter(({ sql }) => version >= 5 || !/_sort\b/.test(sql))
        .filter(({ sql }) => version >= 4 || !/\b\w+_revision\b/.test(sql))
        .map(({ sql, values }) => ({ sql, values: values.map((value) => keysOf(version, value)) })),
      signal,
    ),
})

function keysOf<T>(version: Version, value: T): T | string {
  if (typeof value !== 'string') return value
  const keys = value.replace(/,"field":\[\](?=\}$)/, '')
  return version >= 5 ? keys : keys.replace(/,"modified":"[^"]*","title":"(\\"|[^"])*"(?=\}$)/, '')
}

const LONG = '"音楽" \\ '.repeat(60)
const CHANGED = '2031-02-03 04:05:06'
/** What has no time of a change was published then. */
const OLD = { modified: '2031-01-01 12:00:00' }
const OTHER = {
  modified: CHANGED,
  title: 'a "quoted" title',
  text: ['a "quoted" title', 'and more', ''],
  data: JSON.stringify({ title: '"modified_utc":"', long: 'x'.repeat(9000), modified_utc: CHANGED, z: 1 }),
}

/** Events of then, of which nothing has changed; see the first test. */
async function fill(storage: Storage): Promise<void> {
  const [id = 0, other = 0] = await storage.allocate('post', 2)
  const changes = [
    put('event', id, exampleEvent(id, { tag: [1], text: ['an old event'], title: 'an old event' })),
    put('event', other, exampleEvent(other, OTHER)),
    put('tag', 1, exampleTerm(1)),
    put('venue', 7, exampleVenue(7, { text: ['an old venue', 'description'], title: 'an old venue' })),
    put('organizer', 8, exampleOrganizer(8, { text: [LONG, ''], title: LONG.slice(0, 250) })),
    // Its statements cannot be joined to one, which `earlier` could not leave out in part.
    { do: 'check', kind: 'organizer', id: 9, expect: 0 } as const,
  ]
  expect(await storage.commit(changes)).toEqual({ conflict: null })
}

async function works(storage: Storage): Promise<void> {
  expect((await storage.get('event', [1, 2])).map(({ id, version }) => [id, version])).toEqual([
    [1, 1],
    [2, 1],
  ])
  expect(await storage.tally('tag', {})).toEqual(new Map([[1, 1]]))
  const sorted = async (kind: 'event' | 'venue' | 'organizer', order: 'title' | 'modified') =>
    (await storage.find(kind, { order, limit: 9 })).map((document) => document.keys)
  expect(await sorted('event', 'title')).toMatchObject([
    { modified: CHANGED, title: 'a "quoted" title' },
    { ...OLD, title: 'an old event', field: [] },
  ])
  expect(await sorted('event', 'modified')).toMatchObject([OLD, { modified: CHANGED }])
  expect(await sorted('venue', 'title')).toMatchObject([{ ...OLD, title: 'an old venue' }])
  expect(await sorted('organizer', 'modified')).toMatchObject([{ ...OLD, title: LONG.slice(0, 250) }])
  const since = [{ key: 'modified', gt: '2031-02-03 04:05:05' }] as const
  expect(await storage.count('event', { where: since })).toBe(1)
  const text = { all: ['old'], none: [], oneField: false }
  expect((await storage.find('event', { text, order: 'id', limit: 9 })).map(({ id }) => id)).toEqual([1])

  expect(await storage.find('receipt', { order: 'id', limit: 9 })).toEqual([])
  expect(await storage.allocate('post', 1)).toEqual([3])
  const receipt = put('receipt', LARGEST, exampleReceipt(LARGEST))
  const event = put('event', 3, exampleEvent(3, { field: ['a=1'] }))
  expect(await storage.commit([event, receipt])).toEqual({ conflict: null })
  const again = await storage.commit([put('event', 4, exampleEvent(4)), receipt])
  expect(again).toEqual({ conflict: 'exists', kind: 'receipt', id: LARGEST })
  expect(await storage.count('event', {})).toBe(3)
  expect(await storage.count('event', { where: [{ key: 'field', in: ['a=1'] }] })).toBe(1)
  expect(await storage.count('event', { where: [{ key: 'field', notIn: ['a=1'] }] })).toBe(2)
  const where = [{ key: 'expires', lt: '2031-06-03 00:00:00' }] as const
  // More than 2,704 bytes, which a B-tree of PostgreSQL does not take.
  const dice = new Dice(7)
  const name = Array.from({ length: 1000 }, () => String.fromCodePoint(0x4e00 + dice.upTo(20_000))).join('')
  expect(await storage.commit([put('venue', 1, exampleVenue(1, { name }))])).toEqual({ conflict: null })
  const byName = await storage.find('venue', { where: [{ key: 'name', in: [name] }], order: 'id', limit: 9 })
  expect(byName.map(({ id }) => id)).toEqual([1])
  const [expired] = await storage.find('receipt', { where, order: 'id', limit: 9 })
  expect([expired?.id, expired?.keys]).toEqual([LARGEST, receipt.content.keys])
}

function upgrades(version: Version, { client, schema }: TestDatabase): void {
  const named = (tablePrefix: string) => ({ tablePrefix, ...(schema === undefined ? {} : { schema }) })
  const open = (prefix: string, by: SqlClient = client) => sqlStorage(by, named(prefix))
  async function made(): Promise<string> {
    const prefix = `v${prefixes++}_`
    await runScript(client, scriptOf(version, client.dialect, prefix, schema))
    await fill(open(prefix, earlier(version, client)))
    return prefix
  }

  test('has the tables that are still made, but for what is new', () => {
    const then = statementsIn(scriptOf(version, client.dialect, 'x_', schema))
    const now = statementsIn(migrationSql(client.dialect, named('x_')))
    const isVersion = (sql: string) => sql.includes('x_migration') && sql.startsWith('insert')
    // Indexes that this version drops are not made any more.
    const isDropped = (sql: string) => client.dialect === 'postgres' && /^create index .*_name"/.test(sql)
    expect(then.filter((sql) => !isVersion(sql) && !now.includes(sql) && !isDropped(sql))).toEqual([])
    const added = now.filter((sql) => !isVersion(sql) && !then.includes(sql))
    expect(added.filter((sql) => !isNew(version, client.dialect, sql))).toEqual([])
    expect(added.length).toBeGreaterThan(0)
  })

  test('keeps its documents, and takes what it could not take', async () => {
    const prefix = await made()
    await open(prefix).migrate()
    await works(open(prefix))
    await open(prefix).migrate()
    expect(await open(prefix).count('receipt', {})).toBe(1)
  })

  test('is left alone but for what is new', async () => {
    const prefix = await made()
    const sent: string[] = []
    const watched: SqlClient = {
      ...client,
      batch(statements) {
        sent.push(...statements.map(({ sql }) => sql))
        return client.batch(statements)
      },
    }
    await open(prefix, watched).migrate()
    const changes = sent.filter((sql) => /^(create (table|index|unique)|drop|alter)/i.test(sql))
    expect(changes.length).toBeGreaterThan(0)
    // The index of texts, where a database cannot have it, is asked for with every migration.
    expect(
      changes.filter((sql) => !isNew(version, client.dialect, sql) && !sql.includes('gin_trgm_ops')),
    ).toEqual([])
    sent.length = 0
    await open(prefix, watched).migrate()
    expect(sent.filter((sql) => /^(create table|insert)/i.test(sql))).toEqual([])
  })

  test('of several at once each finds the tables ready', async () => {
    const prefix = await made()
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const storage = open(prefix)
        await storage.migrate()
        const receipt = put('receipt', index + 1, exampleReceipt(index + 1))
        expect(await storage.commit([receipt])).toEqual({ conflict: null })
      }),
    )
    const receipts = await open(prefix).find('receipt', { order: 'id', limit: 99 })
    await open(prefix).commit(receipts.map(({ id }) => ({ do: 'remove', kind: 'receipt', id, expect: 1 })))
    expect(receipts).toHaveLength(8)
    await works(open(prefix))
  })

  // Of version 2 only PostgreSQL has more than two statements to run.
  const killed = version === 2 && client.dialect !== 'postgres' ? [1] : [1, 2]
  test.each(killed)('killed after %i statements, the next one ends it', async (most) => {
    const prefix = await made()
    await expect(open(prefix, killedAfter(client, most)).migrate()).rejects.toThrow('killed')
    await open(prefix).migrate()
    await works(open(prefix))
  })

  test('is brought to this one by the printed script, once or twice', async () => {
    const prefix = await made()
    const script = migrationSql(client.dialect, named(prefix))
    await runScript(client, script)
    await runScript(client, script)
    await works(open(prefix))
  })
}

const program = new BundledProgram(new URL('migrating.ts', import.meta.url))
beforeAll(() => program.build())
afterAll(() => program.remove())

/** Runs the script, then starts processes that migrate at once, of which some are killed on the way. */
function inProcesses(version: Version, calendar: Calendar, { client, schema }: TestDatabase): void {
  test(`${PROCESSES} processes migrate at once, and ${KILLED} more are killed on the way`, async () => {
    await runScript(client, scriptOf(version, client.dialect, 'calendar_', schema))
    const by = (one: SqlClient) => sqlStorage(one, schema === undefined ? {} : { schema })
    await fill(by(earlier(version, client)))
    const storage = by(client)
    const started = Array.from({ length: PROCESSES + KILLED }, () =>
      spawn(process.execPath, [program.path, JSON.stringify(calendar)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    )
    try {
      const ready = started.map(async ({ stdout }) => {
        for await (const line of createInterface({ input: stdout })) return line
        return 'killed'
      })
      // Whenever the first has come so far, the others are about to.
      await Promise.race(ready)
      for (const one of started.slice(PROCESSES)) one.kill('SIGKILL')
      expect(await Promise.all(ready.slice(0, PROCESSES))).toEqual(Array(PROCESSES).fill('"ready"'))
    } finally {
      for (const one of started) {
        if (one.exitCode !== null || one.signalCode !== null) continue
        one.kill('SIGKILL')
        await once(one, 'exit')
      }
    }
    await works(storage)
  })
}

for (const version of VERSIONS) {
  const file = join(temporaryFolder(), 'calendar.sqlite')
  const { client, close } = libsqlFile(file)
  afterAll(() => close())
  describe(`version ${version} in one SQLite file`, () =>
    inProcesses(version, { by: 'sqlite', where: file }, { client }))

  const postgres = await postgresDatabase()
  if (typeof postgres === 'string') test.skip(`version ${version} in one PostgreSQL: ${postgres}`)
  else {
    const within = postgres.schema
    describe(`version ${version} in one PostgreSQL`, () =>
      inProcesses(version, { by: 'postgres', where: postgresUrl, within }, postgres))
  }

  const mysql = await mysqlDatabase()
  if (typeof mysql === 'string') test.skip(`version ${version} in one MariaDB: ${mysql}`)
  else {
    const within = mysql.schema
    describe(`version ${version} in one MariaDB`, () =>
      inProcesses(version, { by: 'mysql', where: mysqlUrl, within }, mysql))
  }
}
