import type { KeysOf } from '../contract.ts'
import { FACETS, type Facet } from '../facets.ts'
import { byIds } from './by-ids.ts'
import type { SqlStatement } from './client.ts'
import type { Database } from './database.ts'
import { CLASS, COPIED } from './tables.ts'
import { IRREGULAR, SPANS, spanOf } from './time.ts'

type Keys = KeysOf<'event'>

/** An event's keys, and how long it lasts. */
export interface Placed {
  readonly keys: Keys
  readonly span: ReturnType<typeof spanOf>
}

/** An event before and after a commit. */
export interface Move {
  readonly id: number
  readonly before: Placed | undefined
  readonly after: Placed | undefined
}

export const placed = (keys: Keys): Placed => ({ keys, span: spanOf(keys.start, keys.end) })

/** Brings the link tables and `event_span` up to date with the rows of `event`, which have been written. */
export function linkStatements(database: Database, moves: readonly Move[]): SqlStatement[] {
  const statements = FACETS.flatMap((facet) => facetStatements(database, facet, moves))
  return [...statements, ...spanStatements(database, moves)]
}

function facetStatements(database: Database, facet: Facet, moves: readonly Move[]): SqlStatement[] {
  const has = (event: Placed | undefined) => event !== undefined && event.keys[facet].length > 0
  const moved = moves.filter(
    (move) => (has(move.before) || has(move.after)) && !areSame(move, [...COPIED, facet]),
  )
  const { remove, add } = database.phrases.links[facet]
  const [gone, come] = [moved.filter(({ before }) => has(before)), moved.filter(({ after }) => has(after))]
  return [
    ...byIds(database, gone, (where) => `${remove} where ${where}`, 'event_id'),
    ...byIds(database, come, (where) => `${add} where ${where}`, 'e.id'),
  ]
}

function spanStatements(database: Database, moves: readonly Move[]): SqlStatement[] {
  const { dialect, names } = database
  const copied = ['start', 'end', ...CLASS] as const
  const lasts = (event: Placed | undefined) => event?.span !== undefined
  const moved = moves.filter((move) => (lasts(move.before) || lasts(move.after)) && !areSame(move, copied))
  if (moved.length === 0) return []
  const table = names.table('event_span')
  const columns = copied.map(dialect.quote).join(', ')
  const gone = moved.filter(({ before }) => lasts(before))
  return [
    ...byIds(database, gone, (where) => `delete from ${table} where ${where}`, 'event_id'),
    ...[IRREGULAR, ...SPANS.keys()].flatMap((span) => {
      const come = moved.filter(({ after }) => after?.span === span)
      const rows = `select ${span}, id, ${columns} from ${names.table('event')}`
      return byIds(
        database,
        come,
        (where) => `insert into ${table} (span, event_id, ${columns}) ${rows} where ${where}`,
      )
    }),
  ]
}

function areSame({ before, after }: Move, keys: readonly (keyof Keys)[]): boolean {
  return keys.every((key) => JSON.stringify(before?.keys[key]) === JSON.stringify(after?.keys[key]))
}
