import { placeIn } from '../storage/after.ts'
import {
  byOrder,
  type Condition,
  type Document,
  orderConditions,
  passes,
  type Storage,
} from '../storage/contract.ts'
import { ordersOf } from '../storage/shared/orders.ts'
import { compareAfter } from './after.ts'
import { equal } from './assert.ts'
import { Dice } from './dice.ts'
import { exampleExtra, type Overrides, type Put, put } from './examples.ts'
import { dateText, titleOf } from './random-events.ts'
import { fill, idsOf, matching, one, write } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

/* Extras: what is kept beside the records, by owner, name, label and date. */

const LARGEST = Number.MAX_SAFE_INTEGER

/** As many characters as the data of one document has at least room for. */
const LONGEST = 65_536

const extra = (id: number, overrides?: Overrides<'extra'>, expect?: number): Put<'extra'> =>
  put('extra', id, exampleExtra(id, overrides), expect)

const owned = (owner: string) => ({ key: 'owner', in: [owner] }) as const
const labelled = (...labels: readonly string[]) => ({ key: 'labels', in: labels }) as const

const found = (storage: Storage, ...where: readonly Condition<'extra'>[]) =>
  matching(storage, 'extra', 'id', ...where)

const inOrder = async (
  storage: Storage,
  order: 'id' | 'name' | 'due',
  options: { readonly reverse?: boolean; readonly offset?: number; readonly limit?: number } = {},
) => idsOf(await storage.find('extra', { where: [owned('example')], order, limit: 99, ...options }))

export function extraTests(test: StorageTest): void {
  test('extras: have any ID, are found by owner, and keep every character', async (storage) => {
    const data = 'QUJD/+=='.repeat(LONGEST / 8)
    await write(storage, [
      extra(LARGEST, { data }),
      extra(1, { owner: 'another', data: '{"é":"😀"}' }),
      extra(2),
      put('extra', 3, exampleExtra(3, { owner: 'a', name: 'b', labels: ['c', 'd'], due: dateText(1) })),
    ])
    equal(await found(storage, owned('example')), [2, LARGEST], 'of an owner')
    equal(await found(storage, { key: 'owner', in: ['example', 'another'] }), [1, 2, LARGEST], 'of two')
    equal(await found(storage, owned('nobody')), [], 'of nobody')
    equal((await one(storage, 'extra', LARGEST))?.data === data, true, 'long data')
    equal((await one(storage, 'extra', 1))?.data, '{"é":"😀"}', 'data')
    const keys = { owner: 'a', name: 'b', labels: ['c', 'd'], due: dateText(1) }
    equal(await one(storage, 'extra', 3), { id: 3, version: 1, ...exampleExtra(3, keys) }, 'whole')
    await write(storage, [
      extra(2, { owner: 'another' }, 1),
      { do: 'remove', kind: 'extra', id: LARGEST, expect: 1 },
    ])
    equal(await found(storage, owned('example')), [], 'after a change and a removal')
    equal(await found(storage, owned('another')), [1, 2], 'of the new owner')
  })

  test('extras: keep the version that they are given', async (storage) => {
    await write(storage, [extra(2)])
    await write(storage, [{ ...extra(2, { labels: ['red'] }, 1), version: 40 }])
    const { conflict } = await storage.commit([extra(2, {}, 2)])
    equal([conflict, (await one(storage, 'extra', 2))?.version], ['stale', 40], 'of the version 40')
  })

  test('extras: are found by their labels, those of one owner', async (storage) => {
    await write(storage, [
      extra(1, { labels: ['red'] }),
      extra(2, { labels: ['red', 'blue'] }),
      extra(3, { labels: ['blue'] }),
      extra(4),
      extra(5, { owner: 'another', labels: ['red'] }),
      extra(LARGEST, { labels: ['red', 'a label of 64 characters'.padEnd(64, '.')] }),
    ])
    const mine = (...labels: readonly string[]) => found(storage, owned('example'), labelled(...labels))
    equal(await mine('red'), [1, 2, LARGEST], 'one label')
    equal(await mine('red', 'blue'), [1, 2, 3, LARGEST], 'one of two labels')
    equal(await found(storage, owned('example'), labelled('red'), labelled('blue')), [2], 'two labels')
    equal(await found(storage, labelled('red')), [1, 2, 5, LARGEST], 'of every owner')
    equal(await found(storage, owned('example'), { key: 'labels', notIn: ['red'] }), [3, 4], 'without one')
    equal(await mine('a label of 64 characters'.padEnd(64, '.')), [LARGEST], 'a long label')
    const later = { key: 'id', gt: 1 } as const
    equal(await found(storage, owned('example'), labelled('red'), later), [2, LARGEST], 'after an ID')
    await write(storage, [
      extra(1, { labels: ['blue', 'green'] }, 1),
      extra(2, { labels: ['red', 'blue'], data: 'other' }, 1),
      extra(5, { labels: ['red'] }, 1),
      { do: 'remove', kind: 'extra', id: LARGEST, expect: 1 },
    ])
    equal(await mine('red'), [2, 5], 'after changes and a removal')
    equal(await mine('blue'), [1, 2, 3], 'the other one')
    equal(await mine('green'), [1], 'a new one')
    equal(await found(storage, owned('another'), labelled('red')), [], 'of the owner before')
  })

  test('extras: are found by a date, which not all have', async (storage) => {
    await write(storage, [
      extra(1, { due: '2031-03-01 12:00:00' }),
      extra(2, { due: '2031-03-02 12:00:00' }),
      extra(3),
      extra(4, { owner: 'another', due: '2031-03-01 12:00:00' }),
    ])
    const until = (lte: string) => found(storage, owned('example'), { key: 'due', lte })
    equal(await until('2031-03-01 12:00:00'), [1], 'up to a time')
    equal(await until('9999-12-31 23:59:59'), [1, 2], 'up to the end of all days')
    equal(await found(storage, owned('example'), { key: 'due', in: [null] }), [3], 'without a date')
    equal(await found(storage, { key: 'due', lt: '2031-03-02 00:00:00' }), [1, 4], 'of every owner')
    await write(storage, [
      extra(1, {}, 1),
      extra(3, { due: '2031-02-01 12:00:00' }, 1),
      { do: 'remove', kind: 'extra', id: 2, expect: 1 },
    ])
    equal(await until('9999-12-31 23:59:59'), [3], 'after changes and a removal')
  })

  test('extras: in the order of their names or dates are those that have one', async (storage) => {
    const long = 'a beginning that names have in common, and that an index may cut off: '.padEnd(200, '.')
    const names = ['b', null, `${long}b`, 'B', `${long}a`, '', 'b', '😀', '音楽']
    const dates = [5, 1, null, 1, 9, null, 3, 5, null]
    await write(
      storage,
      names.map((name, index) => {
        const due = dates[index] ?? null
        return extra(index + 1, { name, due: due === null ? null : dateText(due) })
      }),
    )
    await write(storage, [extra(90, { owner: 'another', name: 'a', due: dateText(2) })])
    const [byName, byDate] = [
      [6, 4, 5, 3, 1, 7, 9, 8],
      [2, 4, 7, 1, 8, 5],
    ]
    equal(await inOrder(storage, 'name'), byName, 'by name')
    equal(await inOrder(storage, 'due'), byDate, 'by date')
    equal(await inOrder(storage, 'name', { reverse: true }), byName.toReversed(), 'from the last name')
    equal(await inOrder(storage, 'due', { reverse: true }), byDate.toReversed(), 'from the last date')
    equal(await inOrder(storage, 'name', { offset: 2, limit: 2 }), [5, 3], 'a page')
    equal(await found(storage, { key: 'name', in: ['b', 'a'] }), [1, 7, 90], 'by name, of every owner')
    equal(await found(storage, owned('example'), { key: 'name', gte: 'b' }), [1, 7, 8, 9], 'from a name on')
    await write(storage, [extra(4, {}, 1), extra(2, { name: 'aa', due: dateText(7) }, 1)])
    equal(await inOrder(storage, 'name'), [6, 5, 3, 2, 1, 7, 9, 8], 'by name, after changes')
    equal(await inOrder(storage, 'due'), [7, 1, 8, 2, 5], 'by date, after changes')
  })

  for (const seed of [1, 2]) {
    test(`extras: 200 queries mean what the contract says (seed ${seed})`, async (storage) => {
      const dice = new Dice(seed)
      const owners = ['example', 'another', 'more']
      const labels = ['red', 'blue', 'green', 'of 7', 'of 8']
      const some = () =>
        exampleExtra(0, {
          owner: dice.oneOf(owners),
          name: dice.chance(3) ? null : titleOf(dice),
          labels: [...new Set(dice.some(3, () => dice.oneOf(labels)))],
          due: dice.chance(2) ? null : dateText(dice.upTo(9)),
          text: dice.chance(3) ? ['some words'] : [],
        })
      const ids = Array.from({ length: 150 }, (_, index) => index + 1)
      await fill(
        storage,
        ids.map((id) => put('extra', id, some())),
      )
      await fill(
        storage,
        ids
          .filter(() => dice.chance(3))
          .map((id) =>
            dice.chance(4) ? { do: 'remove', kind: 'extra', id, expect: 1 } : put('extra', id, some(), 1),
          ),
      )
      const documents = await storage.get('extra', ids)
      for (let query = 0; query < 200; query++)
        await compare(storage, dice, documents, conditionsOf(dice, owners, labels))
    })
  }
}

const conditionsOf = (
  dice: Dice,
  owners: readonly string[],
  labels: readonly string[],
): Condition<'extra'>[] => [
  ...(dice.chance(5) ? [] : [owned(dice.oneOf(owners))]),
  ...dice.some(3, () =>
    dice.oneOf<Condition<'extra'>>([
      labelled(dice.oneOf(labels)),
      labelled(dice.oneOf(labels), dice.oneOf(labels)),
      { key: 'labels', notIn: [dice.oneOf(labels)] },
      { key: 'labels', gte: 'of', lt: 'of 8' },
      { key: 'due', lte: dateText(dice.upTo(9)) },
      { key: 'due', gt: dateText(dice.upTo(5)) },
      { key: 'due', in: [null, dateText(dice.upTo(9))] },
      { key: 'name', gte: titleOf(dice) },
      { key: 'name', notIn: [null] },
      { key: 'id', gt: dice.upTo(150) },
      { key: 'id', lte: dice.upTo(150) },
      { key: 'id', in: [dice.upTo(150), dice.upTo(150)] },
    ]),
  ),
]

async function compare(
  storage: Storage,
  dice: Dice,
  documents: readonly Document<'extra'>[],
  where: readonly Condition<'extra'>[],
): Promise<void> {
  const order = dice.oneOf(ordersOf('extra'))
  const reverse = dice.chance(3)
  const text = dice.chance(5) ? { all: ['words'], none: [], oneField: false } : undefined
  const filter = { where, ...(text && { text }) }
  const [limit, offset] = [dice.oneOf([1, 10, 500]), dice.oneOf([0, 0, 3, 40])]
  const name = JSON.stringify({ ...filter, order, reverse, limit, offset })
  const there = documents.filter((one) => passes(one, { where: orderConditions('extra', order) }))
  const expected = there.filter((one) => passes(one, filter)).sort(byOrder('extra', order, reverse))
  const found = await storage.find('extra', { ...filter, order, reverse, limit, offset })
  equal(idsOf(found), idsOf(expected.slice(offset, offset + limit)), `find ${name}`)
  const count = documents.filter((one) => passes(one, filter)).length
  equal(await storage.count('extra', filter), count, `count ${name}`)
  const place = placeIn('extra', order, dice.oneOf(there))
  await compareAfter(storage, 'extra', there, { ...filter, order, reverse, limit, offset, after: place })
}
