import { defineConfig } from 'vitest/config'
import tsconfig from './tsconfig.json' with { type: 'json' }

// The tests import the package by the names that its users write; one list, in tsconfig.json, says where those are.
const alias = Object.entries(tsconfig.compilerOptions.paths).map(([name, [path = '']]) => ({
  find: new RegExp(`^${name}$`),
  replacement: new URL(path, import.meta.url).pathname,
}))

export default defineConfig({
  resolve: { alias },
  test: {
    maxWorkers: '100%',
    // Databases share the machine with each other, and with whatever else is going on there.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: { include: ['src/**', 'adapters/**'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['test/**/*.test.ts'],
          // Those want runtimes that are installed for them alone: `npm run test:runtimes`.
          exclude: ['**/node_modules/**', 'test/runtimes/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'nothing kept',
          include: [
            'test/contract/{memory,sqlite}.test.ts',
            'test/routes/**/*.test.ts',
            'test/rights/**/*.test.ts',
          ],
          exclude: ['test/routes/kept.test.ts'],
          setupFiles: ['test/setup/nothing-kept.ts'],
        },
      },
    ],
  },
})
