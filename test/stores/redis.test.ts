import { testKeyValue } from 'kalends/testing'
import { describe, test } from 'vitest'
import { nodeRedisStore, redisCluster, redisStore, type TestRedis } from '../setup/redis.ts'

const cluster = await redisCluster()
const subjects: readonly (readonly [name: string, subject: TestRedis | string])[] = [
  ['ioredis', await redisStore()],
  ['node-redis', await nodeRedisStore()],
  ['ioredis, in a cluster', typeof cluster === 'string' ? cluster : cluster.ioredis],
  ['node-redis, in a cluster', typeof cluster === 'string' ? cluster : cluster.nodeRedis],
]

for (const [name, subject] of subjects) {
  if (typeof subject === 'string') test.skip(`${name}: ${subject}`)
  else describe(name, () => testKeyValue({ test, open: async () => ({ store: subject.open() }) }))
}
