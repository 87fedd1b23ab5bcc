import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from 'kalends/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import worker from '../../examples/cloudflare/package.json' with { type: 'json' }
import { ask } from '../adapters/sockets.ts'
import { commandOf, root } from '../examples/readme.ts'
import { type Host, here, installed, start } from './host.ts'
import runtimes from './package.json' with { type: 'json' }

/*
 * The examples that want another runtime than Node, started by the command of their README: with what is installed here
 * in place of what `npx` would fetch.
 */

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function started(name: string, file: string, args: readonly string[], env = {}): Promise<Host> {
  const ready = /(?:http:\/\/localhost:|listening on )(\d+)/
  const host = await start({ name, file, args, cwd: root, env: { PORT: '0', ...env }, ready })
  onTestFinished(() => host.stop())
  return host
}

const TOKEN = 'let-me-in'

/** On a connection of its own: workerd closes the one on which it has refused a body unread, whatever waits there. */
async function add(host: Host, title: string, token?: string) {
  const { status, text } = await ask(host.port, '/vendor/events/v1/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ title, start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00' }),
  })
  return { status, body: JSON.parse(text) }
}

async function titles(host: Host): Promise<string[]> {
  const { items } = await createClient({ baseUrl: `${host.origin}/vendor/events/v1` }).events.list()
  return items.map(({ title }) => title).sort()
}

/** What a visitor, a stranger and the editor get when they write. */
async function expectItsEditorAlone(host: Host): Promise<void> {
  expect(await add(host, 'Mine')).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } })
  const wrong = await add(host, 'Mine', `${TOKEN}!`)
  expect(wrong).toMatchObject({ status: 401, body: { code: 'rest_invalid_credentials' } })
  expect(await add(host, 'Mine', TOKEN)).toMatchObject({ status: 201, body: { title: 'Mine', author: '1' } })
}

/** A project as a user has it: the example's files, and the package as it was packed. */
function project(example: string): string {
  const folder = temporaryFolder()
  cpSync(join(root, 'examples', example), folder, { recursive: true })
  symlinkSync(installed(''), join(folder, 'node_modules'))
  return folder
}

/** With the types of the runtime; those of this project's own sources are checked without. */
async function expectTypes(example: string, types: string): Promise<void> {
  const folder = project(example)
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { lib: ['ES2023'], types: [types], paths: {} },
    include: [folder],
    exclude: ['node_modules'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await expect(promisify(execFile)(process.execPath, [tsc, '-p', folder])).resolves.toMatchObject({
    stdout: '',
  })
}

describe.each([
  ['deno', 'deno/deno', runtimes.dependencies.deno],
  ['bun', '.bin/bun', runtimes.dependencies.bun],
] as const)('examples/%s', (example, executable, version) => {
  const [npx, runtime, ...args] = commandOf(example)

  test('its command runs the version that is tested', () => {
    expect([npx, runtime]).toEqual(['npx', `${example}@${version}`])
  })

  test('serves its event, lets its editor write, and finds it all again', async () => {
    const env = {
      DATABASE: join(temporaryFolder(), 'calendar'),
      KALENDS_TOKEN: TOKEN,
      DENO_NO_UPDATE_CHECK: '1',
    }
    const first = await started(example, installed(executable), args, env)
    expect(await titles(first)).toEqual(['Lantern walk'])
    await expectItsEditorAlone(first)
    expect(first.logs()).toContain('wrong credentials from ')
    await first.stop()
    const second = await started(example, installed(executable), args, env)
    expect(await titles(second)).toEqual(['Lantern walk', 'Mine'])
  })

  test('makes a token of its own, and prints it', async () => {
    const env = { DATABASE: join(temporaryFolder(), 'calendar'), DENO_NO_UPDATE_CHECK: '1' }
    const host = await started(example, installed(executable), args, env)
    const [, token] = /token for writing: (\S+)/.exec(host.logs()) ?? []
    expect(await add(host, 'Mine', token)).toMatchObject({ status: 201 })
  })
})

test('examples/bun has the right types, with those of Bun', () => expectTypes('bun', 'bun-types'))

test('examples/deno has the right types, in this clone and over the package', async () => {
  const check = (...args: string[]) =>
    promisify(execFile)(installed('deno/deno'), ['check', ...args], {
      cwd: root,
      env: { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
    })
  await check('--config', 'examples/deno/deno.json', 'examples/deno/main.ts')
  const folder = project('deno')
  writeFileSync(join(folder, 'deno.json'), JSON.stringify({ unstable: ['kv'], nodeModulesDir: 'manual' }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { kalends: '*' } }))
  await check('--config', join(folder, 'deno.json'), join(folder, 'main.ts'))
})

describe('examples/cloudflare', () => {
  const [npx, wrangler, dev, ...args] = commandOf('cloudflare')
  const startWorker = (...more: string[]) =>
    started('cloudflare', installed('node24/bin/node'), [
      '--no-warnings',
      join(here, 'wrangler-dev.ts'),
      ...more,
    ])

  test('its command is what is played here', () => {
    expect([npx, wrangler, dev]).toEqual(['npx', `wrangler@${worker.devDependencies.wrangler}`, 'dev'])
    expect(args).toEqual(['--config', 'examples/cloudflare/wrangler.jsonc', '--var', `TOKEN:${TOKEN}`])
  })

  const inAnObject = args.map((one) => one.replace('wrangler.jsonc', 'durable-object.jsonc'))

  test.each([
    ['D1', args],
    ['a Durable Object', inAnObject],
  ])('on %s: lets its editor write, and finds it again', async (_, parameters) => {
    const folder = temporaryFolder()
    const first = await startWorker(...parameters, '--persist-to', folder)
    expect(await titles(first)).toEqual([])
    await expectItsEditorAlone(first)
    await first.stop()
    const second = await startWorker(...parameters, '--persist-to', folder)
    expect(await titles(second)).toEqual(['Mine'])
  })

  test('without its secret writes are refused', async () => {
    const host = await startWorker(...args.slice(0, 2), '--persist-to', temporaryFolder())
    for (const token of ['', 'undefined', TOKEN]) {
      expect(await add(host, 'Mine', token)).toMatchObject({ status: 401 })
    }
    expect(await titles(host)).toEqual([])
  })

  test('has the right types, with those of Workers', () =>
    expectTypes('cloudflare', join(root, 'node_modules/@cloudflare/workers-types')))
})
