import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type DatabaseName, databaseRow } from './databases.ts'
import type { FrameworkRow } from './frameworks.ts'
import { type Project, tableOf } from './project.ts'

/** What this version is tested with. A project that has such a package keeps its own version. */
export const VERSIONS: Readonly<Record<string, string>> = {
  '@types/better-sqlite3': '^9.6.0',
  '@types/bun': '^1.3.0',
  '@types/node': '^24.0.0',
  '@types/pg': '^8.23.1',
  'better-sqlite3': '^12.0.0',
  ioredis: '^6.0.0',
  libsql: '^0.5.29',
  mysql2: '^3.24.6',
  pg: '^8.23.1',
  postgres: '^3.4.9',
  redis: '^6.3.1',
}

/** What becomes of package.json. Only names that are not there are added. */
export interface Changes {
  /** The new text; `undefined` if it stays as it is. */
  readonly text: string | undefined
  readonly told: readonly string[]
  /** Packages that still have to be installed. */
  readonly packages: readonly string[]
}

interface Addition {
  readonly list: 'scripts' | 'dependencies' | 'devDependencies'
  readonly name: string
  readonly value: string
}

/** @param own how the project names this package. */
export function changesOf(
  { folder, manifest, packages }: Project,
  framework: FrameworkRow,
  database: DatabaseName,
  isTypeScript: boolean,
  own: string,
): Changes {
  const row = databaseRow(database)
  const hasTypesOfNode =
    (row.environment ?? framework.environment) !== undefined || row.types.includes('@types/bun')
  const types = isTypeScript ? [...row.types, ...(hasTypesOfNode ? [] : ['@types/node'])] : []
  const needed = ['kalends', ...row.needs]
  const installed = (name: string) => existsSync(join(folder, 'node_modules', name))
  if (manifest === undefined) return { text: undefined, told: [], packages: [...needed, ...types] }
  const { data, text } = manifest
  const isStarted = Object.values(tableOf(data, 'scripts')).some((one) => /calendar-server/.test(String(one)))
  const scripts = [
    ...(framework.script && !isStarted ? [framework.script] : []),
    ...(row.file ? [['calendar:export', exportOf(row.file)] as const] : []),
  ]
  const all: Addition[] = [
    ...scripts.map(([name, value]) => ({ list: 'scripts' as const, name, value })),
    ...needed.map((name) => ({ list: 'dependencies' as const, name, value: rangeOf(name, own) })),
    ...types.map((name) => ({ list: 'devDependencies' as const, name, value: rangeOf(name, own) })),
  ]
  const added = all.filter(({ list, name }) =>
    list === 'scripts' ? !Object.hasOwn(tableOf(data, list), name) : !packages.has(name),
  )
  return {
    text: added.length === 0 ? undefined : withAdditions(text, data, added),
    told: added.map(({ list, name }) => `${list}: ${name}`),
    packages: [...needed, ...types].filter((name) => !installed(name)),
  }
}

const rangeOf = (name: string, own: string): string => (name === 'kalends' ? own : (VERSIONS[name] ?? '*'))

const exportOf = (file: string) => `kalends export --database ${file} --output calendar.json`

/** As the file was written: its indent, its ends of lines, its mark at the beginning. */
function withAdditions(
  text: string,
  data: Readonly<Record<string, unknown>>,
  added: readonly Addition[],
): string {
  const next: Record<string, unknown> = { ...data }
  for (const { list, name, value } of added) next[list] = { ...tableOf(next, list), [name]: value }
  const indent = /^\uFEFF?\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? '  '
  const written = `${JSON.stringify(next, null, indent)}${/\n$/.test(text) ? '\n' : ''}`
  const lines = text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written
  return text.startsWith('\uFEFF') ? `\uFEFF${lines}` : lines
}

/** Of a project that is made in an empty folder. */
export function newManifest(folder: string, database: DatabaseName, own: string): Changes {
  const row = databaseRow(database)
  const name =
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'calendar'
  const needed = ['kalends', ...row.needs]
  const data = {
    name,
    private: true,
    type: 'module',
    scripts: {
      start: 'node --env-file=.env calendar-server.mjs',
      ...(row.file && { 'calendar:export': exportOf(row.file) }),
    },
    dependencies: Object.fromEntries(needed.map((one) => [one, rangeOf(one, own)])),
  }
  return { text: `${JSON.stringify(data, null, 2)}\n`, told: ['a new project'], packages: needed }
}
