import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { faultsOf } from './package/cyclonedx.ts'
import { follow, instructionsOf, pack, start, temporaryFolder } from './package/fresh-folder.ts'
import { pointersOf } from './package/pointers.ts'
import { freePort, originOf, outputOf } from './setup/programs.ts'
import { words } from './setup/words.ts'

const root = new URL('..', import.meta.url).pathname
const run = (command: string, ...parameters: string[]): string =>
  execFileSync(command, parameters, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const exported = Object.entries(manifest.exports).filter(([, path]) => path.endsWith('.js'))

/** The names of the public face: a change here is a change of the interface, and belongs into the change log. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  '.': ['ApiError', 'createEventsApi'],
  './storage/contract': words(`
    CommitTooLarge KEYS LARGEST_RESERVED ORDERS StorageNotMigrated StorageUnavailable absentValue byOrder containsText
    isNotMigrated isTooLarge isUnavailable meets orderConditions orderParts passes versionAfter
  `),
  './storage/memory': ['memoryStorage'],
  './storage/sql': ['migrationSql', 'sqlStorage'],
  './storage/key-value': ['keyValueStorage'],
  './client': ['ClientError', 'createClient', 'etagOf', 'isClientError', 'subscribeLinks'],
  './client/full-calendar': ['fullCalendarEvents'],
  './client/schedule-x': ['scheduleXEvents'],
  './embed': [],
  './suggest': [],
  './editor': ['createEditor'],
  './site': ['createSite'],
  './mcp': ['InvalidParams', 'ToolError', 'createMcp'],
  './move': words(`
    MoveError compareSite copyCalendar exportCalendar exportEvents importCalendar importFile importSite
    oldAddresses renewCalendarId
  `),
  './webhooks': ['WebhookError', 'webhooks'],
  './auth': words(`
    basicPasswords bearerTokens firstOf memoryAttempts memoryPasswords memoryTokens session
    wordpressPasswords
  `),
  './auth/sql': ['migrationSql', 'sqlCredentials'],
  './auth/key-value': ['keyValueCredentials'],
  './images/database': ['databaseImages'],
  './images/s3': ['s3Images'],
  './adapters/images/folder': ['folderImages'],
  './adapters/node': ['PublicFetchError', 'printGuide', 'publicFetch', 'toNodeListener'],
  './adapters/deno': ['toDenoHandler'],
  './adapters/bun': ['toBunHandler'],
  './adapters/next': ['toNextHandlers'],
  './adapters/sql/node-sqlite': ['nodeSqlite'],
  './adapters/sql/better-sqlite3': ['betterSqlite3'],
  './adapters/sql/bun-sqlite': ['bunSqlite'],
  './adapters/sql/libsql': ['libsql'],
  './adapters/sql/d1': ['d1'],
  './adapters/sql/pglite': ['pglite'],
  './adapters/sql/postgres': ['postgresJs'],
  './adapters/sql/pg': ['pg'],
  './adapters/sql/mysql2': ['mysql2'],
  './adapters/sql/kysely': ['kysely'],
  './adapters/sql/drizzle': ['drizzle'],
  './adapters/sql/knex': ['knex'],
  './adapters/sql/prisma': ['prisma'],
  './adapters/key-value/memory': ['memoryKeyValue'],
  './adapters/key-value/deno': ['denoKv'],
  './adapters/key-value/ioredis': ['ioredis'],
  './adapters/key-value/redis': ['nodeRedis'],
  './adapters/key-value/lmdb': ['lmdb'],
  './adapters/key-value/durable-object': ['durableObject'],
  './testing': words(`
    exampleEntry exampleEvent exampleExtra exampleOrganizer exampleReceipt exampleTerm exampleVenue put testKeyValue testStorage
  `),
}

const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

beforeAll(() => {
  if (process.env.BUILT === undefined) run('npx', 'tsup', '--silent')
})

describe('what is published', () => {
  test('is what the names say', () => {
    expect(exported.map(([name]) => name)).toEqual(Object.keys(NAMES))
  })

  test.each(exported)('%s is built and typed', (_name, path) => {
    expect(existsSync(`${root}${path}`)).toBe(true)
    expect(existsSync(`${root}${path.replace(/\.js$/, '.d.ts')}`)).toBe(true)
  })

  test.each(exported)('%s exports its names, as Node loads them', (name, path) => {
    const names = run(
      process.execPath,
      '-e',
      `import('${root}${path}').then((m) => console.log(Object.keys(m).join()))`,
    )
    expect(names.trim().split(',').filter(Boolean).sort()).toEqual(NAMES[name])
  })

  test.each(exported)('%s names neither zod, nor a router, nor luxon in its types', (_name, path) => {
    expect(typesOf(path)).not.toMatch(/from ['"](zod|itty-router|luxon|@noble)/)
  })

  test('passes publint', () => {
    expect(run('npx', 'publint', '--strict')).toContain('All good')
  })

  test('resolves as types and as code wherever ESM is spoken', () => {
    const table = run('npx', 'attw', '--pack', '.', '--profile', 'esm-only')
    for (const [name] of exported) expect(table).toContain(`"kalends${name.slice(1)}"`)
  })
})

describe('the packed package', () => {
  const isText = (path: string) => /\.(md|d\.ts)$|^(LICENSE|NOTICE|llms\.txt)$/.test(path)
  /** Beside `dist/`. */
  const BUILT = ['sbom.cdx.json', 'llms-full.txt']
  let packed: Packed
  beforeAll(() => {
    const [one]: Packed[] = JSON.parse(run('npm', 'pack', '--dry-run', '--json', '--ignore-scripts'))
    packed = one ?? expect.unreachable('nothing is packed')
  })
  const paths = () => packed.files.map(({ path }) => path)

  test('holds what the build makes and what the repository has, and is small', () => {
    const tracked = run('git', 'ls-files').split('\n')
    const strange = paths().filter(
      (path) => !path.startsWith('dist/') && !BUILT.includes(path) && !tracked.includes(path),
    )
    expect(strange).toEqual([])
    expect(packed.size).toBeLessThan(1_450_000)
  })

  test('has every file that its pages, licenses and declarations point to', () => {
    const missing = paths()
      .filter(isText)
      .flatMap((path) => pointersOf(path, read(path)).map((target) => ({ path, target })))
      .filter(({ target }) => !paths().some((one) => one === target || one.startsWith(`${target}/`)))
    expect(missing).toEqual([])
    expect(pointersOf('dist/a.d.ts', '/** See `docs/none.md`. */')).toEqual(['docs/none.md'])
    expect(pointersOf('docs/a.md', '[here](b.md#c), `src/d.ts`')).toEqual(['docs/b.md', 'src/d.ts'])
  })

  test('lists what is built in, as a valid CycloneDX 1.6 file and in NOTICE', () => {
    expect(paths()).toContain('sbom.cdx.json')
    const bill: Bill = JSON.parse(read('sbom.cdx.json'))
    expect(faultsOf(bill)).toEqual([])
    expect(faultsOf({ ...bill, bomFormat: 'other' })).not.toEqual([])
    const built = words(
      `@noble/hashes @preact/signals @preact/signals-core aws4fetch itty-router luxon orderedmap preact
      prosemirror-commands prosemirror-history prosemirror-keymap prosemirror-model prosemirror-schema-list
      prosemirror-state prosemirror-transform prosemirror-view rope-sequence w3c-keyname zod`,
    )
    const installed = built.map((name) => {
      const { version }: { version: string } = JSON.parse(read(`node_modules/${name}/package.json`))
      return { name, version, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` }
    })
    expect(bill.metadata.component).toMatchObject({ name: manifest.name, version: manifest.version })
    expect(bill.components.map(({ name, version, purl }) => ({ name, version, purl }))).toEqual(installed)
    const noticed = [...read('NOTICE').matchAll(/^- (\S+) (\S+) \(/gm)].map(([, name, version]) => ({
      name,
      version,
    }))
    expect(noticed).toEqual(installed.map(({ name, version }) => ({ name, version })))
  })
})

describe('the core, its dependencies in', () => {
  let chunks: Chunks
  beforeAll(async () => {
    chunks = await chunksOf(`${root}dist/index.js`)
  })

  test('asks for nothing of one runtime', () => {
    for (const { text } of chunks.all) {
      expect(text).not.toMatch(/from\s*["']node:|require\(|\bprocess\.|\bBuffer\b|\bDeno\.|\bBun\./)
    }
  })

  test('loads under 56 kB gzipped at its start', () => {
    expect(sizeOf(chunks.atStart)).toBeGreaterThan(10_000)
    expect(sizeOf(chunks.atStart)).toBeLessThan(56_000)
  })

  test('loads writes, series, the documentation and the script for pages when they are first needed, under 238 kB gzipped', () => {
    const later = chunks.all.filter((one) => !chunks.atStart.includes(one))
    expect(later.some(({ text }) => text.includes('rest_idempotency_key_reused'))).toBe(true)
    expect(later.some(({ text }) => text.includes('require-trusted-types-for'))).toBe(true)
    expect(later.some(({ text }) => text.includes('openapi'))).toBe(true)
    expect(later.some(({ text }) => text.includes('kalends-month'))).toBe(true)
    expect(later.some(({ text }) => text.includes('BYSETPOS'))).toBe(true)
    expect(sizeOf(later)).toBeLessThan(238_000)
  })
})

describe('in an empty folder, after `npm init`', () => {
  test('the program of docs/start.md answers', async () => {
    const told = instructionsOf('docs/start.md')
    const folder = follow(told, pack())
    const port = await freePort()
    const origin = await originOf(start(folder, told.run, { PORT: `${port}` }), port)
    const made = await fetch(`${origin}/vendor/events/v1/events`, {
      method: 'POST',
      headers: { authorization: 'Bearer let-me-in', 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'Lantern walk',
        start_date: 'tomorrow 17:00',
        end_date: 'tomorrow 18:00',
      }),
    })
    expect(made.status).toBe(201)
    expect(await (await fetch(`${origin}/vendor/events/v1/events`)).json()).toMatchObject({
      total: 1,
      events: [{ title: 'Lantern walk' }],
    })
  })

  test('the program of docs/start.md answers as TypeScript, and CommonJS gets the package', async () => {
    const told = instructionsOf('docs/start.md')
    const folder = follow({ ...told, file: 'app.mts' }, pack())
    const port = await freePort()
    const tsx = `${root}node_modules/.bin/tsx`
    const origin = await originOf(start(folder, `${tsx} app.mts`, { PORT: `${port}` }), port)
    expect((await fetch(`${origin}/vendor/events/v1/events`)).status).toBe(200)
    writeFileSync(`${folder}/app.cjs`, "console.log(typeof require('kalends').createEventsApi)")
    expect(await outputOf(start(folder, 'node app.cjs'))).toMatchObject({ code: 0, output: 'function\n' })
  })
})

describe('the first lines of a page, in a clone', () => {
  const PAGES = ['README.md', 'docs/README.md', 'docs/start.md']
  const linesOf = (page: string) =>
    (/^```\n(npm ci && npm run build && npm pack\n[^`]*)^```$/m.exec(read(page))?.[1] ?? '')
      .trim()
      .split('\n')

  test.each(PAGES)('%s: they make a project that names the packed file and serves', async (page) => {
    const [, move = '', init = '', ...rest] = linesOf(page)
    expect(rest.join(' && ')).toBe('npm install && npm start')
    const clone = join(temporaryFolder(), 'clone')
    mkdirSync(clone)
    pack(clone)
    // Nothing comes from a registry, which is why the database is another one.
    const env = { npm_config_offline: 'true', npm_config_cache: temporaryFolder() }
    const inShell = (folder: string, command: string) =>
      execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8', env: { ...process.env, ...env } })
    const folder = inShell(clone, `${move} && pwd`).trim()
    expect(inShell(folder, `${init} --database memory`)).toContain('Node, memory')
    const made: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(made).toMatchObject({ dependencies: { kalends: `file:kalends-${manifest.version}.tgz` } })
    inShell(folder, 'npm install')
    const port = await freePort()
    const server = start(folder, 'npm start', { PORT: `${port}` })
    const origin = await originOf(server, port)
    expect((await fetch(`${origin}/api/calendar/events`)).status).toBe(200)
  })

  test('every page names the file that `npm pack` writes', () => {
    const pages = run('git', 'ls-files', '*.md').trim().split('\n')
    const named = pages.flatMap((page) => read(page).match(/kalends-\d+\.\d+\.\d+\.tgz/g) ?? [])
    expect(named.length).toBeGreaterThan(25)
    expect([...new Set(named)]).toEqual([`kalends-${manifest.version}.tgz`])
    const unpublished = pages.filter((page) => /\bnpx kalends init\n|npm install kalends\b/.test(read(page)))
    expect(unpublished).toEqual([])
  })
})

describe('the command, installed in an empty folder', () => {
  const install = () =>
    follow(
      {
        commands: ['npm init -y', `npm install ./kalends-${manifest.version}.tgz`],
        file: 'notes.txt',
        run: '',
        program: '',
      },
      pack(),
    )

  test('runs by its name, and says which client library to install', async () => {
    const folder = install()
    const ran = (command: string) => outputOf(start(folder, command))
    expect(await ran('npx kalends --version')).toMatchObject({ code: 0, output: `${manifest.version}\n` })
    const { code, output, errors } = await ran(
      'npx kalends migrate --database postgres://me:secret@127.0.0.1:1/calendar',
    )
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toContain(
      'PostgreSQL needs one of pg and postgres, which is not installed here. To install it:\n  npm install pg\n',
    )
    expect(errors).not.toContain('secret')
    expect((await ran('npx kalends migrate --database mysql://127.0.0.1:1/calendar')).errors).toContain(
      'MySQL and MariaDB needs the package mysql2, which is not installed here. To install it:\n  npm install mysql2',
    )
    expect((await ran('npx kalends migrate --database lmdb:calendar')).errors).toContain('npm install lmdb')
  })

  test('uses the client library that is installed in the folder', async () => {
    const folder = install()
    symlinkSync(`${root}node_modules/lmdb`, `${folder}/node_modules/lmdb`)
    expect(await outputOf(start(folder, 'npx kalends migrate --database lmdb:calendar'))).toMatchObject({
      code: 0,
      output: 'lmdb:calendar was not there. It is a new calendar now, and empty.\n',
    })
    expect(existsSync(`${folder}/calendar`)).toBe(true)
  })
})

/** Of what `npm pack --json` prints. */
interface Packed {
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}

interface Bill {
  readonly metadata: { readonly component: object }
  readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string }[]
}

test('whoever imports `ApiError` alone bundles it without the API, under 3 kB gzipped', async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export { ApiError } from '${root}dist/index.js'`, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
  })
  const text = outputFiles.map((one) => one.text).join()
  expect(text).toContain('rest_forbidden')
  expect(gzipSync(text).length).toBeLessThan(3_000)
})

test('a bundler keeps the elements of `kalends/embed`, which nobody imports by name', async () => {
  const { outputFiles } = await build({
    stdin: { contents: `import '${root}dist/embed.js'`, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
  })
  const text = outputFiles.map((one) => one.text).join()
  expect(text).toContain('kalends-month')
  expect(gzipSync(text).length).toBeLessThan(12_000)
})

interface Chunk {
  readonly path: string
  readonly text: string
}

interface Chunks {
  readonly all: readonly Chunk[]
  /** What is loaded with the entry: all but what an `import()` brings. */
  readonly atStart: readonly Chunk[]
}

async function chunksOf(entry: string): Promise<Chunks> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import'],
    absWorkingDir: root,
    outdir: 'out',
    metafile: true,
    write: false,
  })
  const all = outputFiles.map(({ path, text }) => ({ path: path.slice(root.length), text }))
  const atStart = new Set<string>()
  const load = (path: string) => {
    if (atStart.has(path)) return
    atStart.add(path)
    for (const one of metafile.outputs[path]?.imports ?? []) {
      if (one.kind === 'import-statement') load(one.path)
    }
  }
  const first = Object.entries(metafile.outputs).find(([, { entryPoint }]) =>
    entry.endsWith(entryPoint ?? '/'),
  )
  load(first?.[0] ?? expect.unreachable('no entry'))
  return { all, atStart: all.filter(({ path }) => atStart.has(path)) }
}

const sizeOf = (chunks: readonly Chunk[]): number =>
  chunks.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0)

/** The declarations of an entry, with the chunks that they come from. */
function typesOf(path: string, seen = new Set<string>()): string {
  const file = new URL(path.replace(/\.js$/, '.d.ts'), `file://${root}`).pathname
  if (seen.has(file)) return ''
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const chunks = [...text.matchAll(/from '(\.[^']+)\.js'/g)].map(([, chunk = '']) => {
    const target = new URL(`${chunk}.js`, `file://${file}`).pathname
    return typesOf(`./${target.slice(root.length)}`, seen)
  })
  return [text, ...chunks].join('\n')
}
