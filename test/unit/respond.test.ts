import { describe, expect, test } from 'vitest'
import { encode, Representation, type RepresentationFacts, refuse } from '../../src/core/http/respond.ts'
import { allowedMethods, createRouter, offerOf } from '../../src/core/http/router.ts'
import type { Answer } from '../../src/core/mount/request.ts'
import { ApiError } from '../../src/errors.ts'
import type { PlainResponse } from '../../src/types/index.ts'
import { allRoutes } from '../setup/all-routes.ts'
import { words } from '../setup/words.ts'

const NOW = new Date('2027-03-01T12:00:00Z')
const facts: RepresentationFacts = { variesByCaller: false, now: NOW, allow: 'GET, HEAD, OPTIONS' }
const request = (method = 'GET', headers: Record<string, string> = {}) =>
  new Request('https://calendar.example/', { method, headers })
const record: Answer<string> = {
  status: 200,
  content: '{"a":"é"}',
  version: 3,
  modified: '2027-02-28 09:30:00',
}
const write = (answer: Answer<string>, more: Partial<RepresentationFacts> = {}) => {
  const body = encode(answer.content)
  const representation = new Representation(answer, body, { ...facts, ...more })
  return {
    etag: representation.etag,
    responseTo: (request: Request, isAnonymous: boolean) =>
      representation.responseTo(request, isAnonymous, body),
  }
}
const headersOf = (answer: Answer<string>, more?: Partial<RepresentationFacts>) =>
  write(answer, more).responseTo(request(), true).headers
const textOf = ({ body }: PlainResponse) => (body === null ? null : new TextDecoder().decode(body))

describe('an answer', () => {
  test('has another tag for every other text and version', () => {
    const etagOf = (answer: Answer<string>) => headersOf(answer).etag
    const tags = new Set<string | undefined>()
    for (let at = 0; at < 2000; at++) tags.add(etagOf({ status: 200, content: String(at) }))
    for (const letter of 'abcdefgh') tags.add(etagOf({ status: 200, content: `x${letter}yz` }))
    expect(tags.size).toBe(2008)
    expect(etagOf({ ...record, version: 4 })).not.toBe(etagOf(record))
    expect(etagOf(record)).toBe(etagOf({ ...record }))
    expect(write(record).etag).toBe(etagOf(record))
  })

  test('was never changed later than now', () => {
    const headers = headersOf({ ...record, modified: '2027-03-02 00:00:00' })
    expect(headers['last-modified']).toBe('Mon, 01 Mar 2027 12:00:00 GMT')
  })

  test('is private for authenticated callers, and not stored with a secret', () => {
    const cacheOf = (answer: Answer<string>) => {
      const representation = write(answer)
      return [true, false, true].map(
        (isAnonymous) => representation.responseTo(request(), isAnonymous).headers['cache-control'],
      )
    }
    expect(cacheOf(record)).toEqual(['no-cache', 'private, no-cache', 'no-cache'])
    const secret = 'private, no-store'
    expect(cacheOf({ ...record, secret: true })).toEqual([secret, secret, secret])
    expect(cacheOf({ ...record, secret: false })).toEqual(cacheOf(record))
  })

  test('varies by credentials where they could make it another one, beside what it varies by itself', () => {
    const own: Answer<string> = { ...record, headers: { vary: 'Accept' } }
    expect(headersOf(own, { variesByCaller: true }).vary).toBe('Accept, Authorization, Cookie')
    expect(headersOf(record, { variesByCaller: true }).vary).toBe('Authorization, Cookie')
    expect(headersOf(own).vary).toBe('Accept')
    expect(headersOf(record)).not.toHaveProperty('vary')
    expect(own.headers).toEqual({ vary: 'Accept' })
  })

  test('that is a page is sent as one', () => {
    const page: Answer<string> = { ...record, content: '<p>', headers: { 'content-type': 'text/html' } }
    const answer = write(page).responseTo(request(), true)
    expect(textOf(answer)).toBe('<p>')
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html', 'content-length': '3' })
  })
})

describe('a refusal', () => {
  test('names the methods that the path has, where they are known', () => {
    const error = new ApiError('rest_method_not_allowed')
    expect(refuse(request(), error, { allow: 'GET, HEAD, OPTIONS' }).headers.allow).toBe('GET, HEAD, OPTIONS')
    expect(refuse(request(), error).headers).not.toHaveProperty('allow')
  })

  test('of a visitor names the schemes of the calendar, unless it brings its own', () => {
    const schemeOf = (error: ApiError) =>
      refuse(request(), error, { challenges: ['Bearer', 'Basic realm="Town"'] }).headers['www-authenticate']
    expect(schemeOf(new ApiError('rest_invalid_credentials'))).toBe('Bearer, Basic realm="Town"')
    for (const name of ['www-authenticate', 'WWW-Authenticate']) {
      const own = new ApiError('rest_invalid_credentials', { headers: { [name]: 'Basic' } })
      expect(schemeOf(own), name).toBe('Basic')
    }
    expect(schemeOf(new ApiError('rest_forbidden'))).toBeUndefined()
  })
})

describe('routes', () => {
  const find = createRouter(allRoutes())

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

  test.each(
    words(`
      /event /events/x /events/1x /events/x1 /events/-1 /events/1/2 /events/by-slug/% /events/by-slug/a%2Fb
      /events/by-slug/a%00 /events/by-slug/%ED%A0%80
    `),
  )('%s is none', async (path) => {
    expect(await find(path)).toBeUndefined()
  })

  test('take the methods that they name, and HEAD where they take GET', async () => {
    const match = await find('/events')
    if (match === undefined) throw new Error('no route')
    const { route } = match
    expect(offerOf(route, 'HEAD')).toBe(offerOf(route, 'GET'))
    expect(await offerOf(route, 'POST')?.endpoint()).toMatchObject({ operation: 'createEvent' })
    expect(offerOf(route, 'PUT')).toBeUndefined()
    expect(allowedMethods(route)).toBe('GET, HEAD, POST, OPTIONS')
    expect(allowedMethods(route, ({ right }) => right === undefined)).toBe('GET, HEAD, OPTIONS')
    expect(allowedMethods(route, () => false)).toBe('OPTIONS')
  })
})
