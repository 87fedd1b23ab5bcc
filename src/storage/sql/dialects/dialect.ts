import type { SqlDialect, SqlStatement, SqlValue } from '../client.ts'
import type { Names } from '../names.ts'
import type { ColumnType, Table } from '../tables.ts'

/** Adds a value to the statement that is being written, and gives its placeholder. Left to right, once per place. */
export type Bind = (value: SqlValue) => string

/**
 * What is meant by an error: `refused` by a constraint, `busy` with another transaction, so that the same may
 * succeed a moment later; `lost` when the database cannot answer.
 */
export type Trouble = 'refused' | 'busy' | 'lost'

/** An index of texts that must be asked by name. */
export interface TextIndex {
  /**
   * A SELECT of the IDs of all events with the parts, and of few others; `undefined` where the parts are too short
   * for the index.
   */
  candidates(names: Names, parts: readonly string[], bind: Bind): string | undefined
  /** A SELECT of their number `n` and, in one value, their `ids`. */
  gathered(candidates: string): string
  /** `id` is one of these IDs. */
  among(id: string, ids: string, bind: Bind): string
}

/** Where the three databases differ. */
export interface Dialect {
  readonly name: SqlDialect
  quote(name: string): string
  placeholder(position: number): string
  /** As it is sent; as it is read, it may be 0 or 1 with any client. */
  boolean(value: boolean): SqlValue

  /** `column` has one of these values, of which there are several. */
  oneOf(column: string, type: ColumnType, values: readonly (string | number)[], bind: Bind): string

  /** The text in `column` contains the part, character by character. */
  contains(column: string, part: string, bind: Bind): string

  /** What to select from for the integers in the list `key` of the JSON object in `column`, and their name there. */
  readonly elements: { from(column: string, key: string): string; readonly value: string }

  /** Behind an INSERT: where the primary key is there already, adds to its `n` instead. */
  addToCount(primary: readonly string[], table: string): string

  /** An INSERT of `rows` that passes over those that are there already. */
  insertIgnoring(into: string, rows: string): string

  /** Raises a sequence by `count`; the last statement answers the row's new `last`. */
  allocate(table: string, name: string, count: number): SqlStatement[]

  /** Behind a SELECT of rows that are about to change: holds them until the end of the transaction. */
  readonly forUpdate: string

  /** In place of LIMIT: all from an offset on. */
  readonly unlimited: string

  /** A column that the planner shall not look up in an index, where it has no statistics to tell. */
  unindexed(column: string): string

  /** The ID to sort by, where the planner shall find the rows first: they are few, which it cannot always tell. */
  sorted(id: string): string

  /** Creates a table and its indexes where they are not there yet. */
  create(table: Table, names: Names): string[]

  /** Gives a row if there is a table, or an index, of the name. */
  exists(names: Names, name: string): SqlStatement

  /** First in a transaction that creates things: makes others wait. */
  readonly alone: readonly string[]

  /** Creates an index of the texts of events, called `event_search`; empty where none would do. */
  searchIndex(names: Names): string[]

  /**
   * A row of the query that is called `name` as the text of a JSON object. Absent where a statement more costs less
   * than making JSON and reading it.
   */
  asText?(name: string): string

  /** Absent where the planner finds the index of texts by itself. */
  readonly textIndex?: TextIndex

  /** Whether new rows must be made known to the planner. */
  readonly needsStatistics: boolean

  troubleOf(code: string | number | undefined): Trouble | undefined
}
