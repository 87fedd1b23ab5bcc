import type { SqlStatement } from './client.ts'
import { oneOf } from './conditions.ts'
import type { Database } from './database.ts'

/** One statement about all of these, or none where there are none. `name`: the column of their IDs. */
export function byIds(
  database: Database,
  ones: readonly { readonly id: number }[],
  write: (where: string) => string,
  name = 'id',
): SqlStatement[] {
  if (ones.length === 0) return []
  const draft = database.draft()
  const ids = ones.map(({ id }) => id)
  const where = oneOf(draft, name, 'integer', ids)
  return where === undefined ? [] : [draft.statement(write(where))]
}
