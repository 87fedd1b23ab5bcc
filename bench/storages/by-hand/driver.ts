/** A value that all three client libraries bind. */
export type Value = string | number | boolean | null

/** What the hand-written calendar needs of a connection: prepared statements, with `?` for each value. */
export interface Queries {
  /**
   * `planAnew`: what is best depends on the values. PostgreSQL would come to keep a plan for whatever values, which
   * for searches and categories is many times slower.
   */
  all<Row>(sql: string, values: readonly Value[], planAnew?: boolean): Promise<readonly Row[]>
  /** Gives the ID of the row, where the database gives it one. */
  insert(sql: string, values: readonly Value[]): Promise<number>
  run(sql: string, values: readonly Value[]): Promise<void>
}

/** The same, with what differs between the databases. */
export interface Driver extends Queries {
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  readonly words: Words
}

export interface Words {
  /** Types of columns. */
  readonly id: string
  readonly moment: string
  readonly flag: string
  readonly real: string
  /** Text of any length, and of at most 250 characters. */
  readonly text: string
  readonly line: string
  /** Behind the columns of a table. */
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
export function rowsOf<Row>(rows: unknown): readonly Row[] {
  if (!isList<Row>(rows)) throw new TypeError('the statement gave no rows')
  return rows
}

const isList = <Row>(rows: unknown): rows is readonly Row[] => Array.isArray(rows)
