import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/errors.ts'
import { createCors } from '../../src/http/cors.ts'
import { refuse, reply } from '../../src/http/respond.ts'
import { allowedMethods, createRouter, endpointOf } from '../../src/http/router.ts'
import { createRoutes } from '../../src/routes/index.ts'
import type { Answer } from '../../src/routes/route.ts'

const NOW = new Date('2027-03-01T12:00:00Z')
const facts = { variesByCaller: false, isAnonymous: true, now: NOW }
const request = (method = 'GET', headers: Record<string, string> = {}) =>
  new Request('https://calendar.example/', { method, headers })
const record: Answer = { status: 200, body: { a: 'é' }, version: 3, modified: '2027-02-28 09:30:00' }

describe('an answer', () => {
  test('says all of itself', async () => {
    const answer = reply(request(), record, facts)
    expect(answer.status).toBe(200)
    expect(await answer.clone().text()).toBe('{"a":"é"}')
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=UTF-8',
      etag: expect.stringMatching(/^"3\.[\da-z]{8,14}"$/),
      'last-modified': 'Sun, 28 Feb 2027 09:30:00 GMT',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
  })

  test('of a list has totals, and no version', () => {
    const list: Answer = { status: 200, body: [], totals: { total: 41, total_pages: 5 } }
    const { headers } = reply(request(), list, facts)
    expect(headers.get('etag')).toMatch(/^"list\./)
    expect([headers.get('x-tec-total'), headers.get('x-tec-totalpages')]).toEqual(['41', '5'])
    expect(headers.has('last-modified')).toBe(false)
  })

  test('without a body says the length that it has with one, in bytes', async () => {
    const answer = reply(request('HEAD'), record, facts)
    expect(await answer.text()).toBe('')
    expect(answer.headers.get('content-length')).toBe('10')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=UTF-8')
  })

  test('is not sent again to who has it', async () => {
    const etag = reply(request(), record, facts).headers.get('etag') ?? ''
    for (const have of [etag, `W/${etag}`, `"x", ${etag}`, `${etag}, "x"`, '*', ' * ']) {
      for (const method of ['GET', 'HEAD']) {
        const again = reply(request(method, { 'if-none-match': have }), record, facts)
        expect([again.status, await again.text()], `${method} ${have}`).toEqual([304, ''])
        expect(again.headers.get('etag')).toBe(etag)
        expect(again.headers.has('content-type')).toBe(false)
        expect(again.headers.has('content-length')).toBe(false)
      }
    }
    for (const have of ['"x"', etag.slice(1, -1), '', '"*"']) {
      expect(reply(request('GET', { 'if-none-match': have }), record, facts).status, have).toBe(200)
    }
    expect(reply(request('PUT', { 'if-none-match': etag }), record, facts).status).toBe(200)
  })

  test('has another tag for every other text and version', () => {
    const etagOf = (answer: Answer) => reply(request(), answer, facts).headers.get('etag')
    const tags = new Set<string | null>()
    for (let at = 0; at < 2000; at++) tags.add(etagOf({ status: 200, body: { at } }))
    for (const letter of 'abcdefgh') tags.add(etagOf({ status: 200, body: `x${letter}yz` }))
    expect(tags.size).toBe(2008)
    expect(etagOf({ ...record, version: 4 })).not.toBe(etagOf(record))
    expect(etagOf(record)).toBe(etagOf({ ...record }))
  })

  test('was never changed later than now', () => {
    const { headers } = reply(request(), { ...record, modified: '2027-03-02 00:00:00' }, facts)
    expect(headers.get('last-modified')).toBe('Mon, 01 Mar 2027 12:00:00 GMT')
  })

  test('is kept by nobody for somebody else', () => {
    const cacheOf = (answer: Answer, isAnonymous: boolean) =>
      reply(request(), answer, { ...facts, isAnonymous }).headers.get('cache-control')
    expect(cacheOf(record, true)).toBe('no-cache')
    expect(cacheOf(record, false)).toBe('private, no-cache')
    expect(cacheOf({ ...record, secret: true }, true)).toBe('private, no-store')
    expect(cacheOf({ ...record, secret: false }, true)).toBe('no-cache')
  })

  test('varies by credentials where they could make it another one, beside what it varies by itself', () => {
    const own: Answer = { ...record, headers: { vary: 'Accept' } }
    expect(reply(request(), own, { ...facts, variesByCaller: true }).headers.get('vary')).toBe(
      'Accept, Authorization, Cookie',
    )
    expect(reply(request(), own, facts).headers.get('vary')).toBe('Accept')
    expect(reply(request(), record, facts).headers.has('vary')).toBe(false)
  })

  test('that is a page is sent as one', async () => {
    const page: Answer = { ...record, html: '<p>', headers: { 'content-type': 'text/html' } }
    const answer = reply(request(), page, facts)
    expect(await answer.text()).toBe('<p>')
    expect(answer.headers.get('content-type')).toBe('text/html')
  })
})

describe('a refusal', () => {
  const headersOf = (error: ApiError, method = 'GET') => refuse(request(method), error).headers

  test('says all of itself', async () => {
    const answer = refuse(request(), new ApiError('rest_no_route'))
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'rest_no_route', data: { status: 404 } })
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=UTF-8',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
  })

  test('of a visitor names a scheme, unless it brings its own', () => {
    expect(headersOf(new ApiError('rest_invalid_credentials')).get('www-authenticate')).toBe('Bearer')
    const own = new ApiError('rest_invalid_credentials', { headers: { 'www-authenticate': 'Basic' } })
    expect(headersOf(own).get('www-authenticate')).toBe('Basic')
    expect(headersOf(new ApiError('rest_forbidden')).has('www-authenticate')).toBe(false)
  })

  test('without a body says the length that it has with one', async () => {
    const error = new ApiError('rest_no_route')
    const answer = refuse(request('HEAD'), error)
    expect([answer.status, await answer.text()]).toEqual([404, ''])
    expect(answer.headers.get('content-length')).toBe(String(JSON.stringify(error).length))
    expect(headersOf(error).has('content-length')).toBe(false)
  })
})

describe('routes', () => {
  const find = createRouter(createRoutes('vendor/events/v1'))

  test.each([
    ['/events', '/events', {}],
    ['/events/', '/events', {}],
    ['/events/12', '/events/:id', { id: '12' }],
    ['/events/by-slug/open-studio', '/events/by-slug/:slug', { slug: 'open-studio' }],
    ['/events/by-slug/%C3%A9t%C3%A9', '/events/by-slug/:slug', { slug: 'été' }],
    ['/', '/', {}],
  ])('%s', async (path, route, found) => {
    expect(await find(path)).toMatchObject({ route: { path: route }, path: found })
  })

  test.each([
    '/event',
    '/events/x',
    '/events/1x',
    '/events/x1',
    '/events/-1',
    '/events/1/2',
    '/events/by-slug/%',
    '/events/by-slug/a%2Fb',
    '/events/by-slug/a%00',
    '/events/by-slug/%ED%A0%80',
  ])('%s is none', async (path) => {
    expect(await find(path)).toBeUndefined()
  })

  test('take the methods that they name, and HEAD where they take GET', async () => {
    const match = await find('/events')
    if (match === undefined) throw new Error('no route')
    const { route } = match
    expect(endpointOf(route, 'HEAD')).toBe(endpointOf(route, 'GET'))
    expect(endpointOf(route, 'POST')?.about.operation).toBe('createEvent')
    expect(endpointOf(route, 'PUT')).toBeUndefined()
    expect(allowedMethods(route)).toBe('GET, HEAD, POST, OPTIONS')
    expect(allowedMethods(route, (one) => one.allows(null))).toBe('GET, HEAD, OPTIONS')
    expect(allowedMethods(route, () => false)).toBe('OPTIONS')
  })
})

describe('other origins', () => {
  const marked = (options: Parameters<typeof createCors>[0], origin?: string) => {
    const headers = new Headers()
    createCors(options).mark(headers, request('GET', origin === undefined ? {} : { origin }))
    return Object.fromEntries(headers)
  }
  const exposed = 'X-TEC-Total, X-TEC-TotalPages, ETag, Last-Modified, Retry-After, Idempotent-Replayed'
  const allowed = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Event-Password'
  const here = 'https://a.example'

  test('get nothing without the option', () => {
    const headers = new Headers()
    createCors(undefined).preflight(headers, 'GET')
    expect(Object.fromEntries(headers)).toEqual({})
    expect(marked(undefined, here)).toEqual({})
  })

  test('those that are listed may read', () => {
    expect(marked({ origin: [here] }, here)).toEqual({
      vary: 'Origin',
      'access-control-allow-origin': here,
      'access-control-expose-headers': exposed,
    })
    expect(marked({ origin: [here], credentials: true }, here)).toMatchObject({
      'access-control-allow-credentials': 'true',
    })
    expect(marked({ origin: [here] }, 'https://b.example')).toEqual({ vary: 'Origin' })
    expect(marked({ origin: [here] })).toEqual({ vary: 'Origin' })
  })

  test('all may with a star, and without credentials', () => {
    expect(marked({ origin: '*' }, here)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposed,
    })
    expect(marked({ origin: '*' })).toEqual({})
    expect(() => createCors({ origin: '*', credentials: true })).toThrow(TypeError)
    expect(() => createCors({ origin: [here], credentials: true })).not.toThrow()
  })

  test('are told before what they may send', () => {
    const told = (options: Parameters<typeof createCors>[0]) => {
      const headers = new Headers()
      createCors(options).preflight(headers, 'GET, OPTIONS')
      return Object.fromEntries(headers)
    }
    expect(told({ origin: '*' })).toEqual({
      'access-control-allow-methods': 'GET, OPTIONS',
      'access-control-allow-headers': allowed,
      'access-control-max-age': '600',
    })
    expect(told({ origin: '*', headers: ['X-Trace'], maxAge: 5 })).toMatchObject({
      'access-control-allow-headers': `${allowed}, X-Trace`,
      'access-control-max-age': '5',
    })
  })
})
