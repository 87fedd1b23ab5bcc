import type { SqlDialect, SqlStatement, SqlValue } from '../client.ts'
import type { Names } from '../names.ts'
import type { Column, ColumnType, Table } from '../tables.ts'

/** Adds a value to the statement and returns its placeholder. Call it in the order of the placeholders. */
export type Bind = (value: SqlValue) => string

/**
 * The meaning of an error. `refused`: a constraint failed. `busy`: a conflict with another transaction; a retry may
 * succeed. `lost`: the database cannot answer.
 */
export type Trouble = 'refused' | 'busy' | 'lost'

/** A full-text index that queries must name explicitly. */
export interface TextIndex {
  /**
   * A SELECT of the IDs of all events that contain the parts, and possibly a few others; `undefined` if the parts are
   * too short for the index.
   */
  candidates(names: Names, parts: readonly string[], bind: Bind): string | undefined
  /** A SELECT of the number of candidates, `n`, and of their IDs in one value, `ids`. */
  gathered(candidates: string): string
  /** A condition: `id` is in the list `ids`. */
  among(id: string, ids: string, bind: Bind): string
}

/** The differences between the databases. */
export interface Dialect {
  readonly name: SqlDialect
  quote(name: string): string
  placeholder(position: number): string
  /** The value to send. Clients may return 0 or 1 for a boolean column. */
  boolean(value: boolean): SqlValue

  /** `column` has one of these values. There are at least two. */
  oneOf(column: string, type: ColumnType, values: readonly (string | number)[], bind: Bind): string

  /** Whether an index answers a comparison of rows: `(a, b) > (1, 2)`. */
  readonly comparesRows: boolean

  /** The text in `column` contains the part as an exact substring. */
  contains(column: string, part: string, bind: Bind): string

  /** A JOIN that reads its left side first, for databases that guess wrong which side has fewer rows. */
  readonly joinInOrder: string

  /** Both texts as one. */
  joined(first: string, second: string): string

  /** The table expression and the value for the list `key` of the JSON object in `json`, as values for `column`. */
  elements(json: string, key: string, column: Column): { readonly from: string; readonly value: string }

  /** The end of an INSERT that adds to `n` if the primary key exists. */
  addToCount(primary: readonly string[], table: string): string

  /** The end of an INSERT that overwrites these columns if the primary key exists. */
  overwrite(primary: readonly string[], columns: readonly string[]): string

  /**
   * Whether one statement may write many rows, and overwrite those that exist. Cloudflare D1 binds at most 100 values, and
   * MariaDB would take a row with a unique value for the one to overwrite.
   */
  readonly takesManyRows: boolean

  /** An INSERT of `rows` that skips existing rows. */
  insertIgnoring(into: string, rows: string): string

  /** Raises a sequence by `count`. The last statement returns the new `last`. */
  allocate(table: string, name: string, count: number): SqlStatement[]

  /** Raises a sequence to at least `upTo`. The last statement returns the new `last`. */
  reserve(table: string, name: string, upTo: number): SqlStatement[]

  /** The end of a SELECT that locks its rows until the transaction ends. */
  readonly forUpdate: string

  /** Replaces LIMIT in a query that has only an offset. */
  readonly unlimited: string

  /** A column that the planner must not look up in an index. For databases without statistics that decide this. */
  unindexed(column: string): string

  /** The ID as a sort key that the planner cannot take from the primary key, so that it looks up the few rows first. */
  sorted(id: string): string

  /** Creates a table and its indexes if they do not exist. */
  create(table: Table, names: Names): string[]

  /** Indexes names by their hash, if the database needs that. May run repeatedly. */
  hashNames(names: Names): string[]

  /** Keys of posts from before version 5, as expressions on their rows, and all their keys completed with these. */
  readonly older: { readonly modified: string; readonly title: string; readonly keys: string }

  /** Returns a row if a table or index with the name exists. */
  exists(names: Names, name: string): SqlStatement

  /** The first statements of a migration: a lock that makes other migrations wait. */
  readonly alone: readonly string[]

  /** Returns a row with the `encoding` of the database if it cannot store every text. Absent: it always can. */
  readonly unfit?: string

  /** Creates the full-text index of events, `event_search`. Empty if the database has no suitable index. */
  searchIndex(names: Names): string[]

  /** Reads of the same moment are one statement, joined by UNION: at most this many. */
  readonly mostJoined: number

  /** Whether several changes of rows can be one statement, by WITH. */
  readonly joinsChanges: boolean

  /** Absent if the planner uses the full-text index without being told. */
  readonly textIndex?: TextIndex

  /** Whether the planner needs ANALYZE after new rows. */
  readonly needsStatistics: boolean

  troubleOf(code: string | number | undefined): Trouble | undefined
}
