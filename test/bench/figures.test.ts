import { expect, test } from 'vitest'
import { goalsOf } from '../../bench/requests/goals.ts'
import { NAMED } from '../../bench/requests/operations.ts'
import { fromLine, type Question, SERIAL, toLine, withSerial } from '../../bench/requests/question.ts'
import { COLD, Results, TOGETHER } from '../../bench/requests/results.ts'
import type { Run } from '../../bench/requests/run.ts'
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

test('a goal is met or not by CPU time with the server’s, and the clock is shown beside it', () => {
  const results = new Results()
  const add = (contender: string, cpu: number, server: number, perSecond: number) =>
    results.add(NAMED.byId, contender, TOGETHER, { cpu, server, perSecond, p50: 1, p99: 2 })
  add('floor', 61, 0, 100)
  add('memory', 100, 0, 10)
  add('by hand, sqlite', 79, 0, 100)
  add('sqlite', 100, 0, 90)
  add('by hand, postgres', 50, 70, 100)
  add('postgres', 60, 50, 100)
  const rows = goalsOf([{ events: 1000, sides: [], operations: [NAMED.byId], results }]).split('\n')
  const row = (text: string) => rows.find((row) => row.includes(text))
  expect(row('memory: share of floor')).toMatch(/0\.61 .* 0\.10 \| ≥ 0\.6 \| +met \|/)
  expect(row('sqlite: share of by hand')).toMatch(/0\.79 .* \*\*not met\*\*/)
  expect(row('postgres: share of by hand')).toMatch(/1\.09 .* met/)
})

test('a calendar that grows is compared with the smallest one', () => {
  const run = (events: number, cpu: number): Run => {
    const results = new Results()
    results.add(NAMED.byId, 'lmdb', COLD, { cpu, server: 0, perSecond: 0, p50: 0, p99: 0 })
    const opened = { port: 0, version: '', loaded: { seconds: 1, cpu: 1, server: 0, others: 0 }, bytes: 0 }
    const side = { name: 'lmdb', opened, memory: { heap: 0, resident: 0 } }
    return { events, sides: [side], operations: [NAMED.byId], results }
  }
  const goals = goalsOf([run(1_000_000, 120), run(1000, 100)])
  expect(goals).toMatch(
    /read by ID, not cached, lmdb: × of 1000 events \| 1000000 \| +1\.20 .* \*\*not met\*\*/,
  )
})
