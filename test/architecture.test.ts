import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { words } from './setup/words.ts'

const root = new URL('..', import.meta.url).pathname
/** Without what is installed: those folders have more files than all others. */
const filesIn = (folder: string, ending = '.ts'): string[] =>
  readdirSync(`${root}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (!entry.isDirectory()) return path.endsWith(ending) ? [path] : []
    return entry.name === 'node_modules' ? [] : filesIn(path, ending)
  })

interface Import {
  file: string
  /** Path from the root for our own files, else the package's name. */
  target: string
  isType: boolean
}

function importsOf(file: string, statement: RegExp): Import[] {
  return [...readFileSync(`${root}${file}`, 'utf8').matchAll(statement)].map(([, type, target = '']) => ({
    file,
    target: target.startsWith('.') ? posix.join(posix.dirname(file), target) : target,
    isType: type !== undefined,
  }))
}

const atStartOf = (file: string) =>
  importsOf(
    file,
    /^(?:import|export)\s+(type\s+)?(?:\*(?:\s+as\s+\w+)?|[\w\s,]*\{[^}]*\}|\w+)\s+from\s+'([^']+)'/gm,
  )

/** By `import()`: such a call crosses a wall as well. */
const laterOf = (file: string) => importsOf(file, /(typeof )?\bimport\(\s*'([^']+)',?\s*\)/g)

/** Programs for browsers, bundled by themselves: the server imports none of them. */
const BROWSER = /^src\/(core|apps)\/[\w-]+\/browser\//
const browser = [...filesIn('src'), ...filesIn('src', '.tsx')].filter((file) => BROWSER.test(file))

const sources = filesIn('src').filter((file) => !BROWSER.test(file))
/** Written by a bundler: texts with calls of their own. */
const BUNDLED = /^src\/(apps\/editor\/assets|core\/docs-page\/script|pages\/\w+\/script)\.ts$/
const atStart = sources.flatMap(atStartOf)
const running = atStart.filter((one) => !one.isType)
const imports = [...atStart, ...sources.filter((file) => !BUNDLED.test(file)).flatMap(laterOf)]
const everywhere = [...imports, ...browser.flatMap((file) => [...atStartOf(file), ...laterOf(file)])]

/** `src/core/http/entry.ts` is in the room `http`, `src/apps/mcp/when.ts` with `src/mcp.ts` in `mcp`; `core` is what lies directly in it. */
const roomOf = (path: string) => {
  if (BROWSER.test(path)) return 'browser'
  // Rows of the tables of errors and bounds, which each feature brings.
  if (/^src\/features\/\w+\/(refusals|limits)\.ts$/.test(path)) return 'rows'
  const [room = ''] = path.replace(/^src\/((core|apps)\/(?=.*\/))?/, '').split('/')
  return room.replace(/\.ts$/, '')
}

/** From the top down. No file imports from a room above its own. */
const ORDER: readonly string[] = words(
  `testing browser client embed suggest site editor mcp move webhooks auth images index api features core host http routes docs-page pages operations mount schema formats present
  access domain fields limits types errors rows storage`,
)

/** The same inside of the large rooms. What lies directly in a room: first for operations, last for the others. */
const ORDER_WITHIN: Readonly<Record<string, readonly string[]>> = {
  operations: words(
    '. sources media importing exporting changes events linked terms writing journal reading',
  ),
  domain: words('recurrence records time text html images .'),
  move: words('files wordpress copy .'),
}

/** The one call upwards: an event that somebody lets follow its source again is read again. It is loaded when that happens. */
const UPWARD: Readonly<Record<string, string>> = {
  'src/core/operations/events/decide-event.ts': 'src/core/operations/sources/stored-items.ts',
}

/** Which rooms each room may call. Types it may import from any room below it, see `ORDER`. */
const MAY_ENTER: Readonly<Record<string, readonly string[]>> = {
  index: ['api', 'errors'],
  api: ['access', 'core', 'features', 'host', 'http', 'mount', 'routes', 'errors'],
  // What features may do and call, and what a calendar has of them.
  core: ['routes', 'operations', 'access'],
  features: ['core', 'pages', 'formats', 'schema', 'present', 'domain', 'fields', 'errors'],
  rows: [],
  // Calls of the host, without HTTP.
  host: ['operations', 'mount', 'schema', 'access', 'present', 'domain', 'errors', 'storage'],
  http: ['operations', 'mount', 'access', 'present', 'domain', 'errors', 'storage'],
  routes: ['operations', 'present', 'schema', 'access', 'errors', 'docs-page', 'pages'],
  // They share plain functions and texts with the server, and use the calendar by its client.
  browser: ['client', 'editor', 'pages', 'fields', 'domain'],
  // Entered by `import()` alone, so that they are not loaded before somebody asks for the page or the script.
  'docs-page': ['domain', 'errors'],
  pages: ['domain', 'errors'],
  // A door of its own, `kalends/embed`.
  embed: ['pages'],
  suggest: ['pages'],
  // A door of its own, `kalends/editor`.
  editor: ['domain', 'errors'],
  // A door of its own, `kalends/site`. It imports the package by its name, as users do.
  site: [],
  // A door of its own, `kalends/mcp`. It receives bodies as the API does.
  mcp: ['domain', 'http', 'errors'],
  // What one calendar is, and what a request carries.
  mount: ['schema', 'present', 'domain', 'limits', 'errors'],
  operations: ['mount', 'access', 'schema', 'formats', 'present', 'domain', 'fields', 'errors', 'storage'],
  // Texts of others, such as iCalendar and CSV: text in, records out.
  formats: ['domain', 'fields'],
  schema: ['domain', 'fields', 'errors'],
  present: ['domain', 'fields'],
  access: ['domain', 'errors'],
  // Doors of its own, `kalends/auth` and below: no room enters it, so the core does not load it.
  auth: ['access', 'domain', 'errors', 'storage'],
  domain: ['fields'],
  fields: [],
  errors: ['rows'],
  limits: ['rows'],
  types: [],
  storage: [],
  // A door of its own, `kalends/move`: no room enters it, so the core does not load it.
  move: [
    'api',
    'features',
    'mount',
    'operations',
    'formats',
    'present',
    'domain',
    'fields',
    'limits',
    'errors',
    'storage',
  ],
  // Doors of their own, `kalends/images/…`.
  images: ['operations', 'domain'],
  // A door of its own, `kalends/webhooks`.
  webhooks: [],
  testing: ['storage'],
  client: ['domain'],
}

const enters = (file: string, target: string, folder: string) =>
  target.startsWith(`src/${folder}/`) && !file.startsWith(`src/${folder}/`)

describe('imports run one way', () => {
  test.each([
    ['../docs-page/page.ts', 'src/core/routes/meta.ts'],
    ['../../pages/embed/answer.ts', 'src/features/embed/endpoint.ts'],
    ['../../pages/suggest/suggest-answer.ts', 'src/features/suggestions/endpoints.ts'],
    ['../../pages/suggest/edit-page.ts', 'src/features/suggestions/endpoints.ts'],
  ])('%s is loaded when it is asked for, and not before', (page, routes) => {
    const folder = posix.join(posix.dirname(routes), posix.dirname(page)).replace(/^src\//, '')
    // The elements share their parts.
    const isElement = (path: string) => path.startsWith('src/pages/suggest/')
    const early = running.filter(
      (one) =>
        enters(one.file, one.target, folder) &&
        roomOf(one.file) !== posix.basename(folder) &&
        !isElement(one.file),
    )
    expect(early).toEqual([])
    expect(readFileSync(`${root}${routes}`, 'utf8')).toContain(`await import('${page}')`)
  })

  test('every room is on the plan', () => {
    expect([...new Set([...sources, ...browser].map(roomOf))].sort()).toEqual(Object.keys(MAY_ENTER).sort())
  })

  test.each(Object.entries(MAY_ENTER))('%s enters no rooms but %j', (room, others) => {
    const entered = everywhere
      .filter(({ file, target, isType }) => !isType && roomOf(file) === room && target.startsWith('src/'))
      .filter(({ target }) => roomOf(target) !== room && !others.includes(roomOf(target)))
    expect(entered).toEqual([])
  })

  test('never upwards, types included', () => {
    expect([...ORDER].sort()).toEqual(Object.keys(MAY_ENTER).sort())
    const upward = everywhere.filter(
      ({ file, target }) =>
        target.startsWith('src/') && ORDER.indexOf(roomOf(target)) < ORDER.indexOf(roomOf(file)),
    )
    expect(upward).toEqual([])
  })

  test.each(Object.entries(ORDER_WITHIN))('never upwards within %s, types included: %j', (room, order) => {
    const groupOf = (path: string) => {
      const [group = '', file] = path.replace(/^src\/(core\/)?\w+\//, '').split('/')
      return file === undefined ? '.' : group
    }
    const inside = imports.filter(({ file, target }) => roomOf(file) === room && roomOf(target) === room)
    const upward = inside.filter(
      ({ file, target }) => order.indexOf(groupOf(target)) < order.indexOf(groupOf(file)),
    )
    expect(upward.filter(({ file, target }) => UPWARD[file] !== target)).toEqual([])
    const groups = new Set(
      sources.filter((file) => roomOf(file) === room && file !== `src/${room}.ts`).map(groupOf),
    )
    expect([...order].sort()).toEqual([...groups].sort())
  })

  test('never in a circle, types included', () => {
    const graph = new Map([...sources, ...browser].map((file) => [file, new Set<string>()]))
    for (const { file, target } of everywhere) graph.get(file)?.add(target)
    // Files without imports go, then those that imported only these, and so on: what stays is in or above a circle.
    for (let size = -1; size !== graph.size; ) {
      size = graph.size
      for (const [file, targets] of graph) {
        if (![...targets].some((target) => graph.has(target))) graph.delete(file)
      }
    }
    expect([...graph.keys()]).toEqual([])
  })

  test('what serves requests knows of storages the contract and its parts alone', () => {
    const known = imports
      .filter(
        ({ file, target }) =>
          !/^src\/(storage|testing|auth)\//.test(file) && target.startsWith('src/storage/'),
      )
      .map(({ target }) => target)
    expect([...new Set(known)].sort()).toEqual([
      'src/storage/after.ts',
      'src/storage/contract.ts',
      'src/storage/failures.ts',
      'src/storage/reference.ts',
    ])
  })

  test('ways to authenticate know the stores of credentials by their shape alone', () => {
    const users = imports
      .filter(({ file, target }) => file.startsWith('src/auth') && target.startsWith('src/storage/'))
      .map(({ file }) => file)
    expect([...new Set(users)].sort()).toEqual(['src/auth/key-value.ts', 'src/auth/sql.ts'])
  })

  test('storages know the contract and nothing else of ours, not even as types', () => {
    const foreign = imports.filter(
      ({ file, target }) => file.startsWith('src/storage/') && !target.startsWith('src/storage/'),
    )
    expect(foreign).toEqual([])
  })

  test('adapters import one rule of ours at run time, and nothing imports them', () => {
    const inward = filesIn('adapters')
      .flatMap(atStartOf)
      .filter(({ target, isType }) => target.startsWith('src/') && !isType)
      // Which hosts are public: the core and `publicFetch` must not differ.
      .filter(({ target }) => target !== 'src/core/domain/public-host.ts')
    const outward = imports.filter(({ target }) => target.startsWith('adapters/'))
    expect([...inward, ...outward]).toEqual([])
  })

  test('the command imports the package by its name, as users do, and no library; nothing imports it', () => {
    const foreign = filesIn('command')
      .flatMap(atStartOf)
      .filter(({ target }) => !/^(command\/|node:|kalends(\/|$))/.test(target))
    const inward = [...imports, ...filesIn('adapters').flatMap(atStartOf)].filter(
      ({ file, target }) => /^(command\/|kalends)/.test(target) && !file.startsWith('src/apps/'),
    )
    expect([...foreign, ...inward]).toEqual([])
  })

  test('apps import the package by its name, as users do, and their own folder', () => {
    // These are older, and enter rooms of the core.
    const older = /^src\/apps\/(editor|mcp)\//
    const apps = filesIn('src/apps').filter((file) => !older.test(file))
    const foreign = apps.flatMap(atStartOf).filter(({ file, target }) => {
      const own = file.split('/').slice(0, 3).join('/')
      return !target.startsWith(`${own}/`) && !/^kalends(\/|$)/.test(target)
    })
    expect(foreign).toEqual([])
    expect(apps.length).toBeGreaterThan(10)
  })
})

describe('features plug into the core', () => {
  const inFeatures = sources.filter((file) => file.startsWith('src/features/'))
  const ofFeatures = imports.filter(({ file }) => file.startsWith('src/features/'))
  const nameOf = (path: string) => path.split('/')[2] ?? ''
  const names = [...new Set(inFeatures.map(nameOf))]

  test('what a feature may do is one file of at most 100 lines', () => {
    expect(readFileSync(`${root}src/core/feature.ts`, 'utf8').split('\n').length).toBeLessThanOrEqual(101)
  })

  test('each has an index, a README, and a line in the list', () => {
    const list = readFileSync(`${root}src/features.ts`, 'utf8')
    for (const name of names) {
      expect(inFeatures).toContain(`src/features/${name}/index.ts`)
      expect(readFileSync(`${root}src/features/${name}/README.md`, 'utf8').split('\n').length).toBeLessThan(
        16,
      )
      expect(list).toContain(`./features/${name}/index.ts`)
    }
  })

  test('they enter the core by its door, types included; pure rooms they enter as they are', () => {
    const DOORS = /^src\/(core\/(\w+\.ts$|(domain|schema|fields|present)\/)|pages|formats|errors|types)\b/
    const jumped = ofFeatures
      .filter(({ target }) => target.startsWith('src/') && !target.startsWith('src/features/'))
      .filter(({ target }) => !DOORS.test(target))
    expect(jumped).toEqual([])
  })

  test('what is loaded at the start declares routes, and calls nothing', () => {
    const early = ofFeatures
      .filter(({ file, isType }) => file.endsWith('/index.ts') && !isType)
      .filter(({ target }) => target.startsWith('src/') && target !== 'src/core/routing.ts')
      .filter(({ file, target }) => nameOf(file) !== nameOf(target))
    expect(early).toEqual([])
  })

  test('of another one they take what it offers', () => {
    const foreign = ofFeatures.filter(
      ({ file, target }) =>
        target.startsWith('src/features/') &&
        nameOf(target) !== nameOf(file) &&
        !target.endsWith('/offer.ts'),
    )
    expect(foreign).toEqual([])
  })

  test('the core knows none of them', () => {
    const knowing = imports.filter(
      ({ file, target }) =>
        target.startsWith('src/features') &&
        !file.startsWith('src/features') &&
        !['src/api.ts', 'src/errors.ts', 'src/limits.ts'].includes(file) &&
        !(file.startsWith('src/move') && target.endsWith('/offer.ts')),
    )
    expect(knowing).toEqual([])
    // `features` of `GET /me` and the fact `merged` have words of their own. To embed is also to show linked records, and a body can have files.
    const known = /^src\/core\/(?!domain|schema|fields)/
    const word = new RegExp(`\\b(${names.filter((name) => !['embed', 'files'].includes(name)).join('|')})\\b`)
    const told = sources
      .filter((file) => known.test(file))
      .flatMap((file) =>
        readFileSync(`${root}${file}`, 'utf8')
          .split('\n')
          .filter((line) => word.test(line) && !line.includes("'../../domain/records/merging.ts'"))
          .map((line) => `${file}: ${line}`),
      )
    expect(told).toEqual([])
  })

  test('the door has at most 70 functions, and each is used', () => {
    const door = readFileSync(`${root}src/core/door.ts`, 'utf8')
    const functions = [...door.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list = '']) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type ')),
    )
    expect(functions.length).toBeLessThanOrEqual(70)
    const used = inFeatures.map((file) => readFileSync(`${root}${file}`, 'utf8')).join('\n')
    expect(functions.filter((name) => !new RegExp(`\\b${name}\\b`).test(used))).toEqual([])
  })
})

describe('each library has one door', () => {
  test.each([
    ['luxon', /^src\/core\/domain\/time\/zones\.ts$/],
    ['itty-router/IttyRouter', /^src\/core\/http\/router\.ts$/],
    ['zod/mini', /^src\/(core\/schema\/|features\/\w+\/schema\.ts$)/],
    ['aws4fetch', /^src\/images\/s3\.ts$/],
    ['@noble/hashes/blake2.js', /^src\/auth\/wordpress-hashes\.ts$/],
  ])('%s', (library, door) => {
    const users = running.filter(({ target }) => target === library).map(({ file }) => file)
    expect(users.length).toBeGreaterThan(0)
    expect(users.filter((file) => !door.test(file))).toEqual([])
  })

  test('and the core has no others', () => {
    const packages = imports
      .filter(({ file }) => !/^src\/(apps|auth|images)\//.test(file))
      .map(({ target }) => target)
      .filter((target) => !target.startsWith('src/'))
    expect([...new Set(packages)].sort()).toEqual(words('itty-router itty-router/IttyRouter luxon zod/mini'))
  })
})

describe('what the package exports', () => {
  const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
  const exported = [...read('package.json').matchAll(/"\.(\/[^"]*)?": "\.\/dist\/(.*)\.js"/g)].map(
    ([, path = '', file = '']) => ({ name: `kalends${path}`, file }),
  )

  test('holds every adapter that no other adapter uses', () => {
    const adapters = filesIn('adapters')
    const used = adapters.flatMap(atStartOf).map(({ target }) => target)
    const known = new Set([...used, ...exported.map(({ file }) => `${file}.ts`)])
    expect(adapters.filter((file) => !known.has(file))).toEqual([])
  })

  const ours = exported.filter(({ name }) => /\/(adapters|storage)\//.test(name))
  const tests = filesIn('test').map(read)
  const pages = [...filesIn('docs', '.md'), 'README.md'].map(read)
  test.each(ours)('$name is imported by a test, by its name, and has a place in a page', ({ name }) => {
    expect(tests.some((text) => text.includes(`'${name}'`))).toBe(true)
    const inTable = `\`${posix.basename(name)}\`: \``
    expect(pages.some((page) => page.includes(name) || page.includes(inTable))).toBe(true)
    expect(read('tsconfig.json')).toContain(`"${name}": [`)
  })
})

describe('a clean house', () => {
  const all = [...sources, ...browser, ...filesIn('adapters'), ...filesIn('command')]
    .filter((file) => !BUNDLED.test(file))
    .map((file) => [file, readFileSync(`${root}${file}`, 'utf8')] as const)

  test('no any, no silenced types', () => {
    const silenced = all.filter(([, text]) =>
      /\bas (?!const\b)[A-Za-z{(]|: any\b|<any>|@ts-(ignore|expect-error|nocheck)|biome-ignore/.test(
        text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|^(import|export) .*$|'[^'\n]*'|`[^`]*`/gm, ''),
      ),
    )
    expect(silenced.map(([file]) => file)).toEqual([])
  })

  test('JSON is parsed where its value is guarded', () => {
    const readers = words(
      `src/core/domain/json.ts src/storage/shared/own-json.ts src/formats/read-json.ts
      src/pages/embed/settings.ts src/pages/suggest/texts.ts src/core/docs-page/browser/answer.ts
      command/init/project.ts command/init/own-package.ts command/images.ts command/mcp-lines.ts`,
    )
    const found = all.filter(([, text]) => text.includes('JSON.parse('))
    expect(found.map(([file]) => file).sort()).toEqual(readers.sort())
  })

  test('nothing waits for later', () => {
    expect(all.filter(([, text]) => /\bTODO|FIXME|XXX/.test(text)).map(([file]) => file)).toEqual([])
  })
})
