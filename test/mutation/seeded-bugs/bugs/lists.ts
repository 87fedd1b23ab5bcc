import type { SeededBug } from '../seeded-bug.ts'

export const lists: readonly SeededBug[] = [
  {
    trap: 'an event that starts at the very bound is missing',
    file: 'src/operations/list-events.ts',
    find: '{ gte: window.start_date }',
    replace: '{ gt: window.start_date }',
    tests: ['test/routes/lists.test.ts'],
  },
  {
    trap: 'per_page goes above the limit',
    file: 'src/schema/lists.ts',
    find: '(value) => Math.min(value, limits.perPage)',
    replace: '(value) => value',
    tests: ['test/routes/lists.test.ts'],
  },
  {
    trap: 'the link to the next page loses a filter',
    file: 'src/operations/list-events.ts',
    find: "'tags', 'featured', 'ticketed'] as const",
    replace: "'tags', 'ticketed'] as const",
    tests: ['test/routes/links.test.ts'],
  },
  {
    trap: 'events of the same time change places from page to page',
    file: 'src/storage/memory/layouts.ts',
    find: 'return x === y ? compareDates(a, b) : x < y ? -1 : 1',
    replace: 'return x === y ? b.id - a.id : x < y ? -1 : 1',
    tests: ['test/routes/lists.test.ts'],
  },
  {
    trap: 'include leaves out what the default window leaves out',
    file: 'src/domain/window.ts',
    find: '    return window\n',
    replace: '    return { ...defaultWindow(now, zone), ...window }\n',
    tests: ['test/routes/lists.test.ts'],
  },
  {
    trap: 'strict_dates is taken and does nothing',
    file: 'src/operations/list-events.ts',
    find: 'strict: fields.strict_dates ?? false',
    replace: 'strict: false',
    tests: ['test/routes/lists.test.ts'],
  },
  {
    trap: 'a place just outside the radius is near',
    file: 'src/operations/event-filters.ts',
    find: 'distanceKm(center, { lat: latitude, lng: longitude }) <= km',
    replace: 'distanceKm(center, { lat: latitude, lng: longitude }) <= km * 1.2',
    tests: ['test/routes/radius.test.ts'],
  },
  {
    trap: 'a category leaves out the events of those below it',
    file: 'src/operations/event-filters.ts',
    find: '  if (isTree) await addDescendants(ids, storage, new Set(numbers), children)\n',
    replace: '',
    tests: ['test/routes/lists.test.ts'],
  },
  {
    trap: 'a page beyond the last is an empty list',
    file: 'src/operations/pages.ts',
    find: 'if (page > 1 && found.length === 0)',
    replace: 'if (page < 1)',
    tests: ['test/routes/links.test.ts'],
  },
]
