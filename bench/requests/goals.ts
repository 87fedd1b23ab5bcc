import { ratioOf } from '../shared/statistics.ts'
import { tableOf } from '../shared/table.ts'
import { byHandOn, FLOOR, isLibrary } from './names.ts'
import { NAMED } from './operations.ts'
import { CACHED, COLD, type Sample, TOGETHER, type Way, wholeCpu } from './results.ts'
import type { Run } from './run.ts'

const { byId, byIdAnew, defaultList, notModified, mixed, create, update, month, category, rareWord } = NAMED

type Goal = readonly [operation: string, way: Way, of: string, by: string, least: number]

/** The least share of another's requests per CPU-second. */
const SHARES: readonly Goal[] = [
  [byId, TOGETHER, 'memory', FLOOR, 0.6],
  [defaultList, TOGETHER, 'memory', FLOOR, 0.6],
  [notModified, TOGETHER, 'memory', FLOOR, 0.8],
  [mixed, TOGETHER, 'memory', FLOOR, 0.15],
  ...['sqlite', 'postgres', 'mysql'].flatMap((database): Goal[] => [
    [byId, TOGETHER, database, byHandOn(database), 1],
    [defaultList, TOGETHER, database, byHandOn(database), 1],
    ...[byIdAnew, defaultList, month, category, rareWord].map(
      (operation): Goal => [operation, COLD, database, byHandOn(database), 0.8],
    ),
    [mixed, TOGETHER, database, byHandOn(database), 1],
    [create, CACHED, database, byHandOn(database), 0.8],
    [update, CACHED, database, byHandOn(database), 0.8],
  ]),
  ...['lmdb', 'redis'].flatMap((store): Goal[] => [
    [byId, CACHED, store, 'memory', 0.6],
    [rareWord, COLD, store, byHandOn('sqlite'), 0.5],
  ]),
]

/** How many times the CPU time of the smallest calendar a request to the largest may take. */
const GROWTHS = [
  [byId, 1.1],
  [defaultList, 1.5],
  [month, 1.5],
  [category, 1.5],
] as const

/** How many times p50 p99 may be under mixed load. */
const TAIL = 5

const judged = (isMet: boolean): string => (isMet ? 'met' : '**not met**')
const two = (value: number): string => value.toFixed(2)
const perSecond = (sample: Sample): number => sample.perSecond

const shares = ({ results, events }: Run): string[][] =>
  SHARES.flatMap(([operation, way, of, by, least]) => {
    const values = (name: string, metric: (sample: Sample) => number) =>
      results.values(operation, name, way, metric)
    const cpu = ratioOf(values(by, wholeCpu), values(of, wholeCpu))
    if (cpu === undefined) return []
    const wall = ratioOf(values(of, perSecond), values(by, perSecond))
    const clock = wall === undefined ? '' : two(wall.median)
    const what = `${operation}, ${way.name}, ${of}: share of ${by}`
    return [[what, `${events}`, two(cpu.median), clock, `≥ ${least}`, judged(cpu.median >= least)]]
  })

function growths(runs: readonly Run[]): string[][] {
  const names = new Set(runs.flatMap(({ sides }) => sides.map(({ name }) => name)))
  return [...names].filter(isLibrary).flatMap((name) => {
    const own = runs.filter(({ sides }) => sides.some((side) => side.name === name))
    const sorted = own.toSorted((a, b) => a.events - b.events)
    const [smallest, largest] = [sorted[0], sorted.at(-1)]
    if (smallest === undefined || largest === undefined || smallest === largest) return []
    return GROWTHS.flatMap(([operation, most]) =>
      [CACHED, COLD].flatMap((way) => {
        const [few = [], many = []] = [smallest, largest].map(({ results }) =>
          results.values(operation, name, way, wholeCpu),
        )
        const times = ratioOf(many, few)?.median
        if (times === undefined) return []
        const what = `${operation}, ${way.name}, ${name}: × of ${smallest.events} events`
        return [[what, `${largest.events}`, two(times), '', `≤ ${most}`, judged(times <= most)]]
      }),
    )
  })
}

const tails = ({ results, sides, events }: Run): string[][] =>
  sides.flatMap(({ name }) => {
    const values = (metric: (sample: Sample) => number) => results.values(mixed, name, TOGETHER, metric)
    const ratio = ratioOf(
      values(({ p99 }) => p99),
      values(({ p50 }) => p50),
    )?.median
    if (!isLibrary(name) || ratio === undefined) return []
    return [
      [`${mixed}, ${name}: p99 by p50`, `${events}`, '', two(ratio), `≤ ${TAIL}`, judged(ratio <= TAIL)],
    ]
  })

/** Judged by CPU time, with the server's; the clock stands beside it. */
export function goalsOf(runs: readonly Run[]): string {
  const rows = [...runs.flatMap(shares), ...growths(runs), ...runs.flatMap(tails)]
  return tableOf(['', 'events', 'by CPU time', 'by the clock', 'goal', ''], rows)
}
