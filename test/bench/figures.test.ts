import { expect, test } from 'vitest'
import { goalsOf } from '../../bench/requests/goals.ts'
import { NAMED } from '../../bench/requests/operations.ts'
import { fromLine, type Question, SERIAL, toLine, withSerial } from '../../bench/requests/question.ts'
import { Results, TOGETHER } from '../../bench/requests/results.ts'
import { ratioOf, spreadOf } from '../../bench/shared/statistics.ts'

/*
 * How the bench of requests reckons.
 */

test('a spread has the middle of its values, or the mean of the two in the middle', () => {
  expect(spreadOf([3, 1, 10])).toEqual({ least: 1, median: 3, most: 10 })
  expect(spreadOf([4, 1, 2, 10])).toEqual({ least: 1, median: 3, most: 10 })
  expect(spreadOf([])).toBeUndefined()
})

test('a ratio is that of each round', () => {
  expect(ratioOf([10, 30, 8], [20, 40, 8])).toEqual({ least: 0.5, median: 0.75, most: 1 })
  expect(ratioOf([10], [])).toBeUndefined()
})

test('a question comes back from its line', () => {
  const question: Question = {
    method: 'POST',
    path: '/events?a=b:%20c',
    headers: { authorization: 'Bearer: x', 'content-type': 'application/json' },
    body: '{"title":"a\\tb: c"}',
  }
  expect(fromLine(toLine(question))).toEqual(question)
  const plain: Question = { method: 'GET', path: '/events', headers: {}, body: '' }
  expect(fromLine(toLine(plain))).toEqual(plain)
})

test('a serial number is as long as what it stands for', () => {
  expect(withSerial(`{"title":"a ${SERIAL}"}`, 12)).toBe('{"title":"a 00000012"}')
  expect(SERIAL).toHaveLength(8)
})

test('a goal is met or not by CPU time, and the clock is shown beside it', () => {
  const results = new Results()
  const add = (contender: string, perCpuSecond: number, perSecond: number) =>
    results.add(NAMED.byId, contender, TOGETHER, { perCpuSecond, perSecond, p50: 1, p99: 2 })
  add('floor', 100, 100)
  add('memory', 61, 10)
  add('by hand, sqlite', 100, 100)
  add('sqlite', 79, 90)
  const rows = goalsOf([{ events: 1000, sides: [], operations: [NAMED.byId], results }]).split('\n')
  expect(rows.find((row) => row.includes('memory: share of floor'))).toMatch(
    /0\.61 .* 0\.10 \| ≥ 0\.6 \| +met \|/,
  )
  expect(rows.find((row) => row.includes('sqlite: share of by hand'))).toMatch(/0\.79 .* \*\*not met\*\*/)
})
