import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const room = process.env.MUTATION_ROOM
const out = process.env.MUTATION_OUT

export default {
  mutate: JSON.parse(process.env.MUTATION_FILES),
  plugins: [here('runner.js'), here('wording.js')],
  ignorers: ['wording'],
  ignoreStatic: process.env.MUTATION_STATIC !== 'yes',
  testRunner: 'resident',
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTATION_WORKERS ?? 2),
  ignorePatterns: [
    'bench',
    'coverage',
    'dist',
    'docs',
    'examples',
    'test/mutation/node_modules',
    'test/runtimes',
  ],
  disableTypeChecks: false,
  incremental: true,
  incrementalFile: `${out}/${room}.incremental.json`,
  tempDirName: `${out}/${room}`,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `${out}/${room}.json` },
  timeoutMS: 15_000,
  timeoutFactor: 3,
  warnings: { slow: false },
}
