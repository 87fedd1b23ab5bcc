import { byOrder, type Condition, type Document, passes, type Storage } from '../storage/contract.ts'
import { check, equal } from './assert.ts'
import { Dice } from './dice.ts'
import { exampleEvent, exampleReceipt, type Overrides, put } from './examples.ts'
import { dateText } from './random-events.ts'
import { fill, idsOf, matching, matchingEvents, one, write, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

const LARGEST = Number.MAX_SAFE_INTEGER

const receipt = (id: number, overrides?: Overrides<'receipt'>, expect = 0) =>
  put('receipt', id, exampleReceipt(id, overrides), expect)

const remove = (id: number, expect: number) => ({ do: 'remove', kind: 'receipt', id, expect }) as const
const hold = (id: number, expect: number) => ({ do: 'check', kind: 'receipt', id, expect }) as const

const expiring = (storage: Storage, ...where: readonly Condition<'receipt'>[]) =>
  matching(storage, 'receipt', 'id', ...where)

export function receiptTests(test: StorageTest): void {
  test('receipts: are given back whole, and have no text', async (storage) => {
    const data = JSON.stringify({ status: 201, body: '{"é":"😀"}', etag: '"1"' })
    await write(storage, [receipt(7, { data, expires: '2031-01-02 03:04:05' })])
    equal(
      await storage.get('receipt', [8, 7]),
      [{ id: 7, version: 1, keys: { expires: '2031-01-02 03:04:05' }, text: [], data }],
      'receipts',
    )
    const text = { all: ['receipt'], none: [], oneField: false }
    equal(await storage.count('receipt', { text }), 0, 'with a word')
    equal(await storage.count('receipt', { text: { ...text, all: [], none: ['receipt'] } }), 1, 'without one')
  })

  test('receipts: IDs are exact up to 2^53-1, and sort as numbers', async (storage) => {
    const ids = [LARGEST, 2 ** 52 + 1, LARGEST - 1, 1, 36 ** 10, 2 ** 32, 2 ** 31, LARGEST - 2]
    const ascending = ids.toSorted((a, b) => a - b)
    await write(
      storage,
      ids.map((id) => receipt(id, { data: String(id) })),
    )
    const all = await storage.find('receipt', { order: 'id', limit: 99 })
    equal(idsOf(all), ascending, 'by ID')
    equal(
      all.map(({ data }) => data),
      ascending.map(String),
      'data of each',
    )
    const last = await storage.find('receipt', { order: 'id', limit: 2, offset: 6 })
    equal(idsOf(last), [LARGEST - 1, LARGEST], 'the last two')
    equal(idsOf(await storage.get('receipt', ids)), ids, 'got')
    const neighbours = Array.from({ length: 100 }, (_, index) => LARGEST - index)
    equal(idsOf(await storage.get('receipt', neighbours)), neighbours.slice(0, 3), 'got among neighbours')
    equal(await expiring(storage, { key: 'id', in: [LARGEST - 1, 5] }), [LARGEST - 1], 'in')
    equal(await expiring(storage, { key: 'id', notIn: ascending.slice(1) }), [1], 'notIn')
    equal(await expiring(storage, { key: 'id', gt: LARGEST - 2 }), [LARGEST - 1, LARGEST], 'gt')
    equal(await expiring(storage, { key: 'id', gte: LARGEST }), [LARGEST], 'gte')
    equal(await expiring(storage, { key: 'id', lt: 2 ** 31 + 1 }), [1, 2 ** 31], 'lt')
    equal(await expiring(storage, { key: 'id', lt: 2 ** 53 }), ascending, 'below all bounds')

    await write(storage, [receipt(LARGEST - 1, { data: 'again' }, 1), remove(LARGEST, 1)])
    equal((await one(storage, 'receipt', LARGEST - 1))?.data, 'again', 'the changed one')
    equal((await one(storage, 'receipt', LARGEST - 2))?.data, String(LARGEST - 2), 'its neighbour')
    equal(await storage.get('receipt', [LARGEST]), [], 'the removed one')
  })

  test('receipts: those that have expired are found by ID, some at a time, and removed', async (storage) => {
    const days = [3, 1, 2, 1, 4, 2]
    await write(
      storage,
      days.map((day, index) => receipt(60 - index * 10, { expires: `2031-01-0${day} 00:00:00` })),
    )
    const where = [{ key: 'expires', lt: '2031-01-03 00:00:00' }] as const
    const page = await storage.find('receipt', { where, order: 'id', limit: 3 })
    equal(idsOf(page), [10, 30, 40], 'the first three')
    equal(idsOf(await storage.find('receipt', { where, order: 'id', limit: 3, offset: 3 })), [50], 'the rest')
    await write(
      storage,
      page.map(({ id, version }) => remove(id, version)),
    )
    equal(await expiring(storage, ...where), [50], 'after the removal')
    equal(await expiring(storage), [20, 50, 60], 'all that is left')
  })

  test('receipts: a commit moves them to another date', async (storage) => {
    await write(storage, [receipt(1, { expires: '2031-01-01 00:00:00' }), receipt(2)])
    await write(storage, [receipt(1, { expires: '2032-01-01 00:00:00' }, 1)])
    equal(await expiring(storage, { key: 'expires', lt: '2031-12-31 23:59:59' }), [2], 'before')
    equal(await expiring(storage, { key: 'expires', gte: '2031-12-31 23:59:59' }), [1], 'after')
  })

  test('receipts: conflicts as with any kind', async (storage) => {
    await write(storage, [receipt(1), hold(2, 0)])
    const conflict = (reason: string, id: number) => ({ conflict: reason, kind: 'receipt', id })
    equal(await storage.commit([receipt(1)]), conflict('exists', 1), 'put')
    equal(await storage.commit([hold(1, 0)]), conflict('exists', 1), 'check')
    equal(await storage.commit([receipt(1, {}, 2)]), conflict('stale', 1), 'put of another version')
    equal(await storage.commit([remove(1, 2)]), conflict('stale', 1), 'removal of another version')
    equal(await storage.commit([remove(2, 1)]), conflict('stale', 2), 'removal of none')
    await write(storage, [hold(1, 1), receipt(2)])
    await write(storage, [remove(1, 1), receipt(2, {}, 1)])
    equal(await expiring(storage), [2], 'what is there')
    await write(storage, [receipt(1)])
  })

  test('receipts: where one exists, nothing of the commit is written', async (storage) => {
    await writeEvents(storage, { tag: [1] })
    await write(storage, [receipt(LARGEST, { data: 'first' })])
    const exists = { conflict: 'exists', kind: 'receipt', id: LARGEST }
    const changes = [
      put('event', 2, exampleEvent(2, { tag: [1] })),
      put('event', 1, exampleEvent(1, { tag: [2] }), 1),
      receipt(LARGEST, { data: 'second' }),
      receipt(5),
    ]
    equal(await storage.commit(changes), exists, 'result')
    equal(await storage.commit(changes.toReversed()), exists, 'result in another order')
    equal(await matchingEvents(storage), [1], 'events')
    equal(await matchingEvents(storage, { key: 'slug', in: ['event-2'] }), [], 'by slug')
    equal(await storage.tally('tag', {}), new Map([[1, 1]]), 'tally')
    equal(await expiring(storage), [LARGEST], 'receipts')
    equal((await one(storage, 'receipt', LARGEST))?.data, 'first', 'data')
  })

  test('receipts: of commits that put the same one exactly one takes effect, and the others leave nothing', async (storage) => {
    for (const id of [LARGEST, LARGEST - 1, 1]) {
      const racers = Array.from({ length: 20 }, (_, index) => index + 1)
      const before = await storage.count('event', {})
      const results = await Promise.all(
        racers.map(async (racer) => {
          const event = before + 100 * racer
          const content = exampleEvent(event, { tag: [event] })
          return storage.commit([put('event', event, content), receipt(id, { data: String(event) })])
        }),
      )
      const losers = results.filter(({ conflict }) => conflict !== null)
      equal(losers.length, racers.length - 1, 'commits that were refused')
      for (const loser of losers) equal(loser, { conflict: 'exists', kind: 'receipt', id }, 'refusal')
      equal(await storage.count('event', {}), before + 1, 'events')
      const winner = Number((await one(storage, 'receipt', id))?.data)
      check(results[(winner - before) / 100 - 1]?.conflict === null, 'the receipt is the winner’s')
      equal(await matchingEvents(storage, { key: 'tag', in: [winner] }), [winner], 'by tag')
      const tags = racers.map((racer) => before + 100 * racer)
      equal(await storage.tally('tag', {}, tags), new Map([[winner, 1]]), 'tally')
    }
  })

  test('receipts: 100 queries mean what the contract says', async (storage) => {
    const dice = new Dice(6)
    const ids = [
      ...new Set(Array.from({ length: 80 }, () => 1 + dice.upTo(2 ** 21) * dice.oneOf([1, 2 ** 32]))),
    ]
    const changes = ids.map((id) => receipt(id, { expires: dateText(dice.upTo(9)) }))
    await fill(storage, changes)
    const documents = changes.map(({ id, content }): Document<'receipt'> => ({ id, version: 1, ...content }))
    for (let query = 0; query < 100; query++) {
      const where = dice.some(3, () =>
        dice.oneOf<Condition<'receipt'>>([
          { key: 'expires', lt: dateText(dice.upTo(10)) },
          { key: 'expires', gte: dateText(dice.upTo(9)), lte: dateText(dice.upTo(9)) },
          { key: 'expires', gt: dateText(dice.upTo(9)) },
          { key: 'expires', in: [dateText(dice.upTo(9)), dateText(dice.upTo(9))] },
          { key: 'expires', notIn: [dateText(dice.upTo(9))] },
          { key: 'id', gt: dice.oneOf(ids) },
          { key: 'id', lte: dice.oneOf(ids) },
          { key: 'id', in: [dice.oneOf(ids), dice.oneOf(ids), 5] },
          { key: 'id', notIn: [dice.oneOf(ids)] },
        ]),
      )
      const limit = dice.oneOf([0, 1, 7, 100])
      const offset = dice.oneOf([0, 3])
      const name = JSON.stringify({ where, limit, offset })
      const expected = documents.filter((one) => passes(one, { where })).sort(byOrder('receipt', 'id'))
      const found = await storage.find('receipt', { where, order: 'id', limit, offset })
      equal(idsOf(found), idsOf(expected.slice(offset, offset + limit)), `find ${name}`)
      equal(await storage.count('receipt', { where }), expected.length, `count ${name}`)
    }
  })
}
