import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

test('is under 4.2 kB gzipped, and asks for nothing of one runtime', async () => {
  const entry = new URL('../../src/client.ts', import.meta.url).pathname
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
  })
  const bundle = outputFiles[0]?.text ?? ''
  expect(bundle).not.toMatch(/from\s*["']|require\(|\bprocess\.|\bBuffer\b|\bDeno\.|\bBun\./)
  const size = gzipSync(bundle, { level: 9 }).length
  expect(size).toBeGreaterThan(1000)
  expect(size).toBeLessThan(4200)
})
