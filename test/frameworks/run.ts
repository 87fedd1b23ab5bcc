/*
 * `scripts/frameworks.sh` runs this: makes a project of each framework, installs the packed package, runs `kalends init`
 * in it, builds and serves it as its users do, and sends the requests. Not a test of `npm test`: it needs the registry.
 *
 * Arguments: the packed package, then names of projects. Prints a row for the table in docs/runtimes.md for each.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../setup/programs.ts'
import { type FrameworkProject, PROJECTS } from './projects.ts'
import { COUNT, type Difference, differencesAt } from './requests.ts'

const runtimes = fileURLToPath(new URL('../runtimes/node_modules', import.meta.url))
const PATH = [join(runtimes, 'node24/bin'), join(runtimes, '.bin'), process.env.PATH].join(delimiter)
const TOKEN = 'token-of-this-run'

const [packed = '', ...chosen] = process.argv.slice(2)
let isRight = true
for (const name of chosen.length > 0 ? chosen : Object.keys(PROJECTS)) {
  const project = PROJECTS[name]
  if (project === undefined)
    throw new Error(`there is no project ${name}: ${Object.keys(PROJECTS).join(', ')}`)
  const folder = mkdtempSync(join(tmpdir(), `kalends-${name}-`))
  try {
    const { version, differences } = await proven(folder, project)
    isRight &&= differences.length === 0
    const day = new Date().toISOString().slice(0, 10)
    console.log(`| ${name} | ${version} | ${COUNT - differences.length} of ${COUNT} | ${day} |`)
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

async function proven(
  folder: string,
  project: FrameworkProject,
): Promise<{ version: string; differences: Difference[] }> {
  const { packages, files, manifest, install = [], build, serve } = project
  write(folder, 'package.json', JSON.stringify({ name: 'town', private: true, ...manifest }, null, 2))
  for (const [path, text] of Object.entries(files)) write(folder, path, text)
  run(folder, 'npm', [
    'install',
    '--no-audit',
    '--no-fund',
    ...install,
    packed,
    ...packages.map((one) => (/.@/.test(one) ? one : `${one}@latest`)),
  ])
  const report: unknown = JSON.parse(run(folder, 'npx', ['kalends', 'init', '--yes', '--json']))
  addLines(folder, files, report)
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
    const path = typeof report === 'object' && report !== null && 'path' in report ? String(report.path) : ''
    const differences = await differencesAt(`${origin}${path}`, TOKEN)
    if (differences.length > 0) console.log(output.join('').slice(-1500))
    return { version: versionOf(folder, packages[0]?.replace(/(.)@.*/, '$1')), differences }
  } finally {
    // With its children: a shell, npm and the server.
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGKILL')
  }
}

/** What the command says to add, at the marks of the project. */
function addLines(folder: string, files: FrameworkProject['files'], report: unknown): void {
  const lines = typeof report === 'object' && report !== null && 'lines' in report ? report.lines : undefined
  const given = typeof lines === 'object' && lines !== null && 'text' in lines ? lines.text : []
  const text = Array.isArray(given) ? given.map(String) : []
  const isImport = (line: string) => line.startsWith('import ')
  for (const [path, original] of Object.entries(files)) {
    if (!original.includes('{use}')) continue
    const imports = text.filter(isImport).join('\n')
    const uses = text.filter((line) => !isImport(line)).join('\n')
    write(folder, path, original.replace('{import}', imports).replace('{use}', uses))
  }
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
