import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './readme.ts'

const examples = readdirSync(`${root}examples`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const pages = ['README.md', ...examples.map((name) => `${name}/README.md`)]
const linksOf = (page: string) =>
  [...readFileSync(`${root}examples/${page}`, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(
    ([, target = '']) => target,
  )

test('the index has every example', () => {
  expect(linksOf('README.md').sort()).toEqual(examples.map((name) => `${name}/README.md`).sort())
})

test.each(pages)('the links of %s lead somewhere', (page) => {
  const broken = linksOf(page).filter((target) => !existsSync(join(root, 'examples', dirname(page), target)))
  expect(broken).toEqual([])
})
