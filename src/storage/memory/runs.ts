import type { Document, Kind } from '../contract.ts'
import type { Test } from './atoms.ts'
import type { Ranked } from './sorted-list.ts'
import type { Work } from './work.ts'

/** A stretch of a sorted list, and what its documents must still pass to belong to the answer. */
export interface Run<K extends Kind> {
  readonly list: Ranked<Document<K>>
  readonly from: number
  /** Exclusive. */
  readonly to: number
  /** `null`: all of the stretch belongs, so that it counts as long as it is. */
  readonly test: Test<K>
}

export type Compare<K extends Kind> = (a: Document<K>, b: Document<K>) => number

export const lengthOf = <K extends Kind>(runs: readonly Run<K>[]): number =>
  runs.reduce((sum, run) => sum + run.to - run.from, 0)

/** How many documents must be looked at to count these. */
export const doubtIn = <K extends Kind>(runs: readonly Run<K>[]): number =>
  lengthOf(runs.filter((run) => run.test !== null))

export function countIn<K extends Kind>(runs: readonly Run<K>[], work: Work): number {
  let count = 0
  for (const run of runs) {
    if (run.test === null) count += run.to - run.from
    else for (const _ of matchesIn([run], work)) count++
  }
  return count
}

export function* matchesIn<K extends Kind>(runs: readonly Run<K>[], work: Work): Generator<Document<K>> {
  for (const { list, from, to, test } of runs) {
    for (let index = from; index < to; index++) {
      work.looks++
      const document = list.at(index)
      if (document !== undefined && (test === null || test(document))) yield document
    }
  }
}

/** Documents in no order of use: filtered now, sorted now. */
export function gather<K extends Kind>(runs: readonly Run<K>[], compare: Compare<K>, work: Work): Run<K> {
  const list = [...matchesIn(runs, work)].sort(compare)
  return { list, from: 0, to: list.length, test: null }
}
