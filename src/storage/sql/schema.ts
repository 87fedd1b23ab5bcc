import type { SqlStatement } from './client.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Names } from './names.ts'
import { SORT_COLUMNS, SORTED, TABLES, type Table } from './tables.ts'

/**
 * The version of the tables. A change that adds tables increases it and sets `since` on each new table. A change to
 * existing tables also extends `Dialect.upgrade`.
 *
 * 2: receipts. 3: on PostgreSQL, names are indexed by their hash. 4: the revision. 5: the keys that lists are sorted by.
 * 6: values of custom fields, which older documents do not have.
 */
export const VERSION = 6

const MIGRATION: Table = {
  name: 'migration',
  columns: [{ name: 'version', type: 'integer' }],
  primary: ['version'],
  indexes: [],
}

/**
 * The statements that upgrade tables from a version to this one. 0: there are no tables; `undefined`: the version is
 * unknown. Existing tables are skipped. The version is written last, because the process may be killed at any point.
 */
export function creation(dialect: Dialect, names: Names, version: number | undefined): string[] {
  const lacking = [MIGRATION, ...TABLES].filter(({ since = 1 }) => since > (version ?? 0))
  const sequence = `${names.table('sequence')} (${['name', 'last'].map(dialect.quote).join(', ')})`
  return [
    ...lacking.flatMap((table) => dialect.create(table, names)),
    ...(version === 0 ? [] : dialect.upgrade(names, version ?? 1)),
    ...(version === 0 || version === 5 ? [] : sortingOlder(dialect, names)),
    dialect.insertIgnoring(sequence, `values ('post', 0), ('term', 0)`),
    dialect.insertIgnoring(`${names.table('migration')} (version)`, `values (${VERSION})`),
  ]
}

/** Fills the sort tables with documents from before version 5, and completes the keys of these documents. */
function sortingOlder({ quote, insertIgnoring, older }: Dialect, names: Names): string[] {
  return SORTED.flatMap((kind) => {
    const columns = SORT_COLUMNS[kind].map(({ name }) => name)
    const list = ['id', ...columns].map(quote).join(', ')
    const values = columns.map((name) =>
      name === 'modified' ? older.modified : name === 'title' ? older.title : quote(name),
    )
    const rows = `select id, ${values.join(', ')} from ${names.table(kind)}`
    return [
      insertIgnoring(`${names.table(`${kind}_sort`)} (${list})`, rows),
      `update ${names.table(kind)} set ${quote('keys')} = ${older.keys} where ${quote('keys')} not like '%"title":%'`,
    ]
  })
}

export const plain = (sql: string): SqlStatement => ({ sql, values: [] })

/** The whole migration as a script. */
export function script(dialect: Dialect, names: Names): string {
  const [first, ...more] = dialect.searchIndex(names)
  const search =
    first === undefined
      ? []
      : [`-- Without what follows, searches find the same, but read every text.\n${first}`, ...more]
  return `${[...creation(dialect, names, undefined), ...search].join(';\n\n')};\n`
}
