import { expect, test } from 'vitest'
import { Nearest } from '../../src/core/operations/sources/identify/nearest.ts'

const starts = (...all: number[]) => new Nearest(all.map((start, index) => ({ start, index })))

test('takes the nearest that is left, of two the earlier one, of equal ones the first', () => {
  const nearest = starts(10, 30, 20, 20)
  expect([26, 15, 15, 15, 15].map((at) => nearest.take(at, 100))).toEqual([
    { start: 30, index: 1 },
    { start: 10, index: 0 },
    { start: 20, index: 2 },
    { start: 20, index: 3 },
    undefined,
  ])
})

test('takes none that is farther than may be', () => {
  expect(starts(10).take(21, 10)).toBeUndefined()
  expect(starts(10).take(20, 10)).toEqual({ start: 10, index: 0 })
  expect(starts().take(20, 10)).toBeUndefined()
})

test('looks at few of many', () => {
  let looks = 0
  const all = Array.from({ length: 3000 }, (_, index) => ({
    get start() {
      looks++
      return index * 10
    },
  }))
  const nearest = new Nearest(all)
  // The farthest are asked for last, so that all before them are taken already.
  const taken = all.map((_, index) => nearest.take(index * 10 + 1, 5)?.start)
  expect(taken).toEqual(all.map((_, index) => index * 10))
  expect(looks).toBeLessThan(10_000)
})
