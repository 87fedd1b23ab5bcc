/*
 * What a process pays before its first answer: `npx tsx bench/start.ts [--runs 15]`.
 *
 * The package is built as it is published, into a temporary folder, and bundled with esbuild into one file, as is
 * usual for functions that start on demand. Every figure is the median of fresh processes, which take turns: CPU time
 * of the process and its threads, in milliseconds. "Without Node": less the time of a process that does nothing. Every
 * user of Fetch on Node pays once for Node's own `Request` and `Response`; a row of its own says how much.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { spreadOf } from './shared/statistics.ts'
import { tableOf } from './shared/table.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' } } })
const runs = Number(values.runs)
if (!(Number.isInteger(runs) && runs > 0)) throw new RangeError('--runs: 1 or more')

const root = fileURLToPath(new URL('..', import.meta.url))

const EVENTS = 'http://localhost/vendor/events/v1/events'
const LIST = `new Request('${EVENTS}')`
const CREATE = `new Request('${EVENTS}', {
  method: 'POST', headers: { 'content-type': 'application/json' },
  body: '{"title":"Open studio","start_date":"2027-05-10 19:00","end_date":"2027-05-10 22:00","venue":{"venue":"Hall 3"}}',
})`
const FETCH = `await new Response(new URL(new Request('${EVENTS}').url).pathname, { headers: new Headers() }).text()`

/** Imports the library from these files and asks `request`. */
const asking = (index: string, memory: string, request: string, status: number) => `
const { createEventsApi } = await import('${index}')
const { memoryStorage } = await import('${memory}')
const api = createEventsApi(memoryStorage(), { authenticate: () => ({ id: 1, role: 'editor' }) })
const response = await api.fetch(${request})
await response.text()
if (response.status !== ${status}) throw new Error(String(response.status))`

const PRINT = `\nconst { user, system } = process.cpuUsage()\nconsole.log((user + system) / 1000)`

const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'))

function buildPackage(): string {
  // Where the built files find packages, and that they are modules.
  symlinkSync(`${root}node_modules`, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), readFileSync(`${root}package.json`))
  const dist = join(folder, 'dist')
  mkdirSync(dist)
  execFileSync('npx', ['tsup', '--out-dir', dist, '--no-dts', '--silent'], { cwd: root, stdio: 'ignore' })
  return dist
}

async function bundled(): Promise<Uint8Array> {
  const contents = `export * from './dist/index.js'; export * from './dist/storage/memory.js'`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    ...{ bundle: true, minify: true, format: 'esm', platform: 'node', write: false },
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

try {
  const dist = buildPackage()
  const installed = [`${dist}/index.js`, `${dist}/storage/memory.js`] as const
  const oneFile = join(folder, 'one-file.mjs')
  const whole = await bundled()
  writeFileSync(oneFile, whole)
  const programs = Object.entries({
    nothing: '',
    '`Request` and `Response` alone': FETCH,
    'installed: a list': asking(...installed, LIST, 200),
    'installed: a create': asking(...installed, CREATE, 201),
    'one file: a list': asking(oneFile, oneFile, LIST, 200),
    'one file: a create': asking(oneFile, oneFile, CREATE, 201),
  }).map(([name, source], index) => {
    const path = join(folder, `process-${index}.mjs`)
    writeFileSync(path, source + PRINT)
    const times: number[] = []
    return { name, path, times }
  })
  for (let run = 0; run < runs; run++) {
    for (const { path, times } of programs) times.push(Number(execFileSync(process.execPath, [path])))
  }
  const medians = programs.map(({ name, times }) => ({ name, time: spreadOf(times)?.median ?? Number.NaN }))
  const empty = medians[0]?.time ?? Number.NaN
  const rows = medians.map(({ name, time }) => [name, time.toFixed(1), (time - empty).toFixed(1)])
  const size = gzipSync(whole, { level: 9 }).length.toLocaleString('en-US')
  console.log(`Node ${process.version}, ${runs} runs, medians of CPU time in ms\n`)
  console.log(`${tableOf(['process', 'in all', 'without Node'], rows)}\n\nOne file: ${size} bytes, gzip`)
} finally {
  rmSync(folder, { recursive: true })
}
