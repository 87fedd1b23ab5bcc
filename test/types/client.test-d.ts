import type { CategoryInput, ErrorCode, EventInput, Image, Organizer, Term, Venue } from 'kalends'
import { createEventsApi } from 'kalends'
import {
  type CategoryFilters,
  type Client,
  ClientError,
  type ClientErrorCode,
  type ClientEvent,
  type ClientOrganizer,
  type ClientVenue,
  createClient,
  type EventFilters,
  etagOf,
  isClientError,
  type KnownErrorCode,
  type List,
  type OrganizerFilters,
  type Page,
  type Recurrence,
  type RecurrenceInput,
  type TagFilters,
  type VenueFilters,
  type WriteEventOptions,
} from 'kalends/client'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expectTypeOf, test } from 'vitest'

declare const error: unknown

const api = createEventsApi(memoryStorage())
const client = createClient({ fetch: api.fetch, baseUrl: `http://localhost${api.basePath}` })

/** Whether there is a value that only `any` would take. */
type IsAny<T> = 0 extends 1 & T ? true : false
type AnyKeys<T> = { [K in keyof T]-?: IsAny<T[K]> extends true ? K : never }[keyof T]

describe('methods', () => {
  test('take their filters and answer their records', () => {
    expectTypeOf(client).toEqualTypeOf<Client>()
    expectTypeOf(client.events.list).parameter(0).toEqualTypeOf<EventFilters | undefined>()
    expectTypeOf(client.venues.list).parameter(0).toEqualTypeOf<VenueFilters | undefined>()
    expectTypeOf(client.organizers.list).parameter(0).toEqualTypeOf<OrganizerFilters | undefined>()
    expectTypeOf(client.categories.list).parameter(0).toEqualTypeOf<CategoryFilters | undefined>()
    expectTypeOf(client.tags.list).parameter(0).toEqualTypeOf<TagFilters | undefined>()
    expectTypeOf(client.events.list).returns.toEqualTypeOf<List<ClientEvent>>()
    expectTypeOf(client.tags.list).returns.toEqualTypeOf<List<Term>>()
    expectTypeOf(client.events.create).parameter(0).toEqualTypeOf<EventInput>()
    expectTypeOf(client.events.update).parameter(1).toEqualTypeOf<Partial<EventInput>>()
    expectTypeOf(client.categories.create).parameter(0).toEqualTypeOf<CategoryInput>()
    expectTypeOf(client.venues.get).returns.resolves.toEqualTypeOf<ClientVenue>()
    expectTypeOf(client.organizers.delete).returns.resolves.toEqualTypeOf<ClientOrganizer>()
  })

  test('only events have passwords, only posts are written by slug', () => {
    expectTypeOf<{ password: string }>().toExtend<NonNullable<Parameters<Client['events']['get']>[1]>>()
    expectTypeOf<keyof NonNullable<Parameters<Client['venues']['get']>[1]>>().toEqualTypeOf<
      'signal' | 'headers'
    >()
    expectTypeOf<keyof Client['tags']>().toEqualTypeOf<
      'list' | 'get' | 'getBySlug' | 'create' | 'update' | 'delete'
    >()
    expectTypeOf<Exclude<keyof Client['events'], keyof Client['tags']>>().toEqualTypeOf<
      'updateBySlug' | 'deleteBySlug'
    >()
  })

  test('only events have occurrences to change', () => {
    expectTypeOf<Parameters<Client['events']['update']>[2]>().toEqualTypeOf<WriteEventOptions | undefined>()
    expectTypeOf<Parameters<Client['events']['delete']>[1]>().toEqualTypeOf<WriteEventOptions | undefined>()
    expectTypeOf<WriteEventOptions['scope']>().toEqualTypeOf<'this' | 'future' | 'all' | undefined>()
    // @ts-expect-error: a venue does not repeat
    void client.venues.update(1, {}, { scope: 'all' })
    expectTypeOf<EventInput['recurrence']>().toEqualTypeOf<RecurrenceInput | null | undefined>()
    expectTypeOf<ClientEvent['recurrence']>().toEqualTypeOf<Recurrence | undefined>()
  })

  test('a list can be awaited and iterated', async () => {
    const list = client.events.list()
    expectTypeOf(await list).toEqualTypeOf<Page<ClientEvent>>()
    for await (const event of list) expectTypeOf(event).toEqualTypeOf<ClientEvent>()
    for await (const page of list.pages()) expectTypeOf(page).toEqualTypeOf<Page<ClientEvent>>()
  })
})

describe('records', () => {
  test('have the unions taken out, and no any in them', () => {
    expectTypeOf<ClientEvent['venue']>().toEqualTypeOf<ClientVenue[]>()
    expectTypeOf<ClientEvent['organizer']>().toEqualTypeOf<ClientOrganizer[]>()
    expectTypeOf<ClientEvent['image']>().toEqualTypeOf<Image | null>()
    expectTypeOf<ClientVenue['image']>().toEqualTypeOf<Image | null>()
    expectTypeOf<ClientOrganizer['image']>().toEqualTypeOf<Image | null>()
    expectTypeOf<Omit<ClientVenue, 'image'>>().toEqualTypeOf<Omit<Venue, 'image'>>()
    expectTypeOf<Omit<ClientOrganizer, 'image'>>().toEqualTypeOf<Omit<Organizer, 'image'>>()
    expectTypeOf<AnyKeys<ClientEvent>>().toBeNever()
    expectTypeOf<AnyKeys<ClientVenue>>().toBeNever()
    expectTypeOf<AnyKeys<ClientError>>().toBeNever()
    expectTypeOf<AnyKeys<{ a: ReturnType<typeof JSON.parse>; b: unknown }>>().toEqualTypeOf<'a'>()
  })

  test('have an ETag that is text', () => {
    expectTypeOf(etagOf).parameter(0).toEqualTypeOf<ClientEvent | ClientVenue | ClientOrganizer | Term>()
    expectTypeOf(etagOf).returns.toBeString()
  })
})

describe('records that are sent back', () => {
  test('type-check with a change, of every kind', async () => {
    const event = await client.events.get(1)
    expectTypeOf(client.events.update(1, { ...event, title: 'New' })).resolves.toEqualTypeOf<ClientEvent>()
    const [venue] = event.venue
    if (venue !== undefined) void client.venues.update(venue.id, { ...venue, city: 'Boulder' })
    const [organizer] = event.organizer
    if (organizer !== undefined) void client.organizers.update(organizer.id, { ...organizer, phone: '' })
    const category = await client.categories.get(1)
    void client.categories.update(1, { ...category, parent: 2 })
    const tag = await client.tags.get(1)
    void client.tags.update(1, { ...tag, name: 'New' })
    void client.events.updateBySlug('a', { ...event, venue: [...event.venue, 5, { venue: 'Hall' }] })
    void client.events.create({ ...event, start_date: 'tomorrow 10:00', end_date: 'tomorrow 11:00' })
  })

  test('a misspelled field is still found', () => {
    // @ts-expect-error: it is `title`
    void client.events.update(1, { titel: 'New' })
  })
})

describe('errors', () => {
  test('are told apart by their codes', () => {
    if (isClientError(error, 'rest_invalid_param')) {
      expectTypeOf(error.code).toEqualTypeOf<'rest_invalid_param'>()
      expectTypeOf(error.params).toEqualTypeOf<Readonly<Record<string, string>>>()
      expectTypeOf(error.termId).toEqualTypeOf<undefined>()
    }
    if (isClientError(error, 'rest_missing_callback_param'))
      expectTypeOf(error.params).toEqualTypeOf<readonly string[]>()
    if (isClientError(error, 'term_exists')) {
      expectTypeOf(error.termId).toEqualTypeOf<number>()
      expectTypeOf(error.params).toEqualTypeOf<undefined>()
    }
    if (isClientError(error)) {
      expectTypeOf(error).toEqualTypeOf<ClientError>()
      expectTypeOf(error.params).toEqualTypeOf<
        Readonly<Record<string, string>> | readonly string[] | undefined
      >()
      expectTypeOf(error.termId).toEqualTypeOf<number | undefined>()
      expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>()
    }
  })

  test('of several codes are a union of these', () => {
    if (!isClientError(error, 'term_exists', 'rest_invalid_param')) return
    if (error.code === 'term_exists') expectTypeOf(error.termId).toEqualTypeOf<number>()
    else expectTypeOf(error.params).toEqualTypeOf<Readonly<Record<string, string>>>()
  })

  test('have codes that are open, but are asked about by known ones', () => {
    expectTypeOf<ErrorCode>().toExtend<ClientErrorCode>()
    expectTypeOf<string>().toExtend<ClientErrorCode>()
    expectTypeOf<'rest_forbidden'>().toExtend<KnownErrorCode>()
    expectTypeOf<'rest_forbiden'>().not.toExtend<KnownErrorCode>()
    expectTypeOf<Parameters<typeof isClientError<KnownErrorCode>>[1]>().toEqualTypeOf<KnownErrorCode>()
    expectTypeOf(new ClientError('', facts('term_exists')).termId).toEqualTypeOf<number>()
  })
})

const facts = <const C extends 'term_exists'>(code: C) =>
  ({ code, status: 400, params: undefined, termId: 1, headers: new Headers() }) as const
