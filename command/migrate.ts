import { isNotMigrated } from 'kalends/storage/contract'
import { migrationSql } from 'kalends/storage/sql'
import type { CalendarNames } from './calendar-names.ts'
import { type Database, dialectOf, withDatabase } from './database.ts'
import { COMMON, type Command, DATABASE, DATABASE_HELP, readArguments } from './options.ts'
import { createTerminal } from './terminal.ts'
import { UsageError } from './usage.ts'

const HELP = `Usage: kalends migrate [options]

Creates the tables of a calendar, or brings those of an earlier version up to date. It can be repeated.

${DATABASE_HELP}
  --sql              print the SQL for you to run, and do nothing
  --quiet            print only errors
  --json             print the result as JSON
  --help`

export const migrateCommand: Command = {
  help: HELP,
  summary: 'create or update the tables of a calendar',
  async run(args) {
    const { values } = readArguments({
      args,
      options: {
        ...COMMON,
        ...DATABASE,
        sql: { type: 'boolean', default: false },
      },
    })
    if (values.sql) return printSql(values.database, values)
    const terminal = createTerminal(values)
    await withDatabase(values.database, { names: values }, async (database) => {
      const found = await foundIn(database)
      await database.storage.migrate()
      const { name, isNew } = database
      const isCreated = found === 'nothing'
      terminal.report({ database: name, ...(isCreated && { created: true }) }, () => [
        isNew
          ? `${name} was not there. It is a new calendar now, and empty.`
          : isCreated
            ? `${name} had no such calendar. It has a new one now, which is empty.`
            : found === undefined
              ? `${name} is up to date.`
              : `${name} was of an earlier version, and is up to date now.`,
      ])
    })
  },
}

/** What is there; `undefined` for a calendar of this version. */
async function foundIn({ storage }: Database) {
  try {
    await storage.check?.()
    return undefined
  } catch (error) {
    if (isNotMigrated(error)) return error.found
    throw error
  }
}

function printSql(where: string, asked: CalendarNames): void {
  const { dialect, names } = dialectOf(where, asked)
  if (dialect === undefined) throw new UsageError('--sql: this database has no tables.')
  console.log(migrationSql(dialect, { tablePrefix: names['table-prefix'], schema: names.schema }))
}
