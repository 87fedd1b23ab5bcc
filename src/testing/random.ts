import {
  byOrder,
  type Condition,
  type Document,
  type Filter,
  passes,
  type Storage,
} from '../storage/contract.ts'
import { equal } from './assert.ts'
import { Dice } from './dice.ts'
import { exampleEvent, exampleVenue, put } from './examples.ts'
import { idsOf, write } from './steps.ts'
import type { StorageTest } from './suite.ts'

/*
 * Documents and queries made by dice that always fall alike. What a query means is what the contract's `passes`
 * and `byOrder` say.
 */

const DOCUMENTS = 300
const QUERIES = 300
const BATCH = 50

const STATUSES = ['publish', 'draft', 'private']
const WORDS = ['jazz', 'rock', 'opera', '50% off', 'a_b', 'garden']
const LINKS = ['category', 'tag', 'venue', 'organizer'] as const
const DAYS = 120

function eventOf(dice: Dice, id: number) {
  const author = dice.upTo(3) + 1
  const status = dice.oneOf(STATUSES)
  const hour = dice.upTo(DAYS * 24)
  const links = (values: number) => [...new Set(dice.some(3, () => 1 + dice.upTo(values)))]
  return exampleEvent(id, {
    slug: `slug-${dice.upTo(100)}`,
    unique_slug: dice.chance(4) ? null : `unique-${id}`,
    status,
    author,
    reader: status === 'publish' ? 0 : author,
    full_reader: dice.oneOf([0, author, -author]),
    date: dateText(dice.upTo(40) * 6),
    hidden: dice.chance(5),
    featured: dice.chance(4),
    ticketed: dice.chance(2),
    start: dateText(hour),
    end: dateText(hour + dice.oneOf([0, 1, 2, 3, 9, 24, 72, 24 * 40, -5])),
    utc_start: dateText(hour - dice.oneOf([-12, 0, 1, 2, 5])),
    parent: dice.chance(5) ? dice.upTo(DOCUMENTS) : 0,
    category: links(5),
    tag: links(60),
    venue: dice.chance(3) ? [] : links(20),
    organizer: links(20),
    text: dice.some(4, () => dice.some(3, () => dice.oneOf(WORDS)).join(' ')),
  })
}

const dateText = (hour: number): string =>
  new Date(Date.UTC(2031, 0, 1, hour)).toISOString().slice(0, 19).replace('T', ' ')

function conditionOf(dice: Dice): Condition<'event'> {
  const date = () => dateText(dice.upTo(DAYS * 24))
  const pick = <T>(values: readonly T[]) => dice.some(3, () => dice.oneOf(values))
  const numbers = (below: number) => dice.some(4, () => dice.upTo(below))
  const bounds = <T extends string | number>(bound: () => T) =>
    dice.oneOf([
      { gte: bound() },
      { gt: bound() },
      { lte: bound() },
      { lt: bound() },
      { gte: bound(), lt: bound() },
      { gt: bound(), lte: bound() },
    ])
  const key = dice.oneOf(LINKS)
  return dice.oneOf<() => Condition<'event'>>([
    () => ({ key: 'status', in: pick(STATUSES) }),
    () => ({ key: 'status', notIn: pick(STATUSES) }),
    () => ({ key: 'reader', in: [0, ...numbers(4)] }),
    () => ({ key: 'full_reader', in: [0, 2, -2] }),
    () => ({ key: 'hidden', in: [dice.chance(2)] }),
    () => ({ key: 'featured', notIn: [dice.chance(2)] }),
    () => ({ key: 'author', ...bounds(() => dice.upTo(4)) }),
    () => ({ key: 'id', ...bounds(() => dice.upTo(DOCUMENTS)) }),
    () => ({ key: 'id', in: numbers(DOCUMENTS) }),
    () => ({ key: 'parent', notIn: [0, ...numbers(DOCUMENTS)] }),
    () => ({ key: 'slug', in: [`slug-${dice.upTo(100)}`, `slug-${dice.upTo(100)}`] }),
    () => ({ key: 'unique_slug', in: [null, `unique-${dice.upTo(DOCUMENTS)}`] }),
    () => ({ key: 'unique_slug', notIn: [null] }),
    () => ({ key: 'start', ...bounds(date) }),
    () => ({ key: 'end', ...bounds(date) }),
    () => ({ key: 'utc_start', ...bounds(date) }),
    () => ({ key: 'date', ...bounds(date) }),
    () => ({ key, in: numbers(21) }),
    () => ({ key, notIn: numbers(21) }),
  ])()
}

function filterOf(dice: Dice): Filter<'event'> {
  const where = dice.some(4, () => conditionOf(dice))
  if (!dice.chance(4)) return { where }
  const words = () => dice.some(2, () => dice.oneOf(WORDS).slice(dice.upTo(2)))
  return { where, text: { all: words(), none: words(), oneField: dice.chance(2) } }
}

/** Every answer to one query against the documents that are there. */
async function compare(storage: Storage, dice: Dice, documents: readonly Document<'event'>[]): Promise<void> {
  const filter = filterOf(dice)
  const order = dice.oneOf(['start', 'start', 'published', 'id'] as const)
  const limit = dice.oneOf([0, 1, 10, 50, DOCUMENTS])
  const offset = dice.oneOf([0, 0, 1, 10, 70, 200])
  const name = JSON.stringify({ ...filter, order, limit, offset })
  const matching = documents.filter((document) => passes(document, filter)).sort(byOrder('event', order))

  const found = await storage.find('event', { ...filter, order, limit, offset })
  equal(idsOf(found), idsOf(matching.slice(offset, offset + limit)), `find ${name}`)
  equal(await storage.count('event', filter), matching.length, `count ${name}`)

  const key = dice.oneOf(LINKS)
  const values = dice.chance(2) ? Array.from({ length: 5 }, () => dice.upTo(22)) : undefined
  const counts = new Map<number, number>()
  for (const value of matching.flatMap((document) => document.keys[key])) {
    if (values?.includes(value) !== false) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  equal(await storage.tally(key, filter, values), counts, `tally of ${key} ${values ?? ''} ${name}`)
}

export function randomTests(test: StorageTest): void {
  for (const seed of [1, 2, 3]) {
    test(`random: ${QUERIES} queries mean what the contract says (seed ${seed})`, async (storage) => {
      const dice = new Dice(seed)
      const ids = Array.from({ length: DOCUMENTS }, (_, index) => index + 1)
      for (let first = 0; first < DOCUMENTS; first += BATCH) {
        const batch = ids.slice(first, first + BATCH)
        await write(
          storage,
          batch.map((id) => put('event', id, eventOf(dice, id))),
        )
      }
      for (let query = 0; query < QUERIES / 2; query++)
        await compare(storage, dice, await storage.get('event', ids))

      // The other half after many have changed and some have gone.
      for (let first = 0; first < DOCUMENTS; first += BATCH) {
        const batch = ids.slice(first, first + BATCH).filter(() => dice.chance(2))
        await write(
          storage,
          batch.map((id) =>
            dice.chance(4)
              ? { do: 'remove', kind: 'event', id, expect: 1 }
              : put('event', id, eventOf(dice, id), 1),
          ),
        )
      }
      for (let query = 0; query < QUERIES / 2; query++)
        await compare(storage, dice, await storage.get('event', ids))
    })
  }

  test('random: venues by newest, name and coordinates', async (storage) => {
    const dice = new Dice(4)
    const ids = Array.from({ length: 100 }, (_, index) => index + 1)
    const place = () => (dice.chance(4) ? null : dice.upTo(1800) / 10 - 90)
    const venue = (id: number) =>
      exampleVenue(id, {
        date: dateText(dice.upTo(9)),
        name: dice.oneOf(WORDS),
        status: dice.oneOf(STATUSES),
        reader: dice.upTo(3),
        latitude: place(),
        longitude: place(),
      })
    await write(
      storage,
      ids.map((id) => put('venue', id, venue(id))),
    )
    const documents = await storage.get('venue', ids)
    for (let query = 0; query < 100; query++) {
      const where = dice.some(3, () =>
        dice.oneOf<Condition<'venue'>>([
          { key: 'status', in: [dice.oneOf(STATUSES)] },
          { key: 'reader', in: [0, dice.upTo(3)] },
          { key: 'reader', notIn: [dice.upTo(3)] },
          { key: 'reader', gt: dice.upTo(3) },
          { key: 'name', in: [dice.oneOf(WORDS), dice.oneOf(WORDS)] },
          { key: 'latitude', gte: dice.upTo(90), lt: 60.5 },
          { key: 'longitude', in: [null] },
          { key: 'longitude', notIn: [null] },
        ]),
      )
      const order = dice.oneOf(['newest', 'id'] as const)
      const matching = documents
        .filter((document) => passes(document, { where }))
        .sort(byOrder('venue', order))
      const found = await storage.find('venue', { where, order, limit: 20, offset: 3 })
      equal(idsOf(found), idsOf(matching.slice(3, 23)), `find ${JSON.stringify({ where, order })}`)
      equal(await storage.count('venue', { where }), matching.length, `count ${JSON.stringify(where)}`)
    }
  })
}
