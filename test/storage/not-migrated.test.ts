import { readFileSync } from 'node:fs'
import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { keyValueStorage } from 'kalends/storage/key-value'
import { sqlStorage } from 'kalends/storage/sql'
import { describe, expect, test } from 'vitest'
import { isNotMigrated, StorageNotMigrated } from '../../src/storage/contract.ts'
import { VERSION } from '../../src/storage/sql/migrations/index.ts'
import { eventOf, openCalendar } from '../routes/calendar.ts'
import { libsqlMemory } from '../setup/databases.ts'
import { runScript } from './scripts.ts'

/*
 * A calendar whose host has forgotten `migrate()`. Tables of an earlier version would answer many requests, and would
 * lack what this version writes.
 */

async function tablesOf(version: number) {
  const { client } = libsqlMemory()
  if (version === 0) return client
  const script = readFileSync(new URL(`version-${Math.min(version, 5)}/sqlite.sql`, import.meta.url), 'utf8')
  await runScript(client, script.replaceAll('PREFIX_', 'calendar_'))
  if (version <= 5) return client
  await sqlStorage(client).migrate()
  await client.batch([{ sql: 'insert into calendar_migration (version) values (?)', values: [version] }])
  return client
}

const REASONS = {
  0: 'are not there: call api.migrate() on every start',
  1: `are of version 1, and not of ${VERSION}: call api.migrate() on every start`,
  2: `are of version 2, and not of ${VERSION}: call api.migrate() on every start`,
  4: `are of version 4, and not of ${VERSION}: call api.migrate() on every start`,
  5: `are of version 5, and not of ${VERSION}: call api.migrate() on every start`,
  99: 'are of version 99, which this version of kalends does not know yet',
} as const

describe.each(Object.entries(REASONS))('tables of version %s', (version, reason) => {
  test('answer every request with 500 and a sentence that helps; `onError` gets the versions', async () => {
    const client = await tablesOf(Number(version))
    const faults: unknown[] = []
    const { send, ask } = openCalendar({ onError: (error) => faults.push(error) }, sqlStorage(client))
    const answers = [
      await ask('GET', '/events', undefined, 'visitor'),
      await ask('GET', '/events'),
      await ask('GET', '/events/1'),
      await ask('GET', '/events?orderby=title'),
      await ask('GET', '/tags'),
      await ask('POST', '/events', eventOf()),
      await ask('POST', '/tags', { name: 'new' }),
      await ask('DELETE', '/venues/1'),
      await send('/events.ics', {}, 'visitor'),
    ]
    const body = {
      code: 'rest_internal_error',
      message: 'The calendar is not ready: its host has to call migrate() of this version.',
      data: { status: 500 },
    }
    for (const answer of answers) expect(answer).toMatchObject({ status: 500, body })
    expect(faults).toHaveLength(answers.length)
    for (const fault of faults) expect(String(fault)).toContain(reason)
    expect(faults.every(isNotMigrated)).toBe(true)
  })

  test('are found by a check, before anything is read', async () => {
    const storage = sqlStorage(await tablesOf(Number(version)))
    await expect(storage.check?.()).rejects.toThrow(StorageNotMigrated)
    await expect(storage.check?.()).rejects.toThrow(reason)
  })
})

test('tables that somebody migrates meanwhile are found to be ready', async () => {
  const client = await tablesOf(5)
  const { ask } = openCalendar({ onError: () => {} }, sqlStorage(client))
  expect((await ask('GET', '/events')).status).toBe(500)
  await sqlStorage(client).migrate()
  expect((await ask('GET', '/events')).status).toBe(200)
})

test('the tables are looked at once, however many requests come', async () => {
  const { client } = libsqlMemory()
  await sqlStorage(client).migrate()
  const asked: string[] = []
  const { ask } = openCalendar(
    {},
    sqlStorage({
      ...client,
      query: (statement) => {
        asked.push(statement.sql)
        return client.query(statement)
      },
    }),
  )
  const statuses = await Promise.all(Array.from({ length: 20 }, () => ask('GET', '/events')))
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
  await ask('GET', '/tags')
  expect(asked.filter((sql) => sql.includes('migration'))).toHaveLength(1)
})

test('a check of a key-value store tells a calendar from an empty place, and from other layouts', async () => {
  const store = memoryKeyValue()
  const storage = keyValueStorage(store)
  const found = () => storage.check?.().catch((error) => (isNotMigrated(error) ? error.found : String(error)))
  expect(await found()).toBe('nothing')
  // Of a host that has never called `migrate()`.
  await storage.allocate('post', 1)
  expect(await found()).toBe('earlier')
  expect(await keyValueStorage(store, { calendar: 'other' }).check?.().catch(String)).toContain('no calendar')
  await storage.migrate()
  expect(await found()).toBeUndefined()
  const layout = 'calendar/layout'
  for (const [value, what] of [
    ['2', 'earlier'],
    ['99', 'later'],
  ] as const) {
    await store.commit({ checks: [], sets: [[layout, value]], deletes: [] })
    expect(await found()).toBe(what)
  }
  await expect(storage.migrate()).rejects.toThrow('layout 99, which this version of kalends does not know')
})
