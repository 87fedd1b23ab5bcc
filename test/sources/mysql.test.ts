import { describe, test } from 'vitest'
import { mysqlDatabase } from '../setup/databases.ts'
import { mysqlUrl } from '../setup/servers.ts'
import { sourcesIn } from './sources.ts'

const mysql = await mysqlDatabase()

if (typeof mysql === 'string') test.skip(`one MariaDB: ${mysql}`)
else {
  const { schema } = mysql
  describe('one MariaDB', () => sourcesIn({ by: 'mysql', where: mysqlUrl, within: schema }))
}
