import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { History } from './history.ts'
import { SHAPES } from './publisher.ts'

/*
 * A town of twelve sources: each day its publishers and editors do something, servers fail, and `api.pull` reads what is due
 * twice a day. `DAYS=365` is a year, `SEED=n` another one.
 */

const days = Number(process.env.DAYS ?? 20)
const seed = Number(process.env.SEED ?? 1)
const SOURCES = 12
const READINGS = 2

/** It only ends what hangs. */
const A_DAY_MAY_TAKE = 30_000

test(`${SOURCES} sources for ${days} days (SEED=${seed})`, {
  timeout: 120_000 + days * A_DAY_MAY_TAKE,
}, async () => {
  const history = new History(memoryStorage(), seed)
  const { town, dice } = history
  await history.begin(Array.from({ length: SOURCES }, (_, at) => SHAPES[at % SHAPES.length] ?? 'google'))
  let read = 0
  let asked = 0
  try {
    for (let day = 0; day < days; day++) {
      for (let edits = day === 0 ? 0 : dice.upTo(4); edits > 0; edits--) await history.step()
      for (let reading = 0; reading < READINGS; reading++) {
        town.pass((24 * 60) / READINGS)
        const pulled = await town.api.pull()
        read += pulled.read
        asked++
        town.hear()
        // What one source has dropped, another one that was read before it speaks for.
        if (pulled.waiting > 0) expect(await town.api.pull()).toMatchObject({ waiting: 0 })
        town.hear()
      }
      await town.check()
    }
  } catch (error) {
    console.log(history.log.slice(-60).join('\n'))
    throw error
  } finally {
    console.log(
      `${history.log.length} edits, ${asked} calls of api.pull, ${read} readings, ${town.model.known.length} events`,
    )
  }
})
