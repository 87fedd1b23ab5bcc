import { posix } from 'node:path'
import { words } from '../setup/words.ts'

/*
 * Where the texts of the package send their readers.
 */

/** Pages about the repository: the sources and tests that they name are there, and not in the package. */
const ABOUT_THE_REPOSITORY = words(`
  CHANGELOG.md CONTRIBUTING.md SECURITY.md docs/architecture.md docs/decisions.md docs/performance.md docs/reliability.md
`)

/** Screenshots, which would be half of the package. */
const isImage = (path: string): boolean => path.startsWith('docs/images/')

/** Links of a page, as paths from the root. */
const linksIn = (page: string, text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?:|#)/.test(target))
    .map((target) => posix.join(posix.dirname(page), target.replace(/#.*/, '')))

/** Files that a text names from the root, such as `docs/dates.md`. Tests and benchmarks are those of the repository. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w./-])(?:docs|src|adapters)\/[\w./-]*\w/g)].map(([path]) => path)

/** In the pages of frameworks, `src` is a folder of the reader. */
const isOfReader = (path: string, target: string): boolean =>
  path.startsWith('docs/mounting/') && target.startsWith('src/')

/** What a file of the package points to, as paths from its root. */
export function pointersOf(path: string, text: string): string[] {
  const pointers = [
    ...(path.endsWith('.md') ? linksIn(path, text) : []),
    ...(ABOUT_THE_REPOSITORY.includes(path) || path.startsWith('examples/') ? [] : namesIn(text)),
  ]
  return [...new Set(pointers)].filter((one) => !isImage(one) && !isOfReader(path, one)).sort()
}
