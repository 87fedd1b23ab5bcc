/*
 * `scripts/frameworks.sh` runs this: makes a project of each framework, with its starter where that runs, installs the
 * packed package, runs `kalends init` in it, builds and serves it as its users do, and sends the requests. A second `init`
 * has to change nothing, and what it prints to undo it has to bring the project back. Not a test of `npm test`: it needs
 * the registry.
 *
 * Arguments: the packed package, then names of projects. Prints a row for the table in docs/runtimes.md for each. With
 * STARTERS=0 no starter is used.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { freePort } from '../setup/programs.ts'
import { PROJECTS } from './projects.ts'
import { COUNT, type Difference, differencesAt } from './requests.ts'
import { STARTERS } from './starters.ts'

const runtimes = fileURLToPath(new URL('../runtimes/node_modules', import.meta.url))
const PATH = [join(runtimes, 'node24/bin'), join(runtimes, '.bin'), process.env.PATH].join(delimiter)
const TOKEN = 'token-of-this-run'

/** A project before `kalends init`. */
interface Project {
  readonly folder: string
  /** What made it: a starter with its version, or this repository. */
  readonly maker: string
  /** The package whose version stands in the table; without it, that of Node. */
  readonly named: string | undefined
  /** Flags of `npm install`. */
  readonly install: readonly string[]
  /** Puts what the command says to add where it belongs. */
  readonly add: (lines: readonly string[]) => void
  readonly build?: string | undefined
  readonly serve: string
}

/** What the starter of a framework makes; `undefined` if there is none, or it does not run here. */
function started(name: string, folder: string): Project | undefined {
  const starter = STARTERS[name]
  if (starter === undefined || process.env.STARTERS === '0') return undefined
  const { command, named, lines, files = {}, build, serve } = starter
  try {
    run(folder, 'sh', ['-c', command])
  } catch (error) {
    console.log(`the starter of ${name} does not run here: ${String(error).slice(-300)}`)
    return undefined
  }
  const project = join(folder, 'town')
  for (const [file, change] of Object.entries(files))
    write(project, file, change(readFileSync(join(project, file), 'utf8')))
  run(project, 'npm', ['install', '--no-audit', '--no-fund', packed])
  const add = (given: readonly string[]) => {
    if (lines === undefined) return
    const { file, before, app = 'app' } = lines
    const text = readFileSync(join(project, file), 'utf8')
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`)
    const isImport = (line: string) => /^(import|const .* = require)/.test(line)
    const imports = given.filter(isImport).join('\n')
    const uses = given.filter((line) => !isImport(line)).map((line) => line.replace(/^app\./, `${app}.`))
    write(project, file, `${imports}\n${text.replace(before, () => `${uses.join('\n')}\n${before}`)}`)
  }
  const [, maker = command] = /npx --yes (\S+)/.exec(command) ?? []
  return { folder: project, maker, named, install: [], add, build, serve }
}

/** Without a starter: the project that `projects.ts` has. */
function written(name: string, folder: string): Project {
  const project = PROJECTS[name]
  if (project === undefined) throw new Error('the starter does not run here, and there is no other project')
  const { packages, files, manifest, install = [], build, serve } = project
  write(folder, 'package.json', JSON.stringify({ name: 'town', private: true, ...manifest }, null, 2))
  for (const [path, text] of Object.entries(files)) write(folder, path, text.replace(/\{(import|use)\}/g, ''))
  const newest = packages.map((one) => (/.@/.test(one) ? one : `${one}@latest`))
  run(folder, 'npm', ['install', '--no-audit', '--no-fund', ...install, packed, ...newest])
  const add = (lines: readonly string[]) => {
    const isImport = (line: string) => line.startsWith('import ')
    const imports = lines.filter(isImport).join('\n')
    const uses = lines.filter((line) => !isImport(line)).join('\n')
    for (const [path, text] of Object.entries(files)) {
      if (text.includes('{use}'))
        write(
          folder,
          path,
          text.replace('{import}', () => imports).replace('{use}', () => uses),
        )
    }
  }
  const named = packages[0]?.replace(/(.)@.*/, '$1')
  return { folder, maker: 'projects.ts', named, install, add, build, serve }
}

async function proven(project: Project): Promise<{ version: string; differences: Difference[] }> {
  const { folder, named, install, add, build, serve } = project
  const before = filesOf(folder)
  undo(folder, init(folder))
  expectSame(filesOf(folder), before, 'what kalends init prints to undo it leaves')
  const report = init(folder)
  const after = filesOf(folder)
  init(folder)
  expectSame(filesOf(folder), after, 'a second kalends init changes')
  add(textsIn(isRecord(report.lines) ? report.lines.text : undefined))
  run(folder, 'npm', ['install', '--no-audit', '--no-fund', ...install])
  if (build !== undefined) run(folder, 'sh', ['-c', build])

  const port = await freePort()
  const environment = { ...env(), PORT: String(port), KALENDS_TOKEN: TOKEN, NODE_ENV: 'production' }
  const server = spawn('sh', ['-c', serve], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => output.push(String(chunk)))
  try {
    const origin = await listening(server, port, output)
    const pages = report.site === '/' ? origin : `${origin}${String(report.site)}`
    const differences = await differencesAt(`${origin}${String(report.path)}`, TOKEN, pages)
    if (differences.length > 0) console.log(output.join('').slice(-1500))
    return { version: versionOf(folder, named), differences }
  } finally {
    // With its children: a shell, npm and the server.
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGKILL')
  }
}

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function init(folder: string): Fields {
  const report: unknown = JSON.parse(run(folder, 'npx', ['kalends', 'init', '--yes', '--json']))
  if (!isRecord(report)) throw new Error('kalends init --json printed no object')
  return report
}

/** Does what the report says, as a person would: `rm "a"`, and `in package.json, delete: scripts: b`. */
function undo(folder: string, report: Fields): void {
  for (const line of textsIn(report.undo)) {
    if (line.startsWith('rm ')) run(folder, 'sh', ['-c', line])
    const [, entries = ''] = /^in package\.json, delete: (.*)$/.exec(line) ?? []
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    for (const [, list = '', name = ''] of entries.matchAll(/(\w+): ([^,]+)/g)) {
      const table: unknown = isRecord(manifest) ? manifest[list] : undefined
      if (isRecord(table)) Reflect.deleteProperty(table, name)
    }
    if (entries !== '') write(folder, 'package.json', JSON.stringify(manifest))
  }
}

const NOT_OURS = /^(node_modules|\.git|package-lock\.json)(\/|$)/

/** What the project is: its files with their texts, and package.json as values, without lists that are empty. */
function filesOf(folder: string): Map<string, unknown> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !NOT_OURS.test(path) && statSync(join(folder, path)).isFile(),
  )
  return new Map(
    paths.map((path) => {
      const text = readFileSync(join(folder, path), 'utf8')
      return [path, path === 'package.json' ? valuesIn(text) : text]
    }),
  )
}

function valuesIn(text: string): unknown {
  const manifest: unknown = JSON.parse(text)
  const entries = Object.entries(isRecord(manifest) ? manifest : {})
  return Object.fromEntries(entries.filter(([, value]) => !isRecord(value) || Object.keys(value).length > 0))
}

function expectSame(found: Map<string, unknown>, wanted: Map<string, unknown>, what: string): void {
  const paths = [...new Set([...found.keys(), ...wanted.keys()])]
  const other = paths.filter((path) => !isDeepStrictEqual(found.get(path), wanted.get(path)))
  if (other.length > 0) throw new Error(`${what}: ${other.join(', ')}`)
}

function env(): NodeJS.ProcessEnv {
  return { ...process.env, PATH, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', CI: '1' }
}

function run(folder: string, file: string, args: readonly string[]): string {
  try {
    return execFileSync(file, args, {
      cwd: folder,
      env: env(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    const told =
      error instanceof Error && 'stdout' in error && 'stderr' in error ? `${error.stdout}${error.stderr}` : ''
    throw new Error(`${file} ${args.join(' ')}: ${told.slice(-3000) || error}`)
  }
}

/** Waits until it answers, whatever it answers; fails if it ends. */
async function listening(server: ChildProcess, port: number, output: readonly string[]): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    if (server.exitCode !== null) throw new Error(`the server ended: ${output.join('').slice(-3000)}`)
    for (const host of ['127.0.0.1', '[::1]']) {
      const isThere = await fetch(`http://${host}:${port}/`).then(
        () => true,
        () => false,
      )
      if (isThere) return `http://${host}:${port}`
    }
    await setTimeout(200)
  }
  throw new Error(`the server does not listen: ${output.join('').slice(-3000)}`)
}

function versionOf(folder: string, name: string | undefined): string {
  if (name === undefined) return run(folder, 'node', ['--version']).trim().slice(1)
  const manifest: unknown = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  )
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '?'
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const [packed = '', ...chosen] = process.argv.slice(2)
const names = new Set([...Object.keys(PROJECTS), ...Object.keys(STARTERS)])
let isRight = true
for (const name of chosen.length > 0 ? chosen : names) {
  if (!names.has(name)) throw new Error(`there is no project ${name}: ${[...names].join(', ')}`)
  const folder = mkdtempSync(join(tmpdir(), `kalends-${name}-`))
  try {
    const project = started(name, folder) ?? written(name, folder)
    const { version, differences } = await proven(project)
    isRight &&= differences.length === 0
    const day = new Date().toISOString().slice(0, 10)
    const right = `${COUNT - differences.length} of ${COUNT}`
    console.log(`| ${name} | ${version} | ${project.maker} | ${right} | ${day} |`)
    for (const { request, expected, got } of differences)
      console.log(`    ${request}: ${expected}, got ${got}`)
  } catch (error) {
    isRight = false
    console.log(`| ${name} | failed |\n${String(error instanceof Error ? error.message : error)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
if (!isRight) process.exitCode = 1
