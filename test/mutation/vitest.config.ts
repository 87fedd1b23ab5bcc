import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const HERE = new URL('resident/', import.meta.url).pathname

const config = mergeConfig(
  base,
  defineConfig({
    plugins: [
      {
        name: 'tests-that-stay',
        enforce: 'pre',
        // Tests get a `vitest` whose `test` they can be run by again.
        resolveId: (source, importer) =>
          source === 'vitest' && importer !== undefined && !importer.startsWith(HERE)
            ? `${HERE}vitest.ts`
            : undefined,
      },
    ],
    test: { pool: 'threads', isolate: false, testTimeout: 0, hookTimeout: 0, teardownTimeout: 1000 },
  }),
)
config.test = { ...config.test, include: ['test/mutation/resident/driver.ts'] }
export default config
