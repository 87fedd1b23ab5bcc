import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { keyValueStorage } from 'kalends/storage/key-value'
import { migrationSql, type SqlDialect } from 'kalends/storage/sql'
import { messageOf, UsageError } from './usage.ts'

/*
 * Which calendar of a database: one database can hold several.
 */

/** As options of the command name them. Without any, it is the calendar that the library makes by itself. */
export interface CalendarNames {
  readonly 'table-prefix'?: string | undefined
  readonly schema?: string | undefined
  readonly 'redis-prefix'?: string | undefined
  readonly calendar?: string | undefined
}

/** A dialect of SQL, or what stores keys. */
export type DatabaseType = SqlDialect | 'redis' | 'lmdb' | 'memory'

const NAMES = ['table-prefix', 'schema', 'redis-prefix', 'calendar'] as const

const NAMES_OF: Readonly<Record<DatabaseType, readonly (keyof CalendarNames)[]>> = {
  sqlite: ['table-prefix'],
  postgres: ['table-prefix', 'schema'],
  mysql: ['table-prefix', 'schema'],
  redis: ['redis-prefix', 'calendar'],
  lmdb: ['calendar'],
  memory: [],
}

const TITLES: Readonly<Record<DatabaseType, string>> = {
  ...{ sqlite: 'a SQLite file', postgres: 'PostgreSQL', mysql: 'MySQL and MariaDB' },
  ...{ redis: 'Redis', lmdb: 'LMDB', memory: 'memory' },
}

/** The flag of a name: `--from-schema` beside `--from`. */
const flagOf = (name: keyof CalendarNames, parameter: string): string =>
  parameter === '--database' ? `--${name}` : `${parameter}-${name}`

/** Throws a `UsageError` for names that the database does not have, or does not take. */
export function checkNames(type: DatabaseType, names: CalendarNames, parameter: string): void {
  for (const name of NAMES) {
    if (names[name] === undefined || NAMES_OF[type].includes(name)) continue
    throw new UsageError(`${flagOf(name, parameter)}: ${TITLES[type]} has none.${itsFlags(type, parameter)}`)
  }
  const { 'table-prefix': tablePrefix, schema, 'redis-prefix': prefix = '', calendar } = names
  if (/[{}]/.test(prefix)) throw new UsageError(`${flagOf('redis-prefix', parameter)}: must not have braces.`)
  try {
    if (type === 'redis' || type === 'lmdb') keyValueStorage(memoryKeyValue(), { calendar })
    else if (type !== 'memory') migrationSql(type, { tablePrefix, schema })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // It begins with the name of the option in code.
    const message = messageOf(error).replace(/^tablePrefix/, 'table-prefix')
    throw new UsageError(`${parameter === '--database' ? '--' : `${parameter}-`}${message}.`)
  }
}

function itsFlags(type: DatabaseType, parameter: string): string {
  const flags = NAMES_OF[type].map((name) => flagOf(name, parameter))
  return flags.length === 0 ? '' : ` Its calendars differ by ${flags.join(' and ')}.`
}

/** What was looked for, where there is no calendar. */
export function noCalendar(type: DatabaseType, names: CalendarNames, parameter: string): string {
  const {
    'table-prefix': tables = 'calendar_',
    'redis-prefix': keys = 'kalends:',
    calendar = 'calendar',
  } = names
  const schema = names.schema === undefined ? '' : ` in the schema ${names.schema}`
  const what =
    type === 'redis'
      ? `no calendar ${calendar} with the prefix ${keys}`
      : type === 'lmdb'
        ? `no calendar ${calendar}`
        : `no calendar whose tables begin with ${tables}${schema}`
  return `there is ${what}.${itsFlags(type, parameter)}`
}

/** The words of a command line that name the same calendar. */
export const wordsOf = (names: CalendarNames): string =>
  NAMES.map((name) => (names[name] === undefined ? '' : ` --${name} ${quoted(names[name])}`)).join('')

/** As a shell takes it. */
const quoted = (text: string): string =>
  /^[\w:.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
