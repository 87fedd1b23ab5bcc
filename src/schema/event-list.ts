import * as z from 'zod/mini'
import type { Condition } from '../storage/contract.ts'
import type { Limits } from '../types.ts'
import { type About, field } from './field.ts'
import { fieldsShape, idList, ifKnown, pageShape, search, sortingShape } from './lists.ts'
import { dateText, entries, filledText, flag, id, ids, numberBetween, statuses, wire } from './wire.ts'

/*
 * The filters of the list of events, one row each. A row defines the condition, the parameter in the index and in the
 * OpenAPI document, its value in links, and the filter of the client.
 */

/** A filter of a request: its value, and the condition on events that it becomes. */
export interface EventFilter {
  readonly value: string | number | boolean | readonly (string | number)[]
  readonly condition: (lookup: EventLookup) => EventCondition | Promise<EventCondition>
}

type EventCondition = Condition<'event'>

/** Finds the records that filters name. Each method reports a missing record as a problem of the request. */
export interface EventLookup {
  /** IDs or slugs; a category includes those below it. */
  readonly categories: (entries: readonly string[]) => Promise<EventCondition>
  readonly tags: (entries: readonly string[]) => Promise<EventCondition>
  readonly venues: (ids: readonly number[]) => Promise<EventCondition>
  readonly organizers: (ids: readonly number[]) => Promise<EventCondition>
  readonly parent: (id: number) => Promise<EventCondition>
  /** Whether the venue has coordinates. */
  readonly located: (isLocated: boolean) => Promise<EventCondition>
}

/** A row: the schema on the wire, the documentation and the condition. */
const filter = <T extends EventFilter['value']>(
  schema: z.ZodMiniType<T>,
  about: About,
  condition: (value: T, lookup: EventLookup) => EventCondition | Promise<EventCondition>,
) =>
  field(
    wire(schema, (value): EventFilter => ({ value, condition: (lookup) => condition(value, lookup) })),
    about,
  )

const bound = (description: string) => field(dateText, { type: 'string', description })

/** 'false' for false, no, off, 0 and all other words; 'true' for true, 1, yes, on. Lists and '' are rejected. */
const strictDates = () =>
  wire(filledText(20), (value) => (/^(true|1|yes|on)$/i.test(value) ? 'true' : 'false'))

const termsAbout = (what: string): About => ({
  type: 'array',
  items: { type: 'integer' },
  client: 'readonly (number | string)[]',
  description: `IDs or slugs of ${what}; events with any of them.`,
})

const idsAbout = (description: string): About => ({
  items: { type: 'integer' },
  client: 'readonly number[]',
  description,
})

const EARTH_HALF_CIRCUMFERENCE_KM = 20_038

/**
 * `filter` creates the rows that have a condition of their own. The others work together, and
 * `operations/list-events.ts` reads them by name.
 */
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
      client: 'boolean',
      description:
        'Whether dates mean the exact time given, in the time zone of the site, instead of whole days.',
    }),
    search: search(limits, 'Words that title, description or excerpt must hold; "a phrase", -without.'),
    categories: filter(
      entries(limits),
      termsAbout('categories (those below them included)'),
      (names, { categories }) => categories(names),
    ),
    tags: filter(entries(limits), termsAbout('tags'), (names, { tags }) => tags(names)),
    venue: filter(
      ids(limits, 'venues'),
      idsAbout('IDs of venues; events at any of them.'),
      (ids, { venues }) => venues(ids),
    ),
    organizer: filter(
      ids(limits, 'organizers'),
      idsAbout('IDs of organizers; events of any of them.'),
      (ids, { organizers }) => organizers(ids),
    ),
    featured: filter(
      flag,
      { type: 'boolean', description: 'Whether the events are featured.' },
      (isFeatured) => ({ key: 'featured', in: [isFeatured] }),
    ),
    status: field(statuses(limits), {
      type: 'string',
      client: 'readonly Status[]',
      description:
        'Statuses, separated by commas. Only callers who may write events can use others than publish.',
    }),
    geoloc: filter(
      flag,
      { type: 'boolean', description: 'Whether the venue has coordinates.' },
      (isLocated, { located }) => located(isLocated),
    ),
    geoloc_lat: field(numberBetween(-90, 90), {
      type: 'number',
      description: 'Latitude of a point; requires geoloc_lng.',
    }),
    geoloc_lng: field(numberBetween(-180, 180), {
      type: 'number',
      description: 'Longitude of a point; requires geoloc_lat.',
    }),
    geoloc_radius: field(numberBetween(0, EARTH_HALF_CIRCUMFERENCE_KM), {
      type: 'number',
      default: 25,
      description: 'Greatest distance of the venue, in kilometres.',
    }),
    include: idList(
      limits,
      'events',
      'IDs of events. Only these are listed; start_date and end_date are ignored.',
    ),
    post_parent: filter(
      id('an event'),
      { type: 'integer', description: 'ID of the event that the events belong to.' },
      (id, { parent }) => parent(id),
    ),
    ticketed: filter(flag, { type: 'boolean', description: 'Whether there are tickets.' }, (isTicketed) => ({
      key: 'ticketed',
      in: [isTicketed],
    })),
    hidden: ifKnown(
      ['1', 'any'],
      '1: only events that are hidden from lists; any: all events. For editors and administrators; ignored for others.',
    ),
    ...sortingShape(['event_date', 'start_date', 'date', 'modified', 'title'], 'event_date'),
    ...fieldsShape(limits),
  })

/** The same filters for a feed, which has no pages and an order of its own. */
export const eventFeedSchema = (limits: Limits) =>
  z.omit(eventListSchema(limits), { page: true, per_page: true, orderby: true, order: true, _fields: true })

export type EventListFields = Partial<z.output<ReturnType<typeof eventListSchema>>>

/** Existing clients expect the filters of links in this order. A new filter follows them, and needs no entry. */
export const LINK_ORDER = [
  ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'],
  ...['search', 'status', 'any_status', 'include', 'post_parent'],
  ...['geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'],
  ...['venue', 'organizer', 'categories', 'tags', 'featured', 'ticketed', 'strict_dates'],
]
