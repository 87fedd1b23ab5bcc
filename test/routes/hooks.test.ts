import type { AuditEntry, EventsApiOptions } from 'kalends'
import { describe, expect, test } from 'vitest'
import { eventOf, expectRefusal, openCalendar, USERS } from './calendar.ts'

describe('rateLimit', () => {
  test('refuses with 429 and the seconds that it answers, before a body is read', async () => {
    const asked: unknown[] = []
    const { ask, make } = openCalendar({
      rateLimit: ({ request, host, principal, operation, isWrite }) => {
        asked.push([new URL(request.url).pathname, request.bodyUsed, host, principal, operation, isWrite])
        return operation === 'createTag' ? 12.3 : null
      },
    })
    await make('events', eventOf())
    const refused = await ask('POST', '/tags', { name: 'warm' })
    expectRefusal(refused, 429, 'rest_too_many_requests')
    expect(refused.headers.get('retry-after')).toBe('13')
    expect((await ask('GET', '/events/by-slug/open-day', undefined, 'visitor')).status).toBe(200)
    expect((await ask('HEAD', '/tags', undefined, 'visitor')).status).toBe(200)
    const base = '/vendor/events/v1'
    expect(asked).toEqual([
      [`${base}/events`, false, undefined, USERS.editor, 'createEvent', true],
      [`${base}/tags`, false, undefined, USERS.editor, 'createTag', true],
      [`${base}/events/by-slug/open-day`, false, undefined, null, 'readEvent', false],
      [`${base}/tags`, false, undefined, null, 'listTags', false],
    ])
  })

  test('is not asked about what is refused anyway', async () => {
    let count = 0
    const { ask } = openCalendar({
      rateLimit: () => {
        count++
        return 1
      },
    })
    const answers = [
      await ask('GET', '/nothing'),
      await ask('PUT', '/events'),
      await ask('POST', '/events', eventOf(), 'visitor'),
      await ask('OPTIONS', '/events'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 401, 204])
    expect(count).toBe(0)
  })

  test.each([undefined, null, Promise.resolve(null)])('lets a request go on: %s', async (seconds) => {
    const { ask } = openCalendar({ rateLimit: () => seconds })
    expect((await ask('GET', '/events')).status).toBe(200)
  })

  test.each([Number.NaN, -1])('that answers %d is a fault of the host', async (seconds) => {
    const { ask, errors } = openCalendar({ rateLimit: () => seconds })
    expectRefusal(await ask('GET', '/events'), 500, 'rest_internal_error')
    expect(errors).toEqual([expect.any(TypeError)])
  })
})

describe('audit', () => {
  function openAudited(options: EventsApiOptions = {}) {
    const entries: AuditEntry[] = []
    return { ...openCalendar({ audit: (entry) => entries.push(entry), ...options }), entries }
  }

  test('gets every answer, with the record that it read or wrote', async () => {
    const { ask, make, setTime, entries } = openAudited()
    const id = await make('events', eventOf())
    setTime('2027-03-01T12:00:05.250Z')
    await ask('PATCH', `/events/${id}?password=x`, { title: 'New' })
    await ask('GET', '/events?search=x', undefined, 'visitor')
    await ask('GET', '/tags/99', undefined, 'author')
    await ask('PUT', '/events', {})
    await ask('GET', '/nowhere')
    await ask('OPTIONS', '/events')
    const base = '/vendor/events/v1'
    const time = '2027-03-01T12:00:05.250Z'
    const { editor: principal, author } = USERS
    const common = { time, duration: 0, principal: null, code: null, record: null }
    expect(entries).toEqual([
      {
        ...common,
        ...{ time: '2027-03-01T12:00:00.000Z', method: 'POST', path: `${base}/events` },
        ...{ operation: 'createEvent', principal, status: 201, record: { id, version: 1 } },
      },
      {
        ...common,
        ...{ method: 'PATCH', path: `${base}/events/${id}`, operation: 'updateEvent', principal },
        ...{ status: 200, record: { id, version: 2 } },
      },
      { ...common, method: 'GET', path: `${base}/events`, operation: 'listEvents', status: 200 },
      {
        ...common,
        ...{ method: 'GET', path: `${base}/tags/99`, operation: 'readTag', principal: author },
        ...{ status: 404, code: 'rest-tag-not-found' },
      },
      {
        ...common,
        ...{ method: 'PUT', path: `${base}/events`, operation: null },
        ...{ status: 405, code: 'rest_method_not_allowed' },
      },
      {
        ...common,
        ...{ method: 'GET', path: `${base}/nowhere`, operation: null, status: 404, code: 'rest_no_route' },
      },
      { ...common, method: 'OPTIONS', path: `${base}/events`, operation: null, status: 204 },
    ])
  })

  test('gets the duration of a response, by the clock of the options', async () => {
    const { ask, setTime, entries } = openAudited({
      isAuthor: () => {
        setTime('2027-03-01T12:00:01.500Z')
        return true
      },
    })
    await ask('POST', '/events', eventOf({ author: 4 }))
    expect(entries.map(({ duration }) => duration)).toEqual([1500])
  })

  test('gets faults, and what it throws itself is ignored', async () => {
    const { ask, entries } = openAudited({
      resolveImage: () => {
        throw new Error('a fault')
      },
    })
    await ask('POST', '/venues', { venue: 'Hall', image: 7 })
    expect(entries).toMatchObject([{ status: 500, code: 'rest_internal_error', operation: 'createVenue' }])
    const { ask: other } = openCalendar({
      audit: () => {
        throw new Error('a fault')
      },
    })
    expect((await other('GET', '/events')).status).toBe(200)
  })

  test('gets no entry if the clock throws, and the request is answered', async () => {
    const { ask, entries } = openAudited({
      now: () => {
        throw new Error('a fault')
      },
    })
    expect((await ask('GET', '/events')).status).toBe(500)
    expect(entries).toEqual([])
  })

  test('gets the argument that the host passes to fetch', async () => {
    const hosts: unknown[] = []
    const { api } = openCalendar({ audit: (_entry, host) => hosts.push(host) })
    const host = { ip: '192.0.2.1' }
    await api.fetch(new Request(`https://calendar.example${api.basePath}/events`), host)
    expect(hosts).toEqual([host])
  })
})
