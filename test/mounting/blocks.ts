import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const page = readFileSync(new URL('../../docs/mounting.md', import.meta.url), 'utf8')

/** What docs/mounting.md says under a heading, up to the next. */
export function sectionUnder(heading: string): string {
  const section = page.split(/^##+ /m).find((one) => one.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`docs/mounting.md has no heading ${heading}`)
  return section
}

/** The modules that are shown there. */
export const modulesUnder = (heading: string): string[] =>
  [...sectionUnder(heading).matchAll(/^```ts no-run\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)

/** The first of them. */
export function codeUnder(heading: string): string {
  const [code] = modulesUnder(heading)
  if (code === undefined) throw new Error(`docs/mounting.md shows no module under ${heading}`)
  return code
}

/** That module, beside `./calendar.ts` with this text. */
export async function moduleUnder(heading: string, calendar: string): Promise<Record<string, unknown>> {
  const code = codeUnder(heading)
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'calendar.ts'), calendar)
  writeFileSync(join(folder, 'module.ts'), code)
  return import(join(folder, 'module.ts'))
}
