import type { SqlStatement } from './client.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Names } from './names.ts'
import { TABLES } from './tables.ts'

/** The versions of the tables, in their order. Each says the same however often it is said. */
export const VERSIONS: readonly ((dialect: Dialect, names: Names) => string[])[] = [
  (dialect, names) => [
    ...TABLES.flatMap((table) => dialect.create(table, names)),
    dialect.insertIgnoring(
      `${names.table('sequence')} (${['name', 'last'].map(dialect.quote).join(', ')})`,
      `values ('post', 0), ('term', 0)`,
    ),
  ],
]

export const MIGRATIONS = {
  name: 'migration',
  columns: [{ name: 'version', type: 'integer' }],
  primary: ['version'],
  indexes: [],
} as const

/** That a version has been reached. */
export const reached = (dialect: Dialect, names: Names, version: number): string =>
  dialect.insertIgnoring(`${names.table(MIGRATIONS.name)} (version)`, `values (${version})`)

export const plain = (sql: string): SqlStatement => ({ sql, values: [] })

/** All of it as a script. */
export function script(dialect: Dialect, names: Names): string {
  const search = dialect.searchIndex(names)
  const parts = [
    ...dialect.create(MIGRATIONS, names),
    ...VERSIONS.flatMap((version, index) => [...version(dialect, names), reached(dialect, names, index + 1)]),
    ...search.map((statement, index) =>
      index === 0
        ? `-- Searches answer the same without what follows, but read every text.\n${statement}`
        : statement,
    ),
  ]
  return `${parts.join(';\n\n')};\n`
}
