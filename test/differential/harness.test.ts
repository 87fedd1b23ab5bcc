import { describe, expect, test } from 'vitest'
import { type Difference, difference, report } from './compare.ts'
import { broken, FAULTS, type Fault } from './faults.ts'
import { PATIENCE, STEPS } from './runs.ts'
import { someSteps } from './sequence.ts'
import { shrunk } from './shrink.ts'
import type { OpenEmpty } from './storages.ts'

/** More than each storage gets in a test run, and far fewer than by `npm run fuzz`. */
const SEQUENCES = 100

const opening =
  (fault: Fault): OpenEmpty =>
  async () => {
    const storage = broken(fault)
    return { storage, close: () => storage.close() }
  }

/** The first difference that these find. */
async function firstDifference(open: OpenEmpty): Promise<{ seed: number; found: Difference } | undefined> {
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    const found = await difference(someSteps(seed, STEPS), open)
    if (found !== undefined) return { seed, found }
  }
  return undefined
}

describe('a hundred sequences find that', () => {
  test.each(FAULTS)(
    '$name',
    async (fault) => {
      expect(await firstDifference(opening(fault))).toBeDefined()
    },
    PATIENCE,
  )
})

test(
  'a storage of which nothing is wrong passes',
  async () => {
    const sound = opening({ name: 'nothing', spoil: () => ({}) })
    for (let seed = 1; seed <= 10; seed++)
      expect(await difference(someSteps(seed, STEPS), sound)).toBeUndefined()
  },
  PATIENCE,
)

test('the same seed is the same sequence, another seed another', () => {
  expect(someSteps(7, STEPS)).toEqual(someSteps(7, STEPS))
  expect(someSteps(7, STEPS)).not.toEqual(someSteps(8, STEPS))
})

test(
  'what is found is shrunk to the few requests that show it, and printed as a list',
  async () => {
    const fault = FAULTS.find(({ name }) => name === 'a removed record stays')
    if (fault === undefined) throw new Error('no such fault')
    const first = await firstDifference(opening(fault))
    if (first === undefined) throw new Error('nothing was found')
    const least = await shrunk(first.found, opening(fault))
    // Made, given to an event, removed, asked for.
    expect(least.steps.length).toBeLessThanOrEqual(4)
    const text = report(least, first.seed)
    expect(text).toMatch(/ POST \/\w+[\s\S]* DELETE \/\w+\//)
    expect(text).toContain(`SEED=${first.seed} replays it`)
    expect(text).toMatch(/Expected:\n\d{3}\n[\s\S]*Answered:\n\d{3}\n/)
  },
  PATIENCE,
)

test('a fault is reported with the error', async () => {
  const fault = {
    name: 'no counts',
    spoil: () => ({ count: () => Promise.reject(new Error('broken pipe')) }),
  }
  const first = await firstDifference(opening(fault))
  expect(first?.found.actual).toMatch(/^500\n[\s\S]*onError was told: Error: broken pipe$/)
})
