import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
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
  const order = [...small, '--storage', 'sqlite', '--only', 'create', '--out', out, '--folder', folder]
  await bench(order)
  const report = readFileSync(out, 'utf8')
  const names = ['by hand, sqlite', 'sqlite']
  for (const way of ['64 connections', 'cached', 'not cached']) {
    expect(row(report, `### 200 events, ${way}`, '').slice(2, -1)).toEqual(names)
    const figures = row(report, `### 200 events, ${way}`, 'create').slice(2, -1)
    expect(figures).toHaveLength(names.length)
    for (const figure of figures) expect(Number.parseFloat(figure)).toBeGreaterThan(0)
  }
  expect(row(report, '## Goals', 'create, cached, sqlite: share of by hand, sqlite').at(-2)).toMatch(/met/)

  const { stderr } = await bench(order)
  expect(stderr).toContain('sqlite: measured before')
  const tablesOf = (text: string) => text.slice(text.indexOf('## Goals'))
  expect(tablesOf(readFileSync(out, 'utf8'))).toBe(tablesOf(report))
})

test('a calendar that is kept is loaded once, and compared with a smaller one', async () => {
  const kept = join(folder, 'kept')
  const order = ['--events', '100,200', '--rounds', '1', '--seconds', '0.5', '--storage', 'sqlite', '--alone']
  const where = ['--in-process', '--keep', '--folder', kept, '--out', join(folder, 'alone.md')]
  await bench([...order, ...where, '--only', 'read by ID'])
  const loaded = join(kept, 'bench_sqlite_200', 'loaded.json')
  const before = statSync(loaded).mtimeMs
  await bench([...order, ...where, '--only', 'list of a month'])
  expect(statSync(loaded).mtimeMs).toBe(before)
  const report = readFileSync(join(folder, 'alone.md'), 'utf8')
  expect(row(report, '### 200 events, cached', 'list of a month')).toHaveLength(4)
  expect(row(report, '## Goals', 'list of a month, not cached, sqlite: × of 100 events').at(-2)).toMatch(
    /met/,
  )
})

test('without wrk it says how to get it', async () => {
  const refused = bench([], { ...process.env, PATH: '' })
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('apt-get install wrk'),
  })
})
