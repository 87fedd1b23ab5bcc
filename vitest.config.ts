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
    include: ['test/**/*.test.ts'],
    // Those want runtimes that are installed for them alone: `npm run test:runtimes`.
    exclude: ['**/node_modules/**', 'test/runtimes/**'],
    maxWorkers: '100%',
    // Databases share the machine with each other, and with whatever else is going on there.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: { include: ['src/**', 'adapters/**'] },
  },
})
