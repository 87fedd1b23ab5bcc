import { cpus, totalmem } from 'node:os'
import type { LoadTimes } from './load.ts'
import type { Measured } from './measure.ts'

/** One database with one number of events. */
export interface Run {
  readonly database: string
  readonly events: number
  readonly load: LoadTimes
  readonly measured: readonly Measured[]
}

/** How much slower than by hand a read may be, and than in the smallest calendar the default list in the largest. */
const GOALS = { reads: 2, growth: 1.5 }
const GROWING = 'default list'

const ratioOf = ({ byHand, library }: Measured): number => library.p50 / byHand.p50

const number = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

export const machine = (): string =>
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`

export function tableOf({ database, events, load, measured }: Run): string {
  const rows = measured.map((one) => [
    one.name,
    ...[one.byHand.p50, one.byHand.p99, one.library.p50, one.library.p99].map(number),
    number(one.fetchAlone),
    ratioOf(one).toFixed(2),
    String(one.calls),
  ])
  const head = ['ms', 'by hand p50', 'p99', 'events-api p50', 'p99', 'of it Fetch', 'ratio of p50', 'calls']
  const widths = head.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)),
  )
  const line = (cells: readonly string[], blank = ' ') => {
    const padded = cells.map((cell, index) => {
      const width = widths[index] ?? 0
      return index === 0 ? cell.padEnd(width, blank) : cell.padStart(width, blank)
    })
    return `| ${padded.join(' | ')} |`
  }
  const rule = head.map((_, index) => (index === 0 ? '-' : '-:'))
  return [
    `${database}, ${events.toLocaleString('en')} events`,
    `loaded in ${load.byHand.toFixed(1)} s by hand, ${load.library.toFixed(1)} s through storage.commit`,
    '',
    line(head),
    line(rule, '-'),
    ...rows.map((row) => line(row)),
  ].join('\n')
}

/** Whether the goals are met. */
export function summaryOf(runs: readonly Run[]): string {
  return [...new Set(runs.map(({ database }) => database))]
    .flatMap((database) => {
      const own = runs.filter((run) => run.database === database).toSorted((a, b) => a.events - b.events)
      return [...growthOf(own), ...readsOf(own)].map((line) => `${database}: ${line}`)
    })
    .join('\n')
}

/** Of one database, from the smallest calendar to the largest. */
function growthOf(runs: readonly Run[]): string[] {
  const [smallest, largest] = [runs[0], runs.at(-1)]
  const [before, after] = [smallest, largest].map((run) => run?.measured.find(({ name }) => name === GROWING))
  if (smallest === largest || before === undefined || after === undefined) return []
  const growth = judged(after.library.p50 / before.library.p50, GOALS.growth)
  const byHand = (after.byHand.p50 / before.byHand.p50).toFixed(2)
  return [`${GROWING}, ${largest?.events} against ${smallest?.events} events: ${growth}; by hand ${byHand}`]
}

function readsOf(runs: readonly Run[]): string[] {
  const reads = runs.flatMap(({ events, measured }) =>
    measured.filter(({ isRead }) => isRead).map((one) => ({ events, name: one.name, ratio: ratioOf(one) })),
  )
  const beyond = reads.filter(({ ratio }) => ratio > GOALS.reads)
  if (beyond.length === 0) return [`each of ${reads.length} reads within ${GOALS.reads} × by hand`]
  return beyond.map(({ events, name, ratio }) => `${name}, ${events} events: ${judged(ratio, GOALS.reads)}`)
}

const judged = (ratio: number, goal: number): string =>
  `${ratio.toFixed(2)} (${ratio <= goal ? 'within' : 'beyond'} ${goal})`
