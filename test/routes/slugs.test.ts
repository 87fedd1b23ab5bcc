import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { census, eventOf, expectRefusal, idOf, openCalendar, textAt } from './calendar.ts'

describe('slugs', () => {
  test('twenty-five of one title in a row are numbered one by one', async () => {
    const { ask } = openCalendar()
    for (const [collection, fields] of [
      ['events', eventOf({ title: 'Market' })],
      ['venues', { venue: 'Market' }],
    ] as const) {
      const slugs: unknown[] = []
      for (let n = 1; n <= 25; n++)
        slugs.push((await ask('POST', `/${collection}`, { ...fields, description: `No. ${n}` })).body.slug)
      expect(slugs).toEqual(['market', ...Array.from({ length: 24 }, (_, index) => `market-${index + 2}`)])
    }
  })

  test('twenty-five of one title at once all get one of their own', async () => {
    const { ask } = openCalendar()
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => ask('POST', '/events', eventOf({ title: 'Market' }))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => 201))
    const slugs = answers.map(({ body }) => textAt(body, 'slug'))
    expect(new Set(slugs).size).toBe(25)
    for (const slug of slugs) expect(slug).toMatch(/^market(-\d+)?$/)
    for (const { body } of answers)
      expect((await ask('GET', `/events/by-slug/${textAt(body, 'slug')}`)).body.id).toBe(body.id)
  })

  test('drafts may share one until they are published', async () => {
    const { ask } = openCalendar()
    const draft = eventOf({ status: 'draft', slug: 'same' })
    const first = await ask('POST', '/events', draft)
    const second = await ask('POST', '/events', draft)
    expect([first.body.slug, second.body.slug]).toEqual(['same', 'same'])
    expect((await ask('GET', '/events/by-slug/same')).body.id).toBe(first.body.id)
    const published = await ask('PATCH', `/events/${idOf(second.body)}`, { status: 'publish' })
    expect(published.body.slug).toBe('same-2')
    expect((await ask('POST', '/events', eventOf({ slug: 'same' }))).body.slug).toBe('same-3')
    expect((await ask('POST', '/events', eventOf({ status: 'draft' }))).body.slug).toBe('')
    expect((await ask('POST', '/events', eventOf({ slug: 'feed' }))).body.slug).toBe('feed-2')
  })

  test('the trash frees a slug, and coming back takes it again or the next one', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf())
    expect((await ask('DELETE', `/events/${id}`)).body).toMatchObject({
      status: 'trash',
      slug: 'open-day__trashed',
    })
    expectRefusal(await ask('DELETE', `/events/${id}`), 410, 'event-is-in-trash')
    expectRefusal(await ask('GET', '/events/by-slug/open-day'), 404, 'rest-event-not-found')
    expect((await ask('PATCH', `/events/${id}`, { status: 'publish' })).body.slug).toBe('open-day')
    await ask('DELETE', `/events/${id}`)
    await make('events', eventOf())
    expect((await ask('PATCH', `/events/${id}`, { status: 'publish' })).body.slug).toBe('open-day-2')
    const venue = await make('venues', { venue: 'Hall' })
    expect((await ask('DELETE', '/venues/by-slug/hall')).body.slug).toBe('hall__trashed')
    expect((await ask('PATCH', `/venues/${venue}`, { status: 'publish' })).body.slug).toBe('hall')
  })

  test('a name in any script is found again by its slug, encoded or not, in any case', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf({ title: '春祭り 2027' }))
    const slug = textAt((await ask('GET', `/events/${id}`)).body, 'slug')
    expect(slug).toMatch(/^[%\da-z-]+$/)
    for (const path of [
      slug,
      encodeURIComponent('春祭り-2027'),
      slug.toUpperCase(),
      encodeURIComponent(slug),
    ])
      expect((await ask('GET', `/events/by-slug/${path}`)).body.id, path).toBe(id)
  })
})

describe('at the same time', () => {
  test('simultaneous writes of a new name make one record', async () => {
    const calendar = openCalendar()
    const { ask } = calendar
    const fields = eventOf({
      tags: ['fresh'],
      categories: 'Food',
      venue: { venue: 'Hall' },
      organizer: { organizer: 'Ann' },
    })
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('POST', '/events', fields)))
    for (const { status, body } of answers) {
      expect(status).toBe(201)
      for (const kind of ['venue', 'organizer', 'tags', 'categories'])
        expect([body[kind]].flat().map(idOf)).toEqual([answers[0]?.body[kind]].flat().map(idOf))
    }
    expect(await census(calendar)).toEqual({ events: 8, venues: 1, organizers: 1, categories: 1, tags: 1 })
    const terms = await Promise.all(Array.from({ length: 4 }, () => ask('POST', '/tags', { name: 'New' })))
    expect(terms.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
  })

  test('changes of different fields are all kept', async () => {
    const { ask, make } = openCalendar()
    const id = await make('events', eventOf())
    const changes = {
      title: 'New',
      cost: '5',
      featured: true,
      start_date: '2027-05-09',
      excerpt: 'Short',
      tags: 'a',
    }
    await Promise.all(
      Object.entries(changes).map(([name, value]) => ask('PATCH', `/events/${id}`, { [name]: value })),
    )
    expect((await ask('GET', `/events/${id}`)).body).toMatchObject({
      title: 'New',
      cost: '$5',
      featured: true,
      start_date: '2027-05-09 00:00:00',
      excerpt: 'Short',
      tags: [{ name: 'a' }],
    })
  })

  test('two moves close no circle, and of two deletions one finds nothing left', async () => {
    const { ask, make } = openCalendar()
    const [a, b] = [await make('categories', { name: 'A' }), await make('categories', { name: 'B' })]
    const moves = await Promise.all([
      ask('PATCH', `/categories/${a}`, { parent: b }),
      ask('PATCH', `/categories/${b}`, { parent: a }),
    ])
    expect(moves.map(({ status }) => status).sort()).toEqual([200, 400])
    const id = await make('events', eventOf())
    const deletions = await Promise.all([ask('DELETE', `/events/${id}`), ask('DELETE', `/events/${id}`)])
    expect(deletions.map(({ status }) => status).sort()).toEqual([200, 410])
    const terms = await Promise.all([ask('DELETE', `/categories/${a}`), ask('DELETE', `/categories/${a}`)])
    expect(terms.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})

describe('between two questions to the storage', () => {
  test('a record that is renamed is no longer the one of the slug', async () => {
    const storage = memoryStorage()
    const inner = openCalendar({}, storage)
    await inner.make('events', eventOf({ slug: 'ball', status: 'private' }), 'author2')
    const draft = await inner.make('events', eventOf({ slug: 'ball', status: 'draft' }), 'author')
    let renamed = 0
    const get: Storage['get'] = async (kind, ids) => {
      if (kind === 'event' && ids.includes(draft) && renamed++ === 0)
        await inner.ask('PATCH', `/events/${draft}`, { slug: 'dance' })
      return storage.get(kind, ids)
    }
    const { ask } = openCalendar({}, { ...storage, get })
    const answer = await ask('DELETE', '/events/by-slug/ball', undefined, 'author')
    expectRefusal(answer, 403, 'rest_forbidden')
    expect(renamed).toBeGreaterThan(0)
    expect((await inner.ask('GET', `/events/${draft}`)).body.status).toBe('draft')
  })
})

test('a slug that a contributor gave outlives the wait for review', async () => {
  const { ask, make } = openCalendar()
  const id = await make('venues', { venue: 'Hall', slug: 'custom' }, 'contributor')
  const handed = await ask('PATCH', `/venues/${id}`, { status: 'publish' }, 'contributor')
  expect(handed.body).toMatchObject({ status: 'pending', slug: 'custom' })
  expect((await ask('PATCH', `/venues/${id}`, { status: 'publish' })).body.slug).toBe('custom')
})

test('a slash is no part of a slug, however it is written', async () => {
  const { ask, make } = openCalendar()
  await make('events', eventOf({ slug: 'fair' }))
  expectRefusal(await ask('GET', '/events/by-slug/fair%2F'), 404, 'rest_no_route')
})
