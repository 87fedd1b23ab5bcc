import type { SeededBug } from '../seeded-bug.ts'

const tests = ['test/storage/memory.test.ts']

export const memory: readonly SeededBug[] = [
  {
    trap: 'a unique value is given twice',
    file: 'src/storage/memory/shelf.ts',
    find: 'if (claimed.has(value) || (owner !== undefined && !leaving.has(owner))) {',
    replace: 'if (claimed.has(value)) {',
    tests,
  },
  {
    trap: 'a change over a version that is gone is taken',
    file: 'src/storage/memory/shelf.ts',
    find: 'if (version !== expect) return',
    replace: 'if (version < expect) return',
    tests,
  },
  {
    trap: 'count says another number than find has documents',
    file: 'src/storage/memory/catalogue.ts',
    find: '    return this.#count(atomsOf(where), text)\n',
    replace: '    return this.#count(atomsOf(where.slice(0, 1)), text)\n',
    tests,
  },
  {
    trap: 'a tally counts a value twice that is asked for twice',
    file: 'src/storage/memory/counters.ts',
    find: 'for (const value of new Set(values)) {',
    replace: 'for (const value of values) {',
    tests,
  },
  {
    trap: 'what was removed is still found by its ID',
    file: 'src/storage/memory/shelf.ts',
    find: '    this.#documents.delete(document.id)\n',
    replace: '',
    tests,
  },
]
