import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Cluster, Redis } from 'ioredis'
import { ioredis, type RedisKeyValueOptions } from 'kalends/adapters/key-value/ioredis'
import { nodeRedis } from 'kalends/adapters/key-value/redis'
import type { OrderedKeyValue } from 'kalends/storage/key-value'
import { createClient, createCluster } from 'redis'
import { afterAll } from 'vitest'
import { temporaryFolder } from './databases.ts'
import { noRedisServer } from './redis-server.ts'
import { reachable, redisUrl } from './servers.ts'

/*
 * Redis as the tests keep calendars in it. Where it cannot be had, there is a reason in place of it.
 */

export interface TestRedis {
  readonly kv: OrderedKeyValue
  /** What its keys begin with, on the server. */
  readonly prefix: string
  /** Another one by the same client, with the same keys. */
  readonly open: () => OrderedKeyValue
}

const SCRIPT = new URL('../../scripts/redis-cluster.sh', import.meta.url).pathname

const newPrefix = () => `test-${Math.random().toString(36).slice(2, 10)}:`

/** That the server keeps calendars in memory alone is all right here. */
const silent = { warn: () => {} }

function testRedis(open: (options: RedisKeyValueOptions) => OrderedKeyValue): TestRedis {
  const prefix = newPrefix()
  const reopen = () => open({ prefix, ...silent })
  return { kv: reopen(), prefix, open: reopen }
}

/** By ioredis, on the server that the tests may use. Its keys are gone with the test file. */
export async function redisStore(): Promise<TestRedis | string> {
  const isThere = await reachable(redisUrl)
  if (isThere !== true) return isThere
  const client = new Redis(redisUrl)
  const redis = testRedis((options) => ioredis(client, options))
  afterAll(async () => {
    for await (const keys of client.scanStream({ match: `${redis.prefix}*` })) await client.del('-', ...keys)
    client.disconnect()
  })
  return redis
}

/** By node-redis, on the same server. */
export async function nodeRedisStore(): Promise<TestRedis | string> {
  const isThere = await reachable(redisUrl)
  if (isThere !== true) return isThere
  const client = createClient({ url: redisUrl })
  // Of connections that the server ends; without anyone who listens it would end the process.
  client.on('error', () => {})
  await client.connect()
  const redis = testRedis((options) => nodeRedis(client, options))
  afterAll(async () => {
    for await (const keys of client.scanIterator({ MATCH: `${redis.prefix}*` })) {
      await client.del(['-', ...keys])
    }
    client.destroy()
  })
  return redis
}

export interface TestCluster {
  readonly ioredis: TestRedis
  readonly nodeRedis: TestRedis
  readonly ports: readonly number[]
  /** `kill`, `restart` or `status` of the script, with its nodes: what it prints. */
  readonly script: (command: string, ...nodes: number[]) => Promise<string>
}

/** Three masters and three replicas of the test file's own; those who call this have to allow for some seconds. */
export async function redisCluster(): Promise<TestCluster | string> {
  const missing = noRedisServer()
  if (missing !== undefined) return missing
  const folder = join(temporaryFolder(), 'cluster')
  const script = async (command: string, ...more: (string | number)[]) =>
    (await promisify(execFile)(SCRIPT, [command, folder, ...more.map(String)])).stdout
  const started = await startCluster(folder)
  afterAll(() => script('stop', '--remove'))
  const ports = [...started.matchAll(/^node \d+ redis:\S+:(\d+)/gm)].map(([, port]) => Number(port))

  const byIoredis = new Cluster(ports.map((port) => ({ host: '127.0.0.1', port })))
  const byNodeRedis = createCluster({
    rootNodes: ports.map((port) => ({ url: `redis://127.0.0.1:${port}` })),
  })
  byNodeRedis.on('error', () => {})
  await byNodeRedis.connect()
  afterAll(() => {
    byIoredis.disconnect()
    byNodeRedis.destroy()
  })
  return {
    ioredis: testRedis((options) => ioredis(byIoredis, options)),
    nodeRedis: testRedis((options) => nodeRedis(byNodeRedis, options)),
    ports,
    script,
  }
}

const PORT_IS_TAKEN = 4

/** Somewhere else each time, as other test files may start one at the same moment. */
async function startCluster(folder: string): Promise<string> {
  const port = 7001 + 10 * Math.floor(Math.random() * 299)
  try {
    const env = { ...process.env, REDIS_CLUSTER_PORT: `${port}` }
    return (await promisify(execFile)(SCRIPT, ['start', folder], { env })).stdout
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === PORT_IS_TAKEN) return startCluster(folder)
    throw error
  }
}
