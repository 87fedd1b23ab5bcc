import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { modulesUnder, sectionUnder } from '../mounting/blocks.ts'
import { freePort, originOf } from '../setup/programs.ts'
import { here, installed } from './host.ts'

/*
 * The programs that docs/mounting.md shows for Deno, Bun and Next.js, as they are there, in a folder of their own, with
 * the package as it was packed.
 */

function folderWith(files: Readonly<Record<string, string>>, parent = tmpdir()): string {
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'mounting-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

function run(
  folder: string,
  file: string,
  args: readonly string[],
  env: Record<string, string>,
): ChildProcess {
  const child = spawn(file, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env } })
  onTestFinished(() => {
    child.kill()
  })
  return child
}

const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status
const EVENTS = 'vendor/events/v1/events'
const written = (authorization: string): RequestInit => ({
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({ title: 'Lantern walk', start_date: 'tomorrow 17:00', end_date: 'tomorrow 18:00' }),
})

test('the program for Deno answers, by the command that is shown', async () => {
  const [program = ''] = modulesUnder('Deno')
  const folder = folderWith({ 'main.ts': program, 'package.json': '{ "dependencies": { "kalends": "*" } }' })
  symlinkSync(installed(''), join(folder, 'node_modules'))
  const [, command = ''] = /run `deno (run [^`]*main\.ts)`/.exec(sectionUnder('Deno')) ?? []
  const port = await freePort()
  const env = {
    DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
    DENO_NO_UPDATE_CHECK: '1',
    DENO_DIR: join(folder, 'deno'),
  }
  const origin = await originOf(run(folder, installed('deno/deno'), command.split(' '), env), port)
  expect(await statusOf(`${origin}/${EVENTS}`)).toBe(200)
  expect(await statusOf(`${origin}/${EVENTS}`, { method: 'POST' })).toBe(401)
})

test('the program for Bun answers', async () => {
  const [program = ''] = modulesUnder('Bun')
  const folder = folderWith({ 'main.ts': program })
  symlinkSync(installed(''), join(folder, 'node_modules'))
  const port = await freePort()
  const origin = await originOf(run(folder, installed('.bin/bun'), ['main.ts'], { PORT: `${port}` }), port)
  expect(await statusOf(`${origin}/${EVENTS}`)).toBe(200)
  expect(await statusOf(`${origin}/${EVENTS}`, { method: 'POST' })).toBe(401)
})

test('the files for Next.js have the right types, are built, and answer', { timeout: 240_000 }, async () => {
  const [calendar = '', route = '', config = ''] = modulesUnder('Next.js')
  // Below this folder, since Turbopack follows no link that leads out of its root. What is not JavaScript would make
  // Next install the types of React.
  const folder = folderWith(
    {
      'lib/calendar.ts': calendar,
      'app/api/[[...path]]/route.js': route,
      'next.config.ts': config.replace('{ skip', `{ turbopack: { root: '${join(here, '../..')}' }, skip`),
      'types.ts': route.replace('../../../lib', './lib'),
      'tsconfig.check.json': JSON.stringify({
        extends: '../../../../tsconfig.json',
        compilerOptions: { paths: {} },
        include: ['*.ts', 'lib'],
        exclude: ['node_modules'],
      }),
    },
    join(here, 'dist'),
  )
  const exec = promisify(execFile)
  const tsc = join(here, '../../node_modules/typescript/bin/tsc')
  const types = exec(process.execPath, [tsc, '-p', 'tsconfig.check.json'], { cwd: folder })
  expect(await types.catch((error: unknown) => error)).toMatchObject({ stdout: '', stderr: '' })

  const node = installed('node24/bin/node')
  const next = installed('next/dist/bin/next')
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', CALENDAR_TOKEN: 'let-me-in' }
  await exec(node, [next, 'build'], { cwd: folder, env: { ...process.env, ...env } })
  const port = await freePort()
  const origin = await originOf(run(folder, node, [next, 'start', '--port', `${port}`], env), port)
  const events = `${origin}/api/${EVENTS}`
  expect(await statusOf(events)).toBe(200)
  expect(await statusOf(`${events}/`, { redirect: 'manual' })).toBe(200)
  expect(await statusOf(events, written('Bearer let-me-in'))).toBe(201)
  expect(await statusOf(events, written('Bearer undefined'))).toBe(401)
  expect(await (await fetch(events)).json()).toMatchObject({ events: [{ title: 'Lantern walk' }] })
})
