import { describe, expect, test } from 'vitest'
import { at } from '../routes/calendar.ts'
import { PICTURES } from '../setup/pictures.ts'
import { type Answer, open, SITE, WP } from './wp-site.ts'

/* Lists, creates and deletions of posts at the addresses of WordPress. */

const EVENT = { title: 'Fair', start_date: '2031-06-01 10:00', end_date: '2031-06-01 11:00' }
const V1 = '/wp-json/tribe/events/v1'

const codeOf = ({ status, body }: Answer) => [status, at(body, 'code')]
const idsOf = ({ body }: Pick<Answer, 'body'>): unknown[] =>
  Array.isArray(body) ? body.map((one: unknown) => at(one, 'id')) : []

describe('lists of posts', () => {
  test('have what is published, the latest first, with totals and links', async () => {
    const { ask, make } = open()
    const ids: number[] = []
    for (let number = 1; number <= 5; number++)
      ids.push(await make('venues', { venue: `Mill ${number}`, city: 'Graz', date: `2031-04-0${number}` }))
    await make('venues', { venue: 'Draft', status: 'draft' })
    const page = await ask(`${WP}/tribe_venue?per_page=2&page=2`, { as: 'visitor' })
    expect(idsOf(page)).toEqual([ids[2], ids[1]])
    expect([page.headers.get('x-wp-total'), page.headers.get('x-wp-totalpages')]).toEqual(['5', '3'])
    expect(page.headers.get('link')).toBe(
      `<${SITE}${WP}/tribe_venue?per_page=2&page=1>; rel="prev", <${SITE}${WP}/tribe_venue?per_page=2&page=3>; rel="next"`,
    )
    expect(at(page.body, '0')).toMatchObject({
      ...{ type: 'tribe_venue', status: 'publish', title: { rendered: 'Mill 3' } },
      meta: { _VenueCity: 'Graz' },
    })
    expect((await ask(`${WP}/tribe_venue?_fields=id,title&per_page=1&context=edit`)).body).toEqual([
      { id: ids[4], title: { raw: 'Mill 5', rendered: 'Mill 5' } },
    ])
    expect(codeOf(await ask(`${WP}/tribe_venue?page=2`))).toEqual([400, 'rest_post_invalid_page_number'])
    expect(codeOf(await ask(`${WP}/tribe_venue?per_page=2&page=9`))).toEqual([
      400,
      'rest_post_invalid_page_number',
    ])
    expect((await ask(`${WP}/tribe_organizer`)).body).toEqual([])
  })

  test('are searched, and found by slug, ID, term, status and day of publication', async () => {
    const { ask, make } = open()
    const make3 = [
      await make('events', { ...EVENT, title: 'Old fair', date: '2031-01-05', categories: ['Music'] }),
      await make('events', {
        ...EVENT,
        title: 'Fair',
        start_date: '2020-01-01',
        end_date: '2020-01-01',
        date: '2031-02-05',
      }),
      await make('events', { ...EVENT, title: 'Ball', date: '2031-03-05', tags: ['New'] }),
    ]
    const [first, second, third] = make3
    const draft = await make('events', { ...EVENT, title: 'Draft', status: 'draft' })
    const list = async (query: string, as: 'visitor' | 'editor' = 'visitor') =>
      idsOf(await ask(`${WP}/tribe_events?${query}`, { as }))
    expect(await list('')).toEqual([third, second, first])
    expect(await list('order=asc')).toEqual([first, second, third])
    expect(await list('orderby=title&order=asc')).toEqual([third, second, first])
    expect(await list('search=fair')).toEqual([second, first])
    expect(await list('slug=ball')).toEqual([third])
    expect(await list('slug[]=ball&slug[]=fair')).toEqual([third, second])
    expect(await list('slug=nothing')).toEqual([])
    expect(await list(`include=${first},${third},${draft},99&orderby=include`)).toEqual([first, third])
    expect(await list(`include[]=${first}&include[]=${third}`)).toEqual([third, first])
    expect(await list('tribe_events_cat=1')).toEqual([first])
    expect(await list('tags=2')).toEqual([third])
    expect(await list('after=2031-01-31T00:00:00')).toEqual([third, second])
    expect(await list('after=2031-01-31T00:00:00Z&before=2031-03-01T00:00:00%2B01:00')).toEqual([second])
    expect(await list('before=2031-03-01T00:00:00&order=asc&per_page=1')).toEqual([first])
    expect(await list('status=draft', 'editor')).toEqual([draft])
    expect(await list('status=publish,draft', 'editor')).toHaveLength(4)
    expect(await list('status=any', 'editor')).toHaveLength(4)
    expect(await list('status=any')).toHaveLength(3)
    expect(codeOf(await ask(`${WP}/tribe_events?status=draft`, { as: 'visitor' }))).toEqual([
      400,
      'rest_invalid_param',
    ])
  })

  test.each([
    'offset=1',
    'exclude=1',
    'orderby=menu_order',
    'order=up',
    'per_page=101',
    'page=0',
    'after=soon',
    'after=2031-01-01&orderby=title',
    'include=x',
    'include=1&search=fair',
    `include=${Array.from({ length: 101 }, (_, at) => at + 1)}`,
  ])('with %s are refused, because they would show others', async (query) => {
    expect(codeOf(await open().ask(`${WP}/tribe_events?${query}`))).toEqual([400, 'rest_invalid_param'])
  })

  test('a page may be several of the API, and a long walk is bounded', async () => {
    const { ask, make } = open({ limits: { perPage: 3 } })
    for (let number = 10; number < 18; number++)
      await make('organizers', { organizer: `Club ${number}`, date: `2031-04-${number}` })
    const answer = await ask(`${WP}/tribe_organizer?per_page=7`)
    expect([idsOf(answer).length, answer.headers.get('x-wp-totalpages')]).toEqual([7, '2'])
    expect(idsOf(await ask(`${WP}/tribe_organizer?after=2031-04-12&per_page=100`))).toEqual([8, 7, 6, 5, 4])
  })
})

describe('who asks sees no more than in the API', () => {
  const SECRET = 'Geheimnis'

  test.each(['visitor', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const)(
    '%s',
    async (as) => {
      const { ask, make } = open()
      const statuses = ['publish', 'draft', 'pending', 'private', 'trash'] as const
      const all: number[] = []
      for (const status of statuses) {
        all.push(await make('events', { ...EVENT, title: `Fair ${status}`, description: SECRET, status }))
        await make('venues', { venue: `Mill ${status}`, status })
        await make('organizers', { organizer: `Club ${status}`, status })
      }
      all.push(await make('events', { ...EVENT, title: 'Hidden', hide_from_listings: true }))
      const locked = await make('events', {
        ...{
          ...EVENT,
          title: 'Locked',
          description: SECRET,
          password: 'sesame',
          website: 'https://secret.example/',
        },
        ...{ cost: '77', venue: { venue: 'Secret hall' }, tags: ['Secret tag'] },
      })
      for (const [type, path] of [
        ['tribe_events', 'events'],
        ['tribe_venue', 'venues'],
        ['tribe_organizer', 'organizers'],
      ] as const) {
        const own = await ask(
          `${V1}/${path}?per_page=50&_fields=id${path === 'events' ? '&start_date=1000-01-01&end_date=9999-12-31&hidden=any' : ''}`,
          { as },
        )
        const rows: unknown = at(own.body, path)
        const seen = Array.isArray(rows) ? rows.map((row: unknown) => at(row, 'id')).sort() : rows
        const listed = idsOf(await ask(`${WP}/${type}?status=any&per_page=100`, { as }))
        expect([type, listed.sort()]).toEqual([type, seen])
        for (const query of ['', '&status=publish', `&include=${[...all, locked]}`, '&slug=fair-draft']) {
          const { status, body } = await ask(`${WP}/${type}?per_page=100&context=edit${query}`, { as })
          expect(status).toBe(200)
          const found = idsOf({ body })
          const hidden = found.filter((id) => !JSON.stringify(seen).includes(String(id)))
          // What a list leaves out may be read by its ID, as in the API.
          for (const id of hidden) expect((await ask(`${V1}/${path}/${id}`, { as })).status).toBe(200)
          if (as === 'visitor' || as === 'subscriber')
            expect(JSON.stringify(body).replaceAll('"Fair publish"', '')).not.toMatch(
              /Fair (?!publish)|secret\.example|"77"/i,
            )
        }
      }
      const { body } = await ask(`${WP}/tribe_events?per_page=100`, { as })
      const rows: unknown[] = Array.isArray(body) ? body : []
      const shown = rows.find((row) => at(row, 'id') === locked)
      const isFull = ['editor', 'administrator'].includes(as)
      expect(JSON.stringify(shown).includes(SECRET)).toBe(isFull)
      expect(at(shown, 'content', 'protected')).toBe(!isFull)
    },
  )
})

describe('posts are created', () => {
  test('an event, with its dates, its links and its terms', async () => {
    const { ask, make } = open()
    const venue = await make('venues', { venue: 'Mill' })
    const club = await make('organizers', { organizer: 'Club' })
    const tag = await make('tags', { name: 'New' })
    await ask(`${WP}/media`, {
      method: 'POST',
      body: PICTURES['image/png'],
      headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
    })
    const made = await ask(`${WP}/tribe_events`, {
      json: {
        ...{ title: 'Ball', content: { raw: '<p>Come</p>' }, status: 'publish', tags: [tag] },
        featured_media: at((await ask(`${WP}/media`)).body, '0', 'id'),
        meta: {
          ...{ _EventStartDate: '2031-07-01 20:00:00', _EventEndDate: '2031-07-02 01:00:00' },
          ...{
            _EventVenueID: venue,
            _EventOrganizerID: [String(club)],
            _EventURL: 'https://town.example/ball',
          },
          ...{ _EventTimezone: 'Europe/Vienna', _EventCost: '12', _EventShowMap: 'yes', _EventOrigin: 'x' },
        },
      },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const id = Number(at(made.body, 'id'))
    expect(made.headers.get('location')).toBe(`${SITE}${WP}/tribe_events/${id}`)
    expect((await ask(`${V1}/events/${id}`)).body).toMatchObject({
      ...{ title: 'Ball', start_date: '2031-07-01 20:00:00', end_date: '2031-07-02 01:00:00' },
      ...{ timezone: 'Europe/Vienna', website: 'https://town.example/ball', status: 'publish' },
      ...{ venue: { id: venue }, organizer: [{ id: club }], tags: [{ id: tag }], show_map: true },
      ...{ image: { id: expect.any(Number) }, cost: expect.stringContaining('12') },
    })
    // What it answers can be sent back.
    const { modified, modified_utc, ...before } = Object((await ask(`${V1}/events/${id}`)).body)
    const { body } = await ask(`${WP}/tribe_events/${id}?context=edit`)
    expect((await ask(`${WP}/tribe_events/${id}`, { json: body })).status).toBe(200)
    expect((await ask(`${V1}/events/${id}`)).body).toMatchObject(before)
    const changed = await ask(`${WP}/tribe_events/${id}`, {
      json: { meta: { _EventVenueID: 0, _EventAllDay: 'yes' } },
    })
    expect(changed.body).toMatchObject({ meta: { _EventVenueID: 0, _EventAllDay: '1' } })
  })

  test('as drafts unless they say otherwise, by forms and by the query, too', async () => {
    const { ask } = open()
    const meta = { 'meta[_VenueCity]': 'Graz', 'meta[_VenueZip]': '8010' }
    const form = await ask(`${WP}/tribe_venue`, { body: new URLSearchParams({ title: 'Mill', ...meta }) })
    expect(form.body).toMatchObject({
      ...{ status: 'draft', title: { raw: 'Mill' }, meta: { _VenueCity: 'Graz', _VenueZip: '8010' } },
    })
    const query = `title=Club&status=publish&${new URLSearchParams({ 'meta[_OrganizerEmail]': 'a@b.example' })}`
    const club = await ask(`${WP}/tribe_organizer?${query}`, { method: 'POST' })
    expect(club.body).toMatchObject({ status: 'publish', meta: { _OrganizerEmail: 'a@b.example' } })
    const event = await ask(`${WP}/tribe_events`, {
      body: new URLSearchParams({
        ...{ title: 'Ball', 'meta[_EventStartDate]': '2031-07-01 20:00' },
        'meta[_EventOrganizerID][]': String(at(club.body, 'id')),
      }),
    })
    expect(event.body).toMatchObject({
      status: 'draft',
      meta: { _EventEndDate: '2031-07-01 20:00:00', _EventOrganizerID: [at(club.body, 'id')] },
    })
    const batch = await ask('/wp-json/batch/v1', {
      json: {
        requests: [{ path: '/wp/v2/tribe_venue', body: { title: 'Barn', meta: { _VenueCity: 'Wien' } } }],
      },
    })
    expect(batch.body).toMatchObject({
      responses: [{ status: 201, body: { status: 'draft', meta: { _VenueCity: 'Wien' } } }],
    })
  })

  test('what is missing or wrong is named, and nothing is made', async () => {
    const { ask } = open()
    const missing = await ask(`${WP}/tribe_events`, { json: { title: 'Ball' } })
    expect(codeOf(missing)).toEqual([400, 'rest_missing_callback_param'])
    expect(at(missing.body, 'data', 'params')).toEqual(['meta._EventStartDate', 'meta._EventEndDate'])
    const wrong = await ask(`${WP}/tribe_venue`, { json: { title: 'Mill', meta: { _VenueURL: 'none' } } })
    expect(Object.keys(Object(at(wrong.body, 'data', 'params')))).toEqual(['meta._VenueURL'])
    expect(codeOf(await ask(`${WP}/tribe_venue`, { json: { title: 'X' }, as: 'visitor' }))).toEqual([
      401,
      'rest_forbidden',
    ])
    expect((await ask(`${WP}/tribe_venue`, { json: { title: 'X' }, as: 'subscriber' })).status).toBe(403)
    expect(
      (await ask(`${WP}/tribe_venue`, { json: { title: 'X', status: 'publish' }, as: 'contributor' })).body,
    ).not.toMatchObject({ status: 'publish' })
    expect((await ask(`${WP}/tribe_venue?status=publish`)).body).toEqual([])
  })
})

describe('posts are deleted', () => {
  test('into the trash, once, and with `force` for good', async () => {
    const { ask, make } = open()
    const id = await make('events', EVENT)
    const address = `${WP}/tribe_events/${id}`
    expect(await ask(address, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { id, status: 'trash' },
    })
    expect(codeOf(await ask(address, { method: 'DELETE' }))).toEqual([410, 'rest_already_trashed'])
    expect(codeOf(await ask(address, { as: 'visitor' }))).toEqual([403, 'rest_forbidden'])
    const gone = await ask(`${address}?force=True`, { method: 'DELETE' })
    expect(gone).toMatchObject({
      status: 200,
      body: { deleted: true, previous: { id, type: 'tribe_events' } },
    })
    expect(codeOf(await ask(address))).toEqual([404, 'rest_post_invalid_id'])
  })

  test('by another method, too, and only by who may', async () => {
    const { ask, make } = open()
    const id = await make('venues', { venue: 'Mill' })
    const address = `${WP}/tribe_venue/${id}`
    expect((await ask(address, { method: 'DELETE', as: 'visitor' })).status).toBe(401)
    expect((await ask(address, { method: 'DELETE', as: 'author' })).status).toBe(403)
    expect((await ask(`${WP}/tribe_venue`, { method: 'DELETE' })).status).toBe(405)
    expect((await ask(address)).status).toBe(200)
    const override = { method: 'POST', headers: { 'x-http-method-override': 'delete' } }
    expect((await ask(address, override)).body).toMatchObject({ status: 'trash' })
    const forced = await ask(`${address}?_method=DELETE&force=1`, { method: 'POST' })
    expect(forced.body).toMatchObject({ deleted: true })
  })

  test('terms and images have no trash', async () => {
    const { ask, make } = open()
    const id = await make('tags', { name: 'New' })
    expect(codeOf(await ask(`${WP}/tags/${id}`, { method: 'DELETE' }))).toEqual([
      501,
      'rest_trash_not_supported',
    ])
    const gone = await ask(`${WP}/tags/${id}?force=true`, { method: 'DELETE' })
    expect(gone.body).toMatchObject({ deleted: true, previous: { id, name: 'New' } })
    expect(codeOf(await ask(`${WP}/tags/${id}`))).toEqual([404, 'rest_term_invalid'])
  })
})
