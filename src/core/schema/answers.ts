import * as z from 'zod/mini'
import { STATUSES } from '../domain/records/records.ts'
import { EVENT } from '../fields/event.ts'
import { ORGANIZER } from '../fields/organizer.ts'
import { VENUE } from '../fields/venue.ts'
import { optionalText, text, whole, yesNo } from './answer-parts.ts'
import { eventAnswers, linkedAnswers } from './plain-answers.ts'

/*
 * Schemas of responses, for the documentation. They repeat the interfaces of types/. A type test checks that both are
 * equal, and the route tests check real responses against these.
 */

const none = z.array(z.never())
const anything = z.record(text, z.unknown())

const ImageSize = z.object({
  width: whole,
  height: whole,
  'mime-type': text,
  filesize: z.optional(whole),
  url: text,
})

const Image = z.object({
  url: text,
  id: whole,
  alt: optionalText,
  extension: text,
  width: whole,
  height: whole,
  filesize: whole,
  sizes: z.optional(z.record(text, ImageSize)),
})

const Media = z.object({
  id: whole,
  url: text,
  alt: text,
  title: text,
  decorative: yesNo,
  mime_type: text,
  width: whole,
  height: whole,
  filesize: whole,
  sizes: z.record(text, z.object({ url: text, width: whole, height: whole })),
  author: z.union([whole, text]),
  date: text,
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
  id: whole,
  count: whole,
  description: text,
  name: text,
  slug: text,
  taxonomy,
  parent: z.optional(whole),
  meta: none,
  url: text,
  urls: TermUrls,
})

const EmbeddedTerm = z.object({
  id: whole,
  name: text,
  slug: text,
  taxonomy,
  description: text,
  parent: whole,
  count: whole,
  urls: TermUrls,
})

const status = z.enum(STATUSES)

const linked = {
  id: whole,
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
  ...linkedAnswers(VENUE),
  stateprovince: optionalText,
  geo_lat: z.optional(z.number()),
  geo_lng: z.optional(z.number()),
  show_map: yesNo,
  show_map_link: yesNo,
})

const Organizer = z.object({ ...linked, organizer: text, ...linkedAnswers(ORGANIZER) })

const hidable = z.nullable(yesNo)

const Recurrence = z.object({
  rrule: text,
  exdate: z.array(text),
  rdate: z.array(text),
  count: whole,
  next: z.optional(z.nullable(text)),
  unfinished: z.optional(z.literal(true)),
})

const Event = z.object({
  id: whole,
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
  ...eventAnswers(EVENT),
  previous_start_date: optionalText,
  post_parent: whole,
  categories: z.array(EmbeddedTerm),
  tags: z.array(EmbeddedTerm),
  venue: z.union([Venue, z.array(Venue)]),
  organizer: z.array(Organizer),
  custom_fields: none,
  recurrence: z.optional(Recurrence),
  recurrence_id: optionalText,
  overrides: z.optional(z.array(text)),
  warnings: z.optional(
    z.array(z.object({ code: z.enum(['venue_taken', 'recurrence_ignored']), events: z.array(whole) })),
  ),
  source: z.optional(
    z.object({
      name: optionalText,
      url: text,
      id: z.optional(whole),
      uid: optionalText,
      kept: z.optional(z.array(text)),
    }),
  ),
  json_ld: z.optional(anything),
})

const names = z.array(z.union([whole, text]))

const Source = z.object({
  id: whole,
  url: text,
  has_credentials: yesNo,
  format: z.enum(['ics', 'site']),
  every: whole,
  paused: yesNo,
  status: z.enum(['publish', 'pending', 'draft']),
  categories: names,
  tags: names,
  map: z.record(text, z.union([whole, text])),
  only: z.object({ words: z.array(text), categories: z.array(text) }),
  venue: z.nullable(z.union([whole, text])),
  timezone: z.nullable(text),
  window: z.object({ past_days: whole, future_days: whole }),
  keep_gone: yesNo,
  copy_images: yesNo,
  author: z.union([whole, text]),
  title: text,
  last_run: z.nullable(text),
  last_ok: z.nullable(text),
  next_run: z.nullable(text),
  error: z.nullable(text),
  events: whole,
})

const SyncedChange = z.union([
  z.object({
    kind: z.enum(['event', 'venue', 'organizer', 'category', 'tag']),
    id: whole,
    deleted: z.literal(true),
  }),
  z.object({ kind: z.literal('event'), id: whole, event: Event }),
  z.object({ kind: z.literal('venue'), id: whole, venue: Venue }),
  z.object({ kind: z.literal('organizer'), id: whole, organizer: Organizer }),
  z.object({ kind: z.literal('category'), id: whole, category: Term }),
  z.object({ kind: z.literal('tag'), id: whole, tag: Term }),
])

const page = {
  rest_url: text,
  next_rest_url: optionalText,
  previous_rest_url: optionalText,
  total: whole,
  total_pages: whole,
}

const ErrorBody = z.object({
  code: text,
  message: text,
  data: z.object({
    status: whole,
    params: z.optional(z.union([z.array(text), z.record(text, text)])),
    details: z.optional(none),
    term_id: z.optional(whole),
    id: z.optional(whole),
  }),
})

/** The components of the documentation, by name. */
const pullNote = z.object({ uid: text, title: text, code: text, message: text, why: text })
const taken = z.object({ kind: z.enum(['venue', 'organizer']), id: whole, name: text })
const importNote = z.object({ line: whole, uid: text, title: text, code: text, message: text, why: text })

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
  EventCounts: z.object({
    publish: z.optional(whole),
    future: z.optional(whole),
    draft: z.optional(whole),
    pending: z.optional(whole),
    private: z.optional(whole),
    trash: z.optional(whole),
  }),
  VenueList: z.object({ venues: z.array(Venue), ...page }),
  OrganizerList: z.object({ organizers: z.array(Organizer), ...page }),
  CategoryList: z.object({ categories: z.array(Term), ...page }),
  TagList: z.object({ tags: z.array(Term), ...page }),
  ChangeList: z.object({
    changes: z.array(SyncedChange),
    next_rest_url: optionalText,
    sync_token: optionalText,
  }),
  Media,
  MediaList: z.object({ media: z.array(Media), ...page }),
  Me: z.object({
    user: z.nullable(z.object({ id: z.union([whole, text]), name: optionalText })),
    role: z.nullable(z.enum(['administrator', 'editor', 'author', 'contributor', 'subscriber'])),
    can: z.object({
      write: yesNo,
      publish: yesNo,
      edit_others: yesNo,
      read_private: yesNo,
      delete_for_good: yesNo,
      edit_terms: yesNo,
      upload: yesNo,
    }),
    statuses: z.array(status),
    timezone: text,
    locale: text,
    start_of_week: whole,
    title: text,
    currency: z.object({ code: text, symbol: text, position: z.enum(['prefix', 'postfix']) }),
    custom_fields: z.object({ event: anything, venue: anything, organizer: anything }),
    limits: z.record(text, whole),
    features: z.object({
      images: yesNo,
      revisions: yesNo,
      sources: yesNo,
      suggestions: yesNo,
      import: yesNo,
      pages: yesNo,
    }),
    sign_in: z.nullable(text),
    sign_out: z.nullable(text),
    shared: yesNo,
  }),
  FileImportReport: z.object({
    created: whole,
    updated: whole,
    unchanged: whole,
    outside: whole,
    refused: z.array(importNote),
    notes: z.optional(z.array(importNote)),
    taken: z.optional(z.array(taken)),
    more: yesNo,
    events: z.optional(
      z.array(
        z.object({
          title: text,
          start_date: text,
          end_date: text,
          timezone: text,
          venue: text,
          state: z.enum(['new', 'changed', 'same', 'refused']),
          like: z.array(whole),
        }),
      ),
    ),
  }),
  Source,
  SourceList: z.object({ sources: z.array(Source), total: whole, total_pages: whole }),
  PullReport: z.object({
    new: whole,
    changed: whole,
    gone: whole,
    kept: whole,
    attached: z.array(z.object({ uid: text, id: whole })),
    outside: whole,
    refused: z.array(pullNote),
    notes: z.optional(z.array(pullNote)),
    taken: z.optional(z.array(taken)),
    pictures: z.optional(z.array(z.object({ uid: text, why: text }))),
    events: z.optional(
      z.array(
        z.object({
          change: z.enum(['new', 'changed', 'gone']),
          uid: text,
          id: z.optional(whole),
          title: text,
          start_date: text,
          end_date: text,
          all_day: yesNo,
        }),
      ),
    ),
    matches: z.optional(
      z.array(
        z.object({
          uid: text,
          id: whole,
          reason: z.enum(['unchanged', 'start', 'page', 'moved', 'twin', 'here', 'date']),
        }),
      ),
    ),
    held: z.optional(whole),
    more: z.optional(z.literal(true)),
    error: optionalText,
  }),
  ErrorBody,
  BatchResponses: z.object({
    failed: z.optional(z.literal('validation')),
    responses: z.array(
      z.nullable(z.object({ status: whole, headers: z.record(text, text), body: z.nullable(anything) })),
    ),
  }),
  Index: z.object({ namespace: text, routes: anything, _links: anything }),
  Documentation: z.object({ openapi: text, info: anything, paths: anything }),
}

export type AnswerName = keyof typeof ANSWERS
