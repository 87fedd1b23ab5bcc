import { describe, expect, test } from 'vitest'
import { at, census, eventOf, expectRefusal, expectWrong } from '../routes/calendar.ts'
import { codeOf, openBatches, type Part, statuses } from './opened.ts'

/* What a batch and its requests look like, and what does not pass for one. */

const read = { method: 'GET', path: '/tags' }
const paramsOf = (part: Part | null | undefined) => Object.keys(at(part?.body, 'data', 'params') ?? {})

describe('an invalid batch is refused as a whole, and changes nothing', () => {
  const tag = { path: '/tags', body: { name: 'warm' } }
  test.each<[string, unknown, readonly string[]]>([
    ['no requests', {}, []],
    ['requests that are null', { requests: null }, []],
    ['an empty list', { requests: [] }, ['requests']],
    ['a text', { requests: 'all' }, ['requests']],
    ['an object', { requests: { 0: tag } }, ['requests']],
    ['101 requests', { requests: Array.from({ length: 101 }, () => tag) }, ['requests']],
    ['atomic as text', { requests: [tag], atomic: 'yes' }, ['atomic']],
    ['an unknown validation', { requests: [tag], validation: 'all' }, ['validation']],
    ['unknown members', { requests: [tag], atomc: true, x: 1 }, ['atomc', 'x']],
    ['all of it at once', { requests: 1, atomic: 1, validation: 1 }, ['requests', 'atomic', 'validation']],
  ])('%s', async (_name, body, wrong) => {
    const calendar = openBatches()
    const answer = await calendar.sendBatch(body)
    if (wrong.length === 0) expectRefusal(answer, 400, 'rest_missing_callback_param')
    else expectWrong(answer, ...wrong)
    expect((await calendar.ask('GET', '/tags?hide_empty=0')).body.total).toBe(0)
  })

  test.each([
    ['', 400, 'rest_missing_callback_param'],
    ['{', 400, 'rest_invalid_json'],
    ['[]', 400, 'rest_invalid_json'],
    ['null', 400, 'rest_invalid_json'],
    ['"batch"', 400, 'rest_invalid_json'],
    [`{"requests":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 207, undefined],
  ])('the body %#', async (body, status, code) => {
    const { sendBatch: send } = openBatches()
    const answer = await send(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    if (status === 207) expect(at(answer.body, 'responses', 0, 'status')).toBe(400)
  })

  test('forms, and credentials that are wrong', async () => {
    const { api, sendBatch: send } = openBatches()
    const url = `https://calendar.example${api.basePath}/batch`
    const form = await api.fetch(
      new Request(url, { method: 'POST', body: new URLSearchParams({ requests: '1' }) }),
    )
    expect(form.status).toBe(415)
    const init = {
      method: 'POST',
      body: '{"requests":[]}',
      headers: { 'x-user': 'nobody', 'content-type': 'application/json' },
    }
    expect((await api.fetch(new Request(url, init))).status).toBe(401)
    expect((await send({ requests: [read] }, { key: 'x'.repeat(241) })).status).toBe(400)
    expect((await send({ requests: [read] }, { key: 'x'.repeat(240) })).status).toBe(207)
  })

  test('more bytes than limits.batchBody', async () => {
    const { sendBatch: send } = openBatches({ limits: { batchBody: 1000 } })
    expectRefusal(await send({ requests: [read], x: 'y'.repeat(1000) }), 413, 'rest_body_too_large')
  })
})

describe('an invalid request is refused in its place, and the others are carried out', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['null', null, ['requests']],
    ['a list', [], ['requests']],
    ['a path', '/tags', ['requests']],
    ['a path without a slash', { ...read, path: 'tags' }, ['path']],
    ['a path that is a number', { ...read, path: 12 }, ['path']],
    ['a URL', { ...read, path: 'https://elsewhere.example/tags' }, ['path']],
    ['a path with a fragment', { ...read, path: '/tags#1' }, ['path']],
    ['a path with a line break', { ...read, path: '/ta\ngs' }, ['path']],
    ['a path with a backslash', { ...read, path: '\\tags' }, ['path']],
    ['HEAD', { ...read, method: 'HEAD' }, ['method']],
    ['OPTIONS', { ...read, method: 'OPTIONS' }, ['method']],
    ['TRACE', { ...read, method: 'TRACE' }, ['method']],
    ['a method that is null', { ...read, method: null }, ['method']],
    ['a body of a GET', { ...read, body: {} }, ['body']],
    ['a body that is a list', { path: '/tags', body: [] }, ['body']],
    ['a body that is a text', { path: '/tags', body: '{"name":"A"}' }, ['body']],
    ['other headers', { ...read, headers: { Authorization: 'Bearer x' } }, ['headers']],
    ['a cookie', { ...read, headers: { cookie: 'a=b' } }, ['headers']],
    ['an override', { path: '/tags/1', headers: { 'X-HTTP-Method-Override': 'DELETE' } }, ['headers']],
    ['a header twice', { ...read, headers: { 'If-Match': '"1"', 'if-match': '"2"' } }, ['headers']],
    [
      'a header of two lines',
      { ...read, headers: { 'If-Match': '"1"\r\nX-User: administrator' } },
      ['headers'],
    ],
    ['a header that is a number', { ...read, headers: { 'If-Match': 1 } }, ['headers']],
    ['headers that are a list', { ...read, headers: [['If-Match', '"1"']] }, ['headers']],
    ['an empty id', { ...read, id: '' }, ['id']],
    ['an id with a slash', { ...read, id: 'a/b' }, ['id']],
    ['an id that is too long', { ...read, id: 'a'.repeat(65) }, ['id']],
    ['the id of another', { ...read, id: 'first' }, ['id']],
    ['unknown members', { ...read, boddy: {}, header: {} }, ['boddy', 'header']],
    ['a batch', { path: '/batch', body: { requests: [read] } }, ['path']],
    ['a feed', { method: 'GET', path: '/events.ics' }, ['path']],
    ['the feed of an event', { method: 'GET', path: '/events/1.ics' }, ['path']],
    ['news', { method: 'GET', path: '/events.rss' }, ['path']],
    ['a page', { method: 'GET', path: '/doc?format=html' }, ['path']],
  ])('%s', async (_name, entry, wrong) => {
    const { batch } = openBatches()
    const [first, part, last] = await batch([
      { id: 'first', path: '/tags', body: { name: 'warm' } },
      entry,
      { path: '/tags', body: { name: 'cold' } },
    ])
    expect([first?.status, part?.status, last?.status]).toEqual([201, 400, 201])
    expect(codeOf(part)).toBe('rest_invalid_param')
    expect(paramsOf(part).sort()).toEqual([...wrong].sort())
  })

  test('no path, and paths of nothing', async () => {
    const { batch } = openBatches()
    const parts = await batch([
      {},
      { path: '/nothing' },
      { path: '/../../../events' },
      { path: '/..%2f..' },
      { path: '//elsewhere.example/events', method: 'GET' },
      { path: '/', method: 'DELETE' },
      { path: `/tags?x=${'y'.repeat(9000)}`, method: 'GET' },
    ])
    expect(statuses(parts)).toEqual([400, 404, 404, 404, 404, 405, 414])
    expect(codeOf(parts[0])).toBe('rest_missing_callback_param')
  })

  test('names that reach a prototype, NUL and deep nesting', async () => {
    const { sendBatch: send } = openBatches()
    const deep = `${'['.repeat(500)}${']'.repeat(500)}`
    const answer = await send(
      `{"requests":[
        {"path":"/tags","body":{"name":"A","__proto__":{"name":"B"}}},
        {"path":"/tags","body":{"name":"A\\u0000"}},
        {"path":"/tags","body":{"name":${deep}}},
        {"path":"/tags","__proto__":{"method":"DELETE"},"body":{"name":"C"}},
        {"path":"/tags","body":{"name":"D"}}]}`,
    )
    const parts = at(answer.body, 'responses')
    expect([0, 1, 2, 3, 4].map((index) => at(parts, index, 'status'))).toEqual([400, 400, 400, 400, 201])
  })

  test('a body that is larger than limits.body', async () => {
    const { batch } = openBatches({ limits: { body: 500 } })
    const parts = await batch([
      { path: '/tags', body: { name: 'A', description: 'x'.repeat(600) } },
      { path: '/tags', body: { name: 'B', description: 'x'.repeat(100) } },
    ])
    expect(statuses(parts)).toEqual([413, 201])
  })
})

describe('a reference', () => {
  test.each<[string, unknown, number]>([
    ['to nothing, in a path', { path: '/events/$none', body: {} }, 400],
    ['to itself', { id: 'self', path: '/events/$self', body: {} }, 400],
    ['to a later one', { path: '/events/$later', body: {} }, 400],
    ['to one that failed', { path: '/events/$failed', body: {} }, 424],
    ['to one that answers no record', { path: '/events/$list', body: {} }, 400],
    ['without a name', { path: '/events/$', body: {} }, 400],
    ['to nothing, in a body', { path: '/events', body: eventOf({ venue: { $ref: 'none' } }) }, 400],
    [
      'to one that failed, in a list',
      { path: '/events', body: eventOf({ tags: [{ $ref: 'failed' }] }) },
      424,
    ],
    ['that is no text', { path: '/events', body: eventOf({ venue: { $ref: 1 } }) }, 400],
    ['with other members', { path: '/events', body: eventOf({ venue: { $ref: 'hall', venue: 'B' } }) }, 400],
    ['where no ID belongs', { path: '/events', body: eventOf({ slug: { $ref: 'hall' } }) }, 400],
    ['to a record of another kind', { path: '/events', body: eventOf({ organizer: { $ref: 'hall' } }) }, 400],
    ['that is a prototype', { path: '/events/$__proto__', body: {} }, 400],
    ['to a venue', { path: '/events', body: eventOf({ venue: { $ref: 'hall' } }) }, 201],
    ['to venues', { path: '/events', body: eventOf({ venue: [{ $ref: 'hall' }, { $ref: 'hall' }] }) }, 201],
    ['in text', { path: '/events', body: eventOf({ title: '$none', slug: '$none' }) }, 201],
    ['in a query', { method: 'GET', path: '/events?search=$none' }, 200],
  ])('%s', async (_name, entry, status) => {
    const calendar = openBatches()
    const parts = await calendar.batch([
      { id: 'hall', path: '/venues', body: { venue: 'Hall' } },
      { id: 'failed', path: '/events', body: {} },
      { id: 'list', method: 'GET', path: '/events' },
      entry,
      { id: 'later', path: '/events', body: eventOf() },
    ])
    expect(statuses(parts)).toEqual([201, 400, 200, status, 201])
    if (status === 424) expect(codeOf(parts[3])).toBe('rest_failed_dependency')
  })

  test('names parents, images and what was read', async () => {
    const { batch, make } = openBatches({ resolveImage: (image) => ({ ...IMAGE, id: Number(image) }) })
    const old = await make('events', eventOf({ title: 'Old' }))
    const parts = await batch([
      { id: 'old', method: 'GET', path: `/events/${old}` },
      { id: 'top', path: '/categories', body: { name: 'Top' } },
      { path: '/categories', body: { name: 'Below', parent: { $ref: 'top' } } },
      { path: '/events', body: eventOf({ post_parent: { $ref: 'old' }, image: { $ref: 'old' } }) },
    ])
    expect(statuses(parts)).toEqual([200, 201, 201, 201])
    expect(at(parts[2]?.body, 'parent')).toBe(at(parts[1]?.body, 'id'))
    expect(at(parts[3]?.body, 'image', 'id')).toBe(old)
  })
})

const IMAGE = {
  url: 'https://calendar.example/a.jpg',
  extension: 'jpg',
  width: 1,
  height: 1,
  filesize: 1,
  sizes: {},
}

test('a refused batch leaves all as it is, whoever sends it', async () => {
  const calendar = openBatches()
  await calendar.make('events', eventOf())
  const before = await census(calendar)
  for (const as of ['visitor', 'subscriber'] as const) {
    const parts = await calendar.batch(
      [
        { path: '/events', body: eventOf() },
        { method: 'DELETE', path: '/events/1' },
        { path: '/tags', body: { name: 'A' } },
      ],
      { as },
    )
    expect(statuses(parts)).toEqual(as === 'visitor' ? [401, 401, 401] : [403, 403, 403])
    if (as === 'visitor') expect(parts[0]?.headers['www-authenticate']).toBe('Bearer')
  }
  expect(await census(calendar)).toEqual(before)
})
