import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, Failure, isRecord, messageOf } from '../usage.ts'
import { type DatabaseName, databaseNames, databaseRow } from './databases.ts'
import { type FrameworkName, frameworkNames, frameworkRow } from './frameworks.ts'

/** What `kalends init` sees of a project, without running any of it. */
export interface Project {
  readonly folder: string
  /** `undefined` where there is none: a new project is made. */
  readonly manifest: Manifest | undefined
  /** Names of all packages that it names, of whatever kind. */
  readonly packages: ReadonlySet<string>
  readonly isTypeScript: boolean
  /** Its types of Node are older than `node:sqlite`, so TypeScript does not find that. */
  readonly lacksSqliteTypes: boolean
  /** Relative imports may end in `.ts`. */
  readonly importsTs: boolean
  readonly isModule: boolean
  readonly manager: Manager
}

export interface Manifest {
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

export type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun' | 'deno'

const LOCKS: readonly (readonly [file: string, manager: Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['deno.lock', 'deno'],
  ['deno.json', 'deno'],
  ['deno.jsonc', 'deno'],
]

/** A package.json of people has a few kilobytes. */
const MAX_BYTES = 1_000_000

const LISTS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

export function readProject(folder: string): Project {
  const manifest = readManifest(join(folder, 'package.json'))
  const data = manifest?.data ?? {}
  const packages = new Set(LISTS.flatMap((list) => Object.keys(tableOf(data, list))))
  const tsconfig = readText(join(folder, 'tsconfig.json'))
  return {
    folder,
    manifest,
    packages,
    isTypeScript: tsconfig !== undefined || packages.has('typescript'),
    lacksSqliteTypes: tsconfig !== undefined && majorOf(data, '@types/node') < FIRST_WITH_SQLITE,
    importsTs: /"(allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(
      tsconfig ?? '',
    ),
    isModule: data.type === 'module',
    manager: managerOf(folder, data),
  }
}

/** `@types/node` 22 has `node:sqlite`. */
const FIRST_WITH_SQLITE = 22

/** Of the range that the project names; infinite if that says none. */
function majorOf(data: Readonly<Record<string, unknown>>, name: string): number {
  const ranges = LISTS.map((list) => tableOf(data, list)[name]).filter((one) => typeof one === 'string')
  const [, major] = /^[\^~>=v\s]*(\d+)/.exec(ranges[0] ?? '') ?? []
  return major === undefined ? Number.POSITIVE_INFINITY : Number(major)
}

function readManifest(path: string): Manifest | undefined {
  const text = readText(path)
  if (text === undefined) return undefined
  let data: unknown
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Failure(`package.json is not JSON: ${messageOf(error)}. Nothing was written.`)
  }
  if (!isRecord(data)) throw new Failure('package.json is not an object. Nothing was written.')
  for (const list of [...LISTS, 'scripts']) {
    if (data[list] !== undefined && !isRecord(data[list])) {
      throw new Failure(`package.json: "${list}" is not an object. Nothing was written.`)
    }
  }
  return { text, data }
}

function readText(path: string): string | undefined {
  try {
    if (statSync(path).size > MAX_BYTES) throw new Failure(`${path} has more than ${MAX_BYTES} bytes.`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw error instanceof Failure ? error : new Failure(`Cannot read ${path}: ${messageOf(error)}`)
  }
}

/** An object in a manifest; empty if it is not there. */
export function tableOf(data: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  const table = data[name]
  return isRecord(table) ? table : {}
}

/** In a workspace, the lock file is above. */
function managerOf(folder: string, data: Readonly<Record<string, unknown>>): Manager {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(String(data.packageManager ?? ''))?.[1]
  const known = LOCKS.find(([, manager]) => manager === named)
  if (known) return known[1]
  for (let at = folder; ; at = dirname(at)) {
    const lock = LOCKS.find(([file]) => existsSync(join(at, file)))
    if (lock) return lock[1]
    // Above a repository are other people's files.
    if (existsSync(join(at, '.git')) || dirname(at) === at) return 'npm'
  }
}

export function frameworkOf({ folder, packages, manifest }: Project): FrameworkName {
  const names = frameworkNames()
  const found =
    names.find((name) => frameworkRow(name).packages.some((one) => packages.has(one))) ??
    names.find((name) => frameworkRow(name).markers?.some((file) => existsSync(join(folder, file))))
  if (found !== undefined) return found
  if (manifest?.data.workspaces !== undefined || existsSync(join(folder, 'pnpm-workspace.yaml'))) {
    throw new Failure(
      'This is the root of a workspace, and it names no framework. Run the command in the folder of the app, or name one with --framework.',
    )
  }
  return 'node'
}

/** @param hasSqlite whether this Node has `node:sqlite`. */
export function databaseOf(
  { packages, lacksSqliteTypes }: Project,
  framework: FrameworkName,
  hasSqlite: boolean,
): DatabaseName {
  const found = databaseNames().find((name) => databaseRow(name).packages.some((one) => packages.has(one)))
  const fallback = (hasSqlite && !lacksSqliteTypes) || framework === 'deno' ? 'node:sqlite' : 'libsql'
  return found ?? frameworkRow(framework).database ?? fallback
}
