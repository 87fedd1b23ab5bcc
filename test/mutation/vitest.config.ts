import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

/** Tests of one process that take little time each: a mutant is shown to all that reach it. */
const config = mergeConfig(base, defineConfig({ test: { pool: 'threads' } }))
const { projects: _projects, ...test } = config.test ?? {}

export default defineConfig({
  ...config,
  test: {
    ...test,
    include: [
      'test/{unit,routes,rights}/**/*.test.ts',
      'test/client/{errors,lists,operations,records,requests}.test.ts',
      'test/auth/{basic,bearer,first-of,session,throttle}.test.ts',
      'test/contract/{memory,sqlite}.test.ts',
      'test/storage/{memory,key-value,sqlite}.test.ts',
      'test/documentation.test.ts',
    ],
  },
})
