import type { CalendarNames } from './calendar-names.ts'
import { UsageError } from './usage.ts'

/*
 * Names of databases as other tools write them. One that were read as a path as it stands would be an empty calendar beside
 * the one that is meant: it is understood, or refused by its name.
 */

export interface Named {
  readonly where: string
  readonly names: CalendarNames
}

/** Parameters in the address of a PostgreSQL that say the schema, to Prisma, to JDBC and to the server. */
const SCHEMA = /^(?:schema|currentSchema|search_path)$/i

export function readName(given: string, names: CalendarNames, parameter: string): Named {
  const where = given.trim()
  if (where === '') throw new UsageError(`${parameter}: is empty.`)
  if (/^["'`]/.test(where)) throw new UsageError(`${parameter}: it begins with a quote.`)
  if (/^postgres(?:ql)?:\/\//i.test(where)) return withSchema(where, names, parameter)
  if (/^(?:sqlite3?:|file:)?:memory:$/i.test(where)) return { where: 'memory', names }
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]+):(?!\/\/)(.*)$/is.exec(where) ?? []
  if (scheme === '' || scheme.toLowerCase() === 'lmdb') return { where, names }
  if (!/^(?:sqlite3?|file)$/i.test(scheme)) {
    throw new UsageError(
      `${parameter}: ${scheme}: is not the name of a database. A file of this name is ./${scheme}:…, and addresses of servers have // after the colon.`,
    )
  }
  if (/[?#]/.test(rest)) throw new UsageError(`${parameter}: write the path of the file without parameters.`)
  if (rest.trim() === '') throw new UsageError(`${parameter}: ${scheme}: names no file.`)
  return { where: rest.trim(), names }
}

/** The client of the database knows no parameter for the schema, and would make the tables in another one. */
function withSchema(where: string, names: CalendarNames, parameter: string): Named {
  if (!URL.canParse(where)) return { where, names }
  const url = new URL(where)
  const found = [...url.searchParams].filter(([name]) => SCHEMA.test(name))
  const [[name = '', schema = ''] = []] = found
  if (found.length === 0) return { where, names }
  const flag = parameter === '--database' ? '--schema' : `${parameter}-schema`
  if (found.length > 1 || (names.schema !== undefined && names.schema !== schema)) {
    throw new UsageError(`${parameter}: ${name} in the address and ${flag} name two schemas. Name one.`)
  }
  url.searchParams.delete(name)
  return { where: url.href, names: { ...names, schema } }
}
