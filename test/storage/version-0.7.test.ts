import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createEventsApi } from 'kalends'
import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { keyValueStorage } from 'kalends/storage/key-value'
import { type SqlClient, type SqlValue, sqlStorage } from 'kalends/storage/sql'
import { describe, expect, test } from 'vitest'
import type { Kind, Storage } from '../../src/storage/contract.ts'
import type { Entry } from '../../src/storage/key-value/store.ts'
import { KINDS } from '../../src/storage/shared/keys.ts'
import { DIALECTS } from '../../src/storage/sql/database.ts'
import { eachDatabase } from '../setup/databases.ts'
import { runScript } from './scripts.ts'
import { answerOf, NOW, OPTIONS, urls } from './version-0.7/calendar.mjs'

/*
 * A calendar that 0.7.0 made, and what it answered (see version-0.7/make.mjs): migrated, it answers with the same status.
 * Bodies were equal, too, when the migration was written; later changes of answers are none of the migration.
 */

const file = (name: string) => readFileSync(new URL(`version-0.7/${name}`, import.meta.url))
const unpacked = (name: string) => JSON.parse(gunzipSync(file(name)).toString())
const then: readonly string[] = JSON.parse(file('answers.json').toString())

interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly SqlValue[])[]
}

/** Of the addresses, one in so many: a migration differs from storage to storage, what reads its documents does not. */
const ONE_IN = 12

async function isAsBefore(storage: Storage, oneIn: number): Promise<void> {
  const api = createEventsApi(storage, { ...OPTIONS, now: () => new Date(NOW) })
  await api.migrate()
  const all = urls()
  expect(all.length).toBe(then.length)
  expect(all.length).toBeGreaterThan(2600)
  const other: string[] = []
  for (const [index, [who, url]] of all.entries()) {
    if (index % oneIn !== 0) continue
    const status = (await answerOf(api, who, url)).slice(0, 3)
    if (status !== then[index]?.slice(0, 3)) other.push(`${who} ${url}`)
  }
  expect(other).toEqual([])
  await isSorted(storage)
  const before = await contents(storage)
  await api.migrate()
  expect(await contents(storage)).toBe(before)
}

async function contents(storage: Storage): Promise<string> {
  const of = async (kind: Kind) =>
    (await storage.find(kind, { order: 'id', limit: 9999 })).map((one) => ({ ...one }))
  return JSON.stringify(await Promise.all(KINDS.map(of)))
}

/** Receipts, entries and extras are of their own kinds; series have keys of their own. */
async function isSorted(storage: Storage): Promise<void> {
  const receipts = await storage.find('receipt', { order: 'id', limit: 999 })
  expect(receipts.every(({ keys }) => keys.expires < '2028')).toBe(true)
  const notes = await storage.find('extra', { order: 'id', limit: 999 })
  expect(notes.filter(({ keys }) => keys.name?.startsWith('.lane ')).length).toBe(16)
  const entries = await storage.count('entry', {})
  expect(entries).toBeGreaterThan(100)
  const series = await storage.find('event', {
    where: [{ key: 'series', in: [true] }],
    order: 'start',
    limit: 99,
  })
  expect(series.map(({ keys }) => [keys.status, keys.end, keys.due !== null])).toEqual([
    ['trash', '2027-04-19 23:00:00', false],
    ['publish', '2027-06-10 20:00:00', false],
    ['publish', '2027-08-30 20:00:00', false],
    ['publish', '2027-12-24 19:00:00', false],
    ['publish', '9999-12-31 23:59:59', true],
    ['draft', '2027-06-17 23:00:00', false],
    ['future', '2027-07-18 23:00:00', false],
  ])
  expect(series.every(({ keys }) => keys.category.length > 0 && keys.venue.length > 0)).toBe(true)
}

describe('a calendar of 0.7.0 answers as it did', async () => {
  for (const { name, database } of await eachDatabase()) {
    if (typeof database === 'string') test.skip(`in ${name}: ${database}`)
    else
      test(`in ${name}`, async () => {
        const { client, schema } = database
        const tablePrefix = 'then_'
        await fill(client, tablePrefix, schema)
        const storage = sqlStorage(client, { tablePrefix, ...(schema === undefined ? {} : { schema }) })
        await isAsBefore(storage, name === 'SQLite' ? 1 : ONE_IN)
      })
  }

  test('in a key-value store', async () => {
    const store = memoryKeyValue()
    const sets: Entry[] = unpacked('entries.json.gz')
    await store.commit({ checks: [], sets, deletes: [] })
    await isAsBefore(keyValueStorage(store, { calendar: 'old' }), ONE_IN)
  })
})

async function fill(client: SqlClient, prefix: string, schema: string | undefined): Promise<void> {
  const script = readFileSync(new URL(`version-6/${client.dialect}.sql`, import.meta.url), 'utf8')
    .replaceAll('PREFIX_', prefix)
    .replaceAll(/(["`])SCHEMA\1\./g, schema === undefined ? '' : `$1${schema}$1.`)
  await runScript(client, script)
  const { quote, placeholder, boolean } = DIALECTS[client.dialect]
  const flags = ['hidden', 'featured', 'ticketed']
  const tables: Record<string, Rows> = unpacked('tables.json.gz')
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    if (rows.length === 0 || name === 'migration') continue
    const table = `${schema === undefined ? '' : `${quote(schema)}.`}${quote(prefix + name)}`
    if (name === 'sequence') await client.batch([{ sql: `delete from ${table}`, values: [] }])
    const sql = `insert into ${table} (${columns.map(quote).join(', ')}) values (${columns.map((_, at) => placeholder(at + 1)).join(', ')})`
    const statements = rows.map((row) => ({
      sql,
      values: row.map((value, at) => (flags.includes(columns[at] ?? '') ? boolean(value === 1) : value)),
    }))
    for (let from = 0; from < statements.length; from += 200)
      await client.batch(statements.slice(from, from + 200))
  }
}
