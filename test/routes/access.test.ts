import { describe, expect, test } from 'vitest'
import { words } from '../setup/words.ts'
import {
  ASKERS,
  type Asker,
  type Calendar,
  eventOf,
  expectRefusal,
  expectWrong,
  idOf,
  idsIn,
  inStatus,
  MASTERS,
  openCalendar,
  STATUSES,
  type Status,
  USERS,
  WRITERS,
} from './calendar.ts'

/*
 * One policy decides for every way of reading: the tests build a calendar that holds one record of every kind of
 * owner, status and password, and ask everybody for all of it in every way.
 */

const OWNERS = ['administrator', 'author', 'contributor', 'subscriber'] as const

interface Made {
  readonly id: number
  readonly slug: string
  readonly owner: (typeof OWNERS)[number]
  readonly status: Status
  readonly hasPassword: boolean
}

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
        const id = await make(collection, { [name]: title, author, slug, ...inStatus(status) })
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
            ...{
              author: USERS[owner].id,
              ...inStatus(status),
              ...(hasPassword ? { password: 'ladle' } : {}),
            },
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
      ...words('status=draft status=publish,draft status=any status=any&any_status=1'),
      `status=${everyStatus}`,
    ])
      for (const collection of ['events', 'venues', 'organizers'])
        expectWrong(await read(`/${collection}?${query}`), 'status')
  })

  test('by search and filters is only what may be read in full', async () => {
    const status = isWriter ? `&status=${everyStatus}` : ''
    const statuses: readonly Status[] = isWriter ? STATUSES : ['publish']
    const expected = idsOf(world.events, (made) => statuses.includes(made.status) && isOpen(asker, made))
    const [venue, organizer] = [world.venues, world.organizers].map(
      (all) => all.find(({ status }) => status === 'publish')?.id,
    )
    const queries = [
      ...words('search=treasure search=findable featured=1 ticketed=0 geoloc=0'),
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
})

describe('who may change and delete', () => {
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
