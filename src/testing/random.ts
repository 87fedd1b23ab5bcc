import { placeIn } from '../storage/after.ts'
import { byOrder, type Condition, type Document, passes, type Storage } from '../storage/contract.ts'
import { ordersOf } from '../storage/shared/orders.ts'
import { compareAfter } from './after.ts'
import { equal } from './assert.ts'
import { Dice } from './dice.ts'
import { exampleVenue, type Put, put } from './examples.ts'
import { dateText, eventOf, filterOf, LINKS, STATUSES, titleOf, WORDS } from './random-events.ts'
import { fill, idsOf } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

/*
 * Random documents and queries with a fixed seed. The expected results come from the contract's `passes` and `byOrder`.
 */

const BATCH = 50

/** Compares all results of one query with the expected documents. */
async function compare(storage: Storage, dice: Dice, documents: readonly Document<'event'>[]): Promise<void> {
  const filter = filterOf(dice)
  const order = dice.oneOf(['start', ...ordersOf('event')] as const)
  const reverse = dice.chance(3)
  const limit = dice.oneOf([0, 1, 10, 50, 1000])
  const offset = dice.oneOf([0, 0, 1, 10, 70, 200, documents.length >> 1])
  const name = JSON.stringify({ ...filter, order, reverse, limit, offset })
  const matching = documents.filter((document) => passes(document, filter))
  matching.sort(byOrder('event', order, reverse))

  const any = dice.oneOf(documents)
  const after = placeIn('event', order, dice.chance(2) ? any : { ...any, ...eventOf(dice, any.id) })
  await compareAfter(storage, 'event', documents, { ...filter, order, reverse, limit, offset, after })

  const found = await storage.find('event', { ...filter, order, reverse, limit, offset })
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

/**
 * Compares a calendar with this many events: half of the queries run before many events change or are removed, half
 * after.
 */
export async function compareCalendar(
  storage: Storage,
  {
    seed,
    documents,
    queries,
  }: { readonly seed: number; readonly documents: number; readonly queries: number },
): Promise<void> {
  const dice = new Dice(seed)
  const there = new Map<number, Document<'event'>>()
  const ids = Array.from({ length: documents }, (_, index) => index + 1)
  const written = (change: Put<'event'>): Put<'event'> => {
    there.set(change.id, { id: change.id, version: change.expect + 1, ...change.content })
    return change
  }
  for (let first = 0; first < documents; first += BATCH) {
    const batch = ids.slice(first, first + BATCH)
    await fill(
      storage,
      batch.map((id) => written(put('event', id, eventOf(dice, id)))),
    )
  }
  for (let query = 0; query < queries / 2; query++) await compare(storage, dice, [...there.values()])

  for (let first = 0; first < documents; first += BATCH) {
    const batch = ids.slice(first, first + BATCH).filter(() => dice.chance(2))
    const changes = batch.map((id) => {
      if (!dice.chance(4)) return written(put('event', id, eventOf(dice, id), 1))
      there.delete(id)
      return { do: 'remove', kind: 'event', id, expect: 1 } as const
    })
    await fill(storage, changes)
  }
  for (let query = 0; query < queries / 2; query++) await compare(storage, dice, [...there.values()])
}

export function randomTests(test: StorageTest): void {
  for (const seed of [1, 2, 3]) {
    test(`random: 300 queries mean what the contract says (seed ${seed})`, (storage) =>
      compareCalendar(storage, { seed, documents: 300, queries: 300 }))
  }

  test('random: venues in every order, by name, change and coordinates', async (storage) => {
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
        modified: dateText(dice.upTo(9)),
        title: titleOf(dice),
      })
    await fill(
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
          { key: 'modified', gt: dateText(dice.upTo(4)), lt: dateText(4 + dice.upTo(6)) },
        ]),
      )
      const order = dice.oneOf(ordersOf('venue'))
      const reverse = dice.chance(3)
      const matching = documents
        .filter((document) => passes(document, { where }))
        .sort(byOrder('venue', order, reverse))
      const found = await storage.find('venue', { where, order, reverse, limit: 20, offset: 3 })
      equal(idsOf(found), idsOf(matching.slice(3, 23)), `find ${JSON.stringify({ where, order, reverse })}`)
      equal(await storage.count('venue', { where }), matching.length, `count ${JSON.stringify(where)}`)
    }
  })
}
