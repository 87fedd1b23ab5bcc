import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import { getPrismaClient } from '@prisma/client/runtime/client'
import { prisma } from 'kalends/adapters/sql/prisma'
import type { SqlClient } from 'kalends/storage/sql'
import { testStorage } from 'kalends/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { testAnotherClient } from '../setup/another-client.ts'
import { calendarsIn, postgresDatabase } from '../setup/databases.ts'
import { postgresUrl } from '../setup/servers.ts'

/*
 * The storage suite by Prisma. `prisma generate` downloads a program, which a machine without the internet cannot. For a
 * schema without models, what it would generate is this configuration.
 */
function clientFor(activeProvider: 'postgresql' | 'sqlite') {
  // Not literals: these modules have no types.
  const runtime: string = `@prisma/client/runtime/query_compiler_fast_bg.${activeProvider}.mjs`
  const compiler: string = `@prisma/client/runtime/query_compiler_fast_bg.${activeProvider}.wasm-base64.mjs`
  return getPrismaClient({
    previewFeatures: [],
    clientVersion: '7.10.0',
    engineVersion: '',
    activeProvider,
    inlineSchema: `datasource db { provider = "${activeProvider}" }`,
    runtimeDataModel: { models: {}, enums: {}, types: {} },
    parameterizationSchema: { strings: [], graph: 'AAAA' },
    compilerWasm: {
      getRuntime: () => import(runtime),
      getQueryCompilerWasmModule: async () => {
        const { wasm }: { wasm: string } = await import(compiler)
        return WebAssembly.compile(Buffer.from(wasm, 'base64'))
      },
      importName: './query_compiler_fast_bg.js',
    },
  })
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('it did not fail'),
    (error) => error,
  )

/** Of the server, or of SQLite. */
function testCodes(client: SqlClient, code: (constraint: unknown) => boolean): void {
  test('a batch that breaks a constraint has its code, and changes nothing', async () => {
    const name = `prisma_${client.dialect}`
    await client.batch([{ sql: `create table ${name} (n integer unique)`, values: [] }])
    const insert = { sql: `insert into ${name} values (1)`, values: [] }
    expect(client.codeOf(await failureOf(client.batch([insert, insert])))).toSatisfy(code)
    await client.batch([insert])
    expect(client.codeOf(await failureOf(client.query(insert)))).toSatisfy(code)
    expect(await client.query({ sql: `select n from ${name}`, values: [] })).toHaveLength(1)
    await client.batch([{ sql: `drop table ${name}`, values: [] }])
  })
}

const folder = mkdtempSync(join(tmpdir(), 'kalends-prisma-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('prisma on SQLite', () => {
  const SqliteClient = clientFor('sqlite')
  const db = new SqliteClient({
    adapter: new PrismaLibSql({ url: `file:${join(folder, 'calendar.sqlite')}` }),
  })
  const client = prisma(db)
  afterAll(() => db.$disconnect())
  testStorage({ test: testAnotherClient, open: calendarsIn({ client }) })
  testCodes(client, (code) => code === 2067 || code === 'SQLITE_CONSTRAINT')
})

const database = await postgresDatabase()
if (typeof database === 'string') test.skip(`prisma on PostgreSQL: ${database}`)
else {
  describe('prisma on PostgreSQL', () => {
    const PostgresClient = clientFor('postgresql')
    const open = (connectionString: string) =>
      new PostgresClient({ adapter: new PrismaPg({ connectionString, max: 6 }) })
    const db = open(postgresUrl)
    const client = prisma(db)
    afterAll(() => db.$disconnect())
    testStorage({ test: testAnotherClient, open: calendarsIn({ ...database, client }) })
    testCodes(client, (code) => code === '23505')

    test('a server that is not there is an outage', async () => {
      const nowhere = prisma(open('postgres://postgres@127.0.0.1:1/test'))
      const error = await failureOf(nowhere.query({ sql: 'select 1', values: [] }))
      expect(nowhere.codeOf(error)).toBe('lost')
    })
  })
}

test('other providers are refused', () => {
  const db = { _activeProvider: 'mysql', $queryRawUnsafe: async () => [], $transaction: async () => [] }
  expect(() => prisma(db)).toThrow('prisma: the provider is mysql')
})
