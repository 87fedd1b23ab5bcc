import { createPool, type Pool, type PoolConnection, type ResultSetHeader } from 'mysql2/promise'
import { mysql2 } from '../../adapters/sql/mysql2.ts'
import { sqlStorage } from '../../src/storage/sql.ts'
import { type Driver, type Queries, rowsOf, type Words } from '../by-hand/driver.ts'
import { cpuOf } from '../shared/cpu.ts'
import type { Place } from '../shared/place.ts'
import type { Opened, OpenedByHand, OpenedStorage } from './opened.ts'

/*
 * MySQL or MariaDB by `mysql2`: each calendar has a pool and a database of its own.
 */

const url = process.env.MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/test'

const words: Words = {
  id: 'integer not null auto_increment primary key',
  types: { moment: 'datetime', flag: 'boolean', real: 'double', text: 'text', line: 'varchar(250)' },
  table: ' engine = InnoDB default character set utf8mb4 collate utf8mb4_bin',
  forUpdate: ' for update',
  // There is none for parts of words.
  searchIndex: [],
  contains: 'e.search_text like ?',
  contained: (word) => `%${word}%`,
}

function queriesOf(runner: Pool | PoolConnection): Queries {
  return {
    all: async (sql, values) => rowsOf((await runner.execute(sql, [...values]))[0]),
    insert: async (sql, values) => (await runner.execute<ResultSetHeader>(sql, [...values]))[0].insertId,
    async run(sql, values) {
      await runner.execute(sql, [...values])
    },
  }
}

function driverOf(pool: Pool): Driver {
  return {
    ...queriesOf(pool),
    words,
    async transaction(work) {
      const connection = await pool.getConnection()
      try {
        await connection.beginTransaction()
        const result = await work(queriesOf(connection))
        await connection.commit()
        return result
      } catch (error) {
        await connection.rollback()
        throw error
      } finally {
        connection.release()
      }
    },
  }
}

interface OpenedDatabase extends Opened {
  readonly pool: Pool
}

async function createDatabase(
  place: Place,
  options: { dateStrings?: boolean } = {},
): Promise<OpenedDatabase> {
  const database = place.name
  const admin = createPool({ uri: url, connectionLimit: 1 })
  const ask = async <Row>(sql: string) => rowsOf<Row>((await admin.query(sql))[0])
  if (place.loaded === undefined) {
    await admin.query(`drop database if exists ${database}`)
    await admin.query(`create database ${database}`)
  }
  const { hostname, port, username, password } = new URL(url)
  const pool = createPool({
    host: hostname,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database,
    ...options,
  })
  const analyze = async () => {
    const tables = await ask<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = '${database}'`,
    )
    for (const { name } of tables) await pool.query(`analyze table ${name}`)
  }
  const [version] = await ask<{ version: string }>('select version() as version')
  return {
    pool,
    version: version?.version.includes('MariaDB') ? version.version : `MySQL ${version?.version}`,
    async bytes() {
      // It knows no better than at the last time.
      await analyze()
      const [row] = await ask<{ bytes: string | number | null }>(
        `select sum(data_length + index_length) as bytes from information_schema.tables
         where table_schema = '${database}'`,
      )
      return Number(row?.bytes ?? 0)
    },
    async serverCpu() {
      const threads = await ask<{ tid: number }>(
        `select tid from information_schema.processlist where db = '${database}'`,
      ).catch(() => [])
      return threads.reduce((sum, { tid }) => sum + cpuOf(tid), 0)
    },
    settle: analyze,
    async close() {
      await pool.end()
      if (!place.isKept) await admin.query(`drop database ${database}`)
      await admin.end()
      place.leave()
    },
  }
}

export async function openMysqlByHand(place: Place): Promise<OpenedByHand> {
  const opened = await createDatabase(place, { dateStrings: true })
  return { ...opened, driver: driverOf(opened.pool) }
}

export async function openMysql(place: Place): Promise<OpenedStorage> {
  const opened = await createDatabase(place)
  return { ...opened, storage: sqlStorage(mysql2(opened.pool)) }
}
