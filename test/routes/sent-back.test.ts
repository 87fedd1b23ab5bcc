import fc from 'fast-check'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { USERS } from '../setup/users.ts'
import {
  at,
  type Calendar,
  eventOf,
  expectWrong,
  idsIn,
  openCalendar,
  STATUSES,
  type Status,
  textAt,
} from './calendar.ts'

/*
 * What an answer shows can be sent back whole: the record stays as it is, what its answer does not show included.
 */

const WRITERS = ['contributor', 'author', 'editor', 'administrator'] as const
type Writer = (typeof WRITERS)[number]

type Fields = Readonly<Record<string, unknown>>

/** Some of the fields, each with one of its values. */
const someOf = (table: Readonly<Record<string, readonly unknown[]>>): fc.Arbitrary<Fields> =>
  fc.record(
    Object.fromEntries(Object.entries(table).map(([name, values]) => [name, fc.constantFrom(...values)])),
    { requiredKeys: [] },
  )

const NAMES = [
  'Open day',
  'Fish &amp; <b>chips</b>',
  '0',
  'a < b',
  '<p>one</p><p>two</p>',
  '春祭り',
  '"x" \'y\'',
]
const TEXTS = ['', '<p>one<p>two', 'a & b &lt;i&gt;', '<ul><li>a<li>b</ul>', '<a href="/x?a=1&b=2">x</a>']
const SLUGS = ['own', 'Own Slug!', '春', 'own__trashed', 'own__trashed-2', 'x'.repeat(200), '-', 'feed']
const LINES = ['', '5 Main St', 'a <b>b</b>', '0', '&amp;amp;']
const URLS = ['', 'https://a.example/?a=1&b=2', 'HTTP://a.example']
const FLAGS = [true, false]

const POST = {
  description: TEXTS,
  slug: SLUGS,
  image: ['', 'https://a.example/x%20y.JPG?w=1'],
  // One is in the hour that New York has twice, said by both of its dates; of another the two disagree.
  publication: [
    { date: '2026-05-01 10:00' },
    { date_utc: '2025-01-01' },
    { date: '2026-11-01 01:30', date_utc: '2026-11-01 06:30' },
    { date: '2026-11-01 01:30', date_utc: '2026-11-01 05:30' },
    { date: '2020-01-01', date_utc: '2021-01-01' },
    { date: '2026-03-08 02:30' },
  ],
}

const VENUE = {
  ...POST,
  address: LINES,
  city: LINES,
  country: ['', 'US', 'Canada'],
  province: LINES,
  state: LINES,
  stateprovince: LINES,
  zip: LINES,
  phone: LINES,
  website: URLS,
  show_map: FLAGS,
  show_map_link: ['1', 'off'],
  geo_lat: [0, 40.7, '', -90],
  geo_lng: [0, -74],
}

const ORGANIZER = { ...POST, phone: LINES, email: LINES, website: URLS }

const TIMES: readonly Fields[] = [
  {},
  { timezone: 'Europe/Dublin' },
  { timezone: 'utc+5:30' },
  { timezone: 'US/Eastern', all_day: true },
  // 05:30Z and 06:30Z are both 01:30 in New York.
  { start_date: '2027-11-07T06:30:00Z', end_date: '2027-11-07T06:45:00Z' },
  { start_date: '2027-11-07T05:30:00Z', end_date: '2027-11-07T06:30:00Z' },
  { start_date: '2027-11-07 01:30', end_date: '2027-11-07 01:30' },
  { start_date: '2027-11-07T06:00:00Z', end_date: '2027-11-07T06:00:00Z', timezone: 'America/Chicago' },
  { start_date: '2027-03-14 02:30', end_date: '2027-03-14 03:30' },
  { start_date: '2027-11-07', end_date: '2027-11-07', all_day: true },
  // Here the clock goes back at midnight: 23:30 comes twice.
  { start_date: '2027-04-04T02:30:00Z', end_date: '2027-04-04T03:30:00Z', timezone: 'America/Santiago' },
  { start_date: '2027-04-03', end_date: '2027-04-03', timezone: 'America/Santiago', all_day: true },
  { start_date: '0001-01-01', end_date: '9999-12-31 23:59:59', timezone: 'Asia/Tokyo' },
]

const COSTS: readonly unknown[] = [
  ...['', 0, '0', 12.5, 'Free', '$10', '10', '$10 - $25', '5 €', '1.000,50 kr', '10 USD', '-5', 'Rs. 100'],
  ...['Pay what you can', 'a, b', '<b>5</b> & 6', '5 per person', 'Free - 20', '1,000.50'],
  ...[
    [5, 10],
    [5, 7.5, 10],
    ['Free', '$5'],
    ['5', '7 €'],
    ['a', 'b'],
    ['$5', '€5'],
    ['10', '$5 - $20'],
  ],
]

const EVENT = {
  ...POST,
  excerpt: TEXTS,
  times: TIMES,
  cost: COSTS,
  website: [...URLS, null],
  show_map: FLAGS,
  show_map_link: FLAGS,
  hide_from_listings: FLAGS,
  sticky: FLAGS,
  featured: FLAGS,
  ticketed: FLAGS,
  categories: [['Music'], ['Food & drink', 'Music'], []],
  tags: ['loud', 'loud, late'],
  linked: ['one', 'several', 'hidden', 'trashed', 'all'],
  parent: ['shown', 'hidden', 'trashed'],
}

interface Case {
  readonly collection: 'events' | 'venues' | 'organizers'
  readonly name: string
  readonly fields: Fields
  readonly status: Status
  readonly owner: Writer
  /** Whether the owner made it, and not an administrator. */
  readonly isOwn: boolean
  readonly writer: Writer
  readonly isTrashed: boolean
}

const caseOf = (collection: Case['collection'], table: Readonly<Record<string, readonly unknown[]>>) =>
  fc.record({
    collection: fc.constant(collection),
    name: fc.constantFrom(...NAMES),
    fields: someOf(table),
    status: fc.constantFrom(...STATUSES),
    owner: fc.constantFrom(...WRITERS),
    isOwn: fc.boolean(),
    writer: fc.constantFrom(...WRITERS),
    isTrashed: fc.boolean(),
  })

const cases: fc.Arbitrary<Case> = fc.oneof(
  { weight: 3, arbitrary: caseOf('events', EVENT) },
  { weight: 1, arbitrary: caseOf('venues', VENUE) },
  { weight: 1, arbitrary: caseOf('organizers', ORGANIZER) },
)

/** `docs/access.md`: contributors write own records that are not published, authors own ones, editors all. */
const mayWrite = ({ writer, owner }: Case, status: unknown): boolean =>
  writer === 'editor' ||
  writer === 'administrator' ||
  (writer === owner &&
    (writer === 'author' || status === 'draft' || status === 'pending' || status === 'trash'))

const NAME_FIELD = { events: 'title', venues: 'venue', organizers: 'organizer' } as const

/** The linked records that an event is made with: some that the writer may read, some not, some in the trash later. */
async function linksOf({ make }: Calendar, which: unknown, kind: 'venue' | 'organizer') {
  const made = (name: string, status: Status = 'publish') =>
    make(`${kind}s`, { [kind]: name, status }, 'administrator')
  const ids: number[] = []
  const trashed: number[] = []
  if (which === 'hidden' || which === 'all') ids.push(await made('Hidden', 'private'))
  if (which !== 'hidden' && which !== 'trashed') ids.push(await made('First'))
  if (which === 'trashed' || which === 'all') trashed.push(await made('Trashed'))
  ids.push(...trashed)
  if (which === 'several' || which === 'all') ids.push(await made('Second'), await made('Draft', 'draft'))
  return { ids, trashed }
}

/** What only editors may say, or only who made other records before. */
const EDITORIAL = ['sticky', 'featured', 'categories', 'tags', 'linked', 'parent']

/** Makes the record and answers its ID; undefined where its owner may not make it so. */
async function makeRecord(calendar: Calendar, one: Case): Promise<number | undefined> {
  const { ask, make } = calendar
  const { collection, name, status, owner, isOwn, isTrashed } = one
  const maker = isOwn ? owner : 'administrator'
  if (maker === 'contributor' && status === 'private') return undefined
  const mayAll = maker === 'administrator' || maker === 'editor'
  const given = Object.entries(one.fields).filter(([field]) => mayAll || !EDITORIAL.includes(field))
  const { publication, times, linked, parent, ...plain } = Object.fromEntries(given)
  const sent: Record<string, unknown> = {
    ...(collection === 'events' ? eventOf() : {}),
    ...plain,
    ...Object(times),
    ...Object(publication),
    ...(status === 'future' ? { date: '2027-12-01', date_utc: undefined } : {}),
    [NAME_FIELD[collection]]: name,
    status,
    author: USERS[owner].id,
  }
  const toTrash: string[] = []
  if (linked !== undefined) {
    for (const kind of ['venue', 'organizer'] as const) {
      const { ids, trashed } = await linksOf(calendar, linked, kind)
      sent[kind] = ids
      toTrash.push(...trashed.map((id) => `/${kind}s/${id}`))
    }
  }
  if (parent !== undefined) {
    const above = eventOf({ title: 'Above', status: parent === 'hidden' ? 'private' : 'publish' })
    sent.post_parent = await make('events', above, 'administrator')
    if (parent === 'trashed') toTrash.push(`/events/${sent.post_parent}`)
  }
  const id = await make(collection, sent, maker)
  for (const path of toTrash) expect((await ask('DELETE', path)).status).toBe(200)
  if (isTrashed && status !== 'trash') expect((await ask('DELETE', `/${collection}/${id}`)).status).toBe(200)
  return id
}

/** All but the times of the last change. */
const unstamped = (json: string): unknown => {
  const { modified: _, modified_utc: __, ...rest } = JSON.parse(json)
  return rest
}

const KINDS = { events: 'event', venues: 'venue', organizers: 'organizer' } as const

const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31))

describe('what an answer shows can be sent back', () => {
  test(`and changes nothing, for every kind, status and writer (FC_SEED=${seed})`, async () => {
    let written = 0
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const storage = memoryStorage()
        const calendar = openCalendar({}, storage)
        const id = await makeRecord(calendar, one)
        if (id === undefined) return
        const stored = async () => {
          const [document] = await storage.get(KINDS[one.collection], [id])
          const keys = { ...document?.keys, modified: undefined }
          return { data: unstamped(document?.data ?? '{}'), keys, text: document?.text }
        }
        const before = await stored()
        const status = before.keys.status
        const path = `/${one.collection}/${id}`
        calendar.setTime('2027-03-01T13:00:00Z')
        const read = await calendar.ask('GET', path, undefined, one.writer)
        const back = await calendar.ask('PUT', path, read.status === 200 ? read.body : {}, one.writer)
        expect(back.status, back.text).toBe(mayWrite(one, status) ? 200 : 403)
        expect(await stored()).toEqual(before)
        if (back.status !== 200) return
        written++
        const again = await calendar.ask('GET', path, undefined, one.writer)
        expect(unstamped(again.text)).toEqual(unstamped(read.text))
        expect(again.body.modified).toBe('2027-03-01 08:00:00')
      }),
      { seed, numRuns: 300, examples: [] },
    )
    expect(written).toBeGreaterThan(100)
  })

  test.each([
    ['events', eventOf({ slug: 'own' }), 'own'],
    ['events', eventOf({ slug: 'x'.repeat(200) }), 'x'.repeat(200)],
    ['events', eventOf({ slug: 'own__trashed' }), 'own__trashed'],
    ['events', eventOf({ slug: 'own__trashed-2' }), 'own__trashed-2'],
    ['venues', { venue: 'Hall', slug: 'own__trashed' }, 'own__trashed'],
    ['organizers', { organizer: 'Ann', slug: 'é'.repeat(60) }, undefined],
  ])(
    'from the trash, with the status alone or as it was read: %s get their own slug again',
    async (...row) => {
      const [collection, fields, slug] = row
      const { ask, make } = openCalendar()
      const id = await make(collection, fields)
      const path = `/${collection}/${id}`
      const own = (await ask('GET', path)).body.slug
      if (slug !== undefined) expect(own).toBe(slug)
      for (const isWhole of [false, true]) {
        await ask('DELETE', path)
        // Written in the trash, it stays there.
        const trashed = (await ask('GET', path)).body
        expect(trashed.slug).not.toBe(own)
        expect((await ask('PUT', path, trashed)).body.slug).toBe(trashed.slug)
        const back = { ...(isWhole ? trashed : {}), status: 'publish' }
        expect((await ask('PUT', path, back)).body).toMatchObject({ status: 'publish', slug: own })
      }
    },
  )

  test('from the trash, a slug that was taken meanwhile is numbered', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ slug: 'own' }))
    const trashed = (await ask('DELETE', `/events/${id}`)).body
    await make('events', eventOf({ slug: 'own' }))
    expect((await ask('PUT', `/events/${id}`, { ...trashed, status: 'publish' })).body.slug).toBe('own-2')
  })

  test('a slug that is given in the trash is the one that comes back', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ slug: 'own' }))
    await ask('DELETE', `/events/${id}`)
    await ask('PATCH', `/events/${id}`, { slug: 'new__trashed' })
    expect((await ask('PATCH', `/events/${id}`, { status: 'publish' })).body.slug).toBe('new__trashed')
  })

  test('a draft without a slug comes out of the trash without one', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ status: 'draft' }))
    const trashed = (await ask('DELETE', `/events/${id}`)).body
    expect((await ask('PUT', `/events/${id}`, { ...trashed, status: 'draft' })).body.slug).toBe('')
    await ask('DELETE', `/events/${id}`)
    expect((await ask('PATCH', `/events/${id}`, { status: 'publish' })).body.slug).toBe('open-day')
  })

  test('an undated draft that is published as it was read is published now', async () => {
    const { ask, make, setTime } = openCalendar()
    const id = await make('events', eventOf({ status: 'draft' }))
    setTime('2027-03-02T12:00:00Z')
    const draft = (await ask('GET', `/events/${id}`)).body
    expect(draft).toMatchObject({ slug: '', date: '2027-03-01 07:00:00', date_utc: '0000-00-00 00:00:00' })
    expect((await ask('PUT', `/events/${id}`, { ...draft, status: 'publish' })).body).toMatchObject({
      status: 'publish',
      slug: 'open-day',
      date: '2027-03-02 07:00:00',
    })
  })

  test('zero dates and an empty slug are as absent, on create too', async () => {
    const { ask } = openCalendar()
    const zero = '0000-00-00 00:00:00'
    const empty = { slug: '', date: zero, date_utc: zero }
    for (const [collection, fields, slug] of [
      ['events', eventOf(), 'open-day'],
      ['venues', { venue: 'Hall' }, 'hall'],
      ['organizers', { organizer: 'Ann' }, 'ann'],
      ['categories', { name: 'Music' }, 'music'],
      ['tags', { name: 'Loud' }, 'loud'],
    ] as const) {
      const made = await ask('POST', `/${collection}`, { ...fields, ...empty })
      expect({ status: made.status, slug: made.body.slug }).toEqual({ status: 201, slug })
      if ('date' in made.body) expect(made.body.date).toBe('2027-03-01 07:00:00')
      const put = await ask('PUT', `/${collection}/${made.body.id}`, empty)
      expect({ status: put.status, slug: put.body.slug, date: put.body.date }).toEqual({
        status: 200,
        slug,
        date: made.body.date,
      })
    }
    expectWrong(
      await ask('POST', '/events', eventOf({ date: '0000-01-00', date_utc: '' })),
      'date',
      'date_utc',
    )
  })

  test('map switches of venues are booleans or text, inline too', async () => {
    const { ask } = openCalendar()
    const made = await ask('POST', '/venues', { venue: 'Hall', show_map: false, show_map_link: true })
    expect(made.body).toMatchObject({ show_map: false, show_map_link: true })
    const path = `/venues/${made.body.id}`
    expect((await ask('PUT', path, { show_map: true, show_map_link: 'no' })).body).toMatchObject({
      show_map: true,
      show_map_link: false,
    })
    const inline = { venue: 'Barn', show_map: false, show_map_link: 'yes' }
    expect((await ask('POST', '/events', eventOf({ venue: inline }))).body.venue).toMatchObject({
      show_map: false,
      show_map_link: true,
    })
    expectWrong(await ask('POST', '/venues', { venue: 'Shed', show_map: 1 }), 'show_map')
  })

  describe('the instant in an hour that the clock shows twice', () => {
    const second = {
      start_date: '2027-11-07 01:30:00',
      end_date: '2027-11-07 01:45:00',
      timezone: 'America/New_York',
      utc_start_date: '2027-11-07 06:30:00',
      utc_end_date: '2027-11-07 06:45:00',
    }

    test('is the one that the UTC times say, when they agree', async () => {
      const { ask } = openCalendar()
      const { body } = await ask('POST', '/events', eventOf(second))
      expect(body).toMatchObject({ ...second, timezone_abbr: 'EST' })
      const first = { utc_start_date: '2027-11-07 05:30:00', utc_end_date: '2027-11-07 05:45:00' }
      const back = await ask('PUT', `/events/${body.id}`, { ...second, ...first })
      expect(back.body).toMatchObject({ ...second, ...first, timezone_abbr: 'EDT' })
    })

    test('is the first where they are absent, are none, or do not agree', async () => {
      const { ask } = openCalendar()
      for (const utc of [undefined, null, 5, {}, '', 'soon', '2027-11-07 06:31:00', '0000-00-00 00:00:00']) {
        const { status, body } = await ask(
          'POST',
          '/events',
          eventOf({ ...second, utc_start_date: utc, utc_end_date: utc }),
        )
        expect(status).toBe(201)
        expect(body).toMatchObject({
          start_date: second.start_date,
          utc_start_date: '2027-11-07 05:30:00',
          utc_end_date: '2027-11-07 05:45:00',
        })
      }
    })

    test('does not keep an event in its place that is moved by its wall clock', async () => {
      const { ask, make } = openCalendar()
      const id = await make('events', eventOf(second))
      const read = (await ask('GET', `/events/${id}`)).body
      const moved = await ask('PUT', `/events/${id}`, { ...read, end_date: '2027-11-07 03:00' })
      expect(moved.body).toMatchObject({
        utc_start_date: second.utc_start_date,
        utc_end_date: '2027-11-07 08:00:00',
      })
    })
  })

  describe('the cost', () => {
    test.each([
      [12.5, '$12.5', ''],
      [['5', '10'], '$5 – $10', ''],
      [['5', '7 €', '20'], '5€ – 20€', ''],
      ['€ 10,50', '€10,50', '€'],
    ])('%j keeps what its text does not say', async (cost, text, symbol) => {
      const { ask, make } = openCalendar()
      const id = await make('events', eventOf({ cost }))
      const read = (await ask('GET', `/events/${id}`)).body
      expect([read.cost, read.cost_details]).toMatchObject([text, { currency_symbol: symbol }])
      const back = (await ask('PUT', `/events/${id}`, { cost: read.cost })).body
      expect([back.cost, back.cost_details]).toEqual([read.cost, read.cost_details])
    })

    test('is replaced by another, the same amount in another currency among them', async () => {
      const { ask, make } = openCalendar()
      const id = await make('events', eventOf({ cost: '$10' }))
      const costOf = async (cost: unknown) => {
        const { body } = await ask('PUT', `/events/${id}`, { cost })
        return [body.cost, body.cost_details]
      }
      expect(await costOf('10')).toMatchObject(['$10', { currency_symbol: '' }])
      expect(await costOf('10 €')).toMatchObject(['10€', { currency_symbol: '€' }])
      expect(await costOf('')).toMatchObject(['', { values: [] }])
    })
  })

  describe('links', () => {
    async function linkedEvent() {
      const calendar = openCalendar()
      const { ask, make } = calendar
      const hidden = await make('organizers', { organizer: 'Hidden', status: 'private' }, 'administrator')
      const ann = await make('organizers', { organizer: 'Ann' })
      const bob = await make('organizers', { organizer: 'Bob' })
      const fields = { author: USERS.author.id, organizer: [ann, hidden], venue: [] }
      const id = await make('events', eventOf(fields), 'administrator')
      const idsAs = async (asker: 'author' | 'administrator') =>
        idsIn((await ask('GET', `/events/${id}`, undefined, asker)).body, 'organizer')
      const put = (organizer: unknown, asker: 'author' | 'administrator') =>
        ask('PUT', `/events/${id}`, { organizer }, asker)
      return { ...calendar, hidden, ann, bob, id, idsAs, put }
    }

    test('that the caller may not see are kept, whatever is sent', async () => {
      const { hidden, ann, bob, idsAs, put } = await linkedEvent()
      expect(await idsAs('author')).toEqual([ann])
      for (const [sent, shown] of [
        [[ann], [ann]],
        [[bob], [bob]],
        [[], []],
        [
          [{ organizer: 'Cleo' }, ann],
          [expect.any(Number), ann],
        ],
      ]) {
        expect((await put(sent, 'author')).status).toBe(200)
        expect(await idsAs('author')).toEqual(shown)
        expect(await idsAs('administrator')).toContain(hidden)
      }
    })

    test('that the caller sees are cut', async () => {
      const { idsAs, put } = await linkedEvent()
      await put('', 'administrator')
      expect(await idsAs('administrator')).toEqual([])
    })

    test('to records in the trash are kept when what is shown is sent back, and cut when it is changed', async () => {
      const { ask, ann, bob, id, idsAs, put } = await linkedEvent()
      await put([ann, bob], 'administrator')
      const trashed = async (work: () => Promise<unknown>) => {
        await ask('DELETE', `/organizers/${ann}`)
        await work()
        await ask('PATCH', `/organizers/${ann}`, { status: 'publish' })
        return idsAs('administrator')
      }
      expect(await trashed(() => put([bob], 'administrator'))).toEqual([ann, bob])
      expect(await trashed(() => ask('PUT', `/events/${id}`, { title: 'New' }))).toEqual([ann, bob])
      expect(await trashed(() => put([], 'administrator'))).toEqual([])
    })

    test('to an event above that the caller may not see is kept', async () => {
      const { ask, make } = openCalendar()
      const above = await make('events', eventOf({ status: 'private' }), 'administrator')
      const fields = eventOf({ author: USERS.author.id, post_parent: above })
      const id = await make('events', fields, 'administrator')
      const read = (await ask('GET', `/events/${id}`, undefined, 'author')).body
      expect(read.post_parent).toBe(0)
      expect((await ask('PUT', `/events/${id}`, read, 'author')).status).toBe(200)
      expect((await ask('GET', `/events/${id}`)).body.post_parent).toBe(above)
      expect((await ask('PUT', `/events/${id}`, { post_parent: 0 })).body.post_parent).toBe(0)
    })
  })

  test('the host is not asked again about the author and the image that a record has', async () => {
    let isThere = true
    const poster = {
      url: 'https://cdn.example/7.jpg',
      id: 7,
      extension: 'jpg',
      width: 4,
      height: 3,
      filesize: 9,
    }
    const { ask, make } = openCalendar({
      isAuthor: () => isThere,
      resolveImage: (given) => (isThere && given === 7 ? poster : null),
    })
    const made = { author: 5, image: 7 }
    for (const [collection, fields] of [
      ['events', eventOf(made)],
      ['venues', { ...made, venue: 'Hall' }],
    ] as const) {
      isThere = true
      const path = `/${collection}/${await make(collection, fields)}`
      isThere = false
      const read = (await ask('GET', path)).body
      const back = await ask('PUT', path, read)
      expect({ status: back.status, author: back.body.author, image: back.body.image }).toEqual({
        status: 200,
        author: '5',
        image: poster,
      })
      expectWrong(await ask('PUT', path, { author: 6, image: { ...poster, id: 8 } }), 'author', 'image')
    }
  })

  test('the address that stands in for a website is none, even where no website may be called so', async () => {
    const { ask, make } = openCalendar({ permalink: (kind, { slug }) => `urn:${kind}:${slug}:é` })
    const id = await make('events', eventOf({ slug: 'own' }))
    const read = (await ask('GET', `/events/${id}`)).body
    expect(read.website).toBe('urn:event:own:é')
    expect((await ask('PUT', `/events/${id}`, { ...read, slug: 'new' })).body.website).toBe('urn:event:new:é')
  })

  test('a record that waits for review has no slug until it is published, for every writer', async () => {
    const { ask } = openCalendar()
    for (const [collection, fields, slug] of [
      ['events', eventOf(), 'open-day'],
      ['venues', { venue: 'Hall' }, 'hall'],
      ['organizers', { organizer: 'Ann' }, 'ann'],
    ] as const) {
      const waiting = { ...fields, status: 'pending' }
      const { body } = await ask('POST', `/${collection}`, waiting, 'contributor')
      const path = `/${collection}/${body.id}`
      expect(body.slug ?? '').toBe('')
      expect((await ask('PUT', path, body, 'editor')).body.slug ?? '').toBe('')
      expect((await ask('PUT', path, { ...body, status: 'publish' }, 'editor')).body.slug).toBe(slug)
    }
  })

  test('a password is kept, though no answer shows it', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ password: 'rosebud', description: '<p>Secret</p>' }))
    const read = (await ask('GET', `/events/${id}`)).body
    expect(read.description).toBe('<p>Secret</p>')
    expect((await ask('PUT', `/events/${id}`, read)).status).toBe(200)
    expect((await ask('GET', `/events/${id}`, undefined, 'visitor')).status).toBe(403)
    expect((await ask('GET', `/events/${id}?password=rosebud`, undefined, 'visitor')).status).toBe(200)
  })

  test('terms change nothing, on their own and as the objects that events hold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('a & b', '<b>x</b>', '0', '&amp;lt;', 'Music', '"x" \'y\'', '春'),
        fc.constantFrom(...TEXTS),
        fc.constantFrom(undefined, ...SLUGS.slice(0, 4)),
        fc.constantFrom('author', 'editor', 'administrator'),
        async (name, description, slug, writer) => {
          const { ask, make } = openCalendar()
          const parent = await make('categories', { name: 'Above' })
          const fields = { name, description, ...(slug === undefined ? {} : { slug }) }
          const category = await make('categories', { ...fields, parent })
          const tag = await make('tags', fields)
          const event = await make('events', eventOf({ categories: [category, parent], tags: [tag] }))
          const { body } = await ask('GET', `/events/${event}`)
          const embedded = [at(body, 'categories', 0), at(body, 'categories', 1), at(body, 'tags', 0)]
          for (const one of [...embedded, { taxonomy: 'post_tag', id: tag }, { id: category }]) {
            const isTag = at(one, 'taxonomy') === 'post_tag'
            const path = `/${isTag ? 'tags' : 'categories'}/${at(one, 'id')}`
            const read = await ask('GET', path)
            const sent = at(one, 'name') === undefined ? read.body : one
            const back = await ask('PUT', path, sent, writer)
            expect(back.status, back.text).toBe(isTag && writer === 'author' ? 403 : 200)
            expect((await ask('GET', path)).text).toBe(read.text)
          }
        },
      ),
      { seed, numRuns: 60 },
    )
  })
})

describe('what was read can be sent back', () => {
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
