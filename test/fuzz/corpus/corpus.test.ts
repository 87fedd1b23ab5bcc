import { afterAll, describe, expect, test } from 'vitest'
import { expectAlive } from '../alive.ts'
import { keyOf } from '../shot.ts'
import type { Ids } from '../stock.ts'
import { openWorld } from '../world.ts'
import { BODIES } from './bodies.ts'
import type { Case, Theme } from './case.ts'
import { FIELDS } from './fields.ts'
import { FOUND } from './found.ts'
import { HEADERS } from './headers.ts'
import { PARAMETERS } from './parameters.ts'
import { PATHS } from './paths.ts'
import { SIZES } from './sizes.ts'

const THEMES: readonly (readonly [name: string, theme: Theme])[] = Object.entries({
  ...PATHS,
  ...PARAMETERS,
  ...FIELDS,
  ...BODIES,
  ...HEADERS,
  ...SIZES,
  ...FOUND,
})
const LEAST_CASES = 1_500
const MOST_SHOWN = 20

/** Each request once, however many lists it comes from. */
const casesOf = (theme: Theme, ids: Ids): Case[] => [
  ...new Map(theme(ids).map((one) => [keyOf(one.shot), one])).values(),
]

describe('bad and odd requests', () => {
  const times: string[] = []

  test('are many, no two of them the same', async () => {
    const { ids } = await openWorld()
    const all = THEMES.flatMap(([, theme]) => casesOf(theme, ids))
    const seen = new Set<string>()
    const repeated: string[] = []
    for (const { shot } of all) {
      const key = keyOf(shot)
      if (seen.has(key)) repeated.push(key.slice(0, 300))
      seen.add(key)
    }
    console.log(`${seen.size} bad and odd requests`)
    expect(seen.size).toBeGreaterThanOrEqual(LEAST_CASES)
    expect(repeated).toEqual([])
  })

  test.each(THEMES)(
    'of %s are answered as they should be',
    async (name, theme) => {
      const world = await openWorld()
      const cases = casesOf(theme, world.ids)
      const faults: string[] = []
      const start = performance.now()
      let slowest = 0
      for (const { shot, expected } of cases) {
        try {
          slowest = Math.max(slowest, (await world.range.fire(shot, expected)).time)
        } catch (error) {
          faults.push(String(error))
        }
      }
      const time = Math.round(performance.now() - start)
      times.push(`${name}: ${cases.length} in ${time} ms, slowest ${Math.round(slowest)} ms`)
      expect(faults.slice(0, MOST_SHOWN), `${faults.length} of ${cases.length}`).toEqual([])
      await expectAlive(world)
    },
    120_000,
  )

  afterAll(() => console.log(times.join('\n')))
})
