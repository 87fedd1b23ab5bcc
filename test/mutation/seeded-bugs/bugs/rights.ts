import type { SeededBug } from '../seeded-bug.ts'

export const rights: readonly SeededBug[] = [
  {
    trap: 'a draft is readable by its slug',
    file: 'src/operations/read-event.ts',
    find: '  if (!mayRead(caller, event)) {',
    replace: '  if (asked.path.slug === undefined && !mayRead(caller, event)) {',
    tests: ['test/routes/access.test.ts'],
  },
  {
    trap: 'private events are counted in the totals of who may not see them',
    file: 'src/operations/list-events.ts',
    find: "() => site.storage.count('event', filter),",
    replace:
      "() => site.storage.count('event', { ...filter, where: where.filter(({ key }) => key !== 'reader') }),",
    tests: ['test/routes/access.test.ts'],
  },
  {
    trap: 'a venue in the trash is shown in its events',
    file: 'src/operations/with-linked.ts',
    find: "if (record.status !== 'trash' && mayRead(caller, record)) shown.set",
    replace: 'if (mayRead(caller, record)) shown.set',
    tests: ['test/routes/lists.test.ts', 'test/routes/access.test.ts'],
  },
  {
    trap: 'a private venue is shown in events that everybody reads',
    file: 'src/operations/with-linked.ts',
    find: "if (record.status !== 'trash' && mayRead(caller, record)) shown.set",
    replace: "if (record.status !== 'trash') shown.set",
    tests: ['test/routes/access.test.ts'],
  },
  {
    trap: 'include lists what may not be read',
    file: 'src/operations/list-events.ts',
    find: '...(looksInside ? fullyReadableBy(caller) : readableBy(caller)),',
    replace:
      '...(fields.include !== undefined ? [] : looksInside ? fullyReadableBy(caller) : readableBy(caller)),',
    tests: ['test/routes/access.test.ts'],
  },
  {
    trap: 'an event is given to another author without the right to',
    file: 'src/operations/write-event.ts',
    find: '  demandAuthorRight(caller, fields.author, current?.author)\n',
    replace: '',
    tests: ['test/routes/rights.test.ts'],
  },
  {
    trap: 'a contributor makes an event sticky',
    file: 'src/operations/write-event.ts',
    find: "for (const name of ['sticky', 'featured'] as const) {",
    replace: "for (const name of ['featured'] as const) {",
    tests: ['test/routes/rights.test.ts'],
  },
  {
    trap: 'an update by slug asks for no right to the event',
    file: 'src/operations/write-event.ts',
    find: '    demandChange(caller, current, asked.ifMatch)\n    const fields',
    replace:
      '    if (asked.path.slug === undefined) demandChange(caller, current, asked.ifMatch)\n    const fields',
    tests: ['test/rights/write.test.ts'],
  },
  {
    trap: 'a refusal names methods in Allow that the caller may not use',
    file: 'src/http/entry.ts',
    find: 'allowedMethods(route, (one) => one.allows(caller))',
    replace: 'allowedMethods(route)',
    tests: ['test/routes/http.test.ts'],
  },
  {
    trap: 'a visitor hears of wrong fields before being asked for credentials',
    file: 'src/http/entry.ts',
    find: '      throw forbidden(caller)\n',
    replace: '',
    tests: ['test/routes/rights.test.ts'],
  },
  {
    trap: 'If-Match tells the version of an event to who may not change it',
    file: 'src/operations/find-record.ts',
    find: '  if (!mayEdit(caller, post)) throw forbidden(caller)\n  demandVersion(post.version, ifMatch)\n',
    replace:
      '  demandVersion(post.version, ifMatch)\n  if (!mayEdit(caller, post)) throw forbidden(caller)\n',
    tests: ['test/routes/refusals.test.ts'],
  },
  {
    trap: 'the counts of terms tell of drafts',
    file: 'src/operations/with-linked.ts',
    find: "{ where: [{ key: 'status', in: ['publish'] }] }",
    replace: '{ where: [] }',
    tests: ['test/routes/term-lists.test.ts'],
  },
  {
    trap: 'whoever published an event of a contributor made it theirs',
    file: 'src/access/policy.ts',
    find: "return has(caller, 'publish') || (has(caller, 'write') && isUnreleased(post.status))",
    replace: "return has(caller, 'write')",
    tests: ['test/routes/rights.test.ts'],
  },
]
