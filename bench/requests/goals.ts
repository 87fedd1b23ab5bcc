import { tableOf } from '../storages/table.ts'
import { BY_HAND, FLOOR, isLibrary, SAME_ROWS } from './names.ts'
import { NAMED } from './operations.ts'
import { type Sample, TOGETHER } from './results.ts'
import type { Run } from './run.ts'
import { ratioOf, type Spread, spreadOf } from './statistics.ts'

/** By the library on these storages. */
const MEMORY = 'memory'
const SQLITE = 'sqlite'

/** The least share of another's requests per CPU-second. */
const SHARES = [
  { operation: NAMED.byId, of: MEMORY, by: FLOOR, least: 0.6 },
  { operation: NAMED.defaultList, of: MEMORY, by: FLOOR, least: 0.6 },
  { operation: NAMED.byId, of: SQLITE, by: BY_HAND, least: 0.8 },
  { operation: NAMED.defaultList, of: SQLITE, by: BY_HAND, least: 0.8 },
  { operation: NAMED.notModified, of: MEMORY, by: FLOOR, least: 0.8 },
  { operation: NAMED.create, of: SQLITE, by: SAME_ROWS, least: 0.7 },
] as const

/** How many times the CPU time of the smallest calendar a request to the largest may take. */
const GROWTHS = [
  { operation: NAMED.byId, of: MEMORY, most: 1.1 },
  { operation: NAMED.defaultList, of: MEMORY, most: 1.5 },
  { operation: NAMED.byId, of: SQLITE, most: 1.1 },
  { operation: NAMED.defaultList, of: SQLITE, most: 1.5 },
] as const

/** How many times p50 p99 may be under mixed load. */
const TAIL = 5

const text = ({ least, median, most }: Spread): string =>
  `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`
const judged = (isMet: boolean): string => (isMet ? 'met' : '**not met**')

const share = ({ results }: Run, operation: string, of: string, by: string, metric: keyof Sample) =>
  ratioOf(results.values(operation, of, TOGETHER, metric), results.values(operation, by, TOGETHER, metric))

function shares(run: Run): string[][] {
  return SHARES.flatMap(({ operation, of, by, least }) => {
    const ratio = share(run, operation, of, by, 'perCpuSecond')
    if (ratio === undefined) return []
    const wall = share(run, operation, of, by, 'perSecond')
    return [
      [
        `${operation}, ${of}: share of ${by}`,
        String(run.events),
        text(ratio),
        wall?.median.toFixed(2) ?? '',
        `≥ ${least}`,
        judged(ratio.median >= least),
      ],
    ]
  })
}

function growths(runs: readonly Run[]): string[][] {
  const sorted = runs.toSorted((a, b) => a.events - b.events)
  const [smallest, largest] = [sorted[0], sorted.at(-1)]
  if (smallest === undefined || largest === undefined || smallest === largest) return []
  const median = ({ results }: Run, operation: string, of: string, metric: keyof Sample) =>
    spreadOf(results.values(operation, of, TOGETHER, metric))?.median
  return GROWTHS.flatMap(({ operation, of, most }) => {
    const [few, many] = [smallest, largest].map((run) => median(run, operation, of, 'perCpuSecond'))
    const [fewWall, manyWall] = [smallest, largest].map((run) => median(run, operation, of, 'perSecond'))
    if (few === undefined || many === undefined) return []
    return [
      [
        `${operation}, ${of}: × of ${smallest.events} events`,
        String(largest.events),
        (few / many).toFixed(2),
        ((fewWall ?? 0) / (manyWall ?? 0)).toFixed(2),
        `≤ ${most}`,
        judged(few / many <= most),
      ],
    ]
  })
}

function tails({ events, sides, results }: Run): string[][] {
  return sides.flatMap(({ name }) => {
    if (!isLibrary(name)) return []
    const values = (metric: keyof Sample) => results.values(NAMED.mixed, name, TOGETHER, metric)
    const ratio = ratioOf(values('p99'), values('p50'))
    if (ratio === undefined) return []
    return [
      [
        `${NAMED.mixed}, ${name}: p99 by p50`,
        String(events),
        '',
        text(ratio),
        `≤ ${TAIL}`,
        judged(ratio.median <= TAIL),
      ],
    ]
  })
}

/** With 64 connections, and judged by CPU time, with what the clock on the wall says beside it. */
export function goalsOf(runs: readonly Run[]): string {
  const rows = [...runs.flatMap(shares), ...growths(runs), ...runs.flatMap(tails)]
  return tableOf(['with 64 connections', 'events', 'by CPU time', 'by the clock', 'goal', ''], rows)
}
