import { createServer } from 'node:http'
import { toNodeListener } from 'kalends/adapters/node'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { at } from '../routes/calendar.ts'
import { PICTURES } from '../setup/pictures.ts'
import { type Answer, type Init, open, SITE, WP } from './wp-site.ts'

/* What programs for WordPress send to `/wp-json/wp/v2` and `/wp-json/batch/v1`. */

const EVENT = { title: 'Fair', start_date: '2031-06-01 10:00', end_date: '2031-06-01 11:00' }

const upload = (name = 'Old Bridge.png') => ({
  method: 'POST',
  body: PICTURES['image/png'],
  headers: { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` },
})

const codeOf = ({ status, body }: Answer) => [status, at(body, 'code')]

describe('images', () => {
  test('are uploaded as bytes, and shown with what programs read of them', async () => {
    const { ask } = open()
    const made = await ask(`${WP}/media?alt_text=The%20bridge`, upload())
    expect(made.status).toBe(201)
    const url = expect.stringMatching(
      /^https:\/\/town\.example\/wp-json\/tribe\/events\/v1\/media\/1\/.+\.png$/,
    )
    expect(made.body).toMatchObject({
      ...{ id: 1, type: 'attachment', media_type: 'image', mime_type: 'image/png', alt_text: 'The bridge' },
      ...{ source_url: url, link: url, author: 2, date: '2031-05-01T14:00:00' },
      title: { raw: 'Old Bridge', rendered: 'Old Bridge' },
      media_details: { width: 6, height: 4, sizes: { full: { width: 6, height: 4, source_url: url } } },
    })
    expect(made.headers.get('location')).toBe(`${SITE}${WP}/media/1`)
    expect((await ask(`${WP}/media/1`)).body).toMatchObject({ id: 1, title: { rendered: 'Old Bridge' } })
  })

  test('are uploaded as forms, with the texts beside the file', async () => {
    const { ask } = open()
    const body = new FormData()
    body.set('file', new File([PICTURES['image/gif']], 'dot.gif', { type: 'image/gif' }))
    body.set('alt_text', 'A dot')
    body.set('title', 'Dot')
    const made = await ask(`${WP}/media`, { body })
    expect(made.body).toMatchObject({ alt_text: 'A dot', title: { raw: 'Dot' }, mime_type: 'image/gif' })
  })

  test('are listed for who may write, and changed', async () => {
    const { ask } = open()
    for (const name of ['one.png', 'two.png', 'three.png']) await ask(`${WP}/media`, upload(name))
    const changed = await ask(`${WP}/media/2`, { json: { alt_text: 'Two', title: { raw: 'Second' } } })
    expect(changed.body).toMatchObject({ id: 2, alt_text: 'Two', title: { rendered: 'Second' } })
    const page = await ask(`${WP}/media?per_page=2&page=2&orderby=date`)
    expect(page.body).toMatchObject([{ id: 1 }])
    expect([page.headers.get('x-wp-total'), page.headers.get('x-wp-totalpages')]).toEqual(['3', '2'])
    expect(page.headers.get('link')).toBe(`<${SITE}${WP}/media?per_page=2&page=1&orderby=date>; rel="prev"`)
    expect((await ask(`${WP}/media?search=second`)).body).toMatchObject([{ id: 2 }])
    expect((await ask(`${WP}/media`, { as: 'visitor' })).status).toBe(401)
  })

  test('what is refused is refused as in the API, and by the names that came', async () => {
    const { ask } = open()
    expect(codeOf(await ask(`${WP}/media`, { ...upload(), as: 'visitor' }))).toEqual([401, 'rest_forbidden'])
    expect(codeOf(await ask(`${WP}/media`, { ...upload(), as: 'subscriber' }))).toEqual([
      403,
      'rest_forbidden',
    ])
    const text = await ask(`${WP}/media`, { ...upload(), body: 'no image' })
    expect(codeOf(text)).toEqual([415, 'rest_unsupported_media_type'])
    await ask(`${WP}/media`, upload())
    const long = await ask(`${WP}/media/1`, { json: { alt_text: 'x'.repeat(2000) } })
    expect(codeOf(long)).toEqual([400, 'rest_invalid_param'])
    expect(Object.keys(Object(at(long.body, 'data', 'params')))).toEqual(['alt_text'])
    expect(at(long.body, 'message')).toBe('Invalid parameter(s): alt_text')
    // A program would take the first image of the list for the one it looks for.
    for (const query of ['slug=other', 'include[]=7', 'media_type=video', 'offset=1', 'per_page=101']) {
      const answer = await ask(`${WP}/media?${query}`)
      expect([query, ...codeOf(answer)]).toEqual([query, 400, 'rest_invalid_param'])
    }
    expect((await ask(`${WP}/media?page=2`)).status).toBe(400)
  })

  test('there are none without the option', async () => {
    expect(codeOf(await open({ images: undefined }).ask(`${WP}/media`, upload()))).toEqual([
      404,
      'rest_no_route',
    ])
  })
})

describe('tags and categories', () => {
  test('are created, found by words and slug, and known when they are there', async () => {
    const { ask, make } = open()
    const made = await ask(`${WP}/tags`, { json: { name: 'Open air' } })
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`${SITE}${WP}/tags/1`)
    expect(made.body).toEqual({
      ...{
        id: 1,
        count: 0,
        description: '',
        link: `${SITE}/tag/open-air/`,
        name: 'Open air',
        slug: 'open-air',
      },
      ...{ taxonomy: 'post_tag', meta: [] },
      _links: { self: [{ href: `${SITE}${WP}/tags/1` }], collection: [{ href: `${SITE}${WP}/tags` }] },
    })
    const again = await ask(`${WP}/tags`, { json: { name: 'open air' } })
    expect(again).toMatchObject({ status: 400, body: { code: 'term_exists', data: { term_id: 1 } } })
    await make('tags', { name: 'Indoors' })
    // All are shown, empty ones too, unless `hide_empty` says otherwise.
    expect((await ask(`${WP}/tags`)).body).toMatchObject([{ name: 'Indoors' }, { name: 'Open air' }])
    expect((await ask(`${WP}/tags?search=air`)).body).toMatchObject([{ id: 1 }])
    expect((await ask(`${WP}/tags?slug=open-air&_fields=id,name`)).body).toEqual([
      { id: 1, name: 'Open air' },
    ])
    expect((await ask(`${WP}/tags?hide_empty=true`)).body).toEqual([])
    expect((await ask(`${WP}/tags?slug=nothing`)).body).toEqual([])

    const parent = await ask(`${WP}/tribe_events_cat`, { body: new URLSearchParams({ name: 'Music' }) })
    expect(parent.body).toMatchObject({ taxonomy: 'tribe_events_cat', parent: 0 })
    const id = at(parent.body, 'id')
    const child = await ask(`${WP}/tribe_events_cat`, { json: { name: 'Jazz', parent: id } })
    expect(child.body).toMatchObject({ parent: id, link: `${SITE}/events/category/music/jazz/` })
    await make('events', { ...EVENT, categories: ['Jazz'] })
    expect((await ask(`${WP}/tribe_events_cat?hide_empty=1&orderby=count&order=desc`)).body).toMatchObject([
      { name: 'Jazz', count: 1 },
      { name: 'Music', count: 0 },
    ])
    expect((await ask(`${WP}/tags/1`, { json: { description: 'Outside' } })).body).toMatchObject({
      id: 1,
      description: 'Outside',
    })
  })

  test('a page of WordPress may be several of the API', async () => {
    const { ask, make } = open({ limits: { perPage: 3 } })
    for (let number = 10; number < 25; number++) await make('tags', { name: `Tag ${number}` })
    const namesOf = async (query: string) => {
      const { body, headers } = await ask(`${WP}/tags?${query}`)
      const names = Array.isArray(body) ? body.map((one) => Number(String(at(one, 'slug')).slice(4))) : body
      return [names, headers.get('x-wp-total'), headers.get('x-wp-totalpages'), headers.get('link')]
    }
    const next = `<${SITE}${WP}/tags?per_page=7&page=2>; rel="next"`
    expect(await namesOf('per_page=7')).toEqual([[10, 11, 12, 13, 14, 15, 16], '15', '3', next])
    expect((await namesOf('per_page=7&page=2'))[0]).toEqual([17, 18, 19, 20, 21, 22, 23])
    expect((await namesOf('per_page=7&page=3'))[0]).toEqual([24])
    expect((await namesOf('per_page=7&page=4'))[0]).toEqual([])
    expect((await namesOf('per_page=100'))[0]).toHaveLength(15)
  })

  test('who may not, may not', async () => {
    const { ask } = open()
    expect((await ask(`${WP}/tags`, { json: { name: 'X' }, as: 'visitor' })).status).toBe(401)
    expect((await ask(`${WP}/tags`, { json: { name: 'X' }, as: 'contributor' })).status).toBe(403)
    expect(codeOf(await ask(`${WP}/tags?slug=a,b`))).toEqual([400, 'rest_invalid_param'])
    expect(codeOf(await ask(`${WP}/tags/9`))).toEqual([404, 'rest_term_invalid'])
  })
})

describe('posts', () => {
  test('of an event, what all posts have is read and changed', async () => {
    const { ask, make } = open()
    await ask(`${WP}/media`, upload())
    const id = await make('events', { ...EVENT, categories: ['Music'], tags: ['New', 'Old'] })
    const address = `${WP}/tribe_events/${id}`
    const read = await ask(address)
    expect(read.status).toBe(200)
    expect(read.body).toMatchObject({
      ...{ id, type: 'tribe_events', status: 'publish', slug: 'fair', link: `${SITE}/event/fair/` },
      ...{ date: '2031-05-01T14:00:00', date_gmt: '2031-05-01T12:00:00', author: 2, featured_media: 0 },
      ...{ title: { rendered: 'Fair' }, content: { rendered: '', protected: false } },
      ...{ tribe_events_cat: [1], tags: [2, 3] },
    })
    const changed = await ask(address, {
      json: {
        ...{ title: 'Great fair', content: { raw: '<p>Come!</p>' }, excerpt: 'Soon', status: 'draft' },
        ...{ featured_media: 1, tags: [3], tribe_events_cat: [] },
      },
    })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        ...{ title: { raw: 'Great fair' }, content: { raw: '<p>Come!</p>' }, status: 'draft' },
        ...{ featured_media: 1, tags: [3], tribe_events_cat: [] },
      },
    })
    expect((await ask(`/wp-json/tribe/events/v1/events/${id}`)).body).toMatchObject({
      ...{ title: 'Great fair', description: '<p>Come!</p>', status: 'draft', image: { id: 1, width: 6 } },
      start_date: '2031-06-01 10:00:00',
    })
    expect(codeOf(await ask(address, { as: 'visitor' }))).toEqual([403, 'rest_forbidden'])
  })

  test.each(['tribe_venue', 'tribe_organizer'] as const)('of a %s, too', async (type) => {
    const { ask, make } = open()
    const kind = type.slice('tribe_'.length)
    const id = await make(`${kind}s`, { [kind]: 'Old Mill' })
    const changed = await ask(`${WP}/${type}/${id}`, { json: { title: { raw: 'New Mill' }, content: 'Big' } })
    expect(changed.body).toMatchObject({ type, title: { raw: 'New Mill' }, featured_media: 0 })
    expect((await ask(`/wp-json/tribe/events/v1/${kind}s/${id}`)).body).toMatchObject({
      [kind]: 'New Mill',
      description: expect.stringContaining('Big'),
    })
  })

  test('fields come in forms and in the query, too, and by another method', async () => {
    const { ask, make } = open()
    const id = await make('events', { ...EVENT, tags: ['New'] })
    const address = `${WP}/tribe_events/${id}`
    const parts = new FormData()
    parts.set('title[raw]', 'Parts')
    const titles: unknown[] = []
    for (const init of [
      { body: new URLSearchParams({ 'title[raw]': 'Pairs', 'content[rendered]': 'not this' }) },
      { body: parts },
      { method: 'PATCH', json: { title: 'Patched' } },
      { headers: { 'x-http-method-override': 'PUT' }, json: { title: 'Put' } },
    ]) {
      const { status, body } = await ask(address, init)
      titles.push(status, at(body, 'title', 'raw'), at(body, 'content', 'raw'))
    }
    expect(titles).toEqual([200, 'Pairs', '', 200, 'Parts', '', 200, 'Patched', '', 200, 'Put', ''])
    const queried = await ask(`${address}?content=Query&_fields=content`, { method: 'POST' })
    expect(queried.body).toEqual({
      content: expect.objectContaining({ raw: expect.stringContaining('Query') }),
    })
  })

  test('an answer that is sent back whole changes nothing', async () => {
    const { ask, make } = open()
    const image = 'https://elsewhere.example/a.png'
    const id = await make('events', {
      ...{ ...EVENT, description: '<p>A &amp; B</p>', excerpt: 'Short', tags: ['New'], image },
    })
    const own = `/wp-json/tribe/events/v1/events/${id}`
    const { modified, modified_utc, ...before } = Object((await ask(own)).body)
    for (const query of ['', '?context=edit']) {
      const { body } = await ask(`${WP}/tribe_events/${id}${query}`)
      const sent = await ask(`${WP}/tribe_events/${id}`, { json: body })
      expect(sent.status, JSON.stringify(sent.body)).toBe(200)
      expect((await ask(own)).body).toMatchObject(before)
    }
    // Only who says so removes an image.
    await ask(`${WP}/tribe_events/${id}`, { json: { featured_media: 0 } })
    expect((await ask(own)).body).toMatchObject({ image: false })
  })

  test('conditional requests hold: two programs do not overwrite each other', async () => {
    const { ask, make } = open()
    const address = `${WP}/tribe_events/${await make('events', EVENT)}`
    const etag = (await ask(address)).headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect((await ask(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const headers = { 'if-match': etag }
    const both = [await ask(address, { headers, json: { title: 'One' } })]
    both.push(await ask(address, { headers, json: { title: 'Two' } }))
    expect(both.map(({ status }) => status)).toEqual([200, 412])
  })

  test('what is wrong is named as it came, and changes nothing', async () => {
    const { ask, make } = open()
    const id = await make('events', EVENT)
    const wrong = await ask(`${WP}/tribe_events/${id}`, {
      json: { featured_media: 99, title: '', status: 'x' },
    })
    expect(codeOf(wrong)).toEqual([400, 'rest_invalid_param'])
    expect(Object.keys(Object(at(wrong.body, 'data', 'params'))).sort()).toEqual([
      'featured_media',
      'status',
      'title',
    ])
    expect((await ask(`${WP}/tribe_events/${id}`)).body).toMatchObject({ title: { rendered: 'Fair' } })
  })

  test('no other ID is an event', async () => {
    const { ask } = open()
    for (const type of ['tribe_events', 'tribe_venue', 'tribe_organizer']) {
      for (const path of ['/0', '/x', '/-1', '/1.5', '/1/autosaves', `/${'9'.repeat(17)}`]) {
        const answer = await ask(`${WP}/${type}${path}`)
        expect([path, ...codeOf(answer)]).toEqual([path, 404, 'rest_no_route'])
      }
      expect(codeOf(await ask(`${WP}/${type}/99`))).toEqual([404, 'rest_post_invalid_id'])
    }
  })
})

describe('hostile bodies', () => {
  test('are refused by the API, whatever they are', async () => {
    const { ask, make } = open({ limits: { body: 20_000 } })
    const address = `${WP}/tribe_events/${await make('events', EVENT)}`
    const json = { 'content-type': 'application/json' }
    const deep = `{"title":${'['.repeat(9000)}${']'.repeat(9000)}}`
    const file = new FormData()
    file.set('title', new File(['x'], 'x.txt'))
    const cases: [Init, number, string][] = [
      [{ body: `{"title":"${'x'.repeat(20_000)}"}`, headers: json }, 413, 'rest_body_too_large'],
      [{ body: '{"title":', headers: json }, 400, 'rest_invalid_json'],
      [{ body: deep, headers: json }, 400, 'rest_invalid_json'],
      [{ body: 'title=x', headers: { 'content-type': 'text/plain' } }, 415, 'rest_unsupported_media_type'],
      [{ body: file }, 400, 'rest_invalid_param'],
      [
        { body: 'no parts', headers: { 'content-type': 'multipart/form-data; boundary=b' } },
        400,
        'rest_invalid_param',
      ],
      [{ body: 'title=%', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 200, ''],
      [{ body: '{"title":"X"}', headers: json, as: 'visitor' }, 401, 'rest_forbidden'],
    ]
    for (const [init, status, code] of cases) {
      const answer = await ask(address, { method: 'POST', ...init })
      expect([answer.status, at(answer.body, 'code') ?? '']).toEqual([status, code])
    }
    const own = await ask(address, { body: '{"title":"A","__proto__":{"status":"draft"}}', headers: json })
    expect(at(own.body, 'data', 'params')).toEqual(
      JSON.parse('{"__proto__":"must not hold the name __proto__"}'),
    )
  })

  test('are not read before the caller is known, and all at once take no more than their room', async () => {
    const { answerOld, make } = open({ limits: { body: 16_384, uploads: 16_384, batchBody: 16_384 } })
    const id = await make('events', EVENT)
    const sent: ReadableStreamDefaultController<Uint8Array>[] = []
    let pulls = 0
    const post = (as: string) => {
      const body = new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            sent.push(controller)
          },
          pull: () => {
            pulls++
          },
        },
        { highWaterMark: 0 },
      )
      const init: RequestInit & { duplex: 'half' } = {
        ...{ method: 'POST', body, duplex: 'half' },
        headers: { 'content-type': 'application/json', 'x-user': as },
      }
      return answerOld(new Request(`${SITE}${WP}/tribe_events/${id}`, init))
    }
    expect((await post('nobody'))?.status).toBe(401)
    expect(pulls).toBe(0)
    const slow = post('editor')
    await vi.waitUntil(() => pulls > 0)
    const second = await post('editor')
    expect([second?.status, second?.headers.get('retry-after')]).toEqual([503, '1'])
    sent[1]?.enqueue(new TextEncoder().encode('{"title":"Slow"}'))
    sent[1]?.close()
    expect((await slow)?.status).toBe(200)
    // The room is free again.
    const third = post('editor')
    await vi.waitUntil(() => sent[3] !== undefined)
    sent[3]?.enqueue(new TextEncoder().encode('{"title":"Third"}'))
    sent[3]?.close()
    expect((await third)?.status).toBe(200)
  })
})

describe('batches', () => {
  const batch = '/wp-json/batch/v1'

  test('take writes at addresses of both, and answer each in its form', async () => {
    const { ask, make } = open()
    const id = await make('events', EVENT)
    const answer = await ask(batch, {
      json: {
        requests: [
          { path: '/wp/v2/tags', body: { name: 'Music' }, headers: { 'Content-Type': ['application/json'] } },
          {
            method: 'PUT',
            path: `/wp/v2/tribe_events/${id}`,
            body: { content: 'Text', title: { raw: 'Ball' } },
          },
          { method: 'PATCH', path: `/tribe/events/v1/events/${id}`, body: { tags: ['Music'] } },
          { path: '/wp/v2/posts/1', body: { title: 'x' } },
          { path: `/wp/v2/tribe_events/${id}?featured_media=77` },
          { method: 'DELETE', path: `/wp/v2/tribe_events/${id}` },
          { path: `/events/${id}`, body: { title: 'Around' } },
        ],
      },
    })
    expect(answer.status).toBe(207)
    expect(answer.body).toMatchObject({
      responses: [
        {
          status: 201,
          headers: { location: `${SITE}${WP}/tags/1` },
          body: { id: 1, taxonomy: 'post_tag', link: `${SITE}/tag/music/` },
        },
        { status: 200, body: { type: 'tribe_events', title: { raw: 'Ball' } } },
        {
          status: 200,
          body: { title: 'Ball', tags: [{ slug: 'music' }], start_date: '2031-06-01 10:00:00' },
        },
        { status: 404, body: { code: 'rest_no_route' } },
        { status: 400, body: { data: { params: { featured_media: expect.any(String) } } } },
        { status: 404, body: { code: 'rest_no_route' } },
        { status: 404, body: { code: 'rest_no_route' } },
      ],
    })
    expect((await ask(`${WP}/tribe_events/${id}`)).body).toMatchObject({ title: { rendered: 'Ball' } })
  })

  test('carry out nothing if one is wrong and all must be valid', async () => {
    const { ask } = open()
    const requests = [
      { path: '/wp/v2/tags', body: { name: 'Music' } },
      { path: '/wp/v2/tags', body: {} },
    ]
    const answer = await ask(batch, { json: { validation: 'require-all-validate', requests } })
    expect(answer).toMatchObject({
      status: 207,
      body: { failed: 'validation', responses: [null, { status: 400 }] },
    })
    expect((await ask(`${WP}/tags`)).body).toEqual([])
  })

  test('of more than 25, of reads, of uploads, and of what is no batch are refused', async () => {
    const { ask, answerOld } = open()
    const tags = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ path: '/wp/v2/tags', body: { name: `Tag ${index}` } }))
    for (const json of [
      { requests: tags(26) },
      { requests: [] },
      { requests: [...tags(1), { method: 'GET', path: '/wp/v2/tags' }] },
      { requests: 7 },
      {},
      { requests: tags(1), validation: 'maybe' },
    ]) {
      expect((await ask(batch, { json })).status).toBe(400)
    }
    expect((await ask(batch, { body: '{', headers: { 'content-type': 'application/json' } })).status).toBe(
      400,
    )
    expect((await ask(`${WP}/tags`)).body).toEqual([])
    const odd = await ask(batch, {
      json: {
        requests: [
          null,
          { path: 7 },
          { path: '/wp/v2/media' },
          { path: '/wp/v2/tags', body: { name: 'X' }, headers: { Authorization: 'Bearer x' } },
          { path: '/wp/v2/tags', body: 'text' },
        ],
      },
    })
    expect(at(odd.body, 'responses')).toMatchObject(Array.from({ length: 5 }, () => ({ status: 400 })))
    expect((await ask(batch, { json: { requests: tags(25) } })).status).toBe(207)
    expect((await ask(`${WP}/tags?per_page=100`)).body).toHaveLength(25)
    expect((await answerOld(new Request(`${SITE}${batch}`)))?.status).toBe(405)
    expect((await ask(batch, { json: { requests: tags(1) }, as: 'visitor' })).body).toMatchObject({
      responses: [{ status: 401 }],
    })
  })
})

test('pages of other origins may send what programs send, and read all of it', async () => {
  const origin = 'https://app.example'
  const { ask } = open({ cors: { origin: [origin] } })
  for (const path of [`${WP}/media`, `${WP}/tags/1`, `${WP}/tribe_events/1`, '/wp-json/batch/v1']) {
    const { status, headers } = await ask(path, { method: 'OPTIONS', headers: { origin }, as: 'visitor' })
    expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 204, origin])
    for (const name of ['X-WP-Nonce', 'Content-Disposition']) {
      expect(headers.get('access-control-allow-headers')).toContain(name)
    }
    expect(headers.get('access-control-allow-methods')).toContain('POST')
  }
  for (const path of [`${WP}/tags`, `${WP}/tags/9`, `${WP}/tribe_events`, `${WP}/tags?per_page=0`]) {
    const { headers } = await ask(path, { headers: { origin } })
    expect([path, headers.get('access-control-allow-origin')]).toEqual([path, origin])
    expect(headers.get('access-control-expose-headers')).toContain('X-WP-Total')
  }
})

test('`rest_route` names the same addresses', async () => {
  const { ask } = open()
  const route = (path: string, query = '') => `/?rest_route=${encodeURIComponent(path)}${query}`
  expect((await ask(route('/wp/v2/tags'), { json: { name: 'Music' } })).status).toBe(201)
  const listed = await ask(route('/wp/v2/tags', '&search=music&per_page=1'))
  expect(listed.body).toMatchObject([{ id: 1 }])
  expect((await ask(route('/wp/v2/tags/1'))).body).toMatchObject({ id: 1 })
})

test('who asks is whom the API knows, if `authenticate` is not given twice', async () => {
  const me = `${WP}/users/me`
  const { ask } = open({ title: 'Town hall' })
  expect(await ask(me)).toMatchObject({ status: 200, body: { id: 2, name: '2', roles: ['editor'] } })
  expect(codeOf(await ask(me, { as: 'visitor' }))).toEqual([401, 'rest_not_logged_in'])
  expect((await ask(me, { headers: { 'x-user': 'nobody' }, as: 'visitor' })).status).toBe(401)
  expect((await ask('/wp-json/')).body).toMatchObject({
    ...{ name: 'Town hall', timezone_string: 'Europe/Berlin' },
    routes: { '/wp/v2/media': { methods: ['GET', 'POST'] }, '/batch/v1': { methods: ['POST'] } },
  })
})

test('the former name of the option still works, but not beside the new one', async () => {
  const { ask } = open({}, { connectionTests: {} })
  expect((await ask(`${WP}/tags`)).status).toBe(200)
  expect(() => open({}, { connectionTests: {}, wordpress: {} })).toThrow(TypeError)
  expect(() => open({ basePath: '/api' })).toThrow(
    new RangeError('wordpress: the API answers at /api/tribe/events/v1, not below /wp-json'),
  )
  expect((await open({}, {}).ask(`${WP}/tags`)).status).toBe(0)
  expect((await ask(`${WP}/posts`)).status).toBe(0)
})

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

test('over a socket: a program uploads, looks a tag up, and gives an event both', async () => {
  const { api, answerOld, make } = open()
  const both: typeof api = {
    ...api,
    fetch: async (request, host) => (await answerOld(request, host)) ?? api.fetch(request, host),
  }
  const server = createServer(toNodeListener(both))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const site = `http://127.0.0.1:${address.port}`
  const id = await make('events', EVENT)
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('x-user', 'author')
    const response = await fetch(`${site}${path}`, { ...init, headers })
    const body: unknown = await response.json()
    return { status: response.status, body }
  }
  const form = new FormData()
  form.set('file', new File([PICTURES['image/jpeg']], 'bridge.jpg', { type: 'image/jpeg' }))
  const image = await send(`${WP}/media`, { method: 'POST', body: form })
  expect(image.status, JSON.stringify(image.body)).toBe(201)
  const source = await fetch(String(at(image.body, 'source_url')))
  expect([source.status, source.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await send(`${WP}/tags?slug=music`)).body).toEqual([])
  const headers = { 'content-type': 'application/json', 'x-user': 'editor' }
  const tag = await fetch(`${site}${WP}/tags`, { method: 'POST', headers, body: '{"name":"Music"}' })
  const { id: tagId }: { id: number } = await tag.json()
  const fields = { featured_media: at(image.body, 'id'), tags: [tagId] }
  const body = JSON.stringify(fields)
  const changed = await fetch(`${site}${WP}/tribe_events/${id}`, { method: 'POST', headers, body })
  expect(await changed.json()).toMatchObject({ id, ...fields })
})
