import type { Ioredis } from 'kalends/adapters/key-value/ioredis'
import type { NodeRedis } from 'kalends/adapters/key-value/redis'
import type { Mysql2Pool } from 'kalends/adapters/sql/mysql2'
import type { PgPool } from 'kalends/adapters/sql/pg'
import type { CalendarNames, DatabaseType } from './calendar-names.ts'
import { loadClient } from './clients.ts'
import { type Connection, keyValueConnection, sqlConnection } from './connection.ts'

/** How long a server may take to answer the door. */
const SECONDS = 5

interface ServerKind {
  readonly type: DatabaseType
  open(url: string, names: CalendarNames): Promise<Connection>
}

const POSTGRES: ServerKind = { type: 'postgres', open: openPostgres }
const MYSQL: ServerKind = { type: 'mysql', open: openMysql }
const REDIS: ServerKind = { type: 'redis', open: openRedis }

/** By the scheme of the URL. */
export const SERVERS: Readonly<Record<string, ServerKind>> = {
  ...{ postgres: POSTGRES, postgresql: POSTGRES, mysql: MYSQL, mariadb: MYSQL, redis: REDIS, rediss: REDIS },
}

interface PgPackage {
  Pool: new (
    options: object,
  ) => PgPool & { on(event: 'error', listener: () => void): unknown; end(): Promise<void> }
}

type PostgresPackage = typeof import('postgres')

async function openPostgres(url: string, names: CalendarNames): Promise<Connection> {
  const { name, module } = loadClient<PgPackage & PostgresPackage>(['pg', 'postgres'], 'PostgreSQL')
  return name === 'pg' ? openPg(url, names, module) : openPostgresJs(url, names, module)
}

async function openPg(
  connectionString: string,
  names: CalendarNames,
  { Pool }: PgPackage,
): Promise<Connection> {
  const { pg } = await import('kalends/adapters/sql/pg')
  const pool = new Pool({ connectionString, connectionTimeoutMillis: SECONDS * 1000 })
  // Without a listener, a lost idle connection ends the process. Whoever uses it next hears of it.
  pool.on('error', () => {})
  return sqlConnection(pg(pool), names, () => pool.end())
}

async function openPostgresJs(
  url: string,
  names: CalendarNames,
  postgres: PostgresPackage,
): Promise<Connection> {
  const { postgresJs } = await import('kalends/adapters/sql/postgres')
  // Its notices would go to the console: that a table is there already, for one.
  const sql = postgres(url, { connect_timeout: SECONDS, onnotice() {} })
  return sqlConnection(postgresJs(sql), names, () => sql.end({ timeout: SECONDS }))
}

interface Mysql2Package {
  createPool(options: object): Mysql2Pool & { end(): Promise<void> }
}

async function openMysql(url: string, names: CalendarNames): Promise<Connection> {
  const { module } = loadClient<Mysql2Package>(['mysql2/promise'], 'MySQL and MariaDB')
  const { mysql2 } = await import('kalends/adapters/sql/mysql2')
  // The client knows no other name of the scheme.
  const uri = url.replace(/^mariadb:/i, 'mysql:')
  const pool = module.createPool({ uri, connectTimeout: SECONDS * 1000, maxPreparedStatements: 200 })
  // It fails for a connection that the server never took; whoever asked has heard of that already.
  return sqlConnection(mysql2(pool), names, () => pool.end().catch(() => {}))
}

interface RedisClient {
  on(event: 'error', listener: (error: unknown) => void): unknown
  connect(): Promise<unknown>
}

type IoredisPackage = new (url: string, options: object) => Ioredis & RedisClient & { disconnect(): void }

interface RedisPackage {
  createClient(options: object): NodeRedis & RedisClient & { destroy(): void }
}

async function openRedis(url: string, names: CalendarNames): Promise<Connection> {
  const { name, module } = loadClient<IoredisPackage & RedisPackage>(['ioredis', 'redis'], 'Redis')
  return name === 'redis' ? openNodeRedis(url, names, module) : openIoredis(url, names, module)
}

async function openIoredis(url: string, names: CalendarNames, Redis: IoredisPackage): Promise<Connection> {
  const { ioredis } = await import('kalends/adapters/key-value/ioredis')
  const patience = { connectTimeout: SECONDS * 1000, commandTimeout: SECONDS * 1000 }
  const client = new Redis(url, { ...patience, maxRetriesPerRequest: 0, lazyConnect: true })
  await connected(client).catch((error: unknown) => {
    client.disconnect()
    throw error
  })
  return keyValueConnection(ioredis(client, { prefix: names['redis-prefix'] }), names, async () =>
    client.disconnect(),
  )
}

async function openNodeRedis(
  url: string,
  names: CalendarNames,
  { createClient }: RedisPackage,
): Promise<Connection> {
  const { nodeRedis } = await import('kalends/adapters/key-value/redis')
  let isConnected = false
  // A server that is not there at first is an error; later it may come back.
  const reconnectStrategy = (tries: number) => isConnected && Math.min(tries * 50, 2000)
  const client = createClient({ url, socket: { connectTimeout: SECONDS * 1000, reconnectStrategy } })
  await connected(client)
  isConnected = true
  return keyValueConnection(nodeRedis(client, { prefix: names['redis-prefix'] }), names, async () =>
    client.destroy(),
  )
}

/** Both clients tell the reason in an event. The promise of `ioredis` says only that the connection is closed. */
async function connected(client: RedisClient): Promise<void> {
  let reason: unknown
  client.on('error', (error) => {
    reason = error
  })
  await client.connect().catch((error: unknown) => {
    throw reason ?? error
  })
}
