import { explanation } from './explain.ts'
import { linearize, MOST_CONFIGURATIONS } from './linearize.ts'
import type { Model, Operation } from './operation.ts'

/*
 * The verdict on a whole history. A history of objects that do not know of each other is linearizable if and only if
 * that of each object is (Herlihy and Wing), so each is judged by itself.
 */

/** How to judge the operations on one object. */
export interface Subject<I, O, S> {
  readonly partition: (input: I) => string
  /** The model, given all that was observed of the object. */
  readonly model: (operations: readonly Operation<I, O>[]) => Model<I, O, S>
}

export interface Report {
  readonly operations: number
  readonly unknown: number
  readonly partitions: number
  /** Operations of the largest partition. */
  readonly largest: number
  /** Pairs of operations on the same object that overlap in time, of all pairs, 0 to 1. */
  readonly concurrentPairs: number
  /** Operations that overlap another one on the same object, of all, 0 to 1. */
  readonly overlapping: number
  readonly configurations: number
}

export class NotLinearizable extends Error {
  override readonly name = 'NotLinearizable'
}

/** Throws `NotLinearizable`, for an object that is not or for one where that remained undecided after `most` configurations. */
export function judge<I, O, S>(
  history: readonly Operation<I, O>[],
  { partition, model }: Subject<I, O, S>,
  most = MOST_CONFIGURATIONS,
): Report {
  const partitions = partitioned(history, partition)
  let configurations = 0
  for (const [name, operations] of partitions) {
    const ofThis = model(operations)
    const search = linearize(operations, ofThis, { most })
    configurations += search.configurations
    if (search.verdict === 'undecided') {
      throw new NotLinearizable(
        `${name}: undecided after ${search.configurations} configurations of ${operations.length} operations`,
      )
    }
    if (search.verdict === 'not linearizable') {
      throw new NotLinearizable(`${name}: ${explanation(operations, ofThis)}`)
    }
  }
  return { ...measured([...partitions.values()]), configurations }
}

export function partitioned<I, O>(
  history: readonly Operation<I, O>[],
  partition: (input: I) => string,
): Map<string, Operation<I, O>[]> {
  const partitions = new Map<string, Operation<I, O>[]>()
  for (const operation of history) {
    const name = partition(operation.input)
    const others = partitions.get(name)
    if (others === undefined) partitions.set(name, [operation])
    else others.push(operation)
  }
  return partitions
}

function measured(
  partitions: readonly (readonly Operation<unknown, unknown>[])[],
): Omit<Report, 'configurations'> {
  let pairs = 0
  let concurrent = 0
  let overlapping = 0
  for (const operations of partitions) {
    const overlaps = operations.map(
      (one) => operations.filter((other) => other !== one && isConcurrent(one, other)).length,
    )
    pairs += (operations.length * (operations.length - 1)) / 2
    concurrent += overlaps.reduce((sum, count) => sum + count, 0) / 2
    overlapping += overlaps.filter((count) => count > 0).length
  }
  const all = partitions.flat()
  return {
    operations: all.length,
    unknown: all.filter(({ outcome }) => outcome === undefined).length,
    partitions: partitions.length,
    largest: Math.max(0, ...partitions.map(({ length }) => length)),
    concurrentPairs: pairs === 0 ? 0 : concurrent / pairs,
    overlapping: all.length === 0 ? 0 : overlapping / all.length,
  }
}

/** By the time for which their clients waited, so that what was lost does not count as concurrent for ever. */
const isConcurrent = (a: Operation<unknown, unknown>, b: Operation<unknown, unknown>): boolean =>
  a.invoked <= b.returned && b.invoked <= a.returned

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

export function printed(name: string, report: Report, more: Readonly<Record<string, number>>): void {
  const counted = Object.entries(more).map(([what, count]) => `${count} ${what}`)
  console.log(
    `${name}: ${[
      `${report.operations} operations in ${report.partitions} partitions of at most ${report.largest}`,
      `concurrent pairs ${percent(report.concurrentPairs)}`,
      `overlapping operations ${percent(report.overlapping)}`,
      `${report.unknown} of unknown outcome`,
      ...counted,
      `${report.configurations} configurations`,
    ].join(', ')}`,
  )
}
