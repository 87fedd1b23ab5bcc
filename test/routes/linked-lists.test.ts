import { describe, expect, test } from 'vitest'
import { words } from '../setup/words.ts'
import { type Asker, at, eventOf, listOf, on, openCalendar } from './calendar.ts'

describe('lists of venues and organizers', () => {
  test('has_events and only_with_upcoming look at events that the caller may read, by instants', async () => {
    const { ask, make } = openCalendar()
    const venue = (name: string) => make('venues', { venue: name })
    // It is 12:00 UTC, 07:00 in New York, 21:00 in Tokyo.
    const cases: Record<string, object> = {
      past: on('2020-01-01'),
      upcoming: on('2027-03-01 07:30', '2027-03-01 08:00'),
      running: on('2027-03-01 06:30', '2027-03-01 08:00'),
      'past in Tokyo': { ...on('2027-03-01 20:59', '2027-03-01 23:00'), timezone: 'Asia/Tokyo' },
      'upcoming in Tokyo': { ...on('2027-03-01 21:01', '2027-03-01 23:00'), timezone: 'Asia/Tokyo' },
      draft: eventOf({ status: 'draft' }),
      private: eventOf({ status: 'private' }),
      locked: eventOf({ password: 'x' }),
      trashed: eventOf({ status: 'trash' }),
    }
    for (const [name, event] of Object.entries(cases))
      await make('events', { ...event, venue: await venue(name) })
    await venue('unused')
    const shown = async (query: string, as: Asker) => {
      const { body } = await ask('GET', `/venues?per_page=50&${query}`, undefined, as)
      expect(body.total).toBe(listOf(body.venues).length)
      return listOf(body.venues)
        .map((one) => at(one, 'venue'))
        .sort()
    }
    const seen = ['past', 'past in Tokyo', 'running', 'upcoming', 'upcoming in Tokyo']
    expect(await shown('has_events=true', 'visitor')).toEqual(seen)
    expect(await shown('has_events=0', 'visitor')).toEqual(words('draft locked private trashed unused'))
    expect(await shown('only_with_upcoming=yes', 'visitor')).toEqual(['upcoming', 'upcoming in Tokyo'])
    expect(await shown('has_events=yes', 'editor')).toEqual([
      'draft',
      'locked',
      ...seen.slice(0, 2),
      'private',
      ...seen.slice(2),
    ])
    expect(await shown('only_with_upcoming=1', 'editor')).toEqual([
      ...words('draft locked private upcoming'),
      'upcoming in Tokyo',
    ])
    expect(await shown('only_with_upcoming=perhaps', 'visitor')).toHaveLength(10)
    expect(await shown('only_with_upcoming=1&has_events=0', 'visitor')).toEqual([])
  })

  test('come newest first, and are searched field by field', async () => {
    const { ask, make } = openCalendar()
    await make('venues', { venue: 'Old barn', date: '2027-01-01', city: 'Zürich', country: 'Barnland' })
    await make('venues', { venue: 'New barn', date: '2027-02-01', address: '1 Old Street' })
    await make('venues', { venue: 'Tie', date: '2027-02-01' })
    const shown = async (query: string) =>
      listOf((await ask('GET', `/venues?${query}`)).body.venues).map((one) => at(one, 'venue'))
    expect(await shown('')).toEqual(['Tie', 'New barn', 'Old barn'])
    expect(await shown('search=old')).toEqual(['New barn', 'Old barn'])
    expect(await shown('search=old barn')).toEqual(['Old barn'])
    expect(await shown('search=zurich')).toEqual(['Old barn'])
    expect(await shown('search=barnland')).toEqual([])
  })
})
