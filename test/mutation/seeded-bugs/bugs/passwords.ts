import type { SeededBug } from '../seeded-bug.ts'

export const passwords: readonly SeededBug[] = [
  {
    trap: 'any password opens an event',
    file: 'src/operations/read-event.ts',
    find: '  if (password === undefined || !(await isRight(asked, event.id, password, event.password))) {',
    replace: '  if (password === undefined) {',
    tests: ['test/routes/writing.test.ts'],
  },
  {
    trap: 'the password of an event may be guessed without end',
    file: 'src/operations/read-event.ts',
    find: '(await guess(',
    replace: '(await ((_what: string, check: () => Promise<true | null>) => check())(',
    tests: ['test/routes/event-passwords.test.ts'],
  },
  {
    trap: 'the password is kept in plain text beside its hash',
    file: 'src/domain/password.ts',
    find: 'await slowHash(password, salt, ITERATIONS)}`',
    replace: 'await slowHash(password, salt, ITERATIONS)}:` + password',
    tests: ['test/unit/password.test.ts'],
  },
  {
    trap: 'all passwords have the same salt',
    file: 'src/domain/password.ts',
    find: 'const salt = randomBytes(SALT_BYTES)',
    replace: 'const salt = new Uint8Array(SALT_BYTES)',
    tests: ['test/unit/password.test.ts'],
  },
  {
    trap: 'hashes are compared by their first character alone',
    file: 'src/domain/digest.ts',
    find: 'for (let at = 0; at < a.length; at++)',
    replace: 'for (let at = 0; at < 1; at++)',
    tests: ['test/unit/password.test.ts'],
  },
  {
    trap: 'lists show what a password protects',
    file: 'src/operations/read-event.ts',
    find: 'events.filter((event) => mayReadFully(asked.caller, event))',
    replace: 'events.filter((event) => mayRead(asked.caller, event))',
    tests: ['test/routes/writing.test.ts'],
  },
  {
    trap: 'a search finds words that a password protects',
    file: 'src/operations/list-events.ts',
    find: 'const looksInside = filters.length > 0 || search !== undefined',
    replace: 'const looksInside = filters.length > 0',
    tests: ['test/routes/access.test.ts'],
  },
  {
    trap: 'the venues of an event tell what its password protects',
    file: 'src/operations/list-linked.ts',
    find: 'return mayReadFully(caller, event) ? event[model.kind] : []',
    replace: 'return event[model.kind]',
    tests: ['test/routes/access.test.ts', 'test/routes/linked-lists.test.ts', 'test/rights/read.test.ts'],
  },
]
