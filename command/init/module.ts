import { type DatabaseName, databaseRow } from './databases.ts'
import type { FrameworkRow } from './frameworks.ts'

/** Who may write: nobody, whoever has the token of the environment, or whom a function of the app names. */
export type Writers =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'token' }
  | { readonly kind: 'function'; readonly name: string; readonly from: string }

export interface ModuleAnswers {
  readonly framework: FrameworkRow
  readonly database: DatabaseName
  readonly writers: Writers
  readonly path: string
  /** Where the pages for visitors are; `undefined`: there are none. */
  readonly site: string | undefined
  readonly timezone: string
}

/** Files with it are those of `kalends init`, also when they were changed since. */
export const MARK = 'npx kalends init'

const TOKEN = `/** Hashed, so that the time that it takes tells nothing about the token. */
async function isSame(a‹: string›, b‹: string›)‹: Promise<boolean>› {
  const hash = async (text‹: string›) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).join()
  return (await hash(a)) === (await hash(b))
}

/** Who has KALENDS_TOKEN of the environment may write. Without this variable, nobody may. */
async function authenticate(request‹: Request›)‹: Promise<Principal | null>› {
  const authorization = request.headers.get('authorization')
  if (authorization === null) return null // a visitor, who reads what is published
  const token = {token}
  if (token && (await isSame(authorization, \`Bearer \${token}\`))) return { id: 1, role: 'editor' }
  throw new ApiError('rest_invalid_credentials')
}
`

const openedText = (
  type: string,
) => `/** Opened by the first request, once per process: frameworks load a module more than once, and while they build. */
const shared‹: typeof globalThis & { kalends?: Promise<${type}> | undefined }› = globalThis

/** After a failure, the next request tries again. */
function opened()‹: Promise<${type}>› {
  shared.kalends ??= open().catch((error‹: unknown›) => {
    shared.kalends = undefined
    throw error
  })
  return shared.kalends
}
`

/** Of an environment: how to read a variable whose name is known, and one whose name is in \`name\`. */
const ENVIRONMENTS = {
  process: { token: 'process.env.KALENDS_TOKEN', variable: 'process.env[name]' },
  deno: { token: "Deno.env.get('KALENDS_TOKEN')", variable: 'Deno.env.get(name)' },
  workers: {
    token: '({ ...env }‹ as { KALENDS_TOKEN?: string }›).KALENDS_TOKEN',
    variable: '({ ...env }‹ as Record<string, string | undefined>›)[name]',
  },
} as const

/** The module that opens the calendar and exports it, with its marks for TypeScript. */
export function moduleText({ framework, database, writers, path, site, timezone }: ModuleAnswers): string {
  const row = databaseRow(database)
  const kind = row.environment ?? framework.environment ?? 'process'
  const host = framework.host?.type
  const type = host === undefined ? 'EventsApi' : `EventsApi<${host}>`
  const [parameter, argument] = host === undefined ? ['', ''] : [`, host‹?: ${host}›`, ', host']
  const needsEnv = kind === 'workers' && (writers.kind === 'token' || row.environment === 'workers')
  const imports = [
    ...(needsEnv ? ["import { env } from 'cloudflare:workers'"] : []),
    writers.kind === 'token'
      ? "import { ApiError, createEventsApi‹, type EventsApi, type Principal› } from 'kalends'"
      : "import { createEventsApi‹, type EventsApi› } from 'kalends'",
    ...(framework.host ? [`‹import type { ${framework.host.type} } from '${framework.host.from}'›`] : []),
    ...row.imports,
    "import { createEditor } from 'kalends/editor'",
    ...(site !== undefined ? ["import { createSite } from 'kalends/site'"] : []),
    ...(framework.imports ?? []),
    ...(writers.kind === 'function'
      ? ["import { session } from 'kalends/auth'", `import { ${writers.name} } from '${writers.from}'`]
      : []),
  ]
  const rights = {
    nobody: [],
    token: ['authenticate,'],
    function: [`authenticate: session(${writers.kind === 'function' ? writers.name : ''}),`],
  }[writers.kind]
  const parts = [
    `// The events calendar of this app, made by \`${MARK}\`. It is yours: change it as you like.\n${imports.join('\n')}\n`,
    ...(row.variable ? [variableText(ENVIRONMENTS[kind].variable)] : []),
    ...(writers.kind === 'token' ? [TOKEN.replace('{token}', ENVIRONMENTS[kind].token)] : []),
    `async function open()‹: Promise<${type}>› {
${row.open.map((line) => `  ${line}\n`).join('')}  const calendar = createEventsApi${host === undefined ? '' : `‹<${host}>›`}(${row.storage}, {
    basePath: '${path}',
    namespace: '',
    timezone: '${timezone}',
    editor: (api) => createEditor(api),
${site === undefined ? '' : `    site: (api) => createSite(api${site === '/' ? '' : `, { path: '${site}' }`}),\n`}    embed: true,
${rights.map((line) => `    ${line}\n`).join('')}  })
  await calendar.migrate()
  return calendar
}
`,
    openedText(type),
    `export const api = {
  basePath: '${path}',
  fetch: async (request‹: Request›${parameter})‹: Promise<Response>› =>
    (await opened()).fetch(request${argument}),
  handle: async (request‹: Request›${parameter})‹: Promise<Response | undefined>› =>
    (await opened()).handle(request${argument}),
}
`,
    ...(framework.handler ? [withPaths(framework.handler, path, site)] : []),
  ]
  return parts.join('\n')
}

/** The list of the paths of the calendar, for handlers that choose. */
export const withPaths = (text: string, path: string, site: string | undefined): string =>
  text.replaceAll(
    '{paths}',
    `[${[path, ...(site === undefined ? [] : [site])].map((one) => `'${one}'`).join(', ')}]`,
  )

const variableText = (read: string) => `function variable(name‹: string›)‹: string› {
  const value = ${read}
  if (!value) throw new Error(\`The environment has no \${name}: the address of the database of the calendar.\`)
  return value
}
`

/** The text in a language: what is between ‹ and › is there for TypeScript only. */
export const inLanguage = (text: string, isTypeScript: boolean): string =>
  isTypeScript ? text.replace(/[‹›]/g, '') : text.replace(/^‹[^‹›]*›\n/gm, '').replace(/‹[^‹›]*›/g, '')
