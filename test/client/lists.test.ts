import { type Client, ClientError, isClientError } from 'kalends/client'
import { describe, expect, test } from 'vitest'
import { eventOf, on } from '../routes/calendar.ts'
import { all, openClients, rejection } from './clients.ts'

/** A calendar with as many events, a day apart. */
async function withEvents(count: number) {
  const clients = openClients()
  for (let day = 1; day <= count; day++) {
    await clients.make(
      'events',
      on(`2027-05-0${day} 10:00`, `2027-05-0${day} 11:00`, { title: `Day ${day}` }),
    )
  }
  return clients
}

const titles = (events: readonly { title: string }[]) => events.map(({ title }) => title)

describe('a list', () => {
  test('awaited, is its page', async () => {
    const { client, sent } = await withEvents(5)
    const page = await client.events.list({ per_page: 2, page: 2 })
    expect({ ...page, items: titles(page.items) }).toEqual({
      items: ['Day 3', 'Day 4'],
      total: 5,
      totalPages: 3,
      page: 2,
    })
    expect(await client.events.list({ search: 'nothing of this' })).toEqual({
      items: [],
      total: 0,
      totalPages: 0,
      page: 1,
    })
    expect(sent()).toHaveLength(2)
  })

  test('iterated, is every record of every page, and asks for no page twice', async () => {
    const { client, sent } = await withEvents(5)
    expect(titles(await all(client.events.list({ per_page: 2 })))).toEqual(
      [1, 2, 3, 4, 5].map((day) => `Day ${day}`),
    )
    const cursors = sent().map((url) => new URL(url.slice('GET '.length), 'https://x').searchParams)
    expect(cursors.map((query) => query.has('page'))).toEqual([false, false, false])
    expect(cursors.map((query) => query.get('per_page'))).toEqual(['2', '2', '2'])
    expect(new Set(cursors.map((query) => query.get('cursor'))).size).toBe(3)
    expect(await all(client.venues.list())).toEqual([])
  })

  test('begins at the page that is asked for', async () => {
    const { client } = await withEvents(5)
    expect(titles(await all(client.events.list({ per_page: 2, page: 2 })))).toEqual([
      'Day 3',
      'Day 4',
      'Day 5',
    ])
  })

  test('is not asked on when the loop is left', async () => {
    const { client, sent } = await withEvents(5)
    for await (const { title } of client.events.list({ per_page: 2 })) if (title === 'Day 3') break
    expect(sent()).toHaveLength(2)
  })

  test('gives its first page to who awaits it and to the loop, asked for once', async () => {
    const { client, sent } = await withEvents(3)
    const list = client.events.list({ per_page: 2 })
    expect((await list).total).toBe(3)
    expect(titles(await all(list))).toEqual(['Day 1', 'Day 2', 'Day 3'])
    expect(sent()).toHaveLength(2)
  })

  test('in a loop misses nothing when a record in front goes, or moves', async () => {
    const { client, ask } = await withEvents(5)
    const seen: string[] = []
    for await (const { title } of client.events.list({ per_page: 2, orderby: 'modified', order: 'asc' })) {
      if (seen.length === 0) await ask('DELETE', '/events/1')
      if (seen.length === 2)
        await ask('PATCH', '/events/2', { start_date: '2027-06-01', end_date: '2027-06-01' })
      seen.push(title)
    }
    expect(seen).toEqual(['Day 1', 'Day 2', 'Day 3', 'Day 4', 'Day 5'])
  })

  test('of a server without cursors goes on by pages', async () => {
    const { clientOf, api } = await withEvents(5)
    const old = clientOf('editor', {
      fetch: (request) => {
        const url = new URL(request.url)
        url.searchParams.delete('cursor')
        return api.fetch(new Request(url, request))
      },
    })
    expect(titles(await all(old.events.list({ per_page: 2 })))).toHaveLength(5)
  })

  test('by pages', async () => {
    const { client } = await withEvents(3)
    const pages = await all(client.events.list({ per_page: 2 }).pages())
    expect(pages.map(({ items, page, total }) => [titles(items), page, total])).toEqual([
      [['Day 1', 'Day 2'], 1, 3],
      [['Day 3'], 2, 3],
    ])
  })

  test('gives nothing twice when a record comes in front meanwhile', async () => {
    const { client, make } = await withEvents(3)
    const seen: string[] = []
    for await (const { title } of client.events.list({ per_page: 2 })) {
      if (seen.length === 0) await make('events', on('2027-04-30', '2027-04-30', { title: 'Before' }))
      seen.push(title)
    }
    expect(seen).toEqual(['Day 1', 'Day 2', 'Day 3'])
  })

  test.each(['events', 'venues', 'organizers', 'categories', 'tags'] as const)(
    'ends when the next page of %s is gone meanwhile',
    async (name) => {
      const { client, make, ask } = openClients()
      const fields = {
        events: (title: string) => eventOf({ title }),
        venues: (venue: string) => ({ venue }),
        organizers: (organizer: string) => ({ organizer }),
        categories: (word: string) => ({ name: word }),
        tags: (word: string) => ({ name: word }),
      }[name]
      const ids = [
        await make(name, fields('A')),
        await make(name, fields('B')),
        await make(name, fields('C')),
      ]
      const filters = name === 'categories' || name === 'tags' ? { hide_empty: false } : {}
      const seen: number[] = []
      for await (const { id } of client[name].list({ per_page: 2, ...filters })) {
        seen.push(id)
        if (seen.length === 2) for (const one of ids) await ask('DELETE', `/${name}/${one}`)
      }
      expect(seen).toHaveLength(2)
    },
  )

  test('whose first page is not there is an error, and so is one that goes wrong later', async () => {
    const { client, clientOf, api } = await withEvents(3)
    expect(await rejection(client.events.list({ page: 9 }))).toMatchObject({
      code: 'event-archive-page-not-found',
      status: 404,
    })
    expect(await rejection(all(client.events.list({ page: 9 })))).toBeInstanceOf(ClientError)
    let count = 0
    const failing = clientOf('editor', {
      fetch: async (request) => (++count > 1 ? new Response('', { status: 502 }) : api.fetch(request)),
    })
    expect(await rejection(all(failing.events.list({ per_page: 2 })))).toMatchObject({ status: 502 })
  })
})

describe('filters arrive as they are meant', () => {
  async function stocked() {
    const clients = openClients()
    const { client, make } = clients
    const here = await client.venues.create({ venue: 'Mill', geo_lat: 40.01, geo_lng: -105.27 })
    const there = await client.venues.create({ venue: 'Barn', geo_lat: 52.5, geo_lng: 13.4 })
    const host = await client.organizers.create({ organizer: 'Host' })
    const music = await client.categories.create({ name: 'Musik & Tanz' })
    const rock = await client.categories.create({ name: 'Rock', parent: music.id })
    const tag = await client.tags.create({ name: '祭' })
    const parent = await make('events', on('2027-04-01', '2027-04-02', { title: 'Parent' }))
    const full = on('2027-05-10 10:00', '2027-05-10 12:00', {
      title: 'Full, "quoted" & more',
      venue: here.id,
      organizer: host.id,
      categories: [rock.id],
      tags: [tag.id],
      featured: true,
      ticketed: true,
      post_parent: parent,
    })
    await make('events', full)
    await make('events', on('2027-06-10 10:00', '2027-06-10 12:00', { title: 'Far', venue: there.id }))
    await make('events', on('2027-07-10', '2027-07-10', { title: 'Draft', status: 'draft' }))
    await make('events', on('2026-01-10', '2026-01-10', { title: 'Past' }))
    return { ...clients, here, there, host, music, rock, tag, parent }
  }

  test('of events', async () => {
    const { client, here, there, host, music, tag, parent } = await stocked()
    type Filters = Parameters<Client['events']['list']>[0]
    const found = async (filters: Filters) =>
      titles((await client.events.list(filters)).items).map((t) => t[0])
    const everything = ['P', 'F', 'F', 'D']
    expect(await found({})).toEqual(everything)
    expect(await found(undefined)).toEqual(everything)
    expect(await found({ start_date: '2027-05-01', end_date: '2027-05-31' })).toEqual(['F'])
    expect(await found({ starts_before: '2027-04-30' })).toEqual(['P', 'P'])
    expect(await found({ starts_after: '2027-06-01' })).toEqual(['F', 'D'])
    expect(await found({ ends_before: '2026-12-31' })).toEqual(['P'])
    expect(await found({ ends_after: '2027-06-30' })).toEqual(['D'])
    const noon = { start_date: '2027-05-10 11:00', end_date: '2027-05-11' }
    expect(await found({ ...noon, strict_dates: false })).toEqual(['F'])
    expect(await found({ ...noon, strict_dates: true })).toEqual([])
    expect(await found({ search: '"quoted" & -far' })).toEqual(['F'])
    expect(await found({ categories: [music.id] })).toEqual(['F'])
    expect(await found({ categories: ['rock', music.slug] })).toEqual(['F'])
    expect(await found({ tags: [tag.slug] })).toEqual(['F'])
    expect(await found({ tags: ['祭'] })).toEqual(['F'])
    expect(await found({ venue: [here.id, there.id] })).toEqual(['F', 'F'])
    expect(await found({ organizer: [host.id] })).toEqual(['F'])
    expect(await found({ featured: true })).toEqual(['F'])
    expect(await found({ featured: false })).toEqual(['P', 'F', 'D'])
    expect(await found({ ticketed: true })).toEqual(['F'])
    expect(await found({ status: ['draft', 'pending'] })).toEqual(['D'])
    expect(await found({ geoloc: true })).toEqual(['F', 'F'])
    expect(await found({ geoloc: false })).toEqual(['P', 'D'])
    expect(await found({ geoloc_lat: 40, geoloc_lng: -105.3, geoloc_radius: 10 })).toEqual(['F'])
    expect(await found({ geoloc_lat: 40, geoloc_lng: -105.3, geoloc_radius: 0.5 })).toEqual([])
    expect(await found({ include: [parent] })).toEqual(['P'])
    expect(await found({ post_parent: parent })).toEqual(['F'])
    expect(await found({ page: 2, per_page: 3 })).toEqual(['D'])
  })

  test('of venues and organizers', async () => {
    const { client, here, there, host, make } = await stocked()
    const { items } = await client.events.list({ featured: true })
    const event = items[0]?.id ?? 0
    const empty = await make('organizers', { organizer: 'Nobody', status: 'draft' })
    const venues = async (filters: Parameters<Client['venues']['list']>[0]) =>
      (await client.venues.list(filters)).items.map(({ id }) => id).sort((a, b) => a - b)
    const organizers = async (filters: Parameters<Client['organizers']['list']>[0]) =>
      (await client.organizers.list(filters)).items.map(({ id }) => id).sort((a, b) => a - b)
    expect(await venues({})).toEqual([here.id, there.id])
    expect(await venues({ search: 'mil' })).toEqual([here.id])
    expect(await venues({ event })).toEqual([here.id])
    expect(await venues({ has_events: true })).toEqual([here.id, there.id])
    expect(await venues({ has_events: false })).toEqual([])
    expect(await venues({ only_with_upcoming: true })).toEqual([here.id, there.id])
    expect(await venues({ status: ['draft', 'trash'] })).toEqual([])
    expect(await venues({ page: 2, per_page: 1 })).toHaveLength(1)
    expect(await organizers({ has_events: false })).toEqual([empty])
    expect(await organizers({ only_with_upcoming: true })).toEqual([host.id])
    expect(await organizers({ only_with_upcoming: false })).toEqual([host.id, empty])
    expect(await organizers({ status: ['draft'] })).toEqual([empty])
  })

  test('of categories and tags', async () => {
    const { client, music, rock, tag, make } = await stocked()
    const { items } = await client.events.list({ featured: true })
    const event = items[0]?.id ?? 0
    const empty = await make('categories', { name: 'Empty' })
    const categories = async (filters: Parameters<Client['categories']['list']>[0]) =>
      (await client.categories.list(filters)).items.map(({ id }) => id)
    expect(await categories({})).toEqual([music.id, rock.id])
    expect(await categories({ hide_empty: true })).toEqual([music.id, rock.id])
    expect(await categories({ hide_empty: false })).toEqual([empty, music.id, rock.id])
    expect(await categories({ search: 'musik &' })).toEqual([music.id])
    expect(await categories({ exclude: [music.id, empty], hide_empty: false })).toEqual([rock.id])
    expect(await categories({ include: [rock.id, music.id], orderby: 'include' })).toEqual([
      rock.id,
      music.id,
    ])
    expect(await categories({ order: 'desc', orderby: 'id' })).toEqual([rock.id, music.id])
    expect(await categories({ parent: music.id })).toEqual([rock.id])
    expect(await categories({ post: event })).toEqual([rock.id])
    expect(await categories({ event })).toEqual([rock.id])
    expect(await categories({ slug: music.slug })).toEqual([music.id])
    expect((await client.tags.list({ event })).items.map(({ id }) => id)).toEqual([tag.id])
  })

  test('every order of terms is one that the interface has', async () => {
    const { client } = openClients()
    const orders = ['name', 'slug', 'id', 'count', 'description', 'include', 'parent', 'none'] as const
    for (const orderby of [...orders, 'term_group', 'include_slugs'] as const)
      expect((await client.tags.list({ orderby })).total, orderby).toBe(0)
  })

  test('what is undefined is not said, and an empty list is refused by name', async () => {
    const { client, sent } = openClients()
    const nothing: { per_page?: number } = {}
    await client.events.list({ ...nothing, search: 'a b+c&d=é' })
    expect(sent()).toEqual(['GET /events?search=a+b+c&d=é&page=1'])
    const error = await rejection(client.events.list({ include: [], venue: [] }))
    expect(isClientError(error, 'rest_invalid_param') && error.params).toEqual({
      include: 'must not be empty',
      venue: 'must not be empty',
    })
  })
})
