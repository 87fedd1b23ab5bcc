import { ClientError, isClientError } from 'kalends/client'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { StorageUnavailable } from '../../src/storage/contract.ts'
import { eventOf, openCalendar } from '../routes/calendar.ts'
import { openClients, rejection } from './clients.ts'

describe('an answer that is no success is a ClientError', () => {
  test('with code, status, message and header fields', async () => {
    const { client } = openClients()
    const error = await rejection(client.events.get(404))
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({
      name: 'ClientError',
      code: 'rest-event-not-found',
      status: 404,
      message: 'No event has this ID or slug.',
      params: undefined,
      termId: undefined,
      retryAfter: undefined,
    })
    expect(isClientError(error) && error.headers.get('allow')).toContain('PATCH')
  })

  test('rest_invalid_param says what is wrong, by name', async () => {
    const { client } = openClients()
    const error = await rejection(client.events.create(eventOf({ title: ' ', timezone: 'Mars/Base' })))
    if (!isClientError(error, 'rest_invalid_param')) return expect.unreachable(String(error))
    expect(error.params).toEqual({ title: 'must not be blank', timezone: 'is not a time zone: "Mars/Base"' })
  })

  test('rest_missing_callback_param says what is missing', async () => {
    const { client } = openClients()
    const error = await rejection(client.events.create(JSON.parse('{}')))
    if (!isClientError(error, 'rest_missing_callback_param')) return expect.unreachable(String(error))
    expect(error.params.join()).toBe('title,start_date,end_date')
  })

  test('term_exists says which term it is', async () => {
    const { client } = openClients()
    const { id } = await client.tags.create({ name: 'Food' })
    const error = await rejection(client.tags.create({ name: 'Food' }))
    if (!isClientError(error, 'term_exists')) return expect.unreachable(String(error))
    expect(error.termId).toBe(id)
  })

  test('one of several codes, or of none', async () => {
    const { clientOf } = openClients()
    const error = await rejection(clientOf('visitor').events.create(eventOf()))
    expect(isClientError(error)).toBe(true)
    expect(isClientError(error, 'rest_invalid_param', 'rest_forbidden')).toBe(true)
    expect(isClientError(error, 'rest_invalid_param', 'term_exists')).toBe(false)
    expect(isClientError(new Error('rest_forbidden'))).toBe(false)
    expect(isClientError(undefined)).toBe(false)
    expect(isClientError(error) && [error.status, error.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer',
    ])
  })

  test('an outage says when to ask again', async () => {
    const storage = memoryStorage()
    const down = { ...storage, find: () => Promise.reject(new StorageUnavailable('down')) }
    const { api } = openCalendar({}, down)
    const { clientOf } = openClients()
    const error = await rejection(clientOf('visitor', { fetch: api.fetch }).events.list())
    expect(error).toMatchObject({ code: 'rest_unavailable', status: 503, retryAfter: 5 })
  })
})

describe('an invalid answer of the interface', () => {
  const html = '<!doctype html><title>Bad gateway</title>'
  const type = 'text/html'
  const unreadable = { code: 'client_unreadable_response' }

  test.each([
    ['a page of a proxy', new Response(html, { status: 502, headers: { 'content-type': type } }), 502],
    ['a page that says that all is well', new Response(html, { headers: { 'content-type': type } }), 200],
    ['nothing', new Response(null, { status: 500 }), 500],
    ['half of an answer', new Response('{"id": 1, "tit'), 200],
    ['JSON of somebody else', Response.json({ hello: 'world' }), 200],
    ['no object', Response.json(null), 200],
    ['an error of somebody else', Response.json({ error: 'nope' }, { status: 418 }), 418],
  ])('%s', async (_name, response, status) => {
    const { clientOf } = openClients()
    const client = clientOf('editor', { fetch: async () => response.clone() })
    expect(await rejection(client.events.get(1))).toMatchObject({ ...unreadable, status })
    expect(await rejection(client.events.list())).toMatchObject({ ...unreadable, status })
    expect(await rejection(client.tags.getBySlug('x'))).toMatchObject({ ...unreadable, status })
  })

  test('a list with something else in it, or without totals', async () => {
    const { clientOf } = openClients()
    for (const body of [
      { events: [null], total: 1, total_pages: 1 },
      { events: [{ id: 1 }], total: 1 },
      { events: [{ id: 1 }], total_pages: 1 },
      { events: {}, total: 0, total_pages: 0 },
    ]) {
      const client = clientOf('editor', { fetch: async () => Response.json(body) })
      expect(await rejection(client.events.list())).toMatchObject(unreadable)
    }
  })

  test('tells type and status', async () => {
    const { clientOf } = openClients()
    const fetch = async () =>
      new Response(html, { status: 502, headers: { 'content-type': type, 'retry-after': '7' } })
    expect(await rejection(clientOf('editor', { fetch }).events.get(1))).toMatchObject({
      message: 'The answer (502, text/html) does not come from this interface.',
      retryAfter: 7,
    })
  })
})

test('a code that this version does not know is kept, with facts that do not fit left out', async () => {
  const { clientOf } = openClients()
  const answered = async (code: string, data: unknown) => {
    const fetch = async () =>
      Response.json({ code, data }, { status: 400, headers: { 'retry-after': 'soon' } })
    return rejection(clientOf('editor', { fetch }).events.get(1))
  }
  expect(await answered('rest_new', { params: { a: 1 }, term_id: 5 })).toMatchObject({
    code: 'rest_new',
    message: 'rest_new',
    params: undefined,
    termId: undefined,
    retryAfter: undefined,
  })
  expect(await answered('rest_invalid_param', null)).toMatchObject({ params: {} })
  expect(await answered('rest_missing_callback_param', { params: 'title' })).toMatchObject({ params: [] })
  expect(await answered('term_exists', {})).toMatchObject({ termId: 0 })
})

test('what fetch rejects with is passed on as it is', async () => {
  const { clientOf } = openClients()
  const gone = new TypeError('fetch failed')
  const client = clientOf('editor', { fetch: () => Promise.reject(gone) })
  expect(await rejection(client.events.get(1))).toBe(gone)
  expect(await rejection(client.events.list())).toBe(gone)
})
