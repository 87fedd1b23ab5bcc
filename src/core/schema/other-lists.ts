import * as z from 'zod/mini'
import { field, sentAs } from './field.ts'
import { authors, fieldsShape, idList, pageShape, search, sortingShape } from './lists.ts'
import { schemaUnder } from './rules.ts'
import { anyText, filledText, flag, id, Refusal, statusesOrNone, trueOrFalse, wire } from './wire.ts'

/* The parameters of lists of venues, organizers, categories and tags. */

export const linkedListSchema = schemaUnder(({ limits }) =>
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
    author: authors(limits),
    ...sortingShape(['date', 'modified', 'title'], 'date'),
    ...fieldsShape(limits),
  }),
)

/** Of lists of terms, unless their request says otherwise. */
export const HIDES_EMPTY = true

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
  sentAs(
    wire(filledText(40), (value) => {
      const lower = value.toLowerCase()
      return words.find((word) => word === lower) ?? new Refusal(`must be one of ${words.join(', ')}`)
    }),
    { type: 'string', enum: words },
  )

const word = <const T extends string>(words: readonly T[], description: string) =>
  field(oneOf(words), {
    type: 'string',
    client: words.map((word) => `'${word}'`).join(' | '),
    description,
  })

export const categoryListSchema = schemaUnder(({ limits }) =>
  z.object({
    ...pageShape(limits),
    search: search(limits, 'A part of the name or slug.'),
    exclude: idList(limits, 'terms', 'IDs of terms to leave out.'),
    include: idList(limits, 'terms', 'IDs of terms; no others are listed.'),
    order: word(['asc', 'desc'], 'asc or desc.'),
    orderby: word(TERM_ORDERS, `One of ${TERM_ORDERS.join(', ')}.`),
    hide_empty: field(flag, {
      type: 'boolean',
      default: HIDES_EMPTY ? '1' : '0',
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
  }),
)

/** Tags have no parents. */
export const tagListSchema = schemaUnder((rules) => {
  const { parent: _parent, ...shape } = categoryListSchema(rules).shape
  return z.object(shape)
})

export type LinkedListFields = z.output<ReturnType<typeof linkedListSchema>>
/** Tags have no `parent`. */
export type TermListFields = z.output<ReturnType<typeof tagListSchema>> &
  Pick<Partial<z.output<ReturnType<typeof categoryListSchema>>>, 'parent'>
