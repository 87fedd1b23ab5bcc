import { describe, expect, test } from 'vitest'
import {
  type Answer,
  API,
  type Asker,
  at,
  type Calendar,
  eventOf,
  expectRefusal,
  expectWrong,
  idOf,
  idsIn,
  listOf,
  openCalendar,
  textAt,
} from './calendar.ts'

const on = (start: string, end = start, fields: object = {}) =>
  eventOf({ ...fields, start_date: start, end_date: end })

/** Titles of a list of events, in its order. */
const titles = ({ body }: Answer) => listOf(body.events).map((event) => at(event, 'title'))
const names = ({ body }: Answer, collection: string) => listOf(body[collection]).map((one) => at(one, 'name'))

describe('following the links of a list', () => {
  async function openFull() {
    const calendar = openCalendar()
    const { make } = calendar
    const venues = [
      await make('venues', { venue: 'Near', geo_lat: 40, geo_lng: -74 }),
      await make('venues', { venue: 'Far', geo_lat: 10, geo_lng: 10 }),
      await make('venues', { venue: 'Nowhere' }),
    ]
    const organizers = [
      await make('organizers', { organizer: 'A & B' }),
      await make('organizers', { organizer: 'C' }),
    ]
    const categories = [await make('categories', { name: 'Food' })]
    categories.push(await make('categories', { name: 'Soup', parent: categories[0] }))
    const tags = [await make('tags', { name: 'warm' }), await make('tags', { name: 'free' })]
    const parent = await make('events', eventOf({ title: 'Festival' }))
    const statuses = ['publish', 'publish', 'publish', 'draft', 'private', 'trash', 'pending', 'future']
    for (let n = 0; n < 32; n++) {
      await make('events', {
        ...on(`2027-${String(4 + (n % 8)).padStart(2, '0')}-10 10:00`, '2028-02-01 12:00'),
        title: `50% "Off" & more+less #${n}`,
        status: statuses[n % 8],
        ...(statuses[n % 8] === 'future' ? { date: '2027-12-01' } : {}),
        venue: venues[n % 3],
        organizer: organizers[n % 2],
        categories: [categories[n % 2]],
        tags: [tags[n % 2]],
        featured: n % 2 === 0,
        ticketed: n % 3 === 0,
        post_parent: n % 2 === 0 ? parent : 0,
        author: n % 4 === 0 ? 3 : 2,
      })
    }
    for (let n = 0; n < 5; n++) {
      await make('venues', { venue: `V & ${n}`, status: n % 2 === 0 ? 'publish' : 'draft' })
      await make('organizers', { organizer: `O+${n}`, status: n % 2 === 0 ? 'publish' : 'private' })
    }
    return { ...calendar, venues, organizers, categories, tags, parent }
  }

  /** Forward by next_rest_url, then back by previous_rest_url; both must give the list that one big page gives. */
  async function follow(
    { ask, send }: Calendar,
    collection: string,
    query: string,
    as: Asker,
  ): Promise<number> {
    const join = (more: string) => `/${collection}?${[query, more].filter((part) => part !== '').join('&')}`
    const whole = await ask('GET', join('per_page=50'), undefined, as)
    expect(whole.status, `${query} ${whole.text.slice(0, 300)}`).toBe(200)
    const wanted = idsIn(whole.body, collection)
    let answer = await ask('GET', join('per_page=2'), undefined, as)
    const forward: number[] = []
    const pages: number[][] = []
    for (;;) {
      expect(answer.status, answer.text.slice(0, 300)).toBe(200)
      expect(answer.body).toMatchObject({
        total: whole.body.total,
        total_pages: Math.ceil(Number(whole.body.total) / 2),
      })
      const page = idsIn(answer.body, collection)
      forward.push(...page)
      pages.push(page)
      // The list's own address gives the same page again.
      const again = await send(textAt(answer.body, 'rest_url'), {}, as)
      expect(idsIn(again.body, collection)).toEqual(page)
      if (answer.body.next_rest_url === undefined) break
      answer = await send(textAt(answer.body, 'next_rest_url'), {}, as)
    }
    expect(forward, `${as} ${query}`).toEqual(wanted)
    for (const page of pages.slice(0, -1).reverse()) {
      answer = await send(textAt(answer.body, 'previous_rest_url'), {}, as)
      expect(idsIn(answer.body, collection)).toEqual(page)
    }
    expect(answer.body).not.toHaveProperty('previous_rest_url')
    return wanted.length
  }

  test('gives the whole list once, with every filter, for a visitor and an editor', async () => {
    const calendar = await openFull()
    const { venues, organizers, categories, tags, parent } = calendar
    const include = Array.from({ length: 40 }, (_, index) => 40 - index).join(',')
    const queries = [
      '',
      'status=publish',
      'start_date=2027-05-01',
      'end_date=2028-02-01',
      'start_date=2027-05-01&end_date=2028-12-31&strict_dates=true',
      'starts_after=2027-04-10',
      'starts_before=2027-06-10',
      'ends_after=2027-06-10',
      'ends_before=2028-02-02',
      'starts_after=2027-04-30&ends_before=2028-02-02&strict_dates=1',
      'start_date=2027-05-01&starts_after=2027-06-01&strict_dates=no',
      'start_date=tomorrow&end_date=%2B1+year',
      'start_date=2027-05-01T00:00:00%2B02:00&strict_dates=on',
      `search=${encodeURIComponent('50% "Off" & more+less')}`,
      `search=${encodeURIComponent('off -"more+less #3"')}`,
      'search=%23',
      `categories=${categories[0]}`,
      'categories=food,soup',
      'categories[]=soup&categories[]=food',
      `tags=${tags.join(',')}`,
      'tags=warm',
      `venue=${venues.join(',')}`,
      `venue[]=${venues[0]}&venue[]=${venues[1]}`,
      `organizer=${organizers.join('%2C')}`,
      'featured=true',
      'featured=false',
      'ticketed=1',
      'ticketed=0',
      'geoloc=1',
      'geoloc=0',
      'geoloc_lat=40&geoloc_lng=-74&geoloc_radius=10.5',
      'geoloc_lat=-0&geoloc_lng=0&geoloc_radius=20000',
      `include=${include}`,
      `include=${include}&starts_after=2027-05-01&start_date=2030-01-01`,
      `post_parent=${parent}`,
      'featured=1&ticketed=0&categories=food&search=off',
    ]
    let most = 0
    for (const as of ['visitor', 'editor', 'author', 'contributor'] as const)
      for (const query of queries) most = Math.max(most, await follow(calendar, 'events', query, as))
    expect(most).toBeGreaterThan(20)
    for (const query of [
      'status=draft,private',
      'status[]=trash&status[]=publish',
      'status=future&include=' + include,
    ])
      for (const as of ['editor', 'author'] as const) await follow(calendar, 'events', query, as)
  })

  test('of venues, organizers, categories and tags as well', async () => {
    const calendar = await openFull()
    const first = calendar.parent + 1
    for (const as of ['visitor', 'editor'] as const) {
      for (const collection of ['venues', 'organizers']) {
        for (const query of [
          '',
          'status=publish',
          'search=o',
          'search=%26',
          'has_events=true',
          'has_events=no',
          'has_events=',
          'only_with_upcoming=true',
          'only_with_upcoming=no',
          `event=${first}`,
        ])
          await follow(calendar, collection, query, as)
      }
      for (const collection of ['categories', 'tags']) {
        for (const query of [
          '',
          'hide_empty=0',
          'order=desc',
          'orderby=count&order=desc',
          'orderby=id',
          'search=o',
          'exclude=1&hide_empty=false',
          'slug=free',
          `event=${first}`,
          `post=${first}`,
        ])
          await follow(
            calendar,
            collection,
            collection === 'tags' ? query.replace('exclude=1', 'exclude=3') : query,
            as,
          )
      }
      await follow(calendar, 'categories', `parent=${calendar.categories[0]}`, as)
      await follow(
        calendar,
        'categories',
        `include=${calendar.categories.join(',')}&orderby=include&order=desc`,
        as,
      )
    }
  })

  test('a status that was not asked for is carried as what it meant', async () => {
    const calendar = await openFull()
    const { ask, send } = calendar
    const { body } = await ask('GET', '/events?per_page=3')
    expect(textAt(body, 'next_rest_url')).toContain('status=any')
    expectWrong(await ask('GET', '/events?status=any'), 'status')
    expectWrong(await send(textAt(body, 'next_rest_url'), {}, 'visitor'), 'status')
    expect((await send(textAt(body, 'next_rest_url'), {}, 'author')).status).toBe(200)
  })

  test('the links of a page beyond the last one', async () => {
    const calendar = await openFull()
    const { ask } = calendar
    for (const [collection, kind] of [
      ['events', 'event'],
      ['venues', 'venue'],
      ['organizers', 'organizer'],
    ] as const) {
      expectRefusal(await ask('GET', `/${collection}?page=99`), 404, `${kind}-archive-page-not-found`)
      const empty = await ask('GET', `/${collection}?search=zzz`)
      expect(empty.body).toMatchObject({ [collection]: [], total: 0, total_pages: 0 })
      expect(empty.body).not.toHaveProperty('next_rest_url')
      expectRefusal(
        await ask('GET', `/${collection}?search=zzz&page=2`),
        404,
        `${kind}-archive-page-not-found`,
      )
    }
    const terms = await ask('GET', '/categories?page=9')
    expect(terms.body).toMatchObject({ categories: [], total: 2 })
    expect(terms.body).toHaveProperty('previous_rest_url')
  })
})

describe('the window of dates', () => {
  test('all bounds apply together; include switches off start_date and end_date only', async () => {
    const { ask, make } = openCalendar()
    const ids: number[] = []
    for (const day of ['2020-01-01', '2027-05-01', '2027-05-10', '2027-05-20', '2035-01-01'])
      ids.push(await make('events', { ...on(day), title: day }))
    const shown = async (query: string) => titles(await ask('GET', `/events?${query}`))
    expect(await shown('')).toEqual(['2027-05-01', '2027-05-10', '2027-05-20'])
    expect(await shown('start_date=2027-05-10&starts_after=2027-05-01&ends_before=2027-05-19')).toEqual([
      '2027-05-10',
    ])
    expect(await shown('start_date=2027-05-02&starts_after=2020-01-01')).toEqual([
      '2027-05-10',
      '2027-05-20',
      '2035-01-01',
    ])
    expect(await shown('end_date=2027-05-10&ends_before=2035-01-01')).toEqual([
      '2020-01-01',
      '2027-05-01',
      '2027-05-10',
    ])
    expect(await shown('starts_after=2027-05-10&starts_before=2027-05-19')).toEqual([])
    expect(await shown('start_date=2027-06-01&end_date=2027-05-01')).toEqual([])
    expect(await shown(`include=${ids}`)).toHaveLength(5)
    expect(await shown(`include=${ids}&start_date=2027-05-10&end_date=2027-05-10`)).toHaveLength(5)
    expect(await shown(`include=${ids}&starts_after=2027-05-01`)).toEqual([
      '2027-05-10',
      '2027-05-20',
      '2035-01-01',
    ])
    expect(await shown(`include=${ids}&ends_before=2027-05-02&start_date=2027-01-01`)).toEqual([
      '2020-01-01',
      '2027-05-01',
    ])
  })

  test('bounds are compared with the wall clock of each event', async () => {
    const { ask, make } = openCalendar()
    await make('events', {
      ...on('2027-05-10 00:30', '2027-05-10 02:00'),
      title: 'Tokyo',
      timezone: 'Asia/Tokyo',
    })
    await make('events', { ...on('2027-05-10 01:00', '2027-05-10 02:00'), title: 'New York' })
    await make('events', { ...on('2027-05-10', '2027-05-10'), title: 'All day', all_day: true })
    const shown = async (query: string) => titles(await ask('GET', `/events?${query}`))
    expect(await shown('start_date=2027-05-10&end_date=2027-05-10')).toEqual(['All day', 'Tokyo', 'New York'])
    expect(await shown('start_date=2027-05-10 23:00&end_date=2027-05-10 00:00')).toHaveLength(3)
    expect(await shown('starts_before=2027-05-10')).toHaveLength(3)
    expect(await shown('starts_after=2027-05-10')).toEqual([])
    expect(await shown('ends_before=2027-05-10')).toEqual(['Tokyo', 'New York'])
    expect(await shown('ends_after=2027-05-10')).toEqual([])
    expect(await shown('starts_before=2027-05-10&ends_after=2027-05-09')).toHaveLength(3)
  })

  test('strict_dates reads bounds in the zone of the site, to the second', async () => {
    const { ask, make } = openCalendar()
    await make('events', on('2027-07-10 10:00', '2027-07-10 11:00'))
    const total = async (query: string) => (await ask('GET', `/events?strict_dates=true&${query}`)).body.total
    expect(await total('start_date=2027-07-10 10:00:00&end_date=2027-07-10 11:00:00')).toBe(1)
    expect(await total('start_date=2027-07-10 10:00:01')).toBe(0)
    expect(await total('end_date=2027-07-10 10:59:59')).toBe(0)
    expect(await total('starts_after=2027-07-10 09:59:59&ends_before=2027-07-10 11:00:01')).toBe(1)
    expect(await total('starts_after=2027-07-10 10:00:00')).toBe(0)
    expect(await total('ends_before=2027-07-10 11:00:00')).toBe(0)
    expect(await total('start_date=2027-07-10T14:00:00Z&end_date=2027-07-10T15:00:00Z')).toBe(1)
    expect(await total('start_date=2027-07-10T14:00:01Z')).toBe(0)
    expect(await total('')).toBe(1)
    for (const off of ['0', 'false', 'no', 'OFF', 'maybe']) {
      const { body } = await ask('GET', `/events?strict_dates=${off}&start_date=2027-07-10 23:00`)
      expect(body.total, off).toBe(1)
    }
    for (const yes of ['1', 'true', 'TRUE', 'yes', 'On'])
      expect(
        (await ask('GET', `/events?strict_dates=${yes}&start_date=2027-07-10 23:00`)).body.total,
        yes,
      ).toBe(0)
    expectWrong(await ask('GET', '/events?strict_dates='), 'strict_dates')
    expectWrong(await ask('GET', '/events?strict_dates[]=1'), 'strict_dates')
  })

  test.each([
    ['America/New_York', '2027-03-01T12:00:00Z', '2027-02-28', '2029-03-01'],
    ['America/New_York', '2027-03-01T03:00:00Z', '2027-02-27', '2029-02-28'],
    ['Asia/Tokyo', '2027-03-01T12:00:00Z', '2027-02-28', '2029-03-01'],
    ['Asia/Tokyo', '2027-03-01T16:00:00Z', '2027-03-01', '2029-03-02'],
    ['Pacific/Kiritimati', '2027-03-01T12:00:00Z', '2027-03-01', '2029-03-02'],
    ['Pacific/Honolulu', '2027-03-01T09:59:59Z', '2027-02-27', '2029-02-28'],
    ['UTC', '2028-02-29T00:00:00Z', '2028-02-28', '2030-03-01'],
    ['UTC-3:30', '2027-03-01T03:29:59Z', '2027-02-27', '2029-02-28'],
  ])(
    'by default reaches from yesterday to the day in 24 months, in %s at %s',
    async (timezone, now, first, last) => {
      const { ask, make, setTime } = openCalendar({ timezone })
      setTime(now)
      const next = (day: string, days: number) =>
        new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
      await make('events', { ...on(`${next(first, -1)} 23:59:59`, `${first} 12:00`), title: 'early' })
      await make('events', { ...on(`${first} 00:00:00`), title: 'first' })
      await make('events', { ...on(`${last} 23:59:59`), title: 'last' })
      await make('events', { ...on(`${last} 12:00`, `${next(last, 1)} 00:00:00`), title: 'late' })
      const { body } = await ask('GET', '/events')
      expect(titles(await ask('GET', '/events'))).toEqual(['first', 'last'])
      const query = new URL(textAt(body, 'rest_url')).searchParams
      expect([query.get('start_date'), query.get('end_date')]).toEqual([
        `${first} 00:00:00`,
        `${last} 23:59:59`,
      ])
    },
  )

  test('what is no date is named, all at once', async () => {
    const { ask } = openCalendar()
    const bounds = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after']
    for (const wrong of ['', 'someday', '2027-02-30', '2027', '2027-13-01', '31/12/2027']) {
      const query = bounds.map((name) => `${name}=${encodeURIComponent(wrong)}`).join('&')
      expectWrong(await ask('GET', `/events?${query}`), ...bounds)
    }
    expectWrong(await ask('GET', '/events?start_date[]=2027-01-01'), 'start_date')
    const many = 'page=0&per_page=x&featured=maybe&geoloc=2&ticketed=&include=a&status=x&venue=0&search='
    expectWrong(
      await ask('GET', `/events?${many}`),
      ...['page', 'per_page', 'featured', 'geoloc', 'ticketed'],
      ...['include', 'status', 'venue', 'search'],
    )
  })

  test('hidden events are in no list, and stay readable', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ hide_from_listings: true }))
    for (const query of ['', `include=${id}`, 'search=open', 'status=publish'])
      expect((await ask('GET', `/events?${query}`)).body.total).toBe(0)
    expect((await ask('GET', `/events/${id}`, undefined, 'visitor')).status).toBe(200)
    await ask('PATCH', `/events/${id}`, { hide_from_listings: false })
    expect((await ask('GET', '/events')).body.total).toBe(1)
  })
})

test('events come by start, then publication date, then ID; named ones by publication, then ID', async () => {
  const { ask, make } = openCalendar()
  const made = [
    ['b late', '2027-05-10', '2027-02-02'],
    ['a early', '2027-05-10', '2027-02-01'],
    ['c same', '2027-05-10', '2027-02-02'],
    ['d before', '2027-05-09', '2027-02-09'],
  ] as const
  const ids: number[] = []
  for (const [title, day, date] of made)
    ids.push(await make('events', { ...on(day), title, date, featured: title === 'c same' }))
  expect(titles(await ask('GET', '/events'))).toEqual(['d before', 'a early', 'b late', 'c same'])
  expect(titles(await ask('GET', `/events?include=${[...ids].reverse()}`))).toEqual([
    'a early',
    'b late',
    'c same',
    'd before',
  ])
  for (const wrong of ['0', '-1', 'x', '1,x', ',', '', '1.5'])
    expectWrong(await ask('GET', `/events?include=${wrong}`), 'include')
  expect(idsIn((await ask('GET', `/events?include=${ids[0]},999,${ids[0]}`)).body, 'events')).toEqual([
    ids[0],
  ])
})

describe('filters of events', () => {
  test('categories bring those below them; several values of one filter mean any of them', async () => {
    const { ask, make } = openCalendar()
    const food = await make('categories', { name: 'Food' })
    const soup = await make('categories', { name: 'Soup', parent: food })
    const miso = await make('categories', { name: 'Miso', parent: soup })
    const art = await make('categories', { name: 'Art' })
    const [warm, free] = [await make('tags', { name: 'warm' }), await make('tags', { name: 'free' })]
    await make('events', eventOf({ title: 'miso', categories: [miso], tags: [warm] }))
    await make('events', eventOf({ title: 'art', categories: [art], tags: [free] }))
    const shown = async (query: string) => titles(await ask('GET', `/events?${query}`)).sort()
    for (const value of [food, soup, miso, 'food', 'FOOD', 'soup', `${miso},`])
      expect(await shown(`categories=${value}`)).toEqual(['miso'])
    expect(await shown('categories=art,food')).toEqual(['art', 'miso'])
    expect(await shown('tags=warm,free')).toEqual(['art', 'miso'])
    expect(await shown(`tags=${free}`)).toEqual(['art'])
    expect(await shown('tags=warm&categories=art')).toEqual([])
    for (const value of ['none', '999', `${warm}`, 'warm', '0', '', ',', 'food,none'])
      expectWrong(await ask('GET', `/events?categories=${value}`), 'categories')
    for (const value of ['food', `${food}`]) expectWrong(await ask('GET', `/events?tags=${value}`), 'tags')
  })

  test('ticketed and post_parent go by the fields of the event', async () => {
    const { ask, make } = openCalendar()
    const parent = await make('events', eventOf({ title: 'parent', ticketed: true }))
    await make('events', eventOf({ title: 'child', post_parent: parent }))
    const shown = async (query: string) => titles(await ask('GET', `/events?${query}`))
    expect(await shown('ticketed=true')).toEqual(['parent'])
    expect(await shown('ticketed=0')).toEqual(['child'])
    expect(await shown(`post_parent=${parent}`)).toEqual(['child'])
    for (const wrong of ['0', '', 'x', '999'])
      expectWrong(await ask('GET', `/events?post_parent=${wrong}`), 'post_parent')
    expectWrong(await ask('GET', '/events?ticketed=yes'), 'ticketed')
    expectWrong(await ask('PATCH', `/events/${parent}`, { post_parent: parent }), 'post_parent')
    expectWrong(await ask('PATCH', '/events/by-slug/parent', { post_parent: parent }), 'post_parent')
  })

  test('an organizer or venue that goes to the trash leaves its events, and the others stay', async () => {
    const { ask, make } = openCalendar()
    const [a, b] = [
      await make('organizers', { organizer: 'A' }),
      await make('organizers', { organizer: 'B' }),
    ]
    const venue = await make('venues', { venue: 'Hall' })
    const id = await make('events', eventOf({ organizer: [a, b], venue }))
    await ask('DELETE', `/organizers/${a}`)
    await ask('DELETE', `/venues/${venue}`)
    const { body } = await ask('GET', `/events/${id}`)
    expect(listOf(body.organizer).map(idOf)).toEqual([b])
    expect(body.venue).toEqual([])
    expect((await ask('GET', `/events?organizer=${a}`)).body.total).toBe(0)
    expect((await ask('GET', `/events?venue=${venue}`)).body.total).toBe(0)
    expect((await ask('GET', `/events?organizer=${b}`)).body.total).toBe(1)
    expect((await ask('GET', `/venues?event=${id}`)).body.total).toBe(0)
  })

  test('search: every word, anywhere in title, description and excerpt, without case, accents and markup', async () => {
    const { ask, make } = openCalendar()
    await make(
      'events',
      eventOf({ title: 'Café Crème', description: '<p>so<b>up</b> & bread</p>', excerpt: '100%' }),
    )
    await make('events', eventOf({ title: 'Other', slug: 'cafe', website: 'https://cafe.example/' }))
    const total = async (search: string) =>
      (await ask('GET', `/events?search=${encodeURIComponent(search)}`)).body.total
    for (const found of [
      'cafe',
      'CAFÉ CREME',
      'crème, soup',
      '"cafe creme"',
      '100%',
      '& bread',
      'café -other',
      'the cafe',
      'af',
    ])
      expect(await total(found), found).toBe(1)
    for (const none of ['"creme cafe"', 'cafe other', 'cafe -soup', '<b>', '%', '_', '*', '0'].filter(
      (one) => one !== '%' && one !== '0',
    ))
      expect(await total(none), none).toBe(0)
    expect(await total('%')).toBe(1)
    expect(await total('0')).toBe(1)
    expectWrong(await ask('GET', '/events?search='), 'search')
    expectWrong(await ask('GET', '/events?search[]=a'), 'search')
  })
})

describe('places', () => {
  async function openWorld() {
    const calendar = openCalendar()
    const PLACES = {
      'New York': [40.7128, -74.006],
      Newark: [40.7357, -74.1724],
      'Fiji west': [-17.8, 179.9],
      'Fiji east': [-17.8, -179.9],
      'North Pole': [90, 0],
      'Near pole': [89.9, 170],
      'South Pole': [-90, 45],
      Null: [0, 0],
    } as const
    for (const [title, [geo_lat, geo_lng]] of Object.entries(PLACES))
      await calendar.make('events', eventOf({ title, venue: { venue: title, geo_lat, geo_lng } }))
    await calendar.make('events', eventOf({ title: 'Unplaced', venue: { venue: 'Somewhere' } }))
    await calendar.make('events', eventOf({ title: 'Homeless' }))
    await calendar.make('events', eventOf({ title: 'Half', venue: { venue: 'Half', geo_lat: 1 } }))
    const near = async (query: string) =>
      titles(await calendar.ask('GET', `/events?per_page=50&${query}`)).sort()
    return { ...calendar, near, PLACES }
  }

  test('near a point is within a radius, of 25 kilometres unless said otherwise', async () => {
    const { near } = await openWorld()
    expect(await near('geoloc_lat=40.7128&geoloc_lng=-74.006')).toEqual(['New York', 'Newark'])
    expect(await near('geoloc_lat=40.7128&geoloc_lng=-74.006&geoloc_radius=10')).toEqual(['New York'])
    expect(await near('geoloc_lat=40.7128&geoloc_lng=-74.006&geoloc_radius=0')).toEqual(['New York'])
    expect(await near('geoloc_lat=41.7128&geoloc_lng=-74.006')).toEqual([])
    expect(await near('geoloc_lat=0&geoloc_lng=0')).toEqual(['Null'])
    expect(await near('geoloc_lat=1e1&geoloc_lng=1.5E1&geoloc_radius=.5')).toEqual([])
  })

  test('across the date line and around the poles', async () => {
    const { near, PLACES } = await openWorld()
    const fiji = ['Fiji east', 'Fiji west']
    expect(await near('geoloc_lat=-17.8&geoloc_lng=179.95')).toEqual(fiji)
    expect(await near('geoloc_lat=-17.8&geoloc_lng=-179.95')).toEqual(fiji)
    expect(await near('geoloc_lat=-17.8&geoloc_lng=180')).toEqual(fiji)
    expect(await near('geoloc_lat=-17.8&geoloc_lng=-180')).toEqual(fiji)
    expect(await near('geoloc_lat=90&geoloc_lng=-90')).toEqual(['Near pole', 'North Pole'])
    expect(await near('geoloc_lat=89.95&geoloc_lng=-10')).toEqual(['Near pole', 'North Pole'])
    expect(await near('geoloc_lat=-89.9&geoloc_lng=-135')).toEqual(['South Pole'])
    const everywhere = await near('geoloc_lat=12&geoloc_lng=34&geoloc_radius=20038')
    expect(everywhere).toEqual(Object.keys(PLACES).sort())
  })

  test('geoloc says whether the venue has coordinates at all', async () => {
    const { near, PLACES } = await openWorld()
    expect(await near('geoloc=true')).toEqual(Object.keys(PLACES).sort())
    expect(await near('geoloc=0')).toEqual(['Half', 'Homeless', 'Unplaced'])
    expect(await near('geoloc=1&geoloc_lat=0&geoloc_lng=0')).toEqual(['Null'])
    expect(await near('geoloc=false&geoloc_lat=0&geoloc_lng=0')).toEqual([])
  })

  test('the two coordinates need each other, and numbers have bounds', async () => {
    const { ask } = openCalendar()
    expectWrong(await ask('GET', '/events?geoloc_lat=1'), 'geoloc_lng')
    expectWrong(await ask('GET', '/events?geoloc_lng=1'), 'geoloc_lat')
    expectWrong(await ask('GET', '/events?geoloc=1&geoloc_lng=1'), 'geoloc_lat')
    expectWrong(await ask('GET', '/events?geoloc_radius=1'), 'geoloc_radius')
    expectWrong(await ask('GET', '/events?geoloc_lat=90.1&geoloc_lng=180.1'), 'geoloc_lat', 'geoloc_lng')
    for (const wrong of ['', 'x', 'NaN', 'Infinity', '1e400', '0x10', '1,5'])
      expectWrong(await ask('GET', `/events?geoloc_lat=${wrong}&geoloc_lng=0`), 'geoloc_lat')
    for (const wrong of ['-1', '20039', 'x'])
      expectWrong(
        await ask('GET', `/events?geoloc_lat=0&geoloc_lng=0&geoloc_radius=${wrong}`),
        'geoloc_radius',
      )
  })
})

describe('lists of venues and organizers', () => {
  test('has_events and only_with_upcoming look at events that the caller may read, by instants', async () => {
    const { ask, make } = openCalendar()
    const venue = (name: string) => make('venues', { venue: name })
    // It is 12:00 UTC, 07:00 in New York, 21:00 in Tokyo.
    const cases: Record<string, object> = {
      past: on('2020-01-01'),
      upcoming: on('2027-03-01 07:30', '2027-03-01 08:00'),
      running: on('2027-03-01 06:30', '2027-03-01 08:00'),
      'past in Tokyo': { ...on('2027-03-01 20:59', '2027-03-01 23:00'), timezone: 'Asia/Tokyo' },
      'upcoming in Tokyo': { ...on('2027-03-01 21:01', '2027-03-01 23:00'), timezone: 'Asia/Tokyo' },
      draft: eventOf({ status: 'draft' }),
      private: eventOf({ status: 'private' }),
      locked: eventOf({ password: 'x' }),
      trashed: eventOf({ status: 'trash' }),
    }
    for (const [name, event] of Object.entries(cases))
      await make('events', { ...event, venue: await venue(name) })
    await venue('unused')
    const shown = async (query: string, as: Asker) => {
      const { body } = await ask('GET', `/venues?per_page=50&${query}`, undefined, as)
      expect(body.total).toBe(listOf(body.venues).length)
      return listOf(body.venues)
        .map((one) => at(one, 'venue'))
        .sort()
    }
    const seen = ['past', 'past in Tokyo', 'running', 'upcoming', 'upcoming in Tokyo']
    expect(await shown('has_events=true', 'visitor')).toEqual(seen)
    expect(await shown('has_events=0', 'visitor')).toEqual([
      'draft',
      'locked',
      'private',
      'trashed',
      'unused',
    ])
    expect(await shown('only_with_upcoming=yes', 'visitor')).toEqual(['upcoming', 'upcoming in Tokyo'])
    expect(await shown('has_events=yes', 'editor')).toEqual([
      'draft',
      'locked',
      ...seen.slice(0, 2),
      'private',
      ...seen.slice(2),
    ])
    expect(await shown('only_with_upcoming=1', 'editor')).toEqual([
      'draft',
      'locked',
      'private',
      'upcoming',
      'upcoming in Tokyo',
    ])
    expect(await shown('only_with_upcoming=perhaps', 'visitor')).toHaveLength(10)
    expect(await shown('only_with_upcoming=1&has_events=0', 'visitor')).toEqual([])
  })

  test('come newest first, and are searched field by field', async () => {
    const { ask, make } = openCalendar()
    await make('venues', { venue: 'Old barn', date: '2027-01-01', city: 'Zürich', country: 'Barnland' })
    await make('venues', { venue: 'New barn', date: '2027-02-01', address: '1 Old Street' })
    await make('venues', { venue: 'Tie', date: '2027-02-01' })
    const shown = async (query: string) =>
      listOf((await ask('GET', `/venues?${query}`)).body.venues).map((one) => at(one, 'venue'))
    expect(await shown('')).toEqual(['Tie', 'New barn', 'Old barn'])
    expect(await shown('search=old')).toEqual(['New barn', 'Old barn'])
    expect(await shown('search=old barn')).toEqual(['Old barn'])
    expect(await shown('search=zurich')).toEqual(['Old barn'])
    expect(await shown('search=barnland')).toEqual([])
  })
})

describe('lists of terms', () => {
  async function openTerms() {
    const calendar = openCalendar()
    const { make } = calendar
    const food = await make('categories', { name: 'food', description: 'b' })
    const soup = await make('categories', { name: 'Soup', parent: food, description: 'a' })
    const art = await make('categories', { name: 'Art', slug: 'zart', description: 'c' })
    const empty = await make('categories', { name: '祭', description: 'd' })
    const ids = [
      await make('events', eventOf({ categories: [soup] })),
      await make('events', eventOf({ categories: [soup, art] })),
    ]
    await make('events', eventOf({ categories: [empty], status: 'draft' }))
    const list = (query: string) => calendar.ask('GET', `/categories?${query}`)
    return { ...calendar, food, soup, art, empty, ids, list }
  }

  test('totals count what is listed, parents of what is used among it', async () => {
    const { list } = await openTerms()
    const shown = await list('')
    expect(names(shown, 'categories')).toEqual(['Art', 'food', 'Soup'])
    expect(shown.body).toMatchObject({ total: 3, total_pages: 1, rest_url: `${API}/categories/` })
    expect(shown.headers.get('x-tec-total')).toBe('3')
    expect((await list('hide_empty=0')).body.total).toBe(4)
    const paged = await list('per_page=2')
    expect(paged.body).toMatchObject({ total: 3, total_pages: 2 })
    expect(names(await list('per_page=2&page=2'), 'categories')).toEqual(['Soup'])
    expect((await list('search=zzz')).body).toMatchObject({ total: 0, total_pages: 0, categories: [] })
  })

  test('order, orderby, and their nonsense', async () => {
    const { list, food, soup, art, empty } = await openTerms()
    const order = async (query: string) => idsIn((await list(`hide_empty=0&${query}`)).body, 'categories')
    expect(await order('')).toEqual([art, food, soup, empty])
    expect(await order('order=DESC')).toEqual([empty, soup, food, art])
    expect(await order('orderby=slug')).toEqual([empty, food, soup, art])
    expect(await order('orderby=id')).toEqual([food, soup, art, empty])
    expect(await order('orderby=count&order=desc')).toEqual([soup, art, empty, food])
    expect(await order('orderby=description')).toEqual([soup, food, art, empty])
    expect(await order(`orderby=include&include=${art},${food},${soup}`)).toEqual([art, food, soup])
    for (const wrong of ['x', '', 'ascending']) expectWrong(await list(`order=${wrong}`), 'order')
    for (const wrong of ['x', '', 'date']) expectWrong(await list(`orderby=${wrong}`), 'orderby')
    expectWrong(await list('order=x&orderby=y&hide_empty=maybe'), 'order', 'orderby', 'hide_empty')
  })

  test('include, exclude, parent, slug, search, post', async () => {
    const { list, food, soup, art, empty, ids } = await openTerms()
    const shown = async (query: string) => idsIn((await list(query)).body, 'categories')
    expect(await shown(`include=${soup},${empty}`)).toEqual([soup])
    expect(await shown(`include=${soup},${empty}&hide_empty=0`)).toEqual([soup, empty])
    expect(await shown(`exclude=${soup}`)).toEqual([art, food])
    expect(await shown(`parent=${food}`)).toEqual([soup])
    expect(await shown('slug=zart')).toEqual([art])
    expect(await shown('slug=nothing')).toEqual([])
    expect(await shown(`slug=${encodeURIComponent('祭')}&hide_empty=0`)).toEqual([empty])
    expect(await shown(`slug=${encodeURIComponent(encodeURIComponent('祭'))}&hide_empty=0`)).toEqual([empty])
    expect(await shown('search=ART')).toEqual([art])
    expect(await shown(`post=${ids[1]}`)).toEqual([art, soup])
    expect(await shown(`post=${ids[1]}&event=${ids[0]}`)).toEqual([soup])
    for (const [name, wrong] of [
      ['include', 'x'],
      ['include', ''],
      ['exclude', '999'],
      ['parent', '0'],
      ['parent', '999'],
      ['post', '999'],
      ['event', 'x'],
      ['slug', ''],
      ['search', ''],
    ])
      expectWrong(await list(`${name}=${wrong}`), String(name))
  })

  test('a draft event counts for nothing, and a deleted term is gone from its events', async () => {
    const { ask, art, empty, ids } = await openTerms()
    expect((await ask('GET', `/categories/${empty}`)).body.count).toBe(0)
    expect((await ask('GET', `/categories/${art}`)).body.count).toBe(1)
    await ask('DELETE', `/events/${ids[1]}`)
    expect((await ask('GET', `/categories/${art}`)).body.count).toBe(0)
    await ask('PATCH', `/events/${ids[1]}`, { status: 'publish' })
    await ask('DELETE', `/categories/${art}`)
    const { body } = await ask('GET', `/events/${ids[1]}`)
    expect(listOf(body.categories).map((one) => at(one, 'name'))).toEqual(['Soup'])
    expect((await ask('GET', `/events?include=${ids[1]}`)).body.total).toBe(1)
  })
})

test('per_page above the limit is the limit; page takes any spelling of a whole number', async () => {
  const { ask, make } = openCalendar({ limits: { perPage: 3 } })
  for (let n = 0; n < 7; n++) {
    await make('events', eventOf())
    await make('venues', { venue: `V${n}` })
    await make('tags', { name: `t${n}` })
  }
  for (const [collection, query] of [
    ['events', ''],
    ['venues', ''],
    ['tags', 'hide_empty=0&'],
  ] as const) {
    for (const perPage of ['4', '3', '1000', '9007199254740991', '1e3', '']) {
      const given = perPage === '' ? '' : `&per_page=${perPage}`
      const { body } = await ask('GET', `/${collection}?${query}${given}`)
      expect(listOf(body[collection])).toHaveLength(3)
      expect(body.total_pages).toBe(3)
    }
    for (const page of ['3', '03', '3.0', '0.3e1', ' 3 '])
      expect(
        listOf(
          (await ask('GET', `/${collection}?${query}page=${encodeURIComponent(page)}`)).body[collection],
        ),
      ).toHaveLength(1)
    for (const wrong of ['0', '-1', '1.5', 'x', '', '1e400', '0x2', '9e99', 'NaN']) {
      expectWrong(await ask('GET', `/${collection}?page=${wrong}`), 'page')
      expectWrong(await ask('GET', `/${collection}?per_page=${wrong}`), 'per_page')
    }
    expectWrong(await ask('GET', `/${collection}?page[]=1`), 'page')
  }
})
