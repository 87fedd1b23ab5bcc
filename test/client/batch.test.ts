import { createEventsApi, type ErrorBody, type Event, type Venue } from 'kalends'
import { createClient, isClientError } from 'kalends/client'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, expectTypeOf, test } from 'vitest'
import { eventOf } from '../routes/calendar.ts'

const open = () => {
  const api = createEventsApi(memoryStorage(), { authenticate: () => ({ id: 1, role: 'editor' }) })
  return createClient<typeof api>({ baseUrl: `http://localhost${api.basePath}`, fetch: api.fetch })
}

test('each request gets its response, of the type of its record', async () => {
  const [hall, event, refused, list] = await open().batch([
    { id: 'hall', path: '/venues', body: { venue: 'Hall' } },
    { path: '/events', body: eventOf({ venue: { $ref: 'hall' } }) },
    { method: 'PATCH', path: '/events/999', body: { title: 'None' }, headers: { 'If-Match': '*' } },
    { method: 'GET', path: '/events?search=open' },
  ])
  expect([hall.status, event.status, refused.status, list.status]).toEqual([201, 201, 404, 200])
  if (hall.status === 201) expectTypeOf(hall.body).toEqualTypeOf<Venue<Record<never, never>>>()
  if (refused.status === 404) expectTypeOf(refused.body).toEqualTypeOf<ErrorBody>()
  if (refused.status === 200) expectTypeOf(refused.body).toEqualTypeOf<Event<Record<never, never>>>()
  if (list.status === 200) expectTypeOf(list.body).toEqualTypeOf<unknown>()
})

test('with require-all-validate, responses can be missing', async () => {
  const [first, second] = await open().batch(
    [
      { path: '/tags', body: { name: 'A' } },
      { path: '/tags', body: { name: '' } },
    ],
    { validation: 'require-all-validate' },
  )
  expect(first).toBeNull()
  expect(second?.status).toBe(400)
  expectTypeOf(first).toBeNullable()
})

test('what no request is does not compile, and a batch that is refused rejects', async () => {
  const client = open()
  const none: never[] = []
  const error: unknown = await client.batch(none).catch((error: unknown) => error)
  expect(isClientError(error, 'rest_invalid_param')).toBe(true)
  const wrong = () => [
    // @ts-expect-error: no field of a venue.
    client.batch([{ path: '/venues', body: { title: 'A' } }]),
    // @ts-expect-error: no such header.
    client.batch([{ path: '/venues/1', body: {}, headers: { Authorization: 'x' } }]),
    // @ts-expect-error: no reference.
    client.batch([{ path: '/events/1', body: { venue: { ref: 'hall' } } }]),
    // @ts-expect-error: no option.
    client.batch([{ path: '/tags', body: { name: 'A' } }], { atomc: true }),
  ]
  expect(wrong).toBeTypeOf('function')
})

test('keys make a batch safe to send again', async () => {
  const client = open()
  const requests = [{ path: '/tags', body: { name: 'A' } }] as const
  const [first] = await client.batch(requests, { idempotencyKey: 'K', atomic: true })
  const [again] = await client.batch(requests, { idempotencyKey: 'K', atomic: true })
  expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true'])
})
