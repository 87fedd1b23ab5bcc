import * as z from 'zod/mini'
import { STATUSES } from '../domain/records/records.ts'
import { EVENT } from '../fields/event.ts'
import { ORGANIZER } from '../fields/organizer.ts'
import { VENUE } from '../fields/venue.ts'
import { eventAnswers, linkedAnswers } from './plain-answers.ts'

/*
 * Schemas of responses, for the documentation. They repeat the interfaces of types/. A type test checks that both are
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
  alt: optionalText,
  extension: text,
  width: number,
  height: number,
  filesize: number,
  sizes: z.optional(z.record(text, ImageSize)),
})

const Media = z.object({
  id: number,
  url: text,
  alt: text,
  title: text,
  decorative: yesNo,
  mime_type: text,
  width: number,
  height: number,
  filesize: number,
  sizes: z.record(text, z.object({ url: text, width: number, height: number })),
  author: z.union([number, text]),
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
  ...linkedAnswers(VENUE),
  stateprovince: optionalText,
  geo_lat: z.optional(number),
  geo_lng: z.optional(number),
  show_map: yesNo,
  show_map_link: yesNo,
})

const Organizer = z.object({ ...linked, organizer: text, ...linkedAnswers(ORGANIZER) })

const hidable = z.nullable(yesNo)

const Recurrence = z.object({
  rrule: text,
  exdate: z.array(text),
  rdate: z.array(text),
  count: number,
  next: z.optional(z.nullable(text)),
  unfinished: z.optional(z.literal(true)),
})

const SuggestionContact = z.object({ name: text, email: text, message: text })

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
  ...eventAnswers(EVENT),
  previous_start_date: optionalText,
  post_parent: number,
  categories: z.array(EmbeddedTerm),
  tags: z.array(EmbeddedTerm),
  venue: z.union([Venue, z.array(Venue)]),
  organizer: z.array(Organizer),
  custom_fields: none,
  recurrence: z.optional(Recurrence),
  recurrence_id: optionalText,
  overrides: z.optional(z.array(text)),
  warnings: z.optional(
    z.array(z.object({ code: z.enum(['venue_taken', 'recurrence_ignored']), events: z.array(number) })),
  ),
  suggestion: z.optional(
    z.object({
      state: z.enum(['pending', 'published', 'declined']),
      date_utc: text,
      contact: SuggestionContact,
      reason: text,
    }),
  ),
  source: z.optional(
    z.object({
      name: optionalText,
      url: text,
      id: z.optional(number),
      uid: optionalText,
      kept: z.optional(z.array(text)),
    }),
  ),
  json_ld: z.optional(anything),
})

const names = z.array(z.union([number, text]))

const Source = z.object({
  id: number,
  url: text,
  has_credentials: yesNo,
  format: z.enum(['ics', 'site']),
  every: number,
  paused: yesNo,
  status: z.enum(['publish', 'pending', 'draft']),
  categories: names,
  tags: names,
  map: z.record(text, z.union([number, text])),
  only: z.object({ words: z.array(text), categories: z.array(text) }),
  venue: z.nullable(z.union([number, text])),
  timezone: z.nullable(text),
  window: z.object({ past_days: number, future_days: number }),
  keep_gone: yesNo,
  copy_images: yesNo,
  author: z.union([number, text]),
  title: text,
  last_run: z.nullable(text),
  last_ok: z.nullable(text),
  next_run: z.nullable(text),
  error: z.nullable(text),
  events: number,
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
    id: z.optional(number),
  }),
})

const revision = {
  n: number,
  date_utc: text,
  user: z.nullable(z.object({ id: z.union([number, text]), name: optionalText })),
  fields: z.array(text),
}

/** The components of the documentation, by name. */
const pullNote = z.object({ uid: text, title: text, code: text, message: text, why: text })
const taken = z.object({ kind: z.enum(['venue', 'organizer']), id: number, name: text })
const importNote = z.object({ line: number, uid: text, title: text, code: text, message: text, why: text })

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
    publish: z.optional(number),
    future: z.optional(number),
    draft: z.optional(number),
    pending: z.optional(number),
    private: z.optional(number),
    trash: z.optional(number),
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
  // Without `edit` and `secret`, and with `state`, for a repeat without the secret.
  NewSuggestion: z.object({
    id: number,
    edit: z.optional(text),
    secret: z.optional(text),
    state: z.optional(text),
  }),
  Suggestion: z.object({
    state: z.enum(['pending', 'published', 'declined', 'withdrawn']),
    url: optionalText,
    reason: optionalText,
    id: z.optional(number),
    title: optionalText,
    description: optionalText,
    start_date: optionalText,
    end_date: optionalText,
    all_day: z.optional(yesNo),
    timezone: optionalText,
    venue: optionalText,
    organizer: z.optional(z.array(text)),
    website: optionalText,
    cost: optionalText,
    categories: z.optional(z.array(z.object({ id: number, name: text }))),
    contact: z.optional(SuggestionContact),
  }),
  Media,
  MediaList: z.object({ media: z.array(Media), ...page }),
  Me: z.object({
    user: z.nullable(z.object({ id: z.union([number, text]), name: optionalText })),
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
    start_of_week: number,
    title: text,
    currency: z.object({ code: text, symbol: text, position: z.enum(['prefix', 'postfix']) }),
    custom_fields: z.object({ event: anything, venue: anything, organizer: anything }),
    limits: z.record(text, number),
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
  EventRevision: z.object({ ...revision, event: z.nullable(Event) }),
  VenueRevision: z.object({ ...revision, venue: z.nullable(Venue) }),
  OrganizerRevision: z.object({ ...revision, organizer: z.nullable(Organizer) }),
  FileImportReport: z.object({
    created: number,
    updated: number,
    unchanged: number,
    outside: number,
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
          like: z.array(number),
        }),
      ),
    ),
  }),
  Source,
  SourceList: z.object({ sources: z.array(Source), total: number, total_pages: number }),
  PullReport: z.object({
    new: number,
    changed: number,
    gone: number,
    kept: number,
    attached: z.array(z.object({ uid: text, id: number })),
    outside: number,
    refused: z.array(pullNote),
    notes: z.optional(z.array(pullNote)),
    taken: z.optional(z.array(taken)),
    pictures: z.optional(z.array(z.object({ uid: text, why: text }))),
    events: z.optional(
      z.array(
        z.object({
          change: z.enum(['new', 'changed', 'gone']),
          uid: text,
          id: z.optional(number),
          title: text,
          start_date: text,
          end_date: text,
          all_day: yesNo,
        }),
      ),
    ),
    held: z.optional(number),
    more: z.optional(z.literal(true)),
    error: optionalText,
  }),
  MergeReport: z.object({
    id: number,
    merged: z.array(number),
    events: number,
    // With `dry_run`.
    fields: z.optional(z.array(z.object({ name: text, from: number, confirm: z.optional(z.literal(true)) }))),
  }),
  ErrorBody,
  BatchResponses: z.object({
    failed: z.optional(z.literal('validation')),
    responses: z.array(
      z.nullable(z.object({ status: number, headers: z.record(text, text), body: z.nullable(anything) })),
    ),
  }),
  Index: z.object({ namespace: text, routes: anything, _links: anything }),
  Documentation: z.object({ openapi: text, info: anything, paths: anything }),
}

export type AnswerName = keyof typeof ANSWERS
