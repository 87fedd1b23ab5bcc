import type { SeededBug } from '../seeded-bug.ts'

export const writes: readonly SeededBug[] = [
  {
    trap: 'a field that is not sent is cleared',
    file: 'src/operations/write-event.ts',
    find: 'description: fields.description ?? before.description,',
    replace: "description: fields.description ?? '',",
    tests: ['test/routes/writing.test.ts'],
  },
  {
    trap: 'null keeps what it should clear',
    file: 'src/operations/write-event.ts',
    find: 'cost: fields.cost === undefined ? before.cost : fields.cost,',
    replace: 'cost: fields.cost ?? before.cost,',
    tests: ['test/routes/writing.test.ts'],
  },
  {
    trap: 'a slug that is taken is not numbered',
    file: 'src/operations/slugs.ts',
    find: '!taken.has(candidate) && !plan.hasClaimed',
    replace: '!plan.hasClaimed',
    tests: ['test/routes/slugs.test.ts'],
  },
  {
    trap: 'an event and its new venue are stored one after the other',
    file: 'src/operations/plan.ts',
    find: '    const outcome = await site.storage.commit(plan.changes)\n',
    replace:
      '    for (const change of plan.changes.splice(1)) await site.storage.commit([change])\n' +
      '    const outcome = await site.storage.commit(plan.changes)\n',
    tests: ['test/routes/commits.test.ts'],
  },
  {
    trap: 'If-Match is passed over',
    file: 'src/operations/find-record.ts',
    find: "  if (ifMatch === undefined || ifMatch.trim() === '*') return\n",
    replace: '  return\n',
    tests: ['test/routes/caching.test.ts'],
  },
  {
    trap: 'an inline venue of a known name is made once more',
    file: 'src/operations/write-linked.ts',
    find: '  if (same !== undefined) return same\n',
    replace: '',
    tests: ['test/routes/linked.test.ts'],
  },
  {
    trap: 'a category goes below itself',
    file: 'src/operations/write-term.ts',
    find: "    if (id === term.id) throw wrongParent('is the category itself or below it')\n",
    replace: '',
    tests: ['test/routes/fields.test.ts'],
  },
  {
    trap: 'a deleted category leaves those below it under nothing that exists',
    file: 'src/operations/write-term.ts',
    find: 'parent: current.parent }))',
    replace: 'parent: current.id }))',
    tests: ['test/routes/fields.test.ts'],
  },
]
