import { databaseImages } from 'kalends/images/database'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { httpDateOf } from '../../src/core/domain/http-date.ts'
import { PICTURES } from '../setup/pictures.ts'
import { at, eventOf, expectRefusal, idOf, openCalendar } from './calendar.ts'

/*
 * RFC 9110, sections 8.8, 10.2.2, 13.1, 13.2.2 and 15.3.2, requirement by requirement, over all that has an ETag: records,
 * lists and files.
 */

const BEFORE = 'Mon, 01 Mar 2027 11:00:00 GMT'
const CHANGED = 'Mon, 01 Mar 2027 12:00:00 GMT'
const AFTER = 'Mon, 01 Mar 2027 13:00:00 GMT'

async function opened() {
  const storage = memoryStorage()
  const calendar = openCalendar({ images: { store: databaseImages(storage) } }, storage)
  const { make, send } = calendar
  const venue = await make('venues', { venue: 'Hall' })
  const event = await make('events', eventOf({ venue }))
  const organizer = await make('organizers', { organizer: 'Club' })
  const category = await make('categories', { name: 'Music' })
  const tag = await make('tags', { name: 'loud' })
  const form = new FormData()
  form.set('file', new File([PICTURES['image/png']], 'bridge.png'))
  const image = await send('/media', { method: 'POST', body: form })
  calendar.setTime('2027-03-01T14:00:00Z')
  const dated = [`/events/${event}`, `/venues/${venue}`, `/organizers/${organizer}`]
  const records = [...dated, `/categories/${category}`, `/tags/${tag}`, `/media/${idOf(image.body)}`]
  const lists = [
    '/events',
    '/venues',
    '/organizers',
    '/categories',
    '/tags',
    '/media',
    '/events.ics',
    '/events/counts',
  ]
  const file = String(image.body.url)
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    send(path, { method, headers })
  const tagOf = async (path: string) => (await get(path)).headers.get('etag') ?? ''
  const patch = (path: string, headers: Record<string, string>) =>
    send(path, {
      method: 'PATCH',
      body: path.startsWith('/media') ? '{"alt":"x"}' : '{"description":"x"}',
      headers: { 'content-type': 'application/json', ...headers },
    })
  return {
    calendar,
    dated,
    records,
    lists,
    file,
    all: [...records, ...lists, file],
    get,
    tagOf,
    patch,
    event,
    venue,
  }
}

test('1-4: every read has a strong ETag of its own, the same for HEAD, which is another one after a change', async () => {
  const { all, get, dated, patch } = await opened()
  const tags = new Set<string>()
  for (const path of all) {
    const tag = (await get(path)).headers.get('etag') ?? ''
    expect(tag, path).toMatch(/^"[\x21\x23-\x7e]+"$/)
    expect((await get(path, {}, 'HEAD')).headers.get('etag'), path).toBe(tag)
    tags.add(`${path} ${tag}`)
  }
  expect(tags.size).toBe(all.length)
  for (const path of dated) {
    const before = (await get(path)).headers.get('etag')
    expect((await patch(path, {})).status).toBe(200)
    expect((await get(path)).headers.get('etag')).not.toBe(before)
  }
})

test('5-7: If-Match on a read: the own tag with and without W/, or `*`, is 200; another one is 412', async () => {
  const { all, get, tagOf } = await opened()
  for (const path of all) {
    const tag = await tagOf(path)
    for (const method of ['GET', 'HEAD']) {
      for (const field of [tag, `W/${tag}`, '*', `"x", ${tag}`, `${tag},"x"`]) {
        expect((await get(path, { 'if-match': field }, method)).status, `${path} ${field}`).toBe(200)
      }
      for (const field of ['"x"', 'W/"x"', 'x', '"*"', tag.slice(0, -1)]) {
        expect((await get(path, { 'if-match': field }, method)).status, `${path} ${field}`).toBe(412)
      }
    }
  }
})

test('8-10: If-None-Match on a read: its tag, weakly compared, or `*` is 304, with the fields of a 200', async () => {
  const { all, get, tagOf } = await opened()
  for (const path of all) {
    const tag = await tagOf(path)
    const whole = await get(path)
    for (const method of ['GET', 'HEAD']) {
      for (const field of [tag, `W/${tag}`, '*', `"x", ${tag}`]) {
        const known = await get(path, { 'if-none-match': field }, method)
        expect([known.status, known.text], `${path} ${field}`).toEqual([304, ''])
        for (const name of ['etag', 'cache-control', 'vary', 'content-location', 'expires']) {
          expect(known.headers.get(name), name).toBe(whole.headers.get(name))
        }
      }
      expect((await get(path, { 'if-none-match': '"x"' }, method)).status).toBe(200)
    }
  }
})

test('11-14: If-Modified-Since: 304 up to the date, 200 before it; no effect with If-None-Match, a wrong date, or without one', async () => {
  const { dated, lists, get } = await opened()
  for (const path of dated) {
    expect((await get(path)).headers.get('last-modified'), path).toBe(CHANGED)
    for (const method of ['GET', 'HEAD']) {
      const status = async (headers: Record<string, string>) => (await get(path, headers, method)).status
      expect(await status({ 'if-modified-since': CHANGED })).toBe(304)
      expect(await status({ 'if-modified-since': AFTER })).toBe(304)
      expect(await status({ 'if-modified-since': BEFORE })).toBe(200)
      expect(await status({ 'if-modified-since': AFTER, 'if-none-match': '"x"' })).toBe(200)
      for (const odd of [
        'tomorrow',
        '',
        '2027-03-01',
        'Mon, 32 Mar 2027 13:00:00 GMT',
        `${AFTER}, ${AFTER}`,
      ]) {
        expect(await status({ 'if-modified-since': odd }), odd).toBe(200)
      }
    }
  }
  for (const path of lists) expect((await get(path, { 'if-modified-since': AFTER })).status).toBe(200)
})

test('15-17: If-Unmodified-Since on a read: 412 before the date; no effect with If-Match, or a wrong date', async () => {
  const { dated, get, tagOf } = await opened()
  for (const path of dated) {
    const status = async (headers: Record<string, string>) => (await get(path, headers)).status
    expect(await status({ 'if-unmodified-since': BEFORE })).toBe(412)
    expect(await status({ 'if-unmodified-since': CHANGED })).toBe(200)
    expect(await status({ 'if-unmodified-since': BEFORE, 'if-match': await tagOf(path) })).toBe(200)
    expect(await status({ 'if-unmodified-since': 'yesterday' })).toBe(200)
  }
})

test('18-20: the order: If-Match, If-Unmodified-Since, If-None-Match, If-Modified-Since', async () => {
  const { dated, get, tagOf } = await opened()
  for (const path of dated) {
    const tag = await tagOf(path)
    const status = async (headers: Record<string, string>) => (await get(path, headers)).status
    expect(await status({ 'if-match': '"x"', 'if-none-match': tag })).toBe(412)
    expect(await status({ 'if-unmodified-since': BEFORE, 'if-none-match': tag })).toBe(412)
    expect(await status({ 'if-match': tag, 'if-none-match': tag, 'if-modified-since': BEFORE })).toBe(304)
    expect(await status({ 'if-unmodified-since': AFTER, 'if-modified-since': AFTER })).toBe(304)
  }
})

test('21-22: a write with If-Match of another version is 412 and changes nothing; of its own, also with W/, it is done', async () => {
  const { records, get, patch, tagOf } = await opened()
  for (const path of records) {
    const before = await get(path)
    for (const field of ['"x"', '"999.x"', 'W/"999"', 'x']) {
      expectRefusal(await patch(path, { 'if-match': field }), 412, 'rest_precondition_failed')
    }
    expect((await get(path)).text).toBe(before.text)
    expect((await patch(path, { 'if-match': `W/${await tagOf(path)}` })).status, path).toBe(200)
    expect((await patch(path, { 'if-match': await tagOf(path) })).status).toBe(200)
    expect((await patch(path, { 'if-match': '*' })).status).toBe(200)
  }
})

test('23-25: a write with If-Unmodified-Since before the last change is 412; later it is done; no effect with If-Match', async () => {
  const { dated, get, patch, calendar } = await opened()
  for (const path of dated) {
    const before = (await get(path)).text
    for (const field of [
      BEFORE,
      'Sun, 06 Nov 1994 08:49:37 GMT',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      'Sun Nov  6 08:49:37 1994',
    ]) {
      expectRefusal(await patch(path, { 'if-unmodified-since': field }), 412, 'rest_precondition_failed')
      expectRefusal(
        await calendar.send(path, { method: 'DELETE', headers: { 'if-unmodified-since': field } }),
        ...([412, 'rest_precondition_failed'] as const),
      )
    }
    expect((await get(path)).text).toBe(before)
    expect((await patch(path, { 'if-unmodified-since': BEFORE, 'if-match': '*' })).status).toBe(200)
    expect((await patch(path, { 'if-unmodified-since': BEFORE })).status).toBe(412)
    expect((await patch(path, { 'if-unmodified-since': 'Mon, 01 Mar 2027 14:00:00 GMT' })).status).toBe(200)
    expect((await patch(path, { 'if-modified-since': AFTER })).status).toBe(200)
  }
})

test('26: a write with If-None-Match of its version, or `*`, is 412', async () => {
  const { records, patch, tagOf } = await opened()
  for (const path of records) {
    for (const field of [await tagOf(path), `W/${await tagOf(path)}`, '*']) {
      expectRefusal(await patch(path, { 'if-none-match': field }), 412, 'rest_precondition_failed')
    }
    expect((await patch(path, { 'if-none-match': '"x"' })).status).toBe(200)
  }
})

test('27-28: conditions come after rights, and before nothing that is not there', async () => {
  const { calendar, dated } = await opened()
  const [event = ''] = dated
  const headers = { 'if-match': '"x"', 'content-type': 'application/json' }
  const visitor = await calendar.send(event, { method: 'PATCH', body: '{}', headers }, 'visitor')
  expect(visitor.status).toBe(401)
  expect((await calendar.send('/events/999', { headers })).status).toBe(404)
})

test('29: Last-Modified is the newest of all that an answer shows, or is not there', async () => {
  const { calendar, get, patch, event, venue } = await opened()
  const dateOf = async (path: string) => (await get(path)).headers.get('last-modified')
  await patch(`/venues/${venue}`, {})
  const later = 'Mon, 01 Mar 2027 14:00:00 GMT'
  expect(await dateOf(`/events/${event}`)).toBe(later)
  expect((await get(`/events/${event}`, { 'if-modified-since': AFTER })).status).toBe(200)
  await calendar.ask('DELETE', `/venues/${venue}`)
  expect(await dateOf(`/events/${event}`)).toBeNull()
  for (const fields of [
    { categories: ['Music'] },
    { tags: ['loud'] },
    { recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } },
    { event_status: 'canceled' },
  ]) {
    const id = await calendar.make('events', eventOf({ title: JSON.stringify(fields), ...fields }))
    expect(await dateOf(`/events/${id}`), JSON.stringify(fields)).toBeNull()
  }
})

test('29: no Last-Modified tells a visitor that an event has a venue which is hidden', async () => {
  const { calendar, event, venue } = await opened()
  const alone = await calendar.make('events', eventOf({ title: 'Alone' }))
  const ask = (id: number) =>
    calendar.send(`/events/${id}`, { headers: { 'if-modified-since': AFTER } }, 'visitor')
  for (const status of ['publish', 'private', 'draft', 'trash']) {
    expect((await calendar.ask('PATCH', `/venues/${venue}`, { status })).status).toBe(200)
    for (const id of [event, alone]) {
      const answer = await ask(id)
      expect([answer.status, answer.headers.get('last-modified')], `${id} ${status}`).toEqual([200, null])
    }
  }
})

test('30: 201 has the address of the record in this API, also when it is repeated', async () => {
  const { calendar } = await opened()
  const made = {
    events: eventOf({ title: 'Another' }),
    venues: { venue: 'Another' },
    organizers: { organizer: 'Another' },
    categories: { name: 'Another' },
    tags: { name: 'Another' },
  }
  for (const [collection, fields] of Object.entries(made)) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': collection }
    for (let times = 0; times < 2; times++) {
      const answer = await calendar.send(`/${collection}`, {
        method: 'POST',
        body: JSON.stringify(fields),
        headers,
      })
      expect(answer.status).toBe(201)
      const location = answer.headers.get('location') ?? ''
      expect(location).toMatch(new RegExp(`/${collection}/\\d+$`))
      expect(at((await calendar.send(location, {})).body, 'id')).toBe(at(answer.body, 'id'))
    }
  }
})

test('31: an answer from the cache is judged alike', async () => {
  const { calendar, dated } = await opened()
  for (const path of [...dated, '/events']) {
    const ask = (headers: Record<string, string>) => calendar.send(path, { headers }, 'visitor')
    const tag = (await ask({})).headers.get('etag') ?? ''
    expect((await ask({ 'if-match': '"x"' })).status).toBe(412)
    expect((await ask({ 'if-match': `W/${tag}` })).status).toBe(200)
    expect((await ask({ 'if-none-match': tag })).status).toBe(304)
    const isDated = !path.startsWith('/events')
    expect((await ask({ 'if-modified-since': AFTER })).status, path).toBe(isDated ? 304 : 200)
  }
})

test('an entry of a batch has conditions of its own, and none of the batch', async () => {
  const { calendar, event } = await opened()
  const entry = (headers: object) => ({
    method: 'PATCH',
    path: `/events/${event}`,
    body: { title: 'New' },
    headers,
  })
  const requests = [entry({ 'If-Unmodified-Since': BEFORE }), entry({ 'If-Unmodified-Since': AFTER })]
  const { body } = await calendar.send('/batch', {
    method: 'POST',
    body: JSON.stringify({ requests }),
    headers: { 'content-type': 'application/json', 'if-unmodified-since': BEFORE },
  })
  expect([at(body, 'responses', 0, 'status'), at(body, 'responses', 1, 'status')]).toEqual([412, 200])
})

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
  ['Tue, 29 Feb 2028 23:59:59 GMT', '2028-02-29T23:59:59.000Z'],
  ['Wednesday, 01-Jan-69 00:00:00 GMT', '2069-01-01T00:00:00.000Z'],
  ['Sat, 01 Jan 0000 00:00:00 GMT', '0000-01-01T00:00:00.000Z'],
  ['Mon, 29 Feb 2027 00:00:00 GMT', undefined],
  ['Mon, 01 Mar 2027 24:00:00 GMT', undefined],
  ['Mon, 01 Mrz 2027 10:00:00 GMT', undefined],
  ['Mon, 01 Mar 2027 10:00:00 CET', undefined],
  ['1', undefined],
  ['', undefined],
])('the date %s is %s', (text, iso) => {
  const milliseconds = httpDateOf(text)
  expect(milliseconds === undefined ? undefined : new Date(milliseconds).toISOString()).toBe(iso)
})
