/*
 * What the migration of a calendar of 0.7.0 costs: seconds, and bytes before and after.
 *
 *   npx tsx bench/migrate.ts PACKAGE [--events 100000]
 *
 * PACKAGE: an unpacked, built package of 0.7.0, which makes the calendar, in SQLite. Every tenth event has umlauts in its
 * title, every hundredth is a series with four dates.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import Libsql from 'libsql'
import { betterSqlite3 } from '../adapters/sql/better-sqlite3.ts'
import { createEventsApi } from '../src/index.ts'
import { sqlStorage } from '../src/storage/sql.ts'
import type { NewEvent } from '../src/types/index.ts'

const { values, positionals } = parseArgs({
  options: { events: { type: 'string', default: '100000' } },
  allowPositionals: true,
})
const count = Number(values.events)
const old = resolve(positionals[0] ?? '', 'dist')
const EVENTS_PER_COMMIT = 5000
const folder = mkdtempSync(join(tmpdir(), 'kalends-migrate-'))
const file = join(folder, 'calendar.sqlite')

function eventOf(at: number): NewEvent {
  const day = new Date(Date.UTC(2026, 0, 1 + (at % 1000))).toISOString().slice(0, 10)
  const name = at % 10 === 0 ? `Müller und Søren ${at}` : `An evening of music ${at}`
  const rule = at % 100 === 0 ? { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } } : {}
  return {
    event: {
      title: name,
      description: `<p>${'What happens on this evening, in a few sentences. '.repeat(20)}${name}</p>`,
      start_date: `${day} 18:00:00`,
      end_date: `${day} 20:00:00`,
      ...{ categories: [1 + (at % 20)], tags: [21 + (at % 100)] },
      ...rule,
    },
  }
}

const opened = () => {
  const db = new Libsql(file)
  db.pragma('journal_mode = WAL')
  return db
}
const size = () =>
  ['', '-wal'].reduce((sum, end) => sum + (existsSync(file + end) ? statSync(file + end).size : 0), 0)
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

try {
  const before = opened()
  const { createEventsApi: createThen } = await import(join(old, 'index.js'))
  const storageThen = await import(join(old, 'storage/sql.js'))
  const clientThen = await import(join(old, 'adapters/sql/better-sqlite3.js'))
  const then = createThen(storageThen.sqlStorage(clientThen.betterSqlite3(before)))
  await then.migrate()
  const principal = { id: 1, role: 'administrator' }
  for (const [path, n] of [
    ['categories', 20],
    ['tags', 100],
  ] as const) {
    for (let at = 0; at < n; at++) {
      const body = JSON.stringify({ name: `${path} ${at}` })
      const headers = { 'content-type': 'application/json' }
      await then.as(principal)(
        new Request(`http://localhost/vendor/events/v1/${path}`, { method: 'POST', headers, body }),
      )
    }
  }
  for (let first = 0; first < count; first += EVENTS_PER_COMMIT) {
    const events = Array.from({ length: Math.min(EVENTS_PER_COMMIT, count - first) }, (_, index) =>
      eventOf(first + index),
    )
    for (const { error } of await then.createEvents(principal, events)) if (error !== undefined) throw error
  }
  before.pragma('wal_checkpoint(truncate)')
  before.close()
  const bytes = size()

  const after = opened()
  const storage = sqlStorage(betterSqlite3(after))
  const start = performance.now()
  await storage.migrate()
  const tables = performance.now()
  await createEventsApi(storage).migrate()
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)
  after.pragma('wal_checkpoint(truncate)')
  const end = performance.now()
  console.log(`${count} events: tables ${seconds(start, tables)} s, documents ${seconds(tables, end)} s`)
  const grown = size()
  after.exec('vacuum')
  after.pragma('wal_checkpoint(truncate)')
  console.log(`${megabytes(bytes)} before, ${megabytes(grown)} after, ${megabytes(size())} after a VACUUM`)
  after.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
