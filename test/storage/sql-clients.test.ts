import { createClient } from '@libsql/client'
import { bunSqlite } from 'kalends/adapters/sql/bun-sqlite'
import { d1 } from 'kalends/adapters/sql/d1'
import { libsql } from 'kalends/adapters/sql/libsql'
import { testStorage } from 'kalends/testing'
import Libsql from 'libsql'
import { afterAll, describe, test } from 'vitest'
import {
  drizzleLibsql,
  drizzlePostgresJs,
  knexPostgres,
  knexSqlite,
  kyselyPostgres,
  kyselySqlite,
  type Subject,
} from '../adapters/sql-clients/subjects.ts'
import { testAnotherClient } from '../setup/another-client.ts'
import { calendarsIn, postgresDatabase, type TestDatabase, temporaryFolder } from '../setup/databases.ts'
import { fakeBunSqlite } from '../setup/fake-bun-sqlite.ts'
import { fakeD1 } from '../setup/fake-d1.ts'

/* Each of these has one database, with a calendar beside the other for each test. */
const client = createClient({ url: `file:${temporaryFolder()}/calendars.sqlite` })
afterAll(() => client.close())

const databases: readonly (TestDatabase & { name: string })[] = [
  { name: '@libsql/client', client: libsql(client) },
  { name: 'D1, by its shape', client: d1(fakeD1(new Libsql(':memory:'))) },
  { name: 'bun:sqlite, by its shape', client: bunSqlite(fakeBunSqlite(new Libsql(':memory:'))) },
]
describe.each(databases)('$name', (database) =>
  testStorage({ test: testAnotherClient, open: calendarsIn(database) }),
)

async function clientOf(subject: Subject) {
  const { client, close, tidy } = await subject.open()
  afterAll(async () => {
    await close()
    tidy?.()
  })
  return client
}

for (const subject of [kyselySqlite, knexSqlite, drizzleLibsql]) {
  describe(subject.name, async () => {
    testStorage({ test: testAnotherClient, open: calendarsIn({ client: await clientOf(subject) }) })
  })
}

const server = await postgresDatabase()
for (const subject of [kyselyPostgres, knexPostgres, drizzlePostgresJs]) {
  if (typeof server === 'string') test.skip(`${subject.name}: ${server}`)
  else
    describe(subject.name, async () => {
      testStorage({
        test: testAnotherClient,
        open: calendarsIn({ ...server, client: await clientOf(subject) }),
      })
    })
}
