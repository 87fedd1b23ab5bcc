/*
 * What requests cost: the library on each storage, beside the same endpoint written by hand on the same database, and
 * beside a server that has its answers ready:
 *
 *   npx tsx bench/requests.ts [--events 1000,100000,1000000] [--storage memory,sqlite,lmdb,redis,postgres,mysql]
 *                             [--rounds 5] [--seconds 1] [--only create] [--out bench/REPORT.md]
 *                             [--folder FOLDER] [--keep] [--in-process] [--alone] [--profile FOLDER]
 *
 * Each contender is a process of its own, which knows its CPU time. It is asked by calls, with and without a cache, and
 * by `wrk` with 64 connections.
 *
 * - `--seconds`: of a measurement with 64 connections; the others are shorter.
 * - `--only`: no operations but those with one of these in their name, with commas between.
 * - `--folder`: the result of each storage stays there. The same command, started again, goes on behind the
 *   last one. Without the folder, or without one of its results, all is measured anew.
 * - `--keep`: the calendars stay in that folder and on the servers, too, as `bench_…`, and are only read. A load that was
 *   interrupted goes on.
 * - `--in-process`: by calls only, which needs no `wrk`.
 * - `--alone`: the library without those it is compared with.
 * - `--profile`: writes a CPU profile of each operation of the library without a cache.
 *
 * Servers are found by POSTGRES_URL, MYSQL_URL and REDIS_URL; one that cannot be reached is left out.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { databaseOf } from './databases/databases.ts'
import { buildServer } from './requests/build.ts'
import { reportOf } from './requests/report.ts'
import { Results } from './requests/results.ts'
import { merged, type Run, runWith } from './requests/run.ts'
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
    folder: { type: 'string' },
    keep: { type: 'boolean', default: false },
    'in-process': { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    profile: { type: 'string', default: '' },
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
if (values.keep && values.folder === undefined) throw new RangeError('--keep needs --folder')
const options = {
  sizes,
  rounds: numberOf('rounds', values.rounds, 1),
  seconds: numberOf('seconds', values.seconds, SHORTEST),
  only: values.only,
  isInProcess: values['in-process'],
  isAlone: values.alone,
}

const wrk = options.isInProcess ? undefined : wrkVersion()
if (wrk === undefined && !options.isInProcess) {
  console.error(
    'The load comes from wrk, which is not in PATH. Debian, Ubuntu: apt-get install wrk; macOS: brew install wrk',
  )
  process.exit(1)
}

const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
const questions = new TemporaryFolder()
const program = await buildServer()
process.once('exit', () => {
  program.remove()
  questions.remove()
})
// The processes of contenders see that this one has gone, and close what they opened.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** What was measured before, unless in another way. */
function resultsIn(file: string): Run[] {
  if (!existsSync(file)) return []
  const { runs, ...before }: { options: unknown; runs: Stored[] } = JSON.parse(readFileSync(file, 'utf8'))
  if (!isDeepStrictEqual(before.options, options)) return []
  return runs.map((run) => ({ ...run, results: new Results(run.results) }))
}

type Stored = Omit<Run, 'results'> & { readonly results: ReturnType<Results['entries']> }

const { folder, keep, profile } = values
if (folder !== undefined) mkdirSync(folder, { recursive: true })
const runs: Run[] = []
for (const storage of storages) {
  const file = folder && join(folder, `${storage}.json`)
  const before = file ? resultsIn(file) : []
  if (before.length > 0) {
    say(`${storage}: measured before`)
    runs.push(...before)
    continue
  }
  const root = keep ? folder : undefined
  const order = { ...options, program: program.path, folder: questions, root, profiles: profile, say }
  const found = await runWith(order, sizes, storage)
  runs.push(...found)
  if (file && found.length > 0) {
    const stored = found.map((run): Stored => ({ ...run, results: run.results.entries() }))
    writeFileSync(file, JSON.stringify({ options, runs: stored }))
  }
}
const commandLine = ['npx tsx bench/requests.ts', ...process.argv.slice(2)].join(' ')
writeFileSync(values.out, reportOf(merged(runs), { ...options, wrk, commandLine, date: new Date() }))
say(`written to ${values.out}`)
