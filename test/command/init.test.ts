import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { databaseNames, databaseRow } from '../../command/init/databases.ts'
import { frameworkNames, frameworkRow } from '../../command/init/frameworks.ts'
import { VERSIONS } from '../../command/init/manifest.ts'
import { ownRange } from '../../command/init/own-package.ts'
import { databaseOf, readProject } from '../../command/init/project.ts'
import root from '../../package.json' with { type: 'json' }
import { temporaryFolder } from '../examples/program.ts'
import { kalends, reportOf } from './kalends.ts'

const repository = new URL('../../', import.meta.url).pathname

type Files = Readonly<Record<string, string>>

function projectWith(files: Files): string {
  const folder = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** All files of a folder, with their texts. */
const filesOf = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  )

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** A package.json with these packages. */
const having = (packages: readonly string[], more: object = {}): Files => ({
  'package.json': `${JSON.stringify({ name: 'town', ...more, dependencies: Object.fromEntries(packages.map((name) => [name, '*'])) }, null, 2)}\n`,
})

const TYPESCRIPT: Files = { 'tsconfig.json': '{}' }

/** A project that is seen as one of a framework. */
function projectOf(name: (typeof framework)[number], more: Files = {}): string {
  const { packages, markers = [] } = frameworkRow(name)
  const marks = packages.length > 0 ? {} : Object.fromEntries(markers.slice(0, 1).map((file) => [file, '{}']))
  return projectWith({ ...having(packages.slice(0, 1)), ...marks, ...more })
}

const framework = frameworkNames()

describe('in a project of each framework', () => {
  test.each(framework)('%s: it is found, the files parse, and a second run changes nothing', async (name) => {
    for (const more of [{}, TYPESCRIPT]) {
      const folder = projectOf(name, more)
      const before = filesOf(folder)
      const told = await reportOf(folder, ['init', '--yes'])
      expect(told).toMatchObject({
        ...{ framework: name, path: '/api/calendar', write: 'token' },
        site: frameworkRow(name).isServer ? '/' : '/calendar',
      })
      const after = filesOf(folder)
      const written = Object.keys(after).filter((path) => !(path in before))
      expect(written.sort()).toEqual([...told.files].sort())
      expect(written.length).toBeLessThanOrEqual(name === 'solidstart' ? 5 : 3)
      for (const path of written) {
        const text = after[path] ?? ''
        expect([path, text]).not.toEqual([
          path,
          expect.stringMatching(/[‹›]|\{(paths?|site|module|src|name|ending)\b/),
        ])
        await transform(text, { loader: path.endsWith('.ts') ? 'ts' : 'js', format: 'esm' })
        // The same as JavaScript: no mark of a type is left.
        if (!path.endsWith('.ts')) expect(text).not.toMatch(/: (string|Promise|Request)\b/)
      }
      expect(after['package.json']).not.toBe(before['package.json'])

      expect(await reportOf(folder, ['init', '--yes'])).toMatchObject({ files: [], manifest: [], undo: [] })
      expect(filesOf(folder)).toEqual(after)
    }
  })

  test('TypeScript accepts what is written, for each framework and each database', async () => {
    const all = projectWith({})
    const cases = [
      ...framework.map((name) => ({ name, args: [] as string[], folder: name })),
      ...databaseNames().map((database) => ({
        name: 'node' as const,
        args: ['--database', database, '--framework', 'express'],
        folder: `with-${database.replace(':', '-')}`,
      })),
    ]
    for (const { name, args, folder } of cases) {
      const made = projectOf(name, TYPESCRIPT)
      const { files } = await reportOf(made, ['init', '--yes', ...args])
      for (const path of files) {
        mkdirSync(dirname(join(all, folder, path)), { recursive: true })
        writeFileSync(join(all, folder, path), readFileSync(join(made, path)))
      }
    }
    symlinkSync(join(repository, 'node_modules'), join(all, 'node_modules'))
    writeFileSync(join(all, 'stubs.d.ts'), STUBS)
    const options = { noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true, types: ['node'] }
    writeFileSync(
      join(all, 'tsconfig.json'),
      JSON.stringify({
        extends: join(repository, 'tsconfig.json'),
        compilerOptions: { ...options, moduleResolution: 'bundler', module: 'esnext' },
        include: ['**/*.ts', '**/[[]*/*.ts'],
        exclude: ['node_modules'],
      }),
    )
    const tsc = join(repository, 'node_modules/typescript/bin/tsc')
    const run = promisify(execFile)(process.execPath, [tsc, '-p', all], { cwd: all })
    expect(await run.catch((error: unknown) => error)).toMatchObject({ stdout: '' })
  })

  test('each has a page, and the list of frameworks links to it', () => {
    const list = readFileSync(join(repository, 'docs/start.md'), 'utf8')
    const pages = framework.map((name) => `${frameworkRow(name).page}.md`)
    expect(pages.filter((page) => !existsSync(join(repository, 'docs/mounting', page)))).toEqual([])
    expect(pages.filter((page) => !list.includes(`](mounting/${page})`))).toEqual([])
  })

  test('the versions are those that this package is tested with', () => {
    const ours: Record<string, string> = root.devDependencies
    const known = Object.keys(VERSIONS).filter((name) => name in ours && name !== '@types/node')
    expect(known.length).toBeGreaterThan(6)
    expect(known.map((name) => [name, VERSIONS[name]])).toEqual(known.map((name) => [name, `^${ours[name]}`]))
    const needed = databaseNames().flatMap((name) => [...databaseRow(name).needs, ...databaseRow(name).types])
    expect(needed.filter((name) => VERSIONS[name] === undefined)).toEqual([])
  })
})

/** What the frameworks of these files declare: those that are not installed here, as far as the files use them. */
const STUBS = `
declare module 'node:sqlite' { export class DatabaseSync { constructor(file: string); exec(sql: string): void; prepare(sql: string): never; close(): void } }
declare module 'bun:sqlite' { export class Database { constructor(file: string); exec(sql: string): void; prepare(sql: string): never; readonly inTransaction: boolean; close(): void } }
declare module 'cloudflare:workers' { export const env: { readonly DB: never } }
declare module 'next/server' { export function after(work: Promise<unknown> | (() => unknown)): void }
declare module '@tanstack/react-router' {
  export function createFileRoute(path: string): (options: { server: { handlers: { ANY: (x: { request: Request }) => Promise<Response> } } }) => unknown
}
declare module 'koa' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  export interface Context { path: string; respond?: boolean; req: IncomingMessage; res: ServerResponse }
  export type Next = () => Promise<void>
}
declare module 'elysia' {
  export class Elysia { all(path: string, handler: (x: { request: Request }) => Promise<Response>, options: { parse: 'none' }): this }
}
declare function defineEventHandler(handler: (event: { path: string }) => unknown): unknown
declare function toWebRequest(event: object): Request
declare const Deno: { env: { get(name: string): string | undefined }; serve(options: object, handler: unknown): void }
declare const Bun: { serve(options: object): void }
`

interface Mounted {
  readonly api: { fetch(request: Request): Promise<Response>; readonly basePath: string }
  readonly calendar?: unknown
}

/** The module that the command wrote, loaded. */
async function loaded(folder: string, file: string): Promise<Mounted> {
  // Where all copies of the module keep their calendar.
  Reflect.deleteProperty(globalThis, 'kalends')
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'kalends'))
  return import(join(folder, file))
}

/** What visitors read there, redirects included. */
async function pageAt(url: string): Promise<string> {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  return response.text()
}

/** The server listens until the test ends. */
async function originOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('it has no port')
  return `http://127.0.0.1:${address.port}`
}

const EVENT = { title: 'Lantern walk', start_date: '2031-06-01 17:00', end_date: '2031-06-01 18:00' }
const creating = (headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(EVENT),
})
const MODULE = { ...having([], { type: 'module' }), ...TYPESCRIPT }
const IN_MEMORY = ['init', '--yes', '--database', 'memory', '--framework']

describe('what it writes', () => {
  test('has pages for visitors where the answer says, or none', async () => {
    const mounts = [
      { args: [], found: '/calendar/events/', missing: '/events/' },
      { args: ['--site', '/whats-on'], found: '/whats-on/events/', missing: '/calendar/events/' },
      { args: ['--site', 'no'], found: '/api/calendar/events', missing: '/calendar/events/' },
    ]
    for (const { args, found, missing } of mounts) {
      const folder = projectWith(MODULE)
      await reportOf(folder, [...IN_MEMORY, 'hono', ...args])
      const { api } = await loaded(folder, 'calendar.ts')
      const at = async (path: string) => (await api.fetch(new Request(`http://localhost${path}`))).status
      expect([await at(found), await at(missing)]).toEqual([200, 404])
    }
  })

  test('lets nobody write until the environment has the token', async () => {
    const folder = projectWith(MODULE)
    const { token } = await reportOf(folder, [...IN_MEMORY, 'hono'])
    const { api } = await loaded(folder, 'calendar.ts')
    const at = (path: string, init?: RequestInit) =>
      api.fetch(new Request(`http://localhost/api/calendar${path}`, init)).then(({ status }) => status)
    const bearer = (word: string) => creating({ authorization: `Bearer ${word}` })
    vi.stubEnv('KALENDS_TOKEN', undefined)
    expect(await at('/events')).toBe(200)
    expect(await at('/events', creating())).toBe(401)
    expect(await at('/events', bearer(token))).toBe(401)
    expect(await at('/events', bearer('undefined'))).toBe(401)
    vi.stubEnv('KALENDS_TOKEN', '')
    expect(await at('/events', bearer(''))).toBe(401)
    vi.stubEnv('KALENDS_TOKEN', token)
    expect(await at('/events', bearer(`${token}x`))).toBe(401)
    expect(await at('/events', bearer(token))).toBe(201)
    expect(await at('/editor')).toBe(200)
    expect(await at('/events.ics')).toBe(200)
  })

  test('with --write nobody, no token helps', async () => {
    const folder = projectWith(MODULE)
    const told = await reportOf(folder, [...IN_MEMORY, 'hono', '--write', 'nobody'])
    expect(told.token).toBeUndefined()
    const { api } = await loaded(folder, 'calendar.ts')
    vi.stubEnv('KALENDS_TOKEN', 'secret')
    const request = new Request(
      'http://localhost/api/calendar/events',
      creating({ authorization: 'Bearer secret' }),
    )
    expect((await api.fetch(request)).status).toBe(401)
  })

  test('with --write FILE#FUNCTION, that function says who asks', async () => {
    const folder = projectWith({
      ...MODULE,
      'lib/session.ts':
        "export const userOf = (request: Request) => request.headers.get('cookie') === 'sid=1' ? { id: 7, role: 'author' as const } : null\n",
    })
    const told = await reportOf(folder, [...IN_MEMORY, 'hono', '--write', 'lib/session.ts#userOf'])
    expect(told).toMatchObject({ write: 'lib/session.ts#userOf' })
    const { api } = await loaded(folder, 'calendar.ts')
    const url = 'http://localhost/api/calendar/events'
    const status = async (headers: Record<string, string>) =>
      (await api.fetch(new Request(url, creating(headers)))).status
    expect(await status({ cookie: 'sid=1', origin: 'http://localhost' })).toBe(201)
    expect(await status({ cookie: 'sid=1', origin: 'https://elsewhere.example' })).toBe(403)
    expect(await status({})).toBe(401)
    const missing = await kalends(projectWith(MODULE), [
      ...IN_MEMORY,
      'hono',
      '--write',
      'lib/session.ts#userOf',
    ])
    expect(missing).toMatchObject({ code: 1, errors: '--write: there is no file lib/session.ts.\n' })
  })

  test('in Node servers, the function gets what the app knows of the request', async () => {
    const folder = projectWith({
      ...MODULE,
      'session.ts': `import type { NodeHost } from 'kalends/adapters/node'
export const userOf = (_request: Request, host: NodeHost | undefined) =>
  host !== undefined && 'user' in host.req ? { id: 7, role: 'author' as const } : null
`,
    })
    await reportOf(folder, [...IN_MEMORY, 'express', '--write', 'session.ts#userOf'])
    const { calendar } = await loaded(folder, 'calendar.ts')
    const { default: express } = await import('express')
    if (typeof calendar !== 'function') throw new Error('it exports no calendar')
    const app = express()
    app.use((request, _response, next) => {
      if (request.headers.cookie === 'sid=1') Object.assign(request, { user: 'Ann' })
      next()
    })
    app.use((request, response, next) => calendar(request, response, next))
    const origin = await originOf(createServer(app))
    const status = async (cookie: string) =>
      (await fetch(`${origin}/api/calendar/events`, creating({ cookie, origin }))).status
    expect([await status('sid=1'), await status('sid=2')]).toEqual([201, 401])
  })

  test('answers in Express, before and beside the rest of the app', async () => {
    const folder = projectWith(MODULE)
    const { lines } = await reportOf(folder, [...IN_MEMORY, 'express'])
    expect(lines.text).toEqual(["import { calendar } from './calendar.js'", 'app.use(calendar)'])
    const { calendar } = await loaded(folder, 'calendar.ts')
    const { default: express } = await import('express')
    const app = express()
    if (typeof calendar !== 'function') throw new Error('it exports no calendar')
    app.use((request, response, next) => calendar(request, response, next))
    app.get('/', (_request, response) => void response.send('home'))
    const origin = await originOf(createServer(app))
    vi.stubEnv('KALENDS_TOKEN', 'open')
    const created = await fetch(`${origin}/api/calendar/events`, creating({ authorization: 'Bearer open' }))
    expect(created.status).toBe(201)
    expect(await (await fetch(`${origin}/`)).text()).toBe('home')
    expect(await pageAt(`${origin}/calendar/`)).toContain('Lantern walk')
  })

  test('answers in Fastify and in Hono', async () => {
    const folder = projectWith(MODULE)
    await reportOf(folder, [...IN_MEMORY, 'fastify'])
    const { calendar } = await loaded(folder, 'calendar.ts')
    const { default: Fastify } = await import('fastify')
    const app = Fastify()
    onTestFinished(() => app.close())
    if (typeof calendar !== 'function') throw new Error('it exports no calendar')
    app.register(async (scope) => calendar(scope))
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    vi.stubEnv('KALENDS_TOKEN', 'open')
    const created = await fetch(`${origin}/api/calendar/events`, creating({ authorization: 'Bearer open' }))
    expect(created.status).toBe(201)
    expect(await pageAt(`${origin}/calendar/`)).toContain('Lantern walk')

    const other = projectWith(MODULE)
    const { lines } = await reportOf(other, [...IN_MEMORY, 'hono'])
    expect(lines.text.slice(1)).toEqual([
      "app.all('/api/calendar/*', calendar)",
      "app.all('/calendar/*', calendar)",
    ])
    const { calendar: handler } = await loaded(other, 'calendar.ts')
    const { Hono } = await import('hono')
    if (typeof handler !== 'function') throw new Error('it exports no calendar')
    const hono = new Hono()
    for (const path of ['/api/calendar/*', '/calendar/*']) hono.all(path, (c) => handler(c))
    expect((await hono.request('/api/calendar')).status).toBe(200)
    expect((await hono.request('/api/calendar/events')).status).toBe(200)
    expect((await hono.request('/calendar/events/')).status).toBe(200)
  })

  test('an empty folder becomes a project that starts, with its token in a file that git leaves out', async () => {
    const folder = temporaryFolder()
    const told = await reportOf(folder, ['init', '--yes'])
    const files = filesOf(folder)
    expect(Object.keys(files)).toEqual([
      '.env',
      '.gitignore',
      'calendar-server.mjs',
      'calendar.mjs',
      'package.json',
    ])
    expect(files['.env']).toContain(`KALENDS_TOKEN=${told.token}\n`)
    expect(files['.gitignore']?.split('\n')).toEqual(expect.arrayContaining(['.env', 'node_modules']))
    expect(manifestOf(folder)).toMatchObject({
      private: true,
      scripts: { start: 'node --env-file=.env calendar-server.mjs' },
      dependencies: { kalends: `^${root.version}` },
    })
    expect(await reportOf(folder, ['init', '--yes'])).toMatchObject({ files: [], manifest: [] })
    expect(filesOf(folder)).toEqual(files)
  })
})

describe('how a project names this package', () => {
  const installedFrom = (resolved: unknown, file = 'packed/kalends-0.8.0.tgz') => {
    const packages = { 'node_modules/kalends': { resolved } }
    const folder = projectWith({
      [file]: '',
      'cache/node_modules/.package-lock.json': JSON.stringify({ packages }),
    })
    return ownRange(join(folder, 'app'), join(folder, 'cache/node_modules/kalends'), '0.8.0')
  }

  test('by the packed file that npm installed it from', () => {
    expect(installedFrom('file:../packed/kalends-0.8.0.tgz')).toBe('file:../packed/kalends-0.8.0.tgz')
    expect(installedFrom('file:../my%23 files/k.tgz', 'my# files/k.tgz')).toBe('file:../my%23 files/k.tgz')
    expect(installedFrom('file:../app/k.tgz', 'app/k.tgz')).toBe('file:k.tgz')
  })

  test('by its version, if it came from a registry, or the file is gone', () => {
    const others = [
      'https://registry.example/kalends/-/kalends-0.8.0.tgz',
      'file:../gone.tgz',
      'file:..',
      7,
      undefined,
    ]
    expect(others.map((one) => installedFrom(one))).toEqual(others.map(() => '^0.8.0'))
    const broken = projectWith({ 'node_modules/.package-lock.json': '{' })
    expect(ownRange(broken, join(broken, 'node_modules/kalends'), '0.8.0')).toBe('^0.8.0')
  })
})

describe('what is there stays', () => {
  test('--dry-run says the same and writes nothing', async () => {
    const folder = projectOf('next', TYPESCRIPT)
    const before = filesOf(folder)
    const dry = await reportOf(folder, ['init', '--dry-run'])
    expect(filesOf(folder)).toEqual(before)
    const { token: _, ...wet } = await reportOf(folder, ['init', '--yes'])
    expect({ ...dry, token: undefined }).toEqual({ ...wet, dryRun: true, token: undefined })
  })

  test('what it says how to undo is what it did', async () => {
    const folder = projectWith({})
    const { undo } = await reportOf(folder, ['init', '--yes'])
    const names = [
      ...String(undo[0])
        .replace(/^rm /, '')
        .matchAll(/"([^"]+)"|(\S+)/g),
    ]
    for (const [, quoted, plain] of names) rmSync(join(folder, quoted ?? plain ?? ''))
    expect(filesOf(folder)).toEqual({})
  })

  test('a calendar that was changed since, or made with other answers, is not touched', async () => {
    const folder = projectOf('next', TYPESCRIPT)
    await reportOf(folder, ['init', '--yes'])
    writeFileSync(
      join(folder, 'lib/calendar.ts'),
      `${readFileSync(join(folder, 'lib/calendar.ts'), 'utf8')}// mine\n`,
    )
    const before = filesOf(folder)
    const { code, output } = await kalends(folder, ['init', '--yes', '--path', '/events'])
    expect(code).toBe(0)
    expect(output).toContain('nothing to do. lib/calendar.ts is there')
    expect(filesOf(folder)).toEqual(before)
  })

  test('what a first run left undone is done by the next one', async () => {
    const folder = projectOf('next', TYPESCRIPT)
    await reportOf(folder, ['init', '--yes'])
    const before = filesOf(folder)
    rmSync(join(folder, 'app'), { recursive: true })
    await reportOf(folder, ['init', '--yes'])
    expect(filesOf(folder)).toEqual(before)
  })

  test('a module calendar of the app is left alone, and the calendar gets another name', async () => {
    const mine = 'export const calendar = 1\n'
    const folder = projectOf('next', { ...TYPESCRIPT, 'lib/calendar.ts': mine })
    const { files } = await reportOf(folder, ['init', '--yes'])
    expect(files).toEqual([
      'lib/kalends-calendar.ts',
      'app/api/calendar/[[...path]]/route.ts',
      'app/calendar/[[...path]]/route.ts',
    ])
    const route = filesOf(folder)['app/api/calendar/[[...path]]/route.ts']
    expect(route).toContain("from '../../../../lib/kalends-calendar'")
    expect(filesOf(folder)['lib/calendar.ts']).toBe(mine)
  })

  test('a route of the app is left alone, and nothing is written', async () => {
    const folder = projectOf('next', { ...TYPESCRIPT, 'app/api/calendar/[[...path]]/route.ts': '// mine\n' })
    const before = filesOf(folder)
    const { code, errors } = await kalends(folder, ['init', '--yes'])
    expect(code).toBe(1)
    expect(errors).toContain('Choose another --path')
    expect(filesOf(folder)).toEqual(before)
    expect((await kalends(folder, ['init', '--yes', '--path', '/town/events'])).code).toBe(0)
    expect(Object.keys(filesOf(folder))).toContain('app/town/events/[[...path]]/route.ts')
  })

  test('a folder of the app where the pages would be is left alone', async () => {
    const folder = projectOf('next', { 'app/calendar/page.tsx': 'export default () => null\n' })
    const before = filesOf(folder)
    const { code, errors } = await kalends(folder, ['init', '--yes'])
    expect(code).toBe(1)
    expect(errors).toContain('app/calendar/ is there already')
    expect(filesOf(folder)).toEqual(before)
    const { files } = await reportOf(folder, ['init', '--yes', '--site', '/whats-on'])
    expect(files).toContain('app/whats-on/[[...path]]/route.js')
    // What was ours and was removed leaves a folder.
    rmSync(join(folder, 'app/calendar/page.tsx'))
    rmSync(join(folder, 'lib/calendar.js'))
    expect((await reportOf(folder, ['init', '--yes'])).files).toContain('app/calendar/[[...path]]/route.js')
  })

  test('package.json keeps its form, and what it has', async () => {
    const text =
      '\uFEFF{\r\n\t"name": "town",\r\n\t"scripts": {\r\n\t\t"calendar:export": "mine"\r\n\t},\r\n\t"dependencies": {\r\n\t\t"express": "4",\r\n\t\t"kalends": "file:../kalends.tgz",\r\n\t\t"libsql": "1"\r\n\t}\r\n}\r\n'
    const folder = projectWith({ 'package.json': text })
    await reportOf(folder, ['init', '--yes'])
    expect(filesOf(folder)['package.json']).toBe(text)
    const other = projectWith({ 'package.json': text.replace('"calendar:export": "mine"', '"a": "b"') })
    await reportOf(other, ['init', '--yes'])
    expect(filesOf(other)['package.json']).toBe(
      text.replace(
        '"calendar:export": "mine"',
        '"a": "b",\r\n\t\t"calendar:export": "kalends export --database calendar.sqlite --output calendar.json"',
      ),
    )
  })

  test('several at once: the files are those of one', async () => {
    const folder = projectOf('next', TYPESCRIPT)
    const ended = await Promise.all([1, 2, 3].map(() => kalends(folder, ['init', '--yes'])))
    // One writes, and the others find its files whole.
    expect(ended.map(({ code, errors }) => ({ code, errors }))).toEqual(
      Array(3).fill({ code: 0, errors: '' }),
    )
    const alone = projectOf('next', TYPESCRIPT)
    await reportOf(alone, ['init', '--yes'])
    expect(filesOf(folder)).toEqual(filesOf(alone))
  })
})

test.each([
  ['^20', 'libsql'],
  ['~18.19', 'libsql'],
  ['>=20.0.0', 'libsql'],
  ['latest', 'node:sqlite'],
  ['^24.1.0', 'node:sqlite'],
])('with @types/node %s, on a Node with SQLite, TypeScript finds the database: %s', (range, database) => {
  const manifest = { name: 'town', devDependencies: { '@types/node': range } }
  const folder = projectWith({ 'package.json': JSON.stringify(manifest), ...TYPESCRIPT })
  expect(databaseOf(readProject(folder), 'next', true)).toBe(database)
})

describe('odd projects', () => {
  test.each([
    ['{ "name": ', 'package.json is not JSON'],
    ['[]', 'package.json is not an object'],
    ['{ "dependencies": [] }', '"dependencies" is not an object'],
    ['{ "scripts": "none" }', '"scripts" is not an object'],
    ['{ "workspaces": ["packages/*"] }', 'the root of a workspace'],
    [`{ "name": "${'x'.repeat(1_000_001)}" }`, 'has more than'],
  ])('package.json %# is refused, and nothing is written', async (text, reason) => {
    const folder = projectWith({ 'package.json': text })
    const { code, output, errors } = await kalends(folder, ['init', '--yes'])
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toContain(reason)
    expect(filesOf(folder)).toEqual({ 'package.json': text })
  })

  test('names of packages and folders are only names', async () => {
    const folder = projectWith({
      'package.json': '{ "dependencies": { "__proto__": "1", "toString": "1" }, "type": ["module"] }',
    })
    expect(await reportOf(folder, ['init', '--yes'])).toMatchObject({ framework: 'node' })
  })

  test('a link that leads out of the project is not followed', async () => {
    const outside = temporaryFolder()
    const folder = projectOf('nuxt')
    symlinkSync(outside, join(folder, 'server'))
    const before = filesOf(folder)
    const { code, errors } = await kalends(folder, ['init', '--yes'])
    expect(code).toBe(1)
    expect(errors).toContain('leads out of the project. Nothing was written.')
    expect(readdirSync(outside)).toEqual([])
    expect(filesOf(folder)).toEqual(before)
  })

  test('where a folder cannot be made, what was written before is taken back', async () => {
    // A file stands where the folder of the route would be.
    const folder = projectOf('nuxt', { 'server/middleware': 'a file' })
    const before = filesOf(folder)
    const { code, errors } = await kalends(folder, ['init', '--yes'])
    expect(code).toBe(1)
    expect(errors).toContain('Nothing was written.')
    expect(filesOf(folder)).toEqual(before)
    expect(existsSync(join(folder, 'server/lib'))).toBe(false)
  })

  test('the lock file above names the package manager; a workspace below its root works', async () => {
    const folder = projectWith({
      'package.json': '{ "workspaces": ["apps/*"] }',
      'pnpm-lock.yaml': '',
      'apps/site/package.json': '{ "dependencies": { "next": "16" } }',
    })
    const told = await reportOf(join(folder, 'apps/site'), ['init', '--yes'])
    expect(told).toMatchObject({ packageManager: 'pnpm', framework: 'next', steps: ['pnpm install'] })
  })

  test('a CommonJS app gets a line that it can run', async () => {
    const folder = projectWith(having(['express']))
    const { files, lines } = await reportOf(folder, ['init', '--yes'])
    expect(files).toEqual(['calendar.mjs'])
    expect(lines.text[0]).toBe("const { calendar } = require('./calendar.mjs')")
  })
})

describe('questions', () => {
  test('are four, and an empty line is the answer in brackets', async () => {
    const folder = projectOf('next', TYPESCRIPT)
    const { code, errors, output } = await kalends(folder, ['init'], { input: '/town\nmemory\n\n\n' })
    expect(code).toBe(0)
    expect(errors.match(/\[[^\]]*\] /g)?.length).toBe(4)
    expect(output).toContain('http://localhost:3000/town/events')
    expect(output).toContain('http://localhost:3000/calendar/events/')
    expect(filesOf(folder)['lib/calendar.ts']).toContain("basePath: '/town'")
    expect(filesOf(folder)['lib/calendar.ts']).toContain('memoryStorage()')
  })

  test('are not asked for what a flag says', async () => {
    const folder = projectOf('next', TYPESCRIPT)
    const flags = ['--path', '/town', '--write', 'nobody', '--database', 'pg', '--site', 'no']
    const { code, errors } = await kalends(folder, ['init', ...flags])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
  })

  test.each([
    ['', 'There was no answer'],
    ['/town\n', 'There was no answer'],
    ['town\n../town\n/a/../b\n', 'is not a path'],
  ])('answers %j write nothing', async (input, reason) => {
    const folder = projectOf('next', TYPESCRIPT)
    const before = filesOf(folder)
    const { code, errors } = await kalends(folder, ['init'], { input })
    expect(code).toBe(1)
    expect(errors).toContain(reason)
    expect(filesOf(folder)).toEqual(before)
  })

  test.each([
    [['--path', 'town'], '--path: "town" is not a path'],
    [['--path', "/a'b"], '--path:'],
    [['--path', '/..'], '--path:'],
    [['--path', `/${'a'.repeat(200)}`], '--path:'],
    [['--database', 'toString'], '--database: "toString" is not one of'],
    [['--write', 'everybody'], '--write: "everybody" is not'],
    [['--write', "x'.ts#userOf"], '--write:'],
    [['--write', '../x.ts#userOf'], '--write:'],
    [['--site', 'calendar'], '--site: "calendar" is not no'],
    [['--site', '/', '--framework', 'hono'], '--site: "/" is not no'],
    [['--path', '/town', '--site', '/town'], '--site: the calendar answers below /town'],
    [['--path', '/town', '--site', '/town/pages'], '--site: the calendar answers below /town'],
    [['--framework', 'toString'], '--framework: "toString" is not one of'],
  ])('%j is wrong usage', async (args, reason) => {
    const folder = projectWith({})
    const { code, errors } = await kalends(folder, ['init', '--yes', ...args])
    expect(code).toBe(2)
    expect(errors).toContain(reason)
    expect(filesOf(folder)).toEqual({})
  })
})
