import fc from 'fast-check'
import type { Shot } from '../shot.ts'
import { COLLECTIONS, type Collection } from '../stock.ts'
import { JSON_TYPE, LEAST, NAME_FIELD } from '../themes/theme.ts'
import { WRONG } from '../themes/values.ts'
import { encoded } from './shots.ts'

/*
 * Requests with a known set of wrong parameters among right ones.
 */

export interface Faulty {
  readonly shot: Shot
  /** The names that the answer must give. */
  readonly names: readonly string[]
}

/** Of the lists, some right and some wrong values by name. */
const FILTERS = {
  '/events': {
    wrong: {
      page: ['0', 'x'],
      per_page: ['-1'],
      start_date: ['soon'],
      end_date: ['2027-13-01'],
      starts_after: ['x'],
      ends_before: [''],
      featured: ['maybe'],
      ticketed: ['2'],
      geoloc: ['x'],
      venue: ['x', '99999999'],
      organizer: ['0'],
      categories: ['none'],
      tags: ['none'],
      post_parent: ['99999999', 'x'],
      status: ['open'],
      include: ['x'],
      search: [''],
      geoloc_radius: ['-1', '5'],
    },
    right: {
      per_page: '5',
      start_date: 'today',
      search: 'open',
      featured: '1',
      status: 'publish',
      categories: 'food',
    },
  },
  '/venues': {
    wrong: { page: ['0'], per_page: ['x'], search: [''], event: ['x', '99999999'], status: ['open'] },
    right: { per_page: '5', search: 'hall' },
  },
  '/categories': {
    wrong: {
      page: ['x'],
      per_page: ['0'],
      exclude: ['x', '99999999'],
      include: ['0'],
      order: ['up'],
      orderby: ['x'],
      hide_empty: ['x'],
      parent: ['x', '99999999'],
      post: ['x'],
      event: ['99999999'],
      slug: [''],
    },
    right: { per_page: '5', hide_empty: '0', order: 'asc' },
  },
} as const

/** At least one; each with one of its wrong values. */
function faults(table: Readonly<Record<string, readonly unknown[]>>): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .subarray(Object.keys(table), { minLength: 1 })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...(table[name] ?? []))]))),
    )
}

const lists = fc.constantFrom(...Object.entries(FILTERS)).chain(([path, { wrong, right }]) =>
  faults(wrong).map(
    (bad): Faulty => ({
      shot: { method: 'GET', path: `${path}?${encoded({ ...right, ...bad })}`, as: 'editor' },
      names: Object.keys(bad),
    }),
  ),
)

/** Long values would only make it slow; a name that reads as nothing has a code of its own where nothing else is wrong. */
const isTaken = (collection: Collection, name: string, value: unknown): boolean =>
  JSON.stringify(value).length < 2_000 &&
  (collection === 'events' || name !== NAME_FIELD[collection] || value === '' || typeof value !== 'string')

const creates = fc.constantFrom(...COLLECTIONS).chain((collection) => {
  const table = Object.entries(WRONG[collection]).map(
    ([name, values]) => [name, values.filter((value: unknown) => isTaken(collection, name, value))] as const,
  )
  return faults(Object.fromEntries(table)).map(
    (bad): Faulty => ({
      shot: {
        method: 'POST',
        path: `/${collection}`,
        as: 'editor',
        headers: { 'content-type': JSON_TYPE },
        body: JSON.stringify({ ...LEAST[collection], ...bad }),
      },
      names: Object.keys(bad),
    }),
  )
})

export const faulty: fc.Arbitrary<Faulty> = fc.oneof(lists, creates)
