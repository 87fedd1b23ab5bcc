import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { at, eventOf, expectRefusal, idOf, openCalendar } from './calendar.ts'

const EQUAL = [
  ['case', 'Old Barn', 'OLD barn'],
  ['accents', 'Café Crème', 'Cafe Creme'],
  ['accents, composed or not', 'Caf\u00e9', 'Cafe\u0301'],
  ['white space', 'Old  Barn', ' Old\u00a0Barn '],
  ['the width of letters', 'ＢＡＲＮ', 'Barn'],
  ['soft hyphens', 'Wan\u00adder\u00adheim', 'Wanderheim'],
  ['spaces without width', 'Old\u200b Barn\ufeff', 'Old Barn'],
  ['kinds of dashes', 'Old\u2013Barn', 'Old-Barn'],
  ['kinds of hyphens', 'Old\u2011Barn', 'Old\u2212Barn'],
  ['controls of direction', 'Old \u202eBarn\u202c\u2066\u2069', 'Old Barn'],
  ['case beyond ASCII', 'STRASSE', 'Straße'],
  ['references', 'Bed & Breakfast', 'Bed &amp; Breakfast'],
  ['marks without width, in what is no tag', '<b\u200dr> Bar', '&lt;b\u200dr&gt; Bar'],
] as const

const DIFFERENT = [
  ['signs', 'C++', 'C'],
  ['vowel signs', 'कि', 'क'],
  ['a word', 'Old Barn', 'Old Barns'],
  ['hyphens', 'Old-Barn', 'Old Barn'],
] as const

const LINKED = [
  ['venue', 'venues'],
  ['organizer', 'organizers'],
] as const
const TERMS = ['categories', 'tags'] as const

describe.each(LINKED)('%s of the same name', (kind, collection) => {
  test.each(EQUAL)('%s: is the one that is there', async (_, name, other) => {
    const { ask, make } = openCalendar()
    const id = await make(collection, { [kind]: name })
    expect(idOf((await ask('POST', `/${collection}`, { [kind]: other })).body)).toBe(id)
    const event = await ask('POST', '/events', eventOf({ [kind]: { [kind]: other } }))
    expect(idOf([event.body[kind]].flat()[0])).toBe(id)
  })

  test.each(DIFFERENT)('%s: not by less', async (_, name, other) => {
    const { make } = openCalendar()
    const id = await make(collection, { [kind]: name })
    expect(await make(collection, { [kind]: other })).not.toBe(id)
  })
})

describe.each(TERMS)('%s of the same name', (collection) => {
  test.each(EQUAL)('%s: is the one that is there', async (_, name, other) => {
    const { ask, make } = openCalendar()
    const id = await make(collection, { name })
    const again = await ask('POST', `/${collection}`, { name: other })
    expectRefusal(again, 400, 'term_exists')
    expect(at(again.body, 'data', 'term_id')).toBe(id)
    const event = await ask('POST', '/events', eventOf({ [collection]: [other, name] }))
    expect([event.body[collection]].flat().map(idOf)).toEqual([id])
  })

  test.each(DIFFERENT)('%s: not by less', async (_, name, other) => {
    const { make } = openCalendar()
    const id = await make(collection, { name })
    expect(await make(collection, { name: other })).not.toBe(id)
  })
})

test('a venue whose key was stored by an earlier version is found as it was spelled', async () => {
  const storage = memoryStorage()
  const { ask, make } = openCalendar({}, storage)
  const id = await make('venues', { venue: 'Café' })
  const [document] = await storage.get('venue', [id])
  if (document === undefined) throw new Error('the venue is not there')
  const { keys, text, data, version } = document
  const content = { keys: { ...keys, name: 'café' }, text, data }
  await storage.commit([{ do: 'put', kind: 'venue', id, expect: version, content }])
  expect(idOf((await ask('POST', '/venues', { venue: 'CAFÉ' })).body)).toBe(id)
})

test('guards of names are removed an hour after the name was given', async () => {
  const storage = memoryStorage()
  const { make, setTime } = openCalendar({}, storage)
  const receipts = () => storage.count('receipt', {})
  for (let at = 0; at < 200; at++) await make('tags', { name: `old ${at}` })
  expect(await receipts()).toBe(200)
  setTime('2027-03-01T12:59:59Z')
  for (let at = 0; at < 600; at++) await make('tags', { name: `new ${at}` })
  expect(await receipts()).toBe(800)
  setTime('2027-03-01T13:00:00Z')
  for (let at = 0; at < 600; at++) await make('tags', { name: `newest ${at}` })
  expect(await receipts()).toBe(1200)
})

describe('many records of one name, with long texts', () => {
  /** Of the calls of `find`: the texts of how many documents each one loaded, in sum and at most. */
  function watched() {
    const storage = memoryStorage()
    const loaded = { sum: 0, most: 0 }
    const watching: Storage = {
      ...storage,
      find: async (kind, query) => {
        const found = await storage.find(kind, query)
        if (query.keysOnly === true) return found.map((document) => ({ ...document, text: [], data: '' }))
        loaded.sum += found.length
        loaded.most = Math.max(loaded.most, found.length)
        return found
      },
    }
    const since = async (act: () => Promise<unknown>) => {
      Object.assign(loaded, { sum: 0, most: 0 })
      await act()
      return { ...loaded }
    }
    return { ...openCalendar({}, watching), since }
  }
  const LONG = 'x'.repeat(2_000)
  const MANY = 210

  // Of venues the one with most equal fields is taken, so all are looked at; of organizers the first one.
  test.each(LINKED)('%s: are looked through in parts', async (kind, collection) => {
    const isVenue = kind === 'venue'
    const { make, since } = watched()
    const fields = (at: number) => ({ [kind]: 'Hall', description: `${at} ${LONG}` })
    const ids: number[] = []
    for (let at = 0; at < MANY; at++) ids.push(await make(collection, fields(at)))
    expect(new Set(ids).size).toBe(MANY)
    const reuse = (at: number) => async () => expect(await make(collection, fields(at))).toBe(ids[at])
    expect(await since(reuse(3))).toEqual({ sum: isVenue ? MANY : 100, most: 100 })
    expect(await since(reuse(150))).toEqual({ sum: isVenue ? MANY : 200, most: 100 })
    expect((await since(() => make(collection, fields(MANY)))).most).toBe(100)
    const event = eventOf({ [kind]: [{ [kind]: 'Hall' }] })
    expect(await since(() => make('events', event))).toEqual({ sum: 100, most: 100 })
  })

  test('categories: only their keys are read, and children of a deleted one in parts', async () => {
    const { ask, make, since } = watched()
    const parent = await make('categories', { name: 'Top' })
    const ids: number[] = []
    for (let at = 0; at < MANY; at++) {
      const fields = { name: 'Music', slug: `music-${at}`, parent, description: LONG }
      const { sum } = await since(async () => ids.push(await make('categories', fields)))
      expect(sum).toBe(0)
    }
    const again = () => ask('POST', '/categories', { name: 'Music', slug: 'music-150', parent })
    expect(await since(again)).toEqual({ sum: 0, most: 0 })
    expect(at((await again()).body, 'data', 'term_id')).toBe(ids[150])
    const event = await make('events', eventOf({ categories: 'music' }))
    expect(at((await ask('GET', `/events/${event}`)).body, 'categories', 0, 'id')).toBe(ids[0])
    expect(await since(() => ask('DELETE', `/categories/${parent}`))).toEqual({ sum: MANY, most: 100 })
    expect(at((await ask('GET', `/categories/${ids[200]}`)).body, 'parent')).toBe(0)
  })
})
