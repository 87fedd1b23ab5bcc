import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const page = readFileSync(new URL('../../docs/mounting.md', import.meta.url), 'utf8')

/** The module that docs/mounting.md shows under a heading, beside `./calendar.ts` with this text. */
export async function moduleUnder(heading: string, calendar: string): Promise<Record<string, unknown>> {
  const [, section = ''] = page.split(`\n### ${heading}\n`)
  const [, code] = /^```ts no-run\n([\s\S]*?)^```$/m.exec(section.split(/\n##+ /, 1)[0] ?? '') ?? []
  if (code === undefined) throw new Error(`docs/mounting.md shows no module under ${heading}`)
  const folder = mkdtempSync(join(tmpdir(), 'events-api-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'calendar.ts'), calendar)
  writeFileSync(join(folder, 'module.ts'), code)
  return import(join(folder, 'module.ts'))
}
