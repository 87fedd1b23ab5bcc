import type { Dialect } from '../dialects/dialect.ts'
import type { CalendarNames } from '../names.ts'
import { TABLES, type Table } from '../tables.ts'
import { hashedNames } from './003-hashed-names.ts'
import { sortKeys } from './005-sort-keys.ts'
import { series } from './007-series.ts'
import type { Migration } from './migration.ts'
import { TABLES_BEFORE } from './tables-before.ts'

/**
 * The version of the tables. A change that only adds tables increases it and sets `since` of each. A change to tables
 * that exist is a migration besides.
 *
 * 2: receipts. 3: on PostgreSQL, names are indexed by their hash. 4: the revision. 5: the keys that lists are sorted by.
 * 6: values of custom fields. 7: series and what is due, entries. 8: images, sources, extras.
 */
export const VERSION = 8

/** In order. */
const MIGRATIONS: readonly Migration[] = [hashedNames, sortKeys, series]

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
export function creation(
  dialect: Dialect,
  names: CalendarNames,
  version: number | undefined,
): readonly string[] {
  const lacking = [MIGRATION, ...TABLES].filter(({ since = 1 }) => since > (version ?? 0))
  const sequence = `${names.table('sequence')} (${['name', 'last'].map(dialect.quote).join(', ')})`
  const from = version ?? 1
  return [
    ...(version === 0 || from >= series.version ? [] : outdated(dialect, names)),
    ...lacking.flatMap((table) => dialect.create(table, names)),
    ...(version === 0 ? [] : MIGRATIONS.filter((one) => one.version > from)).flatMap(({ statements }) =>
      statements(dialect, names),
    ),
    dialect.insertIgnoring(sequence, `values ('post', 0), ('term', 0)`),
    dialect.insertIgnoring(`${names.table('migration')} (version)`, `values (${VERSION})`),
  ]
}

/**
 * Every commit of a process of an earlier version raises its revision. Without that table its commits fail, from the
 * first statement on. The tables of events must be there to be read; those of an unknown version may lack.
 */
const outdated = (dialect: Dialect, names: CalendarNames): string[] => [
  `drop table if exists ${names.before.table('revision')}`,
  ...TABLES_BEFORE.flatMap((table) => dialect.create(table, names.before)),
]
