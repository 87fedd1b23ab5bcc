import { machine } from '../databases/opened.ts'
import { ratioOf, type Spread, spreadOf } from '../shared/statistics.ts'
import { tableOf } from '../shared/table.ts'
import { growthOf } from './growth.ts'
import { FLOOR, isLibrary, rivalOf } from './names.ts'
import { VISITED } from './operations.ts'
import { CACHED, COLD, type Sample, TOGETHER, type Way, wholeCpu } from './results.ts'
import type { Run } from './run.ts'

export interface Circumstances {
  readonly commandLine: string
  readonly rounds: number
  readonly seconds: number
  readonly date: Date
}

const NONE = '–'

const many = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 })
const digits = (value: number): number => (value < 10 ? 2 : value < 100 ? 1 : 0)
const short = (value: number): string => value.toFixed(digits(value))

const withRange = (spread: Spread | undefined, text: (value: number) => string): string =>
  spread === undefined ? NONE : `${text(spread.median)} (${text(spread.least)}–${text(spread.most)})`

/** A row for each operation, a column for each contender that was asked in this way. */
function grid(run: Run, way: Way, cell: (samples: readonly Sample[], row: string, name: string) => string) {
  const names = run.sides
    .map(({ name }) => name)
    .filter((name) => run.operations.some((operation) => run.results.of(operation, name, way).length > 0))
  const rows = run.operations.map((operation) => [
    operation,
    ...names.map((name) => {
      const samples = run.results.of(operation, name, way)
      return samples.length === 0 ? NONE : cell(samples, operation, name)
    }),
  ])
  return names.length === 0 ? [] : [tableOf(['', ...names], rows)]
}

const median = (samples: readonly Sample[], metric: (sample: Sample) => number): number =>
  spreadOf(samples.map(metric))?.median ?? Number.NaN

function cost(samples: readonly Sample[]): string {
  const server = median(samples, (sample) => sample.server)
  const own = withRange(spreadOf(samples.map(({ cpu }) => cpu)), short)
  return server === 0 ? own : `${own} + ${short(server)}`
}

function shareOf({ results }: Run, way: Way) {
  return (samples: readonly Sample[], operation: string, name: string): string =>
    [FLOOR, isLibrary(name) ? rivalOf(name) : name]
      .map((other) => results.values(operation, other, way, wholeCpu))
      .map((others) => ratioOf(others, samples.map(wholeCpu))?.median.toFixed(2) ?? NONE)
      .join(' / ')
}

function tables(run: Run, way: Way): string[] {
  const costs = grid(run, way, cost)
  if (costs.length === 0) return []
  const isSocket = way.connections !== undefined
  const hasOthers = run.sides.some(({ name }) => !isLibrary(name))
  return [
    `### ${many(run.events)} events, ${way.name}`,
    'µs of CPU for a request, + of the server:',
    ...costs,
    ...(hasOthers ? ['As a share of the floor / of by hand:', ...grid(run, way, shareOf(run, way))] : []),
    ...(isSocket ? ['Requests per second; milliseconds, p50 / p99:'] : []),
    ...(isSocket
      ? grid(run, way, (samples) => {
          const [half, most] = [median(samples, ({ p50 }) => p50), median(samples, ({ p99 }) => p99)]
          return `${many(median(samples, ({ perSecond }) => perSecond))}; ${short(half)} / ${short(most)}`
        })
      : []),
  ]
}

const megabytes = (bytes: number): string => (bytes === 0 ? NONE : many(bytes / 2 ** 20))

function room(runs: readonly Run[]): string[] {
  const rows = runs.flatMap((run) =>
    run.sides
      .filter(({ name }) => name !== FLOOR)
      .map(({ name, opened: { bytes, loaded }, memory }) => [
        ...[name, many(run.events), megabytes(memory.resident), megabytes(memory.heap), megabytes(bytes)],
        ...[loaded.cpu, loaded.server, loaded.seconds].map((seconds) => seconds.toFixed(1)),
      ]),
  )
  const head = ['', 'events', 'resident, MB', 'heap, MB', 'calendar, MB']
  return [
    '## Memory, disk and loading',
    'Memory is that of the process, after the reads and a collection; the calendar is that outside of the process. Loading is by commits of 500 events, indexes and statistics included, in seconds: CPU of the process, of the server, and by the clock.',
    tableOf([...head, 'CPU', 'server', 'clock'], rows),
  ]
}

/** `runs`: one for each size. */
export function reportOf(runs: readonly Run[], about: Circumstances): string {
  const sorted = runs.toSorted((a, b) => a.events - b.events)
  const sides = new Map(runs.flatMap((run) => run.sides.map(({ name, opened }) => [name, opened.version])))
  return `${[
    '# What requests cost',
    `Written by \`${about.commandLine}\` on ${about.date.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    `${machine()}.`,
    [...sides].map(([name, version]) => `- ${name}: ${version}`).join('\n'),
    HOW(about),
    ...growthOf(sorted),
    '## Requests',
    ...sorted.flatMap((run) => [TOGETHER, CACHED, COLD].flatMap((way) => tables(run, way))),
    ...room(sorted),
  ].join('\n\n')}\n`
}

const HOW = ({ rounds, seconds }: Circumstances): string => `## How

The contenders are the library on each storage and \`by hand\`: \`node:http\` with routes, SQL and JSON written for this very calendar, on tables and indexes of its own in that database. \`floor\` is \`node:http\` with answers that are ready: the status, the headers and the bytes that the library sends. Each is a process of its own with a calendar of its own. One storage at a time is measured, its sizes and by hand on the same database in turns; LMDB and Redis are compared with by hand on SQLite. That both give the same JSON is checked before anything is timed.

Figures are medians of ${rounds} rounds (least–most), ratios medians of the ratios of each round. \`cached\` and \`not cached\` are by a call, one request after another, for ${short(CACHED.share * seconds)} and ${short(COLD.share * seconds)} s of CPU; the second is the library with \`cache: 0\`. With 64 connections the bench asks for ${short(seconds)} s, longer where answers are few; each connection asks again when it has its answer, so p99 leaves out requests that a slow answer kept from being asked. CPU time is that of the contender's process, collection included, and of the connections' processes or threads in PostgreSQL or MariaDB on the same Linux machine; that of Redis is not counted. An answer of 400 or more, or a broken connection, fails the run.

Reads ask for ${VISITED} open events, spread evenly over a calendar of whatever size, few of them for most of the time; \`every event alike\` draws from all, others in each round. A category of a small calendar has few events, so its pages are not full. Reads come first, then what writes: faster ones write more, and their calendars grow by that. Mixed are by ID 40, by slug 15, default list 15, month 10, category 8, search 7, and 5 writes, half of them creates. SQLite has each commit on disk (WAL, \`synchronous = full\`), for all contenders.`
