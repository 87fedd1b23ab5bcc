import { expect, test } from 'vitest'
import type { Storage } from '../../../src/storage/contract.ts'
import { limited } from '../../series/limited-storage.ts'
import type { Opened } from '../../setup/shared-calendar.ts'
import { History } from './history.ts'
import { SHAPES } from './publisher.ts'
import { askTown, openTown, type Town } from './town.ts'

/* Histories of publishers of each shape beside one of Microsoft 365, in this process. `SEED=n` and `HISTORIES=n` choose others. */

const STEPS = 30
const first = Number(process.env.SEED ?? 1)
const histories = Number(process.env.HISTORIES ?? 1)

export function historiesOn(openStorage: () => Opened | Promise<Opened>): void {
  const seeds = Array.from({ length: histories }, (_, number) => first + number)
  const cases = SHAPES.flatMap((shape) => seeds.map((seed) => [shape, seed] as const))
  test.each(cases)(`${STEPS} steps on both sides, %s (SEED=%i)`, async (shape, seed) => {
    const { storage, close } = await openStorage()
    await storage.migrate()
    const history = new History(storage, seed * 1000 + SHAPES.indexOf(shape))
    const { town, dice } = history
    await history.begin([shape, 'outlook'])
    try {
      for (let step = 0; step < STEPS; step++) {
        if (step > 0) await history.step()
        town.pass(60 + dice.upTo(3000))
        await cutReading(town, storage, dice.upTo(5))
        // Twice, because what one source drops another one may have.
        for (const round of [1, 2]) {
          for (const { id } of town.subscriptions) await readAtOnce(town, storage, id, round + dice.upTo(2))
          town.hear()
        }
        await town.check()
      }
    } catch (error) {
      console.log(history.log.join('\n'))
      throw error
    } finally {
      await close()
    }
  })
}

/** So many processes read a source: what one brings, no other brings. */
async function readAtOnce(town: Town, storage: Storage, id: number, readers: number): Promise<void> {
  const all = [
    town.api,
    ...Array.from({ length: readers - 1 }, () => openTown(storage, town.fetch, () => town.now)),
  ]
  const answers = await Promise.all(all.map((api) => askTown(api, 'POST', `/sources/${id}/pull`)))
  for (const { status } of answers) expect([200, 202]).toContain(status)
}

/** Another process reads, and its storage is gone after some commits. */
async function cutReading(town: Town, storage: Storage, commits: number): Promise<void> {
  const api = openTown(limited(storage, { most: 1000, commits }), town.fetch, () => town.now)
  for (const { id } of town.subscriptions) await askTown(api, 'POST', `/sources/${id}/pull`)
  // Its lease is over.
  town.pass(2)
}
