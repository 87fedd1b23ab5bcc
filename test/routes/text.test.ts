import { describe, expect, test } from 'vitest'
import { API, type Asker, at, eventOf, expectWrong, idOf, ORIGIN, openCalendar } from './calendar.ts'

/*
 * What comes of the texts that clients send, whoever sends them. How the HTML is cleaned in all its corners is seen
 * in test/unit/html.test.ts; here it is that every field goes through it, and comes out as it goes in.
 */

const ATTACK =
  '<script>steal()</script><p onclick="steal()">Fish &amp; <b>chips</b> & <a href="javascript:steal()">more</a>' +
  '<img src=x onerror=steal()><iframe src="https://x.example/">in</iframe> <a href="https://ok.example/?a=1&b=2">ok</a></p>'
const SAFE =
  '<p>Fish &amp; <b>chips</b> &amp; <a>more</a><img> <a href="https://ok.example/?a=1&amp;b=2">ok</a></p>'
/** The same as a title or name, which holds neither blocks nor links. */
const SAFE_LINE = 'Fish &amp; <b>chips</b> &amp; more<img> ok'
const PLAIN = 'Fish & chips & more ok'

/** Every field that holds HTML, and those that hold one plain line. */
const HTML_FIELDS = [
  ['events', 'title'],
  ['events', 'description'],
  ['events', 'excerpt'],
  ['venues', 'venue'],
  ['venues', 'description'],
  ['organizers', 'organizer'],
  ['organizers', 'description'],
  ['categories', 'description'],
  ['tags', 'description'],
] as const
const LINE_FIELDS = [
  ['venues', 'address'],
  ['venues', 'city'],
  ['venues', 'country'],
  ['venues', 'province'],
  ['venues', 'state'],
  ['venues', 'stateprovince'],
  ['venues', 'zip'],
  ['venues', 'phone'],
  ['organizers', 'phone'],
  ['organizers', 'email'],
] as const

const NEEDED: Readonly<Record<string, object>> = {
  events: eventOf(),
  venues: { venue: 'Hall' },
  organizers: { organizer: 'Ann' },
  categories: { name: 'Food' },
  tags: { name: 'warm' },
}

describe.each(['editor', 'administrator', 'author', 'contributor'] as const)('sent by the %s', (role) => {
  const asker: Asker = role
  test.each(
    HTML_FIELDS.filter(
      ([collection]) => !(collection === 'tags' && role !== 'editor' && role !== 'administrator'),
    ).filter(([collection]) => !(collection === 'categories' && role === 'contributor')),
  )('%s.%s is HTML, cleaned by one list for all', async (collection, field) => {
    const { ask } = openCalendar()
    const isLine = field !== 'description' && field !== 'excerpt'
    const created = await ask('POST', `/${collection}`, { ...NEEDED[collection], [field]: ATTACK }, asker)
    expect(created.status, created.text).toBe(201)
    expect(created.body[field]).toBe(isLine ? SAFE_LINE : SAFE)
    const path = `/${collection}/${idOf(created.body)}`
    expect((await ask('GET', path, undefined, asker)).body[field]).toBe(isLine ? SAFE_LINE : SAFE)
    const updated = await ask('PATCH', path, { [field]: `b<SCRIPT>x</SCRIPT>${ATTACK}` }, asker)
    expect(updated.body[field]).toBe(isLine ? `b ${SAFE_LINE}` : `b${SAFE}`)
  })

  test.each(LINE_FIELDS)('%s.%s is one plain line', async (collection, field) => {
    const { ask } = openCalendar()
    const { body } = await ask(
      'POST',
      `/${collection}`,
      { ...NEEDED[collection], [field]: `${ATTACK}\n  end` },
      asker,
    )
    expect(body[field]).toBe(`${PLAIN} end`)
  })
})

test('names of terms are plain text, and escaped where they are shown', async () => {
  const { ask } = openCalendar()
  for (const collection of ['categories', 'tags']) {
    const { body } = await ask('POST', `/${collection}`, {
      name: `<b>Fish</b>  &amp; "chips" <script>x</script>`,
    })
    expect(body).toMatchObject({ name: 'Fish &amp; &quot;chips&quot;', slug: 'fish-chips' })
  }
  const event = await ask('POST', '/events', eventOf({ categories: ["Kid's <i>day</i>"], tags: ['a & b'] }))
  expect(at(event.body, 'categories', 0, 'name')).toBe('Kid&#39;s day')
  expect(at(event.body, 'tags', 0, 'name')).toBe('a &amp; b')
  // By any spelling it is the same one.
  const again = await ask('POST', '/events', eventOf({ categories: ['KID&#39;S DAY'], tags: 'a &amp; b' }))
  expect(at(again.body, 'categories', 0, 'id')).toBe(at(event.body, 'categories', 0, 'id'))
  expect(at(again.body, 'tags', 0, 'id')).toBe(at(event.body, 'tags', 0, 'id'))
})

test('no paragraphs, quotes, smileys or shortcodes are made', async () => {
  const { ask } = openCalendar()
  const text = 'She said "yes" -- \'now\'...\n\nSecond :-) [gallery] (c) 1/2 C:\\new'
  const { body } = await ask('POST', '/events', eventOf({ title: text, description: text, excerpt: text }))
  expect([body.title, body.description, body.excerpt]).toEqual([text, text, text])
})

test('json_ld of a series is an EventSeries with its schedule, and that of an occurrence names it', async () => {
  const { ask, make } = openCalendar()
  const id = await make('events', eventOf({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' }, cost: '5' }))
  const name = { '@type': 'EventSeries', '@id': `${API}/events/${id}` }
  const { json_ld: series } = (await ask('GET', `/events/${id}`)).body
  expect(series).toMatchObject({
    ...name,
    url: `${ORIGIN}/event/open-day/`,
    startDate: '2027-05-10T10:00:00-04:00',
    eventSchedule: {
      '@type': 'Schedule',
      repeatFrequency: 'P1W',
      repeatCount: 2,
      scheduleTimezone: 'America/New_York',
    },
    offers: { price: '5' },
  })
  expect(series).not.toHaveProperty('endDate')

  const { body } = await ask('GET', '/events/by-slug/open-day-2027-05-17')
  expect(body.json_ld).toMatchObject({
    '@type': 'Event',
    superEvent: name,
    startDate: '2027-05-17T10:00:00-04:00',
    endDate: '2027-05-17T12:00:00-04:00',
  })
  expect(body.json_ld).not.toHaveProperty('eventSchedule')
})

test('json_ld holds clean plain text, ISO times with offset and absolute URLs', async () => {
  const { ask, make } = openCalendar()
  const id = await make(
    'events',
    eventOf({
      title: 'Fish &amp; <b>chips</b>',
      description: `${ATTACK}\n<p>Second</p>`,
      timezone: 'Asia/Kolkata',
      cost: '5',
      venue: { venue: 'Q&amp;A', address: '1 <b>Main</b>' },
      organizer: { organizer: 'A &lt; B', email: 'ann@x.example' },
    }),
  )
  expect((await ask('GET', `/events/${id}`)).body.json_ld).toMatchObject({
    name: 'Fish & chips',
    description: `${PLAIN} Second`,
    url: 'https://calendar.example/event/fish-chips/',
    startDate: '2027-05-10T10:00:00+05:30',
    endDate: '2027-05-10T12:00:00+05:30',
    location: { name: 'Q&A', address: { streetAddress: '1 Main' } },
    organizer: { name: 'A < B', email: 'ann@x.example' },
    offers: { price: '5', priceCurrency: 'USD' },
  })
})

describe('controls of the direction of text', () => {
  const TURNED = 'Gala \u202etxet\u202c \u2066&#x202d;and&#8237; more\u2069'
  const STRAIGHT = 'Gala txet and more'
  const names = [
    ['events', 'title'],
    ['venues', 'venue'],
    ['organizers', 'organizer'],
    ['categories', 'name'],
    ['tags', 'name'],
    ...LINE_FIELDS.filter(([, field]) => field !== 'email'),
  ] as const

  test.each(names)('are not in %s: %s', async (collection, field) => {
    const { ask, make } = openCalendar()
    const needed: Record<string, Record<string, unknown>> = {
      ...{ events: eventOf(), venues: { venue: 'Hall' }, organizers: { organizer: 'Club' } },
      ...{ categories: { name: 'Music' }, tags: { name: 'Music' } },
    }
    const id = await make(collection, { ...needed[collection], [field]: TURNED })
    expect((await ask('GET', `/${collection}/${id}`)).body[field]).toBe(STRAIGHT)
    expect((await ask('PATCH', `/${collection}/${id}`, { [field]: `${TURNED}\u2067!` })).body[field]).toBe(
      `${STRAIGHT}!`,
    )
  })

  test('alone are no title', async () => {
    const { ask } = openCalendar()
    expectWrong(await ask('POST', '/events', eventOf({ title: '\u202e\u2066' })), 'title')
  })
})

test('a field that is missing and wrong is named once', async () => {
  const { ask } = openCalendar()
  for (const [path, body, name] of [
    ['/events', eventOf({ title: '' }), 'title'],
    ['/events', eventOf({ title: ' <b></b> ' }), 'title'],
    ['/venues', { venue: '' }, 'venue'],
    ['/tags', { name: '' }, 'name'],
  ] as const) {
    const { status, body: answer } = await ask('POST', path, body)
    expect([status, answer.message], JSON.stringify(body)).toEqual([400, `Invalid parameter(s): ${name}`])
  }
  const both = await ask('POST', '/events', { title: 7, start_date: '' })
  expect(String(both.body.message).match(/start_date/g)).toHaveLength(1)
})
