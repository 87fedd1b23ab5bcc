import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { secondSpelling } from '../../src/domain/text/fold.ts'
import { eventOf, idsIn, openCalendar } from './calendar.ts'

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
