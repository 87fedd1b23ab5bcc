import { expect, test } from 'vitest'
import { Dice } from '../../../src/testing/dice.ts'
import { processCalendars } from '../../setup/process-calendars.ts'
import { open } from '../../setup/shared-calendar.ts'
import { History } from './history.ts'
import { SHAPES } from './publisher.ts'
import { readersProgram } from './readers.ts'

/*
 * A history in which a process is stopped (SIGSTOP) in the middle of a reading, each round. Others, whose clocks differ by
 * twenty minutes, read what has changed meanwhile. Then it wakes up and goes on: the calendar stays that of the model. On
 * SQLite, and on every storage with `PROCESSES=full`. `ROUNDS=n` and `SEED=n` choose others.
 */

const isFull = process.env.PROCESSES === 'full'
const rounds = Number(process.env.ROUNDS ?? 3)
const seed = Number(process.env.SEED ?? 1)

/** Minutes that the clock of each is ahead. The first one is stopped. */
const CLOCKS = [0, 10, -10]

const start = readersProgram()

for (const [where, calendar] of await processCalendars(isFull)) {
  if (typeof calendar === 'string') {
    test.skip(`${where}: ${calendar}`)
    continue
  }

  test(`${where}: a reading that goes on after others have read undoes nothing (SEED=${seed})`, async () => {
    const { storage, close } = open(calendar)
    await storage.migrate()
    const history = new History(storage, seed)
    const { town } = history
    const dice = new Dice(seed)
    await history.begin([dice.oneOf(SHAPES), dice.oneOf(SHAPES)])
    let arrive = () => {}
    let held = Promise.resolve()
    const { readers, end } = await start(calendar, town.fetch, CLOCKS, async (by) => {
      if (by !== '0') return
      arrive()
      await held
    })
    const [victim, ...others] = readers
    if (victim === undefined) throw new Error('nobody reads')
    let stopped = 0
    const read = async (id: number) => {
      const path = `/sources/${id}/pull`
      const time = town.now.getTime()
      await Promise.all(others.map((reader) => reader.tell({ do: 'ask', time, method: 'POST', path })))
    }
    try {
      for (let round = 0; round < rounds; round++) {
        await history.step()
        // At half past, so that no clock has passed an hour that another one has not.
        town.pass(60 * (1 + dice.upTo(40)))
        const { id } = dice.oneOf(town.subscriptions)
        let release = () => {}
        held = new Promise((resolve) => {
          release = resolve
        })
        const arrived = new Promise<boolean>((resolve) => {
          arrive = () => resolve(true)
        })
        const time = town.now.getTime()
        const reading = victim.tell({ do: 'ask', time, method: 'POST', path: `/sources/${id}/pull` })
        // A server that breaks the connection answers nothing that one could wait for.
        if (await Promise.race([arrived, reading.then(() => false)])) {
          stopped++
          victim.stop()
        }
        release()
        // Nobody has written what it was told.
        for (const { publisher } of town.subscriptions) publisher.said = undefined
        await history.step()
        town.pass(60 * (1 + dice.upTo(40)))
        for (const _ of [1, 2]) {
          for (const subscription of town.subscriptions) await read(subscription.id)
          town.hear()
        }
        await town.check()
        const late = victim.tell({ time: town.now.getTime() })
        victim.goOn()
        await Promise.all([late, reading])
        await town.check()
      }
    } catch (error) {
      console.log(history.log.join('\n'))
      throw error
    } finally {
      console.log(`${where}, stopped: SEED=${seed}, ${stopped} of ${rounds} readings`)
      await end()
      await close()
    }
    expect(stopped).toBeGreaterThan(0)
  })
}
