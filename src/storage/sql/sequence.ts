import type { Sequence as Name } from '../contract.ts'
import { Sequence } from '../shared/sequence.ts'
import type { SqlStatement } from './client.ts'
import type { Database } from './database.ts'
import { integer } from './rows.ts'

/** The IDs of one sequence: a row of the table `sequence`. */
export function openSequence({ client, dialect, names }: Database, name: Name): Sequence {
  const table = names.table('sequence')
  async function lastAfter(statements: readonly SqlStatement[]): Promise<number> {
    const last = (await client.batch(statements)).at(-1)?.[0]?.last
    if (last === undefined) throw new Error(`there is no sequence '${name}': has migrate() been called?`)
    return integer(last)
  }
  return new Sequence({
    raiseBy: (count) => lastAfter(dialect.allocate(table, name, count)),
    raiseTo: (least) => lastAfter(dialect.reserve(table, name, least)),
  })
}
