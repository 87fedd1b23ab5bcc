import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { API, at, type Calendar, eventOf, idsIn, on, openCalendar } from '../routes/calendar.ts'
import { NOW } from '../setup/recorded-site.ts'
import { type ReadEvent, readByIcalJs, readByTsIcs } from './readers.ts'

/*
 * Feeds, judged by the readers of others. What they read is compared with the JSON of the same events.
 */

const READERS = [
  ['ical.js', readByIcalJs],
  ['ts-ics', readByTsIcs],
] as const

const feed = (calendar: Calendar, path = '/events.ics') => calendar.send(path, {}, 'visitor')

/** The lines of a feed, unfolded. */
const linesOf = (text: string) => text.replace(/\r\n /g, '').split('\r\n')

/** The property of the first event. */
const lineOf = (text: string, name: string) =>
  linesOf(text.slice(text.indexOf('BEGIN:VEVENT'))).find(
    (line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`),
  )

async function uids(calendar: Calendar, path?: string): Promise<number[]> {
  const { text } = await feed(calendar, path)
  return readByIcalJs(text).map(({ uid }) => Number(/^event-(\d+)@/.exec(uid)?.[1]))
}

describe('an event is read as it is in JSON', () => {
  const second = (utc: unknown) => Date.parse(`${String(utc).replace(' ', 'T')}Z`) / 1000

  test.each([
    ['in a zone with summer time', on('2027-07-01 19:00:00', '2027-07-01 22:30:00')],
    ['over a change of the clocks', on('2027-03-13 22:00:00', '2027-03-14 12:00:00')],
    ['in an hour that does not exist', on('2027-03-14 02:30:00', '2027-03-14 05:00:00')],
    ['in the first of two equal hours', on('2027-11-07 01:30:00', '2027-11-07 03:00:00')],
    [
      'in the second of two equal hours',
      on('2027-11-07 01:30:00', '2027-11-07 03:00:00', { utc_start_date: '2027-11-07 06:30:00' }),
    ],
    ['of several days', on('2027-05-10 10:00:00', '2027-05-13 12:00:00')],
    ['without an end of its own', on('2027-05-10 10:00:00')],
    ['in another zone', on('2027-05-10 10:00:00', '2027-05-10 11:00:00', { timezone: 'Asia/Kathmandu' })],
    ['in UTC', on('2027-05-10 10:00:00', '2027-05-10 11:00:00', { timezone: 'UTC' })],
    ['at an offset', on('2027-05-10 10:00:00', '2027-05-10 11:00:00', { timezone: 'UTC+5:30' })],
  ])('%s', async (_name, fields) => {
    const calendar = openCalendar()
    const id = await calendar.make('events', { ...fields, title: 'Open day' })
    const { body } = await calendar.ask('GET', `/events/${id}`)
    const { text } = await feed(calendar, `/events/${id}.ics`)
    const expected: Partial<ReadEvent> = {
      uid: `event-${id}@calendar.example`,
      summary: 'Open day',
      isAllDay: false,
      start: second(body.utc_start_date),
      end: second(body.utc_end_date),
    }
    for (const [reader, read] of READERS) expect(read(text), reader).toMatchObject([expected])
  })

  test('of whole days: it ends with the day after them', async () => {
    const calendar = openCalendar()
    await calendar.make('events', on('2027-05-10', '2027-05-12', { all_day: true }))
    const { text } = await feed(calendar)
    expect(lineOf(text, 'DTSTART')).toBe('DTSTART;VALUE=DATE:20270510')
    expect(lineOf(text, 'DTEND')).toBe('DTEND;VALUE=DATE:20270513')
    const days = { isAllDay: true, start: second('2027-05-10 00:00:00'), end: second('2027-05-13 00:00:00') }
    for (const [reader, read] of READERS) expect(read(text), reader).toMatchObject([days])
  })

  test('whatever characters its texts hold', async () => {
    const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(word, fc.array(word, { maxLength: 8 }), async (title, words) => {
        const calendar = openCalendar()
        const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
        const made = await calendar.ask('POST', '/events', {
          ...eventOf(),
          title: `x${escaped(title)}`,
          description: words.map((one) => `<p>${escaped(one)}</p>`).join(''),
        })
        // Texts that no record may have.
        if (made.status === 400) return
        const { text } = await feed(calendar)
        const lines = text.split('\r\n')
        expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
        expect(Buffer.from(text).toString()).toBe(text)
        const [one] = readByIcalJs(text)
        const [other] = readByTsIcs(text)
        expect(one?.summary).toBe(other?.summary)
        expect(one?.description?.trim()).toBe(other?.description?.trim())
        expect(one?.summary.startsWith('x')).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

test('an event that has a UID from elsewhere keeps it, and only feeds show it', async () => {
  const calendar = openCalendar()
  const editor = { id: 1, role: 'editor' } as const
  const uid = '4711;a,b@old.example'
  const recurrence = { rrule: 'FREQ=DAILY;COUNT=2' }
  const created = await calendar.api.createEvents(editor, [
    { event: eventOf(on('2027-05-10 10:00:00')), uid },
    { event: eventOf(on('2027-05-11 10:00:00')), uid: '' },
    { event: eventOf(on('2027-05-12 10:00:00', undefined, { recurrence })), uid: 'series' },
  ])
  const [first = 0, second = 0, series = 0] = created.map(({ id }) => id)
  const before = await calendar.ask('GET', `/events/${first}`)
  expect(before.text).not.toContain('4711')
  expect((await calendar.ask('PATCH', `/events/${first}`, { title: 'Moved', uid: 'mine' })).status).toBe(200)

  const { text } = await feed(calendar)
  // ts-ics leaves the backslashes in.
  const uids = readByIcalJs(text).map((one) => one.uid)
  expect(uids.slice(0, 2)).toEqual([uid, `event-${second}@calendar.example`])
  expect(linesOf(text).filter((line) => line.startsWith('RELATED-TO'))).toEqual(
    Array(2).fill('RELATED-TO:series'),
  )
  // What is split off is another series.
  const { body } = await calendar.ask('GET', `/events?post_parent=${series}`)
  const [, last] = idsIn(body, 'events')
  await calendar.ask('PATCH', `/events/${last}?scope=future`, { title: 'Later' })
  const related = linesOf((await feed(calendar)).text).filter((line) => line.startsWith('RELATED-TO'))
  expect(related[0]).toBe('RELATED-TO:series')
  expect(related[1]).toMatch(/^RELATED-TO:event-\d+@calendar\.example$/)
})

describe('an event that repeats', () => {
  const weekly = (fields: object = {}) =>
    on('2027-03-02 19:00:00', '2027-03-02 21:00:00', {
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' },
      ...fields,
    })

  test('has one VEVENT for each occurrence, which names its series', async () => {
    const calendar = openCalendar()
    const series = await calendar.make('events', weekly())
    const { body } = await calendar.ask('GET', `/events?post_parent=${series}`)
    const [first = 0, ...others] = idsIn(body, 'events')
    const moved = { start_date: '2027-03-03 20:00:00', end_date: '2027-03-03 22:00:00' }
    expect((await calendar.ask('PATCH', `/events/${first}`, moved)).status).toBe(200)

    const { text } = await feed(calendar)
    const starts = ['2027-03-04T01:00:00Z', '2027-03-10T00:00:00Z', '2027-03-16T23:00:00Z']
    const expected = [first, ...others].map((id, index) => ({
      uid: `event-${id}@calendar.example`,
      start: Date.parse(starts[index] ?? '') / 1000,
    }))
    for (const [reader, read] of READERS) expect(read(text), reader).toMatchObject(expected)
    const related = linesOf(text).filter((line) => line.startsWith('RELATED-TO'))
    expect(related).toEqual(Array(3).fill(`RELATED-TO:event-${series}@calendar.example`))

    const alone = (await feed(calendar, `/events/${series}.ics`)).text
    expect(lineOf(alone, 'UID')).toBe(`UID:event-${series}@calendar.example`)
    expect(alone).not.toContain('RELATED-TO')
  })

  test('names no series behind a password, and none that the reader may not see', async () => {
    const calendar = openCalendar()
    await calendar.make('events', weekly({ password: 'rosebud' }))
    const hidden = await calendar.make('events', weekly({ status: 'private' }))
    const { body } = await calendar.ask('GET', `/events?post_parent=${hidden}&status=private`)
    const [shown] = idsIn(body, 'events')
    await calendar.ask('PATCH', `/events/${shown}`, { status: 'publish' })
    const { text } = await feed(calendar)
    expect(readByIcalJs(text)).toHaveLength(4)
    expect(text).not.toContain('RELATED-TO')
    expect((await calendar.send('/events.ics', {})).text).toContain(`RELATED-TO:event-${hidden}@`)

    const jsonLd = async (as: 'visitor' | 'editor') =>
      at((await calendar.ask('GET', `/events/${shown}`, undefined, as)).body, 'json_ld', 'superEvent')
    expect(await jsonLd('editor')).toEqual({ '@type': 'EventSeries', '@id': `${API}/events/${hidden}` })
    expect(await jsonLd('visitor')).toBeUndefined()
  })
})

describe('the properties of an event', () => {
  async function detailed() {
    const calendar = openCalendar({ title: 'Town; hall', timezone: 'Europe/Berlin' })
    const id = await calendar.make(
      'events',
      eventOf({
        title: 'Jazz &amp; <em>more</em>, live',
        description:
          '<p>Tickets <a href="https://tickets.example/1">here</a></p><ul><li>One</li><li>Two</li></ul>',
        venue: {
          venue: 'Hall',
          address: 'Main St 1',
          city: 'Berlin',
          zip: '10115',
          geo_lat: 52.5,
          geo_lng: 13.4,
        },
        organizer: [
          { organizer: 'Bob', phone: '123' },
          { organizer: 'Ada "A"', email: 'ada@people.example' },
        ],
        categories: ['Music, new'],
        tags: ['loud'],
      }),
      'administrator',
    )
    return { calendar, id }
  }

  test('are those that RFC 5545 has for its fields', async () => {
    const { calendar, id } = await detailed()
    await calendar.ask('PATCH', `/events/${id}`, { cost: '5' })
    const { text } = await feed(calendar)
    expect(linesOf(text).filter((line) => /^[A-Z]/.test(line))).toEqual(
      expect.arrayContaining([
        'SUMMARY:Jazz & more\\, live',
        'DESCRIPTION:Tickets here (https://tickets.example/1)\\n\\n- One\\n- Two',
        'LOCATION:Hall\\, Main St 1\\, Berlin\\, 10115',
        'GEO:52.5;13.4',
        'CATEGORIES:Music\\, new,loud',
        `ORGANIZER;CN="Ada 'A'":mailto:ada@people.example`,
        'CONTACT:Bob\\, 123',
        'URL:https://calendar.example/event/jazz-more-live/',
        'STATUS:CONFIRMED',
        'SEQUENCE:1',
        'DTSTAMP:20270301T120000Z',
        'LAST-MODIFIED:20270301T120000Z',
        'CREATED:20270301T120000Z',
      ]),
    )
  })

  test('of the calendar: its title, its zone, and how often to look', async () => {
    const { calendar } = await detailed()
    const { text } = await feed(calendar)
    expect(linesOf(text).slice(0, 10)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Kalends//Kalends//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:Town\\; hall',
      'X-WR-CALNAME:Town\\; hall',
      'X-WR-TIMEZONE:Europe/Berlin',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
    ])
  })

  test('of the calendar: METHOD only where each event has an ORGANIZER, as that demands', async () => {
    const { calendar } = await detailed()
    await calendar.make('events', eventOf({ organizer: [{ organizer: 'Without mail', phone: '555' }] }))
    expect((await feed(calendar)).text).not.toContain('METHOD')
    expect((await feed(openCalendar())).text).toContain('\r\nMETHOD:PUBLISH\r\n')
  })

  test('that a password protects are left out', async () => {
    const { calendar, id } = await detailed()
    await calendar.ask('PATCH', `/events/${id}`, { password: 'sesame' })
    const { text } = await feed(calendar)
    const names = linesOf(text.slice(text.indexOf('BEGIN:VEVENT'))).map((line) => /^[A-Z-]*/.exec(line)?.[0])
    expect(names).toEqual([
      ...['BEGIN', 'UID', 'DTSTAMP', 'LAST-MODIFIED', 'CREATED', 'DTSTART', 'DTEND'],
      ...['SUMMARY', 'URL', 'STATUS', 'END', 'END', ''],
    ])
    const opened = await calendar.send(
      `/events/${id}.ics`,
      { headers: { 'x-event-password': 'sesame' } },
      'visitor',
    )
    expect(lineOf(opened.text, 'LOCATION')).toBe('LOCATION:Hall\\, Main St 1\\, Berlin\\, 10115')
    expect((await feed(calendar, `/events/${id}.ics`)).status).toBe(403)
  })

  test('of a draft: it is tentative, and not created yet', async () => {
    const calendar = openCalendar()
    const id = await calendar.make('events', eventOf({ status: 'draft' }))
    const { text } = await calendar.send(`/events/${id}.ics`, {})
    expect(lineOf(text, 'STATUS')).toBe('STATUS:TENTATIVE')
    expect(lineOf(text, 'CREATED')).toBe(undefined)
    expect((await feed(calendar, `/events/${id}.ics`)).status).toBe(403)
  })

  test('with an image: twice, for readers old and new', async () => {
    const image = 'https://calendar.example/a.png'
    const calendar = openCalendar({
      resolveImage: () => ({ id: 1, url: image, extension: 'png', width: 1, height: 1, filesize: 1 }),
    })
    await calendar.make('events', eventOf({ image: 1 }))
    const { text } = await feed(calendar)
    expect(lineOf(text, 'IMAGE')).toBe(`IMAGE;VALUE=URI;DISPLAY=FULLSIZE:${image}`)
    expect(lineOf(text, 'ATTACH')).toBe(`ATTACH:${image}`)
  })
})

describe('a feed', () => {
  test('begins 90 days ago and ends in 24 months, unless told otherwise', async () => {
    const calendar = openCalendar()
    const days = ['2026-11-30', '2026-12-02', '2027-05-10', '2029-02-28', '2029-03-03']
    const ids: number[] = []
    for (const day of days) ids.push(await calendar.make('events', on(`${day} 10:00:00`)))
    expect(await uids(calendar)).toEqual(ids.slice(1, 4))
    expect(await uids(calendar, '/events.ics?start_date=2026-11-01')).toEqual(ids.slice(0, 4))
    expect(await uids(calendar, '/events.ics?end_date=2030-01-01')).toEqual(ids.slice(1))
  })

  test.each([
    ['/events', '/events', 'yesterday'],
    ['/events.ics', '/events.ics', '90 days ago'],
    ['/events.rss', '/events.ics', '90 days ago'],
  ])('the documentation says where %s begins', async (documented, path, begin) => {
    const calendar = openCalendar()
    const { body } = await calendar.ask('GET', '/doc')
    const parameters = at(body, 'paths', documented, 'get', 'parameters')
    expect(JSON.stringify(parameters)).toContain(`this day. Default: ${begin}.`)
    for (let days = 0; days <= 92; days++) {
      const day = new Date(NOW.getTime() - days * 86_400_000).toISOString().slice(0, 10)
      await calendar.make('events', on(`${day} 10:00:00`))
    }
    const list = async (query: string) => {
      const { text } = await calendar.send(`${path}${query}`, {}, 'visitor')
      return text.replace(/"(?:next_)?rest_url":"[^"]*"/g, '')
    }
    const end = 'end_date=2030-01-01&per_page=50'
    expect(await list(`?${end}&start_date=${encodeURIComponent(begin)}`)).toBe(await list(`?${end}`))
    expect(await list(`?${end}&start_date=2020-01-01`)).not.toBe(await list(`?${end}`))
  })

  test('has the filters of the list', async () => {
    const calendar = openCalendar()
    const one = await calendar.make('events', eventOf({ tags: ['jazz'] }))
    await calendar.make('events', eventOf({ tags: ['rock'] }))
    expect(await uids(calendar, '/events.ics?tags=jazz')).toEqual([one])
    const list = await calendar.ask('GET', '/events?search=nothing')
    expect(idsIn(list.body, 'events')).toEqual(await uids(calendar, '/events.ics?search=nothing'))
    const bad = await feed(calendar, '/events.ics?venue=99')
    expect([bad.status, bad.headers.get('content-type')]).toEqual([400, 'application/json; charset=UTF-8'])
  })

  test('has no pages', async () => {
    const calendar = openCalendar()
    const id = await calendar.make('events', eventOf())
    expect(await uids(calendar, '/events.ics?page=9&per_page=0')).toEqual([id])
  })

  test('holds no more events than the limit, the earliest first, and says how many there are', async () => {
    const calendar = openCalendar({ limits: { feed: 2 } })
    const ids: number[] = []
    for (const hour of ['12', '10', '11'])
      ids.push(await calendar.make('events', on(`2027-05-10 ${hour}:00:00`)))
    const { headers } = await feed(calendar)
    expect(await uids(calendar)).toEqual([ids[1], ids[2]])
    expect(headers.get('x-tec-total')).toBe('3')
  })

  test('is known again by its ETag, and has the same bytes for the same records', async () => {
    const calendar = openCalendar()
    const id = await calendar.make('events', eventOf())
    const first = await feed(calendar)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"/)
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(first.headers.get('content-disposition')).toBe('inline; filename="events.ics"')
    // An event that goes, or a category that changes, has no date.
    expect(first.headers.has('last-modified')).toBe(false)
    const again = await calendar.send('/events.ics', { headers: { 'if-none-match': etag } }, 'visitor')
    expect([again.status, again.text]).toEqual([304, ''])
    const head = await calendar.send('/events.ics', { method: 'HEAD' }, 'visitor')
    expect([head.status, head.headers.get('etag'), head.text]).toEqual([200, etag, ''])
    await calendar.ask('PATCH', `/events/${id}`, { title: 'Another' })
    expect((await feed(calendar)).headers.get('etag')).not.toBe(etag)
  })

  test('of one event is found by ID and by slug', async () => {
    const calendar = openCalendar()
    const id = await calendar.make('events', eventOf({ slug: 'open' }))
    const byId = await feed(calendar, `/events/${id}.ics`)
    const bySlug = await feed(calendar, '/events/by-slug/open.ics')
    expect(byId.text).toBe(bySlug.text)
    expect(byId.headers.get('content-disposition')).toBe(`inline; filename="event-${id}.ics"`)
    expect((await feed(calendar, '/events/99.ics')).status).toBe(404)
    expect((await feed(calendar, '/events/by-slug/shut.ics')).status).toBe(404)
    expect((await calendar.send('/events.ics', { method: 'POST' })).status).toBe(405)
  })

  test('stands in the documentation, and not in the index, which is that of the original', async () => {
    const calendar = openCalendar({ title: 'Town hall' })
    const doc = await calendar.ask('GET', '/doc')
    expect(doc.body).toMatchObject({
      info: { title: 'Town hall' },
      paths: {
        '/events.ics': { get: { responses: { 200: { content: { 'text/calendar': {} } } } } },
        '/events/{id}.ics': { get: { parameters: [{ name: 'id', in: 'path' }, {}, {}] } },
        '/events/by-slug/{slug}.ics': {},
      },
    })
    expect((await calendar.ask('GET', '/')).text).not.toContain('.ics')
  })
})
