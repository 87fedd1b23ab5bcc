import {
  type ClientEvent,
  type ClientOrganizer,
  type ClientVenue,
  clientEvent,
  clientOrganizer,
  clientVenue,
} from './client/answers.ts'
import {
  type Collection,
  createCollection,
  type ReadEventOptions,
  type SlugCollection,
  type WriteEventOptions,
} from './client/collections.ts'
import type {
  CategoryFilters,
  EventFilters,
  OrganizerFilters,
  TagFilters,
  VenueFilters,
} from './client/filters.ts'
import { type ClientOptions, createSend } from './client/request.ts'
import { createTermCollection } from './client/terms.ts'
import type {
  CategoryInput,
  Event,
  EventInput,
  Organizer,
  OrganizerInput,
  TagInput,
  Term,
  Venue,
  VenueInput,
} from './types.ts'

export interface Client {
  readonly events: SlugCollection<ClientEvent, EventFilters, EventInput, ReadEventOptions, WriteEventOptions>
  readonly venues: SlugCollection<ClientVenue, VenueFilters, VenueInput>
  readonly organizers: SlugCollection<ClientOrganizer, OrganizerFilters, OrganizerInput>
  readonly categories: Collection<Term, CategoryFilters, CategoryInput>
  readonly tags: Collection<Term, TagFilters, TagInput>
}

/**
 * A client of the interface, over any `fetch`: for a remote server, or for an API in the same process. All methods are
 * bound. Each rejects with a `ClientError` when the response is not a success, and with the error of `fetch` when there
 * is no response.
 */
export function createClient(options: ClientOptions): Client {
  const send = createSend(options)
  return {
    events: createCollection<Event, ClientEvent, EventFilters, EventInput>(send, 'events', clientEvent),
    venues: createCollection<Venue, ClientVenue, VenueFilters, VenueInput>(send, 'venues', clientVenue),
    organizers: createCollection<Organizer, ClientOrganizer, OrganizerFilters, OrganizerInput>(
      send,
      'organizers',
      clientOrganizer,
    ),
    categories: createTermCollection<CategoryInput>(send, 'category', 'categories'),
    tags: createTermCollection<TagInput>(send, 'tag', 'tags'),
  }
}

export type { ClientEvent, ClientOrganizer, ClientRecord, ClientVenue } from './client/answers.ts'
export type {
  Collection,
  CreateOptions,
  ReadEventOptions,
  SlugCollection,
  WriteEventOptions,
  WriteOptions,
} from './client/collections.ts'
export {
  ClientError,
  type ClientErrorCode,
  type ClientErrorFacts,
  type ClientErrorOf,
  isClientError,
  type KnownErrorCode,
} from './client/errors.ts'
export { etagOf } from './client/etag.ts'
export type {
  CategoryFilters,
  EventFilters,
  OrganizerFilters,
  PageFilters,
  TagFilters,
  VenueFilters,
} from './client/filters.ts'
export type { List, Page } from './client/list.ts'
export type { ClientOptions, HeaderFields, RequestOptions } from './client/request.ts'
export type { SubscribeLinks } from './domain/subscribe-links.ts'
export { subscribeLinks } from './domain/subscribe-links.ts'
export type {
  CategoryInput,
  CostDetails,
  DateDetails,
  EmbeddedTerm,
  EventInput,
  Image,
  ImageSize,
  LinkedInput,
  OrganizerInput,
  Recurrence,
  RecurrenceInput,
  Status,
  TagInput,
  Term,
  TermsInput,
  TermUrls,
  VenueInput,
} from './types.ts'
