import type { D1Database, D1DatabaseSession } from '@cloudflare/workers-types'
import type { PGlite } from '@electric-sql/pglite'
import type { Client } from '@libsql/client'
import type BetterSqlite3 from 'better-sqlite3'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { bunSqlite } from 'kalends/adapters/sql/bun-sqlite'
import { d1 } from 'kalends/adapters/sql/d1'
import { libsql } from 'kalends/adapters/sql/libsql'
import { mysql2 } from 'kalends/adapters/sql/mysql2'
import { nodeSqlite } from 'kalends/adapters/sql/node-sqlite'
import { pg } from 'kalends/adapters/sql/pg'
import { pglite } from 'kalends/adapters/sql/pglite'
import { postgresJs } from 'kalends/adapters/sql/postgres'
import type Libsql from 'libsql'
import type { Pool as CallbackPool } from 'mysql2'
import type { Pool as PromisePool } from 'mysql2/promise'
import type { Pool } from 'pg'
import type { Sql } from 'postgres'
import { describe, expectTypeOf, test } from 'vitest'
import type { SqlClient } from '../../src/storage/sql/client.ts'

describe("the libraries' own clients fit", () => {
  test('better-sqlite3, and the package libsql', () => {
    expectTypeOf(betterSqlite3).toBeCallableWith({} as BetterSqlite3.Database)
    expectTypeOf(betterSqlite3).toBeCallableWith({} as Libsql.Database)
  })

  test('@libsql/client', () => {
    expectTypeOf(libsql).toBeCallableWith({} as Client)
  })

  test("D1's database and its sessions", () => {
    expectTypeOf(d1).toBeCallableWith({} as D1Database)
    expectTypeOf(d1).toBeCallableWith({} as D1DatabaseSession)
  })

  test('PGlite', () => {
    expectTypeOf(pglite).toBeCallableWith({} as PGlite)
  })

  test('postgres.js, with types of its own and without', () => {
    expectTypeOf(postgresJs).toBeCallableWith({} as Sql)
    expectTypeOf(postgresJs).toBeCallableWith({} as Sql<{ bigint: bigint }>)
  })

  test('pg', () => {
    expectTypeOf(pg).toBeCallableWith({} as Pool)
  })

  test("mysql2's two pools", () => {
    expectTypeOf(mysql2).toBeCallableWith({} as PromisePool)
    expectTypeOf(mysql2).toBeCallableWith({} as CallbackPool)
  })
})

/** As @types/node declares it from 22 on. */
interface DatabaseSync {
  prepare(sql: string): {
    all(...anonymous: (null | number | bigint | string | NodeJS.ArrayBufferView)[]): Record<string, unknown>[]
    all(
      named: Record<string, null | number | bigint | string | NodeJS.ArrayBufferView>,
      ...anonymous: (null | number | bigint | string | NodeJS.ArrayBufferView)[]
    ): Record<string, unknown>[]
  }
  readonly isOpen: boolean
  exec(sql: string): void
  close(): void
}

type BunBinding =
  | string
  | bigint
  | NodeJS.TypedArray
  | number
  | boolean
  | null
  | Record<string, string | bigint | NodeJS.TypedArray | number | boolean | null>

/** As bun-types declares it. */
declare class BunDatabase {
  prepare<ReturnType, ParamsType extends BunBinding | BunBinding[]>(
    sql: string,
    params?: ParamsType,
  ): BunStatement<ReturnType, ParamsType extends unknown[] ? ParamsType : [ParamsType]>
  get inTransaction(): boolean
}
interface BunStatement<ReturnType, ParamsType extends BunBinding[]> {
  all(...params: ParamsType): ReturnType[]
}

describe('and those whose types are not installed here, as those declare them', () => {
  test('node:sqlite', () => {
    expectTypeOf(nodeSqlite).toBeCallableWith({} as DatabaseSync)
  })

  test('bun:sqlite', () => {
    expectTypeOf(bunSqlite).toBeCallableWith({} as BunDatabase)
  })
})

test('every adapter gives a client', () => {
  for (const adapter of [betterSqlite3, bunSqlite, d1, libsql, mysql2, nodeSqlite, pg, pglite, postgresJs]) {
    expectTypeOf(adapter).returns.toEqualTypeOf<SqlClient>()
  }
})
