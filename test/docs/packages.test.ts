import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

/*
 * A reader copies what a page or an example shows. A package named there must be the one that is meant: ours, a part of
 * a runtime, or one that a package.json of this repository names.
 */

const root = new URL('../..', import.meta.url).pathname
const files = execFileSync('git', ['ls-files', '*.md', 'docs', 'examples'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(md|[cm]?[jt]sx?|jsonc?)$/.test(path) && !/(package-lock|package)\.json$/.test(path))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The packages that a package.json names, with their versions. */
function namedIn(path: string): [string, unknown][] {
  const json: unknown = JSON.parse(readFileSync(`${root}${path}`, 'utf8'))
  if (!isRecord(json)) throw new TypeError(`${path} is not an object`)
  return [json.dependencies, json.devDependencies].flatMap((one) =>
    isRecord(one) ? Object.entries(one) : [],
  )
}

const named = execFileSync(
  'git',
  ['ls-files', 'package.json', 'test/*/package.json', 'examples/*/package.json'],
  { cwd: root, encoding: 'utf8' },
)
  .trim()
  .split('\n')
  .flatMap(namedIn)
const ours = new Set(Object.keys(manifest.exports).map((path) => `${manifest.name}${path.slice(1)}`))

/** `@a/b/c` → `@a/b`, `a/b` → `a`, `a@1.2` → `a`. */
const packageOf = (specifier: string): string => /^(@[^/]+\/)?[^/@]+/.exec(specifier)?.[0] ?? specifier

/** A module that nothing vouches for. Of our own package, its exports are the modules. */
const isStrangeModule = (specifier: string): boolean =>
  !/^(\.|\/|node:|bun:|cloudflare:)/.test(specifier) &&
  !ours.has(specifier) &&
  (packageOf(specifier) === manifest.name || !named.some(([name]) => name === packageOf(specifier)))

/** A package that nothing vouches for, or not in this version. */
function isStrangePackage(argument: string): boolean {
  const name = packageOf(argument)
  if (name === manifest.name) return argument !== name
  const version = argument.slice(name.length + 1)
  return !named.some(([other, exact]) => other === name && (version === '' || version === exact))
}

/** What a text imports, by any syntax. In quotes, `from` is a name of something else. */
const importsIn = (text: string): string[] =>
  [...text.matchAll(/(?<!['"])\b(?:from|import|require)\s*\(?\s*(['"])([^'"\n]+)\1/g)].map(
    ([, , name = '']) => name,
  )

const INSTALL =
  /\b(?:npm (?:install|i|add)|pnpm add|yarn add|bun add|deno (?:add|install)|npx|bunx|pnpm dlx)((?: +[^\s`|;&(),]+)+)/g

/** The packages that the commands of a text fetch. Of `npx` that is the first word; the rest is its arguments. */
function installsIn(text: string): string[] {
  const fetched = [...text.matchAll(INSTALL)].flatMap(([command, rest = '']) => {
    const words = rest.split(' ').filter((word) => word !== '' && !word.startsWith('-'))
    return /^(npx|bunx|pnpm dlx)/.test(command) ? words.slice(0, 1) : words
  })
  const specifiers = [...text.matchAll(/\bnpm:([@\w][\w@./-]*)/g)].map(([, name = '']) => name)
  return [...fetched.filter((name) => !name.startsWith('npm:')), ...specifiers]
    .map((name) => name.replace(/[.,:]+$/, ''))
    .filter((name) => !/^\.{0,2}\/|\.tgz$/.test(name))
}

test('every package that a page or an example imports or installs is ours or named in a package.json', () => {
  const strange = files.flatMap((path) => {
    const text = readFileSync(`${root}${path}`, 'utf8')
    return [
      ...importsIn(text).filter(isStrangeModule),
      ...(path === 'CHANGELOG.md' ? [] : installsIn(text).filter(isStrangePackage)),
    ].map((name) => `${path}: ${name}`)
  })
  expect(strange).toEqual([])
})

test('the reader of pages sees each way to name a package', () => {
  expect(
    importsIn("import { a } from 'one'\nimport 'two'\nawait import('three')\nrequire(\"four\")"),
  ).toEqual(['one', 'two', 'three', 'four'])
  expect(
    installsIn('`npm install -D one two`, `npx three@1.2 run four`; deno add npm:five, bun add @six/six.'),
  ).toEqual(['one', 'two', 'three@1.2', '@six/six', 'five'])
  expect(isStrangeModule('kalends/client')).toBe(false)
  expect(isStrangeModule('kalends/nothing')).toBe(true)
  expect(isStrangeModule('events-api')).toBe(true)
  expect(isStrangePackage('tsx')).toBe(false)
  expect(isStrangePackage(`tsx@${manifest.devDependencies.tsx}`)).toBe(false)
  expect(isStrangePackage('tsx@1.0.0')).toBe(true)
  expect(isStrangePackage('events-api')).toBe(true)
})
