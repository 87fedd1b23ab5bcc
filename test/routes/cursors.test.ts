import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { walk } from '../walks/walk.ts'
import { API, type Calendar, eventOf, expectWrong, idsIn, on, openCalendar, titles } from './calendar.ts'

const nextOf = (body: Readonly<Record<string, unknown>>): URL => new URL(String(body.next_rest_url))
const pathOf = (url: URL): string => `${url.pathname.slice(new URL(API).pathname.length)}${url.search}`

/** A calendar with as many events, a day apart. */
async function withEvents(count: number): Promise<Calendar> {
  const calendar = openCalendar()
  for (let day = 1; day <= count; day++) {
    await calendar.make(
      'events',
      on(`2027-05-0${day} 10:00`, `2027-05-0${day} 11:00`, { title: `Day ${day}` }),
    )
  }
  return calendar
}

describe('a list with cursor', () => {
  test('has the envelope of a list, and a next address with a cursor and without a page', async () => {
    const { ask } = await withEvents(3)
    const first = await ask('GET', '/events?cursor=&per_page=2&search=day&start_date=2027-05-01')
    expect(Object.keys(first.body)).toEqual(['events', 'rest_url', 'next_rest_url', 'total', 'total_pages'])
    expect(first.body).toMatchObject({
      rest_url: `${API}/events/?cursor=&per_page=2&start_date=2027-05-01&search=day`,
      total: 3,
      total_pages: 2,
    })
    expect(first.headers.get('x-tec-total')).toBe('3')
    const next = nextOf(first.body)
    expect([...next.searchParams.keys()]).toEqual(['cursor', 'per_page', 'start_date', 'search'])
    const second = await ask('GET', pathOf(next))
    expect(titles(second)).toEqual(['Day 3'])
    expect(second.body.rest_url).toBe(String(next))
    expect(second.body).toMatchObject({ total: 3, total_pages: 2 })
    expect(second.body).not.toHaveProperty('next_rest_url')
    expect(second.body).not.toHaveProperty('previous_rest_url')
  })

  test('goes on when all that was to come is gone: an empty page, and no 404', async () => {
    const { ask } = await withEvents(3)
    const { body } = await ask('GET', '/events?cursor=&per_page=2')
    for (const id of [1, 2, 3]) await ask('DELETE', `/events/${id}`)
    const rest = await ask('GET', pathOf(nextOf(body)))
    expect(rest.status).toBe(200)
    expect(rest.body).toMatchObject({ events: [], total: 0, total_pages: 0 })
    expect((await ask('GET', '/venues?cursor=')).body).toMatchObject({ venues: [], total: 0 })
  })

  test('may have other sizes of pages and other fields on the way', async () => {
    const { ask } = await withEvents(5)
    const { body } = await ask('GET', '/events?cursor=&per_page=1&_fields=title')
    expect(body.events).toEqual([{ title: 'Day 1' }])
    const next = nextOf(body)
    expect(next.searchParams.get('_fields')).toBe('title')
    next.searchParams.set('per_page', '3')
    next.searchParams.set('_fields', 'id')
    expect((await ask('GET', pathOf(next))).body.events).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }])
  })

  test('is what the caller may read, on each page', async () => {
    const { ask, make } = openCalendar()
    for (const status of ['publish', 'draft', 'private', 'publish']) await make('events', eventOf({ status }))
    const calendar = { ask }
    expect((await walk(calendar, 'events', 'per_page=1')).ids).toHaveLength(4)
    expect((await walk(calendar, 'events', 'per_page=1', undefined, 'visitor')).ids).toHaveLength(2)
    const { body } = await ask('GET', '/events?cursor=&per_page=1')
    const { body: rest } = await ask('GET', pathOf(nextOf(body)), undefined, 'visitor')
    expect(idsIn(rest, 'events')).toEqual([4])
  })

  test('carries its filters as they were sent, those of custom fields too', async () => {
    const schema = z.coerce.number()
    const { ask, make } = openCalendar({ customFields: { event: { size: { schema, filter: true } } } })
    for (const size of [3, 4, 5]) {
      await make('events', eventOf({ hide_from_listings: true, custom_fields: { size } }))
    }
    const query = 'hidden=1&author=2&geoloc=false&custom_fields[size][min]=04&categories=&status='
    const refused = await ask('GET', `/events?cursor=&per_page=1&${query}`)
    expectWrong(refused, 'categories', 'status')
    const { body } = await ask(
      'GET',
      `/events?cursor=&per_page=1&${query.slice(0, query.indexOf('&categories'))}`,
    )
    expect(Object.fromEntries([...nextOf(body).searchParams].slice(2))).toEqual({
      ...{ hidden: '1', author: '2', geoloc: '0', 'custom_fields[size][min]': '04' },
    })
    const rest = await ask('GET', pathOf(nextOf(body)))
    expect(idsIn(rest.body, 'events')).toEqual([3])
    expect(rest.body.total).toBe(2)
  })
})

describe('the time of a walk', () => {
  test('is that of its first page: the default window and words mean the same on all pages', async () => {
    const { ask, setTime } = await withEvents(5)
    setTime('2027-05-02T16:00:00Z')
    const whole = await ask('GET', '/events?cursor=&per_page=2')
    const tomorrow = await ask('GET', '/events?cursor=&per_page=1&start_date=tomorrow')
    const strict = await ask('GET', `/events?cursor=&per_page=1&starts_after=now&strict_dates=true`)
    const changed = await ask('GET', '/venues?cursor=&per_page=1&modified_after=-1+hour')
    expect(titles(whole)).toEqual(['Day 1', 'Day 2'])
    expect(titles(tomorrow)).toEqual(['Day 3'])
    expect(titles(strict)).toEqual(['Day 3'])
    expect(changed.body.total).toBe(0)
    setTime('2027-06-09T16:00:00Z')
    expect(titles(await ask('GET', pathOf(nextOf(whole.body))))).toEqual(['Day 3', 'Day 4'])
    expect(titles(await ask('GET', pathOf(nextOf(tomorrow.body))))).toEqual(['Day 4'])
    expect(titles(await ask('GET', pathOf(nextOf(strict.body))))).toEqual(['Day 4'])
    expect((await ask('GET', '/events?cursor=')).body.total).toBe(0)
  })

  test('decides which venues have something to come', async () => {
    const { ask, make, setTime } = openCalendar()
    for (const day of [1, 2, 3]) {
      const venue = { venue: `Hall ${day}` }
      await make('events', { ...on(`2027-05-0${day} 10:00`, `2027-05-0${day} 11:00`), venue })
    }
    const { body } = await ask('GET', '/venues?cursor=&per_page=1&only_with_upcoming=true')
    expect(body.total).toBe(3)
    setTime('2027-06-01T00:00:00Z')
    expect((await ask('GET', pathOf(nextOf(body)))).body.total).toBe(3)
  })

  test('is the beginning of the day where nothing but the day matters, so that visitors share the first page', async () => {
    const { ask, setTime } = await withEvents(3)
    const { headers, text } = await ask('GET', '/events?cursor=&per_page=2', undefined, 'visitor')
    setTime('2027-03-01T22:00:00Z')
    const later = await ask('GET', '/events?cursor=&per_page=2', undefined, 'visitor')
    expect(later.headers.get('etag')).toBe(headers.get('etag'))
    expect(later.text).toBe(text)
  })
})

describe('a cursor', () => {
  test('beside a page is refused, whatever the page is', async () => {
    const { ask } = await withEvents(1)
    for (const list of ['events', 'venues', 'organizers', 'categories', 'tags']) {
      for (const page of ['1', '2', '']) {
        const answer = await ask('GET', `/${list}?cursor=&page=${page}`)
        expectWrong(answer, 'page')
      }
    }
  })

  test('of other filters, another order or another list is refused', async () => {
    const calendar = await withEvents(3)
    const { ask, make } = calendar
    const { body } = await ask('GET', '/events?cursor=&per_page=1&search=day')
    const cursor = nextOf(body).searchParams.get('cursor')
    expect((await ask('GET', `/events?per_page=2&search=day&cursor=${cursor}`)).status).toBe(200)
    for (const query of [
      '',
      'search=days',
      'search=day&order=desc',
      'search=day&orderby=title',
      'search=day&featured=1',
    ]) {
      expectWrong(await ask('GET', `/events?${query}&cursor=${cursor}`), 'cursor')
    }
    for (const name of ['a', 'b']) await make('tags', { name })
    for (const name of ['a', 'b']) await make('categories', { name })
    const tags = await ask('GET', '/tags?cursor=&per_page=1&hide_empty=0')
    const ofTags = nextOf(tags.body).searchParams.get('cursor')
    expectWrong(await ask('GET', `/categories?hide_empty=0&cursor=${ofTags}`), 'cursor')
    expectWrong(await ask('GET', `/tags?hide_empty=0&orderby=slug&cursor=${ofTags}`), 'cursor')
    expectWrong(await ask('GET', `/venues?cursor=${ofTags}`), 'cursor')
  })

  /** What could be in a cursor that we did not make. */
  const forged = (values: unknown): string => Buffer.from(JSON.stringify(values)).toString('base64url')

  test('that is not ours is 400 on every list, never an error of the storage', async () => {
    const { ask } = await withEvents(3)
    const { body } = await ask('GET', '/events?cursor=&per_page=1')
    const own = String(nextOf(body).searchParams.get('cursor'))
    const [version, list, began, ...place]: unknown[] = JSON.parse(Buffer.from(own, 'base64url').toString())
    const wrong = [
      ...[
        'x',
        '0',
        '%00',
        '....',
        own.slice(1),
        `${own}A`,
        `${own}==`,
        own.toUpperCase(),
        'A'.repeat(5000),
        '%F0%9F%98%80',
      ],
      forged(null),
      forged({}),
      forged([]),
      forged([2, list, began, ...place]),
      forged([version, 1, began, ...place]),
      forged([version, list, 1e300, ...place]),
      forged([version, list, -62_135_596_800, ...place]),
      forged([version, list, '1', ...place]),
      forged([version, list, began]),
      forged([version, list, began, ...place, 1]),
      forged([version, list, began, ...place.slice(1)]),
      forged([version, list, began, 'a', 'b', 3]),
      forged([version, list, began, place[0], 7, 3]),
      forged([version, list, began, place[0], place[1], '3']),
      forged([version, list, began, place[0], place[1], 1.5]),
      forged([version, list, began, null, place[1], 3]),
      forged([version, list, began, [place[0]], place[1], 3]),
      ` ${own}`.replaceAll(' ', '+'),
    ]
    for (const cursor of wrong) expectWrong(await ask('GET', `/events?cursor=${cursor}`), 'cursor')
    expectWrong(await ask('GET', '/events?cursor[]=1'), 'cursor')
    expectWrong(await ask('GET', '/events?cursor=x&page=1&per_page=0'), 'cursor', 'page', 'per_page')
  })

  test('of titles holds text of the title alone: no NUL, no lone surrogate, nothing long', async () => {
    const { ask } = await withEvents(3)
    const { body } = await ask('GET', '/events?cursor=&per_page=1&orderby=title')
    const own = String(nextOf(body).searchParams.get('cursor'))
    const [version, list, began]: unknown[] = JSON.parse(Buffer.from(own, 'base64url').toString())
    for (const title of ['\0', 'a\ud800', 'a'.repeat(251)]) {
      const cursor = forged([version, list, began, title, 1])
      expectWrong(await ask('GET', `/events?orderby=title&cursor=${cursor}`), 'cursor')
    }
    const other = forged([version, list, began, 'day 2', 2])
    expect(titles(await ask('GET', `/events?orderby=title&cursor=${other}`))).toEqual(['Day 3'])
  })

  test('begins a walk when it is empty, and is ignored where there is no list', async () => {
    const { ask } = await withEvents(1)
    expect((await ask('GET', '/events/1?cursor=x')).status).toBe(200)
    expect((await ask('GET', '/events.ics?cursor=x')).status).toBe(200)
    const plain = await ask('GET', '/events')
    expect(plain.body.rest_url).toContain('/events/?page=1&per_page=10&')
  })
})

test('terms with long descriptions come once each, in the order of their beginnings', async () => {
  const calendar = openCalendar()
  const ids: number[] = []
  for (const end of ['b', 'c', 'a', 'd']) {
    const description = `${'the same beginning '.repeat(30)}${end}`
    ids.push(await calendar.make('tags', { name: `Tag ${end}`, description }))
  }
  const query = 'hide_empty=0&orderby=description'
  expect((await walk(calendar, 'tags', `per_page=1&${query}`)).ids).toEqual(ids)
  expect(idsIn((await calendar.ask('GET', `/tags?${query}`)).body, 'tags')).not.toEqual(ids)
})

test('more than a hundred terms are walked like a few', async () => {
  const calendar = openCalendar()
  for (let one = 0; one < 120; one++) {
    await calendar.make('tags', {
      name: `Tag ${one % 2 === 0 ? 'Ä' : 'a'} ${one}`,
      description: `about ${one}`,
    })
  }
  for (const orderby of ['name', 'description', 'slug']) {
    const { ids, pages } = await walk(calendar, 'tags', `per_page=50&hide_empty=0&orderby=${orderby}`)
    expect(new Set(ids).size).toBe(120)
    expect(pages).toBe(3)
  }
})
