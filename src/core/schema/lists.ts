import * as z from 'zod/mini'
import type { Limits } from '../../types/index.ts'
import { field, sentAs } from './field.ts'
import { schemaUnder } from './rules.ts'
import { anyText, dateText, entries, filledText, ids, userIdsOrNone, wholeNumber, wire } from './wire.ts'

/*
 * Defaults of lists. The operations apply them: the links of a list name only what its request named.
 */
export const FIRST_PAGE = 1
export const DEFAULT_PER_PAGE = 10

export const pageShape = (limits: Limits) => ({
  cursor: field(anyText, {
    type: 'string',
    description: 'Empty: begins to read the whole list. Then that of next_rest_url. Not beside page.',
  }),
  page: field(wholeNumber, {
    type: 'integer',
    default: FIRST_PAGE,
    description: 'Page of the list, from 1 up.',
  }),
  per_page: field(
    sentAs(
      wire(wholeNumber, (value) => Math.min(value, limits.perPage)),
      { type: 'integer', minimum: 1, maximum: limits.perPage },
    ),
    {
      type: 'integer',
      default: String(DEFAULT_PER_PAGE),
      description: `Records on a page, at most ${limits.perPage}.`,
    },
  ),
})

/** The keys of records that an answer shows. */
export const fieldsShape = (limits: Limits) => ({
  _fields: field(
    sentAs(
      z.union(
        [wire(z.literal(''), () => undefined), entries(limits)],
        `must be at most ${limits.list} names, separated by commas`,
      ),
      {
        anyOf: [
          { type: 'string', examples: ['id,title'] },
          { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, maxItems: limits.list },
        ],
      },
    ),
    {
      type: 'string',
      description:
        'Names of keys, separated by commas: records have only these, and all others are left out. venue.city is a key inside.',
    },
  ),
})

/** The parameters of reading a single record. */
export const readSchema = schemaUnder(({ limits }) => z.object(fieldsShape(limits)))

export type ReadFields = z.output<ReturnType<typeof readSchema>>

export const search = (limits: Limits, description: string) =>
  field(filledText(limits.line), { type: 'string', description })

export const idList = (limits: Limits, what: string, description: string) =>
  field(ids(limits, what), { items: { type: 'integer' }, client: 'readonly number[]', description })

/** One of the words, in any case. All other values are ignored, because clients send those of other platforms. */
export const ifKnown = <const T extends string>(words: readonly T[], description: string) =>
  field(
    sentAs(
      wire(z.unknown(), (value) =>
        typeof value === 'string' ? words.find((word) => word === value.toLowerCase()) : undefined,
      ),
      { type: 'string', enum: words },
    ),
    { type: 'string', client: words.map((word) => `'${word}'`).join(' | '), description },
  )

export const authors = (limits: Limits) =>
  field(userIdsOrNone(limits), {
    type: 'string',
    client: 'readonly (number | string)[]',
    description:
      'IDs of users, separated by commas; records of any of them. Others than editors and administrators may only name themselves; ignored for visitors and subscribers.',
  })

/** The order of a list of posts, and bounds on the last change. */
export const sortingShape = <const T extends string>(words: readonly T[], first: string) => ({
  orderby: ifKnown(words, `One of ${words.join(', ')}. Default: ${first}.`),
  order: ifKnown(['asc', 'desc'], 'asc or desc. Default: desc by date and modified, otherwise asc.'),
  modified_after: field(dateText, {
    type: 'string',
    description: 'Only what was changed after this time, in the time zone of the site unless it has its own.',
  }),
  modified_before: field(dateText, {
    type: 'string',
    description: 'Only what was changed before this time.',
  }),
})

/** These fields of a request, of any list. */
export interface Sorting {
  readonly orderby?: string | undefined
  readonly order?: 'asc' | 'desc' | undefined
  readonly modified_after?: string | undefined
  readonly modified_before?: string | undefined
}
