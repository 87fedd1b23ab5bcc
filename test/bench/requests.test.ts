import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { wrkVersion } from '../../bench/requests/wrk.ts'

/*
 * That the bench of requests runs, from a calendar to its report. What it measures here says nothing: there is too
 * little of it.
 */

const isHere = wrkVersion() !== undefined
const name = 'the bench of requests gives a report with each contender'
const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bench = (args: readonly string[], env = process.env) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'bench/requests.ts', ...args], { env })

/** Cells of the first row that begins so, behind a heading. */
function row(report: string, heading: string, first: string): string[] {
  const line = report.slice(report.indexOf(heading)).match(new RegExp(`^\\| ${first} .*$`, 'm'))?.[0] ?? ''
  return line.split('|').map((cell) => cell.trim())
}

test.skipIf(!isHere)(isHere ? name : `${name} (skipped: wrk is not in PATH)`, async () => {
  const out = join(folder, 'report.md')
  const small = ['--events', '200', '--rounds', '1', '--seconds', '0.5']
  await bench([...small, '--storage', 'sqlite', '--only', 'create', '--out', out])
  const report = readFileSync(out, 'utf8')
  const names = ['floor', 'by hand, sqlite', 'sqlite']
  expect(row(report, '### 200 events, 64 connections', '').slice(2, -1)).toEqual(names)
  const figures = row(report, '### 200 events, 64 connections', 'create').slice(2, -1)
  expect(figures).toHaveLength(names.length)
  for (const figure of figures) expect(Number.parseFloat(figure)).toBeGreaterThan(0)
  expect(row(report, '## Goals', 'create, sqlite: share of by hand, sqlite').at(-2)).toMatch(/met/)
})

test('without wrk it says how to get it', async () => {
  const refused = bench([], { ...process.env, PATH: '' })
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('apt-get install wrk'),
  })
})
