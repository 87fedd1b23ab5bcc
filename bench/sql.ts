/*
 * What the SQL storage costs, beside the same calendar written by hand on tables of its own, in one run and with the
 * same data: `npx tsx bench/sql.ts [--events 10000,100000] [--database sqlite|postgres|mysql]… [--only list]`.
 *
 * The hand-written side is a function that gives a JSON text; this library's is `api.fetch`, from a `Request` to the
 * text of the `Response`. Both give the same JSON, which is checked before anything is timed. Servers are found by
 * POSTGRES_URL and MYSQL_URL; what is made there is dropped at the end.
 */
import { parseArgs } from 'node:util'
import { sqlStorage } from '../src/storage/sql.ts'
import { openMysql } from './sql/databases/mysql.ts'
import { openPostgres } from './sql/databases/postgres.ts'
import { openSqlite } from './sql/databases/sqlite.ts'
import { load } from './sql/load.ts'
import { type Measured, measure } from './sql/measure.ts'
import { createApi, operationsOn } from './sql/operations.ts'
import { machine, type Run, summaryOf, tableOf } from './sql/report.ts'

const OPENERS = new Map([
  ['sqlite', openSqlite],
  ['postgres', openPostgres],
  ['mysql', openMysql],
])

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    database: { type: 'string', multiple: true, default: [...OPENERS.keys()] },
    /** Measures no operations but those with this in their name. */
    only: { type: 'string', default: '' },
  },
})

/** In a smaller calendar there is no fiftieth page. */
const FEWEST = 5000
const sizes = values.events.split(',').map(Number)
if (sizes.some((size) => !(size >= FEWEST)))
  throw new RangeError(`--events: ${FEWEST} or more, with commas between`)

const say = (text: string) => console.error(text)

async function run(name: string, events: number): Promise<Run> {
  const open = OPENERS.get(name)
  if (open === undefined) throw new RangeError(`--database ${name}: one of ${[...OPENERS.keys()].join(', ')}`)
  const database = await open()
  try {
    const { byHand, client, options } = database
    const storage = sqlStorage(client, options)
    const times = await load(byHand, storage, events, say)
    await database.settle()
    const measured: Measured[] = []
    for (const operation of operationsOn(byHand, createApi(storage), events)) {
      if (!operation.name.includes(values.only)) continue
      say(operation.name)
      measured.push(await measure(operation))
    }
    return { database: database.version, events, load: times, measured }
  } finally {
    await database.drop()
  }
}

const runs: Run[] = []
console.log(`${machine()}\n`)
for (const name of values.database) {
  for (const events of sizes) {
    const done = await run(name, events)
    console.log(`${tableOf(done)}\n`)
    runs.push(done)
  }
}
console.log(summaryOf(runs))
