import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { posix } from 'node:path'
import { build } from 'esbuild'
import { ApiError, createEventsApi, type EventsApi, type Role } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outdatedFiles } from '../../scripts/docs.ts'
import tsconfig from '../../tsconfig.json' with { type: 'json' }
import { freePort, originOf, outputOf } from '../setup/programs.ts'
import { SECRETS } from './block-module.ts'
import { type Block, blocksOf, documentation } from './blocks.ts'

/*
 * What the documentation says is run. Three kinds of blocks on its pages:
 *
 * - `ts` is a program of its own. It is type-checked and run; what it prints is what the comments behind its
 *   `console.log(…)` say. One that listens does so on $PORT, and passes when it can be reached there. `ts no-run` is
 *   only shown; the page says why. A `json` after it is the last line that it prints.
 * - `http` is a request and the `http` after it the answer, played in order against one fresh calendar per page. The
 *   answer may leave out header fields and keys; `…` stands for any value, and at the end of a list for any rest.
 * - `sh` with curl lines is played against the server of the page's first `ts` block; the `json` after it is the
 *   answer, read in the same way.
 */

const root = new URL('../..', import.meta.url).pathname

/** Each block that `isFirst` holds for, with the one after it. */
function pairsOf(blocks: readonly Block[], isFirst: (block: Block) => boolean): [Block, Block | undefined][] {
  return blocks.flatMap((block, index) => (isFirst(block) ? [[block, blocks[index + 1]]] : []))
}

/** Fails unless what the page shows is a part of what came. */
function expectPart(actual: unknown, shown: unknown, where: string): void {
  if (shown === '…') {
    expect(actual ?? undefined, where).toBeDefined()
    return
  }
  if (Array.isArray(shown)) {
    const list: unknown[] = Array.isArray(actual)
      ? actual
      : expect.unreachable(`${where} is no list: ${String(actual)}`)
    const isOpen = shown.at(-1) === '…'
    if (!isOpen) expect(list.length, `length of ${where}`).toBe(shown.length)
    for (const [index, one] of (isOpen ? shown.slice(0, -1) : shown).entries()) {
      expectPart(list[index], one, `${where}[${index}]`)
    }
  } else if (isObject(shown)) {
    const object = isObject(actual) ? actual : expect.unreachable(`${where} is no object: ${String(actual)}`)
    for (const [key, one] of Object.entries(shown)) expectPart(object[key], one, `${where}.${key}`)
  } else expect(actual, where).toEqual(shown)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parse = (text: string): unknown => JSON.parse(text)

// —— Requests and answers ————————————————————————————————————————————————————————————————————————————————————

const ORIGIN = 'https://calendar.example'
const ROLES: readonly Role[] = ['administrator', 'editor', 'author', 'contributor', 'subscriber']

/** The calendar that docs/routes.md describes: a token is a role, and the clock stands. */
function exampleCalendar(): EventsApi {
  return createEventsApi(memoryStorage(), {
    timezone: 'America/New_York',
    now: () => new Date('2027-03-01T12:00:00Z'),
    authenticate: (request) => {
      const authorization = request.headers.get('authorization')
      if (authorization === null) return null
      const at = ROLES.findIndex((name) => authorization === `Bearer ${name}`)
      const role = ROLES[at]
      if (role === undefined) throw new ApiError('rest_invalid_credentials')
      return { id: at + 1, role }
    },
    onError: console.error,
  })
}

/** First line, header fields, and the text after the empty line. */
function readMessage(text: string) {
  const [head = '', ...rest] = text.trimEnd().split('\n\n')
  const [line = '', ...fields] = head.split('\n')
  const headers = fields.map((field) => {
    const [, name = '', value = ''] =
      /^([\w-]+): (.*)$/.exec(field) ?? expect.unreachable(`no field: ${field}`)
    return [name, value] as const
  })
  return { line, headers, body: rest.join('\n\n') }
}

async function ask(api: EventsApi, block: Block): Promise<Response> {
  const { line, headers, body } = readMessage(block.text)
  const [method = '', path = ''] = line.split(' ')
  return api.fetch(
    new Request(`${ORIGIN}${api.basePath}${path}`, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      ...(body === '' ? {} : { body }),
    }),
  )
}

describe('requests get the answers that are shown', () => {
  const isRequest = ({ language, text }: Block) => language === 'http' && !text.startsWith('HTTP/')

  describe.each(documentation.filter((one) => blocksOf(one).some(isRequest)))('$page', (one) => {
    const api = exampleCalendar()

    test.each(
      pairsOf(blocksOf(one), isRequest).map(([request, answer]) => ({
        name: `${request.place} ${request.text.split('\n', 1)[0]}`,
        request,
        answer,
      })),
    )('$name', async ({ request, answer }) => {
      const shown = readMessage(answer?.text ?? '')
      expect(shown.line, 'the block after a request is its answer').toMatch(/^HTTP\/1\.1 \d{3}$/)
      const response = await ask(api, request)
      const text = await response.text()
      expect(`HTTP/1.1 ${response.status}`, text).toBe(shown.line)
      for (const [name, value] of shown.headers) expectPart(response.headers.get(name), value, name)
      if (shown.body === '') return
      expectPart(parse(text), parse(shown.body), 'answer')
    })
  })
})

// —— Programs ————————————————————————————————————————————————————————————————————————————————————————————————

const programs = documentation
  .flatMap((page) => pairsOf(blocksOf(page), ({ language, info }) => language === 'ts' && info !== 'no-run'))
  .map(([block, next]) => ({
    ...block,
    printed: next?.language === 'json' && block.text.endsWith('.text())\n') ? next.text : undefined,
    file: `${block.place.replace(/\W+/g, '-')}.ts`,
  }))

let folder = ''
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(posix.join(tmpdir(), 'kalends-docs-'))
  symlinkSync(`${root}node_modules`, `${folder}/node_modules`)
  mkdirSync(`${folder}/src`)
  for (const { file, text } of programs) writeFileSync(`${folder}/src/${file}`, text)
  const paths = Object.entries(tsconfig.compilerOptions.paths).map(([name, [path = '']]) => [
    name,
    [posix.join(root, path)],
  ])
  const config = {
    extends: `${root}tsconfig.json`,
    compilerOptions: {
      paths: Object.fromEntries(paths),
      noUnusedLocals: false,
      typeRoots: [`${root}node_modules/@types`],
    },
    include: ['src'],
  }
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config))
  // All at once: a program that has to compile the package itself takes a second to begin.
  await build({
    absWorkingDir: folder,
    entryPoints: programs.map(({ file }) => `src/${file}`),
    outdir: 'out',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  })
})

afterAll(() => {
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true })
})

function start(file: string, port = 0): ChildProcess {
  const child = spawn(process.execPath, [`${folder}/out/${file.replace(/ts$/, 'mjs')}`], {
    cwd: folder,
    env: { ...process.env, ...SECRETS, PORT: String(port) },
  })
  children.push(child)
  return child
}

/** Starts a program that listens, and waits until it does. */
async function serve(file: string): Promise<string> {
  const port = await freePort()
  return originOf(start(file, port), port)
}

describe('programs do what is shown', () => {
  test('they type-check', () => {
    const { stdout } = spawnSync(`${root}node_modules/.bin/tsc`, ['-p', folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })

  test.concurrent.each(programs)('$place', async ({ file, text, printed }) => {
    if (text.includes('.listen(')) {
      expect(text, 'listens on $PORT').toContain('process.env.PORT')
      await serve(file)
      return
    }
    const { code, output, errors } = await outputOf(start(file))
    expect(errors).toBe('')
    expect(code).toBe(0)
    const shown = [...text.matchAll(/^ *console\.log\(.*\) \/\/ (.*)$/gm)].map(([, comment = '']) => comment)
    const lines = output.split('\n').slice(0, -1)
    if (printed !== undefined) expectPart(parse(lines.pop() ?? ''), parse(printed), 'what it prints')
    if (text.includes('console.log(')) expect(lines).toEqual(shown)
  })
})

describe('curl lines get the answers that are shown', () => {
  const shells = documentation.flatMap((one) =>
    pairsOf(blocksOf(one), ({ language, text }) => language === 'sh' && text.startsWith('curl')).map(
      ([command, answer]) => ({ page: one.page, name: command.place, command, answer }),
    ),
  )
  const servers = new Map<string, Promise<string>>()

  test.each(shells)('$name', async ({ page, command, answer }) => {
    const file =
      programs.find(({ place }) => place.startsWith(`${page}:`))?.file ?? expect.unreachable('no server')
    const origin = await (servers.get(page) ?? serve(file))
    servers.set(page, Promise.resolve(origin))
    const response = await curl(command.text, origin)
    expect(answer?.language).toBe('json')
    expectPart(await response.json(), parse(answer?.text ?? ''), 'answer')
  })
})

/** As much of curl as the pages use: -X, -H, -d, and one URL on localhost:3000. */
function curl(command: string, origin: string): Promise<Response> {
  const words = [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
  const valuesOf = (flag: string) => words.filter((_, index) => words[index - 1] === flag)
  const url = words.find((word) => word.startsWith('localhost:3000/')) ?? expect.unreachable('no URL')
  const [body] = valuesOf('-d')
  const headers = valuesOf('-H').map((field): [string, string] => {
    const [name = '', value = ''] = field.split(': ')
    return [name, value]
  })
  return fetch(url.replace('localhost:3000', origin), {
    method: valuesOf('-X')[0] ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

// —— Pages ———————————————————————————————————————————————————————————————————————————————————————————————————

test('what is generated is what the code says', () => {
  expect([...outdatedFiles().keys()]).toEqual([])
})

describe('links lead somewhere', () => {
  const prose = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')
  const anchorsOf = (text: string) =>
    [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    )

  test.each(documentation)('$page', ({ page, text }) => {
    const links = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    const broken = links.filter((target) => {
      if (/^https?:/.test(target)) return false
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : posix.join(posix.dirname(page), path)
      if (!existsSync(`${root}${file}`)) return true
      return anchor !== undefined && !anchorsOf(readFileSync(`${root}${file}`, 'utf8')).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  test('every file and folder that a page names in code exists', () => {
    const named = documentation.flatMap(({ page, text }) =>
      [...text.matchAll(/`((?:src|test|adapters|examples|scripts|bench|docs)\/[\w./-]*)`/g)].map(
        ([, path = '']) => ({
          page,
          path,
        }),
      ),
    )
    // In these pages, `src` is a folder of the reader.
    const ofReader = ({ page, path }: (typeof named)[number]) =>
      page.startsWith('docs/mounting/') && path.startsWith('src/')
    expect(named.filter((one) => !ofReader(one) && !existsSync(`${root}${one.path}`))).toEqual([])
  })
})
