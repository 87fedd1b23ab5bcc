import type { SqlStatement } from './client.ts'
import type { Independent } from './phrases.ts'

/** More statements are not joined: they are a batch of many documents. */
const MOST_STATEMENTS = 16

/** Each text is a prepared statement of every connection. Beyond this number, statements are sent one by one. */
const MOST_TEXTS = 32

/**
 * Joins the statements of a commit into one, for PostgreSQL: a statement alone needs no BEGIN and no COMMIT, and the
 * commit of a create takes half the CPU time. Returns the statements as they are if one of them reads what another
 * writes, because all parts of one statement read the rows as they were before it.
 */
export class Joined {
  /** By the texts that they are made of. */
  readonly #texts = new Map<string, string>()

  of(statements: readonly SqlStatement[]): readonly SqlStatement[] {
    if (statements.length < 2 || statements.length > MOST_STATEMENTS) return statements
    if (!statements.every(isIndependent)) return statements
    const texts = statements.map(({ sql }) => sql)
    const key = texts.join(';')
    const known = this.#texts.get(key)
    if (known === undefined && this.#texts.size === MOST_TEXTS) return statements
    const sql = known ?? joined(statements)
    this.#texts.set(key, sql)
    return [{ sql, values: statements.flatMap(({ values }) => values) }]
  }
}

const isIndependent = (statement: SqlStatement | Independent): boolean => 'isIndependent' in statement

/**
 * PostgreSQL runs the main statement first, then those of WITH from the last to the first. So the versions are checked
 * first, under a lock on their rows, and links are removed before others are added. Counters are locked in the same
 * order as a batch does, and two commits do not wait for each other. Where the order is another, the database ends
 * one of the two, and it is repeated.
 */
function joined(statements: readonly SqlStatement[]): string {
  let before = 0
  const [first, ...more] = statements.map(({ sql, values }) => {
    const own = before
    before += values.length
    return sql.replace(/\$(\d+)/g, (_, position) => `$${own + Number(position)}`)
  })
  const parts = more.map((sql, index) => `w${index} as (${sql})`).reverse()
  return `with ${parts.join(', ')} ${first}`
}
