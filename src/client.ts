import {
  type ClientEvent,
  type ClientOrganizer,
  type ClientVenue,
  clientEvent,
  clientOrganizer,
  clientVenue,
} from './client/answers.ts'
import { type ChangeFilters, type Changes, createChanges } from './client/changes.ts'
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
import { type ClientOptions, createSend, type RequestOptions } from './client/request.ts'
import { createTermCollection } from './client/terms.ts'
import type {
  CategoryInput,
  CustomFields,
  Event,
  EventInput,
  EventsApi,
  Organizer,
  OrganizerInput,
  TagInput,
  Term,
  Venue,
  VenueInput,
} from './types.ts'

/** `F`: the custom fields of the calendar. */
export interface Client<F extends CustomFields = CustomFields> {
  readonly events: SlugCollection<
    ClientEvent<F>,
    EventFilters<F>,
    EventInput<F>,
    ReadEventOptions,
    WriteEventOptions
  >
  readonly venues: SlugCollection<ClientVenue<F>, VenueFilters, VenueInput<F>>
  readonly organizers: SlugCollection<ClientOrganizer<F>, OrganizerFilters, OrganizerInput<F>>
  readonly categories: Collection<Term, CategoryFilters, CategoryInput>
  readonly tags: Collection<Term, TagFilters, TagInput>
  /**
   * All records, or those that have changed since a token. Needs the option `changes` of the server. A token that is too
   * old, or for another user, rejects with 410 `rest_sync_token_expired`: sync again without one.
   */
  readonly changes: (filters?: ChangeFilters, options?: RequestOptions) => Changes<F>
}

/** Of `typeof api`, the custom fields. */
type FieldsOf<Api> = Api extends { readonly '~fields'?: infer F } ? Extract<F, CustomFields> : CustomFields

/**
 * A client of the interface, over any `fetch`: for a remote server, or for an API in the same process. All methods are
 * bound. Each rejects with a `ClientError` when the response is not a success, and with the error of `fetch` when there
 * is no response.
 *
 * `createClient<typeof api>(…)` knows the types of the custom fields of that API.
 */
export function createClient<Api = EventsApi>(options: ClientOptions): Client<FieldsOf<Api>>
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
    changes: (filters = {}, options = {}) => createChanges(send, filters, options),
  }
}

export type { ClientEvent, ClientOrganizer, ClientRecord, ClientVenue } from './client/answers.ts'
export type { ChangeFilters, Changes, SyncedChange } from './client/changes.ts'
export type {
  Collection,
  CreateOptions,
  DeleteOptions,
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
