import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { followWrites } from '../changes/mirror.ts'
import { Player } from '../differential/play.ts'

test('mirrors that follow random writes equal the calendar', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.info(`SEED=${seed}`)
  const { compared } = await followWrites(new Player(memoryStorage(), { changes: true }), seed, 250)
  expect(compared).toBeGreaterThan(100)
})
