import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { describe, test } from 'vitest'
import { calendarsOn, calendarsWithin } from '../setup/key-values.ts'
import { redisStore } from '../setup/redis.ts'
import { denoStore, lmdbStore } from '../setup/stores.ts'
import { walksOn } from './walks.ts'

describe('walks of a key-value store in memory', () => {
  walksOn(calendarsOn(() => memoryKeyValue()))
})

for (const [name, store] of [
  ['LMDB', await lmdbStore()],
  ['Deno KV', await denoStore()],
] as const) {
  if (typeof store === 'string') test.skip(`walks of ${name}: ${store}`)
  else describe(`walks of ${name}`, () => walksOn(calendarsWithin(store)))
}

const redis = await redisStore()
if (typeof redis === 'string') test.skip(`walks of Redis: ${redis}`)
else describe('walks of Redis', () => walksOn(calendarsOn(redis.open)))
