import type { Document, Kind } from '../contract.ts'
import { type Compare, doubtIn, gather, type Run } from './runs.ts'
import type { Ranked } from './sorted-list.ts'
import type { Work } from './work.ts'

/** The position in one run. */
interface Cursor<K extends Kind> {
  readonly run: Run<K>
  document: Document<K>
  /** Whether the document passes the test of the run. All before it are in the page already, or do not pass. */
  isMatch: boolean
  /** Copied from the run. `at`: what comes next in it; `next`: the position of the run after it. */
  block: readonly Document<K>[]
  at: number
  next: number
}

/** Documents that a cursor copies at a time, and tests at most before runs are compared: a search tests thousands. */
const BLOCK = 16

/** Shorter offsets are scanned. Longer ones are skipped by binary search. */
const STEPS = 64

/**
 * Merges sorted runs and returns one page. It reads `limit` documents plus those that the tests reject. An offset costs
 * as much as the documents it skips, or O(log n) if most runs have no test.
 */
export function page<K extends Kind>(
  all: readonly Run<K>[],
  compare: Compare<K>,
  offset: number,
  limit: number,
  work: Work,
): Document<K>[] {
  let runs = all.filter((run) => run.from < run.to)
  let left = offset
  if (offset > STEPS && doubtIn(runs) <= offset) {
    const doubtful = runs.filter((run) => run.test !== null)
    runs = [...runs.filter((run) => run.test === null), gather(doubtful, compare, work)]
    const leapt = leap(runs, compare, offset)
    runs = leapt.runs
    left = leapt.left
  }
  return walk(runs, compare, left, limit, work)
}

/** Skips the first `offset` documents of runs without tests, except for a few, which are `left` to the scan. */
function leap<K extends Kind>(runs: readonly Run<K>[], compare: Compare<K>, offset: number) {
  const from = runs.map((run) => run.from)
  const to = runs.map((run) => run.to)
  let left = offset
  while (left > STEPS) {
    const pivot = middleOfLongest(runs, from, to)
    if (pivot === undefined) break
    const ranks = runs.map((run, index) => rankIn(run.list, pivot, compare, from[index] ?? 0, to[index] ?? 0))
    const before = ranks.reduce((sum, rank, index) => sum + rank - (from[index] ?? 0), 0)
    const edge = before <= left ? from : to
    if (edge === from) left -= before
    for (const [index, rank] of ranks.entries()) edge[index] = rank
  }
  return { runs: runs.map((run, index) => ({ ...run, from: from[index] ?? run.from })), left }
}

function middleOfLongest<K extends Kind>(
  runs: readonly Run<K>[],
  from: readonly number[],
  to: readonly number[],
) {
  let longest = 1
  let pivot: Document<K> | undefined
  for (const [index, { list }] of runs.entries()) {
    const start = from[index] ?? 0
    const length = (to[index] ?? 0) - start
    if (length <= longest) continue
    longest = length
    pivot = list.at(start + (length >>> 1))
  }
  return pivot
}

function rankIn<K extends Kind>(
  list: Ranked<Document<K>>,
  pivot: Document<K>,
  compare: Compare<K>,
  from: number,
  to: number,
): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    const document = list.at(middle)
    if (document !== undefined && compare(document, pivot) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function walk<K extends Kind>(
  runs: readonly Run<K>[],
  compare: Compare<K>,
  offset: number,
  limit: number,
  work: Work,
): Document<K>[] {
  const heap = runs.flatMap((run) => opened(run, work) ?? [])
  // A sorted array is a heap.
  heap.sort((a, b) => compare(a.document, b.document))
  const found: Document<K>[] = []
  let left = offset
  while (found.length < limit) {
    const [cursor] = heap
    if (cursor === undefined) break
    if (cursor.isMatch) {
      if (left > 0) left--
      else found.push(cursor.document)
    }
    step(heap, cursor, compare, work)
  }
  return found
}

/** A cursor at the beginning of the run; `undefined` if nothing of the run passes its test. */
function opened<K extends Kind>(run: Run<K>, work: Work): Cursor<K> | undefined {
  const document = run.list.at(run.from)
  if (document === undefined) return undefined
  const cursor = { run, document, isMatch: false, block: [], at: 0, next: run.from }
  return advance(cursor, work) ? cursor : undefined
}

/** The next document of the run. Without a test, few are read, and a copy would cost more. */
function nextOf<K extends Kind>(cursor: Cursor<K>): Document<K> | undefined {
  const { list, to, test } = cursor.run
  if (test === null) return cursor.next < to ? list.at(cursor.next++) : undefined
  if (cursor.at === cursor.block.length) {
    cursor.block = list.slice(cursor.next, Math.min(cursor.next + BLOCK, to))
    cursor.next += cursor.block.length
    cursor.at = 0
  }
  return cursor.block[cursor.at++]
}

/** Moves to the next match, but over no more than a block; `false` if there is none up to the end of the run. */
function advance<K extends Kind>(cursor: Cursor<K>, work: Work): boolean {
  const { test } = cursor.run
  for (let looks = 0; looks < BLOCK; looks++) {
    const document = nextOf(cursor)
    if (document === undefined) return false
    work.looks++
    cursor.document = document
    cursor.isMatch = test === null || test(document)
    if (cursor.isMatch) return true
  }
  return true
}

/** Advances the first cursor and sifts it down. */
function step<K extends Kind>(heap: Cursor<K>[], first: Cursor<K>, compare: Compare<K>, work: Work): void {
  let sinking = first
  if (!advance(first, work)) {
    const last = heap.pop()
    if (last === undefined || last === first) return
    sinking = last
  }
  let place = 0
  for (;;) {
    const child = lesserChild(heap, place, compare)
    const other = heap[child]
    if (other === undefined || compare(sinking.document, other.document) < 0) break
    heap[place] = other
    place = child
  }
  heap[place] = sinking
}

function lesserChild<K extends Kind>(heap: readonly Cursor<K>[], place: number, compare: Compare<K>): number {
  const left = heap[2 * place + 1]
  const right = heap[2 * place + 2]
  const isRight = left !== undefined && right !== undefined && compare(right.document, left.document) < 0
  return 2 * place + (isRight ? 2 : 1)
}
