import { Redis } from 'ioredis'
import { ioredis } from 'kalends/adapters/key-value/ioredis'
import { nodeRedis } from 'kalends/adapters/key-value/redis'
import { mysql2 } from 'kalends/adapters/sql/mysql2'
import { pg } from 'kalends/adapters/sql/pg'
import { postgresJs } from 'kalends/adapters/sql/postgres'
import { keyValueStorage } from 'kalends/storage/key-value'
import { sqlStorage } from 'kalends/storage/sql'
import { createPool } from 'mysql2/promise'
import { Pool } from 'pg'
import postgres from 'postgres'
import { createClient } from 'redis'
import { onTestFinished } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { administrator } from '../adapters/redis/subjects.ts'
import { mysqlUrl, postgresUrl, reachable, redisUrl } from '../setup/servers.ts'
import { openWay, type Way } from './proxy.ts'

/*
 * Calendars that are reached by way of a proxy, by each client that speaks over a network; until the test ends.
 */

export interface Behind {
  readonly proxy: Way
  readonly storage: Storage
  /** The same calendar, not by way of the proxy. */
  readonly direct: Storage
  /** Whether no connection is lent, nobody waits for one, and the server runs nothing. */
  isIdle(): Promise<boolean>
}

export interface Client {
  readonly name: string
  /** Why there is no server. */
  readonly missing?: string
  open(): Promise<Behind>
}

/** Of each pool. */
export const CONNECTIONS = 3

const newName = () => `test_${Math.random().toString(36).slice(2, 10)}`

function through(url: string, port: number): string {
  const there = new URL(url)
  there.hostname = '127.0.0.1'
  there.port = `${port}`
  return there.href
}

async function proxyTo(url: string, usual: number): Promise<Way> {
  return openWay(Number(new URL(url).port || usual))
}

/** A schema of its own, and what the server does for connections of this name. */
async function ownPostgres() {
  const pool = new Pool({ connectionString: postgresUrl, max: 2 })
  pool.on('error', () => {})
  const schema = newName()
  await pool.query(`create schema ${schema}`)
  onTestFinished(async () => {
    await pool.query(`drop schema ${schema} cascade`)
    await pool.end()
  })
  const direct = sqlStorage(pg(pool), { schema })
  await direct.migrate()
  const isQuiet = async () => {
    const busy = `select 1 from pg_stat_activity where application_name = $1 and state <> 'idle'`
    return (await pool.query(busy, [schema])).rows.length === 0
  }
  return { schema, direct, isQuiet }
}

async function openPg(): Promise<Behind> {
  const { schema, direct, isQuiet } = await ownPostgres()
  const proxy = await proxyTo(postgresUrl, 5432)
  const connectionString = through(postgresUrl, proxy.port)
  const pool = new Pool({ connectionString, max: CONNECTIONS, application_name: schema })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  return {
    proxy,
    direct,
    storage: sqlStorage(pg(pool), { schema }),
    isIdle: async () => pool.idleCount === pool.totalCount && pool.waitingCount === 0 && (await isQuiet()),
  }
}

async function openPostgresJs(): Promise<Behind> {
  const { schema, direct, isQuiet } = await ownPostgres()
  const proxy = await proxyTo(postgresUrl, 5432)
  const sql = postgres(through(postgresUrl, proxy.port), {
    max: CONNECTIONS,
    fetch_types: false,
    backoff: () => 0.01,
    connection: { application_name: schema },
    onnotice() {},
  })
  onTestFinished(() => sql.end({ timeout: 1 }))
  // It tells nothing of its connections.
  return { proxy, direct, storage: sqlStorage(postgresJs(sql), { schema }), isIdle: isQuiet }
}

async function openMysql2(): Promise<Behind> {
  const admin = createPool({ uri: mysqlUrl, connectionLimit: 2 })
  const schema = newName()
  await admin.query(`create database ${schema}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${schema}`)
    await admin.end()
  })
  const direct = sqlStorage(mysql2(admin), { schema })
  await direct.migrate()
  const proxy = await proxyTo(mysqlUrl, 3306)
  const pool = createPool({
    uri: through(mysqlUrl, proxy.port),
    connectionLimit: CONNECTIONS,
    database: schema,
  })
  onTestFinished(() => pool.end())
  const lengthOf = (name: string) => Number(Reflect.get(Reflect.get(pool.pool, name), 'length'))
  return {
    proxy,
    direct,
    storage: sqlStorage(mysql2(pool), { schema }),
    async isIdle() {
      const isFree = lengthOf('_freeConnections') === lengthOf('_allConnections')
      const busy = `select 1 from information_schema.processlist where db = ? and command <> 'Sleep'`
      const [rows] = await admin.query(busy, [schema])
      return isFree && lengthOf('_connectionQueue') === 0 && Array.isArray(rows) && rows.length === 0
    },
  }
}

const silent = { warn: () => {} }

/** Redis has one connection, and nothing is lent. */
async function ownRedis() {
  const client = await administrator(redisUrl)
  const prefix = `${newName()}:`
  onTestFinished(async () => {
    for await (const keys of client.scanIterator({ MATCH: `${prefix}*` })) await client.del(['-', ...keys])
  })
  const direct = keyValueStorage(nodeRedis(client, { prefix, ...silent }))
  await direct.migrate()
  return { prefix, direct, proxy: await proxyTo(redisUrl, 6379), isIdle: async () => true }
}

async function openIoredis(): Promise<Behind> {
  const { prefix, ...own } = await ownRedis()
  const client = new Redis(through(redisUrl, own.proxy.port), {
    maxRetriesPerRequest: 0,
    retryStrategy: () => 20,
  })
  client.on('error', () => {})
  onTestFinished(() => client.disconnect())
  return { ...own, storage: keyValueStorage(ioredis(client, { prefix, ...silent })) }
}

async function openNodeRedis(): Promise<Behind> {
  const { prefix, ...own } = await ownRedis()
  const url = through(redisUrl, own.proxy.port)
  const client = createClient({ url, disableOfflineQueue: true, socket: { reconnectStrategy: () => 20 } })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.destroy())
  return { ...own, storage: keyValueStorage(nodeRedis(client, { prefix, ...silent })) }
}

const missing = (there: true | string) => (there === true ? {} : { missing: there })
const noPostgres = missing(await reachable(postgresUrl))
const noMysql = missing(await reachable(mysqlUrl))
const noRedis = missing(await reachable(redisUrl))

export const CLIENTS: readonly Client[] = [
  { name: 'pg', ...noPostgres, open: openPg },
  { name: 'postgres.js', ...noPostgres, open: openPostgresJs },
  { name: 'mysql2', ...noMysql, open: openMysql2 },
  { name: 'ioredis', ...noRedis, open: openIoredis },
  { name: 'node-redis', ...noRedis, open: openNodeRedis },
]
