import { describe, expect, test } from 'vitest'
import { type Asker, at, eventOf, idOf, openCalendar, textAt } from './calendar.ts'

/*
 * What comes of the texts that clients send, whoever sends them. How the HTML is cleaned in all its corners is seen
 * in test/unit/html.test.ts; here it is that every field goes through it, and comes out as it goes in.
 */

const ATTACK =
  '<script>steal()</script><p onclick="steal()">Fish &amp; <b>chips</b> & <a href="javascript:steal()">more</a>' +
  '<img src=x onerror=steal()><iframe src="https://x.example/">in</iframe> <a href="https://ok.example/?a=1&b=2">ok</a></p>'
const SAFE =
  '<p>Fish &amp; <b>chips</b> &amp; <a>more</a><img> <a href="https://ok.example/?a=1&amp;b=2">ok</a></p>'
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

/** Texts that some step on the way could change. */
const TRICKY = [
  PLAIN,
  SAFE,
  'a < b > c',
  'if a<b then c',
  '&lt;b&gt;not bold&lt;/b&gt;',
  '&amp;amp;',
  '&eacute;&nbsp;&#8217;&hellip;&notaname;',
  'She said "yes" \'twice\' -- and left... :-) [gallery] (c)',
  'C:\\temp\\new \\\\ \\0',
  'First\n\nSecond\nthird',
  'First\r\nSecond',
  '<p>one<p>two</p>',
  '<b>unclosed <i>tags',
  '<ul><li>a<li>b</ul>',
  '<script>gone</script> after',
  ' before <style>p{}</style> ',
  '<p> spaces </p> ',
  '  padded  ',
  '<!-- gone --> left',
  '100 % & 5 %20 off %zz',
  'naïve 祭り 👩‍🚀 \u2028 \ufeff end',
  '<a href="mailto:a@b.example">write</a> <a href="/here">here</a>',
  '<a href="https://x.example/" target="_blank" title="&quot;x&quot;">x</a>',
  '0',
]

describe.each(['editor', 'administrator', 'author', 'contributor'] as const)('sent by the %s', (role) => {
  const asker: Asker = role
  test.each(
    HTML_FIELDS.filter(
      ([collection]) => !(collection === 'tags' && role !== 'editor' && role !== 'administrator'),
    ).filter(([collection]) => !(collection === 'categories' && role === 'contributor')),
  )('%s.%s is HTML, cleaned by one list for all', async (collection, field) => {
    const { ask } = openCalendar()
    const created = await ask('POST', `/${collection}`, { ...NEEDED[collection], [field]: ATTACK }, asker)
    expect(created.status, created.text).toBe(201)
    expect(created.body[field]).toBe(SAFE)
    const path = `/${collection}/${idOf(created.body)}`
    expect((await ask('GET', path, undefined, asker)).body[field]).toBe(SAFE)
    const updated = await ask('PATCH', path, { [field]: `b<SCRIPT>x</SCRIPT>${ATTACK}` }, asker)
    expect(updated.body[field]).toBe(`b${SAFE}`)
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

describe('reading, and writing back what was read, changes nothing', () => {
  const read = async (ask: ReturnType<typeof openCalendar>['ask'], path: string) => {
    const { modified: _modified, modified_utc: _utc, ...rest } = (await ask('GET', path)).body
    return rest
  }

  test.each([...HTML_FIELDS, ...LINE_FIELDS, ['categories', 'name'], ['tags', 'name']] as const)(
    '%s.%s',
    async (collection, field) => {
      const { ask } = openCalendar()
      for (const text of TRICKY) {
        const made = await ask('POST', `/${collection}`, {
          ...NEEDED[collection],
          [field]: text,
          slug: 'same',
        })
        expect(made.status, `${JSON.stringify(text)} ${made.text}`).toBe(201)
        const path = `/${collection}/${idOf(made.body)}`
        const first = await read(ask, path)
        const written = await ask('PATCH', path, { [field]: first[field] ?? '' })
        expect(written.status, JSON.stringify(text)).toBe(200)
        expect(await read(ask, path), JSON.stringify(text)).toEqual(first)
        await ask('DELETE', path)
      }
    },
  )

  test('a whole event, with everything it has', async () => {
    const { ask, make } = openCalendar()
    const id = await make(
      'events',
      eventOf({
        title: 'Fish & <i>chips</i>',
        description: ATTACK,
        excerpt: 'a < b',
        slug: '春祭り',
        cost: '$1,000 - $2,500',
        website: 'https://x.example/?a=1&b=2',
        venue: { venue: 'Q&A', city: 'A & B', description: ATTACK },
        organizer: [{ organizer: 'O\u2019Neil & sons' }],
        categories: ['R & D'],
        tags: ['<3 it'],
        timezone: 'europe/paris',
        all_day: true,
      }),
    )
    const path = `/events/${id}`
    const before = await read(ask, path)
    const { title, description, excerpt, slug, cost, website, timezone, all_day, status, author, date } =
      before
    const { start_date, end_date, show_map, featured, sticky, hide_from_listings } = before
    const flags = { all_day, show_map, featured, sticky, hide_from_listings }
    const texts = { title, description, excerpt, slug, cost, website, timezone, status, author, date }
    const linked = {
      venue: idOf(before.venue),
      organizer: [idOf(at(before, 'organizer', 0))],
      categories: [textAt(before, 'categories', 0, 'name')],
      tags: [textAt(before, 'tags', 0, 'name')],
    }
    const written = await ask('PUT', path, { ...flags, ...texts, ...linked, start_date, end_date })
    expect(written.status, written.text).toBe(200)
    expect(await read(ask, path)).toEqual(before)
  })

  test('a whole venue and a whole organizer', async () => {
    const { ask, make } = openCalendar()
    const venue = await make('venues', {
      venue: 'Q&A <b>',
      city: 'A & B',
      state: 'OH',
      address: '1 "Main"',
      show_map: 'no',
      geo_lat: 1.5,
      geo_lng: -0.25,
      description: ATTACK,
      website: 'https://x.example/?a=1&b=2',
    })
    const organizer = await make('organizers', {
      organizer: "O'Neil",
      email: 'Ann <ann@x.example>',
      description: ATTACK,
    })
    for (const path of [`/venues/${venue}`, `/organizers/${organizer}`]) {
      const before = await read(ask, path)
      const { show_map, show_map_link, json_ld: _json, ...fields } = before
      const switches = { show_map: String(show_map), show_map_link: String(show_map_link) }
      const written = await ask('PUT', path, { ...fields, ...switches, date_utc: undefined })
      expect(written.status, written.text).toBe(200)
      expect(await read(ask, path)).toEqual(before)
    }
  })
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
