import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const sizeOf = (text: string): number => gzipSync(text, { level: 9 }).length

test('kalends/auth asks for nothing of one runtime, is under 7.7 kB gzipped, and loads hashes of WordPress when needed', async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('../../src/auth.ts', import.meta.url).pathname],
    bundle: true,
    minify: true,
    splitting: true,
    outdir: 'out',
    format: 'esm',
    platform: 'neutral',
    write: false,
  })
  const files = outputFiles.map(({ path, text }) => ({ path, text }))
  for (const { text } of files) expect(text).not.toMatch(/require\(|\bprocess\.|\bBuffer\b|\bDeno\.|\bBun\./)
  const hashes = files.find(({ path }) => path.includes('wordpress-hashes'))
  expect(sizeOf(hashes?.text ?? '')).toBeLessThan(6_000)
  expect(hashes?.text).toContain('$generic$')
  const atStart = files.filter((one) => one !== hashes)
  expect(atStart.map(({ text }) => text).join('')).not.toContain('$generic$')
  expect(sizeOf(atStart.map(({ text }) => text).join(''))).toBeLessThan(7_700)
})
