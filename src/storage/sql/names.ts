import type { Dialect } from './dialects/dialect.ts'

/** Quoted names of what a calendar keeps in the database. */
export interface Names {
  /** With the schema before it, if there is one. */
  table(name: string): string
  /** Of an index, or of a trigger: they live in the schema of their table. */
  index(name: string): string
  /** Without quotes or schema, for catalogues. */
  plain(name: string): string
  readonly schema: string | undefined
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** PostgreSQL cuts names after 63 bytes, and ours are up to 25 long. */
const LONGEST_PREFIX = 32
const LONGEST_SCHEMA = 63

export function createNames(
  dialect: Dialect,
  { tablePrefix = 'calendar_', schema }: { tablePrefix?: string; schema?: string },
): Names {
  if (tablePrefix !== '') check('tablePrefix', tablePrefix, LONGEST_PREFIX)
  if (schema !== undefined) check('schema', schema, LONGEST_SCHEMA)
  if (schema !== undefined && dialect.name === 'sqlite') {
    throw new TypeError('schema: SQLite has none; give each calendar a file or a tablePrefix of its own')
  }
  const index = (name: string) => dialect.quote(tablePrefix + name)
  const before = schema === undefined ? '' : `${dialect.quote(schema)}.`
  return { table: (name) => before + index(name), index, plain: (name) => tablePrefix + name, schema }
}

function check(option: string, name: string, longest: number): void {
  if (!NAME.test(name) || name.length > longest) {
    throw new TypeError(
      `${option}: '${name}' must be of letters, digits and _, not begin with a digit, and have at most ${longest} characters`,
    )
  }
}
