import { SORT_COLUMNS, SORTED } from '../tables.ts'
import type { Migration } from './migration.ts'
import { columnsBefore } from './tables-before.ts'

/** Fills the sort tables with the documents that lack the keys `modified` and `title`, and completes the keys of these. */
export const sortKeys: Migration = {
  version: 5,
  statements: ({ quote, insertIgnoring, older }, { before }) =>
    SORTED.flatMap((kind) => {
      const columns = columnsBefore(SORT_COLUMNS[kind].map(({ name }) => name))
      const list = ['id', ...columns].map(quote).join(', ')
      const values = columns.map((name) =>
        name === 'modified' ? older.modified : name === 'title' ? older.title : quote(name),
      )
      const rows = `select id, ${values.join(', ')} from ${before.table(kind)}`
      return [
        insertIgnoring(`${before.table(`${kind}_sort`)} (${list})`, rows),
        `update ${before.table(kind)} set ${quote('keys')} = ${older.keys} where ${quote('keys')} not like '%"title":%'`,
      ]
    }),
}
