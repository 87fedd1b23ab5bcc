import { defineConfig } from 'vitest/config'

/** No aliases: what the programs import as `events-api` is the package, as it was packed. */
export default defineConfig({
  root: new URL('.', import.meta.url).pathname,
  test: {
    include: ['*.test.ts'],
    globalSetup: ['hosts/next-build.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
