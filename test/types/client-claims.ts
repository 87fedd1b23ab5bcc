import type {
  CategoryInput,
  CategoryList,
  ChangeList,
  ErrorCode,
  Event,
  EventInput,
  EventList,
  NoFields,
  Organizer,
  OrganizerInput,
  OrganizerList,
  TagInput,
  TagList,
  Term,
  Venue,
  VenueInput,
  VenueList,
} from 'kalends'
import type {
  CategoryFilters,
  DeleteOptions,
  EventFilters,
  OrganizerFilters,
  ReadEventOptions,
  TagFilters,
  VenueFilters,
  WriteEventOptions,
  WriteOptions,
} from 'kalends/client'

/*
 * What the client's types claim of the interface, held against the `operations` that openapi-typescript reads out of
 * the OpenAPI document. `client-document.test.ts` makes them, and has `Broken` of them type-checked.
 */

/** The names of the claims that do not hold; never, if all do. */
export type Broken<Operations, Code> = {
  [Name in keyof Claims<Operations, Code>]: Claims<Operations, Code>[Name] extends true ? never : Name
}[keyof Claims<Operations, Code>]

interface Claims<O, Code> {
  /** The document of a calendar has parameters for its own custom fields. */
  'events are listed by EventFilters': Listed<O, 'listEvents', Omit<EventFilters, 'custom_fields'>>
  'venues are listed by VenueFilters': Listed<O, 'listVenues', VenueFilters>
  'organizers are listed by OrganizerFilters': Listed<O, 'listOrganizers', OrganizerFilters>
  'categories are listed by CategoryFilters': Listed<O, 'listCategories', CategoryFilters>
  'tags are listed by TagFilters': Listed<O, 'listTags', TagFilters>

  'a read event takes a password': Same<
    keyof QueryOf<O, 'readEvent'>,
    Exclude<keyof ReadEventOptions, 'signal' | 'headers'>
  >
  'by its slug, too': Same<keyof QueryOf<O, 'readEventBySlug'>, keyof QueryOf<O, 'readEvent'>>
  'nothing else that is read takes anything': Same<keyof QueryOf<O, OtherReads>, never>
  /** What goes is warned of nothing. The document says that a password is taken, but it opens nothing there: the client has no option for it. */
  'deleting an event takes its options, and a password that does not count': Same<
    keyof QueryOf<O, 'deleteEvent'> | keyof QueryOf<O, 'deleteEventBySlug'>,
    Exclude<EventOption, 'warn'> | keyof DeleteOptions | 'password' | DryRunOption
  >
  'changing an event takes its options': Same<
    keyof QueryOf<O, 'updateEvent'> | keyof QueryOf<O, 'updateEventBySlug'>,
    EventOption | DryRunOption
  >
  'what else is deleted takes force': Same<keyof QueryOf<O, OtherDeletions>, keyof DeleteOptions>

  'an event is created from EventInput': Written<O, 'createEvent', EventInput>
  'a venue is created from VenueInput': Written<O, 'createVenue', VenueInput>
  'an organizer is created from OrganizerInput': Written<O, 'createOrganizer', OrganizerInput>
  'a category is created from CategoryInput': Written<O, 'createCategory', CategoryInput>
  'a tag is created from TagInput': Written<O, 'createTag', TagInput>

  'an event is changed by any of them': Written<O, 'updateEvent', Partial<EventInput>>
  'a venue is changed by any of them': Written<O, 'updateVenue', Partial<VenueInput>>
  'an organizer is changed by any of them': Written<O, 'updateOrganizer', Partial<OrganizerInput>>
  'a category is changed by any of them': Written<O, 'updateCategory', Partial<CategoryInput>>
  'a tag is changed by any of them': Written<O, 'updateTag', Partial<TagInput>>
  'by slug, an event': Written<O, 'updateEventBySlug', Partial<EventInput>>
  'by slug, a venue': Written<O, 'updateVenueBySlug', Partial<VenueInput>>
  'by slug, an organizer': Written<O, 'updateOrganizerBySlug', Partial<OrganizerInput>>

  'events are answered': Answered<O, Writes<'Event'> | Slugs<'Event'>, Event<NoFields>>
  'venues are answered': Answered<O, Writes<'Venue'> | Slugs<'Venue'>, Venue<NoFields>>
  'organizers are answered': Answered<O, Writes<'Organizer'> | Slugs<'Organizer'>, Organizer<NoFields>>
  'categories are answered': Answered<O, Writes<'Category'>, Term>
  'tags are answered': Answered<O, Writes<'Tag'>, Term>
  'lists of events are answered': Answered<O, 'listEvents', EventList<NoFields>>
  'lists of venues are answered': Answered<O, 'listVenues', VenueList<NoFields>>
  'lists of organizers are answered': Answered<O, 'listOrganizers', OrganizerList<NoFields>>
  'lists of categories are answered': Answered<O, 'listCategories', CategoryList>
  'lists of tags are answered': Answered<O, 'listTags', TagList>
  'changes are answered': Answered<O, 'listChanges', ChangeList<NoFields>>

  'every code of the document is an ErrorCode': Same<Exclude<Code, ErrorCode>, never>
  'every ErrorCode is in the document': Same<Exclude<ErrorCode, Code>, OfNoOperation>
}

/** Refusals of requests that are for no operation at all, which is why no operation names them. */
type OfNoOperation =
  | 'rest_no_route'
  | 'rest_method_not_allowed'
  | 'rest_method_not_implemented'
  | 'rest_invalid_host'
  // Of a request in a batch: the batch itself is answered.
  | 'rest_failed_dependency'

/** `client.events.dryRun` sends it. */
type DryRunOption = 'dry_run'

/** What the client sends in the query of a change. */
type EventOption = Exclude<keyof WriteEventOptions, keyof WriteOptions>

type Writes<Kind extends string> = `${'create' | 'read' | 'update' | 'delete'}${Kind}`
type Slugs<Kind extends string> = `${'read' | 'update' | 'delete'}${Kind}BySlug`
type OtherReads = `read${'Venue' | 'VenueBySlug' | 'Organizer' | 'OrganizerBySlug' | 'Category' | 'Tag'}`
type OtherDeletions =
  `delete${'Venue' | 'VenueBySlug' | 'Organizer' | 'OrganizerBySlug' | 'Category' | 'Tag'}`

// —— How a claim is checked ——————————————————————————————————————————————————————————————————————————————————

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** The same names; and of each, every value of the client is documented, or it takes a comma list of those that are. */
type Listed<O, Name extends string, Filters> =
  Same<keyof QueryOf<O, Name>, keyof Filters> extends true
    ? {
        [K in keyof Filters]-?: Documented<QueryOf<O, Name>, K, Exclude<Filters[K], undefined>> extends true
          ? never
          : K
      }[keyof Filters] extends never
      ? true
      : false
    : false

type Documented<Query, K, Value> = K extends keyof Query
  ? Mutable<Value> extends Query[K]
    ? true
    : string | string[] extends Value
      ? CommaList<Query[K]>
      : false
  : false

/** Lists are not readonly in what is generated. */
type Mutable<T> = T extends readonly (infer E)[] ? E[] : T
type CommaList<T> = string extends T ? true : false

/**
 * The same names, the same of them required; and every value that the type allows is one that is documented. The document
 * is that of a calendar without custom fields.
 */
type Written<O, Name extends string, Input> = WrittenIn<O, Name, Omit<Input, 'custom_fields'>>
type WrittenIn<O, Name extends string, Input> =
  Same<keyof BodyOf<O, Name>, keyof Input> extends true
    ? Same<RequiredKeys<BodyOf<O, Name>>, RequiredKeys<Input>> extends true
      ? Sent<Input> extends BodyOf<O, Name>
        ? true
        : false
      : false
    : false

/** The same type, for each of the operations. */
type Answered<O, Names extends string, Type> = {
  [Name in Names]: Same<AnswerOf<O, Name>, Loose<Type>> extends true ? never : Name
}[Names] extends never
  ? true
  : false

type RequiredKeys<T> = { [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? never : K }[keyof T]

/**
 * As JSON, which leaves out what is undefined. Lists are not readonly in what is generated, and an interface is no index
 * signature.
 */
type Sent<T> = { [K in keyof T]: SentField<Exclude<T[K], undefined>> }
type SentField<T> = T extends readonly (infer E)[] ? SentField<E>[] : T extends object ? Sent<T> : T

/**
 * What the document can say of our types. A list that is always empty is `{ "not": {} }` of each element there, of
 * which openapi-typescript makes `unknown`.
 */
type Loose<T> = T extends readonly (infer E)[]
  ? [E] extends [never]
    ? unknown[]
    : Loose<E>[]
  : T extends object
    ? { [K in keyof T]: Loose<T[K]> }
    : T

type Get<T, K extends string> = K extends keyof T ? T[K] : never
type ParametersOf<O, Name extends string> = Name extends string
  ? Exclude<Get<Get<Get<O, Name>, 'parameters'>, 'query'>, undefined>
  : never
/** The records of the client are whole: it has no `_fields`. Its loops have cursors of their own. */
type QueryOf<O, Name extends string> =
  ParametersOf<O, Name> extends infer Query
    ? Query extends object
      ? Omit<Query, '_fields' | 'cursor'>
      : never
    : never
type BodyOf<O, Name extends string> = Get<
  Get<Exclude<Get<Get<O, Name>, 'requestBody'>, undefined>, 'content'>,
  'application/json'
>
type AnswerOf<O, Name extends string> =
  Get<Get<O, Name>, 'responses'> extends infer R
    ? R extends { 200: { content: { 'application/json': infer A } } }
      ? Whole<A>
      : R extends { 201: { content: { 'application/json': infer A } } }
        ? A
        : never
    : never

/** Without what `_fields` leaves: a record of which any key may be absent, or a list of these. */
type Whole<A> = A extends unknown ? (Record<never, never> extends RecordOf<A> ? never : A) : never
type RecordOf<A> = A extends { total: number }
  ? Exclude<A[keyof A], string | number | undefined>[number &
      keyof Exclude<A[keyof A], string | number | undefined>]
  : A
