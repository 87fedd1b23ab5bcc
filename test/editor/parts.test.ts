import { describe, expect, test } from 'vitest'
import { NEVER, repeatsOf, ruleOf } from '../../src/apps/editor/browser/event/repeats.ts'
import { isSimilar } from '../../src/apps/editor/browser/event/similar-titles.ts'
import { changedWords } from '../../src/apps/editor/browser/event/words.ts'

const read = (rrule: string, start = '2027-03-12') => repeatsOf({ rrule, exdate: [], rdate: [] }, start)

describe('rules', () => {
  test.each([
    'FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=3;COUNT=5',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;UNTIL=20270630',
    'FREQ=MONTHLY',
    'FREQ=MONTHLY;BYDAY=2FR',
    'FREQ=YEARLY;COUNT=3',
  ])('%s is read into the form and written as it was', (rule) => {
    const repeats = read(rule)
    expect(repeats.frequency).not.toBe('custom')
    expect(ruleOf(repeats, '2027-03-12')).toBe(rule)
  })

  test('the last Friday of a month', () => {
    expect(ruleOf(read('FREQ=MONTHLY;BYDAY=-1FR', '2027-03-26'), '2027-03-26')).toBe(
      'FREQ=MONTHLY;BYDAY=-1FR',
    )
  })

  test.each([
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYDAY=3FR',
    'FREQ=WEEKLY;BYDAY=FR;BYHOUR=9,17',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=2FR',
    'FREQ=WEEKLY;BYDAY=FR;WKST=SU;INTERVAL=2',
    'FREQ=DAILY;UNTIL=20270630T120000',
    'FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1',
  ])('%s is beyond the form, and kept', (rule) => {
    const repeats = read(rule)
    expect(repeats.frequency).toBe('custom')
    expect(ruleOf(repeats, '2027-03-12')).toBe(rule)
  })

  test('a weekly rule without days is on the day of the start', () => {
    expect(read('FREQ=WEEKLY').days).toEqual([5])
  })

  test('none is none', () => {
    expect(repeatsOf(undefined, '2027-03-12')).toBe(NEVER)
  })
})

test.each([
  ['Lantern walk', 'Lantern Walk 2027', true],
  ['Café Jazz', 'cafe jazz', true],
  ['Jazz', 'Market', false],
  ['Jazz in the park', 'Market in the park', true],
  ['', 'Market', false],
  ['!!', '??', false],
])('%j is like %j: %s', (one, other, isLike) => {
  expect(isSimilar(one, other)).toBe(isLike)
})

test('a history shows words that came and went', () => {
  expect(changedWords('The old mill opens', 'The new mill opens late')).toEqual([
    { kind: 'same', text: 'The' },
    { kind: 'gone', text: 'old' },
    { kind: 'added', text: 'new' },
    { kind: 'same', text: 'mill opens' },
    { kind: 'added', text: 'late' },
  ])
  expect(changedWords('', 'a')).toEqual([{ kind: 'added', text: 'a' }])
  const long = 'a '.repeat(100_000)
  expect(changedWords(long, `${long}b`).map(({ kind }) => kind)).toEqual(['gone', 'added'])
})
