import type { SeededBug } from '../seeded-bug.ts'

const ENTRY = { file: 'src/http/entry.ts', tests: ['test/routes/kept.test.ts'] } as const
const KEPT = { file: 'src/http/kept.ts', tests: ['test/routes/kept.test.ts'] } as const

/** What goes wrong when an answer is given once more. */
export const kept: readonly SeededBug[] = [
  {
    ...ENTRY,
    trap: 'what somebody with rights was shown is kept for visitors',
    find: 'if (caller !== null || endpoint.hasPage === true) return false',
    replace: 'if (endpoint.hasPage === true) return false',
  },
  {
    ...ENTRY,
    trap: 'the documentation is kept as a page for who wants JSON',
    find: 'if (caller !== null || endpoint.hasPage === true) return false',
    replace: 'if (caller !== null) return false',
  },
  {
    ...ENTRY,
    trap: 'what a password opened is kept for those who know the URL',
    find: '  secret !== true && (modified',
    replace: '  (secret || true) && (modified',
  },
  {
    ...ENTRY,
    trap: 'what a visitor was shown is kept for those who send a password in the header',
    find: " && !request.headers.has('x-event-password')",
    replace: '',
  },
  {
    ...ENTRY,
    trap: 'a kept answer is told to caches as it was to those without credentials',
    find: 'return still.written.to(request, isAnonymous(request))',
    replace: 'return still.written.to(request, true)',
  },
  {
    ...ENTRY,
    trap: 'audit is not told which record a kept answer shows',
    find: '      if (still.record !== undefined) known.record = still.record\n',
    replace: '',
  },
  {
    ...ENTRY,
    trap: 'what looked at the clock is kept past its second',
    find: 'second: sawClock ? second : undefined',
    replace: 'second: undefined',
  },
  {
    ...ENTRY,
    trap: 'while answers are kept, nothing that is scheduled appears',
    find: ' && !scheduler.isDue(now)',
    replace: '',
  },
  {
    ...ENTRY,
    trap: 'a record changed later than now keeps the date of its first answer',
    find: '(modified === undefined || timeOf(modified) <= now.getTime())',
    replace: 'now !== undefined',
  },
  {
    ...KEPT,
    trap: 'kept answers survive a commit',
    find: '      if (revision !== current) {\n',
    replace: '      if (current === undefined) {\n',
  },
  {
    ...KEPT,
    trap: 'an answer that a commit overtook is kept',
    find: '      if (revision !== current) return\n',
    replace: '',
  },
  {
    ...KEPT,
    trap: 'a kept answer is given in another second than it holds for',
    find: '(found.second !== undefined && found.second !== second)',
    replace: 'false',
  },
  {
    ...KEPT,
    trap: 'what is asked for most often is dropped first',
    find: '      found.isWanted = true\n',
    replace: '',
  },
  {
    ...KEPT,
    trap: 'answers are kept without end',
    find: '        if (size <= most) break\n',
    replace: '        break\n',
  },
  {
    file: 'src/http/cors.ts',
    trap: 'a kept answer goes out as the one to the origin that asked before',
    find: 'const headers: Fields = { ...answer.headers }',
    replace: 'const headers: Fields = answer.headers',
    tests: ['test/routes/kept.test.ts'],
  },
]
