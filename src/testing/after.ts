import { comesAfter, findAfter, placeIn } from '../storage/after.ts'
import {
  byOrder,
  type Condition,
  type Document,
  type Kind,
  type OrderOf,
  type Place,
  passes,
  type Query,
  type Storage,
} from '../storage/contract.ts'
import { valueAt } from '../storage/shared/atoms.ts'
import { ordersOf } from '../storage/shared/orders.ts'
import { check, equal } from './assert.ts'
import { Dice } from './dice.ts'
import { exampleEvent, exampleOrganizer, exampleTerm, exampleVenue, put } from './examples.ts'
import { eventOf, STATUSES } from './random-events.ts'
import { ALL, fill, idsOf } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

/** The documents that the contract expects after the place of a query. */
function expectedAfter<K extends Kind>(
  kind: K,
  documents: readonly Document<K>[],
  { after, ...query }: Query<K>,
): Document<K>[] {
  const isAfter = after === undefined ? () => true : comesAfter(kind, query, after, valueAt<K>)
  return documents
    .filter((document) => passes(document, query) && isAfter(document))
    .sort(byOrder(kind, query.order, query.reverse))
}

/**
 * Compares a page after a place. Returns whether the storage knows `after`; `undefined` if the page does not tell. One
 * that does not know it ignores it, and is read by several finds.
 */
export async function compareAfter<K extends Kind>(
  storage: Storage,
  kind: K,
  documents: readonly Document<K>[],
  query: Query<K> & { readonly after: Place },
): Promise<boolean | undefined> {
  const what = `${kind} ${JSON.stringify(query)}`
  const { offset = 0, limit, after, ...rest } = query
  const expected = idsOf(expectedAfter(kind, documents, query))
  const found = idsOf(await storage.find(kind, query))
  const cut = { ...rest, limit, after }
  equal(idsOf(await findAfter(storage, kind, cut)), expected.slice(0, limit), `pages of ${what}`)
  const all = idsOf(expectedAfter(kind, documents, { ...rest, limit }))
  const own = expected.slice(offset, offset + limit)
  const ignored = all.slice(offset, offset + limit)
  if (String(own) === String(ignored)) {
    equal(found, own, what)
    return undefined
  }
  const knows = String(found) !== String(ignored)
  if (knows) equal(found, own, what)
  return knows
}

const KINDS = ['event', 'venue', 'organizer', 'category'] as const

const day = (number: number) => `2031-01-0${number} 10:00:00`

const LONG = 'a beginning that a hundred titles have in common, and that an index may cut off: '
const TITLES = [`${LONG}b`, 'a', '', `${LONG}a`, 'ab', 'a b', '音楽', '\ud7ff', '😀', 'a', `${LONG}b`, LONG]

/** Documents with few values in each order, so that many places differ by the ID alone. */
const keysOf = (index: number) => ({
  date: day(1 + (index % 3)),
  modified: day(1 + (index % 4)),
  title: TITLES[index % TITLES.length] ?? '',
})

async function fillAll(storage: Storage, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  await fill(
    storage,
    ids.flatMap((id) => [
      put('event', id, exampleEvent(id, { ...keysOf(id), start: day(1 + (id % 2)) })),
      put('venue', id, exampleVenue(id, keysOf(id))),
      put('organizer', id, exampleOrganizer(id, keysOf(id))),
      put('category', id, exampleTerm(id)),
    ]),
  )
}

export function afterTests(test: StorageTest): void {
  test('after: every order goes on after any place, either way', async (storage) => {
    const count = 26
    await fillAll(storage, count)
    const ids = Array.from({ length: count }, (_, index) => index + 1)
    const answers = new Set<boolean>()
    const isGone = (id: number) => id % 5 === 2
    async function compareKind<K extends Kind>(kind: K, documents: readonly Document<K>[]): Promise<void> {
      const there = documents.filter(({ id }) => !isGone(id))
      for (const order of ordersOf(kind)) {
        for (const reverse of [false, true]) {
          for (const document of documents) {
            const query = { order, reverse, limit: 3, after: placeIn(kind, order, document) }
            const knows = await compareAfter(storage, kind, there, query)
            if (knows !== undefined) answers.add(knows)
          }
        }
      }
    }
    const events = await storage.get('event', ids)
    const venues = await storage.get('venue', ids)
    const organizers = await storage.get('organizer', ids)
    const categories = await storage.get('category', ids)
    // A place stays one when its document is gone.
    await fill(
      storage,
      ids
        .filter(isGone)
        .flatMap((id) => KINDS.map((kind) => ({ do: 'remove', kind, id, expect: 1 }) as const)),
    )
    await compareKind('event', events)
    await compareKind('venue', venues)
    await compareKind('organizer', organizers)
    await compareKind('category', categories)
    check(answers.size < 2, 'the storage knows `after` of every query, or of none')
  })

  test('after: pages of any size are the whole list, either way', async (storage) => {
    await fillAll(storage, 30)
    async function comparePages<K extends Kind>(kind: K, where: readonly Condition<K>[]): Promise<void> {
      for (const order of ordersOf(kind)) {
        for (const reverse of [false, true]) {
          const query = { where, order, reverse }
          const whole = await storage.find(kind, { ...query, limit: ALL })
          for (const limit of [1, 7, 100]) {
            const found = await walk(storage, kind, query, limit)
            equal(found, idsOf(whole), `${kind} by ${order}, ${limit} at a time`)
          }
        }
      }
    }
    await comparePages('event', [])
    await comparePages('event', [{ key: 'modified', gte: day(2) }])
    await comparePages('venue', [{ key: 'status', in: ['publish'] }])
    await comparePages('organizer', [{ key: 'id', notIn: [4, 5] }])
  })

  test('after: what nobody writes is seen once, whatever is written between two pages', async (storage) => {
    const dice = new Dice(5)
    const quiet = Array.from({ length: 40 }, (_, index) => index + 1)
    const busy = quiet.map((id) => id + 40)
    const versions = new Map<number, number>()
    const writeAnew = (ids: readonly number[]) =>
      fill(
        storage,
        ids.map((id) => {
          const version = versions.get(id) ?? 0
          versions.set(id, version + 1)
          return put('event', id, { ...eventOf(dice, id) }, version)
        }),
      )
    await writeAnew([...quiet, ...busy])
    for (const order of ordersOf('event')) {
      for (const reverse of [false, true]) {
        const where = dice.some(1, () => ({ key: 'status', in: STATUSES }) as const)
        const found = await walk(storage, 'event', { where, order, reverse }, 4, () =>
          writeAnew(busy.filter(() => dice.chance(4))),
        )
        const seen = found.filter((id) => id <= 40)
        equal(
          seen.toSorted((a, b) => a - b),
          quiet,
          `by ${order}${reverse ? ', reversed' : ''}`,
        )
      }
    }
  })
}

/** The IDs of all pages, each after the last document of the one before. */
async function walk<K extends Kind>(
  storage: Storage,
  kind: K,
  query: { readonly where?: readonly Condition<K>[]; readonly order: OrderOf<K>; readonly reverse: boolean },
  limit: number,
  between: () => Promise<void> = async () => {},
): Promise<number[]> {
  const ids: number[] = []
  for (let after: Place | undefined; ; ) {
    const page: readonly Document<K>[] =
      after === undefined
        ? await storage.find(kind, { ...query, limit })
        : await findAfter(storage, kind, { ...query, limit, after })
    ids.push(...idsOf(page))
    const last = page.at(-1)
    if (last === undefined || ids.length > ALL) return ids
    after = placeIn(kind, query.order, last)
    await between()
  }
}
