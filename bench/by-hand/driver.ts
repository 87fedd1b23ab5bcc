/** A value that all three client libraries bind. */
export type Value = string | number | boolean | null

/** A row as it is read or written: by the names of columns. */
export type Row = Record<string, Value>

/** What the hand-written calendar needs of a connection: prepared statements, with `?` for each value. */
export interface Queries {
  /**
   * `planAnew`: the best plan depends on the values. PostgreSQL would otherwise reuse a generic plan, which is many
   * times slower for searches and categories.
   */
  all(sql: string, values: readonly Value[], planAnew?: boolean): Promise<readonly Row[]>
  /** Gives the ID of the row, where the database assigns it. */
  insert(sql: string, values: readonly Value[]): Promise<number>
  run(sql: string, values: readonly Value[]): Promise<void>
}

export interface Driver extends Queries {
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  readonly words: Words
}

/** What differs between the databases. */
export interface Words {
  /** Type of the primary key. */
  readonly id: string
  /** Types of columns. `line`: text of at most 250 characters. */
  readonly types: Readonly<Record<'moment' | 'flag' | 'real' | 'text' | 'line', string>>
  /** Follows the columns of a table. */
  readonly table: string
  readonly forUpdate: string
  /** Statements that make an index of `events.search_text`. */
  readonly searchIndex: readonly string[]
  /** A condition on `e.search_text`, and the value that it takes. */
  readonly contains: string
  contained(word: string): string
}

/** `?, ?, ?` */
export const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ')

/** Rows as the client libraries give them, whose types say less than the statement does. */
export function rowsOf<R = Row>(rows: unknown): readonly R[] {
  if (!isList<R>(rows)) throw new TypeError('the statement gave no rows')
  return rows
}

const isList = <R>(rows: unknown): rows is readonly R[] => Array.isArray(rows)
