import mysql from 'mysql2/promise'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { noRedisServer, ownServer } from './redis-server.ts'
import { mysqlUrl, postgresUrl, reachable } from './servers.ts'

/*
 * Where programs keep calendars, as they are told: in files of the folder that they run in, and on servers.
 */

export interface Place {
  readonly what: string
  /** Otherwise the reason. */
  readonly reachable: true | string
  /** Makes an empty database for one test. `name` is how the programs show it. */
  make(): Promise<{ readonly where: string; readonly name: string }>
}

export const file: Place = {
  what: 'a SQLite file',
  reachable: true,
  make: async () => ({ where: 'calendar.sqlite', name: 'calendar.sqlite' }),
}

async function onServer(
  what: string,
  server: string,
  run: (statement: string) => Promise<void>,
  force = '',
): Promise<Place> {
  return {
    what,
    reachable: await reachable(server),
    async make() {
      const database = `kalends_start_${Math.random().toString(36).slice(2, 10)}`
      await run(`create database ${database}`)
      onTestFinished(() => run(`drop database ${database}${force}`))
      const url = new URL(server)
      url.pathname = database
      // As it is shown: tests of a server that wants a password must not print it either.
      const name = url.href.replace(/:[^:@/]+@/, ':***@')
      return { where: url.href, name }
    },
  }
}

async function runOnPostgres(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function runOnMysql(statement: string): Promise<void> {
  const connection = await mysql.createConnection({ uri: mysqlUrl })
  await connection.query(statement).finally(() => connection.end())
}

export const postgres = await onServer('PostgreSQL', postgresUrl, runOnPostgres, ' with (force)')
export const mariadb = await onServer('MySQL or MariaDB', mysqlUrl, runOnMysql)

export const lmdb: Place = {
  what: 'LMDB',
  reachable: true,
  make: async () => ({ where: 'lmdb:calendar', name: 'lmdb:calendar' }),
}

const noRedis = noRedisServer()

/** A server of its own, because all calendars of a database have the same keys. */
export const redis: Place = {
  what: 'Redis',
  reachable: noRedis ?? true,
  async make() {
    const { url } = await ownServer('--appendonly', 'yes')
    return { where: url, name: url }
  },
}
