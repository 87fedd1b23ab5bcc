/*
 * What requests cost: the library on each storage, beside the same endpoint written by hand on the same database, and
 * beside a server that has its answers ready, in one run and in turns:
 *
 *   npx tsx bench/requests.ts [--events 1000,100000,1000000] [--storage memory,sqlite,lmdb,redis,postgres,mysql]
 *                             [--rounds 5] [--seconds 1] [--only create]
 *                             [--out bench/REPORT.md]
 *
 * Each contender is a process of its own, which knows its CPU time; `wrk` asks them, with 1 and with 64 connections.
 * `--seconds`: of a measurement with 64 connections; the others are shorter. `--only`: no operations but those with
 * this in their name.
 *
 * Servers are found by POSTGRES_URL, MYSQL_URL and REDIS_URL; one that cannot be reached is left out. What is made there is dropped
 * at the end. A million events take 25 GB of disk and 10 GB of memory.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { databaseOf } from './databases/databases.ts'
import { buildServer } from './requests/build.ts'
import { reportOf } from './requests/report.ts'
import { type Run, runWith } from './requests/run.ts'
import { wrkVersion } from './requests/wrk.ts'
import { TemporaryFolder } from './shared/folder.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000,100000' },
    storage: { type: 'string', default: 'memory,sqlite,lmdb,redis,postgres,mysql' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: 'bench/REPORT.md' },
  },
})

function numberOf(option: string, text: string, least: number): number {
  const number = Number(text)
  if (!(number >= least)) throw new RangeError(`--${option} ${text}: ${least} or more`)
  return number
}

const FEWEST_EVENTS = 100
const SHORTEST = 0.5

const sizes = values.events.split(',').map((text) => numberOf('events', text, FEWEST_EVENTS))
const storages = values.storage.split(',')
for (const name of storages) databaseOf(name)
const rounds = numberOf('rounds', values.rounds, 1)
const seconds = numberOf('seconds', values.seconds, SHORTEST)

const wrk = wrkVersion()
if (wrk === undefined) {
  console.error(
    'The load comes from wrk, which is not in PATH. Debian, Ubuntu: apt-get install wrk; macOS: brew install wrk',
  )
  process.exit(1)
}

const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
const began = performance.now()
const folder = new TemporaryFolder()
const program = await buildServer()
process.once('exit', () => {
  program.remove()
  folder.remove()
})
// The processes of contenders see that this one has gone, and drop what they made.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const runs: Run[] = []
const commandLine = ['npx tsx bench/requests.ts', ...process.argv.slice(2)].join(' ')
for (const events of sizes) {
  const { only } = values
  runs.push(await runWith({ program: program.path, folder, events, storages, rounds, seconds, only, say }))
  // After each size, since the last one takes the longest.
  const minutes = (performance.now() - began) / 60_000
  writeFileSync(values.out, reportOf(runs, { wrk, commandLine, minutes, rounds, seconds, date: new Date() }))
  say(`written to ${values.out}`)
}
