import type { Document, Kind } from '../contract.ts'
import type { Test } from '../shared/atoms.ts'
import type { Ranked } from './sorted-list.ts'
import type { Work } from './work.ts'

/** A range of a sorted list, with a test for its documents. */
export interface Run<K extends Kind> {
  readonly list: Ranked<Document<K>>
  readonly from: number
  /** Exclusive. */
  readonly to: number
  /** `null`: all documents of the range match, so its length is the count. */
  readonly test: Test<K>
}

/** The same run from its end. */
export function reversed<K extends Kind>({ list, from, to, test }: Run<K>): Run<K> {
  const last = to - 1
  const backwards: Ranked<Document<K>> = {
    at: (index) => list.at(last - index),
    slice: (start, end) => list.slice(to - end, to - start).toReversed(),
  }
  return { list: backwards, from: 0, to: to - from, test }
}

/** The run from the first document on that passes: of a sorted run, all those after it pass too. */
export function runFrom<K extends Kind>(run: Run<K>, isAfter: (document: Document<K>) => boolean): Run<K> {
  let { from } = run
  let high = run.to
  while (from < high) {
    const middle = (from + high) >>> 1
    const document = run.list.at(middle)
    if (document === undefined || isAfter(document)) high = middle
    else from = middle + 1
  }
  return { ...run, from }
}

export type Compare<K extends Kind> = (a: Document<K>, b: Document<K>) => number

export const lengthOf = <K extends Kind>(runs: readonly Run<K>[]): number =>
  runs.reduce((sum, run) => sum + run.to - run.from, 0)

/** The number of documents that must be tested to count these. */
export const doubtIn = <K extends Kind>(runs: readonly Run<K>[]): number =>
  lengthOf(runs.filter((run) => run.test !== null))

export function countIn<K extends Kind>(runs: readonly Run<K>[], work: Work): number {
  let count = lengthOf(runs) - doubtIn(runs)
  const doubtful = runs.filter((run) => run.test !== null)
  eachMatch(doubtful, work, () => count++)
  return count
}

/** Documents that are copied from a list at a time. */
const BLOCK = 1024

/** Calls `visit` for every match, run by run. */
export function eachMatch<K extends Kind>(
  runs: readonly Run<K>[],
  work: Work,
  visit: (document: Document<K>) => void,
): void {
  for (const { list, from, to, test } of runs) {
    for (let start = from; start < to; start += BLOCK) {
      const block = list.slice(start, Math.min(start + BLOCK, to))
      work.looks += block.length
      for (const document of block) if (test === null || test(document)) visit(document)
    }
  }
}

/** Filters and sorts unsorted documents immediately. */
export function gather<K extends Kind>(runs: readonly Run<K>[], compare: Compare<K>, work: Work): Run<K> {
  const list: Document<K>[] = []
  eachMatch(runs, work, (document) => list.push(document))
  list.sort(compare)
  return { list, from: 0, to: list.length, test: null }
}
