import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect } from 'vitest'

/*
 * An uncaught exception and an unhandled rejection are failures, wherever they come. Those of the tests' own process are
 * found by vitest. Those of a Node that a test has started are written down by `uncaught-in-child.mjs`, whatever that process
 * does then, and fail the test here.
 */

/** By its address: `--require` reads the package.json of the folder in which a program starts. */
const PRELOAD = `--import=${new URL('uncaught-in-child.mjs', import.meta.url)}`

/** Files of tests may share a process. */
const shared = Symbol.for('file of uncaught errors')

function fileOfErrors(): string {
  const known: unknown = Reflect.get(globalThis, shared)
  if (typeof known === 'string') return known
  const folder = mkdtempSync(join(tmpdir(), 'kalends-uncaught-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const made = join(folder, 'errors')
  Reflect.set(globalThis, shared, made)
  return made
}

const file = fileOfErrors()

process.env.UNCAUGHT_ERRORS = file
const options = process.env.NODE_OPTIONS ?? ''
if (!options.includes(PRELOAD)) process.env.NODE_OPTIONS = `${options} ${PRELOAD}`.trim()

/** What came since this was called last. */
export function takeUncaught(): string {
  if (!existsSync(file)) return ''
  const errors = readFileSync(file, 'utf8')
  rmSync(file)
  return errors
}

const expectNone = () =>
  expect(takeUncaught(), 'errors that nobody caught in a process of this test').toBe('')

afterEach(expectNone)
afterAll(expectNone)
