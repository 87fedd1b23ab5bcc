import { describe, expect, test } from 'vitest'
import { at, eventOf, expectRefusal, expectWrong, openCalendar, textAt } from './calendar.ts'

describe('what was read can be sent back', () => {
  test('the address that stands in for a website stays a stand-in', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ slug: 'first' }))
    const { body } = await ask('GET', `/events/${id}`)
    expect(textAt(body, 'website')).toBe(textAt(body, 'url'))
    await ask('PUT', `/events/${id}`, { website: body.website })
    const renamed = await ask('PUT', `/events/${id}`, { slug: 'second' })
    expect(textAt(renamed.body, 'website')).toMatch(/\/event\/second\/$/)
  })

  test('a website that was meant stays, even where it once was the address', async () => {
    const { ask, make } = openCalendar()
    const own = 'https://calendar.example/event/first/'
    const id = await make('events', eventOf({ slug: 'second', website: own }))
    expect(textAt((await ask('PUT', `/events/${id}`, { website: own })).body, 'website')).toBe(own)
  })

  test.each([
    ['events', 'title', eventOf()],
    ['venues', 'venue', {}],
    ['organizers', 'organizer', {}],
  ] as const)(
    'a name of %s is measured as it is stored, so that it is never too long to come back',
    async (...row) => {
      const [collection, field, rest] = row
      const { ask } = openCalendar({ limits: { line: 20 } })
      const long = { ...rest, [field]: '&'.repeat(5) }
      expectWrong(await ask('POST', `/${collection}`, long), field)
      const { body } = await ask('POST', `/${collection}`, { ...rest, [field]: '& & &' })
      expect(body[field]).toBe('&amp; &amp; &amp;')
      const back = await ask('PATCH', `/${collection}/${at(body, 'id')}`, { [field]: body[field] })
      expect({ status: back.status, name: back.body[field] }).toEqual({
        status: 200,
        name: '&amp; &amp; &amp;',
      })
    },
  )

  test('so is a description', async () => {
    const { ask } = openCalendar({ limits: { text: 20 } })
    expectWrong(await ask('POST', '/events', eventOf({ description: '<p>'.repeat(6) })), 'description')
  })
})

describe('a password in the URL', () => {
  test('opens an event, and sets none', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ password: 'rosebud' }))
    await ask('PATCH', `/events/${id}?password=other`, { title: 'Changed' })
    const opened = await ask('GET', `/events/${id}?password=rosebud`, undefined, 'visitor')
    expect({ status: opened.status, title: opened.body.title }).toEqual({ status: 200, title: 'Changed' })
    expectRefusal(
      await ask('GET', `/events/${id}?password=other`, undefined, 'visitor'),
      403,
      'event-password-protected',
    )
  })

  test('sets none on a new event either', async () => {
    const { ask, make } = openCalendar()
    const { body } = await ask('POST', '/events?password=rosebud', eventOf())
    expect((await ask('GET', `/events/${at(body, 'id')}`, undefined, 'visitor')).status).toBe(200)
    await make('events', eventOf())
  })
})

test('links beside include carry the dates that were given, though they do not count', async () => {
  const { ask, make } = openCalendar()
  const id = await make('events', eventOf())
  const { body } = await ask('GET', `/events?include=${id}&start_date=2030-01-01&end_date=tomorrow`)
  const link = new URL(textAt(body, 'rest_url')).searchParams
  expect(Object.fromEntries(link)).toMatchObject({
    start_date: '2030-01-01',
    end_date: 'tomorrow',
    include: `${id}`,
  })
  expect(body.total).toBe(1)
})

test('a host that authenticates by a header of its own lets other origins send it', async () => {
  const { api } = openCalendar({ cors: { origin: '*', headers: ['X-User'] } })
  const preflight = await api.fetch(
    new Request('https://calendar.example/vendor/events/v1/events', {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    }),
  )
  expect(preflight.headers.get('access-control-allow-headers')).toBe(
    'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Event-Password, X-User',
  )
})

test('terms and images can be sent back as the objects that answers hold', async () => {
  const { ask, make } = openCalendar()
  const image = 'https://a.example/poster.jpg'
  const id = await make('events', eventOf({ categories: ['Music'], tags: ['loud', 'late'], image }))
  const { body } = await ask('GET', `/events/${id}`)
  const back = await ask('PUT', `/events/${id}`, {
    categories: body.categories,
    tags: body.tags,
    image: body.image,
  })
  for (const field of ['categories', 'tags', 'image']) expect(back.body[field]).toEqual(body[field])
})

test('a venue given by its fields may bring an image, and what is wrong inside is named', async () => {
  const { ask } = openCalendar()
  const image = 'https://a.example/hall.jpg'
  const { body } = await ask('POST', '/events', eventOf({ venue: { venue: 'Hall', image } }))
  expect(at(body, 'venue', 'image', 'url')).toBe(image)
  const wrong = await ask('POST', '/events', eventOf({ venue: { venue: 'Shed', image: 7, date: 'soon' } }))
  expectWrong(wrong, 'venue')
  expect(textAt(wrong.body, 'data', 'params', 'venue')).toMatch(/date is no date.*image is not the ID/)
})

test('a time zone of null is that of the site, as an empty one is', async () => {
  const { ask } = openCalendar()
  for (const timezone of [null, '']) {
    const { body } = await ask('POST', '/events', eventOf({ timezone }))
    expect(body.timezone).toBe('America/New_York')
  }
})

test('a scheduled event that is told to be published is published now', async () => {
  const { ask, make } = openCalendar()
  const id = await make('events', eventOf({ date: '2027-09-01' }))
  expect((await ask('PUT', `/events/${id}`, { title: 'Still' })).body.status).toBe('future')
  expect((await ask('PUT', `/events/${id}`, { status: 'publish' })).body).toMatchObject({
    status: 'publish',
    date: '2027-03-01 07:00:00',
  })
})

test('a bound of a minute past 24:00 is in the next day, as clients write it', async () => {
  const { ask, make } = openCalendar()
  await make('events', eventOf({ start_date: '2027-09-08 10:00', end_date: '2027-09-08 11:00' }))
  const from = async (time: string) =>
    (await ask('GET', `/events?start_date=2027-09-0${time}&end_date=2027-12-31`)).body.total
  expect([await from('7 24:01'), await from('8 24:01')]).toEqual([1, 0])
  expectWrong(await ask('GET', '/events?start_date=2027-09-07 25:00'), 'start_date')
})
