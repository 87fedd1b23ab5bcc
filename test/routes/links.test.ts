import { describe, expect, test } from 'vitest'
import { createSite } from '../../src/core/mount/create-site.ts'
import { eventListSchema } from '../../src/core/schema/event-list.ts'
import { categoryListSchema, linkedListSchema } from '../../src/core/schema/other-lists.ts'
import { memoryStorage } from '../../src/storage/memory.ts'
import { words } from '../setup/words.ts'
import {
  ASKERS,
  type Asker,
  type Calendar,
  eventOf,
  expectRefusal,
  expectWrong,
  idsIn,
  MASTERS,
  on,
  openCalendar,
  textAt,
  USERS,
  WRITERS,
} from './calendar.ts'

/** Thirty-three events that every filter tells apart; the tests only read. */
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

const calendar = await openFull()

const { rules } = createSite(memoryStorage(), {})

/** The filters of a list that no query names. */
function untested(
  schema: typeof eventListSchema | typeof linkedListSchema | typeof categoryListSchema,
  queries: readonly string[],
): string[] {
  const named = new Set(queries.flatMap((query) => [...new URLSearchParams(query).keys()]))
  const isNamed = (name: string) => named.has(name) || named.has(`${name}[]`)
  // Each query is also followed by cursor.
  const others = ['page', 'per_page', 'cursor']
  return Object.keys(schema(rules).shape).filter((name) => !others.includes(name) && !isNamed(name))
}

describe('following the links of a list', () => {
  /** Forward by next_rest_url, then back by previous_rest_url, then by cursor; all must give the list of one big page. */
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
      if (pages.length === 2) {
        // The list's own address gives the same page again.
        const again = await send(textAt(answer.body, 'rest_url'), {}, as)
        expect(idsIn(again.body, collection)).toEqual(page)
      }
      if (answer.body.next_rest_url === undefined) break
      answer = await send(textAt(answer.body, 'next_rest_url'), {}, as)
    }
    expect(forward, `${as} ${query}`).toEqual(wanted)
    for (const page of pages.slice(0, -1).reverse()) {
      answer = await send(textAt(answer.body, 'previous_rest_url'), {}, as)
      expect(idsIn(answer.body, collection)).toEqual(page)
    }
    expect(answer.body).not.toHaveProperty('previous_rest_url')
    if (pages.length > 1) {
      // The way back to the first page names none.
      const second = await ask('GET', join('per_page=2&page=2'), undefined, as)
      expect(new URL(textAt(second.body, 'previous_rest_url')).searchParams.has('page')).toBe(false)
    }
    const walked: number[] = []
    answer = await ask('GET', join('per_page=3&cursor='), undefined, as)
    for (;;) {
      expect(answer.status, answer.text.slice(0, 300)).toBe(200)
      walked.push(...idsIn(answer.body, collection))
      if (answer.body.next_rest_url === undefined) break
      answer = await send(textAt(answer.body, 'next_rest_url'), {}, as)
    }
    expect(walked, `${as} ${query}, by cursor`).toEqual(wanted)
    return wanted.length
  }

  test.each(ASKERS)('gives the whole list once, with every filter, to the %s', async (as) => {
    const { venues, organizers, categories, tags, parent } = calendar
    const include = Array.from({ length: 40 }, (_, index) => 40 - index).join(',')
    const queries = [
      '',
      ...words(`
        status=publish start_date=2027-05-01 end_date=2028-02-01
        start_date=2027-05-01&end_date=2028-12-31&strict_dates=true starts_after=2027-04-10
        starts_before=2027-06-10 ends_after=2027-06-10 ends_before=2028-02-02
        starts_after=2027-04-30&ends_before=2028-02-02&strict_dates=1
        start_date=2027-05-01&starts_after=2027-06-01&strict_dates=no start_date=tomorrow&end_date=%2B1+year
        start_date=2027-05-01T00:00:00%2B02:00&strict_dates=on
      `),
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
      ...words(`
        featured=true featured=false ticketed=1 ticketed=0 free=1 free=0 is_virtual=1 is_virtual=0 geoloc=1 geoloc=0
        geoloc_lat=40&geoloc_lng=-74&geoloc_radius=10.5 geoloc_lat=-0&geoloc_lng=0&geoloc_radius=20000
      `),
      `include=${include}`,
      `include=${include}&starts_after=2027-05-01&start_date=2030-01-01`,
      `post_parent=${parent}`,
      'featured=1&ticketed=0&categories=food&search=off',
      'hidden=any',
      'author=',
      WRITERS.includes(as) && as !== 'visitor' ? `author=${USERS[as].id}` : 'author=3',
      ...(MASTERS.includes(as) ? ['author=2,3'] : []),
      'event_status=scheduled,canceled',
      'series=only',
      '_fields=id,venue.city',
      'orderby=title',
      'orderby=TITLE&order=DESC&starts_after=2027-04-10',
      'orderby=date&order=asc&categories=food',
      'orderby=modified&modified_after=2027-02-28',
      'order=desc&modified_before=tomorrow',
      `order=desc&include=${include}`,
      `orderby=start_date&include=${include}`,
    ]
    if (WRITERS.includes(as))
      queries.push(
        'status=draft,private',
        'status[]=trash&status[]=publish',
        `status=future&include=${include}`,
      )
    expect(untested(eventListSchema, queries)).toEqual([])
    let most = 0
    for (const query of queries) most = Math.max(most, await follow(calendar, 'events', query, as))
    expect(most).toBeGreaterThan(MASTERS.includes(as) ? 28 : 12)
  })

  test.each(['visitor', 'editor'] as const)('of all other records as well, to the %s', async (as) => {
    const first = calendar.parent + 1
    const linked = [
      '',
      ...words(`
        status=publish search=o search=%26 has_events=true has_events=no has_events= only_with_upcoming=true
        only_with_upcoming=no
      `),
      `event=${first}`,
      'orderby=title',
      '_fields=id',
      'author=2,3',
      'orderby=date&order=asc&search=o',
      'orderby=modified&modified_after=2027-02-28+00:00&modified_before=%2B1+day',
    ]
    const terms = [
      '',
      '_fields=name,id',
      ...words('hide_empty=0 order=desc orderby=count&order=desc orderby=id search=o slug=free'),
      `event=${first}`,
      `post=${first}`,
    ]
    const categories = [
      ...terms,
      'exclude=1&hide_empty=false',
      `parent=${calendar.categories[0]}`,
      `include=${calendar.categories.join(',')}&orderby=include&order=desc`,
    ]
    expect(untested(linkedListSchema, linked)).toEqual([])
    expect(untested(categoryListSchema, categories)).toEqual([])
    for (const query of linked) await follow(calendar, 'venues', query, as)
    for (const query of linked) await follow(calendar, 'organizers', query, as)
    for (const query of categories) await follow(calendar, 'categories', query, as)
    for (const query of [...terms, 'exclude=3&hide_empty=false']) await follow(calendar, 'tags', query, as)
  })

  test('a status that was not asked for is carried as what it meant', async () => {
    const { ask, send } = calendar
    const { body } = await ask('GET', '/events?per_page=3')
    expect(textAt(body, 'next_rest_url')).toContain('status=any')
    expectWrong(await ask('GET', '/events?status=any'), 'status')
    expectWrong(await send(textAt(body, 'next_rest_url'), {}, 'visitor'), 'status')
    expect((await send(textAt(body, 'next_rest_url'), {}, 'author')).status).toBe(200)
  })

  test('the links of a page beyond the last one', async () => {
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
