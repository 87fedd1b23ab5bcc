import mysql from 'mysql2/promise'
import pg from 'pg'
import { createClient } from 'redis'

/** What the tests may use: they make tables, schemas and keys of their own in these databases and drop them again. */
export const postgresUrl = process.env.POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
export const mysqlUrl = process.env.MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/test'
export const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'

/** A server that is not there refuses at once; one that is there may be busy. */
const PATIENCE = 60_000
const asked = new Map<string, Promise<true | string>>()

/** Whether one can log in there; else the reason, which is printed as well. */
export function reachable(url: string): Promise<true | string> {
  const known = asked.get(url) ?? login(url)
  asked.set(url, known)
  return known
}

async function login(url: string): Promise<true | string> {
  const { protocol, host, pathname } = new URL(url)
  const loginTo = protocol.startsWith('mysql')
    ? loginToMysql
    : protocol.startsWith('redis')
      ? loginToRedis
      : loginToPostgres
  try {
    await loginTo(url)
    return true
  } catch (error) {
    const reason = `no ${protocol}//${host}${pathname} (${error instanceof Error ? error.message : error})`
    console.warn(`Skipped: ${reason}`)
    return reason
  }
}

async function loginToPostgres(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE })
  await client.connect()
  await client.end()
}

async function loginToMysql(uri: string): Promise<void> {
  const connection = await mysql.createConnection({ uri, connectTimeout: PATIENCE })
  await connection.end()
}

async function loginToRedis(url: string): Promise<void> {
  const client = createClient({ url, socket: { connectTimeout: PATIENCE, reconnectStrategy: false } })
  // Without anyone who listens it would end the process; `connect` fails as well.
  client.on('error', () => {})
  await client.connect()
  await client.ping()
  client.destroy()
}
