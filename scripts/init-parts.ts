import { frameworkRow, isFrameworkName } from '../command/init/frameworks.ts'
import { inLanguage, withPaths } from '../command/init/module.ts'
import { type Plan, planOf } from '../command/init/plan.ts'

/*
 * What `kalends init` writes, for the pages in docs/mounting/: made by the command's own code.
 */

/** In a project of TypeScript where nothing is there yet. */
function planFor(name: string): Plan {
  if (!isFrameworkName(name)) throw new RangeError(`there is no framework ${name}`)
  const project = {
    folder: '/a project that is nowhere',
    manifest: { text: '{}', data: { type: 'module' } },
    packages: new Set<string>(),
    isTypeScript: true,
    lacksSqliteTypes: false,
    importsTs: false,
    isModule: true,
    manager: 'npm',
  } as const
  const database = frameworkRow(name).database ?? 'node:sqlite'
  const answers = {
    framework: name,
    database,
    path: '/api/calendar',
    site: frameworkRow(name).isServer ? '/' : '/calendar',
    writers: 'token',
    timezone: 'UTC',
  } as const
  return planOf(project, answers, '0.0.0', 'token')
}

const block = (text: string) => `\`\`\`ts no-run\n${text.trim()}\n\`\`\``

/** What is special in a framework: the file with the route, or what the module has besides, and the lines to add. */
export function initPart(name: string): string {
  const { files, lines } = planFor(name)
  const [module, route, ...others] = files
  if (!isFrameworkName(name) || module === undefined) throw new RangeError(`init writes nothing for ${name}`)
  const row = frameworkRow(name)
  const parts = [
    row.handler === undefined
      ? `\`${module.path}\` opens the calendar and exports \`api\`: [the module](../start.md#the-module).`
      : `\`${module.path}\` opens the calendar: [the module](../start.md#the-module). It ends with what ${row.title} takes:`,
    ...(row.handler === undefined
      ? []
      : [
          block(
            inLanguage(
              [...(row.imports ?? []), '', withPaths(row.handler, '/api/calendar', '/calendar')].join('\n'),
              true,
            ),
          ),
        ]),
    ...(route === undefined ? [] : [`\`${route.path}\` mounts it:`, block(route.text)]),
    ...othersPart(others),
    ...(lines === undefined
      ? []
      : [
          `You add ${lines.text.length === 1 ? 'this line' : 'these lines'} to ${lines.into}:`,
          block(lines.text.join('\n')),
        ]),
  ]
  return parts.join('\n\n')
}

function othersPart(files: Plan['files']): string[] {
  const names = files.map(({ path }) => `\`${path}\``)
  if (names.length < 2) return names.map((name) => `${name} does the same for the pages for visitors.`)
  const [calendar = '', ...pages] = names
  return [
    `${calendar} has the same, for the path of the calendar itself; ${pages.join(' and ')} for the pages for visitors.`,
  ]
}

/** The module of a project on Node. */
export const initModule = (): string => block(planFor('node').files[0]?.text ?? '')
