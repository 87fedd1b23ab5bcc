import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

export default {
  mutate: ['src/**/*.ts', '!src/testing/**', '!src/core/docs-page/script.ts'],
  plugins: [here('node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'), here('wording.js')],
  ignorers: ['wording'],
  // Tables, routes and patterns: a mutant of what runs once at load would need all tests, and a fresh process.
  ignoreStatic: true,
  testRunner: 'vitest',
  dryRunTimeoutMinutes: 60,
  vitest: { configFile: 'test/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  ignorePatterns: [
    'bench',
    'coverage',
    'dist',
    'docs',
    'examples',
    'test/mutation/node_modules',
    'test/runtimes',
  ],
  tempDirName: 'coverage/mutation/sandbox',
  disableTypeChecks: false,
  incremental: true,
  incrementalFile: 'coverage/mutation/incremental.json',
  reporters: ['clear-text', 'html', 'progress-append-only'],
  htmlReporter: { fileName: 'coverage/mutation/index.html' },
  clearTextReporter: { allowColor: false, logTests: false },
  timeoutMS: 15_000,
  timeoutFactor: 3,
}
