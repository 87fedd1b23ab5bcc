import { readdirSync, readFileSync } from 'node:fs'

const browser = new URL('../../src/apps/editor/browser/', import.meta.url).pathname

const QUOTED = String.raw`'((?:[^'\\]|\\.)*)'`

/** The English texts of the page, as its sources write them. */
export function textsInCode(): string[] {
  const found = new Set<string>()
  for (const file of readdirSync(browser, { recursive: true })) {
    if (!/\.tsx?$/.test(String(file))) continue
    const source = readFileSync(`${browser}${file}`, 'utf8')
    for (const [, text = ''] of source.matchAll(new RegExp(String.raw`\b(?:t|text)\(\s*${QUOTED}`, 'g')))
      found.add(text.replaceAll("\\'", "'"))
    const pairs = new RegExp(
      String.raw`\b(?:count|t)\(\s*[^,()]+(?:\([^()]*\))?[^,()]*[,?]\s*${QUOTED}\s*[,:]\s*${QUOTED}`,
      'g',
    )
    for (const [, one = '', other = ''] of source.matchAll(pairs)) found.add(one).add(other)
  }
  return [...found].sort()
}
