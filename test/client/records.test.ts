import { type ClientEvent, etagOf } from 'kalends/client'
import { describe, expect, test } from 'vitest'
import { eventOf } from '../routes/calendar.ts'
import { openClients, rejection } from './clients.ts'

const URL_OF_IMAGE = 'https://town.example/hall.jpg'

describe('events that repeat', () => {
  test('are changed and deleted by scope', async () => {
    const { client, sent } = openClients()
    const series = await client.events.create({
      ...eventOf({ title: 'Choir' }),
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4', exdate: ['2027-05-17'] },
    })
    expect(series.recurrence).toMatchObject({ rrule: 'FREQ=WEEKLY;COUNT=4', count: 3 })
    const { items } = await client.events.list({ post_parent: series.id })
    expect(items.map((one) => one.recurrence_id?.slice(0, 10))).toEqual([
      '2027-05-10',
      '2027-05-24',
      '2027-05-31',
    ])
    const [first = series, second = series, third = series] = items

    expect(await client.events.update(first.id, { title: 'Concert' })).toMatchObject({ overrides: ['title'] })
    await client.events.update(third.id, { excerpt: 'Sing!' }, { scope: 'all' })
    expect(await client.events.get(first.id)).toMatchObject({ title: 'Concert', excerpt: 'Sing!' })
    await client.events.delete(second.id, { scope: 'future' })
    expect((await client.events.list({ post_parent: series.id })).items.map(({ id }) => id)).toEqual([
      first.id,
    ])
    expect(sent()).toEqual(
      expect.arrayContaining([
        `PATCH /events/${first.id}`,
        `PATCH /events/${third.id}?scope=all`,
        `DELETE /events/${second.id}?scope=future`,
      ]),
    )

    const same = await client.events.get(series.id)
    expect(await client.events.update(series.id, { ...same })).toMatchObject({ recurrence: same.recurrence })
    expect(await client.events.update(series.id, { recurrence: null })).not.toHaveProperty('recurrence')
  })
})

test('records are deleted for good with force', async () => {
  const { client, sent } = openClients()
  const event = await client.events.create(eventOf())
  const venue = await client.venues.create({ venue: 'Hall' })
  const tag = await client.tags.create({ name: 'late' })
  expect(await client.events.delete(event.id, { force: true, scope: 'this' })).toMatchObject({
    status: 'publish',
  })
  expect(await client.venues.deleteBySlug('hall', { force: true })).toMatchObject({ venue: 'Hall' })
  expect(await client.tags.delete(tag.id, { force: true })).toMatchObject({ name: 'late' })
  expect(await rejection(client.events.get(event.id))).toMatchObject({ code: 'rest-event-not-found' })
  expect(await rejection(client.venues.get(venue.id))).toMatchObject({ code: 'rest-venue-not-found' })
  expect(sent()).toEqual(
    expect.arrayContaining([
      `DELETE /events/${event.id}?scope=this&force=true`,
      'DELETE /venues/by-slug/hall?force=true',
      `DELETE /tags/${tag.id}?force=true`,
    ]),
  )
})

describe('records are created, read, changed and deleted', () => {
  test('events', async () => {
    const { client, sent } = openClients()
    const created = await client.events.create(eventOf({ title: 'Open day', slug: 'open-day' }))
    const { id } = created
    expect(created).toMatchObject({ title: 'Open day', status: 'publish' })
    expect(await client.events.get(id)).toMatchObject({ id, title: 'Open day' })
    expect(await client.events.getBySlug('open-day')).toMatchObject({ id })
    expect(await client.events.update(id, { excerpt: 'Soon' })).toMatchObject({
      title: 'Open day',
      excerpt: 'Soon',
    })
    expect(await client.events.updateBySlug('open-day', { title: 'Closed' })).toMatchObject({
      title: 'Closed',
    })
    expect(await client.events.deleteBySlug('open-day')).toMatchObject({ id, status: 'trash' })
    expect(await rejection(client.events.delete(id))).toMatchObject({
      code: 'event-is-in-trash',
      status: 410,
    })
    expect(sent()).toEqual([
      'POST /events',
      `GET /events/${id}`,
      'GET /events/by-slug/open-day',
      `PATCH /events/${id}`,
      'PATCH /events/by-slug/open-day',
      'DELETE /events/by-slug/open-day',
      `DELETE /events/${id}`,
    ])
  })

  test.each([
    ['venues', { venue: 'Hall' }, { venue: 'Barn' }, 'hall'],
    ['organizers', { organizer: 'Club' }, { organizer: 'Guild' }, 'club'],
  ] as const)('%s', async (name, first, second, slug) => {
    const { client, ask } = openClients()
    const created =
      name === 'venues' ? await client.venues.create(first) : await client.organizers.create(first)
    const { id } = created
    const collection = client[name]
    expect(created).toMatchObject({ ...first, status: 'publish' })
    expect(await collection.get(id)).toMatchObject(first)
    expect(await collection.getBySlug(slug)).toMatchObject({ id })
    expect(await collection.update(id, second)).toMatchObject(second)
    expect(await collection.updateBySlug(slug, { phone: '1' })).toMatchObject({ ...second, phone: '1' })
    expect(await collection.deleteBySlug(slug)).toMatchObject({ id, status: 'trash' })
    expect((await ask('GET', `/${name}`)).body.total).toBe(0)
    expect(await rejection(collection.delete(id))).toMatchObject({ status: 410 })
    expect(await rejection(collection.getBySlug(slug))).toMatchObject({ status: 404 })
  })

  test.each(['categories', 'tags'] as const)('%s', async (name) => {
    const { client } = openClients()
    const { id, slug } = await client[name].create({ name: 'Food & Drink' })
    expect(await client[name].get(id)).toMatchObject({ id, name: 'Food &amp; Drink' })
    expect(await client[name].getBySlug(slug)).toMatchObject({ id, count: 0 })
    expect(await client[name].update(id, { description: 'Eat' })).toMatchObject({ slug, description: 'Eat' })
    expect(await client[name].delete(id)).toMatchObject({ id })
    const code = name === 'tags' ? 'rest-tag-not-found' : 'rest-category-not-found'
    expect(await rejection(client[name].getBySlug(slug))).toMatchObject({ code, status: 404 })
    expect(await rejection(client[name].get(id))).toMatchObject({ code, status: 404 })
  })

  test('what an input leaves undefined is kept', async () => {
    const { client, requests } = openClients()
    const { id } = await client.events.create(eventOf({ cost: 5 }))
    const input: { cost?: number } = JSON.parse('{}')
    expect(await client.events.update(id, { ...input, title: 'New' })).toMatchObject({
      title: 'New',
      cost: '$5',
    })
    expect(await requests.at(-1)?.text()).toBe('{"title":"New"}')
  })
})

describe('slugs of any sort', () => {
  test.each(['Fête & Tanz 100%', '祭り', 'a?b#c', '50%25', 'naïve+plus', "o'clock", '[x]'])(
    'a record is found by the slug that it has: %s',
    async (title) => {
      const { client } = openClients()
      const event = await client.events.create(eventOf({ title }))
      expect((await client.events.getBySlug(event.slug)).id).toBe(event.id)
      expect((await client.events.updateBySlug(event.slug, { cost: 1 })).id).toBe(event.id)
      const venue = await client.venues.create({ venue: title })
      expect((await client.venues.getBySlug(venue.slug ?? '')).id).toBe(venue.id)
      const tag = await client.tags.create({ name: title })
      expect((await client.tags.getBySlug(tag.slug)).id).toBe(tag.id)
    },
  )

  test('and by its letters', async () => {
    const { client } = openClients()
    const { id } = await client.events.create(eventOf({ title: '祭り' }))
    expect((await client.events.getBySlug('祭り')).id).toBe(id)
  })

  test.each(['.', '..', '%2e%2e', '../../events', 'a/b', '', ' ', '%', '\0', '\ud800', '?password=x'])(
    'what is no slug leads to no other path: %j',
    async (slug) => {
      const { client } = openClients()
      const { id } = await client.events.create(eventOf({ title: 'Only' }))
      for (const call of [
        client.events.getBySlug(slug),
        client.events.updateBySlug(slug, { title: 'Hit' }),
        client.events.deleteBySlug(slug),
        client.venues.deleteBySlug(slug),
      ])
        expect(await rejection(call)).toMatchObject({ status: 404 })
      expect(await client.events.get(id)).toMatchObject({ title: 'Only', status: 'publish' })
    },
  )
})

describe('answers, made even', () => {
  test('venue and organizer are lists, whatever their number', async () => {
    const { client } = openClients()
    const venue = { venue: 'Hall' }
    const names = ({ venue, organizer }: ClientEvent) => [
      venue.map((one) => one.venue),
      organizer.map((one) => one.organizer),
    ]
    const { id, ...none } = await client.events.create(eventOf())
    expect(names({ id, ...none })).toEqual([[], []])
    expect(names(await client.events.update(id, { venue, organizer: { organizer: 'Club' } }))).toEqual([
      ['Hall'],
      ['Club'],
    ])
    expect(names(await client.events.update(id, { venue: [venue, { venue: 'Barn' }] }))[0]).toEqual([
      'Hall',
      'Barn',
    ])
    expect(names(await client.events.get(id))[0]).toEqual(['Hall', 'Barn'])
    const { items } = await client.events.list()
    expect(items.map(names)).toEqual([[['Hall', 'Barn'], ['Club']]])
  })

  test('image is an image or null, of the venues and organizers inside an event, too', async () => {
    const { client } = openClients()
    const plain = await client.venues.create({ venue: 'Hall' })
    const shown = await client.venues.create({ venue: 'Barn', image: URL_OF_IMAGE })
    const club = await client.organizers.create({ organizer: 'Club' })
    expect([plain.image, shown.image?.url, club.image]).toEqual([null, URL_OF_IMAGE, null])
    expect((await client.organizers.update(club.id, { image: URL_OF_IMAGE })).image?.url).toBe(URL_OF_IMAGE)
    const event = await client.events.create(eventOf({ venue: [plain.id, shown.id], organizer: club.id }))
    expect(event.image).toBeNull()
    expect(event.venue.map(({ image }) => image?.url)).toEqual([undefined, URL_OF_IMAGE])
    expect(event.venue[0]?.image).toBeNull()
    expect(event.organizer[0]?.image?.url).toBe(URL_OF_IMAGE)
    expect((await client.events.update(event.id, { image: URL_OF_IMAGE })).image?.url).toBe(URL_OF_IMAGE)
    expect((await client.events.update(event.id, { image: null })).image).toBeNull()
    const { items } = await client.venues.list()
    expect(items.map(({ image }) => image?.url).sort()).toEqual([URL_OF_IMAGE, undefined])
  })

  test('nothing else is changed', async () => {
    const { client, ask } = openClients()
    const { id } = await client.events.create(eventOf({ categories: ['Food'], cost: '5-10' }))
    const raw = (await ask('GET', `/events/${id}`)).body
    expect(await client.events.get(id)).toEqual({ ...raw, image: null, venue: [] })
    const { items } = await client.categories.list()
    expect(items).toEqual((await ask('GET', '/categories')).body.categories)
  })
})

describe('ETags', () => {
  test('let a change through only over the version that was read', async () => {
    const { client } = openClients()
    const created = await client.events.create(eventOf())
    const mine = await client.events.get(created.id)
    const theirs = await client.events.getBySlug(created.slug)
    const changed = await client.events.update(mine.id, { title: 'Mine' }, { ifMatch: etagOf(mine) })
    const conflict = client.events.update(theirs.id, { title: 'Theirs' }, { ifMatch: etagOf(theirs) })
    expect(await rejection(conflict)).toMatchObject({ code: 'rest_precondition_failed', status: 412 })
    const stale = [
      client.events.delete(mine.id, { ifMatch: etagOf(created) }),
      client.events.updateBySlug(mine.slug, { title: 'X' }, { ifMatch: etagOf(created) }),
      client.events.deleteBySlug(mine.slug, { ifMatch: etagOf(created) }),
    ]
    for (const call of stale) expect(await rejection(call)).toMatchObject({ status: 412 })
    expect((await client.events.get(mine.id)).title).toBe('Mine')
    await client.events.deleteBySlug(mine.slug, { ifMatch: etagOf(changed) })
  })

  test.each(['venues', 'organizers', 'categories', 'tags'] as const)('of %s, too', async (name) => {
    const { client, make } = openClients()
    const id = await make(name, { venue: 'A', organizer: 'A', name: 'A' })
    const first = await client[name].get(id)
    const second = await client[name].update(id, { description: 'B' }, { ifMatch: etagOf(first) })
    expect(await rejection(client[name].delete(id, { ifMatch: etagOf(first) }))).toMatchObject({
      status: 412,
    })
    await client[name].delete(id, { ifMatch: etagOf(second) })
  })

  test('that a compressing proxy weakened still count', async () => {
    const { clientOf, api } = openClients()
    const client = clientOf('editor', {
      fetch: async (request) => {
        const response = await api.fetch(request)
        response.headers.set('etag', `W/${response.headers.get('etag')}`)
        return response
      },
    })
    const created = await client.events.create(eventOf())
    const changed = await client.events.update(created.id, { title: 'A' }, { ifMatch: etagOf(created) })
    const again = client.events.update(created.id, { title: 'B' }, { ifMatch: etagOf(created) })
    expect(await rejection(again)).toMatchObject({ status: 412 })
    expect(etagOf(changed)).toMatch(/^"/)
  })

  test('are not in sight', async () => {
    const { client } = openClients()
    const event = await client.events.create(eventOf())
    const copy = { ...event }
    expect(JSON.stringify(event)).not.toContain(JSON.stringify(etagOf(event)))
    expect(Reflect.ownKeys(copy)).toEqual(Object.keys(event))
    expect(() => etagOf(copy)).toThrow(TypeError)
  })

  test('are not made up for records of lists', async () => {
    const { client } = openClients()
    await client.events.create(eventOf())
    const { id, slug } = await client.tags.create({ name: 'A' })
    for await (const event of client.events.list())
      expect(() => etagOf(event)).toThrow(
        `record ${event.id} came without an ETag; read it with get(${event.id})`,
      )
    const bySlug = await client.tags.getBySlug(slug)
    expect(() => etagOf(bySlug)).toThrow(TypeError)
    expect(etagOf(await client.tags.get(id))).toMatch(/^"/)
  })
})

describe('passwords', () => {
  test('open an event to who reads it; who may write it needs none', async () => {
    const { client, clientOf, sent } = openClients()
    const { id, slug } = await client.events.create(
      eventOf({ description: 'Secret', password: 'ladle & spoon' }),
    )
    const visitor = clientOf('visitor')
    expect(await rejection(visitor.events.get(id))).toMatchObject({ code: 'event-password-protected' })
    const password = 'ladle & spoon'
    expect((await visitor.events.get(id, { password })).description).toBe('Secret')
    expect((await visitor.events.getBySlug(slug, { password })).description).toBe('Secret')
    expect(await rejection(visitor.events.get(id, { password: 'fork' }))).toMatchObject({ status: 403 })
    await client.events.update(id, { title: 'Renamed' })
    await client.events.update(id, { password: 'fork' })
    expect((await visitor.events.get(id, { password: 'fork' })).title).toBe('Renamed')
    await client.events.delete(id)
    expect(sent().filter((line) => line.includes('password') && !line.startsWith('GET'))).toEqual([])
  })
})
