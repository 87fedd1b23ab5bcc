/*
 * What each storage costs, beside the same calendar written by hand on SQL tables of its own, in one run and with the
 * same data:
 *
 *   npx tsx bench/storages.ts [--events 10000,100000] [--storage sqlite,lmdb,…] [--by-hand sqlite] [--only list]
 *
 * The hand-written side is a function that gives a JSON text; this library's is `api.fetch`, from a `Request` to the
 * text of the `Response`; totals alone are asked of the storage. All give the same JSON, which is checked before
 * anything is timed. All are asked the same in turns.
 *
 * `--storage`: by default those that need no server. `--by-hand`: the database of the hand-written tables; to see what
 * a storage in SQL costs beside SQL by hand, choose the same for both. Servers are found by POSTGRES_URL, MYSQL_URL and
 * REDIS_URL; one that cannot be reached is left out. What is made there is dropped at the end.
 *
 * Storages in memory hold 4 to 10 kB of heap per event: with many events, start with
 * `NODE_OPTIONS=--max-old-space-size=16000`, and measure the others without them, whose calls wait for the collection
 * of that heap too. LMDB and Redis keep to what their adapters recommend: LMDB has each commit on disk, while SQLite's
 * `synchronous = normal` may lose the last ones in a power failure.
 */
import { parseArgs } from 'node:util'
import { fillTables } from './storages/by-hand/fill.ts'
import type { Contender } from './storages/contender.ts'
import { countingBy } from './storages/counting.ts'
import { fillStorage } from './storages/fill-storage.ts'
import { createApi } from './storages/interface.ts'
import { load } from './storages/load.ts'
import { type Measured, measure } from './storages/measure.ts'
import type { Opened, OpenedStorage } from './storages/opened.ts'
import { BY_HAND, STORAGES, WITHOUT_SERVER } from './storages/openers.ts'
import { operationsOn } from './storages/operations.ts'
import { costsOf, growthOf, machine, type Run, readsOf, type Side } from './storages/report.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000,100000' },
    storage: { type: 'string', default: WITHOUT_SERVER.join(',') },
    'by-hand': { type: 'string', default: 'sqlite' },
    /** Measures no operations but those with this in their name. */
    only: { type: 'string', default: '' },
  },
})

/** In a smaller calendar there is no fiftieth page. */
const FEWEST = 5000
const sizes = values.events.split(',').map(Number)
if (sizes.some((size) => !(size >= FEWEST)))
  throw new RangeError(`--events: ${FEWEST} or more, with commas between`)

function chosen<T>(option: string, name: string, all: ReadonlyMap<string, T>): T {
  const one = all.get(name)
  if (one === undefined) throw new RangeError(`--${option} ${name}: one of ${[...all.keys()].join(', ')}`)
  return one
}

const openByHand = chosen('by-hand', values['by-hand'], BY_HAND)
const openers = values.storage.split(',').map((name) => ({ name, ...chosen('storage', name, STORAGES) }))

const say = (text: string) => console.error(text)

async function opened({
  name,
  open,
  needsServer,
}: (typeof openers)[number]): Promise<OpenedStorage | undefined> {
  try {
    return await open()
  } catch (error) {
    if (!needsServer) throw error
    say(`${name} is left out: ${error instanceof Error ? error.message || error.name : error}`)
    return undefined
  }
}

/** What the run under way has to drop, whether it ends or is ended. */
const inUse: Opened[] = []

async function drop(): Promise<void> {
  for (const one of inUse.splice(0)) await one.drop()
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => drop().finally(() => process.exit(1)))
}

async function run(events: number): Promise<Run> {
  try {
    const byHand = await openByHand()
    inUse.push(byHand)
    say('by hand')
    const tables = await load(byHand, fillTables(byHand.driver), events, say)
    const sides: Side[] = [{ name: 'by hand', version: byHand.version, load: tables }]
    const contenders: Contender[] = [{ name: 'by hand', ask: (question) => question.byHand(byHand.driver) }]
    const storages: OpenedStorage['storage'][] = []
    for (const opener of openers) {
      const one = await opened(opener)
      if (one === undefined) continue
      inUse.push(one)
      const { name } = opener
      const { storage, version } = one
      say(name)
      sides.push({ name, version, load: await load(one, fillStorage(storage), events, say) })
      const library = { storage, api: createApi(storage) }
      contenders.push({ name, ask: (question) => question.library(library) })
      storages.push(storage)
    }
    const [first] = storages
    if (first === undefined) throw new Error('no storage can be reached')
    const measured: Measured[] = []
    for (const operation of operationsOn(events, countingBy(first))) {
      if (!operation.name.includes(values.only)) continue
      say(operation.name)
      measured.push(await measure(operation, contenders))
    }
    return { events, sides, measured }
  } finally {
    await drop()
  }
}

const runs: Run[] = []
console.log(machine())
for (const events of sizes) {
  const done = await run(events)
  console.log(`\n${costsOf(done)}`)
  runs.push(done)
}
console.log(
  [growthOf(runs), ...runs.map(readsOf)]
    .filter((text) => text !== '')
    .map((text) => `\n${text}`)
    .join('\n'),
)
