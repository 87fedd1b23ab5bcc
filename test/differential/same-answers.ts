import { describe, test } from 'vitest'
import { difference, report } from './compare.ts'
import { BATCH, BATCHES, PATIENCE, SEED, STEPS } from './runs.ts'
import { someSteps } from './sequence.ts'
import { shrunk } from './shrink.ts'
import type { OpenEmpty } from './storages.ts'

/** Registers the tests that a storage answers, byte for byte, as memory does. */
export function sameAnswers(name: string, open: OpenEmpty): void {
  console.log(`${name}: SEED=${SEED}`)
  describe(name, () => {
    test.each(BATCHES)(
      `answers ${BATCH} sequences of ${STEPS} requests as memory does, from seed %i on`,
      async (first) => {
        for (let seed = first; seed < first + BATCH; seed++) await expectSame(seed, open)
      },
      PATIENCE,
    )
  })
}

export async function expectSame(seed: number, open: OpenEmpty): Promise<void> {
  const found = await difference(someSteps(seed, STEPS), open)
  if (found !== undefined) throw new Error(report(await shrunk(found, open), seed))
}
