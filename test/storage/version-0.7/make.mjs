/*
 * Makes the files of this folder with the built package of 0.7.0, unpacked at the path that is given: the rows of a
 * calendar in SQLite, its entries in a key-value store, and its answers. They are not made again.
 *
 *     node make.mjs PACKAGE
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Libsql from 'libsql'
import { answerOf, makeCalendar, NOW, OPTIONS, urls } from './calendar.mjs'

const root = join(process.argv[2], 'dist')
const { createEventsApi } = await import(join(root, 'index.js'))
const { sqlStorage } = await import(join(root, 'storage/sql.js'))
const { keyValueStorage } = await import(join(root, 'storage/key-value.js'))
const { betterSqlite3 } = await import(join(root, 'adapters/sql/better-sqlite3.js'))
const { memoryKeyValue } = await import(join(root, 'adapters/key-value/memory.js'))
const move = await import(join(root, 'move.js'))
const here = (name) => new URL(name, import.meta.url)

const db = new Libsql(':memory:')
const store = memoryKeyValue()
const storages = [
  sqlStorage(betterSqlite3(db), { tablePrefix: 'x_' }),
  keyValueStorage(store, { calendar: 'old' }),
]
const answers = []
for (const storage of storages) {
  const api = createEventsApi(storage, { ...OPTIONS, now: () => new Date(NOW), deliver: [async () => {}] })
  await makeCalendar(api, (file) =>
    move.importFile(storage, file, { calendar: { ...OPTIONS, now: () => new Date(NOW) } }),
  )
  const found = []
  for (const [who, url] of urls()) found.push(await answerOf(api, who, url))
  answers.push(found)
}
if (JSON.stringify(answers[0]) !== JSON.stringify(answers[1])) throw new Error('the storages differ')

const names = db
  .prepare(
    "select name from sqlite_master where type = 'table' and name like 'x\\_%' escape '\\' and name not like '%search%'",
  )
  .all()
const tables = Object.fromEntries(
  names.map(({ name }) => {
    const rows = db.prepare(`select * from ${name}`).all()
    const columns = Object.keys(rows[0] ?? {})
    return [name.slice(2), { columns, rows: rows.map((row) => columns.map((column) => row[column])) }]
  }),
)
writeFileSync(here('tables.json.gz'), gzipSync(JSON.stringify(tables)))
writeFileSync(
  here('entries.json.gz'),
  gzipSync(JSON.stringify(await store.range({ start: 'old/', end: 'old/~', limit: 1e6 }))),
)
writeFileSync(here('answers.json'), JSON.stringify(answers[0]))
console.log(
  answers[0].length,
  'answers',
  new Set(answers[0]).size,
  'different',
  answers[0].filter((a) => !a.startsWith('200')).length,
  'not 200',
)
