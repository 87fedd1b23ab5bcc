import { defineConfig } from 'vitest/config'

/** No aliases: what the programs import as `kalends` is the package, as it was packed. */
export default defineConfig({
  root: new URL('.', import.meta.url).pathname,
  test: {
    reporters: ['default', '../setup/skipped.ts'],
    include: ['*.test.ts'],
    globalSetup: ['hosts/next-build.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
