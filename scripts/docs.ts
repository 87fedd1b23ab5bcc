/*
 * Writes what follows from the code: parts of the documentation, the filters of the client, the schemas of answers, and
 * `llms.txt`, the list of pages for programs. With `--check` it writes nothing, names the files that are out of date, and exits with 1.
 *
 * On a page such a part stands between `<!-- generated: name -->` and `<!-- /generated -->`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { memoryStorage } from 'kalends/storage/memory'
import type * as z from 'zod/mini'
import { presentCost } from '../src/core/domain/records/cost.ts'
import { readCost } from '../src/core/domain/records/read-cost.ts'
import { readDate } from '../src/core/domain/time/date-text.ts'
import { resolveZone } from '../src/core/domain/time/zones.ts'
import { createSite } from '../src/core/mount/create-site.ts'
import { mountFeatures } from '../src/core/mounted.ts'
import { describeRoutes } from '../src/core/routes/described.ts'
import { createRoutes } from '../src/core/routes/index.ts'
import { type Argument, argumentsOf } from '../src/core/schema/arguments.ts'
import type { Method } from '../src/core/schema/described.ts'
import { eventListSchema } from '../src/core/schema/event-list.ts'
import { partsOf } from '../src/core/schema/field.ts'
import { categoryListSchema, linkedListSchema, tagListSchema } from '../src/core/schema/other-lists.ts'
import { ERRORS } from '../src/errors.ts'
import { FEATURES } from '../src/features.ts'
import { DEFAULT_LIMITS } from '../src/limits.ts'
import { exceptionRows } from '../test/runtimes/exceptions.ts'
import { answerFiles } from './answers.ts'
import { initModule, initPart } from './init-parts.ts'
import { llmsFiles, readPages } from './llms.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const PART = /(<!-- generated: ([^>]+?) -->\n)[\s\S]*?(<!-- \/generated -->)/g

/** As Biome formats the code. */
const LINE_WIDTH = 110

const CLIENT_FILTERS = 'src/client/filters.ts'

/** A page for those who change the code, which is not in the package. */
const DIFFERENCES = 'test/runtimes/DIFFERENCES.md'

const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8')

const updated = (text: string): string =>
  text.replace(
    PART,
    (_, open: string, name: string, close: string) => `${open}\n${generate(name)}\n\n${close}`,
  )

/** The files that differ from what the code says, with the text that they should have. */
export function outdatedFiles(): Map<string, string> {
  const outdated = new Map<string, string>()
  for (const [file, text] of [[CLIENT_FILTERS, clientFilters()] as const, ...answerFiles(root)])
    if (read(file) !== text) outdated.set(file, text)
  const texts = new Map<string, string>()
  for (const [page, text] of readPages(root)) texts.set(page, updated(text))
  for (const [page, text] of [...texts, [DIFFERENCES, updated(read(DIFFERENCES))] as const]) {
    if (text !== read(page)) outdated.set(page, text)
  }
  const { index } = llmsFiles(texts)
  if (read('llms.txt') !== index) outdated.set('llms.txt', index)
  return outdated
}

/** `errors`, `routes`, `limits`, `costs`, `dates`, `runtimes`, `init`, `init` and a framework, or the parameters of an endpoint,
 * such as `GET /events`, or `GET /venues, beside GET /events` for those that differ. */
function generate(name: string): string {
  if (name === 'errors') return errorList()
  if (name === 'routes') return routeList()
  if (name === 'limits') return limitList()
  if (name === 'costs') return costTable()
  if (name === 'dates') return dateTable()
  if (name === 'runtimes') return table(['Runtime', 'Request and response', 'Why'], exceptionRows())
  if (name === 'init') return initModule()
  if (name.startsWith('init ')) return initPart(name.slice('init '.length))
  const [endpoint = '', other] = name.split(', beside ')
  return parameterList(endpoint, other)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const code = (text: string): string => `\`${text}\``

/** By status, as many lines. */
function errorList(): string {
  const statuses = [...new Set(Object.values(ERRORS).map(([status]) => status))].sort((a, b) => a - b)
  return statuses
    .map((status) => {
      const lines = Object.entries(ERRORS)
        .filter(([, [own]]) => own === status)
        .map(([name, [, meaning]]) => `- ${code(name)}: ${meaning}`)
      return [`**${status}**`, '', ...lines].join('\n')
    })
    .join('\n\n')
}

const routes = await describeRoutes(
  createRoutes({
    ...{ namespace: 'vendor/events/v1', options: { changes: true } },
    ofFeatures: mountFeatures(FEATURES, { changes: true }).routes,
  }),
)
const site = createSite(memoryStorage(), {})

/** Of a line about venues, that about organizers differs by these words; of one about categories, that about tags. */
const NOUNS: readonly [RegExp, string][] = [
  [/\ban organizer\b/g, 'a venue'],
  [/organizer/g, 'venue'],
  [/Organizer/g, 'Venue'],
  [/\/tags/g, '/categories'],
  [/\bTags\b/g, 'Categories'],
  [/\btag\b/g, 'category'],
]

/** A line for each thing that routes do, with all paths where they do it. */
function routeList(): string {
  const lines = new Map<string, { paths: string[]; meaning: string }>()
  for (const { path, endpoints } of routes) {
    for (const { methods, about } of endpoints) {
      const meaning = about.success === 200 ? about.summary : `${about.summary} ${about.success}.`
      const shown = path.replace(/:(\w+)/g, '{$1}')
      const said = `${methods.join(' ')} ${shown.replace('/by-slug/{slug}', '/{id}')} ${meaning}`
      const key = NOUNS.reduce((text, [noun, other]) => text.replace(noun, other), said)
      const line = lines.get(key)
      if (line === undefined) lines.set(key, { paths: [code(`${methods.join(', ')} ${shown}`)], meaning })
      else line.paths.push(code(shown))
    }
  }
  return [...lines.values()].map(({ paths, meaning }) => `- ${paths.join(', ')}: ${meaning}`).join('\n')
}

const limitList = (): string =>
  Object.entries(DEFAULT_LIMITS)
    .map(([name, limit]) => `${code(name)} ${limit.toLocaleString('en-US')}`)
    .join(' · ')

const COSTS = [
  10,
  0,
  '$10 - $25',
  '€ 10,50',
  '1,000.50',
  '25 EUR',
  'Free - 20',
  ['Free', '$5'],
  'Pay what you can',
  '',
]

function costTable(): string {
  const rows = COSTS.map((given) => {
    const reading = readCost(given)
    const { cost, cost_details } = presentCost(reading.valid ? reading.cost : null, site.currency)
    return [given, cost, cost_details.values, cost_details.currency_symbol].map((cell) =>
      code(JSON.stringify(cell)),
    )
  })
  return table(['Sent', '`cost`', '`values`', '`currency_symbol`'], rows)
}

/** The examples of docs/dates.md, read on a Monday at noon in New York. */
const DATES = [
  ...[
    '2027-05-10',
    '2027-05-10 19:30',
    '2027-05-10T19:30:00',
    '20270510',
    '2027/5/10',
    '2027-05',
    '2027-W20-1',
  ],
  ...['05/10/2027', '10-05-2027', '10.5.2027', 'May 10, 2027 7:30 pm', '10 May 2027', '10th of May 2027'],
  ...['10. May 2027', '10-May-2027', 'May 2027', '05/10/27', '10.5.27', '10 May 27', 'May 10, 70'],
  ...['05/10', 'May 10', '10 May 7pm'],
  ...[
    '2027-05-10T19:30:00Z',
    '2027-05-10 19:30 +02:00',
    '2027-05-10 19:30 Europe/Berlin',
    '2027-05-10 7pm EST',
    '2027-07-05 10:00 CET',
  ],
  ...['1809977400', '@0', '2027-05-10 24:00'],
  ...[
    'now',
    'today',
    'tomorrow 9am',
    'noon',
    'friday',
    'next monday',
    'next friday 19:00',
    '+1 week',
    '2 days ago',
  ],
  ...['next month', 'last day of february 2028', 'first day of next month', 'first day of june'],
  ...['first monday of june 2027', 'third friday of june', 'last sunday of next month', 'monday next week'],
  ...[
    '27-05-10',
    'fifth monday of june 2027',
    '2027',
    '2027-02-30',
    '2027-13-01',
    '25:00',
    '10:30',
    'Tuesday, 2027-05-10',
    'soon',
    '',
  ],
]

function dateTable(): string {
  const zone = resolveZone('America/New_York')
  if (zone === undefined) throw new TypeError('this runtime knows no time zones')
  const rows = DATES.map((text) => {
    const read = readDate(text, { now: new Date('2027-03-01T17:00:00Z'), zone })
    if (read === undefined) return [code(JSON.stringify(text)), '400']
    const instant = new Date((read.epoch ?? 0) * 1000).toISOString().replace('.000', '')
    return [code(JSON.stringify(text)), read.wall === undefined ? `the instant ${instant}` : read.wall]
  })
  return table(['Text', 'Means'], rows)
}

/** The parameters of an endpoint, as lines. Those that another one has with the same meaning are only named. */
function parameterList(endpoint: string, other?: string): string {
  const known = new Map(
    other === undefined ? [] : argumentsAt(other).map(([name, one]) => [name, lineOf(name, one)]),
  )
  const lines = argumentsAt(endpoint).map(([name, one]) => [name, lineOf(name, one)] as const)
  const named = lines.filter(([name, line]) => known.get(name) === line).map(([name]) => code(name))
  const own = lines.filter(([name, line]) => known.get(name) !== line).map(([, line]) => line)
  return named.length === 0
    ? own.join('\n')
    : [...own, `- As in \`${other}\`: ${named.join(', ')}.`].join('\n')
}

function argumentsAt(name: string): [string, Argument][] {
  const [method = '', template = ''] = name.split(' ')
  const path = template.replace(/\{(\w+)\}/, ':$1')
  const endpoint = routes
    .find((route) => route.path === path)
    ?.endpoints.find(({ methods }) => methods.some((one: Method) => one === method))
  if (endpoint === undefined) throw new RangeError(`no endpoint '${name}'`)
  return Object.entries(argumentsOf(endpoint, path, site.rules)).filter(
    ([argument]) => !path.endsWith(`:${argument}`),
  )
}

const lineOf = (name: string, argument: Argument): string =>
  `- ${code(name)} (${typeOf(argument)}${argument.required ? ', required' : ''}): ${meaningOf(argument)}`

const typeOf = ({ type, items }: Argument): string => (items === undefined ? (type ?? 'any') : 'list')

function meaningOf({ description = '', default: byDefault }: Argument): string {
  const isSaid = byDefault === undefined || byDefault === null || description.includes('Default')
  return isSaid ? description : `${description} Default ${code(String(byDefault))}.`
}

const CLIENT_TYPES: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  string: 'string',
}

function clientFilters(): string {
  const [eventList, linkedList, tagList, categoryList] = [
    eventListSchema(site.rules),
    linkedListSchema(site.rules),
    tagListSchema(site.rules),
    categoryListSchema(site.rules),
  ]
  const page = Object.keys(eventList.shape).filter((name) => name.endsWith('page'))
  const shared = [...page, ...Object.keys(tagList.shape)]
  return `${[
    "import type { CustomFields, FieldFilters, Status } from '../types/index.ts'",
    `/*
 * The filters of lists, under the names of the interface. \`npm run docs\` writes this file from \`src/core/schema/\`.
 *
 * Dates are texts (\`docs/dates.md\`). A comma list is an array of 1 to 100 entries here; an empty one is refused,
 * because it could mean all or none. A record must match all filters. A loop over a list begins at \`page\`.
 */`,
    filterInterface('PageFilters', eventList, (name) => page.includes(name)),
    filterInterface(
      'EventFilters<F extends CustomFields = CustomFields> extends PageFilters',
      eventList,
      (name) => !page.includes(name),
      [
        '  /** Values of custom fields that are declared with `filter: true`. */',
        '  custom_fields?: FieldFilters<F> | undefined',
      ],
    ),
    filterInterface('VenueFilters extends PageFilters', linkedList, (name) => !page.includes(name)),
    'export interface OrganizerFilters extends VenueFilters {}',
    filterInterface('TagFilters extends PageFilters', tagList, (name) => !page.includes(name)),
    filterInterface('CategoryFilters extends TagFilters', categoryList, (name) => !shared.includes(name)),
  ].join('\n\n')}\n`
}

function filterInterface(
  head: string,
  schema: z.ZodMiniObject,
  isOwn: (name: string) => boolean,
  more: readonly string[] = [],
): string {
  const members = Object.entries(schema.shape)
    // The records of the client are whole, and its loops have cursors of their own.
    .filter(([name]) => isOwn(name) && name !== '_fields' && name !== 'cursor')
    .flatMap(([name, field]) => {
      const { about } = partsOf(field)
      const type = about?.client ?? CLIENT_TYPES[about?.type ?? '']
      if (about === undefined || type === undefined) throw new TypeError(`no client type for '${name}'`)
      const line = `  ${name}?: ${type} | undefined`
      const broken = `  ${name}?:\n${[...type.split(' | '), 'undefined'].map((one) => `    | ${one}`).join('\n')}`
      return [
        `  /** ${meaningOf({ required: false, ...about })} */`,
        line.length > LINE_WIDTH ? broken : line,
      ]
    })
  return [`export interface ${head} {`, ...members, ...more, '}'].join('\n')
}

function main(): void {
  const outdated = outdatedFiles()
  const isCheck = process.argv.includes('--check')
  for (const [file, text] of outdated) {
    if (!isCheck) writeFileSync(`${root}${file}`, text)
    console.log(isCheck ? `${file} is out of date: npm run docs` : `${file} written`)
  }
  if (isCheck && outdated.size > 0) process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
