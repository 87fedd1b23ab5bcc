import * as z from 'zod/mini'
import type { Limits } from '../types.ts'
import { field } from './field.ts'
import { dateText } from './posts.ts'
import {
  anyText,
  entries,
  filledText,
  flag,
  id,
  ids,
  isYesWord,
  numberBetween,
  Refusal,
  statuses,
  statusesOrNone,
  wholeNumber,
  wire,
  yesWord,
} from './wire.ts'

/** Records on a page where none are asked for. */
export const DEFAULT_PER_PAGE = 10

const pageShape = (limits: Limits) => ({
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

const search = (limits: Limits, description: string) =>
  field(filledText(limits.line), { type: 'string', description })

const bound = (description: string) => field(dateText, { type: 'string', description })

/** Off for false, no, off, 0 and all other words; on for true, 1, yes, on. Lists and '' are refused. */
const strictDates = () => wire(filledText(20), (value) => /^(true|1|yes|on)$/i.test(value))

const idList = (limits: Limits, what: string, description: string) =>
  field(ids(limits, what), { items: { type: 'integer' }, description })

const termList = (limits: Limits, what: string) =>
  field(entries(limits), {
    type: 'array',
    items: { type: 'integer' },
    description: `IDs or slugs of ${what}; events with any of them.`,
  })

const EARTH_HALF_CIRCUMFERENCE_KM = 20_038

export const eventListSchema = (limits: Limits) =>
  z.object({
    ...pageShape(limits),
    start_date: bound('Events that start at or after this day. Default: yesterday.'),
    end_date: bound('Events that end at or before this day. Default: in 24 months.'),
    starts_before: bound('Events that start before this day ends; switches the default window off.'),
    starts_after: bound('Events that start after this day; switches the default window off.'),
    ends_before: bound('Events that end before this day ends; switches the default window off.'),
    ends_after: bound('Events that end after this day; switches the default window off.'),
    strict_dates: field(strictDates(), {
      type: 'string',
      default: 'false',
      description:
        'Whether dates mean the exact time given, in the time zone of the site, instead of whole days.',
    }),
    search: search(limits, 'Words that title, description or excerpt must hold; "a phrase", -without.'),
    categories: termList(limits, 'categories (those below them included)'),
    tags: termList(limits, 'tags'),
    venue: idList(limits, 'venues', 'IDs of venues; events at any of them.'),
    organizer: idList(limits, 'organizers', 'IDs of organizers; events of any of them.'),
    featured: field(flag, { type: 'boolean', description: 'Whether the events are featured.' }),
    status: field(statuses(limits), {
      type: 'string',
      description: 'Statuses, as a comma list; others than publish for those who may write events.',
    }),
    geoloc: field(flag, { type: 'boolean', description: 'Whether the venue has coordinates.' }),
    geoloc_lat: field(numberBetween(-90, 90), {
      type: 'number',
      description: 'Latitude to be near to; needs geoloc_lng.',
    }),
    geoloc_lng: field(numberBetween(-180, 180), {
      type: 'number',
      description: 'Longitude to be near to; needs geoloc_lat.',
    }),
    geoloc_radius: field(numberBetween(0, EARTH_HALF_CIRCUMFERENCE_KM), {
      type: 'number',
      default: 25,
      description: 'How far away the venue may be, in kilometres.',
    }),
    include: idList(
      limits,
      'events',
      'IDs of events; no others are listed, and start_date and end_date do not count.',
    ),
    post_parent: field(id('an event'), {
      type: 'integer',
      description: 'ID of the event that the events belong to.',
    }),
    ticketed: field(flag, { type: 'boolean', description: 'Whether there are tickets.' }),
  })

export const linkedListSchema = (limits: Limits) =>
  z.object({
    ...pageShape(limits),
    search: search(limits, 'Words that one and the same field must hold.'),
    event: field(id('an event'), { type: 'integer', description: 'ID of an event that has them.' }),
    has_events: field(
      wire(anyText, (given) => ({ given, isYes: isYesWord(given) })),
      { description: 'Those with events (true), or those without (all else).' },
    ),
    only_with_upcoming: field(yesWord(), {
      default: false,
      description: 'Only those with an event that is still to start.',
    }),
    status: field(statusesOrNone(limits), {
      format: 'string',
      description: 'Statuses, as a comma list; others than publish for those who may write them.',
    }),
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

export const termListSchema = (limits: Limits) =>
  z.object({
    ...pageShape(limits),
    search: search(limits, 'A part of the name or slug.'),
    exclude: idList(limits, 'terms', 'IDs of terms to leave out.'),
    include: idList(limits, 'terms', 'IDs of terms; no others are listed.'),
    order: field(oneOf(['asc', 'desc']), { type: 'string', description: 'asc or desc.' }),
    orderby: field(oneOf(TERM_ORDERS), { type: 'string', description: `One of ${TERM_ORDERS.join(', ')}.` }),
    hide_empty: field(flag, {
      type: 'boolean',
      default: '1',
      description: 'Whether to leave out terms that no published event has.',
    }),
    parent: field(id('a category'), {
      type: 'integer',
      description: 'ID of the category right above (categories).',
    }),
    post: field(id('an event'), { type: 'integer', description: 'ID of an event that has them.' }),
    event: field(id('an event'), { type: 'integer', description: 'The same as post; it wins.' }),
    slug: field(filledText(limits.line), { type: 'string', description: 'The one with this slug.' }),
  })

/** Tags have no parent to list by. */
export function tagListSchema(limits: Limits) {
  const { parent: _parent, ...shape } = termListSchema(limits).shape
  return z.object(shape)
}

/** What the index takes. */
export const indexSchema = () =>
  z.object({
    namespace: field(z.unknown(), { description: 'The namespace, which must be this one.' }),
    context: field(z.unknown(), { default: 'view', description: 'Accepted; every context shows the same.' }),
  })

export type EventListFields = Partial<z.output<ReturnType<typeof eventListSchema>>>
export type TermListFields = Partial<z.output<ReturnType<typeof termListSchema>>>
