import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * Comments and pages name files, from the root or from a folder on the way, such as `domain/html/html.ts`. Files move.
 */

const root = new URL('../..', import.meta.url).pathname
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

/** Each file by every end of its path. */
const ends = new Set(
  files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
)
const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1)))

/** Histories, copies, and pages about the project of their reader. */
const isOfOthers = (file: string) =>
  /^(CHANGELOG\.md|docs\/mounting(\.md|\/)|docs\/recipes\.md|test\/fuzz\/reader\.ts|test\/(package|docs\/paths)\.test\.ts|tsup\.config\.ts)/.test(
    file,
  )

/** What is written for people: a page without its programs, or the comments of a program. */
function proseOf(file: string, text: string): string {
  if (file.endsWith('.md')) return text.replace(/^```[\s\S]*?^```$/gm, '')
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g)].map(([comment]) => comment).join('\n')
}

/** Names of files with a folder of ours before them. What has none may be a file of the reader. */
const pathsIn = (prose: string): string[] =>
  [...prose.matchAll(/(?<![\w./@:-])(?:\.\.?\/)*((?:[\w.-]+\/)+[\w.-]*\w\.(?:tsx?|mjs|md|sh|sql))(?!\w)/g)]
    .map(([, path = '']) => path)
    .filter((path) => folders.has(path.split('/')[0] ?? ''))

const missingIn = (file: string, text: string): string[] =>
  pathsIn(proseOf(file, text)).filter((path) => !ends.has(path))

test('every file that a comment or a page names is there', () => {
  const missing = files
    .filter((file) => /\.(tsx?|mjs|md)$/.test(file) && !isOfOthers(file))
    .flatMap((file) =>
      missingIn(file, readFileSync(`${root}${file}`, 'utf8')).map((path) => `${file}: ${path}`),
    )
  expect(missing).toEqual([])
})

test('the reader of paths sees those that moved', () => {
  const text =
    "// See `operations/merge.ts`.\nread('domain/none.ts')\n/* domain/html/html.ts, town/of-yours.ts */"
  expect(missingIn('src/a.ts', text)).toEqual(['operations/merge.ts'])
  expect(missingIn('docs/a.md', '`src/none.md`\n```ts\n// domain/other.ts\n```\n')).toEqual(['src/none.md'])
})
