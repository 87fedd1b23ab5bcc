import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectAlive } from './alive.ts'
import { BODIES } from './themes/bodies.ts'
import { FIELDS } from './themes/fields.ts'
import { FOUND } from './themes/found.ts'
import { HEADERS } from './themes/headers.ts'
import { PARAMETERS } from './themes/parameters.ts'
import { PATHS } from './themes/paths.ts'
import { SIZES } from './themes/sizes.ts'
import type { Theme } from './themes/theme.ts'
import { openWorld } from './world.ts'

const THEMES: readonly (readonly [name: string, theme: Theme])[] = Object.entries({
  ...{ ...PATHS, ...PARAMETERS, ...FIELDS, ...BODIES, ...HEADERS, ...SIZES, ...FOUND },
})
const SLOW = new Set(Object.keys(SIZES))
const RUNS = process.env.FUZZ === 'full' ? 10_000 : 100
const MOST_SHOWN = 20
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

describe(`bad and odd requests are answered as they should be (SEED=${SEED})`, () => {
  test.each(THEMES)(
    'of %s',
    async (name, theme) => {
      const world = await openWorld()
      const cases = theme(world.ids)
      if (cases instanceof fc.Arbitrary) {
        const property = fc.asyncProperty(cases, async ({ shot, expected }) => {
          await world.range.fire(shot, expected)
        })
        await fc.assert(property, { seed: SEED, numRuns: SLOW.has(name) ? RUNS / 4 : RUNS })
      } else {
        const faults: string[] = []
        for (const { shot, expected } of cases)
          await world.range.fire(shot, expected).catch((error) => faults.push(String(error)))
        expect(faults.slice(0, MOST_SHOWN), `${faults.length} of ${cases.length}`).toEqual([])
      }
      await expectAlive(world)
    },
    300_000 + RUNS * 600,
  )
})
