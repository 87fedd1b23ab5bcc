import type { KeysOf } from '../contract.ts'
import { FACETS, type Facet } from '../facets.ts'
import { byIds } from './by-ids.ts'
import type { SqlStatement } from './client.ts'
import type { Database } from './database.ts'
import { CLASS, COPIED } from './tables.ts'
import { IRREGULAR, SPANS, spanOf } from './time.ts'

type Keys = KeysOf<'event'>

/** An event before and after a commit. */
export interface Move {
  readonly id: number
  readonly before: Keys | undefined
  readonly after: Keys | undefined
}

/** Brings the link tables and `event_span` up to date with the rows of `event`, which have been written. */
export function linkStatements(database: Database, moves: readonly Move[]): SqlStatement[] {
  const statements = FACETS.flatMap((facet) => facetStatements(database, facet, moves))
  return [...statements, ...spanStatements(database, moves)]
}

function facetStatements(database: Database, facet: Facet, moves: readonly Move[]): SqlStatement[] {
  const { dialect, names } = database
  const moved = moves.filter(({ before, after }) => !areSame(before, after, [...COPIED, facet]))
  const gone = moved.filter(({ before }) => (before?.[facet].length ?? 0) > 0)
  const come = moved.filter(({ after }) => (after?.[facet].length ?? 0) > 0)
  const table = names.table(`event_${facet}`)
  const columns = [`${facet}_id`, 'event_id', ...COPIED].map(dialect.quote).join(', ')
  const values = ['id', ...COPIED].map((name) => `e.${dialect.quote(name)}`).join(', ')
  const { from, value } = dialect.elements
  const rows = `select ${value}, ${values} from ${names.table('event')} e cross join ${from(`e.${dialect.quote('keys')}`, facet)}`
  return [
    ...byIds(database, gone, (where) => `delete from ${table} where ${where}`, 'event_id'),
    ...byIds(database, come, (where) => `insert into ${table} (${columns}) ${rows} where ${where}`, 'e.id'),
  ]
}

function spanStatements(database: Database, moves: readonly Move[]): SqlStatement[] {
  const { dialect, names } = database
  const copied = ['start', 'end', ...CLASS] as const
  const moved = moves.filter(({ before, after }) => !areSame(before, after, copied))
  const spanIn = (keys: Keys | undefined) => (keys === undefined ? undefined : spanOf(keys.start, keys.end))
  const table = names.table('event_span')
  const columns = copied.map(dialect.quote).join(', ')
  const gone = moved.filter(({ before }) => spanIn(before) !== undefined)
  return [
    ...byIds(database, gone, (where) => `delete from ${table} where ${where}`, 'event_id'),
    ...[IRREGULAR, ...SPANS.keys()].flatMap((span) => {
      const come = moved.filter(({ after }) => spanIn(after) === span)
      const rows = `select ${span}, id, ${columns} from ${names.table('event')}`
      return byIds(
        database,
        come,
        (where) => `insert into ${table} (span, event_id, ${columns}) ${rows} where ${where}`,
      )
    }),
  ]
}

function areSame(a: Keys | undefined, b: Keys | undefined, keys: readonly (keyof Keys)[]): boolean {
  return keys.every((key) => JSON.stringify(a?.[key]) === JSON.stringify(b?.[key]))
}
