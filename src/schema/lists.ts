import * as z from 'zod/mini'
import type { Limits } from '../types.ts'
import { field } from './field.ts'
import {
  anyText,
  dateText,
  entries,
  filledText,
  flag,
  id,
  ids,
  Refusal,
  statusesOrNone,
  trueOrFalse,
  wholeNumber,
  wire,
} from './wire.ts'

/** Records on a page by default. */
export const DEFAULT_PER_PAGE = 10

export const pageShape = (limits: Limits) => ({
  page: field(wholeNumber, { type: 'integer', default: 1, description: 'Page of the list, from 1 up.' }),
  per_page: field(
    wire(wholeNumber, (value) => Math.min(value, limits.perPage)),
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
    z.union(
      [wire(z.literal(''), () => undefined), entries(limits)],
      `must be at most ${limits.list} names, separated by commas`,
    ),
    {
      type: 'string',
      description: 'Names of keys, separated by commas: records have only these. venue.city is a key inside.',
    },
  ),
})

/** The parameters of reading a single record. */
export const readSchema = (limits: Limits) => z.object(fieldsShape(limits))

export const search = (limits: Limits, description: string) =>
  field(filledText(limits.line), { type: 'string', description })

export const idList = (limits: Limits, what: string, description: string) =>
  field(ids(limits, what), { items: { type: 'integer' }, client: 'readonly number[]', description })

/** One of the words, in any case. All other values are ignored, because clients send those of other platforms. */
export const ifKnown = <const T extends string>(words: readonly T[], description: string) =>
  field(
    wire(z.unknown(), (value) =>
      typeof value === 'string' ? words.find((word) => word === value.toLowerCase()) : undefined,
    ),
    { type: 'string', client: words.map((word) => `'${word}'`).join(' | '), description },
  )

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

export const linkedListSchema = (limits: Limits) =>
  z.object({
    ...pageShape(limits),
    search: search(limits, 'Words that one and the same field must hold.'),
    event: field(id('an event'), { type: 'integer', description: 'ID of an event that has them.' }),
    has_events: field(anyText, {
      client: 'boolean',
      description: 'true: those with events; any other value: those without.',
    }),
    only_with_upcoming: field(trueOrFalse(), {
      default: false,
      client: 'boolean',
      description: 'Only those with an event that has not started yet.',
    }),
    status: field(statusesOrNone(limits), {
      format: 'string',
      client: 'readonly Status[]',
      description:
        'Statuses, separated by commas. Only callers who may write them can use others than publish.',
    }),
    ...sortingShape(['date', 'modified', 'title'], 'date'),
    ...fieldsShape(limits),
  })

const TERM_ORDERS = [
  'name',
  'slug',
  'id',
  'count',
  'description',
  'include',
  'parent',
  'term_group',
  'include_slugs',
  'none',
] as const

const oneOf = <const T extends string>(words: readonly T[]) =>
  wire(filledText(40), (value) => {
    const lower = value.toLowerCase()
    return words.find((word) => word === lower) ?? new Refusal(`must be one of ${words.join(', ')}`)
  })

const word = <const T extends string>(words: readonly T[], description: string) =>
  field(oneOf(words), {
    type: 'string',
    client: words.map((word) => `'${word}'`).join(' | '),
    description,
  })

export const termListSchema = (limits: Limits) =>
  z.object({
    ...pageShape(limits),
    search: search(limits, 'A part of the name or slug.'),
    exclude: idList(limits, 'terms', 'IDs of terms to leave out.'),
    include: idList(limits, 'terms', 'IDs of terms; no others are listed.'),
    order: word(['asc', 'desc'], 'asc or desc.'),
    orderby: word(TERM_ORDERS, `One of ${TERM_ORDERS.join(', ')}.`),
    hide_empty: field(flag, {
      type: 'boolean',
      default: '1',
      description: 'Whether to leave out terms that no published event has.',
    }),
    parent: field(id('a category'), {
      type: 'integer',
      description: 'ID of the parent category (categories only).',
    }),
    post: field(id('an event'), { type: 'integer', description: 'ID of an event that has them.' }),
    event: field(id('an event'), { type: 'integer', description: 'Alias of post, with priority.' }),
    slug: field(filledText(limits.line), { type: 'string', description: 'Only the term with this slug.' }),
    ...fieldsShape(limits),
  })

/** Tags have no parents. */
export function tagListSchema(limits: Limits) {
  const { parent: _parent, ...shape } = termListSchema(limits).shape
  return z.object(shape)
}

/** The parameters of the index. */
export const indexSchema = () =>
  z.object({
    namespace: field(z.unknown(), { description: 'Namespace; must be that of this API.' }),
    context: field(z.unknown(), { default: 'view', description: 'Accepted and ignored.' }),
  })

export type TermListFields = Partial<z.output<ReturnType<typeof termListSchema>>>
