import type { Dialect } from '../dialects/dialect.ts'
import type { CalendarNames } from '../names.ts'

/**
 * One step to the present tables. Each statement may run again: it skips what is there, because a process may be killed
 * between any two, and MySQL cannot undo those that create or drop tables.
 */
export interface Migration {
  /** The version of the tables that it makes. */
  readonly version: number
  readonly statements: (dialect: Dialect, names: CalendarNames) => readonly string[]
}
