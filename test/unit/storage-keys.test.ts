import { expect, test } from 'vitest'
import { KEYS, ORDERS } from '../../src/storage/contract.ts'
import { DIGEST } from '../../src/storage/key-value/timelines.ts'
import { FACETS, fromValues, KEYS_OF, KINDS, toValues } from '../../src/storage/shared/keys.ts'
import { exampleEvent, exampleVenue } from '../../src/testing/examples.ts'

/** Storages have one place for unique values of a kind. */
test.each(KINDS)('%s has at most one unique key', (kind) => {
  expect(KEYS_OF[kind].filter(({ unique }) => unique).length).toBeLessThanOrEqual(1)
})

test.each(KINDS)('every order of %s is total, by keys that have one value', (kind) => {
  for (const order of Object.values(ORDERS[kind])) {
    const names = [...order].map((part: string) => part.replace('-', ''))
    expect(names.pop()).toBe('id')
    const sortable = KEYS_OF[kind].filter(
      ({ name, date, index }) => date || name === 'name' || index === 'sort',
    )
    expect(sortable.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  }
})

test('facets are all lists of IDs of events', () => {
  const many = Object.entries(KEYS.event).filter(([, key]) => 'many' in key && key.type === 'integer')
  expect([...FACETS].sort()).toEqual(many.map(([name]) => name).sort())
})

/** Entries of timelines are stored without names: calendars that exist have them in this order. */
test('entries of timelines hold these keys', () => {
  expect(DIGEST.event).toEqual([
    ...['status', 'author', 'reader', 'full_reader', 'hidden', 'featured', 'ticketed'],
    ...['end', 'utc_start', 'parent', 'series', 'due'],
  ])
  expect(DIGEST.venue).toEqual(['status', 'author', 'reader', 'latitude', 'longitude'])
  expect(DIGEST.organizer).toEqual(['status', 'author', 'reader'])
})

test('keys become a list of values, and keys again', () => {
  const { keys } = exampleEvent(7, { category: [1, 2], unique_slug: null })
  expect(fromValues('event', toValues('event', keys))).toEqual(keys)
})

test('a value that the key cannot have is rejected by name', () => {
  const values = [...toValues('venue', exampleVenue(7).keys)]
  expect(() => fromValues('venue', values.slice(0, -1))).toThrow('venue: the key title')
  values[2] = 7
  expect(() => fromValues('venue', values)).toThrow('venue: the key status')
})
