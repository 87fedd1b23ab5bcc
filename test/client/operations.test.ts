import { createEventsApi } from 'kalends'
import { type Client, createClient } from 'kalends/client'
import { databaseImages } from 'kalends/images/database'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { at, eventOf } from '../routes/calendar.ts'

/*
 * Every method of the client is called, and what was sent is compared with the operations that the OpenAPI document
 * has.
 */

const ROOT = 'https://town.example/vendor/events/v1'
const ID = 7
const SLUG = 'some-slug'

/** What each method sends, as the document writes it: `GET /events/{id}`. */
async function sentBy(client: Client, sent: string[]): Promise<string[]> {
  const { events, venues, organizers, categories, tags, images } = client
  for (const collection of [events, venues, organizers, categories, tags, images]) {
    await collection.list()
    await collection.get(ID)
    await collection.update(ID, {})
    await collection.delete(ID)
  }
  for (const collection of [events, venues, organizers]) {
    await collection.getBySlug(SLUG)
    await collection.updateBySlug(SLUG, {})
    await collection.deleteBySlug(SLUG)
  }
  for (const collection of [venues, organizers, categories, tags]) await collection.merge(ID, [8])
  for (const collection of [events, venues, organizers]) {
    await collection.revisions(ID)
    await collection.restore(ID, 2)
  }
  await events.create(eventOf())
  await events.counts()
  await events.dryRun.create(eventOf())
  await events.dryRun.update(ID, {}, { scope: 'all' })
  await events.dryRun.delete(ID, { scope: 'future' })
  await venues.create({ venue: 'A' })
  await organizers.create({ organizer: 'A' })
  await categories.create({ name: 'A' })
  await tags.create({ name: 'A' })
  await images.upload(new Blob(['GIF']))
  await client.importFile(new Blob(['Title']))
  const times = { start_date: '2031-09-01 10:00', end_date: '2031-09-01 11:00' }
  await client.suggestions.create({ title: 'A', ...times, contact: { email: 'a@b.example' } })
  await client.suggestions.get(ID, 'secret')
  await client.suggestions.update(ID, 'secret', {})
  await client.suggestions.withdraw(ID, 'secret')
  for await (const change of client.changes()) expect(change).toBeDefined()
  await client.me()
  await events.follow(ID)
  const { sources } = client
  await sources.list()
  await sources.get(ID)
  await sources.create({ url: 'https://feeds.example/a.ics' })
  await sources.update(ID, { paused: true })
  await sources.delete(ID, { events: 'trash' })
  await sources.pull(ID)
  await sources.pull(ID, { dryRun: true })
  await client.batch([{ path: '/tags', body: { name: 'A' } }])
  return sent
}

/** Answers anything with something that passes for it. */
const anything = {
  id: ID,
  organizer: [],
  merged: [],
  venue: [],
  total: 0,
  publish: 0,
  total_pages: 0,
  ...{ changes: [], sync_token: 'x', secret: 'x', state: 'pending' },
  can: {},
  responses: [],
  ...{ sources: [], refused: [] },
  ...{ moves: 0, keeps: 0, removes: 0, adds: 0 },
  ...{ events: [], venues: [], organizers: [], categories: [], tags: [], media: [], refused: [] },
}

/** All operations of the document but those that the client has no method for, and why. */
async function documented(): Promise<string[]> {
  const storage = memoryStorage()
  const api = createEventsApi(storage, {
    ...{
      changes: true,
      import: true,
      sources: { fetch: () => Promise.reject(new Error('nothing is read')) },
      suggestions: { author: 1 },
      images: { store: databaseImages(storage) },
    },
  })
  const response = await api.fetch(new Request(`http://localhost${api.basePath}/doc`))
  const document: { paths: Record<string, Record<string, unknown>> } = await response.json()
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const methods = Object.keys(item).map((method) => method.toUpperCase())
    return methods
      .filter((method) => {
        // The index and the document speak of the interface, not of records.
        if (at(item, method.toLowerCase(), 'tags', 0) === 'About' && path !== '/me') return false
        // Feeds and files are for other programs.
        if (/\.(ics|rss)$|\{file\}$/.test(path)) return false
        // Other spellings of PATCH, which each of these paths has.
        return !(path.includes('{') && (method === 'PUT' || method === 'POST') && methods.includes('PATCH'))
      })
      .map((method) => `${method} ${path}`)
  })
}

test('the methods are the operations of the document, each once', async () => {
  const sent: string[] = []
  const client = createClient({
    baseUrl: ROOT,
    fetch: async ({ method, url }) => {
      // The same operations once more.
      if (new URL(url).searchParams.has('dry_run')) return Response.json(anything)
      const path = new URL(url).pathname.slice(new URL(ROOT).pathname.length)
      const template = path
        .replace(/\/7(?=\/merge$|\/follow$|\/pull$|\/revisions|$)/, '/{id}')
        .replace(new RegExp(`/${SLUG}$`), '/{slug}')
        .replace(/\/2$/, '/{n}')
      sent.push(`${method} ${template}`)
      return Response.json(template.endsWith('/revisions') ? [] : anything)
    },
  })
  const expected = await documented()
  expect(expected).toContain('PATCH /organizers/by-slug/{slug}')
  expect(expected).toHaveLength(65)
  expect((await sentBy(client, sent)).sort()).toEqual(expected.sort())
})

test('and there are no other methods, but that terms are found by slug with a filter', () => {
  const client = createClient({ baseUrl: ROOT })
  const posts = ['create', 'delete', 'deleteBySlug', 'get', 'getBySlug', 'list', 'update', 'updateBySlug']
  const terms = posts.filter((name) => name !== 'deleteBySlug' && name !== 'updateBySlug')
  const methods = Object.entries(client).map(([name, one]) => [name, Object.keys(one).sort()])
  expect(Object.fromEntries(methods)).toEqual({
    events: [...posts, 'counts', 'dryRun', 'follow', 'restore', 'revisions'].sort(),
    venues: [...posts, 'merge', 'restore', 'revisions'].sort(),
    organizers: [...posts, 'merge', 'restore', 'revisions'].sort(),
    categories: [...terms, 'merge'].sort(),
    tags: [...terms, 'merge'].sort(),
    images: ['delete', 'get', 'list', 'update', 'upload'],
    importFile: [],
    suggestions: ['create', 'get', 'update', 'withdraw'],
    changes: [],
    sources: ['create', 'delete', 'get', 'list', 'preview', 'pull', 'update'],
    me: [],
    batch: [],
  })
})
