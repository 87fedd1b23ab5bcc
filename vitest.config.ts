import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import tsconfig from './tsconfig.json' with { type: 'json' }

// The tests import the package by the names that its users write; one list, in tsconfig.json, says where those are.
const alias = Object.entries(tsconfig.compilerOptions.paths).map(([name, [path = '']]) => ({
  find: new RegExp(`^${name}$`),
  replacement: new URL(path, import.meta.url).pathname,
}))

// What `npm test` leaves to `npm run test:all`. All other tests are quick: they need nothing but this process.
const THOROUGH = [
  // A server, or a database that is not part of the process: such files are named after it.
  'test/**/{deno,deno-kv,galera,lmdb,mysql,pglite,postgres,redis,redis-*}.test.ts',
  // The same tests on each database, or by each client.
  'test/{auth/stores,batch/{storages,storage-view},contract/key-value,walks/{key-value,sql}}.test.ts',
  'test/storage/{any-text,create-events,durable-object,sql-clients,sql-gather,sql-joined,sql-migration,sql-plans,sql-revision,sql-trouble,sql-versions,beside-0.7,version-0.7}.test.ts',
  // Programs, builds and compilers.
  'test/images/damaged.test.ts',
  'test/{bench,docs}/**/*.test.ts',
  'test/{sources/histories/{killed,town,processes,stopped},suggestions/processes}.test.ts',
  'test/{package,feeds/{khal,python,sabre},fields/a-new-field,types/*}.test.ts',
  // Sockets, clients of databases, and minutes of random or exhaustive input.
  'test/{adapters,changes,move,differential,faults,fuzz,histories,hostile,mounting,races}/**/*.test.ts',
]

// The others share their modules. These measure how modules load, or import some that end with the file what they have started.
const ISOLATED = [
  'test/unit/start-up.test.ts',
  'test/{command,crashes,examples}/**/*.test.ts',
  'test/**/redis*.test.ts',
]

// These need what is installed for them alone: `npm run test:runtimes`, `npm run test:compilers`.
const ALONE = ['**/node_modules/**', 'test/runtimes/**', 'test/compilers/**']

const all = { include: ['test/**/*.test.ts'], exclude: ALONE }

export default defineConfig({
  resolve: { alias },
  test: {
    reporters: ['default', './test/setup/skipped.ts'],
    // Many tests wait for a server or another process.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // These end what hangs. They are no measure of anything: the machine may be busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A test leaves nothing behind for the next one, nor for the next file.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    expect: { poll: { timeout: 300_000 } },
    setupFiles: ['./test/setup/waiting.ts', './test/setup/named-errors.ts'],
    coverage: { include: ['src/**', 'adapters/**'] },
    projects: [
      {
        extends: true,
        test: { ...all, name: 'quick', exclude: [...ALONE, ...THOROUGH, ...ISOLATED], isolate: false },
      },
      {
        extends: true,
        test: {
          ...all,
          name: 'thorough',
          include: THOROUGH,
          exclude: [...ALONE, ...ISOLATED],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...all, name: 'isolated', include: ISOLATED },
      },
      {
        extends: true,
        test: {
          name: 'cache off',
          isolate: false,
          include: ['test/contract/sqlite.test.ts', 'test/routes/**/*.test.ts', 'test/rights/**/*.test.ts'],
          exclude: ['test/routes/{response-cache,shared-answers,freshness}.test.ts'],
          setupFiles: ['./test/setup/cache-off.ts'],
        },
      },
      // `--project all`: each test once.
      ...(process.argv.includes('all') ? [{ extends: true as const, test: { ...all, name: 'all' } }] : []),
    ],
  },
})
