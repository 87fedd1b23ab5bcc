import { describe, expect, test } from 'vitest'
import { eventOf, expectWrong, idOf, idsIn, listOf, on, openCalendar, textAt, titles } from './calendar.ts'

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

  test('a bound of the year 0 means since ever; in a record it is refused', async () => {
    const { ask, make } = openCalendar()
    const first = await make('events', on('0001-01-01 00:00:00'))
    const later = await make('events', on('1969-07-20 20:17:40'))
    const listed = async (query: string) => idsIn((await ask('GET', `/events?${query}`)).body, 'events')
    for (const strict of ['', '&strict_dates=1']) {
      for (const name of ['start_date', 'starts_after', 'ends_after']) {
        expect(await listed(`${name}=0000-01-01${strict}`), name + strict).toEqual([first, later])
      }
      for (const name of ['starts_before', 'ends_before']) {
        expect(await listed(`${name}=0000-01-01${strict}`), name + strict).toEqual([])
      }
    }
    const { body } = await ask('GET', '/events?start_date=0000-01-01&per_page=1')
    const next = textAt(body, 'next_rest_url')
    expect(new URL(next).searchParams.get('start_date')).toBe('0000-01-01 00:00:00')
    expect(idsIn((await ask('GET', next)).body, 'events')).toEqual([later])
    expectWrong(await ask('POST', '/events', on('0000-01-01')), 'start_date', 'end_date')
    expectWrong(await ask('PATCH', `/events/${first}`, { date: '0000-01-01' }), 'date')
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
    for (const wrong of ['', 'someday', '2027-02-32', '2027', '2027-13-01', '31/12/2027']) {
      const query = bounds.map((name) => `${name}=${encodeURIComponent(wrong)}`).join('&')
      expectWrong(await ask('GET', `/events?${query}`), ...bounds)
    }
    expectWrong(await ask('GET', '/events?start_date[]=2027-01-01'), 'start_date')
    // Unlike the dates of an event, a bound may run over the end of its month, as clients know it.
    const { body } = await ask('GET', '/events?start_date=2027-02-30')
    expect(textAt(body, 'rest_url')).toContain('start_date=2027-03-02+00%3A00%3A00')
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

  test('search: every word, anywhere in title, description and excerpt, without case and accents, across tags', async () => {
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
      '<b>',
    ])
      expect(await total(found), found).toBe(1)
    for (const none of ['"creme cafe"', 'cafe other', 'cafe -soup', '<i>', '%', '_', '*', '0'].filter(
      (one) => one !== '%' && one !== '0',
    ))
      expect(await total(none), none).toBe(0)
    expect(await total('%')).toBe(1)
    expect(await total('0')).toBe(1)
    expectWrong(await ask('GET', '/events?search='), 'search')
    expectWrong(await ask('GET', '/events?search[]=a'), 'search')
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

test('a bound of a minute past 24:00 is in the next day, as clients write it', async () => {
  const { ask, make } = openCalendar()
  await make('events', eventOf({ start_date: '2027-09-08 10:00', end_date: '2027-09-08 11:00' }))
  const from = async (time: string) =>
    (await ask('GET', `/events?start_date=2027-09-0${time}&end_date=2027-12-31`)).body.total
  expect([await from('7 24:01'), await from('8 24:01')]).toEqual([1, 0])
  expectWrong(await ask('GET', '/events?start_date=2027-09-07 25:00'), 'start_date')
})
