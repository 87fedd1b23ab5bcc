import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import tsconfig from './tsconfig.json' with { type: 'json' }

// The tests import the package by the names that its users write; one list, in tsconfig.json, says where those are.
const alias = Object.entries(tsconfig.compilerOptions.paths).map(([name, [path = '']]) => ({
  find: new RegExp(`^${name}$`),
  replacement: new URL(path, import.meta.url).pathname,
}))

// What `npm test` leaves to `npm run test:thorough`. All other tests are quick: they need nothing but this process.
const THOROUGH = [
  // A server, or a database that is not part of the process: such files are named after it.
  'test/**/{deno,deno-kv,galera,lmdb,mysql,pglite,postgres,redis,redis-*}.test.ts',
  // The same tests on each storage, or by each client. In memory they are quick.
  'test/**/{key-value,laws-key-value,laws-sqlite,sql,sqlite}.test.ts',
  'test/{auth/stores,batch/held-storage}.test.ts',
  'test/storage/{any-text,create-events,durable-object,sql-*,beside-0.7,version-0.7}.test.ts',
  // Programs, builds and compilers.
  'test/images/damaged.test.ts',
  'test/{bench,docs}/**/*.test.ts',
  'test/{suggestions/processes,package,feeds/{khal,python,sabre},fields/a-new-field,types/*}.test.ts',
  // Sockets, clients of databases, and seconds or minutes of random or exhaustive input.
  'test/{adapters,changes,move,differential,faults,fuzz,histories,hostile,mounting,races,sources/histories}/**/*.test.ts',
  'test/{feeds/{ics,vtimezone},fields/filters,mcp/odd-arguments,sources/hostile-calendars,storage/memory,walks/memory}.test.ts',
  'test/site/every-state.test.ts',
  'test/routes/{documentation-page,links,mirror,parts-cache,sent-back,term-counts}.test.ts',
]

// The table of rights: all of it is thorough, a fifth is quick.
const RIGHTS = ['test/rights/*.test.ts']

// Behaviour above the contract of a storage: in memory, on SQLite and on PostgreSQL in CI, on these by `npm run
// test:nightly`. What a storage may do differently is tested on all of them in CI: test/{storage,stores,differential,histories,races,crashes}/.
const NIGHTLY = [
  'test/{batch,changes,contract,erasure,importing,merging,series,sources,suggestions,walks}/{deno-kv,key-value,lmdb,mysql,pglite,redis}.test.ts',
]

// The others share their modules. These measure how modules load, or import some that end with the file what they have started.
const ISOLATED = [
  'test/unit/start-up.test.ts',
  'test/features/likes.test.ts',
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
    setupFiles: ['waiting', 'named-errors', 'cache-off', 'uncaught'].map((name) => `./test/setup/${name}.ts`),
    coverage: { include: ['src/**', 'adapters/**'] },
    projects: [
      {
        extends: true,
        test: {
          ...all,
          name: 'quick',
          env: { RIGHTS: 'a fifth' },
          exclude: [...ALONE, ...THOROUGH, ...NIGHTLY, ...ISOLATED],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...all,
          name: 'thorough',
          include: [...THOROUGH, ...RIGHTS],
          exclude: [...ALONE, ...NIGHTLY, ...ISOLATED],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...all, name: 'isolated', include: ISOLATED, exclude: [...ALONE, ...NIGHTLY] },
      },
      {
        extends: true,
        test: { ...all, name: 'nightly', include: NIGHTLY },
      },
      // `--project all`: each test once.
      ...(process.argv.includes('all') ? [{ extends: true as const, test: { ...all, name: 'all' } }] : []),
    ],
  },
})
