import { memoryStorage } from 'events-api/storage/memory'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import {
  at,
  census,
  eventOf,
  expectRefusal,
  expectWrong,
  idOf,
  idsIn,
  listOf,
  openCalendar,
  textAt,
} from './calendar.ts'

const FULL_EVENT = {
  title: 'Harvest supper',
  description: '<p>Bread and <b>soup</b>.</p>',
  excerpt: 'Bread',
  slug: 'harvest',
  author: 3,
  date: '2027-02-01 09:00:00',
  status: 'private',
  timezone: 'Europe/Paris',
  all_day: true,
  start_date: '2027-05-10',
  end_date: '2027-05-11',
  image: 'https://pictures.example/soup.jpg',
  cost: '$10 - $25',
  website: 'https://supper.example/',
  show_map: true,
  show_map_link: true,
  hide_from_listings: true,
  sticky: true,
  featured: true,
  ticketed: true,
  password: 'ladle',
}

/** Everything that an answer says of a record but when it was last changed. */
function unchanging(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { modified: _modified, modified_utc: _utc, json_ld: _json, ...rest } = body
  return rest
}

async function withFullEvent() {
  const calendar = openCalendar()
  const { make } = calendar
  const [venue, organizer, parent] = [
    await make('venues', { venue: 'Barn' }),
    await make('organizers', { organizer: 'Ann' }),
    await make('events', eventOf({ title: 'Festival' })),
  ]
  const category = await make('categories', { name: 'Food' })
  const tag = await make('tags', { name: 'warm' })
  const links = { venue, organizer, categories: [category], tags: [tag], post_parent: parent }
  const id = await make('events', { ...FULL_EVENT, ...links })
  const read = async () => unchanging((await calendar.ask('GET', `/events/${id}`)).body)
  return { ...calendar, id, read, venue, organizer, category, tag, parent }
}

describe('an update keeps what it does not name', () => {
  const CHANGES: [field: string, value: unknown, changed: string[]][] = [
    ['title', 'Supper', ['title']],
    ['description', 'Stew', ['description']],
    ['excerpt', 'Stew', ['excerpt']],
    ['slug', 'supper', ['slug', 'url']],
    ['author', 4, ['author']],
    ['date', '2027-02-02 09:00:00', ['date', 'date_utc']],
    ['date_utc', '2027-02-02 09:00:00', ['date', 'date_utc']],
    ['status', 'publish', ['status', 'categories', 'tags']],
    ['timezone', 'Asia/Tokyo', ['timezone', 'timezone_abbr', 'utc_start_date', 'utc_end_date']],
    ['all_day', false, ['all_day']],
    ['start_date', '2027-05-09', ['start_date', 'utc_start_date']],
    ['end_date', '2027-05-12', ['end_date', 'utc_end_date']],
    ['image', 'https://pictures.example/b.png', ['image']],
    ['cost', 5, ['cost', 'cost_details']],
    ['website', 'https://other.example/', ['website']],
    ['show_map', false, ['show_map']],
    ['show_map_link', false, ['show_map_link']],
    ['hide_from_listings', false, ['hide_from_listings']],
    ['sticky', false, ['sticky']],
    ['featured', false, ['featured']],
    ['ticketed', false, ['ticketed']],
    ['post_parent', 0, ['post_parent']],
    ['password', 'spoon', []],
    ['categories', 'Drink', ['categories']],
    ['tags', 'cold', ['tags']],
    ['venue', { venue: 'Shed' }, ['venue']],
    ['organizer', { organizer: 'Bob' }, ['organizer']],
  ]

  test.each(CHANGES)('event: %s alone', async (field, value, changed) => {
    const { ask, id, read } = await withFullEvent()
    const before = await read()
    const answer = await ask('PATCH', `/events/${id}`, { [field]: value })
    expect(answer.status, answer.text).toBe(200)
    const after = await read()
    const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(after[name])
    const touched = Object.keys(after).filter((name) => !isSame(name) && !name.endsWith('_details'))
    const expected = changed.filter((name) => !name.endsWith('_details'))
    expect(touched.sort()).toEqual(expected.sort())
    expect(isSame('cost_details')).toBe(!changed.includes('cost_details'))
    expect((await ask('GET', `/events/${id}`, undefined, 'visitor')).status).toBe(403)
  })

  test('event: nothing named, nothing changed, by each of the three methods', async () => {
    const { ask, id, read } = await withFullEvent()
    const before = await read()
    for (const method of ['POST', 'PUT', 'PATCH']) {
      expect((await ask(method, `/events/${id}`, {})).status).toBe(200)
      expect((await ask(method, `/events/by-slug/harvest`)).status).toBe(200)
    }
    expect(await read()).toEqual(before)
  })

  const VENUE = {
    venue: 'Town hall',
    description: '<p>Old.</p>',
    address: '1 Main St',
    city: 'Springfield',
    country: 'Canada',
    province: 'Ontario',
    state: 'OH',
    stateprovince: 'ON',
    zip: '12345',
    phone: '555-1',
    website: 'https://hall.example/',
    image: 'https://hall.example/a.png',
    show_map: 'no',
    show_map_link: 'no',
    geo_lat: 40.5,
    geo_lng: -74.25,
    status: 'private',
    date: '2027-01-01 00:00:00',
    slug: 'the-hall',
    author: 3,
  }
  const ORGANIZER = {
    organizer: 'Ann',
    description: '<p>Bakes.</p>',
    phone: '555-2',
    website: 'https://ann.example/',
    email: 'ann@ann.example',
    image: 'https://ann.example/a.png',
    status: 'draft',
    date: '2027-01-01 00:00:00',
    slug: 'ann-b',
    author: 3,
  }

  test.each([
    ...Object.keys(VENUE).map((field) => ['venues', VENUE, field] as const),
    ...Object.keys(ORGANIZER).map((field) => ['organizers', ORGANIZER, field] as const),
  ])('%s: each of %o but %s is kept when that alone is sent', async (collection, fields, field) => {
    const { ask, make } = openCalendar()
    const id = await make(collection, fields)
    const read = async () => unchanging((await ask('GET', `/${collection}/${id}`)).body)
    const before = await read()
    const answer = await ask('PATCH', `/${collection}/${id}`, { [field]: at(fields, field) })
    expect(answer.status, answer.text).toBe(200)
    expect(await read()).toEqual(before)
    await ask('PUT', `/${collection}/${id}`, {})
    expect(await read()).toEqual(before)
  })

  test('category and tag: each field is kept while another is sent', async () => {
    const { ask, make } = openCalendar()
    const top = await make('categories', { name: 'Top' })
    const fields = { name: 'Food', description: 'Eat', slug: 'eating', parent: top }
    const category = await make('categories', fields)
    const { parent: _parent, ...tagFields } = fields
    const tag = await make('tags', tagFields)
    for (const [path, all] of [
      [`/categories/${category}`, fields],
      [`/tags/${tag}`, tagFields],
    ] as const) {
      const before = (await ask('GET', path)).body
      for (const field of Object.keys(all)) {
        expect((await ask('PATCH', path, { [field]: at(all, field) })).body).toEqual(before)
      }
      expect((await ask('PATCH', path, {})).body).toEqual(before)
    }
  })
})

describe('null, empty text and empty lists clear what can be cleared', () => {
  const CLEARED: [field: string, empties: unknown[], shown: unknown][] = [
    ['description', ['', null], ''],
    ['excerpt', ['', null], ''],
    ['image', ['', null, false], false],
    ['cost', ['', null, [], false], ''],
    ['website', ['', null, [], false, 0], expect.stringContaining('/event/harvest/')],
    ['post_parent', ['', null, 0, '0'], 0],
    ['categories', ['', null, [], false, 0], []],
    ['tags', ['', null, [], false, 0], []],
    ['venue', ['', null, [], false, 0, '0', {}], []],
    ['organizer', ['', null, [], false, 0, '0', {}], []],
    ['timezone', [''], 'America/New_York'],
  ]

  test.each(CLEARED)('event: %s', async (field, empties, shown) => {
    for (const empty of empties) {
      const { ask, id, read } = await withFullEvent()
      const before = await read()
      expect(before[field]).not.toEqual(shown)
      const answer = await ask('PATCH', `/events/${id}`, { [field]: empty })
      expect(answer.status, `${JSON.stringify(empty)} ${answer.text}`).toBe(200)
      expect((await read())[field], JSON.stringify(empty)).toEqual(shown)
    }
  })

  test('the password is cleared by null and by empty text, and then everybody reads the event', async () => {
    for (const empty of [null, '']) {
      const { ask, make } = openCalendar()
      const id = await make('events', eventOf({ password: 'ladle', description: 'Secret' }))
      expectRefusal(await ask('GET', `/events/${id}`, undefined, 'visitor'), 403, 'event-password-protected')
      await ask('PATCH', `/events/${id}`, { title: 'Renamed' })
      expectRefusal(await ask('GET', `/events/${id}`, undefined, 'visitor'), 403, 'event-password-protected')
      await ask('PATCH', `/events/${id}`, { password: empty })
      expect((await ask('GET', `/events/${id}`, undefined, 'visitor')).body.description).toBe('Secret')
    }
  })

  test('venue, organizer and term fields: gone from the answer, or empty there', async () => {
    const { ask, make } = openCalendar()
    const lines = [
      'address',
      'city',
      'country',
      'province',
      'state',
      'zip',
      'phone',
      'website',
      'description',
    ]
    for (const empty of ['', null]) {
      const filled = Object.fromEntries(lines.map((name) => [name, 'https://x.example/']))
      const image = 'https://x.example/a.png'
      const id = await make('venues', { ...filled, venue: `V${empty}`, geo_lat: 1, geo_lng: 2, image })
      const emptied = Object.fromEntries(
        [...lines, 'geo_lat', 'geo_lng', 'image'].map((name) => [name, empty]),
      )
      const { status, body } = await ask('PATCH', `/venues/${id}`, emptied)
      expect(status).toBe(200)
      for (const name of Object.keys(emptied)) expect(body, name).not.toHaveProperty(name)

      const organizer = await make('organizers', { organizer: `O${empty}`, email: 'a@b.example', phone: '1' })
      const bare = (await ask('PATCH', `/organizers/${organizer}`, { email: empty, phone: empty })).body
      expect(bare).not.toHaveProperty('email')
      expect(bare).not.toHaveProperty('phone')

      const tag = await make('tags', { name: `t${empty}`, description: 'About' })
      expect((await ask('PATCH', `/tags/${tag}`, { description: empty })).body.description).toBe('')
      const top = await make('categories', { name: `top${empty}` })
      const child = await make('categories', { name: `child${empty}`, parent: top })
      expect((await ask('PATCH', `/categories/${child}`, { parent: empty })).body.parent).toBe(0)
    }
  })

  test('what a record cannot be without is not cleared', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf())
    for (const field of ['title', 'start_date', 'end_date', 'status', 'author', 'slug', 'date']) {
      for (const empty of ['', null, []]) {
        const answer = await ask('PATCH', `/events/${id}`, { [field]: empty })
        expectWrong(answer, field)
      }
    }
    const venue = await make('venues', { venue: 'Hall' })
    expectWrong(await ask('PATCH', `/venues/${venue}`, { venue: '' }), 'venue')
    expectWrong(await ask('PATCH', `/venues/${venue}`, { venue: ' \n ' }), 'venue')
  })
})

describe('the path names the record', () => {
  test('another id, in body or query, is refused on every method; the same one is fine', async () => {
    const { ask, make } = openCalendar()
    const ids = {
      events: await make('events', eventOf({ slug: 'one' })),
      venues: await make('venues', { venue: 'One' }),
      organizers: await make('organizers', { organizer: 'One' }),
      categories: await make('categories', { name: 'One' }),
      tags: await make('tags', { name: 'One' }),
    }
    for (const [collection, id] of Object.entries(ids)) {
      const isTerm = collection === 'categories' || collection === 'tags'
      const paths = [`/${collection}/${id}`, ...(isTerm ? [] : [`/${collection}/by-slug/one`])]
      for (const path of paths) {
        for (const method of ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'])
          expectWrong(await ask(method, `${path}?id=${id + 1}`), 'id')
        for (const wrong of [
          id + 1,
          String(id + 1),
          'x',
          [id],
          [id, 5],
          { a: 1 },
          { toString: 1 },
          true,
          1.5,
          '',
        ])
          expectWrong(await ask('PATCH', path, { id: wrong }), 'id')
        expectWrong(await ask('DELETE', path, { id: id + 1 }), 'id')
        expectWrong(await ask('GET', `${path}?id[a]=1`), 'id')
        for (const method of ['POST', 'PUT', 'PATCH'])
          for (const right of [id, String(id)])
            expect((await ask(method, `${path}?id=${id}`, { id: right })).status).toBe(200)
        expect((await ask('GET', `${path}?id=${id}`)).status).toBe(200)
        expect((await ask('GET', `${path}?id=0${id}`)).status).toBe(200)
      }
      expect((await ask('DELETE', `/${collection}/${id}`, { id })).status).toBe(200)
    }
  })

  test('slug in the body is the new slug, by ID and by slug', async () => {
    const { ask, make } = openCalendar()
    const one = await make('events', eventOf({ slug: 'one' }))
    const two = await make('events', eventOf({ slug: 'two' }))
    const renamed = await ask('PATCH', '/events/by-slug/one', { slug: 'two' })
    expect(renamed.body).toMatchObject({ id: one, slug: 'two-2' })
    expect((await ask('PATCH', `/events/${two}`, { slug: 'one' })).body).toMatchObject({
      id: two,
      slug: 'one',
    })
    const venue = await make('venues', { venue: 'Hall', slug: 'here' })
    expect((await ask('PATCH', '/venues/by-slug/here', { slug: 'there' })).body.slug).toBe('there')
    expect((await ask('GET', '/venues/by-slug/there')).body.id).toBe(venue)
    expectRefusal(await ask('GET', '/venues/by-slug/here'), 404, 'rest-venue-not-found')
  })
})

describe('dates', () => {
  const times = ({
    start_date,
    end_date,
    utc_start_date,
    utc_end_date,
  }: Readonly<Record<string, unknown>>) => [start_date, end_date, utc_start_date, utc_end_date]

  test('one of the two applies against the stored other one', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf())
    const later = await ask('PATCH', `/events/${id}`, { end_date: '2027-05-10 15:00' })
    expect(later.body).toMatchObject({ start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 15:00:00' })
    const sooner = await ask('PATCH', `/events/${id}`, { start_date: '2027-05-10 14:00' })
    expect(sooner.body).toMatchObject({ start_date: '2027-05-10 14:00:00', end_date: '2027-05-10 15:00:00' })
    expectWrong(await ask('PATCH', `/events/${id}`, { start_date: '2027-05-10 15:00:01' }), 'end_date')
    expectWrong(await ask('PATCH', `/events/${id}`, { end_date: '2027-05-10 13:59:59' }), 'end_date')
    expect((await ask('GET', `/events/${id}`)).body).toMatchObject({
      start_date: '2027-05-10 14:00:00',
      end_date: '2027-05-10 15:00:00',
    })
  })

  test('a time zone alone keeps the wall clock and recomputes UTC', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf())
    const { body } = await ask('PATCH', `/events/${id}`, { timezone: 'Asia/Tokyo' })
    expect(times(body)).toEqual([
      '2027-05-10 10:00:00',
      '2027-05-10 12:00:00',
      '2027-05-10 01:00:00',
      '2027-05-10 03:00:00',
    ])
    expect(body.timezone_abbr).toBe('JST')
    // By ID or slug, and together with one of the dates.
    const both = await ask('PATCH', '/events/by-slug/open-day', {
      timezone: 'UTC-3:30',
      end_date: '2027-05-10 13:00',
    })
    expect(times(both.body)).toEqual([
      '2027-05-10 10:00:00',
      '2027-05-10 13:00:00',
      '2027-05-10 13:30:00',
      '2027-05-10 16:30:00',
    ])
  })

  test('an end before the start is refused by name, together with every other fault', async () => {
    const { ask } = openCalendar()
    const early = eventOf({ end_date: '2027-05-10 09:00' })
    expectWrong(await ask('POST', '/events', early), 'end_date')
    const faults = { ...early, website: 'no', venue: 99, status: 'x', slug: 5 }
    expectWrong(await ask('POST', '/events', faults), 'end_date', 'website', 'venue', 'status', 'slug')
    const { title: _title, ...untitled } = early
    expectWrong(await ask('POST', '/events', untitled), 'end_date', 'title')
    expectWrong(await ask('POST', '/events', eventOf({ end_date: '2027-02-30' })), 'end_date')
    const allDay = eventOf({ all_day: true, end_date: '2027-05-10 08:00' })
    expect((await ask('POST', '/events', allDay)).body).toMatchObject({ end_date: '2027-05-10 23:59:59' })
    expectWrong(await ask('POST', '/events', { ...allDay, end_date: '2027-05-09 23:59' }), 'end_date')
  })

  test('what is missing and what is wrong come in one answer', async () => {
    const { ask } = openCalendar()
    const missing = await ask('POST', '/events', { description: 'x' })
    expectRefusal(missing, 400, 'rest_missing_callback_param')
    expect(at(missing.body, 'data', 'params')).toEqual(['title', 'start_date', 'end_date'])
    expectWrong(
      await ask('POST', '/events', { title: null, all_day: 'perhaps' }),
      'title',
      'start_date',
      'end_date',
      'all_day',
    )
  })

  test('an offset makes an instant, digits are seconds, eight of them a date', async () => {
    const { ask } = openCalendar()
    const cases: [start: string, shown: string][] = [
      ['2027-05-10T10:00:00Z', '2027-05-10 06:00:00'],
      ['2027-05-10T10:00:00+09:00', '2027-05-09 21:00:00'],
      ['1810000000', '2027-05-10 21:46:40'],
      ['20270510', '2027-05-10 00:00:00'],
      ['05/06/2027 9:30 pm', '2027-05-06 21:30:00'],
      ['06-05-2027', '2027-05-06 00:00:00'],
      ['6.5.2027', '2027-05-06 00:00:00'],
      ['tomorrow noon', '2027-03-02 12:00:00'],
      ['next friday', '2027-03-05 00:00:00'],
      ['+1 week 10:00', '2027-03-08 10:00:00'],
      ['2027-05-10 24:00', '2027-05-11 00:00:00'],
    ]
    for (const [start, shown] of cases) {
      const answer = await ask('POST', '/events', eventOf({ start_date: start, end_date: '2028-01-01' }))
      expect(answer.body.start_date, start).toBe(shown)
    }
    const inTokyo = eventOf({
      start_date: '2027-05-10T10:00:00Z',
      end_date: '2027-05-11',
      timezone: 'Asia/Tokyo',
    })
    expect((await ask('POST', '/events', inTokyo)).body.start_date).toBe('2027-05-10 19:00:00')
    for (const none of [
      '2027',
      '2027-02-30',
      'whenever',
      '2027-13-01',
      '2027-05-10 25:00',
      'x',
      '2027-05-10 10:00 there',
      '99999999999999',
    ]) {
      expectWrong(await ask('POST', '/events', eventOf({ start_date: none })), 'start_date')
    }
    for (const none of [20270510, true, ['2027-05-10'], {}]) {
      expectWrong(await ask('POST', '/events', eventOf({ start_date: none })), 'start_date')
    }
  })

  test('a wall time that occurs twice is the first, one that does not moves on by the gap', async () => {
    const { ask } = openCalendar()
    const twice = eventOf({ start_date: '2027-11-07 01:30', end_date: '2027-11-07 01:30' })
    expect((await ask('POST', '/events', twice)).body.utc_start_date).toBe('2027-11-07 05:30:00')
    const paris = { timezone: 'Europe/Paris', start_date: '2027-10-31 02:30', end_date: '2027-10-31 02:30' }
    expect((await ask('POST', '/events', eventOf(paris))).body.utc_start_date).toBe('2027-10-31 00:30:00')
    const gap = eventOf({ start_date: '2027-03-14 02:30', end_date: '2027-03-14 02:45' })
    expect(times((await ask('POST', '/events', gap)).body)).toEqual([
      '2027-03-14 03:30:00',
      '2027-03-14 03:45:00',
      '2027-03-14 07:30:00',
      '2027-03-14 07:45:00',
    ])
    const fixed = eventOf({ timezone: 'UTC+4:30' })
    expect((await ask('POST', '/events', fixed)).body).toMatchObject({
      timezone: 'UTC+4:30',
      timezone_abbr: 'UTC+4:30',
      utc_start_date: '2027-05-10 05:30:00',
    })
    for (const none of ['UTCfoo', 'Mars/Olympus', 'EDT', ' Europe/Paris', 5, true])
      expectWrong(await ask('POST', '/events', eventOf({ timezone: none })), 'timezone')
  })

  test('an instant is kept exactly, in an hour that the clock shows twice as well', async () => {
    const { ask } = openCalendar()
    const { body } = await ask(
      'POST',
      '/events',
      eventOf({ start_date: '2027-11-07T05:45:00Z', end_date: '2027-11-07T06:30:00Z' }),
    )
    const exact = ['2027-11-07 01:45:00', '2027-11-07 01:30:00', '2027-11-07 05:45:00', '2027-11-07 06:30:00']
    expect(times(body)).toEqual(exact)
    const path = `/events/${idOf(body)}`
    expect(times((await ask('PATCH', path, { title: 'Longer' })).body)).toEqual(exact)
    const later = await ask('PATCH', path, { start_date: '2027-11-07T05:40:00Z' })
    expect(later.body).toMatchObject({
      utc_start_date: '2027-11-07 05:40:00',
      utc_end_date: '2027-11-07 06:30:00',
    })
    // Elsewhere the clock shows it once, and the wall clock is what counts.
    const moved = await ask('PATCH', path, { timezone: 'UTC', end_date: '2027-11-07 02:00' })
    expect(moved.body).toMatchObject({
      utc_start_date: '2027-11-07 01:40:00',
      utc_end_date: '2027-11-07 02:00:00',
    })
  })
})

describe('one write, one commit', () => {
  const inline = {
    venue: { venue: 'New hall' },
    organizer: [{ organizer: 'Ann' }, { organizer: 'Bob' }],
    categories: 'Brand new',
    tags: ['fresh', 'crisp'],
  }

  test('a refused event leaves nothing of what it brought along', async () => {
    const calendar = openCalendar()
    const { ask } = calendar
    const before = await census(calendar)
    const refused = [
      [eventOf({ ...inline, end_date: '2027-05-09' }), 400],
      [eventOf({ ...inline, image: 7 }), 400],
      [eventOf({ ...inline, author: 99 }), 400],
      [eventOf({ ...inline, organizer: [{ organizer: 'Ann' }, 99] }), 400],
      [eventOf({ ...inline, organizer: [{ organizer: 'Ann' }, { organizer: ' ' }] }), 400],
      [eventOf({ ...inline, post_parent: 99 }), 400],
    ] as const
    for (const [body, status] of refused) {
      const answer = await ask('POST', '/events', body)
      expect(answer.status, answer.text).toBe(status)
    }
    // Refused for want of rights, after everything was found right.
    for (const more of [{ sticky: true }, { featured: true }, { author: 1 }, {}]) {
      const answer = await ask('POST', '/events', eventOf({ ...inline, ...more }), 'contributor')
      expectRefusal(answer, 403, 'rest_forbidden')
    }
    const byAuthor = await ask('POST', '/events', eventOf(inline), 'author')
    expectRefusal(byAuthor, 403, 'rest_forbidden')
    expect(await census(calendar)).toEqual(before)
  })

  test('a refused update leaves nothing either', async () => {
    const calendar = openCalendar()
    const id = await calendar.make('events', eventOf())
    const before = await census(calendar)
    for (const more of [{ end_date: '2027-01-01' }, { title: ' ' }, { venue: [{ venue: 'X' }, 99] }]) {
      const answer = await calendar.ask('PATCH', `/events/${id}`, { ...inline, ...more })
      expect(answer.status).toBe(400)
    }
    expectRefusal(await calendar.ask('PATCH', `/events/${id}`, inline, 'author'), 403, 'rest_forbidden')
    expectRefusal(await calendar.ask('PATCH', '/events/999', inline), 404, 'rest-event-not-found')
    expect(await census(calendar)).toEqual(before)
    expect((await calendar.ask('GET', `/events/${id}`)).body).toMatchObject({ title: 'Open day', venue: [] })
  })

  test('a good event brings everything with it', async () => {
    const calendar = openCalendar()
    const { body } = await calendar.ask('POST', '/events', eventOf(inline))
    expect(body).toMatchObject({
      venue: { venue: 'New hall' },
      organizer: [{ organizer: 'Ann' }, { organizer: 'Bob' }],
      categories: [{ name: 'Brand new', count: 1 }],
      tags: [{ name: 'crisp' }, { name: 'fresh' }],
    })
    expect(await census(calendar)).toEqual({ events: 1, venues: 1, organizers: 2, categories: 1, tags: 2 })
  })
})

describe('a name that exists already', () => {
  test('is reused unchanged, inline and on its own', async () => {
    const { ask, make } = openCalendar()
    const hall = await make('venues', { venue: 'Fish & Chips', city: 'Hull' })
    for (const name of ['Fish & Chips', 'fish &amp; chips', ' FISH & CHIPS ']) {
      const event = await ask('POST', '/events', eventOf({ venue: { venue: name, city: 'York' } }))
      expect(event.body.venue, name).toMatchObject({ id: hall, city: 'Hull' })
      const again = await ask('POST', '/venues', { venue: name, city: 'York' })
      expect(again.status).toBe(201)
      expect(again.body).toMatchObject({ id: hall, city: 'Hull' })
    }
    const other = await ask('POST', '/venues', { venue: 'Fish & Chips', description: 'Another' })
    expect(other.body.id).not.toBe(hall)
    // Two spellings of one new name in one event are one record.
    const twice = await ask(
      'POST',
      '/events',
      eventOf({ organizer: [{ organizer: 'A & B' }, { organizer: 'a &amp; b' }] }),
    )
    expect(listOf(twice.body.organizer)).toHaveLength(1)
  })

  test('of a record that the caller may not read is neither reused nor shown', async () => {
    const { ask, make } = openCalendar()
    for (const status of ['draft', 'pending', 'private', 'future']) {
      const date = status === 'future' ? { date: '2027-12-01' } : {}
      const hidden = await make('venues', { venue: `Den ${status}`, city: 'Hull', status, ...date })
      const inline = await ask('POST', '/events', eventOf({ venue: { venue: `Den ${status}` } }), 'author')
      const made = at(inline.body, 'venue')
      expect(idOf(made)).not.toBe(hidden)
      expect(made).not.toHaveProperty('city')
      const alone = await ask('POST', '/venues', { venue: `Den ${status}` }, 'author2')
      // By now there is a published one of this name, which is reused.
      expect(alone.body.id).toBe(idOf(made))
      expect((await ask('POST', '/venues', { venue: `Den ${status}` }, 'editor')).body.id).toBe(hidden)
    }
    const trashed = await make('venues', { venue: 'Gone' })
    await ask('DELETE', `/venues/${trashed}`)
    expect((await ask('POST', '/venues', { venue: 'Gone' })).body.id).not.toBe(trashed)
  })
})

describe('venue and organizer come in many shapes', () => {
  async function withLinked() {
    const calendar = openCalendar()
    const v1 = await calendar.make('venues', { venue: 'V1' })
    const v2 = await calendar.make('venues', { venue: 'V2' })
    const o1 = await calendar.make('organizers', { organizer: 'O1' })
    const o2 = await calendar.make('organizers', { organizer: 'O2' })
    return { ...calendar, venue: [v1, v2], organizer: [o1, o2] } as const
  }

  test('IDs, digits, objects, lists and comma lists all mean the same', async () => {
    const { ask, venue, organizer } = await withLinked()
    for (const [kind, [a = 0, b = 0]] of [
      ['venue', venue],
      ['organizer', organizer],
    ] as const) {
      const one = [
        a,
        String(a),
        `0${a}`,
        { id: a },
        { id: String(a), [kind]: 'Ignored' },
        [a],
        [String(a)],
        [{ id: a }],
        `${a},`,
        [a, a],
        [a, null, '', 0, {}, { [kind]: '' }],
      ]
      for (const shape of one) {
        const { body, status, text } = await ask('POST', '/events', eventOf({ [kind]: shape }))
        expect(status, `${JSON.stringify(shape)} ${text}`).toBe(201)
        const shown = body[kind]
        expect(kind === 'venue' ? [idOf(shown)] : listOf(shown).map(idOf), JSON.stringify(shape)).toEqual([a])
      }
      for (const shape of [[b, a], `${b},${a}`, `${b} , ${a} , ${b}`, [{ id: b }, String(a)]]) {
        const { body } = await ask('POST', '/events', eventOf({ [kind]: shape }))
        expect(listOf(body[kind]).map(idOf), JSON.stringify(shape)).toEqual([b, a])
      }
      const mixed = await ask('POST', '/events', eventOf({ [kind]: [b, { [kind]: 'New' }] }))
      expect(listOf(mixed.body[kind]).map((one) => at(one, kind))).toEqual([
        kind === 'venue' ? 'V2' : 'O2',
        'New',
      ])
      const single = await ask('POST', '/events', eventOf({ [kind]: { [kind]: 'Newer' } }))
      expect(listOf([single.body[kind]].flat()).map((one) => at(one, kind))).toEqual(['Newer'])
      const none = await ask('POST', '/events', eventOf({ [kind]: [] }))
      expect(none.body[kind]).toEqual([])
    }
  })

  test('anything else is refused by name', async () => {
    const { ask, venue, organizer } = await withLinked()
    for (const [kind, [a = 0], [other = 0]] of [
      ['venue', venue, organizer],
      ['organizer', organizer, venue],
    ] as const) {
      const wrong = [
        true,
        99,
        '99',
        'Hall',
        -1,
        1.5,
        `${a},99`,
        [a, 99],
        [[a]],
        other,
        { id: 99 },
        { id: 'x' },
        { city: 'Hull' },
        { [kind]: ' ' },
        { [kind]: '<b> </b>' },
        { [kind]: '<script>x</script>' },
        { [kind]: 5 },
        { [kind]: 'X', website: 'no' },
        { [kind]: 'X', date: 'no' },
        { [kind]: 'X', author: 99 },
      ]
      for (const shape of wrong) {
        const answer = await ask('POST', '/events', eventOf({ [kind]: shape }))
        expect(answer.status, `${kind} ${JSON.stringify(shape)}`).toBe(400)
        expectWrong(answer, kind)
      }
    }
  })
})

describe('images', () => {
  test('without a resolver a URL is stored as given, and an ID is refused', async () => {
    const { ask } = openCalendar()
    const { body } = await ask('POST', '/events', eventOf({ image: 'https://a.example/x%20y.JPG?w=1' }))
    expect(body.image).toEqual({
      url: 'https://a.example/x%20y.JPG?w=1',
      id: 0,
      extension: 'jpg',
      width: 0,
      height: 0,
      filesize: 0,
      sizes: {},
    })
    for (const wrong of [
      7,
      '7',
      'cat',
      'javascript:alert(1)',
      'ftp://a.example/x',
      '//a.example/x',
      true,
      {},
      [],
    ])
      expectWrong(await ask('POST', '/events', eventOf({ image: wrong })), 'image')
  })

  test('a resolver is asked for IDs and URLs alike, and refuses with null', async () => {
    const asked: unknown[] = []
    const image = {
      url: 'https://cdn.example/7.jpg',
      id: 7,
      extension: 'jpg',
      width: 4,
      height: 3,
      filesize: 9,
    }
    const { ask, make } = openCalendar({
      resolveImage: (given) => {
        asked.push(given)
        return given === 7 || given === 'https://a.example/7.jpg' ? image : null
      },
    })
    for (const given of [7, '7', 'https://a.example/7.jpg'])
      expect((await ask('POST', '/events', eventOf({ image: given }))).body.image).toEqual(image)
    expectWrong(await ask('POST', '/events', eventOf({ image: 8 })), 'image')
    const venue = await make('venues', { venue: 'Hall', image: 7 })
    expect((await ask('PATCH', `/venues/${venue}`, { city: 'Hull' })).body.image).toEqual(image)
    expectWrong(await ask('PATCH', `/venues/${venue}`, { image: 'https://a.example/8.jpg' }), 'image')
    expect(asked).toEqual([7, 7, 'https://a.example/7.jpg', 8, 7, 'https://a.example/8.jpg'])
    await ask('PATCH', `/venues/${venue}`, { image: '' })
    expect(asked).toHaveLength(6)
  })
})

test('costs are read with their separators and ranges, and text stays text', async () => {
  const { ask } = openCalendar()
  const cases: [cost: unknown, shown: string, values: string[]][] = [
    ['€ 10,50', '€10,50', ['10.50']],
    ['1,000.50', '$1,000.50', ['1000.50']],
    ['$1,000 - $2,500', '$1,000 – $2,500', ['1000', '2500']],
    ['Free - 20', 'Free – $20', ['0', '20']],
    [0, 'Free', ['0']],
    ['0', 'Free', ['0']],
    ['Free', 'Free', ['free']],
    ['5 per person', '5 per person', ['5-per-person']],
    ['Ask us', 'Ask us', ['ask-us']],
    ['<b>Q&A</b>', 'Q&amp;A', ['qa']],
    [['€5', '€6'], '€5 – €6', ['5', '6']],
    [null, '', []],
  ]
  for (const [cost, shown, values] of cases) {
    const { body } = await ask('POST', '/events', eventOf({ cost }))
    expect([body.cost, at(body.cost_details, 'values')], JSON.stringify(cost)).toEqual([shown, values])
    const id = idOf(body)
    const updated = await ask('PATCH', `/events/${id}`, { cost })
    expect(updated.body.cost).toBe(shown)
  }
  for (const wrong of [{}, true, [[1]], [{ a: 1 }]])
    expectWrong(await ask('POST', '/events', eventOf({ cost: wrong })), 'cost')
})

test('URLs are http or https, kept as given; an event without one shows its own address', async () => {
  const { ask, make } = openCalendar()
  const id = await make('events', eventOf())
  const permalink = 'https://calendar.example/event/open-day/'
  expect((await ask('GET', `/events/${id}`)).body.website).toBe(permalink)
  const odd = 'HTTPS://Shop.Example:443/a%20b?x=1&y=%26#part'
  expect((await ask('PATCH', `/events/${id}`, { website: odd })).body.website).toBe(odd)
  expect((await ask('PATCH', `/events/${id}`, { website: null })).body.website).toBe(permalink)
  const venue = await make('venues', { venue: 'Hall', website: odd })
  for (const wrong of [
    'javascript:alert(1)',
    'javascript://x.example/%0aalert(1)',
    'ftp://x.example/',
    'mailto:a@b.example',
    'x.example',
    '//x.example/',
    'http://',
    'http://a b',
    'https://x.example/"onload',
    'http://exämple.example/',
    ' https://x.example/',
    5,
    true,
  ]) {
    expectWrong(await ask('PATCH', `/events/${id}`, { website: wrong }), 'website')
    expectWrong(await ask('PATCH', `/venues/${venue}`, { website: wrong }), 'website')
  }
  expect((await ask('GET', `/venues/${venue}`)).body.website).toBe(odd)
})

test('blank names are refused, and "0" is a name like any other', async () => {
  const { ask } = openCalendar()
  for (const blank of [' ', '\t\n', '<p></p>', '<script>x</script>', '&nbsp;', '<!-- x -->']) {
    expectWrong(await ask('POST', '/events', eventOf({ title: blank })), 'title')
    expectRefusal(await ask('POST', '/venues', { venue: blank }), 400, 'could-not-create-venue')
    expectRefusal(await ask('POST', '/organizers', { organizer: blank }), 400, 'could-not-create-organizer')
    expectRefusal(await ask('POST', '/categories', { name: blank }), 400, 'empty_term_name')
    expectRefusal(await ask('POST', '/tags', { name: blank }), 400, 'empty_term_name')
  }
  const zero = await ask(
    'POST',
    '/events',
    eventOf({ title: '0', description: '0', excerpt: '0', slug: '0' }),
  )
  expect(zero.body).toMatchObject({ title: '0', description: '0', excerpt: '0', slug: '0' })
  expect((await ask('GET', '/events/by-slug/0')).body.id).toBe(zero.body.id)
  expect((await ask('POST', '/venues', { venue: '0', city: '0' })).body).toMatchObject({
    venue: '0',
    city: '0',
  })
  expect((await ask('POST', '/tags', { name: '0' })).body.name).toBe('0')
})

describe('categories', () => {
  test('move to the top, never into themselves', async () => {
    const { ask, make } = openCalendar()
    const a = await make('categories', { name: 'A' })
    const b = await make('categories', { name: 'B', parent: a })
    const c = await make('categories', { name: 'C', parent: b })
    for (const parent of [a, b, c]) expectWrong(await ask('PATCH', `/categories/${a}`, { parent }), 'parent')
    expectWrong(await ask('PATCH', `/categories/${a}`, { parent: 99 }), 'parent')
    expect((await ask('PATCH', `/categories/${b}`, { parent: 0 })).body).not.toHaveProperty('urls.up')
    expect((await ask('PATCH', `/categories/${a}`, { parent: c })).body.parent).toBe(c)
    expect((await ask('DELETE', `/categories/${c}`)).body.name).toBe('C')
    expect((await ask('GET', `/categories/${a}`)).body.parent).toBe(b)
    expectRefusal(await ask('DELETE', `/categories/${c}`), 404, 'rest-category-not-found')
    expectRefusal(await ask('POST', '/tags', { name: 'x', parent: a }), 400, 'rest_taxonomy_not_hierarchical')
  })

  test('a taken slug is numbered on creation and refused on update', async () => {
    const { ask, make } = openCalendar()
    for (const collection of ['categories', 'tags']) {
      const first = await make(collection, { name: 'Art' })
      const second = await ask('POST', `/${collection}`, { name: 'Arts', slug: 'art' })
      expect(second.body.slug).toBe('art-2')
      const path = `/${collection}/${idOf(second.body)}`
      expectRefusal(await ask('PATCH', path, { slug: 'art' }), 400, 'duplicate_term_slug')
      expectRefusal(await ask('PATCH', path, { slug: 'ART', name: 'Fine' }), 400, 'duplicate_term_slug')
      expect((await ask('GET', path)).body).toMatchObject({ slug: 'art-2', name: 'Arts' })
      expect((await ask('PATCH', path, { slug: 'art-2' })).status).toBe(200)
      const again = await ask('POST', `/${collection}`, { name: 'art' })
      expectRefusal(again, 400, 'term_exists')
      expect(at(again.body, 'data', 'term_id')).toBe(first)
    }
  })

  test('a parent that is deleted meanwhile is no parent', async () => {
    for (const method of ['POST', 'PATCH'] as const) {
      const storage = memoryStorage()
      let meanwhile: (() => Promise<unknown>) | undefined
      const racing: Storage = {
        ...storage,
        commit: async (changes) => {
          const first = meanwhile
          meanwhile = undefined
          await first?.()
          return storage.commit(changes)
        },
      }
      const { ask, make } = openCalendar({}, racing)
      const parent = await make('categories', { name: 'Parent' })
      const child = await make('categories', { name: 'Child' })
      meanwhile = () => ask('DELETE', `/categories/${parent}`)
      const path = method === 'POST' ? '/categories' : `/categories/${child}`
      expectWrong(await ask(method, path, { name: 'Late', parent }), 'parent')
      expect((await ask('GET', `/categories/${child}`)).body).toMatchObject({ name: 'Child', parent: 0 })
    }
  })
})

describe('slugs', () => {
  test('twenty-five of one title in a row are numbered one by one', async () => {
    const { ask } = openCalendar()
    for (const [collection, fields] of [
      ['events', eventOf({ title: 'Market' })],
      ['venues', { venue: 'Market' }],
    ] as const) {
      const slugs: unknown[] = []
      for (let n = 1; n <= 25; n++)
        slugs.push((await ask('POST', `/${collection}`, { ...fields, description: `No. ${n}` })).body.slug)
      expect(slugs).toEqual(['market', ...Array.from({ length: 24 }, (_, index) => `market-${index + 2}`)])
    }
  })

  test('twenty-five of one title at once all get one of their own', async () => {
    const { ask } = openCalendar()
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => ask('POST', '/events', eventOf({ title: 'Market' }))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => 201))
    const slugs = answers.map(({ body }) => textAt(body, 'slug'))
    expect(new Set(slugs).size).toBe(25)
    for (const slug of slugs) expect(slug).toMatch(/^market(-\d+)?$/)
    for (const { body } of answers)
      expect((await ask('GET', `/events/by-slug/${textAt(body, 'slug')}`)).body.id).toBe(body.id)
  })

  test('drafts may share one until they are published', async () => {
    const { ask } = openCalendar()
    const draft = eventOf({ status: 'draft', slug: 'same' })
    const first = await ask('POST', '/events', draft)
    const second = await ask('POST', '/events', draft)
    expect([first.body.slug, second.body.slug]).toEqual(['same', 'same'])
    expect((await ask('GET', '/events/by-slug/same')).body.id).toBe(first.body.id)
    const published = await ask('PATCH', `/events/${idOf(second.body)}`, { status: 'publish' })
    expect(published.body.slug).toBe('same-2')
    expect((await ask('POST', '/events', eventOf({ slug: 'same' }))).body.slug).toBe('same-3')
    expect((await ask('POST', '/events', eventOf({ status: 'draft' }))).body.slug).toBe('')
    expect((await ask('POST', '/events', eventOf({ slug: 'feed' }))).body.slug).toBe('feed-2')
  })

  test('the trash frees a slug, and coming back takes it again or the next one', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf())
    expect((await ask('DELETE', `/events/${id}`)).body).toMatchObject({
      status: 'trash',
      slug: 'open-day__trashed',
    })
    expectRefusal(await ask('DELETE', `/events/${id}`), 410, 'event-is-in-trash')
    expectRefusal(await ask('GET', '/events/by-slug/open-day'), 404, 'rest-event-not-found')
    expect((await ask('PATCH', `/events/${id}`, { status: 'publish' })).body.slug).toBe('open-day')
    await ask('DELETE', `/events/${id}`)
    await make('events', eventOf())
    expect((await ask('PATCH', `/events/${id}`, { status: 'publish' })).body.slug).toBe('open-day-2')
    const venue = await make('venues', { venue: 'Hall' })
    expect((await ask('DELETE', '/venues/by-slug/hall')).body.slug).toBe('hall__trashed')
    expect((await ask('PATCH', `/venues/${venue}`, { status: 'publish' })).body.slug).toBe('hall')
  })

  test('a name in any script is found again by its slug, encoded or not, in any case', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ title: '春祭り 2027' }))
    const slug = textAt((await ask('GET', `/events/${id}`)).body, 'slug')
    expect(slug).toMatch(/^[%\da-z-]+$/)
    for (const path of [
      slug,
      encodeURIComponent('春祭り-2027'),
      slug.toUpperCase(),
      encodeURIComponent(slug),
    ])
      expect((await ask('GET', `/events/by-slug/${path}`)).body.id, path).toBe(id)
  })
})

describe('what is scheduled', () => {
  test('becomes public when the clock passes its date', async () => {
    const { ask, setTime } = openCalendar()
    const date = '2027-03-01 08:00:00' // 13:00 UTC
    const event = await ask('POST', '/events', eventOf({ date, venue: { venue: 'Hall', date } }))
    expect(event.body).toMatchObject({
      status: 'future',
      date_utc: '2027-03-01 13:00:00',
      venue: { status: 'future' },
    })
    const path = `/events/${idOf(event.body)}`
    expectRefusal(await ask('GET', path, undefined, 'visitor'), 403, 'event-not-accessible')
    expect((await ask('GET', '/events', undefined, 'visitor')).body.total).toBe(0)
    setTime('2027-03-01T12:59:59Z')
    expect((await ask('GET', path, undefined, 'visitor')).status).toBe(403)
    setTime('2027-03-01T13:00:15Z')
    expect((await ask('GET', '/events', undefined, 'visitor')).body.total).toBe(1)
    expect((await ask('GET', path, undefined, 'visitor')).body).toMatchObject({
      status: 'publish',
      date: '2027-03-01 08:00:00',
      venue: { status: 'publish' },
    })
  })

  test('is what a date to come makes of publish, and what no such date unmakes', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ status: 'future' }))
    expect((await ask('GET', `/events/${id}`)).body.status).toBe('publish')
    expect((await ask('PATCH', `/events/${id}`, { date: '2028-01-01' })).body.status).toBe('future')
    expect((await ask('PATCH', `/events/${id}`, { title: 'Kept' })).body).toMatchObject({
      status: 'future',
      date: '2028-01-01 00:00:00',
    })
    expect((await ask('PATCH', `/events/${id}`, { date_utc: '2027-02-01T00:00:00Z' })).body).toMatchObject({
      status: 'publish',
      date: '2027-01-31 19:00:00',
      date_utc: '2027-02-01 00:00:00',
    })
    expect((await ask('PATCH', `/events/${id}`, { status: 'private', date: '2028-01-01' })).body.status).toBe(
      'private',
    )
  })
})

describe('the password of an event', () => {
  test('is set, changed, never shown, and opens the event for who has it', async () => {
    const { ask, make } = openCalendar()
    const id = await make(
      'events',
      eventOf({ password: '0', description: 'Secret', venue: { venue: 'Den' } }),
    )
    const asVisitor = (query = '') => ask('GET', `/events/${id}${query}`, undefined, 'visitor')
    expectRefusal(await asVisitor(), 403, 'event-password-protected')
    expectRefusal(await asVisitor('?password=1'), 403, 'event-password-protected')
    expectWrong(await asVisitor('?password='), 'password')
    expectWrong(await asVisitor('?password[]=0'), 'password')
    const opened = await asVisitor('?password=0')
    expect(opened.body).toMatchObject({ description: 'Secret', venue: { venue: 'Den' } })
    expect(opened.body).not.toHaveProperty('json_ld')
    expect((await ask('GET', `/events/${id}`)).body).toMatchObject({ description: 'Secret' })
    await ask('PUT', `/events/${id}`, { password: 'two words é' })
    expectRefusal(await asVisitor('?password=0'), 403, 'event-password-protected')
    expect((await asVisitor(`?password=${encodeURIComponent('two words é')}`)).status).toBe(200)
    expect(
      (await ask('GET', `/events/by-slug/open-day?password=two+words+%C3%A9`, undefined, 'visitor')).status,
    ).toBe(200)
    for (const answer of [opened, await ask('GET', `/events/${id}`), await ask('GET', '/events')]) {
      expect(answer.text).not.toContain('password')
      expect(answer.text).not.toContain('pbkdf2')
    }
    for (const wrong of [5, [], {}, true, 'x'.repeat(256)])
      expectWrong(await ask('PATCH', `/events/${id}`, { password: wrong }), 'password')
  })

  test('leaves title and times in lists, and all else blank', async () => {
    const { ask, make } = openCalendar()
    await make(
      'events',
      eventOf({ ...FULL_EVENT, status: 'publish', hide_from_listings: false, venue: { venue: 'Den' } }),
    )
    const { body } = await ask('GET', '/events', undefined, 'visitor')
    expect(at(body, 'events', 0)).toMatchObject({
      title: 'Harvest supper',
      start_date: '2027-05-10 00:00:00',
      description: '',
      excerpt: '',
      cost: '',
      website: '',
      all_day: null,
      featured: null,
      image: false,
      venue: [],
      organizer: [],
      categories: [],
      tags: [],
    })
    expect(idsIn((await ask('GET', '/events?featured=1', undefined, 'visitor')).body, 'events')).toEqual([])
    expect(at((await ask('GET', '/events')).body, 'events', 0, 'description')).toContain('soup')
  })
})
