/*
 * What a process pays before its first answer: `npx tsx bench/start.ts [--runs 15]`.
 *
 * The package is built as it is published, into a temporary folder, and bundled with esbuild into one file, as is
 * usual for functions that are started on demand. Every figure is the median of fresh processes, which take turns: CPU
 * time of the process and its threads, in milliseconds. "Without Node": less what a process takes that does nothing.
 * Whatever uses Fetch on Node pays for Node's own `Request` and `Response` once; a row of its own says how much.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { spreadOf } from './requests/statistics.ts'
import type { Asking, Built, Marks, Task } from './start/process.ts'
import { TemporaryFolder } from './storages/folder.ts'
import { tableOf } from './storages/table.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' } } })
const runs = Number(values.runs)
if (!(Number.isInteger(runs) && runs > 0)) throw new RangeError('--runs: 1 or more')

const root = fileURLToPath(new URL('..', import.meta.url))

/** What an `import()` brings is not loaded at the start. */
const withoutLater: Plugin = {
  name: 'without-later',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}

async function bundled(folder: string, source: string, plugins: Plugin[] = []): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    write: false,
    plugins,
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

const CORE = `export { createEventsApi } from './dist/index.js'\n`
const MEMORY = `export { memoryStorage } from './dist/storage/memory.js'\n`
const NODE = `export { toNodeListener } from './dist/adapters/node.js'\n`

function buildPackage(folder: TemporaryFolder): Built {
  // Where the built files find the dependencies, and that they are modules.
  symlinkSync(`${root}node_modules`, folder.file('node_modules'))
  writeFileSync(folder.file('package.json'), readFileSync(`${root}package.json`))
  const dist = folder.file('dist')
  mkdirSync(dist)
  execFileSync('npx', ['tsup', '--out-dir', dist, '--no-dts', '--silent'], { cwd: root, stdio: 'ignore' })
  return { index: `${dist}/index.js`, memory: `${dist}/storage/memory.js`, node: `${dist}/adapters/node.js` }
}

async function buildOneFile(folder: TemporaryFolder, name: string, source: string): Promise<Built> {
  const file = folder.file(name)
  writeFileSync(file, await bundled(folder.path, source))
  return { index: file, memory: file, node: file }
}

/** The program of the measured processes, as Node itself runs it. */
async function buildProcess(folder: TemporaryFolder): Promise<string> {
  const file = folder.file('process.mjs')
  const entry = fileURLToPath(new URL('./start/process.ts', import.meta.url))
  await build({ entryPoints: [entry], format: 'esm', outfile: file })
  return file
}

function tasksOf(installed: Built, oneFile: Built, server: Built): ReadonlyMap<string, Task> {
  const answer = (built: Built, asking: Asking, more: { serves?: true; timezone?: string } = {}): Task => ({
    does: 'answer',
    built,
    asking,
    ...more,
  })
  return new Map<string, Task>([
    ['nothing', { does: 'nothing' }],
    ['`Request` and `Response` alone', { does: 'fetch' }],
    ['`node:http` alone, asked once', { does: 'http' }],
    ['installed: a list', answer(installed, 'list')],
    ['installed: 404', answer(installed, 'missing')],
    ['installed: a create', answer(installed, 'create')],
    ['one file: a list', answer(oneFile, 'list')],
    ['one file: 404', answer(oneFile, 'missing')],
    ['one file: a create', answer(oneFile, 'create')],
    ['one file, in Europe/Berlin: a list', answer(oneFile, 'list', { timezone: 'Europe/Berlin' })],
    ['one file, behind `node:http`: a list', answer(server, 'list', { serves: true })],
  ])
}

const median = (times: readonly number[]): number => spreadOf(times)?.median ?? Number.NaN

function measure(program: string, tasks: ReadonlyMap<string, Task>): ReadonlyMap<string, readonly Marks[]> {
  const measured = new Map<string, Marks[]>([...tasks.keys()].map((name) => [name, []]))
  for (let run = 0; run < runs; run++) {
    for (const [name, task] of tasks) {
      const printed = execFileSync(process.execPath, [program, JSON.stringify(task)], { encoding: 'utf8' })
      measured.get(name)?.push(JSON.parse(printed))
    }
  }
  return measured
}

function timesOf(measured: ReadonlyMap<string, readonly Marks[]>): string {
  const totalOf = (all: readonly Marks[]) => median(all.map(([, , , answered]) => answered))
  const empty = totalOf(measured.get('nothing') ?? [])
  const rows = [...measured].map(([name, all]) => {
    const total = totalOf(all)
    const steps = [
      median(all.map(([started, imported]) => imported - started)),
      median(all.map(([, imported, created]) => created - imported)),
      median(all.map(([, , created, answered]) => answered - created)),
    ]
    return [name, ...[total, total - empty, ...steps].map((time) => time.toFixed(1))]
  })
  return tableOf(['process', 'in all', 'without Node', 'import', 'create', 'first answer'], rows)
}

async function sizesOf({ path }: TemporaryFolder, oneFile: Built): Promise<string> {
  const sizes: readonly (readonly [string, Uint8Array])[] = [
    ['one file, as measured', readFileSync(oneFile.index)],
    ['core, at the start', await bundled(path, CORE, [withoutLater])],
    ['core and memory storage, at the start', await bundled(path, CORE + MEMORY, [withoutLater])],
  ]
  const gzipped = (text: Uint8Array) => gzipSync(text, { level: 9 }).length
  return tableOf(
    ['minified', 'gzip, bytes'],
    sizes.map(([name, text]) => [name, gzipped(text).toLocaleString('en-US')]),
  )
}

const folder = new TemporaryFolder()
try {
  const installed = buildPackage(folder)
  const oneFile = await buildOneFile(folder, 'one-file.mjs', CORE + MEMORY)
  // By itself: the Node adapter names `Request` when it is imported, which loads all that Fetch is on Node.
  const server = await buildOneFile(folder, 'server.mjs', CORE + MEMORY + NODE)
  const measured = measure(await buildProcess(folder), tasksOf(installed, oneFile, server))
  console.log(`Node ${process.version}, ${runs} runs, medians of CPU time in ms\n`)
  console.log(`${timesOf(measured)}\n\n${await sizesOf(folder, oneFile)}`)
} finally {
  folder.remove()
}
