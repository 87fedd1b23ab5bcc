import { defineConfig } from 'vitest/config'
import whole from '../../../vitest.config.ts'

/** The tests of the page for editors and of those for visitors, from the sources: `scripts/pages.sh`. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  resolve: { alias: whole.resolve?.alias },
  test: {
    reporters: ['default', '../setup/skipped.ts'],
    include: ['{editor,site}*.test.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
