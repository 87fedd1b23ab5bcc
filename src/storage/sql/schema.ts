import type { SqlStatement } from './client.ts'
import type { Dialect } from './dialects/dialect.ts'
import { creation } from './migrations/index.ts'
import type { CalendarNames } from './names.ts'

export const plain = (sql: string): SqlStatement => ({ sql, values: [] })

/** The whole migration as a script. */
export function script(dialect: Dialect, names: CalendarNames): string {
  const [first, ...more] = dialect.searchIndex(names)
  const search =
    first === undefined
      ? []
      : [`-- Without what follows, searches find the same, but read every text.\n${first}`, ...more]
  return `${[...creation(dialect, names, undefined), ...search].join(';\n\n')};\n`
}
