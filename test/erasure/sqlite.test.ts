import { join } from 'node:path'
import Libsql from 'libsql'
import { describe } from 'vitest'
import { at } from '../routes/calendar.ts'
import { temporaryFolder } from '../setup/databases.ts'
import { erasureIn } from './erasure.ts'

const where = join(temporaryFolder(), 'calendar.sqlite')

/** Every value of every table, those of the text index included. */
async function stored(): Promise<string> {
  const db = new Libsql(where)
  const tables = db.prepare("select name from sqlite_master where type = 'table'").all()
  const rows = tables.flatMap((table) =>
    db
      .prepare(`select * from "${at(table, 'name')}"`)
      .raw()
      .all(),
  )
  db.close()
  return rows
    .flat()
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
    .join('\n')
}

describe('one SQLite file', () => erasureIn({ by: 'sqlite', where }, stored))
