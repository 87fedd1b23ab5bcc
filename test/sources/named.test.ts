import { describe, expect, test } from 'vitest'
import { at, listOf } from '../routes/calendar.ts'
import { calendarOf, conditional, eventOn } from './feeds.ts'
import { opened } from './opened.ts'

/* What visitors hear of where an event comes from. */

const PAGE = 'https://library.example/story'
const RANGE = '/events?start_date=2027-01-01&end_date=2030-01-01&per_page=50'

function shown() {
  const calendar = opened()
  const { ask, server } = calendar
  const url = 'https://feeds.example/secret-token/feed.ics'
  const serve = (title: string, ...events: ReturnType<typeof eventOn>[]) =>
    server.serve(url, conditional(calendarOf(events, title === '' ? {} : { 'X-WR-CALNAME': title })))
  const read = async (title: string, ...events: ReturnType<typeof eventOn>[]) => {
    serve(title, ...events)
    const id = await calendar.make('sources', { url, status: 'publish' })
    await calendar.ask('POST', `/sources/${id}/pull`)
    return id
  }
  const visit = async () => {
    const { body, headers, text } = await ask('GET', RANGE, undefined, 'visitor')
    return { events: listOf(body.events), etag: headers.get('etag'), text }
  }
  const sources = async () => (await visit()).events.map((event) => at(event, 'source'))
  return { ...calendar, url, serve, read, visit, sources }
}

const story = (more = {}) => eventOn('0415', 'story', { URL: PAGE, ...more })

describe('visitors', () => {
  test('see the name of the source and the page of the event, and nothing else of it', async () => {
    const { ask, read, visit } = shown()
    await read('City library', story())
    const { events, text } = await visit()
    expect(at(events, 0, 'source')).toEqual({ name: 'City library', url: PAGE })
    expect(text).not.toContain('secret-token')
    const single = await ask('GET', `/events/${at(events, 0, 'id')}`, undefined, 'visitor')
    expect(single.body.source).toEqual({ name: 'City library', url: PAGE })
  })

  test('see it of the dates of a series, whose parent has it', async () => {
    const { read, sources } = shown()
    await read('City library', story({ RRULE: 'FREQ=WEEKLY;COUNT=2' }))
    const one = { name: 'City library', url: PAGE }
    expect(await sources()).toEqual([one, one])
  })

  test('hear of a new name with the next answer, which has another ETag', async () => {
    const { ask, read, serve, visit } = shown()
    const id = await read('City library', story())
    const before = await visit()
    serve('Library of the city', story())
    await ask('POST', `/sources/${id}/pull`)
    const after = await visit()
    expect(at(after.events, 0, 'source', 'name')).toBe('Library of the city')
    expect(after.etag).not.toBe(before.etag)
  })

  test.each([
    ['ann@mail.example', { URL: PAGE }, { name: 'library.example', url: PAGE }],
    ['', { URL: PAGE }, { name: 'library.example', url: PAGE }],
    ['ann@mail.example', {}, undefined],
    ['', {}, undefined],
    ['City library', {}, { name: 'City library', url: '' }],
    ['City library', { URL: 'javascript:alert(1)' }, { name: 'City library', url: '' }],
    ['<b>City</b> \u0000library', { URL: PAGE }, { name: 'City library', url: PAGE }],
    ['n'.repeat(300), { URL: PAGE }, { name: 'n'.repeat(200), url: PAGE }],
  ])('of a calendar that is called %j, with %j: %j', async (title, more, expected) => {
    const { read, sources } = shown()
    await read(title, eventOn('0415', 'story', more))
    expect(await sources()).toEqual([expected])
  })

  test('are not sent to a page that an editor has replaced or removed', async () => {
    const { ask, read, visit, sources } = shown()
    await read('City library', story())
    await ask('PATCH', `/events/${at((await visit()).events, 0, 'id')}`, { website: '' })
    expect(await sources()).toEqual([{ name: 'City library', url: '' }])
  })

  test('hear nothing when the source is gone, nor of an event that is closed to them', async () => {
    const { ask, read, visit, sources } = shown()
    const id = await read('City library', story())
    const path = `/events/${at((await visit()).events, 0, 'id')}`
    await ask('PATCH', path, { password: 'open' })
    expect(await sources()).toEqual([undefined])
    await ask('PATCH', path, { password: '' })
    await ask('DELETE', `/sources/${id}`)
    expect(await sources()).toEqual([undefined])
  })
})

test('who may edit the event sees what it was, and the name', async () => {
  const { ask, read } = shown()
  const id = await read('City library', story())
  const { body } = await ask('GET', RANGE)
  expect(at(body, 'events', 0, 'source')).toEqual({
    ...{ name: 'City library', url: PAGE },
    ...{ id, uid: 'story', kept: [] },
  })
})

test('an answer that is sent back changes nothing of it, whatever it says', async () => {
  const { ask, make, read } = shown()
  await read('City library', story())
  const { body } = await ask('GET', RANGE)
  const event = Object(at(body, 'events', 0))
  const sent = {
    ...event,
    source: { name: 'Ours', url: 'https://ours.example/', id: 1, uid: 'x', kept: ['title'] },
  }
  expect((await ask('PATCH', `/events/${event.id}`, sent)).body.source).toEqual(event.source)
  const copy = await make('events', { ...sent, slug: 'copy' })
  expect((await ask('GET', `/events/${copy}`)).body.source).toBeUndefined()
})
