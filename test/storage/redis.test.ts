import { testStorage } from 'kalends/testing'
import { describe, test } from 'vitest'
import { testAnotherClient } from '../setup/another-client.ts'
import { calendarsOn } from '../setup/key-values.ts'
import { nodeRedisStore, redisStore } from '../setup/redis.ts'

const byIoredis = await redisStore()
if (typeof byIoredis === 'string') test.skip(`Redis: ${byIoredis}`)
else describe('Redis, by ioredis', () => testStorage({ test, open: calendarsOn(byIoredis.open) }))

const byNodeRedis = await nodeRedisStore()
if (typeof byNodeRedis === 'string') test.skip(`Redis: ${byNodeRedis}`)
else
  describe('Redis, by node-redis', () =>
    testStorage({ test: testAnotherClient, open: calendarsOn(byNodeRedis.open) }))
