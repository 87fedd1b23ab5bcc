/*
 * What requests cost: the library on each storage, beside the same endpoint written by hand on the same database, and
 * beside a server that has its answers ready:
 *
 *   npx tsx bench/requests.ts [--events 1000,100000,1000000] [--storage memory,sqlite,lmdb,redis,postgres,mysql]
 *                             [--rounds 5] [--seconds 1] [--only create] [--out bench/REPORT.md]
 *                             [--keep FOLDER] [--in-process] [--alone]
 *
 * Each contender is a process of its own, which knows its CPU time. It is asked by calls, with and without a cache, and
 * over 64 connections.
 *
 * - `--seconds`: of a measurement with 64 connections; the others are shorter.
 * - `--only`: no operations but those with one of these in their name, with commas between.
 * - `--keep`: the calendars stay in that folder and on the servers, as `bench_…`, and are only read.
 * - `--in-process`: by calls only.
 * - `--alone`: the library without those it is compared with.
 *
 * Servers are found by POSTGRES_URL, MYSQL_URL and REDIS_URL; one that cannot be reached is left out.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { databaseOf } from './databases/databases.ts'
import { buildServer } from './requests/build.ts'
import { reportOf } from './requests/report.ts'
import { merged, type Run, runWith } from './requests/run.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000,100000' },
    storage: { type: 'string', default: 'memory,sqlite,lmdb,redis,postgres,mysql' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: 'bench/REPORT.md' },
    keep: { type: 'string' },
    'in-process': { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
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
const options = {
  sizes,
  rounds: numberOf('rounds', values.rounds, 1),
  seconds: numberOf('seconds', values.seconds, SHORTEST),
  only: values.only,
  isInProcess: values['in-process'],
  isAlone: values.alone,
}

const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
const program = await buildServer()
process.once('exit', program.remove)
// The processes of contenders see that this one has gone, and close what they opened.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const order = { ...options, program: program.path, root: values.keep, say }
const runs: Run[] = []
for (const storage of storages) runs.push(...(await runWith(order, sizes, storage)))
const commandLine = ['npx tsx bench/requests.ts', ...process.argv.slice(2)].join(' ')
writeFileSync(values.out, reportOf(merged(runs), { ...options, commandLine, date: new Date() }))
say(`written to ${values.out}`)
