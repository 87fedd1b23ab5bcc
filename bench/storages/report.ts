import { cpus, totalmem } from 'node:os'
import type { LoadCost } from './load.ts'
import type { Measured } from './measure.ts'
import { DEFAULT_LIST } from './operations.ts'
import { tableOf } from './table.ts'
import type { Timing } from './timing.ts'

/** One of those that are compared. */
export interface Side {
  readonly name: string
  readonly version: string
  readonly load: LoadCost
}

/** All of them with one number of events. The first one is by hand. */
export interface Run {
  readonly events: number
  readonly sides: readonly Side[]
  readonly measured: readonly Measured[]
}

/**
 * How much slower than by hand on the same database a read may be, and than in the smallest calendar the default list
 * in the largest.
 */
const GOALS = { reads: 2, growth: 1.5 }
/** A figure from fewer calls is marked. */
const MANY = 100

const number = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
const many = (value: number): string => value.toLocaleString('en')

export const machine = (): string =>
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`

const p50Of = (timing: Timing | undefined): string =>
  timing === undefined ? '' : `${number(timing.p50)}${timing.calls < MANY ? '*' : ''}`

/** What each costs, in milliseconds and beside by hand. */
export function costsOf({ events, sides, measured }: Run): string {
  const [byHand, ...storages] = sides
  const head = ['ms', 'by hand', 'p99', ...storages.flatMap(({ name }) => [name, '×']), 'Fetch alone']
  const rows = measured.map(({ name, timings: [own, ...others], fetchAlone }) => [
    name,
    p50Of(own),
    number(own?.p99 ?? 0),
    ...others.flatMap((timing) => [p50Of(timing), number(timing.p50 / (own?.p50 ?? 0))]),
    number(fetchAlone),
  ])
  const loads = storages.map(({ load }) => load)
  const own = byHand?.load ?? { milliseconds: 0, bytes: 0 }
  rows.push(
    [
      'load, s per 1,000',
      number(own.milliseconds),
      '',
      ...loads.flatMap(({ milliseconds }) => [number(milliseconds), number(milliseconds / own.milliseconds)]),
    ],
    [
      'size, B per event',
      many(Math.round(own.bytes)),
      '',
      ...loads.flatMap(({ bytes }) => [many(Math.round(bytes)), number(bytes / own.bytes)]),
    ],
  )
  return [
    `${many(events)} events`,
    '',
    ...sides.map(({ name, version }) => `- ${name}: ${version}`),
    '',
    tableOf(head, rows),
    '',
    `Medians; those with * of fewer than ${MANY} calls.`,
  ].join('\n')
}

/** What each costs in the largest calendar, by what it costs in the smallest. */
export function growthOf(runs: readonly Run[]): string {
  const sorted = runs.toSorted((a, b) => a.events - b.events)
  const [smallest, largest] = [sorted[0], sorted.at(-1)]
  if (smallest === undefined || largest === undefined || smallest === largest) return ''
  // A server may have been there in one run and not in the other.
  const sides = largest.sides.flatMap(({ name }, index) => {
    const before = smallest.sides.findIndex((one) => one.name === name)
    return before === -1 ? [] : [{ name, index, before }]
  })
  const ratios = largest.measured.map(({ name, timings }) => {
    const earlier = smallest.measured.find((one) => one.name === name)?.timings
    return {
      name,
      ratios: sides.map(({ index, before }) => (timings[index]?.p50 ?? 0) / (earlier?.[before]?.p50 ?? 0)),
    }
  })
  const list = ratios.find(({ name }) => name === DEFAULT_LIST)
  return [
    `${many(largest.events)} events against ${many(smallest.events)}, × of the median`,
    '',
    tableOf(
      ['', ...sides.map(({ name }) => name)],
      ratios.map(({ name, ratios }) => [name, ...ratios.map(number)]),
    ),
    '',
    ...sides.flatMap(({ name }, index) => {
      const ratio = list?.ratios[index]
      return ratio === undefined ? [] : [`${name}: ${DEFAULT_LIST} ${judged(ratio, GOALS.growth)}`]
    }),
  ].join('\n')
}

/** Whether a storage in SQL is as near to by hand as it should be, where that is on the same database. */
export function readsOf({ events, sides, measured }: Run): string {
  return sides
    .flatMap(({ name, version }, index) => {
      if (index === 0 || version !== sides[0]?.version) return []
      const reads = measured.filter(({ does }) => does === 'read')
      const beyond = reads.flatMap((one) => {
        const ratio = (one.timings[index]?.p50 ?? 0) / (one.timings[0]?.p50 ?? 0)
        return ratio > GOALS.reads
          ? [`${name}, ${many(events)} events: ${one.name} ${judged(ratio, GOALS.reads)}`]
          : []
      })
      if (beyond.length > 0) return beyond
      return [
        `${name}, ${many(events)} events: each of ${reads.length} reads within ${GOALS.reads} × by hand`,
      ]
    })
    .join('\n')
}

const judged = (ratio: number, goal: number): string =>
  `${number(ratio)} (${ratio <= goal ? 'within' : 'beyond'} ${goal})`
