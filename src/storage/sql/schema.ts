import type { SqlStatement } from './client.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Names } from './names.ts'
import { TABLES, type Table } from './tables.ts'

/**
 * Of the tables. Whoever adds some makes it one more, and says of each since when it is there; whoever changes some adds
 * to migrate.ts what brings the versions before to it.
 *
 * 2: receipts.
 */
export const VERSION = 2

const MIGRATION: Table = {
  name: 'migration',
  columns: [{ name: 'version', type: 'integer' }],
  primary: ['version'],
  indexes: [],
}

/**
 * Creates what the tables of a version lack; 0: everything. Passes over what is there, and says that it is done at the
 * end, for one may be killed on the way.
 */
export function creation(dialect: Dialect, names: Names, version = 0): string[] {
  const lacking = [MIGRATION, ...TABLES].filter(({ since = 1 }) => since > version)
  const sequence = `${names.table('sequence')} (${['name', 'last'].map(dialect.quote).join(', ')})`
  return [
    ...lacking.flatMap((table) => dialect.create(table, names)),
    dialect.insertIgnoring(sequence, `values ('post', 0), ('term', 0)`),
    dialect.insertIgnoring(`${names.table('migration')} (version)`, `values (${VERSION})`),
  ]
}

export const plain = (sql: string): SqlStatement => ({ sql, values: [] })

/** All of it as a script. */
export function script(dialect: Dialect, names: Names): string {
  const [first, ...more] = dialect.searchIndex(names)
  const search =
    first === undefined
      ? []
      : [`-- Without what follows, searches find the same, but read every text.\n${first}`, ...more]
  return `${[...creation(dialect, names), ...search].join(';\n\n')};\n`
}
