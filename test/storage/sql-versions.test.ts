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
  type Put,
  put,
} from 'kalends/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import type { Keys, Value } from '../../src/storage/shared/keys.ts'
import { DIALECTS } from '../../src/storage/sql/database.ts'
import { columnsBefore } from '../../src/storage/sql/migrations/tables-before.ts'
import { createNames } from '../../src/storage/sql/names.ts'
import { packText } from '../../src/storage/sql/packed-text.ts'
import { columnValue } from '../../src/storage/sql/rows.ts'
import { COPIED, isSorted, KEY_COLUMNS, SORT_COLUMNS } from '../../src/storage/sql/tables.ts'
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
 * version 3 indexes names by their hash on PostgreSQL; version 4 has a revision; version 5 sorts by change and title;
 * version 6 has values of custom fields; version 7 has series and entries, and other tables of events; version
 * 8 has images and extras.
 */

const LARGEST = Number.MAX_SAFE_INTEGER
const VERSIONS = [1, 2, 4, 5, 6] as const
type Version = (typeof VERSIONS)[number]
/** The first one takes all steps, the last one few. Those between are cut, and raced for, with `CRASH=full`. */
const isCut = (version: Version): boolean => process.env.CRASH === 'full' || version === 1 || version === 6
const PROCESSES = 4
const KILLED = 2

const scriptOf = (version: Version, dialect: string, prefix: string, schema: string | undefined): string =>
  readFileSync(new URL(`version-${version}/${dialect}.sql`, import.meta.url), 'utf8')
    .replaceAll('PREFIX_', prefix)
    .replaceAll(/(["`])SCHEMA\1\./g, schema === undefined ? '' : `$1${schema}$1.`)

/** What the migration from a version says that the script of that version does not. */
function isNew(version: Version, dialect: string, sql: string): boolean {
  const moves = /\b\w+_(events(_\w+)?|commits|entry|extra(_labels|_owner|_name|_due)?)\b/.test(sql)
  const ends = /^drop table if exists .*_(event(_\w+)?|revision)\b/.test(sql)
  return (
    moves ||
    ends ||
    (version < 2 && /\b\w+_receipt\b/.test(sql)) ||
    (version < 6 && /\b\w+_event_field\b/.test(sql)) ||
    (version < 5 && /\b\w+_sort(_\w+)?\b/.test(sql)) ||
    /^update .* not like '%"title":%'$/.test(sql) ||
    /^insert .*_(venue|organizer|event)_sort/.test(sql) ||
    (dialect === 'postgres' && /^do \$index\$.*_event_search/s.test(sql)) ||
    (dialect === 'postgres' && /^(create|drop) index if (not )?exists .*_name\b|_name_hash/.test(sql))
  )
}

let prefixes = 0

for (const { name, database } of await eachDatabase()) {
  for (const version of VERSIONS) {
    if (typeof database === 'string') test.skip(`version ${version} in ${name}: ${database}`)
    else describe(`version ${version} in ${name}`, () => upgrades(version, database))
  }
}

/** The keys as JSON, as an earlier version wrote them. */
function keysThen(version: Version, { series: _series, due: _due, ...keys }: Keys): string {
  const { field: _field, ...withoutFields } = keys
  const { modified: _modified, title: _title, ...first } = withoutFields
  return JSON.stringify(version >= 6 ? keys : version === 5 ? withoutFields : first)
}

const CLASS_THEN = ['status', 'hidden', 'reader', 'full_reader']

/** Writes new documents into the tables of an earlier version, as it did. */
async function writeThen(
  version: Version,
  { client, schema }: TestDatabase,
  prefix: string,
  puts: readonly (Put<'event'> | Put<'venue'> | Put<'organizer'> | Put<'category' | 'tag'>)[],
): Promise<void> {
  const dialect = DIALECTS[client.dialect]
  const { before } = createNames(dialect, { tablePrefix: prefix, schema })
  const insert = (name: string, row: Readonly<Record<string, Value>>) => ({
    sql: `insert into ${before.table(name)} (${Object.keys(row).map(dialect.quote).join(', ')}) values (${Object.keys(row).map((_, at) => dialect.placeholder(at + 1))})`,
    values: Object.values(row).map((value) => columnValue(dialect, value)),
  })
  const counted = (row: Readonly<Record<string, Value>>) => {
    const { sql, values } = insert('event_day', row)
    const more = dialect.addToCount(['day', ...CLASS_THEN], before.table('event_day'))
    return { sql: `${sql} ${more}`, values }
  }
  const among = (names: readonly string[], keys: Keys) =>
    Object.fromEntries(columnsBefore(names).map((name) => [name, keys[name] ?? null]))
  const statements = puts.flatMap(({ kind, id, content }) => {
    const keys: Keys = content.keys
    const document = {
      ...{ id, version: 1 },
      ...among(
        KEY_COLUMNS[kind].map(({ name }) => name),
        keys,
      ),
      ...{ keys: keysThen(version, keys), text: packText(content.text), data: content.data },
    }
    const tags = kind === 'event' && Array.isArray(keys.tag) ? keys.tag : []
    return [
      insert(kind, document),
      ...(version < 5 || !isSorted(kind)
        ? []
        : [
            insert(`${kind}_sort`, {
              id,
              ...among(
                SORT_COLUMNS[kind].map(({ name }) => name),
                keys,
              ),
            }),
          ]),
      ...tags.map((tag) => insert('event_tag', { tag_id: tag, event_id: id, ...among(COPIED.event, keys) })),
      ...tags.map((value) =>
        insert('event_tally', { facet: 'tag', value, status: keys.status ?? null, n: 1 }),
      ),
      ...(kind === 'event'
        ? [counted({ day: String(keys.start).slice(0, 10), ...among(CLASS_THEN, keys), n: 1 })]
        : []),
    ]
  })
  await client.batch(statements)
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
async function fill(version: Version, database: TestDatabase, prefix: string): Promise<void> {
  const [id, other] = [1, 2]
  const puts = [
    put('event', id, exampleEvent(id, { tag: [1], text: ['an old event'], title: 'an old event' })),
    put('event', other, exampleEvent(other, OTHER)),
    put('tag', 1, exampleTerm(1)),
    put('venue', 7, exampleVenue(7, { text: ['an old venue', 'description'], title: 'an old venue' })),
    put('organizer', 8, exampleOrganizer(8, { text: [LONG, ''], title: LONG.slice(0, 250) })),
  ]
  await writeThen(version, database, prefix, puts)
  const dialect = DIALECTS[database.client.dialect]
  const { before } = createNames(dialect, { tablePrefix: prefix, schema: database.schema })
  const last = dialect.reserve(before.table('sequence'), 'post', 2)
  await database.client.batch(last)
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
    await fill(version, { client, ...(schema === undefined ? {} : { schema }) }, prefix)
    return prefix
  }

  test('has the tables that are still made, but for what is new', () => {
    const then = statementsIn(scriptOf(version, client.dialect, 'x_', schema))
    const now = statementsIn(migrationSql(client.dialect, named('x_')))
    const isVersion = (sql: string) => sql.includes('x_migration') && sql.startsWith('insert')
    // Indexes that this version drops are not made any more.
    const isDropped = (sql: string) => client.dialect === 'postgres' && /^create index .*_name"/.test(sql)
    const isRevision = (sql: string) => /\bx_(revision|event_search)\b/.test(sql)
    // Made together with the index that needs it.
    const isExtension = (sql: string) => sql.startsWith('create extension')
    const isOther = (sql: string) => isDropped(sql) || isRevision(sql) || isExtension(sql)
    expect(then.filter((sql) => !isVersion(sql) && !now.includes(sql) && !isOther(sql))).toEqual([])
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
    const then = statementsIn(scriptOf(version, client.dialect, prefix, schema))
    const changes = sent.filter((sql) => /^(create (table|index|unique)|drop|alter)/i.test(sql))
    expect(changes.length).toBeGreaterThan(0)
    // The index of texts, where a database cannot have it, is asked for with every migration.
    expect(
      changes.filter(
        (sql) => !isNew(version, client.dialect, sql) && !sql.includes('gin_trgm_ops') && !then.includes(sql),
      ),
    ).toEqual([])
    sent.length = 0
    await open(prefix, watched).migrate()
    expect(sent.filter((sql) => /^(create table|insert)/i.test(sql))).toEqual([])
  })

  if (isCut(version)) {
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

    // Between the tables that are new, and while the rows are moved.
    const killed = [1, 12, 30]
    test.each(killed)('killed after %i statements, the next one ends it', async (most) => {
      const prefix = await made()
      await expect(open(prefix, killedAfter(client, most)).migrate()).rejects.toThrow('killed')
      await open(prefix).migrate()
      await works(open(prefix))
    })
  }

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
    await fill(version, { client, ...(schema === undefined ? {} : { schema }) }, 'calendar_')
    const storage = sqlStorage(client, schema === undefined ? {} : { schema })
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

for (const version of VERSIONS.filter(isCut)) {
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
