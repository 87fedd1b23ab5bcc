import { TABLES } from '../tables.ts'
import type { Migration } from './migration.ts'
import { columnsBefore, TABLES_BEFORE } from './tables-before.ts'

/**
 * Moves the rows of events to tables that also have the keys `series` and `due`, and other names (see `names.ts`). What
 * the keys of a series are, and which receipts become entries and extras, is not known here: `api.migrate()` writes them
 * (see `operations/upgrade.ts`).
 */
export const series: Migration = {
  version: 7,
  statements: ({ quote, boolean, insertIgnoring, needsStatistics }, names) => {
    const absent = new Map([
      ['series', String(boolean(false))],
      ['due', 'null'],
    ])
    const tables = TABLES.filter(({ name }) => TABLES_BEFORE.some((table) => table.name === name))
    return [
      ...tables.map(({ name, columns }) => {
        const all = columns.map((column) => column.name)
        const there = columnsBefore(all)
        const values = all.map((column) => (there.includes(column) ? quote(column) : absent.get(column)))
        return insertIgnoring(
          `${names.table(name)} (${all.map(quote).join(', ')})`,
          `select ${values.join(', ')} from ${names.before.table(name)}`,
        )
      }),
      ...TABLES_BEFORE.map(({ name }) => `drop table if exists ${names.before.table(name)}`),
      // Of SQLite, where it is no index of the table.
      `drop table if exists ${names.before.table('event_search')}`,
      ...(needsStatistics ? tables.map(({ name }) => `analyze ${names.table(name)}`) : []),
    ]
  },
}
