import { expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { Dice } from '../../src/testing/dice.ts'
import { judge, NotLinearizable, type Report } from './checker/judge.ts'
import { registerHistory, seed, within } from './histories.ts'
import { FAULTS, type Fault, turns } from './load/faulty.ts'
import { apiOf, idempotencyLoad, nameLoad, registerLoad, slugLoad } from './load/load.ts'
import { idempotency } from './models/idempotency.ts'
import { names } from './models/names.ts'
import { register } from './models/register.ts'
import { slugs } from './models/slugs.ts'

/*
 * The check is itself tested: what records the histories of real storages must find a storage out that does not keep its
 * promises, and must not accuse one that does.
 */

/** Another seed is tried where a fault went unnoticed. */
const MOST_SEEDS = 12

/** Eight clients for a while on a storage of their own; throws what `judge` throws. */
async function recorded(kind: Fault['load'], storage: Storage, seed: number): Promise<Report> {
  const api = apiOf(storage)
  await api.migrate()
  const crowd = { seed, clients: 8, steps: 40 }
  switch (kind) {
    case 'register': {
      const { history } = await registerHistory(api, (events) => within(api, registerLoad(crowd, events)))
      return judge(history, register)
    }
    case 'slugs':
      return judge(await within(api, slugLoad(crowd)), slugs)
    case 'names':
      return judge(await within(api, nameLoad(crowd)), names)
    case 'idempotency':
      return judge(await within(api, idempotencyLoad(crowd, 'f')), idempotency)
  }
}

test.each(FAULTS)(`notices $name (SEED=${seed})`, async ({ name, load, open }) => {
  for (let attempt = 0; attempt < MOST_SEEDS; attempt++) {
    try {
      await recorded(load, open(new Dice(seed + attempt)), seed + attempt)
    } catch (error) {
      if (!(error instanceof NotLinearizable)) throw error
      console.log(`${name}, after ${attempt + 1} runs: ${error.message}`)
      expect(error.message).toContain('have no order')
      return
    }
  }
  expect.unreachable(`${MOST_SEEDS} runs with ${name} looked right`)
})

test.each(['register', 'slugs', 'names', 'idempotency'] as const)(
  `accuses no storage without a fault: %s (SEED=${seed})`,
  async (load) => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const { operations } = await recorded(load, turns(new Dice(seed + attempt)), seed + attempt)
      expect(operations).toBeGreaterThanOrEqual(320)
    }
  },
)
