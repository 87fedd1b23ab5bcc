import * as z from 'zod/mini'
import { STATUSES } from '../domain/records.ts'

/*
 * Schemas of responses, for the documentation. They repeat the interfaces of types.ts. A type test checks that both are
 * equal, and the route tests check real responses against these.
 */

const text = z.string()
const number = z.number()
const yesNo = z.boolean()
const optionalText = z.optional(text)
const none = z.array(z.never())
const anything = z.record(text, z.unknown())

const ImageSize = z.object({
  width: number,
  height: number,
  'mime-type': text,
  filesize: z.optional(number),
  url: text,
})

const Image = z.object({
  url: text,
  id: number,
  extension: text,
  width: number,
  height: number,
  filesize: number,
  sizes: z.optional(z.record(text, ImageSize)),
})

const DateDetails = z.object({
  year: text,
  month: text,
  day: text,
  hour: text,
  minutes: text,
  seconds: text,
})

const CostDetails = z.object({
  currency_symbol: text,
  currency_code: text,
  currency_position: z.enum(['', 'prefix', 'postfix']),
  values: z.array(text),
})

const TermUrls = z.object({ self: text, collection: text, up: optionalText })
const taxonomy = z.enum(['tribe_events_cat', 'post_tag'])

const Term = z.object({
  id: number,
  count: number,
  description: text,
  name: text,
  slug: text,
  taxonomy,
  parent: z.optional(number),
  meta: none,
  url: text,
  urls: TermUrls,
})

const EmbeddedTerm = z.object({
  id: number,
  name: text,
  slug: text,
  taxonomy,
  description: text,
  parent: number,
  count: number,
  urls: TermUrls,
})

const status = z.enum(STATUSES)

const linked = {
  id: number,
  author: text,
  status,
  date: text,
  date_utc: text,
  modified: text,
  modified_utc: text,
  url: text,
  description: optionalText,
  slug: optionalText,
  image: z.optional(Image),
  phone: optionalText,
  website: optionalText,
  json_ld: z.optional(anything),
  global_id: text,
  global_id_lineage: z.array(text),
}

const Venue = z.object({
  ...linked,
  venue: text,
  address: optionalText,
  city: optionalText,
  country: optionalText,
  province: optionalText,
  state: optionalText,
  zip: optionalText,
  stateprovince: optionalText,
  geo_lat: z.optional(number),
  geo_lng: z.optional(number),
  show_map: yesNo,
  show_map_link: yesNo,
})

const Organizer = z.object({ ...linked, organizer: text, email: optionalText })

const hidable = z.nullable(yesNo)

const Recurrence = z.object({
  rrule: text,
  exdate: z.array(text),
  rdate: z.array(text),
  count: number,
  unfinished: z.optional(z.literal(true)),
})

const Event = z.object({
  id: number,
  global_id: text,
  global_id_lineage: z.array(text),
  author: text,
  status,
  date: text,
  date_utc: text,
  modified: text,
  modified_utc: text,
  url: text,
  rest_url: text,
  title: text,
  description: text,
  excerpt: text,
  slug: text,
  image: z.union([Image, z.literal(false)]),
  all_day: hidable,
  start_date: text,
  start_date_details: DateDetails,
  end_date: text,
  end_date_details: DateDetails,
  utc_start_date: text,
  utc_start_date_details: DateDetails,
  utc_end_date: text,
  utc_end_date_details: DateDetails,
  timezone: text,
  timezone_abbr: text,
  cost: text,
  cost_details: CostDetails,
  website: text,
  show_map: hidable,
  show_map_link: hidable,
  hide_from_listings: hidable,
  sticky: hidable,
  featured: hidable,
  ticketed: hidable,
  post_parent: number,
  categories: z.array(EmbeddedTerm),
  tags: z.array(EmbeddedTerm),
  venue: z.union([Venue, z.array(Venue)]),
  organizer: z.array(Organizer),
  custom_fields: none,
  recurrence: z.optional(Recurrence),
  recurrence_id: optionalText,
  overrides: z.optional(z.array(text)),
  json_ld: z.optional(anything),
})

const SyncedChange = z.union([
  z.object({
    kind: z.enum(['event', 'venue', 'organizer', 'category', 'tag']),
    id: number,
    deleted: z.literal(true),
  }),
  z.object({ kind: z.literal('event'), id: number, event: Event }),
  z.object({ kind: z.literal('venue'), id: number, venue: Venue }),
  z.object({ kind: z.literal('organizer'), id: number, organizer: Organizer }),
  z.object({ kind: z.literal('category'), id: number, category: Term }),
  z.object({ kind: z.literal('tag'), id: number, tag: Term }),
])

const page = {
  rest_url: text,
  next_rest_url: optionalText,
  previous_rest_url: optionalText,
  total: number,
  total_pages: number,
}

const ErrorBody = z.object({
  code: text,
  message: text,
  data: z.object({
    status: number,
    params: z.optional(z.union([z.array(text), z.record(text, text)])),
    details: z.optional(none),
    term_id: z.optional(number),
  }),
})

/** The components of the documentation, by name. */
export const ANSWERS = {
  ImageSize,
  Image,
  DateDetails,
  CostDetails,
  TermUrls,
  Term,
  EmbeddedTerm,
  Venue,
  Organizer,
  Recurrence,
  Event,
  EventList: z.object({ events: z.array(Event), ...page }),
  VenueList: z.object({ venues: z.array(Venue), ...page }),
  OrganizerList: z.object({ organizers: z.array(Organizer), ...page }),
  CategoryList: z.object({ categories: z.array(Term), ...page }),
  TagList: z.object({ tags: z.array(Term), ...page }),
  ChangeList: z.object({
    changes: z.array(SyncedChange),
    next_rest_url: optionalText,
    sync_token: optionalText,
  }),
  ErrorBody,
  Index: z.object({ namespace: text, routes: anything, _links: anything }),
  Documentation: z.object({ openapi: text, info: anything, paths: anything }),
}

export type AnswerName = keyof typeof ANSWERS
