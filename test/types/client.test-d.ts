import type {
  CategoryInput,
  ErrorCode,
  EventInput,
  EventsApi,
  Image,
  Media,
  Organizer,
  StandardSchema,
  Term,
  Venue,
} from 'kalends'
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
  type DeleteOptions,
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
  type WriteOptions,
} from 'kalends/client'
import type { EventsClient } from 'kalends/client/full-calendar'
import { memoryStorage } from 'kalends/storage/memory'
import * as v from 'valibot'
import { describe, expectTypeOf, test } from 'vitest'
import * as z from 'zod'

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
      'list' | 'get' | 'getBySlug' | 'create' | 'update' | 'delete' | 'merge'
    >()
    expectTypeOf<Exclude<keyof Client['events'], keyof Client['tags']>>().toEqualTypeOf<
      'updateBySlug' | 'deleteBySlug' | 'dryRun' | 'counts' | 'follow' | 'revisions' | 'restore'
    >()
  })

  test('only events have occurrences to change', () => {
    expectTypeOf<Parameters<Client['events']['update']>[2]>().toEqualTypeOf<WriteEventOptions | undefined>()
    expectTypeOf<Parameters<Client['events']['delete']>[1]>().toEqualTypeOf<
      (WriteEventOptions & DeleteOptions) | undefined
    >()
    expectTypeOf<Parameters<Client['tags']['delete']>[1]>().toEqualTypeOf<
      (WriteOptions & DeleteOptions) | undefined
    >()
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
    expectTypeOf(etagOf)
      .parameter(0)
      .toEqualTypeOf<ClientEvent | ClientVenue | ClientOrganizer | Term | Media>()
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

describe('custom fields', () => {
  const own = createEventsApi(memoryStorage(), {
    customFields: {
      event: { capacity: z.number(), opens: { schema: z.string().transform(Number), feed: 'X-OPENS' } },
      venue: { seats: v.optional(v.number()) },
    },
    onChange: (change) => {
      if (change.kind === 'event')
        expectTypeOf(change.after?.custom_fields.capacity).toEqualTypeOf<number | undefined>()
    },
  })
  const typed = createClient<typeof own>({ baseUrl: 'http://localhost' })

  test('have the types that their schemas return', async () => {
    const event = await typed.events.get(1)
    expectTypeOf(event.custom_fields).toEqualTypeOf<{ capacity?: number; opens?: number }>()
    expectTypeOf(event.venue[0]?.custom_fields.seats).toEqualTypeOf<number | undefined>()
    expectTypeOf((await typed.venues.get(1)).custom_fields).toEqualTypeOf<{ seats?: number | undefined }>()
    expectTypeOf(await typed.organizers.get(1)).not.toHaveProperty('custom_fields')
    for await (const change of typed.changes()) {
      if (change.kind === 'event' && !change.deleted)
        expectTypeOf(change.event.custom_fields.opens).toEqualTypeOf<number | undefined>()
    }
  })

  test('are sent as their schemas accept them, or as they were answered; null removes one', async () => {
    const event = await typed.events.get(1)
    void typed.events.update(1, event)
    void typed.events.update(1, { custom_fields: { capacity: 120, opens: '9' } })
    void typed.events.update(1, { custom_fields: { capacity: null, opens: 9 }, venue: { id: 5 } })
    void typed.events.update(1, { venue: { venue: 'Hall', custom_fields: { seats: 5 } } })
    void own.createEvents(null, [
      { event: { title: '', start_date: '', end_date: '', custom_fields: { capacity: 1 } } },
    ])
    // @ts-expect-error: it is a number
    void typed.events.update(1, { custom_fields: { capacity: 'many' } })
    // @ts-expect-error: there is no such field
    void typed.events.update(1, { custom_fields: { size: 1 } })
    // @ts-expect-error: organizers have none
    void typed.organizers.update(1, { custom_fields: { capacity: 1 } })
    // @ts-expect-error: it is a number
    void own.createEvents(null, [{ event: { ...event, custom_fields: { capacity: '1' } } }])
  })

  test('are an empty list for an API without them, and unknown for a client without an API', async () => {
    const plain = createClient<typeof api>({ baseUrl: 'http://localhost' })
    expectTypeOf((await plain.events.get(1)).custom_fields).toEqualTypeOf<never[]>()
    expectTypeOf((await client.events.get(1)).custom_fields).toEqualTypeOf<
      never[] | { [name: string]: unknown }
    >()
    void client.events.update(1, { custom_fields: { anything: 1 } })
  })

  test('an API or a client with them goes where any does', () => {
    expectTypeOf(own).toExtend<EventsApi>()
    expectTypeOf(api).toExtend<EventsApi>()
    expectTypeOf(typed.events.list).toExtend<EventsClient['events']['list']>()
    expectTypeOf<AnyKeys<Awaited<ReturnType<typeof typed.events.get>>>>().toBeNever()
  })

  test('can be declared without the code of the server', async () => {
    interface Fields {
      event: { capacity: StandardSchema<number> }
    }
    const remote = createClient<EventsApi<unknown, Fields>>({ baseUrl: 'http://localhost' })
    expectTypeOf((await remote.events.get(1)).custom_fields).toEqualTypeOf<{ capacity?: number }>()
  })

  test('have a schema that follows Standard Schema', () => {
    // @ts-expect-error: a function is no schema
    createEventsApi(memoryStorage(), { customFields: { event: { capacity: () => true } } })
    // @ts-expect-error: only events are in feeds
    createEventsApi(memoryStorage(), { customFields: { venue: { a: { schema: z.number(), feed: 'X-A' } } } })
  })
})
