import { type Condition, type Document, passes } from '../storage/contract.ts'
import { equal } from './assert.ts'
import { Dice } from './dice.ts'
import { exampleEvent, put } from './examples.ts'
import { fill, idsOf, matchingEvents, writeEvents } from './steps.ts'
import type { StorageTest } from './storage-test.ts'

/*
 * Time windows with bounds to the second, over events that last from 0 seconds to years, or end before they start. A
 * storage that counts events without reading each one must handle all bounds correctly.
 */

const HOUR = 3600
const DAY = 24 * HOUR
const FIRST_DAY = Date.UTC(2030, 11, 20) / 1000

const text = (seconds: number): string =>
  new Date((FIRST_DAY + seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ')

const DURATIONS = [
  0,
  1,
  HOUR,
  3 * HOUR,
  DAY - 1,
  DAY,
  DAY + 1,
  2 * DAY,
  16 * DAY,
  17 * DAY,
  300 * DAY,
  900 * DAY,
  -HOUR,
]

/** A random moment in seconds, often at a bound of a day or event. */
function momentOf(dice: Dice): number {
  const day = dice.upTo(40) * DAY
  return day + dice.oneOf([0, 1, -1, 12 * HOUR, 18 * HOUR, 20 * HOUR, DAY - 1, dice.upTo(DAY)])
}

export function windowTests(test: StorageTest): void {
  test('windows: 200 of them hold what the contract says', async (storage) => {
    const dice = new Dice(6)
    const event = (id: number) => {
      const start = momentOf(dice)
      const status = dice.oneOf(['publish', 'publish', 'draft'])
      const reader = status === 'publish' ? 0 : 7
      return exampleEvent(id, {
        status,
        reader,
        full_reader: dice.oneOf([reader, -7]),
        hidden: dice.chance(5),
        start: text(start),
        end: text(start + dice.oneOf(DURATIONS)),
      })
    }
    const there = new Map<number, Document<'event'>>()
    const changes = (expect: number, ids: readonly number[]) =>
      ids.map((id) => {
        const content = event(id)
        there.set(id, { id, version: expect + 1, ...content })
        return put('event', id, content, expect)
      })
    const ids = Array.from({ length: 300 }, (_, index) => index + 1)

    const compare = async () => {
      for (let round = 0; round < 100; round++) {
        const where = conditions(dice)
        const name = JSON.stringify(where)
        const matching = [...there.values()].filter((document) => passes(document, { where }))
        equal(await storage.count('event', { where }), matching.length, `count ${name}`)
        const found = idsOf(await storage.find('event', { where, order: 'id', limit: 1000 }))
        equal(found, idsOf(matching), `find ${name}`)
      }
    }
    await fill(storage, changes(0, ids))
    await compare()
    await fill(
      storage,
      changes(
        1,
        ids.filter((id) => id % 2 === 0),
      ),
    )
    await compare()
  })

  test('windows: a bound of the year 0 is before all events', async (storage) => {
    const first = '0001-01-01 00:00:00'
    await writeEvents(storage, { start: first, end: first }, { start: first, end: text(0) }, {})
    const open: Condition<'event'> = { key: 'status', in: ['publish', 'draft'] }
    for (const key of ['start', 'end'] as const) {
      for (const bound of ['0000-01-01 00:00:00', '0000-01-01 23:59:59']) {
        equal(await matchingEvents(storage, open, { key, gte: bound }), [1, 2, 3], `${key} from ${bound}`)
        equal(await matchingEvents(storage, open, { key, gt: bound }), [1, 2, 3], `${key} after ${bound}`)
        equal(await matchingEvents(storage, open, { key, lte: bound }), [], `${key} up to ${bound}`)
        equal(await matchingEvents(storage, open, { key, lt: bound }), [], `${key} before ${bound}`)
      }
    }
  })
}

function conditions(dice: Dice): Condition<'event'>[] {
  const bound = () => text(momentOf(dice))
  const bounds = () =>
    dice.oneOf([
      { gte: bound() },
      { gt: bound() },
      { lte: bound() },
      { lt: bound() },
      { gt: bound(), lte: bound() },
    ])
  const chosen: Condition<'event'>[] = [
    { key: 'status', in: dice.oneOf([['publish'], ['publish', 'draft']]) },
    { key: 'hidden', in: [false] },
    dice.oneOf([
      { key: 'reader', in: [0] },
      { key: 'full_reader', in: [0, -7] },
    ]),
  ]
  const some = chosen.filter(() => !dice.chance(3))
  if (!dice.chance(4)) some.push({ key: 'start', ...bounds() })
  if (!dice.chance(3)) some.push({ key: 'end', ...bounds() })
  return some
}
