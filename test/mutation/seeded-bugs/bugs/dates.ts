import type { SeededBug } from '../seeded-bug.ts'

export const dates: readonly SeededBug[] = [
  {
    trap: 'a time that occurs twice is the second of the two',
    file: 'src/domain/zones.ts',
    find: '[Math.max(before, after), Math.min(before, after)]',
    replace: '[Math.min(before, after), Math.max(before, after)]',
    tests: ['test/unit/zones.test.ts'],
  },
  {
    trap: 'a time that does not occur moves back',
    file: 'src/domain/zones.ts',
    find: '  return moment(local - before, zone)\n',
    replace: '  return moment(local - after, zone)\n',
    tests: ['test/unit/zones.test.ts'],
  },
  {
    trap: 'an event may end before it starts',
    file: 'src/domain/event-times.ts',
    find: '  if (end.epoch < start.epoch) return undefined\n',
    replace: '',
    tests: ['test/routes/dates.test.ts'],
  },
  {
    trap: 'another zone moves the wall clock of an event',
    file: 'src/domain/event-times.ts',
    find: 'return zone.offsetAt(epoch) === offset ? { epoch } : { wall }',
    replace: 'return { epoch }',
    tests: ['test/routes/dates.test.ts'],
  },
  {
    trap: 'the last day of an event of whole days is cut off',
    file: 'src/domain/event-times.ts',
    find: 'atWall(endOfDay(last.wall), zone)',
    replace: 'atWall(startOfDay(last.wall), zone)',
    tests: ['test/routes/dates.test.ts', 'test/routes/writing.test.ts'],
  },
  {
    trap: 'a date to come does not schedule',
    file: 'src/domain/publication.ts',
    find: "status === 'publish' && isToCome ? 'future' : ",
    replace: '',
    tests: ['test/unit/publication.test.ts'],
  },
]
