import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { FILES, written } from '../../scripts/browser.ts'
import { SCRIPT as EMBED } from '../../src/pages/embed/script.ts'
import { SCRIPT as SUGGEST } from '../../src/pages/suggest/script.ts'

// `npm run browser` writes them anew.
test.each(Object.entries(FILES))('%s is what its sources say', async (file, make) => {
  expect(written(file) === (await make())).toBe(true)
})

const SCRIPTS = Object.keys(FILES).filter((file) => file.endsWith('/script.ts'))

test.each(SCRIPTS)('%s stays within its text, writes no HTML, and makes no code of text', (file) => {
  const [, script = ''] = /String\.raw`([\s\S]*)`\n\nexport/.exec(written(file)) ?? []
  expect(script.length).toBeGreaterThan(5000)
  expect(script).not.toMatch(/`|\$\{|<\/script|<!--|innerHTML|insertAdjacentHTML|document\.write|eval\(/i)
})

test.each([
  ['embed', EMBED, 12_000],
  ['suggest', SUGGEST, 15_000],
] as const)('%s has at most as many bytes as its page says, gzipped', (_name, script, most) => {
  expect(gzipSync(script, { level: 9 }).length).toBeLessThan(most)
})
