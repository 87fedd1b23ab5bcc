import { readFileSync } from 'node:fs'
import { machine } from '../databases/opened.ts'
import { ratioOf, type Spread, spreadOf } from '../shared/statistics.ts'
import { tableOf } from '../shared/table.ts'
import { goalsOf } from './goals.ts'
import { FLOOR, isLibrary, rivalOf } from './names.ts'
import { VISITED } from './operations.ts'
import { ALONE, IN_PROCESS, type Sample, TOGETHER, type Way } from './results.ts'
import type { Run } from './run.ts'

export interface Circumstances {
  readonly wrk: string
  readonly commandLine: string
  readonly minutes: number
  readonly rounds: number
  readonly seconds: number
  readonly date: Date
}

const NONE = '–'

export const many = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 })
const digits = (value: number): number => (value < 10 ? 2 : value < 100 ? 1 : 0)
const short = (value: number): string => value.toFixed(digits(value))
/** `12.3k` */
const rate = (value: number): string => (value < 10_000 ? many(value) : `${(value / 1000).toFixed(1)}k`)

const withRange = (spread: Spread | undefined, text: (value: number) => string): string =>
  spread === undefined ? NONE : `${text(spread.median)} (${text(spread.least)}–${text(spread.most)})`

/** A row for each operation, a column for each contender. */
function grid(run: Run, names: readonly string[], cell: (operation: string, name: string) => string): string {
  const rows = run.operations.map((operation) => [operation, ...names.map((name) => cell(operation, name))])
  return tableOf(['', ...names], rows)
}

const namesOf = (run: Run): string[] => run.sides.map(({ name }) => name)

const spread =
  ({ results }: Run, way: Way, metric: keyof Sample) =>
  (operation: string, name: string) =>
    spreadOf(results.values(operation, name, way, metric))

function ratios(run: Run, way: Way): string {
  return grid(
    run,
    namesOf(run).filter((name) => name !== FLOOR),
    (operation, name) => {
      const values = run.results.values(operation, name, way, 'perCpuSecond')
      if (values.length === 0) return NONE
      return [FLOOR, isLibrary(name) ? rivalOf(name) : name]
        .map((other) => ratioOf(values, run.results.values(operation, other, way, 'perCpuSecond')))
        .map((ratio) => (ratio === undefined ? NONE : ratio.median.toFixed(2)))
        .join(' / ')
    },
  )
}

function overSocket(run: Run, way: Way): string[] {
  const perCpuSecond = spread(run, way, 'perCpuSecond')
  const perSecond = spread(run, way, 'perSecond')
  const [p50, p99] = [spread(run, way, 'p50'), spread(run, way, 'p99')]
  const names = namesOf(run)
  return [
    `### ${many(run.events)} events, ${way.name}`,
    'Requests per CPU-second of the server:',
    grid(run, names, (operation, name) => withRange(perCpuSecond(operation, name), rate)),
    'As a share of the floor / of by hand:',
    ratios(run, way),
    'Requests per second:',
    grid(run, names, (operation, name) => withRange(perSecond(operation, name), rate)),
    'Milliseconds, p50 / p99:',
    grid(run, names, (operation, name) => {
      const [half, most] = [p50(operation, name), p99(operation, name)]
      if (half === undefined || most === undefined) return NONE
      return `${short(half.median)} / ${withRange(most, short)}`
    }),
  ]
}

function inProcess(run: Run): string[] {
  const perCpuSecond = spread(run, IN_PROCESS, 'perCpuSecond')
  const microseconds = (value: number) => short(1e6 / value)
  return [
    `### ${many(run.events)} events, in process`,
    'Microseconds of CPU time for a request, without a socket:',
    grid(
      run,
      namesOf(run).filter((name) => name !== FLOOR),
      (operation, name) => {
        const found = perCpuSecond(operation, name)
        // The most in a second took the least time.
        return withRange(found && { ...found, least: found.most, most: found.least }, microseconds)
      },
    ),
  ]
}

const megabytes = (bytes: number): string => many(bytes / 2 ** 20)

function room(runs: readonly Run[]): string[] {
  const sorted = runs.toSorted((a, b) => a.events - b.events)
  const rows = sorted.flatMap((run) =>
    run.sides.map(({ name, opened, memory }) => [
      name,
      many(run.events),
      megabytes(memory.resident),
      megabytes(memory.heap),
      opened.bytes === 0 ? NONE : megabytes(opened.bytes),
      opened.filled.toFixed(1),
    ]),
  )
  const table = tableOf(['MB', 'events', 'resident', 'heap', 'calendar', 'filled, s'], rows)
  return [
    '## Memory and disk',
    'After the reads and a collection. The calendar is that outside of the process.',
    table,
  ]
}

function versionOf(name: string): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url), 'utf8'),
  )
  return `${name} ${manifest.version}`
}

const PACKAGES = ['libsql', 'lmdb', 'redis', 'postgres', 'mysql2', 'itty-router', 'zod']

export function reportOf(runs: readonly Run[], about: Circumstances): string {
  const sides = new Map(runs.flatMap((run) => run.sides.map(({ name, opened }) => [name, opened.version])))
  return `${[
    '# What requests cost',
    `Written by \`${about.commandLine}\` on ${about.date.toISOString().slice(0, 16).replace('T', ' ')} UTC, in ${about.minutes.toFixed(0)} minutes.`,
    `${machine()}; ${about.wrk}, one thread; ${PACKAGES.map(versionOf).join(', ')}.`,
    [...sides].map(([name, version]) => `- ${name}: ${version}`).join('\n'),
    HOW(about),
    '## Goals',
    goalsOf(runs),
    '## Over a socket',
    ...runs.flatMap((run) => [TOGETHER, ALONE].flatMap((way) => overSocket(run, way))),
    '## In process',
    ...runs.flatMap(inProcess),
    ...room(runs),
  ].join('\n\n')}\n`
}

const HOW = ({ rounds, seconds }: Circumstances): string => `## How

\`floor\` is \`node:http\` with answers that are ready: the status, the headers and the bytes that the library sends. \`by hand\` is \`node:http\` with routes, SQL and JSON written for this very calendar, on tables and indexes of its own in that database; the others are the library on that storage, by \`toNodeListener\`, compared with by hand on the same database, or on SQLite. Each is a process of its own with a calendar of its own. That all but the floor give the same JSON is checked before anything is timed.

Figures are medians of ${rounds} rounds (least–most), ratios medians of the ratios of each round. In a round all have their turn, another one first each time: ${short(IN_PROCESS.share * seconds)} s in process, ${short(ALONE.share * seconds)} s with one connection, ${short(seconds)} s with 64, longer where answers are few. CPU time is that of the contender's process, collection included, and not that of Redis or PostgreSQL, nor of \`wrk\`, which has a core to itself if there is one. An answer of 400 or more, or a broken connection, fails the run. What \`wrk\` gives as p99 is corrected for requests that a slow answer kept from being asked.

Reads ask for ${VISITED} open events, spread evenly over a calendar of whatever size, few of them for most of the time; \`every event alike\` draws from all, others in each round, so that nothing that is kept helps. Reads come first, then what writes: faster ones write more, and their calendars grow by that. Mixed are by ID 40, by slug 15, default list 15, month 10, category 8, search 7, and 5 writes, half of them creates. SQLite has each commit on disk (WAL, \`synchronous = full\`), for all contenders.`
