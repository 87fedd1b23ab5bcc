import { ApiError, createEventsApi, type EventsApi } from 'kalends'
import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { keyValueStorage } from 'kalends/storage/key-value'
import { sqlStorage } from 'kalends/storage/sql'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { libsqlMemory } from '../setup/databases.ts'

/* Two calendars of one process over one client, at two hosts, with the same IDs: neither shows or changes the other. */

const { client } = libsqlMemory()
const store = memoryKeyValue()

describe.each<[string, (tenant: string) => Storage]>([
  ['SQL', (tenant) => sqlStorage(client, { tablePrefix: `${tenant}_` })],
  ['key-value', (calendar) => keyValueStorage(store, { calendar })],
])('two calendars over one %s client', (_, storageOf) => {
  const calendarOf = (tenant: string): EventsApi =>
    createEventsApi(storageOf(tenant), {
      baseUrl: `https://${tenant}.example`,
      now: () => new Date('2031-03-01T12:00:00Z'),
      changes: true,
      authenticate: (request) => {
        const token = request.headers.get('authorization')
        if (token === null) return null
        if (token !== `Bearer ${tenant}`) throw new ApiError('rest_invalid_credentials')
        return { id: 1, role: 'administrator' }
      },
    })
  const calendars = new Map(['a', 'b'].map((tenant) => [tenant, calendarOf(tenant)]))

  /** `by`: the tenant whose token is sent. */
  async function ask(
    tenant: string,
    method: string,
    path: string,
    by = '',
    more: object = {},
    body?: object,
  ) {
    const headers = {
      'content-type': 'application/json',
      ...(by === '' ? {} : { authorization: `Bearer ${by}` }),
      ...more,
    }
    const url = `https://${tenant}.example/vendor/events/v1${path}`
    const request = new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const response = await (calendars.get(tenant) ?? expect.unreachable(tenant)).fetch(request)
    return { status: response.status, text: await response.text(), etag: response.headers.get('etag') ?? '' }
  }

  const eventOf = (title: string) => ({
    title,
    start_date: '2031-06-01 18:00',
    end_date: '2031-06-01 20:00',
    venue: { venue: `Hall ${title}` },
    tags: `tag ${title}`,
  })

  beforeAll(async () => {
    for (const [tenant, api] of calendars) {
      await api.migrate()
      for (const part of ['first', 'second']) {
        // The same key in both calendars.
        const key = { 'idempotency-key': part }
        const made = await ask(tenant, 'POST', '/events', tenant, key, eventOf(`${part} of ${tenant}`))
        expect(made.status, made.text).toBe(201)
      }
    }
    await ask('b', 'POST', '/events', 'b', {}, eventOf('third of b'))
  })

  const READS = [
    '/events?start_date=2031-01-01',
    '/events?search=first&start_date=2031-01-01',
    '/events/1',
    '/events/by-slug/first-of-a',
    '/venues',
    '/tags',
    '/events.ics?start_date=2031-01-01',
    '/events.rss?start_date=2031-01-01',
    '/changes',
  ]

  test.each(READS)(
    'GET %s shows what its own calendar has, to visitors and to its own users',
    async (path) => {
      for (const by of ['', 'a']) {
        // Twice: the second may come from the cache.
        for (let time = 0; time < 2; time++) {
          const { status, text } = await ask('a', 'GET', path, by)
          expect(status, text).toBe(200)
          expect(text).toContain('of a')
          expect(text).not.toContain('of b')
          expect(text).not.toContain('b.example')
        }
      }
    },
  )

  test('what only the other has is not there', async () => {
    for (const path of ['/events/by-slug/first-of-b', '/events/5', '/venues/by-slug/hall-third-of-b']) {
      expect((await ask('a', 'GET', path)).status).toBe(404)
      expect((await ask('a', 'GET', path, 'a')).status).toBe(404)
    }
  })

  test('credentials of the other are refused, for reads and writes', async () => {
    expect((await ask('a', 'GET', '/events', 'b')).status).toBe(401)
    expect((await ask('a', 'DELETE', '/events/1', 'b')).status).toBe(401)
    expect((await ask('a', 'POST', '/events', 'b', {}, eventOf('of a'))).status).toBe(401)
  })

  test('an ETag of the other is not known', async () => {
    const [own, other] = [await ask('a', 'GET', '/events/1'), await ask('b', 'GET', '/events/1')]
    expect((await ask('a', 'GET', '/events/1', '', { 'if-none-match': own.etag })).status).toBe(304)
    expect((await ask('a', 'GET', '/events/1', '', { 'if-none-match': other.etag })).status).toBe(200)
  })

  test('a write changes its own calendar, and what is cached of the other stays', async () => {
    const before = await ask('b', 'GET', '/events?start_date=2031-01-01')
    expect((await ask('a', 'POST', '/events/1', 'a', {}, { title: 'Changed' })).status).toBe(200)
    expect((await ask('a', 'DELETE', '/events/3?force=true', 'a')).status).toBe(200)
    expect((await ask('a', 'GET', '/events/3')).status).not.toBe(200)
    expect(await ask('b', 'GET', '/events?start_date=2031-01-01')).toEqual(before)
    expect((await ask('b', 'GET', '/events/3')).status).toBe(200)
  })

  test('a calendar that is closed and opened again finds what it had, and the other goes on', async () => {
    await calendars.get('a')?.close()
    expect((await ask('a', 'GET', '/events/1')).status).toBe(503)
    expect((await ask('b', 'GET', '/events/1')).status).toBe(200)
    calendars.set('a', calendarOf('a'))
    expect((await ask('a', 'GET', '/events/1')).text).toContain('Changed')
  })
})
