import { migrationSql } from 'kalends/storage/sql'
import { dialectOf, openDatabase } from './database.ts'
import { COMMON, type Command, readArguments } from './options.ts'
import { createTerminal } from './terminal.ts'
import { UsageError } from './usage.ts'

const HELP = `Usage: kalends migrate [options]

Creates the tables of a calendar, or brings those of an earlier version up to date. It can be repeated.

  --database WHERE  where the calendar is; default: calendar.sqlite. See kalends --help
  --sql             print the SQL for you to run, and do nothing
  --quiet           print only errors
  --json            print the result as JSON
  --help`

export const migrateCommand: Command = {
  help: HELP,
  summary: 'create or update the tables of a calendar',
  async run(args) {
    const { values } = readArguments({
      args,
      options: {
        ...COMMON,
        database: { type: 'string', default: 'calendar.sqlite' },
        sql: { type: 'boolean', default: false },
      },
    })
    if (values.sql) return printSql(values.database)
    const terminal = createTerminal(values)
    const database = await openDatabase(values.database)
    try {
      await database.storage.migrate().catch(database.refuse)
    } finally {
      await database.close()
    }
    terminal.report({ database: database.name }, () => [`${database.name} is up to date.`])
  },
}

function printSql(where: string): void {
  const dialect = dialectOf(where)
  if (dialect === undefined) throw new UsageError('--sql: this database has no tables.')
  console.log(migrationSql(dialect))
}
