import { ApiError, createEventsApi } from 'events-api'
import { memoryStorage } from 'events-api/storage/memory'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  API,
  ASKERS,
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
  USERS,
} from './calendar.ts'

/*
 * One policy decides for every way of reading: the tests build a calendar that holds one record of every kind of
 * owner, status and password, and ask everybody for all of it in every way.
 */

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
const OWNERS = ['administrator', 'author', 'contributor', 'subscriber'] as const
const WRITERS: readonly Asker[] = [
  'contributor',
  'contributor2',
  'author',
  'author2',
  'editor',
  'administrator',
]
const MASTERS: readonly Asker[] = ['editor', 'administrator']

type Status = (typeof STATUSES)[number]

interface Made {
  readonly id: number
  readonly slug: string
  readonly owner: (typeof OWNERS)[number]
  readonly status: Status
  readonly hasPassword: boolean
}

const dated = (status: Status) => ({ status, ...(status === 'future' ? { date: '2027-12-01' } : {}) })

interface World extends Calendar {
  readonly events: readonly Made[]
  readonly venues: readonly Made[]
  readonly organizers: readonly Made[]
  readonly category: number
  readonly tag: number
}

/** Everything there can be. Every event is at every venue and of every organizer. */
async function openWorld(): Promise<World> {
  const calendar = openCalendar({ limits: { perPage: 100 } })
  const { ask, make } = calendar
  const category = await make('categories', { name: 'Food' })
  const tag = await make('tags', { name: 'warm' })
  const all: Record<'events' | 'venues' | 'organizers', Made[]> = { events: [], venues: [], organizers: [] }
  for (const owner of OWNERS) {
    for (const status of STATUSES) {
      const author = USERS[owner].id
      for (const [collection, name] of [
        ['venues', 'venue'],
        ['organizers', 'organizer'],
      ] as const) {
        const slug = `${owner}-${status}`
        const title = `Findable ${owner} ${status}`
        const id = await make(collection, { [name]: title, author, slug, ...dated(status) })
        all[collection].push({ id, slug, owner, status, hasPassword: false })
      }
    }
  }
  const linkable = ({ status }: Made) => status !== 'trash'
  const venue = all.venues.filter(linkable).map(({ id }) => id)
  const organizer = all.organizers.filter(linkable).map(({ id }) => id)
  for (const owner of OWNERS) {
    for (const status of STATUSES) {
      for (const hasPassword of [false, true]) {
        const slug = `${owner}-${status}-${hasPassword ? 'locked' : 'open'}`
        const made = await ask(
          'POST',
          '/events',
          eventOf({
            title: `Findable ${slug}`,
            description: 'Hidden treasure',
            ...{ slug, venue, organizer, categories: [category], tags: [tag], featured: true },
            ...{ author: USERS[owner].id, ...dated(status), ...(hasPassword ? { password: 'ladle' } : {}) },
          }),
        )
        expect(made.status, made.text).toBe(201)
        all.events.push({ id: idOf(made.body), slug, owner, status, hasPassword })
      }
    }
  }
  return { ...calendar, ...all, category, tag }
}

const world = await openWorld()
const everyStatus = STATUSES.join(',')

const owns = (asker: Asker, { owner }: Made) => asker === owner
const isReadable = (asker: Asker, made: Made) =>
  made.status === 'publish' || owns(asker, made) || MASTERS.includes(asker)

/** Without the password: who may edit it, and its owner while it is not published. */
function isOpen(asker: Asker, made: Made): boolean {
  if (!isReadable(asker, made)) return false
  if (!made.hasPassword || MASTERS.includes(asker)) return true
  const isUnreleased = made.status === 'draft' || made.status === 'pending' || made.status === 'trash'
  return owns(asker, made) && (isUnreleased || asker === 'author')
}

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)
const idsOf = (made: readonly Made[], keep: (one: Made) => boolean) =>
  sorted(made.filter(keep).map(({ id }) => id))

/** All IDs of a list, page by page, with its totals checked on the way. */
async function listed(asker: Asker, collection: string, query: string): Promise<number[]> {
  const found: number[] = []
  let total: unknown
  for (let page = 1; ; page++) {
    const path = `/${collection}?per_page=7&page=${page}${query === '' ? '' : `&${query}`}`
    const answer = await world.ask('GET', path, undefined, asker)
    expect(answer.status, `${asker} ${path} ${answer.text.slice(0, 200)}`).toBe(200)
    total ??= answer.body.total
    expect(answer.body.total).toBe(total)
    expect(answer.headers.get('x-tec-total')).toBe(String(total))
    found.push(...idsIn(answer.body, collection))
    if (answer.body.next_rest_url === undefined) break
  }
  expect(found).toHaveLength(Number(total))
  return sorted(found)
}

describe.each(ASKERS)('what the %s sees', (asker) => {
  const isWriter = WRITERS.includes(asker)
  const read = (path: string) => world.ask('GET', path, undefined, asker)

  test('by ID and by slug is the same, and is what the policy says', async () => {
    for (const made of world.events) {
      for (const path of [`/events/${made.id}`, `/events/by-slug/${made.slug}`]) {
        const answer = await read(path)
        const label = `${asker} ${made.slug}`
        if (isOpen(asker, made)) {
          expect(answer.status, label).toBe(200)
          expect(answer.body).toMatchObject({
            id: made.id,
            description: 'Hidden treasure',
            status: made.status,
          })
        } else if (isReadable(asker, made)) {
          expectRefusal(answer, 403, 'event-password-protected')
          expect((await read(`${path}?password=ladle`)).body.description, label).toBe('Hidden treasure')
        } else {
          expectRefusal(
            answer,
            403,
            made.status === 'trash' ? 'event-no-longer-available' : 'event-not-accessible',
          )
          expect((await read(`${path}?password=ladle`)).status, label).toBe(403)
        }
      }
    }
    for (const kind of ['venue', 'organizer'] as const) {
      for (const made of world[`${kind}s`]) {
        for (const path of [`/${kind}s/${made.id}`, `/${kind}s/by-slug/${made.slug}`]) {
          const answer = await read(path)
          if (isReadable(asker, made)) expect(answer.body.id).toBe(made.id)
          else expectRefusal(answer, 403, `${kind}-not-accessible`)
        }
      }
    }
  })

  test('in lists is what reading by ID allows, in the statuses that were asked for', async () => {
    const asks: [query: string, statuses: readonly Status[]][] = [
      ['', isWriter ? STATUSES.filter((status) => status !== 'trash') : ['publish']],
      ['status=publish', ['publish']],
    ]
    if (isWriter) {
      asks.push([`status=${everyStatus}`, STATUSES])
      for (const status of STATUSES) asks.push([`status=${status}`, [status]])
    }
    for (const [query, statuses] of asks) {
      for (const collection of ['events', 'venues', 'organizers'] as const) {
        const expected = idsOf(
          world[collection],
          (made) => statuses.includes(made.status) && isReadable(asker, made),
        )
        expect(await listed(asker, collection, query), `${collection} ${query}`).toEqual(expected)
      }
    }
    if (isWriter) return
    for (const query of [
      'status=draft',
      'status=publish,draft',
      'status=any',
      'status=any&any_status=1',
      `status=${everyStatus}`,
    ])
      for (const collection of ['events', 'venues', 'organizers'])
        expectWrong(await read(`/${collection}?${query}`), 'status')
  })

  test('named by ID, still only what may be read is listed', async () => {
    const status = isWriter ? `&status=${everyStatus}` : ''
    const statuses: readonly Status[] = isWriter ? STATUSES : ['publish']
    const include = world.events.map(({ id }) => id).join(',')
    const expected = idsOf(world.events, (made) => statuses.includes(made.status) && isReadable(asker, made))
    expect(await listed(asker, 'events', `include=${include}${status}`)).toEqual(expected)
    for (const made of world.events) {
      const { body } = await read(`/events?include=${made.id}${status}`)
      expect(body.total, made.slug).toBe(expected.includes(made.id) ? 1 : 0)
    }
  })

  test('by search and filters is only what may be read in full', async () => {
    const status = isWriter ? `&status=${everyStatus}` : ''
    const statuses: readonly Status[] = isWriter ? STATUSES : ['publish']
    const expected = idsOf(world.events, (made) => statuses.includes(made.status) && isOpen(asker, made))
    const [venue, organizer] = [world.venues, world.organizers].map(
      (all) => all.find(({ status }) => status === 'publish')?.id,
    )
    const queries = [
      'search=treasure',
      'search=findable',
      'featured=1',
      'ticketed=0',
      'geoloc=0',
      `venue=${venue}`,
      `organizer=${organizer}`,
      `categories=${world.category}`,
      'categories=food',
      `tags=${world.tag}`,
    ]
    for (const query of queries)
      expect(await listed(asker, 'events', query + status), query).toEqual(expected)
    for (const made of world.events) {
      const { body } = await read(`/events?search=${made.slug.split('-').join('+')}${status}`)
      expect(idsIn(body, 'events').includes(made.id), made.slug).toBe(expected.includes(made.id))
    }
    for (const collection of ['venues', 'organizers'] as const) {
      const readable = idsOf(
        world[collection],
        (made) => statuses.includes(made.status) && isReadable(asker, made),
      )
      expect(await listed(asker, collection, `search=findable${status}`)).toEqual(readable)
    }
  })

  test('in lists, an event whose password it lacks is blank but for title and times', async () => {
    const { body } = await read('/events?per_page=100')
    for (const event of listOf(body.events)) {
      const made = world.events.find(({ id }) => id === idOf(event))
      const isFull = made !== undefined && isOpen(asker, made)
      expect(at(event, 'description'), made?.slug).toBe(isFull ? 'Hidden treasure' : '')
      expect(listOf(at(event, 'organizer')).length > 0).toBe(isFull)
      expect(listOf(at(event, 'categories')).length > 0).toBe(isFull)
      expect(at(event, 'featured')).toBe(isFull ? true : null)
    }
  })

  test('inside events are only the venues and organizers that it may read', async () => {
    for (const made of world.events.filter((one) => isOpen(asker, one))) {
      const { body } = await read(`/events/${made.id}`)
      for (const kind of ['venue', 'organizer'] as const) {
        const shown = sorted(listOf(body[kind]).map(idOf))
        expect(shown, `${made.slug} ${kind}`).toEqual(
          idsOf(world[`${kind}s`], (one) => one.status !== 'trash' && isReadable(asker, one)),
        )
      }
    }
  })

  test('filters by a venue or organizer that it may not read are as by one that does not exist', async () => {
    for (const kind of ['venue', 'organizer'] as const) {
      const unknown = (await read(`/events?${kind}=9999`)).body
      for (const made of world[`${kind}s`]) {
        const answer = await read(`/events?${kind}=${made.id}`)
        if (made.status === 'trash') expect(answer.body.total).toBe(0)
        else if (isReadable(asker, made)) expect(answer.status).toBe(200)
        else expect(answer.body).toEqual(unknown)
      }
    }
    for (const made of world.events) {
      for (const path of [
        `/venues?event=${made.id}`,
        `/categories?event=${made.id}`,
        `/tags?post=${made.id}`,
        `/events?post_parent=${made.id}`,
      ]) {
        const answer = await read(path)
        if (!isReadable(asker, made)) expect(answer.status, `${made.slug} ${path}`).toBe(400)
        else if (path.startsWith('/events')) expect(answer.body.total).toBe(0)
        else if (isOpen(asker, made)) expect(answer.body.total, `${made.slug} ${path}`).not.toBe(0)
        else expect(answer.body.total, `${made.slug} ${path}`).toBe(0)
      }
    }
  })

  test('linking: what it may not read is refused as if it did not exist', async () => {
    if (!isWriter) return
    for (const kind of ['venue', 'organizer'] as const) {
      const unknown = await world.ask('POST', '/events', eventOf({ [kind]: 9999 }), asker)
      expectWrong(unknown, kind)
      for (const made of world[`${kind}s`]) {
        if (isReadable(asker, made) && made.status !== 'trash') continue
        for (const shape of [made.id, [made.id], String(made.id), { id: made.id }]) {
          const answer = await world.ask('POST', '/events', eventOf({ [kind]: shape }), asker)
          expect(answer.body).toEqual(unknown.body)
        }
      }
    }
    const unknown = await world.ask('POST', '/events', eventOf({ post_parent: 9999 }), asker)
    for (const made of world.events.filter((one) => !isReadable(asker, one))) {
      const answer = await world.ask('POST', '/events', eventOf({ post_parent: made.id }), asker)
      expect(answer.body).toEqual(unknown.body)
    }
  })
})

describe('who may change and delete', () => {
  /** A contributor's own records are its own until they are published. */
  function isEditable(asker: Asker, made: Made): boolean {
    if (MASTERS.includes(asker)) return true
    if (!owns(asker, made)) return false
    return (
      asker === 'author' || (asker === 'contributor' && ['draft', 'pending', 'trash'].includes(made.status))
    )
  }

  test.each(ASKERS)('the %s: the same by ID and by slug, in every status', async (asker) => {
    const ways = (made: Made, collection: string) => [
      `/${collection}/${made.id}`,
      `/${collection}/by-slug/${made.slug}`,
    ]
    for (const collection of ['events', 'venues', 'organizers'] as const) {
      for (const made of world[collection]) {
        for (const path of ways(made, collection)) {
          const label = `${asker} ${path} of ${made.owner}, ${made.status}`
          for (const [method, body] of [
            ['PATCH', {}],
            ['DELETE', undefined],
          ] as const) {
            // A precondition that fails comes after the rights, and keeps what may be changed as it is.
            const answer = await world.send(
              path,
              {
                method,
                headers: { 'if-match': '"none"', 'content-type': 'application/json' },
                ...(body === undefined ? {} : { body: JSON.stringify(body) }),
              },
              asker,
            )
            if (isEditable(asker, made)) expectRefusal(answer, 412, 'rest_precondition_failed')
            else {
              expect(answer.body.code, label).toBe('rest_forbidden')
              expect(answer.status, label).toBe(asker === 'visitor' ? 401 : 403)
            }
          }
        }
      }
    }
  })

  test('what is unknown is 404 for who may write, and forbidden before that for who may not', async () => {
    for (const asker of ASKERS) {
      for (const [path, code] of [
        ['/events/9999', 'rest-event-not-found'],
        ['/events/by-slug/none', 'rest-event-not-found'],
        ['/venues/9999', 'rest-venue-not-found'],
        ['/organizers/by-slug/none', 'rest-organizer-not-found'],
      ] as const) {
        for (const method of ['PATCH', 'DELETE']) {
          const answer = await world.ask(method, path, undefined, asker)
          if (WRITERS.includes(asker)) expectRefusal(answer, 404, code)
          else expectRefusal(answer, asker === 'visitor' ? 401 : 403, 'rest_forbidden')
        }
        expectRefusal(await world.ask('GET', path, undefined, asker), 404, code)
      }
    }
  })
})

describe('what may be written', () => {
  const outcome = ({ status, body }: Answer) => (status < 300 ? body.status : status)

  test('the status that comes of the one that is asked for', async () => {
    const { ask } = openCalendar()
    const table: Record<string, unknown[]> = {
      // publish, future, draft, pending, private, trash, none
      visitor: [401, 401, 401, 401, 401, 401, 401],
      subscriber: [403, 403, 403, 403, 403, 403, 403],
      contributor: ['pending', 'pending', 'draft', 'pending', 403, 'trash', 'draft'],
      author: ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'publish'],
      editor: ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'publish'],
      administrator: ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'publish'],
    }
    for (const asker of ASKERS) {
      const expected = table[asker]
      if (expected === undefined) continue
      for (const [collection, fields] of [
        ['events', eventOf()],
        ['venues', { venue: 'Hall' }],
        ['organizers', { organizer: 'Ann' }],
      ] as const) {
        const found: unknown[] = []
        for (const status of [...STATUSES, undefined]) {
          const extra = status === undefined ? {} : dated(status)
          // Descriptions differ, so that no earlier record is reused.
          found.push(
            outcome(
              await ask(
                'POST',
                `/${collection}`,
                { ...fields, ...extra, description: `${asker} ${status}` },
                asker,
              ),
            ),
          )
        }
        expect(found, `${asker} ${collection}`).toEqual(expected)
      }
    }
  })

  test('a contributor hands in, and lets go of what is published', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf(), 'contributor')
    const path = `/events/${id}`
    expect((await ask('PATCH', path, { title: 'Better' }, 'contributor')).body.status).toBe('draft')
    expectRefusal(await ask('PATCH', path, { status: 'private' }, 'contributor'), 403, 'rest_forbidden')
    expect((await ask('PATCH', path, { status: 'publish' }, 'contributor')).body.status).toBe('pending')
    expect((await ask('PATCH', path, { status: 'publish' }, 'editor')).body.status).toBe('publish')
    expectRefusal(await ask('PATCH', path, { title: 'Mine' }, 'contributor'), 403, 'rest_forbidden')
    expectRefusal(await ask('DELETE', path, undefined, 'contributor'), 403, 'rest_forbidden')
    await ask('DELETE', path)
    expect((await ask('PATCH', path, { status: 'publish' }, 'contributor')).body.status).toBe('pending')
  })

  test('another author, sticky and featured need the right to edit others', async () => {
    for (const asker of WRITERS) {
      const { ask, make } = openCalendar()
      const isMaster = MASTERS.includes(asker)
      const expected = isMaster ? 201 : 403
      const other = asker === 'author' ? 4 : 3
      for (const fields of [
        { author: other },
        { author: String(other) },
        { sticky: true },
        { featured: '1' },
      ]) {
        const answer = await ask('POST', '/events', eventOf(fields), asker)
        expect(answer.status, `${asker} ${JSON.stringify(fields)}`).toBe(
          fields.author === undefined || other !== idOfUser(asker) ? expected : 201,
        )
      }
      const venue = await ask('POST', '/venues', { venue: `Of ${asker}`, author: other }, asker)
      expect(venue.status).toBe(other === idOfUser(asker) ? 201 : expected)
      const inline = await ask('POST', '/events', eventOf({ venue: { venue: 'X', author: other } }), asker)
      expect(inline.status).toBe(other === idOfUser(asker) ? 201 : expected)
      // What is so already may be said again.
      const own = await ask(
        'POST',
        '/events',
        eventOf({ author: idOfUser(asker), sticky: false, featured: 0 }),
        asker,
      )
      expect(own.status).toBe(201)
      const sticky = await make('events', eventOf({ author: idOfUser(asker), sticky: true, status: 'draft' }))
      expect((await ask('PATCH', `/events/${sticky}`, { sticky: true, title: 'Kept' }, asker)).status).toBe(
        200,
      )
      expect((await ask('PATCH', `/events/${sticky}`, { sticky: false }, asker)).status).toBe(
        isMaster ? 200 : 403,
      )
      expect((await ask('PATCH', `/events/${sticky}`, { author: other }, asker)).status).toBe(
        isMaster || other === idOfUser(asker) ? 200 : 403,
      )
    }
  })

  const idOfUser = (asker: Asker) => (asker === 'visitor' ? 0 : USERS[asker].id)

  test('terms: authors make categories, editors tags too, contributors use what there is', async () => {
    const { ask, make } = openCalendar()
    const category = await make('categories', { name: 'Food' })
    const tag = await make('tags', { name: 'warm' })
    const may = { categories: ['author', 'author2', ...MASTERS], tags: MASTERS } as const
    for (const asker of ASKERS) {
      for (const [collection, id] of [
        ['categories', category],
        ['tags', tag],
      ] as const) {
        const isAllowed = [...may[collection]].some((one) => one === asker)
        const refused = asker === 'visitor' ? 401 : 403
        const created = await ask('POST', `/${collection}`, { name: `By ${asker}` }, asker)
        expect(created.status, `${asker} ${collection}`).toBe(isAllowed ? 201 : refused)
        expect((await ask('PATCH', `/${collection}/${id}`, {}, asker)).status).toBe(isAllowed ? 200 : refused)
        const victim = isAllowed ? idOf(created.body) : id
        expect((await ask('DELETE', `/${collection}/${victim}`, undefined, asker)).status).toBe(
          isAllowed ? 200 : refused,
        )
        if (!WRITERS.includes(asker)) continue
        const assigned = await ask('POST', '/events', eventOf({ [collection]: [id] }), asker)
        expect(listOf(assigned.body[collection]).map(idOf)).toEqual([id])
        const invented = await ask('POST', '/events', eventOf({ [collection]: [`New of ${asker}`] }), asker)
        expect(invented.status, `${asker} ${collection}`).toBe(isAllowed ? 201 : 403)
      }
    }
  })

  test('a visitor is asked for credentials before anything is said of a record or a field', async () => {
    const { ask } = openCalendar()
    for (const body of [{}, eventOf(), { title: 5 }])
      expectRefusal(await ask('POST', '/events', body, 'visitor'), 401, 'rest_forbidden')
    expectRefusal(await ask('POST', '/events', {}, 'subscriber'), 403, 'rest_forbidden')
    expectRefusal(await ask('POST', '/events', {}, 'contributor'), 400, 'rest_missing_callback_param')
  })
})

describe('credentials', () => {
  const ROUTES = [
    '/',
    '/doc',
    '/events',
    '/events/1',
    '/events/by-slug/x',
    '/venues',
    '/venues/1',
    '/venues/by-slug/x',
    '/organizers',
    '/organizers/1',
    '/organizers/by-slug/x',
    '/categories',
    '/categories/1',
    '/tags',
    '/tags/1',
  ]

  test('wrong ones are 401 on every route and method, and nothing else is told', async () => {
    const { send } = openCalendar()
    const bodies = new Set<string>()
    for (const path of ROUTES) {
      const isSingle = /\d$|by-slug/.test(path)
      const methods =
        path === '/' || path === '/doc'
          ? ['GET', 'HEAD']
          : isSingle
            ? ['GET', 'PATCH', 'DELETE']
            : ['GET', 'POST']
      for (const method of methods) {
        const answer = await send(path, { method, headers: { 'x-user': 'mallory' } }, 'visitor')
        expect(answer.status, `${method} ${path}`).toBe(401)
        if (method === 'HEAD') continue
        expectRefusal(answer, 401, 'rest_invalid_credentials')
        bodies.add(answer.text)
      }
    }
    expect(bodies.size).toBe(1)
  })

  test('the route and the method are known before anybody is asked who it is', async () => {
    let asked = 0
    const { send } = openCalendar({
      authenticate: () => {
        asked++
        throw new ApiError('rest_invalid_credentials')
      },
    })
    expect((await send('/nowhere', {}, 'visitor')).status).toBe(404)
    expect((await send('/events', { method: 'DELETE' }, 'visitor')).status).toBe(405)
    expect((await send('/events', { method: 'OPTIONS' }, 'visitor')).status).toBe(204)
    expect(asked).toBe(0)
    expect((await send('/events', {}, 'visitor')).status).toBe(401)
    expect(asked).toBe(1)
  })

  test('an answer that is no principal is a fault of the host: 500, told to it and to nobody else', async () => {
    const WRONG = [
      '{}',
      '{"id":1}',
      '{"role":"editor"}',
      '{"id":0,"role":"editor"}',
      '{"id":-1,"role":"editor"}',
      '{"id":1.5,"role":"editor"}',
      '{"id":"1","role":"editor"}',
      '{"id":9007199254740992,"role":"editor"}',
      '{"id":1,"role":"king"}',
      '{"id":1,"role":"constructor"}',
      '{"id":1,"role":""}',
      '"editor"',
      'true',
      '7',
      '[]',
    ]
    for (const principal of WRONG) {
      const errors: unknown[] = []
      const { send } = openCalendar({
        authenticate: () => JSON.parse(principal),
        onError: (error) => errors.push(error),
      })
      for (const path of ['/events', '/venues/1', '/doc']) {
        const answer = await send(path, {}, 'visitor')
        expectRefusal(answer, 500, 'rest_internal_error')
        expect(answer.body).toEqual({
          code: 'rest_internal_error',
          message: 'Internal error.',
          data: { status: 500 },
        })
      }
      expect(errors).toHaveLength(3)
      expect(errors[0]).toBeInstanceOf(TypeError)
    }
  })

  test('without authenticate everybody is a visitor', async () => {
    const api = createEventsApi(memoryStorage())
    expect((await api.fetch(new Request(`${API}/events`))).status).toBe(200)
    expect((await api.fetch(new Request(`${API}/events`, { method: 'POST' }))).status).toBe(401)
  })
})
