import { defineConfig } from 'vitest/config'

/** No aliases: what is compiled is the package, as it was packed. */
export default defineConfig({
  root: new URL('.', import.meta.url).pathname,
  test: {
    reporters: ['default', '../setup/skipped.ts'],
    include: ['*.test.ts'],
    maxWorkers: 2,
    testTimeout: 600_000,
  },
})
