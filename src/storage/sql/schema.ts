import type { SqlStatement } from './client.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Names } from './names.ts'
import { TABLES, type Table } from './tables.ts'

/** Of the tables. Whoever changes them adds one, and to migrate.ts what brings the version before to it. */
export const VERSION = 1

const MIGRATION: Table = {
  name: 'migration',
  columns: [{ name: 'version', type: 'integer' }],
  primary: ['version'],
  indexes: [],
}

/** Creates everything that is not there yet; says that it is done at the end, for one may be killed on the way. */
export function creation(dialect: Dialect, names: Names): string[] {
  const sequence = `${names.table('sequence')} (${['name', 'last'].map(dialect.quote).join(', ')})`
  return [
    ...[MIGRATION, ...TABLES].flatMap((table) => dialect.create(table, names)),
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
