import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, test } from 'vitest'
import { calendarsOn, calendarsWithin } from '../setup/key-values.ts'
import { redisStore } from '../setup/redis.ts'
import { denoStore, lmdbStore } from '../setup/stores.ts'
import { imagesOn } from './life.ts'

describe('images in memory', () => {
  imagesOn(async () => {
    const storage = memoryStorage()
    return { storage, close: () => storage.close() }
  })
})

describe('images in a key-value store in memory', () => imagesOn(calendarsOn(() => memoryKeyValue())))

for (const [name, store] of [
  ['LMDB', await lmdbStore()],
  ['Deno KV', await denoStore()],
] as const) {
  if (typeof store === 'string') test.skip(`images in ${name}: ${store}`)
  else describe(`images in ${name}`, () => imagesOn(calendarsWithin(store)))
}

const redis = await redisStore()
if (typeof redis === 'string') test.skip(`images in Redis: ${redis}`)
else describe('images in Redis', () => imagesOn(calendarsOn(redis.open)))
