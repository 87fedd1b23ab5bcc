import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/errors.ts'
import { createCors } from '../../src/http/cors.ts'
import { refuse, type WritingFacts, Written } from '../../src/http/respond.ts'
import { allowedMethods, createRouter, endpointOf } from '../../src/http/router.ts'
import { createRoutes } from '../../src/routes/index.ts'
import type { Answer } from '../../src/routes/route.ts'
import type { PlainResponse } from '../../src/types.ts'

const NOW = new Date('2027-03-01T12:00:00Z')
const facts: WritingFacts = { variesByCaller: false, now: NOW, allow: 'GET, HEAD, OPTIONS' }
const request = (method = 'GET', headers: Record<string, string> = {}) =>
  new Request('https://calendar.example/', { method, headers })
const record: Answer = { status: 200, body: { a: 'é' }, version: 3, modified: '2027-02-28 09:30:00' }
const write = (answer: Answer, more: Partial<WritingFacts> = {}) => new Written(answer, { ...facts, ...more })
const headersOf = (answer: Answer, more?: Partial<WritingFacts>) =>
  write(answer, more).to(request(), true).headers
const textOf = ({ body }: PlainResponse) => (body === null ? null : new TextDecoder().decode(body))

describe('an answer', () => {
  test('says all of itself', () => {
    const answer = write(record).to(request(), true)
    expect(answer.status).toBe(200)
    expect(textOf(answer)).toBe('{"a":"é"}')
    expect(answer.headers).toEqual({
      allow: 'GET, HEAD, OPTIONS',
      'cache-control': 'no-cache',
      'content-length': '10',
      'content-type': 'application/json; charset=UTF-8',
      etag: expect.stringMatching(/^"3\.[\da-z]{8,14}"$/),
      'last-modified': 'Sun, 28 Feb 2027 09:30:00 GMT',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
  })

  test('has the status that it was given, and the text that is JSON already', () => {
    const answer = write({ status: 201, json: '{"b": 1}', body: { never: 'seen' } }).to(request('POST'), true)
    expect([answer.status, textOf(answer)]).toEqual([201, '{"b": 1}'])
  })

  test('of a list has totals, and no version', () => {
    const headers = headersOf({ status: 200, body: [], totals: { total: 41, total_pages: 5 } })
    expect(headers.etag).toMatch(/^"list\./)
    expect([headers['x-tec-total'], headers['x-tec-totalpages']]).toEqual(['41', '5'])
    expect(headers).not.toHaveProperty('last-modified')
  })

  test('without a body says of itself what it says with one, its length in bytes included', () => {
    const written = write(record)
    const answer = written.to(request('HEAD'), true)
    expect([answer.status, answer.body]).toEqual([200, null])
    expect(answer.headers).toEqual(written.to(request(), true).headers)
    expect(answer.headers['content-length']).toBe('10')
  })

  test('is not sent again to who has it', () => {
    const written = write(record)
    const { etag } = written
    for (const have of [etag, `W/${etag}`, `"x", ${etag}`, `${etag}, "x"`, '*', ' * ']) {
      for (const method of ['GET', 'HEAD']) {
        const again = written.to(request(method, { 'if-none-match': have }), true)
        expect([again.status, again.body], `${method} ${have}`).toEqual([304, null])
        expect(again.headers.etag).toBe(etag)
        expect(again.headers).not.toHaveProperty('content-type')
        expect(again.headers).not.toHaveProperty('content-length')
      }
    }
    for (const have of ['"x"', etag.slice(1, -1), '', '"*"']) {
      expect(written.to(request('GET', { 'if-none-match': have }), true).status, have).toBe(200)
    }
    expect(written.to(request('PUT', { 'if-none-match': etag }), true).status).toBe(200)
  })

  test('has another tag for every other text and version', () => {
    const etagOf = (answer: Answer) => headersOf(answer).etag
    const tags = new Set<string | undefined>()
    for (let at = 0; at < 2000; at++) tags.add(etagOf({ status: 200, body: { at } }))
    for (const letter of 'abcdefgh') tags.add(etagOf({ status: 200, body: `x${letter}yz` }))
    expect(tags.size).toBe(2008)
    expect(etagOf({ ...record, version: 4 })).not.toBe(etagOf(record))
    expect(etagOf(record)).toBe(etagOf({ ...record }))
    expect(write(record).etag).toBe(etagOf(record))
  })

  test('was never changed later than now', () => {
    const headers = headersOf({ ...record, modified: '2027-03-02 00:00:00' })
    expect(headers['last-modified']).toBe('Mon, 01 Mar 2027 12:00:00 GMT')
  })

  test('is kept by nobody for somebody else, whoever asked for it first', () => {
    const cacheOf = (answer: Answer) => {
      const written = write(answer)
      return [true, false, true].map(
        (isAnonymous) => written.to(request(), isAnonymous).headers['cache-control'],
      )
    }
    expect(cacheOf(record)).toEqual(['no-cache', 'private, no-cache', 'no-cache'])
    const secret = 'private, no-store'
    expect(cacheOf({ ...record, secret: true })).toEqual([secret, secret, secret])
    expect(cacheOf({ ...record, secret: false })).toEqual(cacheOf(record))
  })

  test('is the same to each who asks, in whatever order whole, known and without a body were asked for', () => {
    const written = write(record)
    const known = { 'if-none-match': written.etag }
    const ask = () =>
      [request(), request('GET', known), request('HEAD'), request('HEAD', known)].flatMap((one) =>
        [true, false].map((isAnonymous) => written.to(one, isAnonymous)),
      )
    expect(ask()).toEqual(ask())
    expect(ask().map(({ status }) => status)).toEqual([200, 200, 304, 304, 200, 200, 304, 304])
    for (const { headers, status } of ask()) expect('content-length' in headers).toBe(status === 200)
  })

  test('varies by credentials where they could make it another one, beside what it varies by itself', () => {
    const own: Answer = { ...record, headers: { vary: 'Accept' } }
    expect(headersOf(own, { variesByCaller: true }).vary).toBe('Accept, Authorization, Cookie')
    expect(headersOf(record, { variesByCaller: true }).vary).toBe('Authorization, Cookie')
    expect(headersOf(own).vary).toBe('Accept')
    expect(headersOf(record)).not.toHaveProperty('vary')
    expect(own.headers).toEqual({ vary: 'Accept' })
  })

  test('that is a page is sent as one', () => {
    const page: Answer = { ...record, html: '<p>', headers: { 'content-type': 'text/html' } }
    const answer = write(page).to(request(), true)
    expect(textOf(answer)).toBe('<p>')
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html', 'content-length': '3' })
  })

  test('takes more than its body to keep, and a longer one by what it is longer', () => {
    const sizeOf = (text: string) => write({ status: 200, json: text }).size
    expect(sizeOf('')).toBeGreaterThan(0)
    expect(sizeOf('é'.repeat(1000)) - sizeOf('')).toBe(2000)
  })
})

describe('a refusal', () => {
  test('says all of itself', () => {
    const error = new ApiError('rest_no_route')
    const answer = refuse(request(), error)
    expect(answer.status).toBe(404)
    expect(JSON.parse(textOf(answer) ?? '')).toMatchObject({ code: 'rest_no_route', data: { status: 404 } })
    expect(answer.headers).toEqual({
      'cache-control': 'no-store',
      'content-length': String(JSON.stringify(error).length),
      'content-type': 'application/json; charset=UTF-8',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
  })

  test('names the methods that the path has, where they are known', () => {
    const error = new ApiError('rest_method_not_allowed')
    expect(refuse(request(), error, 'GET, HEAD, OPTIONS').headers.allow).toBe('GET, HEAD, OPTIONS')
    expect(refuse(request(), error).headers).not.toHaveProperty('allow')
  })

  test('of a visitor names a scheme, unless it brings its own', () => {
    const schemeOf = (error: ApiError) => refuse(request(), error).headers['www-authenticate']
    expect(schemeOf(new ApiError('rest_invalid_credentials'))).toBe('Bearer')
    for (const name of ['www-authenticate', 'WWW-Authenticate']) {
      const own = new ApiError('rest_invalid_credentials', { headers: { [name]: 'Basic' } })
      expect(schemeOf(own), name).toBe('Basic')
    }
    expect(schemeOf(new ApiError('rest_forbidden'))).toBeUndefined()
  })

  test('without a body says the length that it has with one, in bytes', () => {
    const error = new ApiError('rest_no_route', { message: 'Là' })
    const whole = refuse(request(), error)
    const answer = refuse(request('HEAD'), error)
    expect([answer.status, answer.body]).toEqual([404, null])
    expect(answer.headers).toEqual(whole.headers)
    expect(answer.headers['content-length']).toBe(String(whole.body?.length))
    expect(whole.body?.length).toBe(JSON.stringify(error).length + 1)
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
  const plain: PlainResponse = { status: 200, headers: {}, body: null }
  const marked = (options: Parameters<typeof createCors>[0], origin?: string, answer = plain) =>
    createCors(options).mark(answer, request('GET', origin === undefined ? {} : { origin })).headers
  const exposed = 'X-TEC-Total, X-TEC-TotalPages, ETag, Last-Modified, Retry-After, Idempotent-Replayed'
  const allowed = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Event-Password'
  const here = 'https://a.example'

  test('get nothing without the option', () => {
    expect(createCors(undefined).preflight('GET')).toEqual({})
    expect(marked(undefined, here)).toEqual({})
  })

  test('are marked on a copy: the answer itself may be another origin’s next', () => {
    const own = { vary: 'Accept', etag: '"1"' }
    const answer: PlainResponse = { status: 201, headers: own, body: new Uint8Array([1]) }
    const ours = createCors({ origin: [here] }).mark(answer, request('GET', { origin: here }))
    expect(ours).toMatchObject({ status: 201, body: answer.body })
    expect(ours.headers).toMatchObject({ vary: 'Accept, Origin', etag: '"1"' })
    expect(ours.headers['access-control-allow-origin']).toBe(here)
    expect(answer.headers).toEqual({ vary: 'Accept', etag: '"1"' })
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
    const told = (options: Parameters<typeof createCors>[0]) => createCors(options).preflight('GET, OPTIONS')
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
