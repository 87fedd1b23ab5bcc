import { describe, test } from 'vitest'
import { calendarsOn, calendarsWithin } from '../setup/key-values.ts'
import { redisStore } from '../setup/redis.ts'
import { denoStore, lmdbStore, memoryStore } from '../setup/stores.ts'
import { batchesOn, emptyIn } from './batches.ts'

for (const [name, opened] of [
  ['key-value in memory', await memoryStore()],
  ['LMDB', await lmdbStore()],
  ['Deno KV', await denoStore()],
] as const) {
  if (typeof opened === 'string') test.skip(`${name}: ${opened}`)
  else describe(name, () => batchesOn(emptyIn(calendarsWithin(opened))))
}

const redis = await redisStore()
if (typeof redis === 'string') test.skip(`Redis: ${redis}`)
else describe('Redis', () => batchesOn(emptyIn(calendarsOn(redis.open))))
