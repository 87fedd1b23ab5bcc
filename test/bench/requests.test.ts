import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

/*
 * That the bench of requests runs, from a calendar to its report. What it measures here says nothing: there is too
 * little of it.
 */

const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bench = (args: readonly string[], env = process.env) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'bench/requests.ts', ...args], { env })

/** Cells of the first row that begins so, behind a heading. */
function row(report: string, heading: string, first: string): string[] {
  const line = report.slice(report.indexOf(heading)).match(new RegExp(`^\\| ${first} .*$`, 'm'))?.[0] ?? ''
  return line.split('|').map((cell) => cell.trim())
}

test('the bench of requests gives a report with each contender', async () => {
  const out = join(folder, 'report.md')
  const small = ['--events', '200', '--rounds', '1', '--seconds', '0.5']
  await bench([...small, '--storage', 'sqlite', '--only', 'create', '--out', out])
  const report = readFileSync(out, 'utf8')
  const names = ['by hand, sqlite', 'sqlite']
  for (const way of ['64 connections', 'cached', 'not cached']) {
    expect(row(report, `### 200 events, ${way}`, '').slice(2, -1)).toEqual(names)
    const figures = row(report, `### 200 events, ${way}`, 'create').slice(2, -1)
    expect(figures).toHaveLength(names.length)
    for (const figure of figures) expect(Number.parseFloat(figure)).toBeGreaterThan(0)
  }
})

test('a calendar that is kept is loaded once, and compared with a smaller one', async () => {
  const kept = join(folder, 'kept')
  const order = ['--events', '100,200', '--rounds', '1', '--seconds', '0.5', '--storage', 'sqlite', '--alone']
  const where = ['--in-process', '--keep', kept, '--out', join(folder, 'alone.md')]
  await bench([...order, ...where, '--only', 'read by ID'])
  const loaded = join(kept, 'bench_sqlite_200', 'loaded.json')
  const before = statSync(loaded).mtimeMs
  await bench([...order, ...where, '--only', 'list of a month'])
  expect(statSync(loaded).mtimeMs).toBe(before)
  const report = readFileSync(join(folder, 'alone.md'), 'utf8')
  expect(row(report, '### 200 events, cached', 'list of a month')).toHaveLength(4)
  const grown = row(report, '## CPU time, × of that with 100 events', 'sqlite, list of a month, not cached')
  expect(Number(grown.at(-2))).toBeGreaterThan(0)
})
