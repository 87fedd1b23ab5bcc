import type { SqlStatement, SqlValue } from './client.ts'
import type { Dialect } from './dialects/dialect.ts'

/** A statement being written. Values must be bound in the order in which their placeholders stand. */
export class Draft {
  readonly dialect: Dialect
  readonly #values: SqlValue[] = []
  /** Set where the best plan depends on the values. */
  planAnew = false

  constructor(dialect: Dialect) {
    this.dialect = dialect
  }

  /** A property rather than a method, so that it can be handed on. */
  readonly bind = (value: SqlValue): string => {
    this.#values.push(value)
    return this.dialect.placeholder(this.#values.length)
  }

  statement(sql: string): SqlStatement {
    return { sql, values: this.#values, ...(this.planAnew ? { planAnew: true } : {}) }
  }
}
