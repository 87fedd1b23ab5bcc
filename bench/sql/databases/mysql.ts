import { createPool, type Pool, type PoolConnection, type ResultSetHeader } from 'mysql2/promise'
import { mysql2 } from '../../../adapters/sql/mysql2.ts'
import type { Driver, Queries, Words } from '../by-hand/driver.ts'
import { type BenchDatabase, rowsOf } from '../database.ts'

/*
 * MySQL or MariaDB by `mysql2`: a pool and a database for each calendar.
 */

const url = process.env.MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/test'

const words: Words = {
  id: 'integer not null auto_increment primary key',
  moment: 'datetime',
  flag: 'boolean',
  real: 'double',
  text: 'text',
  line: 'varchar(250)',
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

export async function openMysql(): Promise<BenchDatabase> {
  const admin = createPool({ uri: url, connectionLimit: 1 })
  const [byHandName, libraryName] = [`bench_by_hand_${process.pid}`, `bench_library_${process.pid}`]
  await admin.query(`create database ${byHandName}`)
  await admin.query(`create database ${libraryName}`)
  const poolOf = (database: string, options: { dateStrings?: boolean } = {}) => {
    const { hostname, port, username, password } = new URL(url)
    return createPool({
      host: hostname,
      port: Number(port || 3306),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database,
      ...options,
    })
  }
  const byHand = poolOf(byHandName, { dateStrings: true })
  const library = poolOf(libraryName)
  const [version] = rowsOf<{ version: string }>((await admin.query('select version() as version'))[0])
  return {
    version: version?.version.includes('MariaDB') ? version.version : `MySQL ${version?.version}`,
    byHand: driverOf(byHand),
    client: mysql2(library),
    options: {},
    async settle() {
      for (const [pool, database] of [
        [byHand, byHandName],
        [library, libraryName],
      ] as const) {
        const tables = rowsOf<{ name: string }>(
          (
            await admin.query(
              'select table_name as name from information_schema.tables where table_schema = ?',
              [database],
            )
          )[0],
        )
        for (const { name } of tables) await pool.query(`analyze table ${name}`)
      }
    },
    async drop() {
      await Promise.all([byHand.end(), library.end()])
      await admin.query(`drop database ${byHandName}`)
      await admin.query(`drop database ${libraryName}`)
      await admin.end()
    },
  }
}
