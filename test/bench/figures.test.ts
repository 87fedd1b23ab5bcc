import { expect, test } from 'vitest'
import { growthOf } from '../../bench/requests/growth.ts'
import { SERIAL, withSerial } from '../../bench/requests/question.ts'
import { COLD, Results } from '../../bench/requests/results.ts'
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

test('a serial number is as long as what it stands for', () => {
  expect(withSerial(`{"title":"a ${SERIAL}"}`, 12)).toBe('{"title":"a 00000012"}')
  expect(SERIAL).toHaveLength(8)
})

test('a calendar that grows is compared with the smallest one', () => {
  const run = (events: number, cpu: number, server: number): Run => {
    const results = new Results()
    results.add('read by ID', 'lmdb', COLD, { cpu, server, perSecond: 0, p50: 0, p99: 0 })
    const opened = { port: 0, version: '', loaded: { seconds: 1, cpu: 1, server: 0 }, bytes: 0 }
    const side = { name: 'lmdb', opened, memory: { heap: 0, resident: 0 } }
    return { events, sides: [side], operations: ['read by ID'], results }
  }
  const [title, table] = growthOf([run(1000, 60, 40), run(100_000, 90, 10), run(1_000_000, 100, 20)])
  expect(title).toContain('1000 events')
  expect(table).toMatch(/\| 100000 events \| 1000000 events \|/)
  expect(table).toMatch(/\| lmdb, read by ID, not cached \| +1\.00 \| +1\.20 \|/)
  expect(growthOf([run(1000, 60, 40)])).toEqual([])
})
