import type {
  CategoryInput,
  CorsOptions,
  Event,
  EventInput,
  EventList,
  EventsApi,
  EventsApiOptions,
  NoFields,
  Organizer,
  OrganizerInput,
  Principal,
  TagInput,
  Term,
  Venue,
  VenueInput,
} from 'kalends'
import { ApiError, createEventsApi } from 'kalends'
import type { NextOptions } from 'kalends/adapters/next'
import type { NodeListenerOptions } from 'kalends/adapters/node'
import type { memoryAttempts, PasswordOptions, SessionOptions, TokenOptions } from 'kalends/auth'
import type {
  CategoryFilters,
  ClientOptions,
  EventFilters,
  RequestOptions,
  VenueFilters,
} from 'kalends/client'
import type { KeyValueStorageOptions } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import type { SqlStorageOptions } from 'kalends/storage/sql'
import { describe, expectTypeOf, test } from 'vitest'
import type * as z from 'zod/mini'
import type { EVENT } from '../../src/core/fields/event.ts'
import type { ORGANIZER } from '../../src/core/fields/organizer.ts'
import type { PlainName, Table } from '../../src/core/fields/row.ts'
import type { VENUE } from '../../src/core/fields/venue.ts'
import type { shownOfEvent, shownOfLinked } from '../../src/core/present/plain.ts'
import type { eventSchema } from '../../src/core/schema/events.ts'
import type { organizerSchema, venueSchema } from '../../src/core/schema/linked.ts'
import type { categorySchema, tagSchema } from '../../src/core/schema/terms.ts'
import type { Storage } from '../../src/storage/contract.ts'

/** Every level of data, so that `any` hidden in a corner is found. */
type HoldsAny<T> = 0 extends 1 & T
  ? true
  : T extends readonly (infer E)[]
    ? HoldsAny<E>
    : T extends object
      ? true extends { [K in keyof T]-?: HoldsAny<T[K]> }[keyof T]
        ? true
        : false
      : false

/** The names of optional members that must not be undefined. */
type Strict<T> = {
  [K in keyof T & string]-?: Pick<T, K> extends Required<Pick<T, K>>
    ? never
    : undefined extends Required<T>[K]
      ? never
      : K
}[keyof T & string]

describe('the public face', () => {
  test('holds no any', () => {
    expectTypeOf<HoldsAny<Event>>().toEqualTypeOf<false>()
    expectTypeOf<HoldsAny<EventList>>().toEqualTypeOf<false>()
    expectTypeOf<HoldsAny<Venue>>().toEqualTypeOf<false>()
    expectTypeOf<HoldsAny<Organizer>>().toEqualTypeOf<false>()
    expectTypeOf<HoldsAny<Term>>().toEqualTypeOf<false>()
    expectTypeOf<HoldsAny<EventInput>>().toEqualTypeOf<false>()
    expectTypeOf<HoldsAny<Principal>>().toEqualTypeOf<false>()
    expectTypeOf<EventsApiOptions>().not.toBeAny()
    expectTypeOf<EventsApi['fetch']>().not.toBeAny()
    expectTypeOf(memoryStorage).returns.toEqualTypeOf<Storage>()
  })

  test('lets every option be undefined, where exactOptionalPropertyTypes is on too', () => {
    expectTypeOf<Strict<EventsApiOptions>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<NonNullable<EventsApiOptions['limits']>>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<NonNullable<EventsApiOptions['currency']>>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<NonNullable<EventsApiOptions['eventPasswords']>>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<CorsOptions>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<EventInput>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<VenueInput>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<OrganizerInput>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<CategoryInput>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<ClientOptions>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<RequestOptions>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<EventFilters>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<VenueFilters>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<CategoryFilters>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<SessionOptions>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<PasswordOptions<unknown>>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<TokenOptions<unknown>>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<NonNullable<Parameters<typeof memoryAttempts>[0]>>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<SqlStorageOptions>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<KeyValueStorageOptions>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<NodeListenerOptions>>().toEqualTypeOf<never>()
    expectTypeOf<Strict<NextOptions>>().toEqualTypeOf<never>()
    // The detector finds one.
    expectTypeOf<Strict<{ a?: string; b?: string | undefined; c: string }>>().toEqualTypeOf<'a'>()
  })

  test('the detector of any finds one', () => {
    // biome-ignore lint/suspicious/noExplicitAny: what is looked for
    expectTypeOf<HoldsAny<{ a: { b: any } }>>().toEqualTypeOf<true>()
  })

  test('the API is functions that can be passed around', () => {
    const api = createEventsApi(memoryStorage())
    expectTypeOf(api.fetch).toExtend<(request: Request) => Promise<Response>>()
    expectTypeOf(api.handle).returns.resolves.toEqualTypeOf<Response | undefined>()
    expectTypeOf(api.basePath).toEqualTypeOf<string>()
  })

  test('the host argument of functions keeps its type', () => {
    const api = createEventsApi<{ ip: string }>(memoryStorage(), {
      authenticate: (_request, host) => {
        expectTypeOf(host).toEqualTypeOf<{ ip: string } | undefined>()
        return null
      },
    })
    expectTypeOf(api.fetch).parameter(1).toEqualTypeOf<{ ip: string } | undefined>()
  })

  test('codes are a closed union', () => {
    expectTypeOf<'rest_forbidden'>().toExtend<ApiError['code']>()
    expectTypeOf<'anything'>().not.toExtend<ApiError['code']>()
    expectTypeOf(new ApiError('rest_forbidden').status).toEqualTypeOf<number>()
  })
})

describe('answers: the interfaces have the plain fields of the tables', () => {
  type Plain<A, T> = { [N in PlainName<T> & keyof A]: A[N] }
  type OfEvent<T extends Table> = ReturnType<typeof shownOfEvent<T>>
  type OfLinked<T extends Table> = ReturnType<typeof shownOfLinked<T>>

  test('events', () =>
    expectTypeOf<Plain<Event<NoFields>, typeof EVENT>>().toEqualTypeOf<OfEvent<typeof EVENT>>())
  test('venues', () =>
    expectTypeOf<Plain<Venue<NoFields>, typeof VENUE>>().toEqualTypeOf<OfLinked<typeof VENUE>>())
  test('organizers', () =>
    expectTypeOf<Plain<Organizer<NoFields>, typeof ORGANIZER>>().toEqualTypeOf<OfLinked<typeof ORGANIZER>>())
})

describe('inputs: a record that was answered, with changes', () => {
  test('is an input, and its read-only keys are in nobody’s way', () => {
    expectTypeOf<Event>().toExtend<EventInput>()
    expectTypeOf<Venue>().toExtend<VenueInput>()
    expectTypeOf<Organizer>().toExtend<OrganizerInput>()
    expectTypeOf<Term>().toExtend<CategoryInput>()
    expectTypeOf<Term>().toExtend<TagInput>()
  })

  test('is still checked field by field', () => {
    expectTypeOf<Omit<Event, 'title'> & { title: number }>().not.toExtend<EventInput>()
    expectTypeOf<Omit<Event, 'image'> & { image: true }>().not.toExtend<EventInput>()
    expectTypeOf<Omit<Venue, 'show_map'> & { show_map: object }>().not.toExtend<VenueInput>()
    expectTypeOf<Omit<Event, 'categories'> & { categories: { name: string }[] }>().not.toExtend<EventInput>()
  })
})

describe('inputs: the interfaces name the fields that the schemas read, and nothing that they refuse', () => {
  type Wire<S extends (limits: never, linked: never, isCustom: never) => z.ZodMiniObject> = z.input<
    ReturnType<S>
  >

  test('the same names', () => {
    expectTypeOf<keyof EventInput>().toEqualTypeOf<keyof Wire<typeof eventSchema>>()
    expectTypeOf<keyof VenueInput>().toEqualTypeOf<keyof Wire<typeof venueSchema>>()
    expectTypeOf<keyof OrganizerInput>().toEqualTypeOf<keyof Wire<typeof organizerSchema>>()
    expectTypeOf<keyof CategoryInput>().toEqualTypeOf<keyof Wire<typeof categorySchema>>()
    expectTypeOf<keyof TagInput>().toEqualTypeOf<keyof Wire<typeof tagSchema>>()
  })

  /** Lists as the wire takes them: not readonly. */
  type Sent<T> = T extends readonly unknown[]
    ? unknown[]
    : T extends object
      ? { [K in keyof T]: SentField<T[K]> }
      : T
  type SentField<T> = T extends readonly unknown[]
    ? unknown[]
    : T extends object
      ? Record<string, unknown>
      : T

  test('the values are taken', () => {
    expectTypeOf<Sent<EventInput>>().toExtend<Wire<typeof eventSchema>>()
    expectTypeOf<Sent<VenueInput>>().toExtend<Wire<typeof venueSchema>>()
    expectTypeOf<Sent<OrganizerInput>>().toExtend<Wire<typeof organizerSchema>>()
    expectTypeOf<Sent<CategoryInput>>().toExtend<Wire<typeof categorySchema>>()
    expectTypeOf<Sent<TagInput>>().toExtend<Wire<typeof tagSchema>>()
  })
})
