import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { wrapped } from '../setup/wrapped-storage.ts'
import { type Asker, eventOf, openCalendar } from './calendar.ts'

/*
 * Parts of answers are kept while their records are the same. Whoever asks, in whatever order, at whatever address and
 * after whatever write: what is answered with them is what is answered without.
 */

const READERS = ['visitor', 'subscriber', 'contributor', 'author', 'editor'] as const
const PASSWORD = { headers: { 'x-event-password': 'sesame' } }

test('what is kept changes no answer', async () => {
  const storage = memoryStorage()
  const keeping = openCalendar({}, storage)
  const forgetful = openCalendar({ limits: { cache: 0 } }, storage)
  // So little that something is always on its way out.
  const pressed = openCalendar({ limits: { cache: 20_000 } }, storage)
  const paths = new Set<string>(['/events', '/venues', '/organizers', '/categories', '/tags'])

  async function compareAt(url: string, init: RequestInit, as: Asker): Promise<void> {
    const right = await forgetful.send(url, init, as)
    for (const calendar of [keeping, pressed]) {
      const answer = await calendar.send(url, init, as)
      expect([answer.status, answer.text], `${url} for ${as}`).toEqual([right.status, right.text])
      expect([...answer.headers], `${url} for ${as}`).toEqual([...right.headers])
    }
  }

  async function compare(): Promise<void> {
    for (const as of READERS) for (const path of paths) await compareAt(path, {}, as)
    for (const path of paths) await compareAt(`http://localhost:3000/vendor/events/v1${path}`, {}, 'visitor')
    await compareAt(`/events/${secret}`, PASSWORD, 'visitor')
  }

  async function make(collection: string, fields: object, as: Asker = 'editor') {
    const id = await keeping.make(collection, fields, as)
    paths.add(`/${collection}/${id}`)
    return id
  }
  async function change(path: string, fields: object) {
    const answer = await keeping.ask('PUT', path, fields, 'administrator')
    expect(answer.status, answer.text).toBe(200)
  }

  const hall = await make('venues', { venue: 'Hall', description: '<p>Large &amp; loud</p>' })
  const cellar = await make('venues', { venue: 'Cellar', status: 'private' }, 'author')
  const ann = await make('organizers', { organizer: 'Ann', description: '<p>Ann</p>' })
  const music = await make('categories', { name: 'Music' })
  const jazz = await make('categories', { name: 'Ärger & Jazz', parent: music })
  const free = await make('tags', { name: 'free' })
  const open = await make(
    'events',
    eventOf({ venue: hall, organizer: [ann], categories: [music, jazz], tags: [free], cost: '5-10' }),
  )
  const below = await make(
    'events',
    eventOf({ title: 'Below', venue: cellar, post_parent: open, categories: [jazz], description: 'Wide: ж' }),
    'author',
  )
  const secret = await make('events', eventOf({ title: 'Secret', password: 'sesame', venue: [hall, cellar] }))
  paths.add('/events/by-slug/open-day')
  paths.add('/events?search=open')
  paths.add(`/events?categories=${music}&per_page=1`)
  await compare()

  for (const [path, fields] of [
    [`/venues/${hall}`, { venue: 'Large hall' }],
    [`/venues/${cellar}`, { status: 'publish' }],
    [`/venues/${cellar}`, { status: 'private' }],
    [`/organizers/${ann}`, { status: 'draft' }],
    [`/categories/${music}`, { name: 'Zither' }],
    [`/events/${below}`, { status: 'draft' }],
    [`/events/${open}`, { status: 'private', title: 'Opening', categories: [jazz] }],
    [`/events/${secret}`, { password: '' }],
  ] as const) {
    await change(path, fields)
    await compare()
  }
  expect((await keeping.ask('DELETE', `/tags/${free}`)).status).toBe(200)
  expect((await keeping.ask('DELETE', `/venues/${hall}`)).status).toBe(200)
  await compare()
})

test('what is known at the revision of the storage is not asked for again, until something is written', async () => {
  const memory = memoryStorage()
  const asked: string[] = []
  const counted: Storage = {
    ...memory,
    ...wrapped(memory, (name, call) => {
      if (/^(get|tally)/.test(name)) asked.push(name)
      return call()
    }),
  }
  const { ask, make } = openCalendar({ limits: { cache: 1_000_000 } }, counted)
  const venue = await make('venues', { venue: 'Hall' })
  const category = await make('categories', { name: 'Music' })
  const open = await make('events', eventOf({ venue, categories: [category] }))
  const askedFor = async (path: string) => {
    asked.length = 0
    const { status, body } = await ask('GET', path)
    expect(status).toBe(200)
    return { asked: asked.toSorted(), body }
  }
  const linked = ['get category', 'get venue', 'tally category']
  expect((await askedFor('/events')).asked).toEqual(linked)
  expect((await askedFor('/events?search=open')).asked).toEqual([])
  expect((await askedFor(`/events/${open}`)).asked).toEqual(['get event'])
  expect((await ask('PUT', `/venues/${venue}`, { venue: 'Large hall' })).status).toBe(200)
  const after = await askedFor(`/events/${open}`)
  expect(after.asked).toEqual(['get category', 'get event', 'get venue', 'tally category'])
  expect(after.body).toMatchObject({ venue: { venue: 'Large hall' } })
})
