import type { SqlStatement, SqlValue } from './client.ts'
import type { Dialect } from './dialects/dialect.ts'

/** Builds a statement. Bind values in the order of their placeholders. */
export class StatementBuilder {
  readonly dialect: Dialect
  readonly #values: SqlValue[] = []
  /** Whether the best plan depends on the values. */
  planAnew = false

  constructor(dialect: Dialect) {
    this.dialect = dialect
  }

  /** A property, so that it can be passed on without its object. */
  readonly bind = (value: SqlValue): string => {
    this.#values.push(value)
    return this.dialect.placeholder(this.#values.length)
  }

  statement(sql: string): SqlStatement {
    return { sql, values: this.#values, ...(this.planAnew ? { planAnew: true } : {}) }
  }
}
