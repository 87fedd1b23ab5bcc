import { testStorage } from 'kalends/testing'
import { describe, test } from 'vitest'
import { playInProcess } from '../contract/conversations.ts'
import { testAnotherClient } from '../setup/another-client.ts'
import { calendarsOn } from '../setup/key-values.ts'
import { redisCluster } from '../setup/redis.ts'

/*
 * Calendars on a Redis Cluster of three masters and three replicas, which `scripts/redis-cluster.sh` starts. What is
 * left when a master dies: test/adapters/redis-cluster.test.ts.
 */

const opened = await redisCluster()
if (typeof opened === 'string') test.skip(`a Redis Cluster: ${opened}`)
else {
  describe('a Redis Cluster, by ioredis', () =>
    testStorage({ test: testAnotherClient, open: calendarsOn(opened.ioredis.open) }))
  describe('a Redis Cluster, by node-redis', () =>
    testStorage({ test: testAnotherClient, open: calendarsOn(opened.nodeRedis.open) }))
  describe('over a Redis Cluster', () => playInProcess(calendarsOn(opened.ioredis.open)))
}
