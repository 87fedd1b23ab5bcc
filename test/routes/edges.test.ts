import { ApiError, createEventsApi } from 'events-api'
import { CommitTooLarge } from 'events-api/storage/contract'
import { memoryStorage } from 'events-api/storage/memory'
import { describe, expect, test } from 'vitest'
import { at, eventOf, expectRefusal, ORIGIN, openCalendar } from './calendar.ts'

describe('options at their edges', () => {
  test('without a clock of the host, it is what time it is', async () => {
    const api = createEventsApi(memoryStorage(), { authenticate: () => ({ id: 1, role: 'editor' }) })
    const before = Math.floor(Date.now() / 1000)
    const response = await api.fetch(
      new Request(`${ORIGIN}${api.basePath}/tags`, {
        method: 'POST',
        body: new URLSearchParams({ name: 'x' }),
      }),
    )
    expect(response.status).toBe(201)
    const event = await api.fetch(
      new Request(`${ORIGIN}${api.basePath}/events`, {
        method: 'POST',
        body: new URLSearchParams({ title: 'x', start_date: '2027-05-10', end_date: '2027-05-11' }),
      }),
    )
    const body: unknown = await event.json()
    const date = Date.parse(`${String(at(body, 'date_utc')).replace(' ', 'T')}Z`) / 1000
    expect(date).toBeGreaterThanOrEqual(before)
    expect(date).toBeLessThanOrEqual(Date.now() / 1000)
  })

  test('slashes at the end of baseUrl are none', async () => {
    const { ask } = openCalendar({ baseUrl: 'https://public.example///' })
    expect((await ask('GET', '/events')).body.rest_url).toMatch(/^https:\/\/public\.example\/vendor\//)
  })

  test('a rate limit of no seconds is a refusal all the same', async () => {
    const { ask } = openCalendar({ rateLimit: () => 0 })
    const answer = await ask('GET', '/events')
    expectRefusal(answer, 429, 'rest_too_many_requests')
    expect(answer.headers.get('retry-after')).toBe('1')
  })
})

describe('an ID where the path names no record', () => {
  test('is passed over', async () => {
    const { ask } = openCalendar()
    expect((await ask('GET', '/events?id=99')).status).toBe(200)
    expect((await ask('POST', '/events', eventOf({ id: 99 }))).status).toBe(201)
  })
})

test('the root of the interface answers with and without a slash', async () => {
  const { ask } = openCalendar()
  for (const path of ['', '/']) expect((await ask('GET', path)).body.namespace).toBe('vendor/events/v1')
})

test('without an Accept field the documentation is JSON', async () => {
  const { send } = openCalendar()
  const { headers } = await send('/doc', {})
  expect(headers.get('content-type')).toBe('application/json; charset=UTF-8')
})

describe('errors', () => {
  test('of a storage that a record is too large for are 413, and nobody is told', async () => {
    const storage = memoryStorage()
    const commit = () => Promise.reject(new CommitTooLarge('more than it takes'))
    const { ask, errors } = openCalendar({}, { ...storage, commit })
    expectRefusal(await ask('POST', '/events', eventOf()), 413, 'rest_record_too_large')
    expect(errors).toEqual([])
  })

  test('that the host calls its own fault are told to it', async () => {
    const fault = new ApiError('rest_internal_error')
    const { ask, errors } = openCalendar({
      authenticate: () => {
        throw fault
      },
    })
    expectRefusal(await ask('GET', '/events'), 500, 'rest_internal_error')
    expect(errors).toEqual([fault])
  })
})

describe('a body that is not read', () => {
  const unread = (path: string, type: string) =>
    openCalendar().send(path, { method: 'POST', headers: { 'content-type': type }, body: 'x' })

  test('is why fields are missing, where even one is', async () => {
    const answer = await unread('/events?title=x', 'text/plain')
    expectRefusal(answer, 400, 'rest_missing_callback_param')
    expect(answer.body.message).toBe(
      'Missing parameter(s): start_date, end_date (the body was not read: text/plain is neither JSON nor a form)',
    )
  })

  test('is 415 where none is, and its type is told as far as it is short', async () => {
    const path = '/events?title=x&start_date=2027-05-10&end_date=2027-05-11'
    const answer = await unread(path, `text/${'x'.repeat(100)}`)
    expectRefusal(answer, 415, 'rest_unsupported_media_type')
    expect(answer.body.message).toBe(
      `Unsupported media type (the body was not read: text/${'x'.repeat(75)} is neither JSON nor a form)`,
    )
  })
})
