/*
 * What a process pays before its first answer: `npx tsx bench/start.ts [--runs 15]`.
 *
 * The package is built as it is published, into a temporary folder, and bundled with esbuild into one file, as is
 * usual for functions that start on demand. Every figure is the median of fresh processes, which take turns: CPU time
 * of the process and its threads, in milliseconds. "Without Node": less the time of a process that does nothing. Every
 * user of Fetch on Node pays once for Node's own `Request` and `Response`; a row of its own says how much.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { TemporaryFolder } from './shared/folder.ts'
import { spreadOf } from './shared/statistics.ts'
import { tableOf } from './shared/table.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' } } })
const runs = Number(values.runs)
if (!(Number.isInteger(runs) && runs > 0)) throw new RangeError('--runs: 1 or more')

const root = fileURLToPath(new URL('..', import.meta.url))

/** CPU milliseconds at the start, and after the import, `createEventsApi` and the first answer. */
type Marks = readonly [started: number, imported: number, created: number, answered: number]

const CPU = `const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
const started = cpu()`

/** Imports the library from these files, asks `request`, and prints the marks. */
const program = (index: string, memory: string, request: string, status: number) => `${CPU}
const { createEventsApi } = await import('${index}')
const { memoryStorage } = await import('${memory}')
const imported = cpu()
const api = createEventsApi(memoryStorage(), { authenticate: () => ({ id: 1, role: 'editor' }) })
const created = cpu()
const response = await api.fetch(${request})
await response.text()
if (response.status !== ${status}) throw new Error(String(response.status))
console.log(JSON.stringify([started, imported, created, cpu()]))`

const EVENTS = 'http://localhost/vendor/events/v1/events'
const LIST = `new Request('${EVENTS}')`
const CREATE = `new Request('${EVENTS}', {
  method: 'POST', headers: { 'content-type': 'application/json' },
  body: '{"title":"Open studio","start_date":"2027-05-10 19:00","end_date":"2027-05-10 22:00","venue":{"venue":"Hall 3"}}',
})`
const FETCH = `${CPU}
await new Response(new URL(new Request('${EVENTS}').url).pathname, { headers: new Headers() }).text()
console.log(JSON.stringify([started, started, started, cpu()]))`
const NOTHING = `${CPU}
console.log(JSON.stringify([started, started, started, cpu()]))`

function buildPackage(folder: TemporaryFolder): string {
  // Where the built files find packages, and that they are modules.
  symlinkSync(`${root}node_modules`, folder.file('node_modules'))
  writeFileSync(folder.file('package.json'), readFileSync(`${root}package.json`))
  const dist = folder.file('dist')
  mkdirSync(dist)
  execFileSync('npx', ['tsup', '--out-dir', dist, '--no-dts', '--silent'], { cwd: root, stdio: 'ignore' })
  return dist
}

async function bundled(folder: TemporaryFolder): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from './dist/index.js'; export * from './dist/storage/memory.js'`,
      resolveDir: folder.path,
    },
    ...{ bundle: true, minify: true, format: 'esm', platform: 'node', write: false },
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

const median = (times: readonly number[]): number => spreadOf(times)?.median ?? Number.NaN

function measure(programs: ReadonlyMap<string, string>): ReadonlyMap<string, readonly Marks[]> {
  const measured = new Map<string, Marks[]>([...programs.keys()].map((name) => [name, []]))
  for (let run = 0; run < runs; run++) {
    for (const [name, path] of programs) {
      measured.get(name)?.push(JSON.parse(execFileSync(process.execPath, [path], { encoding: 'utf8' })))
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

const folder = new TemporaryFolder()
try {
  const dist = buildPackage(folder)
  const [index, memory, oneFile] = [
    `${dist}/index.js`,
    `${dist}/storage/memory.js`,
    folder.file('one-file.mjs'),
  ]
  const whole = await bundled(folder)
  writeFileSync(oneFile, whole)
  const sources = {
    nothing: NOTHING,
    '`Request` and `Response` alone': FETCH,
    'installed: a list': program(index, memory, LIST, 200),
    'installed: a create': program(index, memory, CREATE, 201),
    'one file: a list': program(oneFile, oneFile, LIST, 200),
    'one file: a create': program(oneFile, oneFile, CREATE, 201),
  }
  const programs = new Map<string, string>()
  for (const [name, source] of Object.entries(sources)) {
    const path = folder.file(`process-${programs.size}.mjs`)
    writeFileSync(path, source)
    programs.set(name, path)
  }
  const size = gzipSync(whole, { level: 9 }).length.toLocaleString('en-US')
  console.log(`Node ${process.version}, ${runs} runs, medians of CPU time in ms\n`)
  console.log(`${timesOf(measure(programs))}\n\nOne file: ${size} bytes minified and gzipped`)
} finally {
  folder.remove()
}
