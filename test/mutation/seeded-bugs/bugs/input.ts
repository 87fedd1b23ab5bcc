import type { SeededBug } from '../seeded-bug.ts'

export const input: readonly SeededBug[] = [
  {
    trap: 'a body of exactly the limit is refused',
    file: 'src/http/body.ts',
    find: '    if (size > limits.body) {',
    replace: '    if (size >= limits.body) {',
    tests: ['test/routes/limits.test.ts'],
  },
  {
    trap: 'a body may be nested without end',
    file: 'src/http/params.ts',
    find: "  if (depth === 0) return 'depth'\n",
    replace: '',
    tests: ['test/routes/limits.test.ts'],
  },
  {
    trap: 'a field named __proto__ is taken',
    file: 'src/http/params.ts',
    find: "new Set(['__proto__', 'constructor', 'prototype'])",
    replace: "new Set(['constructor', 'prototype'])",
    tests: ['test/routes/hostile.test.ts'],
  },
  {
    trap: 'of a name given twice the first value counts',
    file: 'src/http/params.ts',
    find: '  parent[key] = value\n',
    replace: '  parent[key] ??= value\n',
    tests: ['test/unit/params.test.ts'],
  },
  {
    trap: 'only the first wrong parameter is named',
    file: 'src/schema/read.ts',
    find: 'for (const issue of all.error.issues) {',
    replace: 'for (const issue of all.error.issues.slice(0, 1)) {',
    tests: ['test/routes/lists.test.ts', 'test/routes/fields.test.ts'],
  },
  {
    trap: '30 February is stored as 2 March',
    file: 'src/domain/date-text.ts',
    find: 'context.runsOver ?? false',
    replace: 'context.runsOver ?? true',
    tests: ['test/unit/date-text.test.ts'],
  },
  {
    trap: 'a body that is too large goes on coming',
    file: 'src/http/body.ts',
    find: '      reader.cancel().catch(() => undefined)\n',
    replace: '',
    tests: ['test/routes/refusals.test.ts'],
  },
  {
    trap: 'a body that is no JSON is passed over in silence',
    file: 'src/http/entry.ts',
    find: '    if (!isIncomplete)\n',
    replace: '    if (isIncomplete && note === undefined)\n',
    tests: ['test/routes/http.test.ts', 'test/routes/hostile.test.ts', 'test/routes/limits.test.ts'],
  },
]
