import type { Kind } from '../contract.ts'
import { forEachKind, type LinkKey } from '../shared/keys.ts'
import type { SqlStatement, SqlValue } from './client.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Names } from './names.ts'
import {
  CLASS,
  COLUMNS,
  COPIED,
  linkColumn,
  linkedId,
  linkedKind,
  linkTable,
  SORT_COLUMNS,
  type Sorted,
  SPANNED,
} from './tables.ts'

/*
 * The SQL texts of a commit that do not depend on values, built once per calendar. Building them for each commit took
 * as long as SQLite took to run them (40 µs of a create).
 */

export interface Phrases {
  /** Inserts one or several documents of a kind. */
  readonly document: Readonly<Record<Kind, Insertion>>
  /** Inserts or overwrites what lists are sorted by. */
  readonly sort: Readonly<Record<Sorted, Insertion>>
  /** Updates all columns except the ID, which is the last value. */
  /** Overwrites rows that exist: many at once. */
  readonly overwrite: Readonly<Record<Kind, Insertion>>
  readonly update: Readonly<Record<Kind, string>>
  /** Adds to the counters of days, facets and the revision. */
  readonly count: { readonly day: Insertion; readonly tally: Insertion; readonly revision: Insertion }
  readonly links: Readonly<Record<LinkKey, LinkPhrases>>
  readonly span: Insertion
}

interface LinkPhrases {
  /** Removes the links of documents. Lacks its WHERE clause. */
  readonly remove: string
  /** Adds links as the rows of the documents have them. Lacks its WHERE clause. */
  readonly add: string
  /** Adds links, as values. */
  readonly insert: Insertion
  /** Copies the columns of a document to its links again. The document's ID is the last value. */
  readonly copy: string
}

export function phrasesOf(dialect: Dialect, names: Names): Phrases {
  const counter = (table: string, primary: readonly string[]) =>
    new Insertion(
      dialect,
      names.table(table),
      [...primary, 'n'],
      ` ${dialect.addToCount(primary, names.table(table))}`,
    )
  const sorting = (kind: Sorted) => {
    const columns = SORT_COLUMNS[kind].map(({ name }) => name)
    const ending = ` ${dialect.overwrite(['id'], columns)}`
    return new Insertion(dialect, names.table(`${kind}_sort`), ['id', ...columns], ending)
  }
  const columnsOf = (kind: Kind) => COLUMNS[kind].map(({ name }) => name)
  return {
    document: forEachKind((kind) => new Insertion(dialect, names.table(kind), columnsOf(kind))),
    overwrite: forEachKind((kind) => {
      const ending = ` ${dialect.overwrite(['id'], columnsOf(kind).slice(1))}`
      return new Insertion(dialect, names.table(kind), columnsOf(kind), ending)
    }),
    sort: { event: sorting('event'), venue: sorting('venue'), organizer: sorting('organizer') },
    update: forEachKind((kind) => updateOf(dialect, names.table(kind), columnsOf(kind).slice(1), 'id')),
    count: {
      day: counter('event_day', ['day', ...CLASS]),
      tally: counter('event_tally', ['facet', 'value', 'status', 'series']),
      revision: counter('revision', ['counter']),
    },
    links: linkPhrases(dialect, names),
    span: new Insertion(dialect, names.table('event_span'), ['span', 'event_id', ...SPANNED]),
  }
}

/** Updates the columns of the rows with an ID, which is the last value. */
function updateOf(dialect: Dialect, table: string, columns: readonly string[], id: string): string {
  const sets = columns.map((name, index) => `${dialect.quote(name)} = ${dialect.placeholder(index + 1)}`)
  return `update ${table} set ${sets.join(', ')} where ${id} = ${dialect.placeholder(columns.length + 1)}`
}

function linkPhrases(dialect: Dialect, names: Names): Phrases['links'] {
  const of = (key: LinkKey) => {
    const [kind, id, table] = [linkedKind(key), linkedId(key), names.table(linkTable(key))]
    const values = ['id', ...COPIED[kind]].map((name) => `e.${dialect.quote(name)}`).join(', ')
    const column = linkColumn(key)
    const columns = [column.name, id, ...COPIED[kind]]
    const { from, value } = dialect.elements(`e.${dialect.quote('keys')}`, key, column)
    const rows = `${names.table(kind)} e cross join ${from}`
    return {
      remove: `delete from ${table}`,
      add: `insert into ${table} (${columns.map(dialect.quote).join(', ')}) select ${value}, ${values} from ${rows}`,
      insert: new Insertion(dialect, table, columns),
      copy: updateOf(dialect, table, COPIED[kind], id),
    }
  }
  return {
    category: of('category'),
    tag: of('tag'),
    venue: of('venue'),
    organizer: of('organizer'),
    field: of('field'),
    labels: of('labels'),
  }
}

/** A statement that reads no row which another statement of its commit writes before, so they can be joined (see joined.ts). */
export interface Independent extends SqlStatement {
  readonly isIndependent: true
}

export const independent = (statement: SqlStatement): Independent => ({ ...statement, isIndependent: true })

/** An INSERT of rows with one value per column. */
export class Insertion {
  readonly #dialect: Dialect
  readonly #table: string
  readonly #columns: readonly string[]
  readonly #ending: string
  /** SQL texts by number of rows. */
  readonly #texts = new Map<number, string>()

  constructor(dialect: Dialect, table: string, columns: readonly string[], ending = '') {
    this.#dialect = dialect
    this.#table = table
    this.#columns = columns
    this.#ending = ending
  }

  get width(): number {
    return this.#columns.length
  }

  of(rows: readonly (readonly SqlValue[])[]): Independent {
    const sql = this.#texts.get(rows.length) ?? this.#write(rows.length)
    this.#texts.set(rows.length, sql)
    return { sql, values: rows.flat(), isIndependent: true }
  }

  #write(rows: number): string {
    const { quote, placeholder } = this.#dialect
    const row = (first: number) =>
      `(${this.#columns.map((_, index) => placeholder(first + index)).join(', ')})`
    const lists = Array.from({ length: rows }, (_, index) => row(index * this.width + 1))
    return `insert into ${this.#table} (${this.#columns.map(quote).join(', ')}) values ${lists.join(', ')}${this.#ending}`
  }
}
