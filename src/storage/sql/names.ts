import type { SqlDialect } from './client.ts'

/** Quoted names of a calendar's tables and indexes. */
export interface Names {
  /** With the schema as a prefix, if there is one. */
  table(name: string): string
  /** For an index or a trigger, which belongs to the schema of its table. */
  index(name: string): string
  /** Without quotes and schema, for catalogue queries. */
  plain(name: string): string
  readonly schema: string | undefined
}

/** Of a calendar. */
export interface CalendarNames extends Names {
  /** As the tables were called before version 7. */
  readonly before: Names
}

/**
 * Tables that got another name with version 7, with their indexes. So a process of an earlier version that still runs
 * fails, instead of writing what this version does not read.
 */
const renamed = (name: string): string =>
  name === 'revision' ? 'commits' : name.replace(/^event(?=$|_)/, 'events')

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** PostgreSQL truncates names after 63 bytes. Our names have up to 25 characters after the prefix. */
const LONGEST_PREFIX = 32
const LONGEST_SCHEMA = 63

export interface NameOptions {
  /**
   * The prefix of all tables and indexes, so that they do not clash with the host's tables or with another calendar:
   * letters, digits and `_`, at most 32. Default `calendar_`.
   */
  tablePrefix?: string | undefined
  /**
   * The schema of the tables (for MySQL: the database). It must exist. Default: the schema of the connection. Not
   * available for SQLite.
   */
  schema?: string | undefined
}

export function createNames(
  dialect: { readonly name: SqlDialect; quote(name: string): string },
  { tablePrefix = 'calendar_', schema }: NameOptions,
): CalendarNames {
  if (tablePrefix !== '') check('tablePrefix', tablePrefix, LONGEST_PREFIX)
  if (schema !== undefined) check('schema', schema, LONGEST_SCHEMA)
  if (schema !== undefined && dialect.name === 'sqlite') {
    throw new TypeError('schema: SQLite has none; give each calendar a file or a tablePrefix of its own')
  }
  const within = schema === undefined ? '' : `${dialect.quote(schema)}.`
  function namesBy(stored: (name: string) => string): Names {
    const plain = (name: string) => tablePrefix + stored(name)
    const index = (name: string) => dialect.quote(plain(name))
    return { table: (name) => within + index(name), index, plain, schema }
  }
  return { ...namesBy(renamed), before: namesBy((name) => name) }
}

function check(option: string, name: string, longest: number): void {
  if (!NAME.test(name) || name.length > longest) {
    throw new TypeError(
      `${option}: '${name}' must be of letters, digits and _, not begin with a digit, and have at most ${longest} characters`,
    )
  }
}
