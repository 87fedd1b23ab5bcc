import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { type DatabaseName, databaseNames, databaseRow, isDatabaseName } from './init/databases.ts'
import { type FrameworkName, frameworkNames, frameworkRow, isFrameworkName } from './init/frameworks.ts'
import { ownRange } from './init/own-package.ts'
import { type Answers, type Plan, planOf } from './init/plan.ts'
import { databaseOf, frameworkOf, type Manager, type Project, readProject } from './init/project.ts'
import { ask, type Question } from './init/questions.ts'
import { alone, writePlan } from './init/write.ts'
import { COMMON, type Command, readArguments } from './options.ts'
import { createTerminal } from './terminal.ts'
import { UsageError } from './usage.ts'
import { ownFolder, version } from './version.ts'

const HELP = `Usage: kalends init [options]

Mounts a calendar in the project of this folder: writes one to five files and adds scripts to package.json. In a folder
without package.json it makes a small project of its own. It overwrites nothing, and run again it changes nothing.

  --path PATH        where the calendar answers; default: /api/calendar
  --database NAME    ${databaseNames().slice(0, 6).join(', ')},
                     ${databaseNames().slice(6).join(', ')};
                     default: what package.json names, else a SQLite file
  --write WHO        token: who has KALENDS_TOKEN of the environment; nobody; or FILE#FUNCTION of your app, which gets a
                     Request and returns { id, role }, or null for visitors. Default: token
  --site PATH        where the pages for visitors are, or no; default: /calendar, and / for a server of its own
  --framework NAME   ${frameworkNames().slice(0, 9).join(', ')},
                     ${frameworkNames().slice(9).join(', ')};
                     default: what package.json names
  --yes              ask nothing: the defaults
  --dry-run          only say what would be written
  --quiet            print only errors
  --json             print the result as JSON; asks nothing
  --help`

export const initCommand: Command = {
  help: HELP,
  summary: 'mount a calendar in your project',
  async run(args) {
    const { values } = readArguments({
      args,
      options: {
        ...COMMON,
        path: { type: 'string' },
        database: { type: 'string' },
        write: { type: 'string' },
        site: { type: 'string' },
        framework: { type: 'string' },
        yes: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    })
    const project = readProject(process.cwd())
    const framework = values.framework === undefined ? frameworkOf(project) : frameworkNamed(values.framework)
    const questions = questionsFor(
      databaseOf(project, framework, isBuiltin('node:sqlite')),
      frameworkRow(framework).isServer === true,
    )
    const given = [values.path, values.database, values.write, values.site]
    for (const [at, { problem }] of questions.entries()) {
      const wrong = given[at] === undefined ? undefined : problem(given[at])
      if (wrong !== undefined) throw new UsageError(`${FLAGS[at]}: ${wrong}`)
    }
    const asked = questions.filter((_, at) => given[at] === undefined)
    const isSilent = values.yes || values.json || values['dry-run']
    const said = isSilent ? asked.map(({ fallback }) => fallback) : await ask(asked)
    const [path = '', database = '', write = '', site = ''] = given.map((one) => one ?? said.shift())
    if (`${site}/`.startsWith(`${path}/`))
      throw new UsageError(`--site: the calendar answers below ${path}. Choose another path, or no.`)
    const answers: Answers = {
      framework,
      path,
      site: site === 'no' ? undefined : site,
      database: databaseNamed(database),
      writers: writersNamed(write),
      timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
    const token = randomBytes(24).toString('base64url')
    const planned = () => {
      // Another one may have written the files since the questions were asked.
      const current = readProject(project.folder)
      return {
        current,
        plan: planOf(current, answers, ownRange(current.folder, ownFolder(), version()), token),
      }
    }
    const { current, plan } = values['dry-run']
      ? planned()
      : await alone(project.folder, () => {
          const made = planned()
          writePlan(made.current, made.plan)
          return made
        })
    const report = reportOf(current, answers, plan, token, values['dry-run'])
    createTerminal(values).report(report, () => wordsOf(report, current, plan))
  },
}

// —— Answers ——————————————————————————————————————————————————————————————————————————————————————————————————

const FLAGS = ['--path', '--database', '--write', '--site']

/** Folders of routes have such names, and frameworks read other characters in them. */
const PATH = /^(\/[A-Za-z0-9][A-Za-z0-9-]*)+$/

const isPath = (answer: string): boolean => answer.length <= 100 && PATH.test(answer)

function questionsFor(database: DatabaseName, isServer: boolean): Question[] {
  return [
    {
      text: 'Where does the calendar answer?',
      fallback: '/api/calendar',
      problem: (answer) =>
        isPath(answer)
          ? undefined
          : `${JSON.stringify(answer.slice(0, 100))} is not a path such as /api/calendar, of letters, digits and hyphens.`,
    },
    {
      text: `Where is it stored? ${databaseNames().join(', ')}`,
      fallback: database,
      problem: (answer) =>
        isDatabaseName(answer)
          ? undefined
          : `${JSON.stringify(answer.slice(0, 100))} is not one of ${databaseNames().join(', ')}.`,
    },
    {
      text: 'Who may write? token, nobody, or FILE#FUNCTION of your app',
      fallback: 'token',
      problem: (answer) =>
        answer === 'token' || answer === 'nobody' || FUNCTION.test(answer)
          ? undefined
          : `${JSON.stringify(answer.slice(0, 100))} is not token, nobody, or a function such as src/session.ts#userOf.`,
    },
    {
      text: 'Pages for visitors? Their path, or no',
      fallback: isServer ? '/' : '/calendar',
      problem: (answer) =>
        answer === 'no' || (isServer && answer === '/') || isPath(answer)
          ? undefined
          : `${JSON.stringify(answer.slice(0, 100))} is not no, nor a path such as /calendar, of letters, digits and hyphens.`,
    },
  ]
}

/** A file below the folder, and the name of what it exports. */
const FUNCTION = /^(?:\.\/)?((?!.*\.\.)[\w@()[\]-][\w@()[\]./-]*\.(?:ts|tsx|js|mjs))#([A-Za-z_$][\w$]*)$/

function writersNamed(answer: string): Answers['writers'] {
  const [, file, name] = FUNCTION.exec(answer) ?? []
  if (file !== undefined && name !== undefined) return { file, name }
  return answer === 'nobody' ? 'nobody' : 'token'
}

function databaseNamed(name: string): DatabaseName {
  if (!isDatabaseName(name)) throw new UsageError(`--database: there is no ${name}.`)
  return name
}

function frameworkNamed(name: string): FrameworkName {
  if (isFrameworkName(name)) return name
  throw new UsageError(`--framework: ${JSON.stringify(name)} is not one of ${frameworkNames().join(', ')}.`)
}

// —— Report ———————————————————————————————————————————————————————————————————————————————————————————————————

const INSTALL: Readonly<Record<Manager, string>> = {
  npm: 'npm install',
  pnpm: 'pnpm install',
  yarn: 'yarn install',
  bun: 'bun install',
  deno: 'deno install',
}

function reportOf(project: Project, answers: Answers, plan: Plan, token: string, isDry: boolean) {
  const { framework, database, path, writers, site } = answers
  const { files, kept, manifest, lines, address, isThere } = plan
  const isNew = files.length > 0
  const { variable } = databaseRow(database)
  return {
    framework,
    database,
    path,
    site: site ?? 'no',
    write: typeof writers === 'string' ? writers : `${writers.file}#${writers.name}`,
    packageManager: project.manager,
    dryRun: isDry,
    files: files.map((file) => file.path),
    kept,
    manifest: manifest.told,
    ...(isThere !== undefined && { isThere }),
    ...(lines && { lines }),
    steps: [
      ...(manifest.packages.length > 0 && project.manager !== 'deno' ? [INSTALL[project.manager]] : []),
      ...plan.steps,
    ],
    ...(isNew && writers === 'token' && { token }),
    ...(variable && { variable }),
    address,
    ...(plan.pages && { pages: plan.pages }),
    editor: `${address}/editor`,
    feed: `${address}/events.ics`,
    undo: undoOf(plan, project),
  }
}

function undoOf({ files, manifest }: Plan, project: Project): string[] {
  if (files.length === 0 && manifest.text === undefined) return []
  const paths = files.map(({ path }) => `"${path}"`)
  if (manifest.text !== undefined && project.manifest === undefined) paths.push('package.json')
  const names = project.manifest === undefined ? [] : manifest.told
  return [
    ...(paths.length > 0 ? [`rm ${paths.join(' ')}`] : []),
    ...(names.length > 0 ? [`in package.json, delete: ${names.join(', ')}`] : []),
  ]
}

type Report = ReturnType<typeof reportOf>

function wordsOf(report: Report, project: Project, plan: Plan): string[] {
  const row = frameworkRow(report.framework)
  const did = report.dryRun ? 'Would write' : 'Wrote'
  const head = `${row.title}, ${databaseRow(report.database).title}`
  const changed = report.files.length > 0 || plan.manifest.text !== undefined
  if (!changed) {
    return [
      `${head}: nothing to do. ${report.isThere ?? 'The calendar is mounted already.'}`,
      `To begin again, remove ${report.kept.map((path) => `"${path}"`).join(' ')}.`,
      ...(report.isThere === undefined ? [`It answers at ${report.address}/events`] : []),
    ]
  }
  return [
    `${head}`,
    ...report.files.map((path) => `  ${did} ${path}`),
    ...report.kept.map((path) => `  ${path} is there already`),
    ...(plan.manifest.text === undefined ? [] : [`  ${did} package.json: ${report.manifest.join(', ')}`]),
    ...(report.lines
      ? ['', `Add to ${report.lines.into}:`, ...report.lines.text.map((line) => `  ${line}`)]
      : []),
    ...(report.steps.length > 0 ? ['', 'Then run:', ...report.steps.map((line) => `  ${line}`)] : []),
    ...(report.variable
      ? ['', `The environment needs ${report.variable}, the address of the database.`]
      : []),
    '',
    ...rightsOf(report, project),
    '',
    `Events   ${report.address}/events`,
    ...(report.pages ? [`Pages    ${report.pages}`] : []),
    `Editor   ${report.editor}${report.token === undefined ? '' : `#token=${report.token}`}`,
    `Feed     ${report.feed}`,
    `More     node_modules/kalends/docs/mounting/${row.page}.md`,
    '',
    'To undo it:',
    ...report.undo.map((line) => `  ${line}`),
  ]
}

function rightsOf({ write, token }: Report, project: Project): string[] {
  if (write === 'nobody') return ['Nobody may write. Set authenticate in the module to change that.']
  if (write !== 'token') return [`Who may write: ${write} says so.`]
  const isInFile = project.manifest === undefined && existsSync('.env')
  return [
    'Nobody may write until the environment has a token. This one is new and is not shown again:',
    `  KALENDS_TOKEN=${token ?? '…'}${isInFile ? '   (in .env)' : ''}`,
  ]
}
