import { expect, test } from 'vitest'
import type { Opened } from '../../setup/shared-calendar.ts'
import { History } from './history.ts'
import { SHAPES } from './publisher.ts'

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
        for (const { id } of town.subscriptions) {
          // Who reads twice at once brings nothing twice.
          const readers = dice.chance(4) ? 2 : 1
          const answers = Array.from({ length: readers }, () => town.ask('POST', `/sources/${id}/pull`))
          for (const { status } of await Promise.all(answers)) expect([200, 202]).toContain(status)
        }
        town.hear()
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
