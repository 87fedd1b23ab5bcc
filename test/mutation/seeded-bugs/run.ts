import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SEEDED_BUGS } from './index.ts'
import type { SeededBug } from './seeded-bug.ts'

/*
 * Puts each fault into a copy of the library, by itself, and runs the tests that are named beside it: one of them
 * must fail. `npx tsx test/mutation/seeded-bugs/run.ts [word …]`; words choose faults by what is in their names.
 */

const COPIES = Number(process.env.MUTATION_WORKERS ?? 2)
const LIMIT = 180_000
const COPIED = ['src', 'adapters', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts']
const root = new URL('../../../', import.meta.url).pathname

function copy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'events-api-seeded-'))
  for (const name of COPIED) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.includes('/node_modules') && !path.includes('/test/runtimes'),
    })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Runs the tests of a copy; answers which failed, or why it cannot be told. */
async function failuresIn(folder: string, tests: readonly string[]): Promise<readonly string[] | string> {
  const output = join(folder, 'report.json')
  const parts = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--bail=1',
    '--reporter=json',
    `--outputFile=${output}`,
  ]
  const child = spawn(process.execPath, [...parts, ...tests], { cwd: folder, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  clearTimeout(timer)
  if (code === null) return 'the tests did not end'
  const report: { testResults: { assertionResults: { status: string; fullName: string }[] }[] } = JSON.parse(
    readFileSync(output, 'utf8'),
  )
  rmSync(output)
  const all = report.testResults.flatMap((file) => file.assertionResults)
  if (all.length === 0) return 'no test was run'
  return all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
}

async function caughtBy(
  { file, find, replace, tests }: SeededBug,
  folder: string,
): Promise<string[] | string> {
  const path = join(folder, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(find).length !== 2) return 'its text is not once in the source'
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  try {
    const failures = await failuresIn(folder, tests)
    return typeof failures === 'string' ? failures : [...failures]
  } finally {
    writeFileSync(path, source)
  }
}

const words = process.argv.slice(2)
const bugs = SEEDED_BUGS.filter(({ trap }) => words.length === 0 || words.some((word) => trap.includes(word)))
const queue = [...bugs]
const missed: string[] = []
const began = Date.now()

async function work(): Promise<void> {
  const folder = copy()
  try {
    for (let bug = queue.shift(); bug !== undefined; bug = queue.shift()) {
      const caught = await caughtBy(bug, folder)
      const isCaught = typeof caught !== 'string' && caught.length > 0
      if (!isCaught) missed.push(bug.trap)
      const how = isCaught
        ? caught[0]
        : typeof caught === 'string'
          ? caught
          : `passes ${bug.tests.join(', ')}`
      console.log(`${isCaught ? '✓' : '✗'} ${bug.trap}: ${how}`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

await Promise.all(Array.from({ length: COPIES }, work))
console.log(
  `${bugs.length - missed.length} of ${bugs.length} caught, in ${Math.round((Date.now() - began) / 1000)} s`,
)
if (missed.length > 0 || bugs.length === 0) process.exitCode = 1
