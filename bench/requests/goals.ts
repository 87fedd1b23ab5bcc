import { ratioOf, spreadOf } from '../shared/statistics.ts'
import { tableOf } from '../shared/table.ts'
import { byHandOn, FLOOR, isLibrary } from './names.ts'
import { NAMED } from './operations.ts'
import { type Sample, TOGETHER } from './results.ts'
import type { Run } from './run.ts'

const { byId, defaultList, notModified, mixed, create } = NAMED

/** The least share of another's requests per CPU-second: operation, storage, the other, share. */
const SHARES = [
  [byId, 'memory', FLOOR, 0.6],
  [defaultList, 'memory', FLOOR, 0.6],
  [notModified, 'memory', FLOOR, 0.8],
  [mixed, 'memory', FLOOR, 0.15],
  ...['sqlite', 'postgres', 'mysql'].flatMap((database) => [
    [byId, database, byHandOn(database), 1] as const,
    [defaultList, database, byHandOn(database), 1] as const,
    [mixed, database, byHandOn(database), 1] as const,
    [create, database, byHandOn(database), 0.8] as const,
  ]),
] as const

/** How many times the CPU time of the smallest calendar a request to the largest may take. */
const GROWTHS = [
  [byId, 1.1],
  [defaultList, 1.5],
] as const

/** How many times p50 p99 may be under mixed load. */
const TAIL = 5

const judged = (isMet: boolean): string => (isMet ? 'met' : '**not met**')

const values = ({ results }: Run, operation: string, of: string, metric: keyof Sample) =>
  results.values(operation, of, TOGETHER, metric)

const shares = (run: Run): string[][] =>
  SHARES.flatMap(([operation, of, by, least]) => {
    const shareBy = (metric: keyof Sample) =>
      ratioOf(values(run, operation, of, metric), values(run, operation, by, metric))
    const [ratio, wall] = [shareBy('perCpuSecond'), shareBy('perSecond')]
    if (ratio === undefined || wall === undefined) return []
    const goal = [`≥ ${least}`, judged(ratio.median >= least)]
    return [
      [`${operation}, ${of}: share of ${by}`, `${run.events}`, two(ratio.median), two(wall.median), ...goal],
    ]
  })

function growths(runs: readonly Run[]): string[][] {
  const sorted = runs.toSorted((a, b) => a.events - b.events)
  const [smallest, largest] = [sorted[0], sorted.at(-1)]
  if (smallest === undefined || largest === undefined || smallest === largest) return []
  return largest.sides.flatMap(({ name }) =>
    GROWTHS.flatMap(([operation, most]) => {
      const ratio = (metric: keyof Sample) => {
        const [few, many] = [smallest, largest].map((run) => spreadOf(values(run, operation, name, metric)))
        return few === undefined || many === undefined ? undefined : few.median / many.median
      }
      const [cpu, wall] = [ratio('perCpuSecond'), ratio('perSecond')]
      if (!isLibrary(name) || cpu === undefined || wall === undefined) return []
      const what = `${operation}, ${name}: × of ${smallest.events} events`
      return [[what, `${largest.events}`, two(cpu), two(wall), `≤ ${most}`, judged(cpu <= most)]]
    }),
  )
}

const tails = (run: Run): string[][] =>
  run.sides.flatMap(({ name }) => {
    const ratio = ratioOf(values(run, mixed, name, 'p99'), values(run, mixed, name, 'p50'))?.median
    if (!isLibrary(name) || ratio === undefined) return []
    return [
      [`${mixed}, ${name}: p99 by p50`, `${run.events}`, '', two(ratio), `≤ ${TAIL}`, judged(ratio <= TAIL)],
    ]
  })

const two = (value: number): string => value.toFixed(2)

/** With 64 connections. Judged by CPU time; the clock stands beside it. */
export function goalsOf(runs: readonly Run[]): string {
  const rows = [...runs.flatMap(shares), ...growths(runs), ...runs.flatMap(tails)]
  return tableOf(['with 64 connections', 'events', 'by CPU time', 'by the clock', 'goal', ''], rows)
}
