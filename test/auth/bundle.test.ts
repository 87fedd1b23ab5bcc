import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

test('kalends/auth asks for nothing of one runtime, and is under 6.75 kB gzipped', async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('../../src/auth.ts', import.meta.url).pathname],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
  })
  const text = outputFiles[0]?.text ?? ''
  expect(text).toContain('basicPasswords')
  expect(text).not.toMatch(/\bimport\b|require\(|\bprocess\.|\bBuffer\b|\bDeno\.|\bBun\./)
  expect(gzipSync(text, { level: 9 }).length).toBeLessThan(6_750)
})
