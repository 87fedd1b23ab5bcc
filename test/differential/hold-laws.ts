import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Filled } from './filled.ts'
import { LAWS_OF_LISTS } from './laws-of-lists.ts'
import { LAWS_OF_WRITES, openTwins, TWIN_LAWS } from './laws-of-writes.ts'
import { PATIENCE, SEED, SEQUENCES } from './runs.ts'
import type { OpenEmpty } from './storages.ts'

const CALENDARS = SEQUENCES / 5
const TRIES = 12

/** At least so many of the tries of a law must have had something to show. */
const ENOUGH = CALENDARS

const seeds = Array.from({ length: CALENDARS }, (_, index) => SEED + index)

/** Registers the tests that a storage's calendars keep the laws, whatever is in them. */
export function holdLaws(name: string, open: OpenEmpty): void {
  console.log(`${name}: SEED=${SEED}`)
  describe(name, () => {
    describe('of lists', () => {
      const calendars: Filled[] = []
      beforeAll(async () => {
        for (const seed of seeds) calendars.push(await Filled.open(seed, open))
      }, PATIENCE)
      afterAll(async () => {
        for (const { close } of calendars) await close()
      })
      test.each(Object.entries(LAWS_OF_LISTS))(
        '%s',
        async (_, law) => {
          let shown = 0
          for (const calendar of calendars) shown += await tried(calendar.seed, () => law(calendar))
          expect(shown).toBeGreaterThanOrEqual(ENOUGH)
        },
        PATIENCE,
      )
    })

    test.each(Object.entries(LAWS_OF_WRITES))(
      '%s',
      async (_, law) => {
        let shown = 0
        for (const seed of seeds) {
          const calendar = await Filled.open(seed, open)
          shown += await tried(seed, () => law(calendar))
          await calendar.close()
        }
        expect(shown).toBeGreaterThanOrEqual(ENOUGH)
      },
      PATIENCE,
    )

    test.each(Object.entries(TWIN_LAWS))(
      '%s',
      async (_, law) => {
        let shown = 0
        for (const seed of seeds) {
          const twins = await openTwins(seed, open)
          shown += await tried(seed, () => law(twins))
          for (const { close } of twins) await close()
        }
        expect(shown).toBeGreaterThanOrEqual(ENOUGH)
      },
      PATIENCE,
    )
  })
}

/** How often there was something to show. Whoever is told that a law is broken is told how to see it again. */
async function tried(seed: number, attempt: () => Promise<boolean>): Promise<number> {
  let shown = 0
  try {
    for (let tries = 0; tries < TRIES; tries++) if (await attempt()) shown++
  } catch (error) {
    if (error instanceof Error) error.message = `SEED=${seed} shows it: ${error.message}`
    throw error
  }
  return shown
}
