import * as z from 'zod/mini'
import { FREE_KEY } from '../fields/built-in-key.ts'
import type { EventCondition, EventFilter, EventLookup } from './event-filter.ts'
import { type About, field } from './field.ts'
import { authors, fieldsShape, idList, ifKnown, pageShape, search, sortingShape } from './lists.ts'
import { plainFilters } from './plain-filters.ts'
import { schemaUnder } from './rules.ts'
import { dateText, entries, filledText, flag, id, ids, numberBetween, statuses, wire } from './wire.ts'

/*
 * The filters of the list of events, one row each. A row defines the condition, the parameter in the index and in the
 * OpenAPI document, its value in links, and the filter of the client.
 */

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

/** Days before today at which a list begins, in the zone of the site. */
export const LIST_DAYS_BACK = 1
/** The same for a feed: events that have just ended stay in the calendars of readers. */
export const FEED_DAYS_BACK = 90

const startDate = (daysBack: number) =>
  bound(
    `Events that start at or after this day. Default: ${daysBack === 1 ? 'yesterday' : `${daysBack} days ago`}.`,
  )

/** Around a point, if a list does not say how far. */
export const DEFAULT_RADIUS_KM = 25

const EARTH_HALF_CIRCUMFERENCE_KM = 20_038

/**
 * `filter` creates the rows that have a condition of their own. The others work together, and
 * `operations/events/list-events.ts` reads them by name.
 */
export const eventListSchema = schemaUnder(({ limits }) =>
  z.object({
    ...pageShape(limits),
    start_date: startDate(LIST_DAYS_BACK),
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
      default: DEFAULT_RADIUS_KM,
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
    free: filter(
      flag,
      {
        type: 'boolean',
        description: 'Whether they cost nothing: 0 or Free. Events with a password are not among those.',
      },
      (isFree) => ({ key: 'field', ...(isFree ? { in: [FREE_KEY] } : { notIn: [FREE_KEY] }) }),
    ),
    hidden: ifKnown(
      ['1', 'any'],
      '1: only events that are hidden from lists; any: all events. For editors and administrators; ignored for others.',
    ),
    author: authors(limits),
    series: ifKnown(
      ['only'],
      'only: series instead of their dates; a series lasts from its first date to its last. Switches the default window off.',
    ),
    ...plainFilters(limits),
    ...sortingShape(['event_date', 'start_date', 'date', 'modified', 'title'], 'event_date'),
    ...fieldsShape(limits),
  }),
)

/** The same filters for counts, which have no pages. */
export const eventCountSchema = schemaUnder((rules) =>
  z.omit(eventListSchema(rules), {
    cursor: true,
    page: true,
    per_page: true,
    orderby: true,
    order: true,
    _fields: true,
  }),
)

/** The same for a feed, which has an order of its own and shows the dates of series. */
export const eventFeedSchema = schemaUnder((rules) =>
  z.extend(z.omit(eventCountSchema(rules), { series: true }), { start_date: startDate(FEED_DAYS_BACK) }),
)

export type EventListFields = z.output<ReturnType<typeof eventListSchema>>
export type EventCountFields = z.output<ReturnType<typeof eventCountSchema>>
export type EventFeedFields = z.output<ReturnType<typeof eventFeedSchema>>

/** Existing clients expect the filters of links in this order. A new filter follows them, and needs no entry. */
export const LINK_ORDER = [
  ...['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'],
  ...['search', 'status', 'any_status', 'include', 'post_parent'],
  ...['geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'],
  ...['venue', 'organizer', 'categories', 'tags', 'featured', 'ticketed', 'strict_dates'],
]
