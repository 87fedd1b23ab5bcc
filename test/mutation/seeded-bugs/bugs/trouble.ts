import type { SeededBug } from '../seeded-bug.ts'

const ONCE = { file: 'src/operations/once.ts', tests: ['test/routes/idempotency.test.ts'] } as const
const GATE = { file: 'src/http/gate.ts', tests: ['test/routes/overload.test.ts'] } as const
const DEADLINE = { file: 'src/http/deadline.ts', tests: ['test/routes/overload.test.ts'] } as const
const REPORT = { file: 'src/http/report.ts' } as const

/** What goes wrong when answers are lost, when there are too many requests, when something is told, when a write breaks. */
export const trouble: readonly SeededBug[] = [
  {
    ...ONCE,
    trap: 'a create that is sent again makes a second record',
    find: '    if (asked.receipt !== undefined) plan.changes.push(receiptChange(asked.receipt, record.id))\n',
    replace: '',
  },
  {
    ...ONCE,
    trap: 'a key that was used before is taken with other fields',
    find: "      if (kept.print !== print) throw new ApiError('rest_idempotency_key_reused')\n",
    replace: '',
  },
  {
    ...ONCE,
    trap: 'the key of one user is that of all',
    find: 'JSON.stringify([caller?.id, operation, key])',
    replace: 'JSON.stringify([operation, key])',
  },
  {
    ...ONCE,
    trap: 'a key is remembered for ever',
    find: ' && document.keys.expires > wallOf(now)',
    replace: '',
  },
  {
    ...ONCE,
    trap: 'receipts that have expired stay for ever',
    find: '      if (id % SWEEP_EVERY === 0) await sweep(storage, wallOf(now))\n',
    replace: '',
  },
  {
    ...ONCE,
    trap: 'a receipt lets a password be guessed quickly',
    find: "{ ...params, password: params.password === undefined ? undefined : '' }",
    replace: 'params',
  },
  {
    ...GATE,
    trap: 'any number of requests may wait',
    find: 'else if (waiting.size < queue) await turn(ending.signal)',
    replace: 'else if (queue >= 0) await turn(ending.signal)',
  },
  {
    ...GATE,
    trap: 'a request that is done keeps its place',
    find: '        leave()\n',
    replace: '',
  },
  {
    ...GATE,
    trap: 'a request that was given up keeps its turn',
    find: '        waiting.delete(start)\n',
    replace: '',
  },
  {
    ...DEADLINE,
    trap: 'a 504 does not say when to come back',
    find: "new ApiError('rest_timeout', { headers: { 'retry-after': RETRY } })",
    replace: "new ApiError('rest_timeout')",
  },
  {
    ...DEADLINE,
    trap: 'a storage does not hear that nobody waits any more',
    find: '    this.#control.abort(reason)\n',
    replace: '',
  },
  {
    ...DEADLINE,
    trap: 'work goes on for a client that has gone',
    find: "    signal.addEventListener('abort', this.#leave, { once: true })\n",
    replace: '',
  },
  {
    ...REPORT,
    trap: 'onError is told the password in a query',
    find: '  for (const name of names) url.searchParams.delete(name)\n',
    replace: '',
    tests: ['test/routes/event-passwords.test.ts'],
  },
  {
    ...REPORT,
    trap: 'onError is told the password in the header',
    find: "  headers.delete('x-event-password')\n",
    replace: '',
    tests: ['test/routes/event-passwords.test.ts'],
  },
  {
    ...REPORT,
    trap: 'audit is told the query',
    find: 'path: new URL(request.url).pathname,',
    replace: 'path: request.url,',
    tests: ['test/routes/hooks.test.ts'],
  },
  {
    trap: 'after an outage nothing is published for a while',
    file: 'src/operations/schedule.ts',
    find: '      // Nobody has looked: the next request shall.\n      nextLook = seconds(now)\n',
    replace: '',
    tests: ['test/routes/faults.test.ts'],
  },
  {
    trap: 'a commit to SQLite is written in pieces',
    file: 'adapters/sql/local-sqlite.ts',
    find: '      run(BEGIN)\n',
    replace: '',
    tests: ['test/storage/sqlite.test.ts'],
  },
]
