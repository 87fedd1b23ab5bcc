import { describe, expect, test } from 'vitest'
import { words } from '../setup/words.ts'
import { at, eventOf, expectRefusal, expectWrong, idsIn, openCalendar } from './calendar.ts'

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
    const lines = words('address city country province state zip phone website description')
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
      // An empty slug, which drafts show, is as absent.
      for (const empty of field === 'slug' ? [null, []] : ['', null, []]) {
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

describe('the password of an event', () => {
  test('is set, changed, never shown, and opens the event for callers who send it', async () => {
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

describe('an ID where the path names no record', () => {
  test('is passed over', async () => {
    const { ask } = openCalendar()
    expect((await ask('GET', '/events?id=99')).status).toBe(200)
    expect((await ask('POST', '/events', eventOf({ id: 99 }))).status).toBe(201)
  })
})
