import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Failure } from '../usage.ts'
import { type DatabaseName, databaseRow } from './databases.ts'
import { type FrameworkName, frameworkRow } from './frameworks.ts'
import { type Changes, changesOf, newManifest } from './manifest.ts'
import { inLanguage, MARK, moduleText, type Writers, withPaths } from './module.ts'
import type { Project } from './project.ts'

export interface Answers {
  readonly framework: FrameworkName
  readonly database: DatabaseName
  readonly path: string
  /** Where the pages for visitors are; `undefined`: there are none. */
  readonly site: string | undefined
  /** `file#name` of a function of the app, from the folder of the project. */
  readonly writers: 'nobody' | 'token' | { readonly file: string; readonly name: string }
  readonly timezone: string
}

export interface PlannedFile {
  /** From the folder of the project. */
  readonly path: string
  readonly text: string
}

export interface Plan {
  readonly files: readonly PlannedFile[]
  /** What is there already, as this plan would write it. */
  readonly kept: readonly string[]
  readonly manifest: Changes
  /** Lines for a file of the project. */
  readonly lines: { readonly into: string; readonly text: readonly string[] } | undefined
  readonly steps: readonly string[]
  readonly address: string
  /** The address of the pages for visitors. */
  readonly pages: string | undefined
  /** Why nothing is to be done: the calendar is there, with other answers or changed since. */
  readonly isThere: string | undefined
}

const FOREIGN = 'It is not from kalends init, so it stays as it is, and nothing was written.'

/**
 * @param own how the project names this package.
 * @param token for the file `.env` of a new project.
 */
export function planOf(project: Project, answers: Answers, own: string, token: string): Plan {
  const row = frameworkRow(answers.framework)
  const { folder, manifest } = project
  const isNew = manifest === undefined && answers.framework === 'node'
  const isTypeScript = row.language === undefined ? project.isTypeScript : row.language === 'ts'
  const isBundled = row.route !== undefined && row.importEnding === undefined
  const ending = isTypeScript ? 'ts' : (row.language ?? (isBundled || project.isModule ? 'js' : 'mjs'))
  const src = existsSync(join(folder, 'src', row.srcWith ?? '')) ? 'src/' : ''

  const module = moduleFile(folder, row.module.replace('{src}', src), ending)
  const { path, site = '' } = answers
  const fill = (text: string, from: string, at = path) =>
    withPaths(text, path, answers.site)
      .replaceAll('{module}', importOf(from, module, row.importEnding ?? ''))
      .replaceAll('{path.relative}', at.slice(1))
      .replaceAll('{path}', at)
      .replaceAll('{site.relative}', site.slice(1))
      .replaceAll('{site}', site)
      .replaceAll('{src}', src)
      .replaceAll('{ending}', ending)
      .replaceAll('{name}', posix.basename(importedName(module, project, isTypeScript)))

  const wanted: PlannedFile[] = [
    {
      path: module,
      text: inLanguage(
        moduleText({
          ...answers,
          framework: row,
          writers: writersOf(project, answers, module, row.importEnding),
        }),
        isTypeScript,
      ),
    },
  ]
  const isFolder = row.route?.path.includes('{path}') ?? false
  for (const at of [path, ...(isFolder && answers.site !== undefined ? [site] : [])]) {
    for (const base of [row.route?.path, row.route?.also]) {
      if (row.route === undefined || base === undefined) continue
      const file = `${base.replace('{src}', src).replace('{path}', at)}.${ending}`
      const imports = [...(row.route.imports ?? []), "import { api } from '{module}'"].join('\n')
      const text = fill(`${imports}\n\n${row.route.text}`, file, at)
      wanted.push({ path: file, text: inLanguage(text, isTypeScript) })
    }
  }
  if (isNew) wanted.push(...newFiles(folder, answers, token))
  const texts = wanted.map(({ path }) => textOf(folder, path))
  const isChanged = texts[0] !== undefined && texts[0] !== wanted[0]?.text
  wanted.slice(1).forEach(({ path, text }, at) => {
    const found = texts[at + 1]
    if (!isChanged && found !== undefined && found !== text) {
      throw new Failure(`${path} is there already. ${FOREIGN} Choose another --path.`)
    }
  })
  // A page of the app, which frameworks refuse to have beside a route for all below it.
  const pages = isFolder && site ? `${row.route?.path.split('{path}')[0]?.replace('{src}', src)}${site}` : ''
  const isOurs = wanted.some(({ path }, at) => path.startsWith(`${pages}/`) && texts[at] !== undefined)
  if (!isChanged && pages !== '' && hasFiles(join(folder, pages)) && !isOurs)
    throw new Failure(`${pages}/ is there already. ${FOREIGN} Choose another --site, or no.`)
  const database = databaseRow(answers.database)
  const isCommonJs = !project.isModule && !isTypeScript && !isBundled
  const added = row.lines && [...row.lines.text, ...(answers.site ? (row.lines.site ?? []) : [])]
  const lines = row.lines &&
    added &&
    added.length > 0 && {
      into: fill(row.lines.into, module),
      text: added.map((line) => (isCommonJs ? required(fill(line, module)) : fill(line, module))),
    }
  return {
    files: isChanged ? [] : wanted.filter((_, at) => texts[at] === undefined),
    kept: wanted.flatMap(({ path }, at) => (texts[at] === undefined ? [] : [path])),
    manifest: isChanged
      ? { text: undefined, told: [], packages: [] }
      : isNew
        ? newManifest(folder, answers.database, own)
        : changesOf(project, row, answers.database, isTypeScript, own),
    lines: lines || undefined,
    steps: [
      ...(row.steps ?? []).flatMap(({ unless, text }) =>
        unless !== undefined && project.packages.has(unless) ? [] : [fill(text, module)],
      ),
      ...(database.steps ?? []),
    ],
    address: `http://localhost:${row.port}${path}`,
    pages: answers.site && `http://localhost:${row.port}${site === '/' ? '' : site}/events/`,
    isThere: isChanged ? `${module} is there: it was made with other answers, or changed since.` : undefined,
  }
}

/** Of a new project. What is there already stays. */
function newFiles(folder: string, { database, writers }: Answers, token: string): PlannedFile[] {
  const { file } = databaseRow(database)
  const ignored = ['node_modules', '.env', ...(file ? [`${file}*`] : []), 'calendar.json']
  const secret = writers === 'token' ? `KALENDS_TOKEN=${token}\n` : ''
  return [
    { path: '.gitignore', text: `${ignored.join('\n')}\n` },
    { path: '.env', text: `# Who has this token may write.\n${secret}` },
  ].filter(({ path }) => textOf(folder, path) === undefined)
}

/** `calendar`, or another name where the project has a module of that name for something else. */
function moduleFile(folder: string, base: string, ending: string): string {
  const other = base.replace(/^(.*)calendar/, '$1kalends-calendar')
  const free = [base, other]
    .map((name) => `${name}.${ending}`)
    .find((path) => (textOf(folder, path) ?? MARK).includes(MARK))
  if (free === undefined) throw new Failure(`${base}.${ending} and ${other}.${ending} are there. ${FOREIGN}`)
  return free
}

/** Empty folders are what remains of files that were removed. */
const hasFiles = (folder: string): boolean =>
  existsSync(folder) &&
  (!statSync(folder).isDirectory() ||
    readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => !entry.isDirectory()))

function textOf(folder: string, path: string): string | undefined {
  const file = join(folder, path)
  if (!existsSync(file)) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // A folder of that name: in nobody's way to be read, but ours cannot stand there.
    return ''
  }
}

/** As the line of an import, from a file: `../lib/calendar`. */
function importOf(from: string, module: string, ending: string): string {
  const path = posix.relative(posix.dirname(from), module).replace(/\.(ts|js|mjs)$/, '')
  return `${path.startsWith('.') ? '' : './'}${path}${ending && `.${ending}`}`
}

/** TypeScript writes the name of the file that it makes, unless the project says otherwise. */
const importedName = (module: string, { importsTs }: Project, isTypeScript: boolean): string =>
  isTypeScript && !importsTs ? module.replace(/\.ts$/, '.js') : module

const required = (line: string): string =>
  line.replace(/^import (\{[^}]*\}) from ('[^']*')$/, 'const $1 = require($2)')

function writersOf(
  { folder, importsTs }: Project,
  { writers }: Answers,
  module: string,
  importEnding: string | undefined,
): Writers {
  if (typeof writers === 'string') return { kind: writers }
  const { file, name } = writers
  if (!existsSync(join(folder, file))) throw new Failure(`--write: there is no file ${file}.`)
  const relative = posix.relative(posix.dirname(module), file)
  const path = relative.startsWith('.') ? relative : `./${relative}`
  const from =
    importEnding === undefined && /\.tsx?$/.test(path) ? path.replace(/\.tsx?$/, importsTs ? '$&' : '') : path
  return { kind: 'function', name, from: importEnding === 'js' ? from.replace(/\.ts$/, '.js') : from }
}
