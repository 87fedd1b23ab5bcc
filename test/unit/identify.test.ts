import { describe, expect, test } from 'vitest'
import type { Item } from '../../src/core/domain/records/sources.ts'
import { WantedEvents } from '../../src/core/operations/sources/identify/here.ts'
import { identify } from '../../src/core/operations/sources/identify/identify.ts'
import type { Facts, Reason, Said } from '../../src/core/operations/sources/identify/match.ts'
import { Dice } from '../../src/testing/dice.ts'

/* Which event of a feed is which one that is known, and why. */

const DAY = 86_400
const NOW = 1_000 * DAY

const PLAIN: Facts = { mark: 1, url: 0, name: 1, start: NOW + DAY, end: NOW + DAY + 3600, repeats: false }

const itemOf = (id: number, facts: Partial<Item> = {}): Item => ({
  ...PLAIN,
  ...{ id, version: 1, source: 1, event: id * 10, isAttached: false, isGone: false },
  ...{ exdate: [], dates: {}, picture: 0, venue: [], organizer: [] },
  ...facts,
})

const saidOf = (item: number, facts: Partial<Said> = {}): Said => ({
  ...PLAIN,
  ...{ item, isCanceled: false },
  ...facts,
})

const startingAt = (start: number) => ({ start, end: start + 3600 })

/** As lines: which one is which, and why. */
function found(feed: readonly Said[], all: readonly Item[]): string[] {
  const items = new Map(all.map((item) => [item.id, item]))
  const there = new Set(feed.map(({ item }) => item))
  const missing = all.filter(({ id }) => !there.has(id))
  return identify(feed, { items, missing, now: NOW }).map(
    ({ feed, item, reason }) => `${feed.item} is ${item.id}: ${reason}`,
  )
}

describe('an event is known by', () => {
  test('its UID, whatever else it says', () => {
    const other = { name: 2, mark: 2, url: 2, repeats: true, ...startingAt(NOW + 300 * DAY) }
    expect(found([saidOf(1, other)], [itemOf(1)])).toEqual(['1 is 1: uid'])
  })

  test('everything but its UID', () => {
    expect(found([saidOf(2)], [itemOf(1)])).toEqual(['2 is 1: unchanged'])
  })

  test('its start, title and place', () => {
    expect(found([saidOf(2, { mark: 2 })], [itemOf(1)])).toEqual(['2 is 1: start'])
    expect(found([saidOf(2, { mark: 2, name: 2 })], [itemOf(1)])).toEqual([])
  })

  test('its page, though everything else is another', () => {
    const other = { mark: 2, name: 2, ...startingAt(NOW + 300 * DAY) }
    expect(found([saidOf(2, { ...other, url: 7 })], [itemOf(1, { url: 7 })])).toEqual(['2 is 1: page'])
  })

  test('its title and place, up to 60 days away', () => {
    const away = (days: number) => [saidOf(2, { mark: 2, ...startingAt(PLAIN.start + days * DAY) })]
    expect(found(away(60), [itemOf(1)])).toEqual(['2 is 1: moved'])
    expect(found(away(61), [itemOf(1)])).toEqual([])
  })
})

describe('no event is known by', () => {
  const other = { mark: 2, name: 2 }

  test('a page that several have, in the feed or among those that are missing, or none', () => {
    const one = itemOf(1, { url: 7 })
    expect(found([saidOf(2, { ...other, url: 7 }), saidOf(3, { ...other, url: 7 })], [one])).toEqual([])
    expect(found([saidOf(2, { ...other, url: 7 })], [one, itemOf(3, { url: 7 })])).toEqual([])
    expect(found([saidOf(2, { ...other, url: 0 })], [itemOf(1)])).toEqual([])
    const known = [saidOf(3, { ...other, url: 7 }), saidOf(2, { name: 3, url: 7 })]
    expect(found(known, [one, itemOf(3, { url: 7 })])).toEqual(['3 is 3: uid'])
  })

  test('one that is over, unless it starts with it', () => {
    const over = startingAt(NOW - 2 * DAY)
    expect(found([saidOf(2, { mark: 2 })], [itemOf(1, over)])).toEqual([])
    expect(found([saidOf(2, { ...other, url: 7 })], [itemOf(1, { ...over, url: 7 })])).toEqual([])
    expect(found([saidOf(2, { mark: 2, ...over })], [itemOf(1, over)])).toEqual(['2 is 1: start'])
  })

  test('a series that has begun, if it is a single event itself', () => {
    const begun = { repeats: true, start: NOW - DAY, end: NOW + 9 * DAY, url: 7 }
    expect(found([saidOf(2, { ...startingAt(NOW - DAY), mark: 2, url: 7 })], [itemOf(1, begun)])).toEqual([])
    expect(found([saidOf(2, { ...begun, mark: 2 })], [itemOf(1, begun)])).toEqual(['2 is 1: start'])
    const coming = { repeats: true, url: 7 }
    expect(found([saidOf(2, { mark: 2 })], [itemOf(1, coming)])).toEqual(['2 is 1: start'])
  })
})

describe('of several that could be it', () => {
  test.each<[string, Partial<Said>, Partial<Item>, Partial<Item>]>([
    ['what is here comes before what was taken out', {}, { isGone: true }, {}],
    ['what speaks for its event comes before what is attached', {}, { isAttached: true }, {}],
    ['what says the same comes before what only starts together', {}, { mark: 2 }, {}],
    ['a series becomes a series', { repeats: true, mark: 2 }, {}, { repeats: true }],
    ['a single event becomes a single event', { mark: 2 }, { repeats: true }, {}],
    ['the nearest is the one', { mark: 2 }, startingAt(NOW + 30 * DAY), startingAt(NOW + 3 * DAY)],
    ['what starts together comes before the page', { url: 7, mark: 2 }, { url: 7, name: 2 }, {}],
    [
      'the page comes before what is near',
      { url: 7, mark: 2 },
      startingAt(NOW + 3 * DAY),
      { url: 7, name: 2 },
    ],
  ])('%s', (_, said, worse, better) => {
    const all = [itemOf(1, worse), itemOf(2, better)]
    expect(found([saidOf(3, said)], all)).toEqual([expect.stringMatching(/^3 is 2: /)])
  })
})

describe('events that were one event under two UIDs', () => {
  const all = [itemOf(1, { isAttached: true, event: 5 }), itemOf(2, { event: 5 })]
  const moved = startingAt(NOW + 8 * DAY)

  test('are both known while they are the same', () => {
    expect(found([saidOf(1), saidOf(2)], all)).toEqual(['1 is 1: uid', '2 is 2: uid'])
    expect(found([saidOf(1, moved), saidOf(2, moved)], all)).toHaveLength(2)
  })

  test.each<[string, Partial<Said>, Partial<Said>]>([
    ['the copy has another date', moved, {}],
    ['the first has another date', {}, moved],
    ['the copy repeats', { repeats: true, end: NOW + 90 * DAY }, {}],
    ['the copy is cancelled', { isCanceled: true }, {}],
  ])('the one that speaks for it keeps it, and the other is new, when %s', (_, copy, first) => {
    expect(found([saidOf(1, copy), saidOf(2, first)], all)).toEqual(['2 is 2: uid'])
  })

  test('the one that stays keeps it where neither speaks for it', () => {
    const attached = all.map((item) => ({ ...item, isAttached: true }))
    expect(found([saidOf(1, moved), saidOf(2)], attached)).toEqual(['2 is 2: uid'])
  })
})

/** What each reason says, in other words than the rules do. */
const MEANINGS: Readonly<Record<Reason, (feed: Said, item: Item) => boolean>> = {
  uid: (feed, item) => feed.item === item.id,
  unchanged: (feed, item) => feed.mark === item.mark && MEANINGS.start(feed, item),
  start: (feed, item) => feed.start === item.start && feed.name === item.name,
  page: (feed, item) => feed.url === item.url && feed.url !== 0,
  moved: (feed, item) => feed.name === item.name && Math.abs(feed.start - item.start) <= 60 * DAY,
}

test('each is one only, for the reason that is named, whatever a feed says', () => {
  const dice = new Dice(46)
  const reasons = new Set<Reason>()
  const facts = () => ({
    ...{ mark: dice.upTo(3), url: dice.upTo(5), name: dice.upTo(3), repeats: dice.chance(3) },
    ...startingAt(NOW + (dice.upTo(240) - 40) * DAY),
  })
  for (let round = 0; round < 500; round++) {
    const ids = () => new Set(dice.some(9, () => dice.upTo(20)))
    const items = [...ids()].map((id) =>
      itemOf(id, { ...facts(), isGone: dice.chance(5), isAttached: dice.chance(5) }),
    )
    const feed = [...ids()].map((id) => saidOf(id, facts()))
    const there = new Set(feed.map(({ item }) => item))
    const known = { items: new Map(items.map((one) => [one.id, one])), now: NOW }
    const matches = identify(feed, { ...known, missing: items.filter(({ id }) => !there.has(id)) })
    expect(new Set(matches.map((one) => one.feed)).size).toBe(matches.length)
    expect(new Set(matches.map(({ item }) => item)).size).toBe(matches.length)
    for (const { feed, item, reason } of matches) {
      reasons.add(reason)
      expect(MEANINGS[reason](feed, item)).toBe(true)
    }
  }
  expect(reasons.size).toBe(5)
})

describe('an event of the calendar is one of the feed', () => {
  const NAMED = { isDay: false, start: '2027-04-15 19:00:00', title: 'choir' }
  const HALL = { place: 'hall', venue: undefined }
  const here = { ...NAMED, ...HALL, isDate: false }
  const wanted = new WantedEvents([{ ...NAMED, feed: 'a', repeats: false }])
  const series = new WantedEvents([{ ...NAMED, feed: 's', repeats: true }])

  test('if moment, title and place are the same', () => {
    expect(wanted.identify(here, () => HALL)).toEqual(['a'])
    expect(wanted.identify({ ...here, start: '2027-04-15 20:00:00' }, () => HALL)).toEqual([])
    expect(wanted.identify({ ...here, title: 'band' }, () => HALL)).toEqual([])
    expect(wanted.identify(here, () => ({ ...HALL, place: '' }))).toEqual([])
  })

  test('but not if one lasts whole days, or their towns are not the same', () => {
    expect(wanted.identify({ ...here, isDay: true }, () => HALL)).toEqual([])
    const inTown = (city: string) => ({ place: 'hall', venue: { city } })
    expect(wanted.identify({ ...here, ...inTown('Bonn') }, () => inTown('Bonn'))).toEqual(['a'])
    expect(wanted.identify({ ...here, ...inTown('Bonn') }, () => inTown('Ulm'))).toEqual([])
  })

  test('and a date of a series is one, but no series', () => {
    expect(wanted.identify({ ...here, isDate: true }, () => HALL)).toEqual(['a'])
    expect(series.identify({ ...here, isDate: true }, () => HALL)).toEqual([])
    expect(series.identify(here, () => HALL)).toEqual(['s'])
  })
})
