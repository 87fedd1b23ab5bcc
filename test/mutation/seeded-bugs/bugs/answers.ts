import type { SeededBug } from '../seeded-bug.ts'

export const answers: readonly SeededBug[] = [
  {
    trap: 'a cache gives an answer for one user to another',
    file: 'src/http/respond.ts',
    find: "    if (variesByCaller) addVary(fields, 'Authorization, Cookie')\n",
    replace: '',
    tests: ['test/routes/caching.test.ts'],
  },
  {
    trap: 'the ETag stays when what is shown changes',
    file: 'src/http/respond.ts',
    find: '{hash(this.#body)}',
    replace: '{0}',
    tests: ['test/routes/caching.test.ts'],
  },
  {
    trap: 'caches keep what a password opened',
    file: 'src/http/respond.ts',
    find: "    if (this.#isSecret) return 'private, no-store'\n",
    replace: '',
    tests: ['test/routes/caching.test.ts'],
  },
  {
    trap: 'shared caches keep what credentials showed',
    file: 'src/http/respond.ts',
    find: "return isAnonymous ? 'no-cache' : 'private, no-cache'",
    replace: "return 'no-cache'",
    tests: ['test/routes/caching.test.ts'],
  },
  {
    trap: 'any origin may read answers',
    file: 'src/http/cors.ts',
    find: "if (asking === null || (origin !== '*' && !origin.includes(asking))) return",
    replace: 'if (asking === null) return',
    tests: ['test/routes/http.test.ts'],
  },
  {
    trap: 'credentials are allowed to every origin',
    file: 'src/http/cors.ts',
    find: "  if (origin === '*' && credentials) throw new TypeError('cors: credentials need a list of origins')\n",
    replace: '',
    tests: ['test/routes/http.test.ts'],
  },
  {
    trap: 'a 500 tells what went wrong inside',
    file: 'src/http/entry.ts',
    find: "{ message: 'Internal error.' }",
    replace: '{ message: String(error) }',
    tests: ['test/routes/faults.test.ts'],
  },
  {
    trap: 'onError hears of nothing',
    file: 'src/http/entry.ts',
    find: '    reporter.error(error, request)\n    if (error instanceof ApiError) return error\n',
    replace: '    if (error instanceof ApiError) return error\n',
    tests: ['test/routes/faults.test.ts'],
  },
  {
    trap: 'a 503 does not say when to come back',
    file: 'src/http/entry.ts',
    find: ", { headers: { 'retry-after': OUTAGE_RETRY } })",
    replace: ')',
    tests: ['test/routes/faults.test.ts'],
  },
]
