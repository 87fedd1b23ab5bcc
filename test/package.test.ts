import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const root = new URL('..', import.meta.url).pathname
const run = (command: string, ...parameters: string[]): string =>
  execFileSync(command, parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const exported = Object.entries(manifest.exports).filter(([, path]) => path.endsWith('.js'))

/** The names of the public face: a change here is a change of the interface, and belongs into the change log. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  '.': ['ApiError', 'createEventsApi'],
  './storage/contract': [
    'CommitTooLarge',
    'KEYS',
    'ORDERS',
    'StorageUnavailable',
    'byOrder',
    'containsText',
    'isTooLarge',
    'isUnavailable',
    'meets',
    'passes',
  ],
  './storage/memory': ['memoryStorage'],
  './storage/sql': ['migrationSql', 'sqlStorage'],
  './storage/key-value': ['keyValueStorage'],
  './client': ['ClientError', 'createClient', 'etagOf', 'isClientError'],
  './auth': [
    'basicPasswords',
    'bearerTokens',
    'firstOf',
    'memoryAttempts',
    'memoryPasswords',
    'memoryTokens',
    'session',
  ],
  './adapters/node': ['toNodeListener'],
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
  './adapters/key-value/memory': ['memoryKeyValue'],
  './adapters/key-value/deno': ['denoKv'],
  './adapters/key-value/ioredis': ['ioredis'],
  './adapters/key-value/redis': ['nodeRedis'],
  './adapters/key-value/lmdb': ['lmdb'],
  './adapters/key-value/durable-object': ['durableObject'],
  './testing': [
    'exampleEvent',
    'exampleOrganizer',
    'exampleReceipt',
    'exampleTerm',
    'exampleVenue',
    'put',
    'testKeyValue',
    'testStorage',
  ],
}

beforeAll(() => {
  run('npx', 'tsup', '--silent')
}, 120_000)

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
    expect(names.trim().split(',').sort()).toEqual(NAMES[name])
  })

  test.each(exported)('%s names neither zod, nor a router, nor luxon in its types', (_name, path) => {
    expect(typesOf(path)).not.toMatch(/from ['"](zod|itty-router|luxon)/)
  })

  test('passes publint', () => {
    expect(run('npx', 'publint', '--strict')).toContain('All good')
  })

  test('resolves as types and as code wherever ESM is spoken', () => {
    const table = run('npx', 'attw', '--pack', '.', '--profile', 'esm-only')
    for (const [name] of exported) expect(table).toContain(`"events-api${name.slice(1)}"`)
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

  test('loads under 60 kB gzipped at its start', () => {
    expect(sizeOf(chunks.atStart)).toBeGreaterThan(10_000)
    expect(sizeOf(chunks.atStart)).toBeLessThan(60_000)
  })

  test('has its documentation for those who ask for it, under 12 kB gzipped', () => {
    const later = chunks.all.filter((one) => !chunks.atStart.includes(one))
    expect(later.some(({ text }) => text.includes('require-trusted-types-for'))).toBe(true)
    expect(later.some(({ text }) => text.includes('openapi'))).toBe(true)
    expect(sizeOf(later)).toBeLessThan(12_000)
  })
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
