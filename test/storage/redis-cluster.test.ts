import { testStorage } from 'kalends/testing'
import { describe, test } from 'vitest'
import { playConversations } from '../contract/conversations.ts'
import { calendarsOn } from '../setup/key-values.ts'
import { redisCluster } from '../setup/redis.ts'

/*
 * Calendars on a Redis Cluster of three masters and three replicas, which `scripts/redis-cluster.sh` starts. What is
 * left when a master dies: test/adapters/redis-cluster.test.ts.
 */

const opened = await redisCluster()
if (typeof opened === 'string') test.skip(`a Redis Cluster: ${opened}`)
else {
  describe('a Redis Cluster, by ioredis', () => testStorage({ test, open: calendarsOn(opened.ioredis.open) }))
  describe('a Redis Cluster, by node-redis', () =>
    testStorage({ test, open: calendarsOn(opened.nodeRedis.open) }))
  describe('over a Redis Cluster', () => playConversations(calendarsOn(opened.ioredis.open)))
}
