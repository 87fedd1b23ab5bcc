import {
  type ClientEvent,
  type ClientOrganizer,
  type ClientVenue,
  clientEvent,
  clientOrganizer,
  clientVenue,
} from './client/answers.ts'
import { type Batch, createBatch } from './client/batch.ts'
import { type ChangeFilters, type Changes, createChanges } from './client/changes.ts'
import {
  type Collection,
  createCollection,
  type Mergeable,
  type ReadEventOptions,
  type Revisable,
  type SlugCollection,
  type WriteEventOptions,
} from './client/collections.ts'
import type { Counts } from './client/counts.ts'
import { createDryRun, type DryRun } from './client/dry-run.ts'
import type {
  CategoryFilters,
  EventFilters,
  OrganizerFilters,
  TagFilters,
  VenueFilters,
} from './client/filters.ts'
import { createImages, createImportFile, type Images, type ImportFile } from './client/images.ts'
import { ask, type ClientOptions, createSend, type RequestOptions, segment } from './client/request.ts'
import { createSources, type Sources } from './client/sources.ts'
import { createSuggestions, type Suggestions } from './client/suggestions.ts'
import { createTermCollection } from './client/terms.ts'
import type {
  CategoryInput,
  CustomFields,
  Event,
  EventInput,
  EventsApi,
  Me,
  Organizer,
  OrganizerInput,
  TagInput,
  Term,
  Venue,
  VenueInput,
} from './types/index.ts'

/** `F`: the custom fields of the calendar. */
export interface Client<F extends CustomFields = CustomFields> {
  readonly events: SlugCollection<
    ClientEvent<F>,
    EventFilters<F>,
    EventInput<F>,
    ReadEventOptions,
    WriteEventOptions
  > &
    Revisable<'event', Event<F>, ClientEvent<F>> & {
      /** What a write would do to the dates of a series. Nothing is written. */
      readonly dryRun: DryRun<EventInput<F>>
      /** Gives an event back to its source, so that fields that were changed here follow it again. */
      readonly follow: (id: number, options?: RequestOptions) => Promise<ClientEvent<F>>
      /** How many events of each status a list with these filters has. */
      readonly counts: Counts<EventFilters<F>>
    }
  readonly venues: SlugCollection<ClientVenue<F>, VenueFilters, VenueInput<F>> &
    Mergeable &
    Revisable<'venue', Venue<F>, ClientVenue<F>>
  readonly organizers: SlugCollection<ClientOrganizer<F>, OrganizerFilters, OrganizerInput<F>> &
    Mergeable &
    Revisable<'organizer', Organizer<F>, ClientOrganizer<F>>
  readonly categories: Collection<Term, CategoryFilters, CategoryInput> & Mergeable
  readonly tags: Collection<Term, TagFilters, TagInput> & Mergeable
  /**
   * All records, or those that have changed since a token. Needs the option `changes` of the server. A token that is too
   * old, or for another user, rejects with 410 `rest_sync_token_expired`: sync again without one.
   */
  readonly changes: (filters?: ChangeFilters, options?: RequestOptions) => Changes<F>
  /** The caller, what they may do, and what the calendar has. */
  readonly me: (options?: RequestOptions) => Promise<Me>
  readonly images: Images
  readonly importFile: ImportFile
  /** Events that the public suggests: nobody needs credentials for it. */
  readonly suggestions: Suggestions
  /** Calendars from elsewhere. Needs the option `sources` of the server. */
  readonly sources: Sources
  /** Many requests in one. */
  readonly batch: Batch<F>
}

/** Of `typeof api`, the custom fields. */
type FieldsOf<Api> = Api extends { readonly '~fields'?: infer F } ? Extract<F, CustomFields> : CustomFields

/**
 * A client of the interface, over any `fetch`: for a remote server, or for an API in the same process. All methods are
 * bound. Each rejects with a `ClientError` when the response is not a success, and with the error of `fetch` when there
 * is no response.
 *
 * `createClient<typeof api>(…)` knows the types of the custom fields of that API.
 *
 * @example
 * ```ts
 * import { createClient } from 'kalends/client'
 *
 * const client = createClient({
 *   baseUrl: `http://localhost${api.basePath}`,
 *   fetch: async (request) => app.fetch(request),
 * })
 * ```
 */
export function createClient<Api = EventsApi>(options: ClientOptions): Client<FieldsOf<Api>>
export function createClient(options: ClientOptions): Client {
  const send = createSend(options)
  const { merge: _, ...events } = createCollection<Event, ClientEvent, EventFilters, EventInput, 'event'>(
    send,
    'events',
    clientEvent,
  )
  return {
    events: {
      ...events,
      dryRun: createDryRun<EventInput>(send),
      follow: (id, options) =>
        ask<Event>(send, { method: 'POST', path: `/events/${segment(id)}/follow` }, options, 'id').then(
          clientEvent,
        ),
      counts: (query = {}, options) =>
        ask(send, { method: 'GET', path: '/events/counts', query }, options, 'publish'),
    },
    venues: createCollection<Venue, ClientVenue, VenueFilters, VenueInput, 'venue'>(
      send,
      'venues',
      clientVenue,
    ),
    organizers: createCollection<Organizer, ClientOrganizer, OrganizerFilters, OrganizerInput, 'organizer'>(
      send,
      'organizers',
      clientOrganizer,
    ),
    categories: createTermCollection<CategoryInput>(send, 'category', 'categories'),
    tags: createTermCollection<TagInput>(send, 'tag', 'tags'),
    changes: (filters = {}, options = {}) => createChanges(send, filters, options),
    me: (options) => ask(send, { method: 'GET', path: '/me' }, options, 'can'),
    images: createImages(send),
    importFile: createImportFile(send),
    suggestions: createSuggestions(send),
    sources: createSources(send),
    batch: createBatch(send),
  }
}

export type { ClientEvent, ClientOrganizer, ClientRecord, ClientVenue } from './client/answers.ts'
export type { Batch, BatchOptions, BatchReference, BatchRequest, BatchResponse } from './client/batch.ts'
export type { ChangeFilters, Changes, SyncedChange } from './client/changes.ts'
export type {
  Collection,
  CreateOptions,
  DeleteOptions,
  Mergeable,
  ReadEventOptions,
  Revisable,
  RevisionOf,
  SlugCollection,
  WriteEventOptions,
  WriteOptions,
} from './client/collections.ts'
export type { CountFilters, Counts } from './client/counts.ts'
export type { DryRun } from './client/dry-run.ts'
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
export type { ImageFilters, Images, ImportFile, ImportFileOptions, UploadInput } from './client/images.ts'
export type { List, Page } from './client/list.ts'
export type { ClientOptions, HeaderFields, RequestOptions } from './client/request.ts'
export type { Sources } from './client/sources.ts'
export type { Suggestions } from './client/suggestions.ts'
export type { SubscribeLinks } from './core/domain/subscribe-links.ts'
export { subscribeLinks } from './core/domain/subscribe-links.ts'
export type {
  CategoryInput,
  CostDetails,
  DateDetails,
  DateEffect,
  EmbeddedTerm,
  ErrorBody,
  EventInput,
  FileImportReport,
  Image,
  ImageSize,
  ImportNote,
  ImportPreview,
  LinkedInput,
  Me,
  Media,
  MediaInput,
  MediaList,
  MergeReport,
  NewSuggestion,
  OrganizerInput,
  PullReport,
  Recurrence,
  RecurrenceInput,
  ReportedEvent,
  ReportedMatch,
  Revision,
  Source,
  SourceInput,
  SourceList,
  Status,
  Suggestion,
  SuggestionContact,
  SuggestionInput,
  TagInput,
  Term,
  TermsInput,
  TermUrls,
  VenueInput,
} from './types/index.ts'
