import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { llmsFiles } from '../../scripts/llms.ts'
import { blocksOf, documentation } from './blocks.ts'

/*
 * The documentation for programs. That the files are up to date is in docs.test.ts: "what is generated is what the
 * code says".
 */

const root = new URL('../..', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const prose = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')
const linksOf = (text: string) =>
  [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)

const pages = documentation.filter(({ page }) => page === 'README.md' || page.startsWith('docs/'))
const all = new Map(pages.map(({ page, text }) => [page, text]))

describe('llms.txt', () => {
  test('is a title, a summary, and sections of links, as llmstxt.org says', () => {
    const lines = read('llms.txt').split('\n')
    expect(lines[0]).toBe('# Kalends')
    expect(lines[2]).toMatch(/^> An events calendar/)
    const sections = lines.slice(lines.findIndex((line) => line.startsWith('## ')))
    for (const line of sections) expect(line).toMatch(/^(## \w[\w ]*|- \[[^\]]+\]\([^)]+\)(: .+)?|)$/)
    expect(lines.filter((line) => line.startsWith('#')).slice(1)).toContain('## Optional')
  })

  test('links every page once', () => {
    const entries = read('llms.txt')
      .split('\n')
      .filter((line) => line.startsWith('- '))
    expect(entries.flatMap(linksOf).sort()).toEqual([...all.keys()].sort())
  })

  test('a page that nobody has placed stands in a section of its own, before what is optional', () => {
    const text = llmsFiles(new Map([...all, ['docs/zebra.md', '# Zebras\n']])).index
    expect(text).toMatch(/## More\n\n(- .+\n)*- \[Zebras\]\(docs\/zebra\.md\)\n\n## Optional\n/)
  })

  test('a page that is gone is an error, not a dead link', () => {
    expect(() => llmsFiles(new Map([...all].filter(([page]) => page !== 'docs/dates.md')))).toThrow(
      "scripts/llms.ts names 'docs/dates.md', which is not there",
    )
    expect(() => llmsFiles(new Map([...all, ['docs/dates.md', 'no title']]))).toThrow(
      'docs/dates.md has no title',
    )
  })
})

describe('llms-full.txt', () => {
  const text = llmsFiles(all).whole

  test('has every block of code of every page, to the character', () => {
    const blocks = pages.flatMap(blocksOf)
    expect(blocks.length).toBeGreaterThan(100)
    expect(
      blocks.filter((block) => !text.includes(`\n${block.text}\`\`\``)).map(({ place }) => place),
    ).toEqual([])
  })

  test('names each page before its title', () => {
    for (const [page, own] of all) expect(text).toContain(`<!-- ${page} -->\n\n${own.split('\n', 1)[0]}\n`)
  })

  test('its links lead somewhere from the root', () => {
    const links = linksOf(text).filter((target) => !/^\w+:/.test(target))
    expect(links.length).toBeGreaterThan(200)
    expect(links.filter((target) => !existsSync(`${root}${target.replace(/#.*/, '')}`))).toEqual([])
    expect(links.filter((target) => target.startsWith('#'))).toEqual([])
  })

  test('what looks like a link in code stays as it is', () => {
    const page = '# Dates\n[a](routes.md#x) [b](#y) [c](https://x.example/) `[d](e)`\n```\n[f](g)\n```\n'
    expect(llmsFiles(new Map([...all, ['docs/dates.md', page]])).whole).toContain(
      '# Dates\n[a](docs/routes.md#x) [b](docs/dates.md#y) [c](https://x.example/) `[d](e)`\n```\n[f](g)\n```\n',
    )
  })
})

test('both are in the package', () => {
  expect(manifest.files).toEqual(expect.arrayContaining(['llms.txt', 'llms-full.txt']))
})
