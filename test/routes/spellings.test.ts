import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { secondSpelling } from '../../src/core/domain/text/fold.ts'
import { eventOf, idOf, idsIn, openCalendar } from './calendar.ts'

/* Names with umlauts are found in each of the spellings that people use for them. */

test.each([
  ['Müller', ['muller', 'mueller', 'müller', 'MÜLLER', 'mu\u0308ller']],
  ['mu\u0308ller', ['mueller']],
  ['Jörg Größe', ['joerg groesse', 'jorg grosse', 'jörg größe']],
  ['Åse Ærø', ['aase', 'ase', 'aeroe', 'aero', 'ærø', 'åse']],
  ['Søren', ['soeren', 'soren', 'søren']],
])('%s is found by all spellings, among events, venues, organizers and terms', async (name, searches) => {
  const { ask, make } = openCalendar()
  const ids: Record<string, number> = {
    events: await make('events', eventOf({ title: `Concert of ${name}` })),
    venues: await make('venues', { venue: `At ${name}’s` }),
    organizers: await make('organizers', { organizer: name }),
    tags: await make('tags', { name }),
  }
  await make('events', eventOf({ title: 'Something else' }))
  for (const [collection, id] of Object.entries(ids)) {
    for (const search of searches) {
      const { body } = await ask('GET', `/${collection}?hide_empty=0&search=${encodeURIComponent(search)}`)
      expect([search, idsIn(body, collection)]).toEqual([search, [id]])
    }
  }
})

test('what is written with two letters is found by these alone', async () => {
  const { ask, make } = openCalendar()
  const id = await make('events', eventOf({ title: 'Mueller', excerpt: 'blue, poet, maas' }))
  const found = async (search: string) =>
    idsIn((await ask('GET', `/events?search=${encodeURIComponent(search)}`)).body, 'events')
  expect(await found('mueller')).toEqual([id])
  for (const search of ['muller', 'müller', 'pot', 'mas']) expect(await found(search)).toEqual([])
})

test('a second spelling joins no fields', async () => {
  const { ask, make } = openCalendar()
  const id = await make('events', eventOf({ title: 'Für', excerpt: 'Müller', description: '' }))
  const found = async (search: string) =>
    idsIn((await ask('GET', `/events?search=${encodeURIComponent(search)}`)).body, 'events')
  expect(await found('fuer mueller')).toEqual([id])
  expect(await found('"fuer mueller"')).toEqual([])
  expect(await found('fuer -mueller')).toEqual([])
})

test('a text without umlauts has no second spelling', async () => {
  expect(['Plain', 'Çelik', 'ßæ', '音楽', 'Ελλάδα'].map(secondSpelling)).toEqual(Array(5).fill(undefined))
  const storage = memoryStorage()
  const { make } = openCalendar({}, storage)
  const id = await make('venues', { venue: 'Hall', city: 'Köln' })
  const [document] = await storage.get('venue', [id])
  expect(document?.text.filter((text) => text !== '')).toEqual(['hall', 'koln', 'koeln'])
})

test('however many marks a letter has, its spelling takes no longer', () => {
  expect(secondSpelling(`u${'\u0308'.repeat(100_000)}`)?.length).toBeLessThan(50)
})

const HIDDEN = [
  ['Wan\u00adder\u00adweg', ['wanderweg', 'Wan\u00adderweg', 'WANDER\u200bWEG']],
  [
    'Jazz\u2013Rock',
    ['jazz-rock', 'jazz\u2013rock', 'jazz\u2011rock', 'jazz\u2212rock', "'jazz-rock'", '"jazz-rock"'],
  ],
  ['Care\u2060 \ufeffPoint', ['care point', '\u201ccare\u201d', '\u2018point\u2019']],
] as const

test.each(HIDDEN)('%j is found by what people type', async (name, searches) => {
  const { ask, make } = openCalendar()
  const ids: Record<string, number> = {
    events: await make('events', eventOf({ title: name })),
    venues: await make('venues', { venue: name }),
    organizers: await make('organizers', { organizer: name }),
    tags: await make('tags', { name }),
  }
  for (const [collection, id] of Object.entries(ids)) {
    for (const search of searches) {
      const { body } = await ask('GET', `/${collection}?hide_empty=0&search=${encodeURIComponent(search)}`)
      expect([collection, search, idsIn(body, collection)]).toEqual([collection, search, [id]])
    }
  }
})

test('calendars that are there are found in the same way after `migrate()`', async () => {
  const storage = memoryStorage()
  const { ask, make, api } = openCalendar({}, storage)
  await api.migrate()
  const id = await make('events', eventOf({ title: 'Wan\u00adderweg\u2013Fest' }))
  const venue = await make('venues', { venue: 'Rat\u00adhaus' })
  // As versions before folded them.
  const before = (text: string) =>
    text.replace('wanderweg-fest', 'wan\u00adderweg\u2013fest').replace('rathaus', 'rat\u00adhaus')
  for (const kind of ['event', 'venue'] as const) {
    for (const { id, version, keys, text, data } of await storage.find<typeof kind>(kind, {
      where: [],
      order: 'id',
      limit: 9,
    })) {
      const old = JSON.parse(before(JSON.stringify(keys)))
      await storage.commit([
        {
          do: 'put',
          kind,
          id,
          expect: version,
          version,
          content: { keys: old, text: text.map(before), data },
        },
      ])
    }
  }
  const [note] = await storage.find('extra', { where: [], order: 'id', limit: 1 })
  if (note === undefined) throw new Error('no note of the form')
  const { keys, text } = note
  await storage.commit([
    { do: 'put', kind: 'extra', id: note.id, expect: note.version, content: { keys, text, data: '0' } },
  ])
  const found = async () => idsIn((await ask('GET', '/events?search=wanderweg-fest')).body, 'events')
  expect(await found()).toEqual([])
  await api.migrate()
  expect(await found()).toEqual([id])
  expect(idOf((await ask('POST', '/venues', { venue: 'Rathaus' })).body)).toBe(venue)
})
