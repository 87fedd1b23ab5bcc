import { TABLES, type Table } from '../tables.ts'

/* The tables of events as they were before version 7. */

/** The keys that came with version 7. */
const LATER = ['series', 'due']

export const columnsBefore = (names: readonly string[]): string[] =>
  names.filter((name) => !LATER.includes(name))

/** The versions that added them, if not the first. */
const SINCE: Readonly<Record<string, number>> = { event_sort: 5, event_field: 6 }

export const TABLES_BEFORE: readonly Table[] = TABLES.filter(({ name }) => /^event(_|$)/.test(name)).map(
  ({ since: _since, ...table }) => ({
    ...table,
    columns: table.columns.filter(({ name }) => !LATER.includes(name)),
    primary: columnsBefore(table.primary),
    indexes: table.indexes.map(columnsBefore).filter((index) => index.length > 0),
    ...(SINCE[table.name] === undefined ? {} : { since: SINCE[table.name] }),
  }),
)
