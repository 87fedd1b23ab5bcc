import { readdirSync, readFileSync } from 'node:fs'
import { EVENT_OUTSIDE } from '../../src/core/fields/event-outside.ts'

const browser = new URL('../../src/apps/editor/browser/', import.meta.url).pathname

const QUOTED = String.raw`'((?:[^'\\]|\\.)*)'`

/** The English texts of the page, as its sources and the rows of fields write them. */
export function textsInCode(): string[] {
  const found = new Set<string>(Object.values(EVENT_OUTSIDE).flatMap(({ label }) => label ?? []))
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
