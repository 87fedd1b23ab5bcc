import type { SqlStatement } from './client.ts'
import { oneOf } from './conditions.ts'
import type { Database } from './database.ts'

/** Returns one statement for all of these IDs, or none for an empty list. `name`: the ID column. */
export function byIds(
  database: Database,
  ones: readonly { readonly id: number }[],
  write: (where: string) => string,
  name = 'id',
): SqlStatement[] {
  if (ones.length === 0) return []
  const builder = database.builder()
  const ids = ones.map(({ id }) => id)
  const where = oneOf(builder, name, 'integer', ids)
  return where === undefined ? [] : [builder.statement(write(where))]
}
